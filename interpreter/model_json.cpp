#include "model_json.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "attributes_json.h"
#include "json_nodes.h"
#include "model_digest.h"
#include "symbolic_dimensions.h"
#include "touchstone/core/digest.h"
#include "touchstone/format/json.h"
#include "touchstone/format/safetensors.h"
#include "touchstone/format/tensor_json.h"
#include "touchstone/host/file.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view format_name = "touchstone.model";
constexpr std::int64_t format_version = 1;

/// Format and version are looked at before anything else, since another version has other fields.
Result<void> check_format(const JsonCursor& root) {
  const auto members = root.members();
  if (!members) return members.error();
  const JsonFields fields(*members);
  const auto format = fields.find("format");
  const auto name = format ? format->text() : Result<std::string_view>(std::string_view());
  if (!name || *name != format_name) {
    return root.refuse("this is not a file of the format " + quoted(format_name),
                       "begin it with \"format\": \"touchstone.model\", \"version\": 1");
  }
  const auto version = fields.find("version");
  if (!version) return root.refuse("the field \"version\" is missing", "write \"version\": 1");
  const auto number = version->integer();
  if (!number) return number.error();
  if (*number != format_version) {
    return unavailable(
        version->place(),
        "version " + std::to_string(*number) + " of the format is not known to " + "this build",
        "write the model as version 1");
  }
  for (const std::string_view later : {"tests", "properties"}) {
    if (const auto field = fields.find(later)) {
      return unavailable(field->place(),
                         "the field " + quoted(later) + " is not implemented in this build",
                         "leave the field out");
    }
  }
  return {};
}

/// A shape with its symbolic dimensions, such as "N" in ["N", 3], replaced by their extents.
Result<Shape> read_shape(const JsonCursor& cursor, SymbolicDimensions& dimensions) {
  const auto items = cursor.items();
  if (!items) return items.error();
  std::vector<std::int64_t> extents;
  for (const JsonCursor& item : *items) {
    if (const auto* const name = std::get_if<std::string>(&item.json().value)) {
      if (name->empty()) return item.refuse("the name of a dimension is empty");
      extents.push_back(dimensions.extent_of(*name));
      continue;
    }
    const auto extent = item.integer();
    if (!extent) return extent.error();
    extents.push_back(*extent);
  }
  auto shape = Shape::create(extents);
  if (!shape) return shape.error().inside(cursor.place());
  return shape;
}

/// Errors: a text that is no digest (unreadable); a file of another digest (rejected).
Result<void> check_digest(const JsonCursor& stated, const Digest& found, const std::string& file) {
  const auto text = stated.text();
  if (!text) return text.error();
  const auto expected = Digest::from_hex(*text);
  if (!expected) return stated.refuse("a SHA-256 digest is 64 lower-case hexadecimal digits");
  if (*expected == found) return {};
  return rejected({},
                  "its SHA-256 is " + found.hex() + ", and the model expects " + expected->hex(),
                  "restore the file that the model was written with")
      .in_file(file);
}

/// Reads the parts of a model in the order of their dependence.
class ModelReader {
 public:
  ModelReader(const FileSource& files, SymbolicDimensions dimensions)
      : files_(files), dimensions_(std::move(dimensions)) {}

  Result<void> read(const JsonCursor& root) {
    const auto fields =
        root.fields({"format", "version", "inputs", "nodes", "outputs"}, {"name", "parameters"});
    if (!fields) return fields.error();
    if (const auto name = fields->find("name")) {
      if (const auto text = name->text(); !text) return text.error();
    }
    if (auto read = read_inputs(fields->at("inputs")); !read) return read;
    if (const auto parameters = fields->find("parameters")) {
      if (auto read = read_parameters(*parameters); !read) return read;
    }
    if (auto read = read_nodes(fields->at("nodes")); !read) return read;
    if (auto read = read_outputs(fields->at("outputs")); !read) return read;
    return dimensions_.check_used();
  }

  Result<Graph> finish(ModelOrigin origin) && {
    std::vector<Digest> digests;
    for (const ModelFile& file : referred_) digests.push_back(file.digest);
    origin.digest = model_digest(origin.digest, digests);
    origin.files.insert(origin.files.end(), referred_.begin(), referred_.end());
    return std::move(builder_).finish(std::move(origin));
  }

