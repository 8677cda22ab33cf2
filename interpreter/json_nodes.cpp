#include "json_nodes.h"

#include <algorithm>
#include <string>

#include "onnx_operators.h"

namespace touchstone {

namespace {

std::string joined(std::span<const std::string_view> names) {
  std::string out;
  for (const std::string_view name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

Diagnostic unknown_operation(const JsonCursor& cursor, std::string_view name) {
  for (const Operation& known : vocabulary()) {
    if (same_but_for_style(known.name, name)) {
      return cursor.refuse("unknown operation " + quoted(name), "write " + std::string(known.name));
    }
  }
  const std::string remedy = "the nearest operations are " + joined(nearest_operations(name));
  if (const auto onnx = onnx_operator_like(name)) {
    return unavailable(
        cursor.place(),
        "this build has no operation " + quoted(name) + " (ONNX's " + std::string(*onnx) + ")",
        remedy);
  }
  return cursor.refuse("unknown operation " + quoted(name), remedy);
}

Result<std::vector<std::string_view>> read_names(const JsonCursor& cursor) {
  const auto items = cursor.items();
  if (!items) return items.error();
  std::vector<std::string_view> out;
  out.reserve(items->size());
  for (const JsonCursor& item : *items) {
    const auto name = item.text();
    if (!name) return name.error();
    out.push_back(*name);
  }
  return out;
}

/// Depth-first walk over what nodes read, without recursion.
class Ordering {
 public:
  Ordering(std::span<const JsonNode> nodes, const std::function<bool(std::string_view)>& exists)
      : nodes_(nodes), exists_(exists), marks_(nodes.size(), Mark::untouched) {}

  Result<std::vector<std::size_t>> run() {
    if (auto indexed = index_names(); !indexed) return indexed.error();
    // Every reference is checked first, so that a wrong name is not reported as something else.
    if (auto resolved = resolve(); !resolved) return resolved.error();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (auto walked = walk(i); !walked) return walked.error();
    }
    return std::move(order_);
  }

 private:
  enum class Mark : std::uint8_t { untouched, open, done };
  static constexpr std::size_t external = ~std::size_t{0};

  struct Step {
    std::size_t node;
    std::size_t next_input;
  };

  Result<void> index_names() {
    by_name_.reserve(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) by_name_.emplace_back(nodes_[i].id, i);
    std::sort(by_name_.begin(), by_name_.end());
    const auto twice =
        std::adjacent_find(by_name_.begin(), by_name_.end(),
                           [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice != by_name_.end()) {
      return unreadable(nodes_[std::next(twice)->second].cursor.place() + ".id",
                        "the id " + quoted(twice->first) + " is that of " +
                            nodes_[twice->second].cursor.place() + " already",
                        "give each node an id of its own");
    }
    for (const JsonNode& node : nodes_) {
      if (exists_(node.id)) {
        return unreadable(node.cursor.place() + ".id",
                          "the id " + quoted(node.id) + " is the name of an input or parameter",
                          "give the node an id of its own");
      }
    }
    return {};
  }

  Result<void> resolve() {
    for (const JsonNode& node : nodes_) {
      first_.push_back(producers_.size());
      for (std::size_t k = 0; k < node.inputs.size(); ++k) {
        const auto found = std::lower_bound(by_name_.begin(), by_name_.end(),
                                            std::pair(node.inputs[k], std::size_t{0}));
        const bool is_node = found != by_name_.end() && found->first == node.inputs[k];
        if (!is_node && !exists_(node.inputs[k])) {
          return unreadable(input_place(node, k),
                            "nothing in the model is named " + quoted(node.inputs[k]),
                            "name an input, a parameter or a node");
        }
        producers_.push_back(is_node ? found->second : external);
      }
    }
    return {};
  }

  Result<void> walk(std::size_t root) {
    if (marks_[root] == Mark::done) return {};
    open(root);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next_input == nodes_[step.node].inputs.size()) {
        marks_[step.node] = Mark::done;
        order_.push_back(step.node);
        path_.pop_back();
        continue;
      }
      const std::size_t input = step.next_input++;
      const std::size_t producer = producers_[first_[step.node] + input];
      if (producer == external || marks_[producer] == Mark::done) continue;
      if (marks_[producer] == Mark::open) return cycle(producer, input);
      open(producer);
    }
    return {};
  }

  void open(std::size_t node) {
    marks_[node] = Mark::open;
    path_.push_back({node, 0});
  }

  /// The path ends at a node whose input leads back to `start`, which is on the path.
  [[nodiscard]] Diagnostic cycle(std::size_t start, std::size_t input) const {
    constexpr std::size_t listed = 8;
    auto step =
        std::find_if(path_.begin(), path_.end(), [&](const Step& s) { return s.node == start; });
    const auto length = static_cast<std::size_t>(path_.end() - step);
    std::string names;
    for (std::size_t i = 0; i < std::min(length, listed); ++i, ++step) {
      names += quoted(nodes_[step->node].id) + " reads ";
    }
    names +=
        length > listed ? "… (" + std::to_string(length) + " nodes)" : quoted(nodes_[start].id);
    return unreadable(input_place(nodes_[path_.back().node], input),
                      "the nodes form a cycle: " + names, "a model's nodes must not form a cycle");
  }

  static std::string input_place(const JsonNode& node, std::size_t input) {
    return node.cursor.place() + ".inputs[" + std::to_string(input) + "]";
  }

  std::span<const JsonNode> nodes_;
  const std::function<bool(std::string_view)>& exists_;
  std::vector<std::pair<std::string_view, std::size_t>> by_name_;  ///< sorted
  std::vector<std::size_t> first_;      ///< of each node's inputs in producers_
  std::vector<std::size_t> producers_;  ///< a node's position, or `external`
  std::vector<Mark> marks_;
  std::vector<Step> path_;
  std::vector<std::size_t> order_;
};

}  // namespace

std::string quoted(std::string_view name) { return "\"" + printable(name, 60) + "\""; }

Result<JsonNode> read_json_node(const JsonCursor& cursor) {
  const auto fields = cursor.fields({"id", "op", "inputs"}, {"attributes", "dtype", "shape"});
  if (!fields) return fields.error();
  const auto id = fields->at("id").text();
  if (!id) return id.error();
  const auto name = fields->at("op").text();
  if (!name) return name.error();
  const Operation* const found = find_operation(*name);
  if (found == nullptr) return unknown_operation(fields->at("op"), *name);
  auto inputs = read_names(fields->at("inputs"));
  if (!inputs) return inputs.error();
  return JsonNode{cursor,
                  *id,
                  found,
                  *std::move(inputs),
                  fields->find("attributes"),
                  fields->find("dtype"),
                  fields->find("shape")};
}

Result<std::vector<std::size_t>> evaluation_order(
    std::span<const JsonNode> nodes, const std::function<bool(std::string_view)>& exists) {
  return Ordering(nodes, exists).run();
}

}  // namespace touchstone