 private:
  Result<void> read_inputs(const JsonCursor& cursor) {
    const auto items = cursor.items();
    if (!items) return items.error();
    for (const JsonCursor& item : *items) {
      if (auto read = read_input(item); !read) return read;
    }
    const auto bound = dimensions_.check_bound();
    return bound ? bound : bound.error().inside(cursor.place());
  }

  Result<void> read_input(const JsonCursor& cursor) {
    const auto fields = cursor.fields({"name", "dtype", "shape"});
    if (!fields) return fields.error();
    const auto name = fields->at("name").text();
    if (!name) return name.error();
    const auto element = element_type_from_json(fields->at("dtype"));
    if (!element) return element.error();
    const auto shape = read_shape(fields->at("shape"), dimensions_);
    if (!shape) return shape.error();
    const auto added = builder_.add_input(std::string(*name), TensorType{*element, *shape});
    if (!added) return added.error().inside(fields->at("name").place());
    return {};
  }

  Result<void> read_parameters(const JsonCursor& cursor) {
    const auto fields = cursor.fields({}, {"file", "sha256", "inline", "constant"});
    if (!fields) return fields.error();
    if (const auto names = fields->find("constant")) {
      if (auto read = read_constant_names(*names); !read) return read;
    }
    const auto digest = fields->find("sha256");
    if (const auto file = fields->find("file")) {
      if (auto read = read_parameter_file(*file, digest); !read) return read;
    } else if (digest) {
      return digest->refuse("a digest of no file", "name the file, or leave it out");
    }
    if (const auto inlined = fields->find("inline")) {
      const auto members = inlined->members();
      if (!members) return members.error();
      for (const auto& [name, value] : *members) {
        auto tensor = tensor_from_json(value, std::nullopt);
        if (!tensor) return tensor.error();
        const auto added = add_tensor(std::string(name), *std::move(tensor));
        if (!added) return added.error().inside(value.place());
      }
    }
    if (constants_.empty()) return {};
    const auto& [name, place] = *constants_.begin();
    return unreadable(place, "there is no parameter '" + printable(name) + "'",
                      "name entries of the file or of \"inline\"");
  }

  Result<void> read_constant_names(const JsonCursor& cursor) {
    const auto items = cursor.items();
    if (!items) return items.error();
    for (const JsonCursor& item : *items) {
      const auto name = item.text();
      if (!name) return name.error();
      if (constants_.emplace(*name, item.place()).second) continue;
      return unreadable(item.place(), "the name stands here twice", "name it once");
    }
    return {};
  }

  Result<void> read_parameter_file(const JsonCursor& cursor,
                                   const std::optional<JsonCursor>& stated) {
    const auto name = cursor.text();
    if (!name) return name.error();
    const auto found = files_(*name);
    if (!found) return found.error().inside(cursor.place());
    const Digest digest = sha256(found->bytes);
    if (stated) {
      // Before the file is parsed: one that was damaged is the wrong file, whatever it looks like.
      if (auto same = check_digest(*stated, digest, found->shown); !same) return same;
    }
    auto tensors = read_safetensors(found->bytes);
    if (!tensors) return tensors.error().in_file(found->shown);
    referred_.push_back({std::string(*name), digest});
    for (auto& [tensor_name, tensor] : *tensors) {
      const auto added = add_tensor(tensor_name, std::move(tensor));
      if (!added) return added.error().inside(printable(tensor_name, 60)).in_file(found->shown);
    }
    return {};
  }

  Result<ValueId> add_tensor(const std::string& name, Tensor tensor) {
    const bool is_constant = constants_.erase(name) > 0;
    return is_constant ? builder_.add_constant(name, std::move(tensor))
                       : builder_.add_parameter(name, std::move(tensor));
  }

  Result<void> read_nodes(const JsonCursor& cursor) {
    const auto items = cursor.items();
    if (!items) return items.error();
    std::vector<JsonNode> nodes;
    nodes.reserve(items->size());
    for (const JsonCursor& item : *items) {
      auto node = read_json_node(item);
      if (!node) return node.error();
      nodes.push_back(*std::move(node));
    }
    const auto order = evaluation_order(
        nodes, [&](std::string_view name) { return builder_.find(name).has_value(); });
    if (!order) return order.error();
    for (const std::size_t i : *order) {
      if (auto added = add_node(nodes[i]); !added) return added;
    }
    return {};
  }

  Result<void> add_node(const JsonNode& node) {
    const auto attributes = node.attributes
                                ? attributes_from_json(*node.attributes, *node.operation)
                                : Result<Attributes>(Attributes());
    if (!attributes) return attributes.error();
    std::vector<ValueId> inputs;
    inputs.reserve(node.inputs.size());
    for (const std::string_view name : node.inputs) inputs.push_back(builder_.find(name).value());
    const auto added =
        builder_.add_node(std::string(node.id), node.operation->op, *attributes, std::move(inputs));
    if (!added) return added.error().inside(node.cursor.place());
    return check_declared(node, builder_.value(*added).type);
  }

  Result<void> check_declared(const JsonNode& node, const TensorType& type) {
    if (node.dtype) {
      const auto element = element_type_from_json(*node.dtype);
      if (!element) return element.error();
      if (*element != type.element) {
        return node.dtype->refuse("declared " + std::string(name_of(*element)) +
                                      ", but the node's value is " + type.text(),
                                  "correct it or leave it out");
      }
    }
    if (node.shape) {
      const auto shape = read_shape(*node.shape, dimensions_);
      if (!shape) return shape.error();
      if (auto bound = dimensions_.check_bound(); !bound) {
        return bound.error().inside(node.shape->place());
      }
      if (*shape != type.shape) {
        return node.shape->refuse(
            "declared " + shape->text() + ", but the node's value is " + type.text(),
            "correct it or leave it out");
      }
    }
    return {};
  }

  Result<void> read_outputs(const JsonCursor& cursor) {
    const auto items = cursor.items();
    if (!items) return items.error();
    std::set<std::string_view> names;
    for (const JsonCursor& item : *items) {
      const auto name = item.text();
      if (!name) return name.error();
      const auto value = builder_.find(*name);
      if (!value) {
        return item.refuse("nothing in the model is named " + quoted(*name),
                           "name a node, an input or a parameter");
      }
      if (!names.insert(*name).second) {
        return item.refuse(quoted(*name) + " is an output twice", "name each output once");
      }
      builder_.mark_output(*value);
    }
    return {};
  }

  const FileSource& files_;
  SymbolicDimensions dimensions_;
  GraphBuilder builder_;
  std::map<std::string, std::string> constants_;  ///< names not met yet, and where they stand
  std::vector<ModelFile> referred_;
};

Result<Graph> read(std::string_view text, const fs::path& file,
                   std::span<const std::pair<std::string, std::int64_t>> bindings,
                   const FileSource& files) {
  const auto json = parse_json(text);
  if (!json) return json.error();
  const JsonCursor root(*json);
  if (auto checked = check_format(root); !checked) return checked.error();
  auto dimensions = SymbolicDimensions::create(bindings);
  if (!dimensions) return dimensions.error();
  ModelReader reader(files, *std::move(dimensions));
  if (auto done = reader.read(root); !done) return done.error();
  return std::move(reader).finish({.file = file.string(),
                                   .format = "model.json 1",
                                   .digest = sha256(text),
                                   .bindings = {bindings.begin(), bindings.end()},
                                   .files = {{file.filename().string(), sha256(text)}}});
}

}  // namespace

Result<Graph> read_model_json(std::string_view text, const fs::path& file,
                              std::span<const std::pair<std::string, std::int64_t>> bindings,
                              const FileSource& files) {
  auto graph = read(text, file, bindings, files);
  if (graph) return graph;
  Diagnostic why = graph.error().in_file(printable(file.native()));
  if (why.remedy.empty()) why.remedy = "model.schema.json describes what belongs here";
  return why;
}

Result<Graph> read_model_json(std::string_view text, const fs::path& file,
                              std::span<const std::pair<std::string, std::int64_t>> bindings) {
  const FileSource beside = [&](std::string_view name) -> Result<ReferredFile> {
    const auto path = resolve_inside(file.parent_path(), name);
    if (!path) return path.error();
    auto bytes = read_file(*path);
    if (!bytes) return bytes.error();
    return ReferredFile{printable(path->native()), *std::move(bytes)};
  };
  return read_model_json(text, file, bindings, beside);
}

}  // namespace touchstone
