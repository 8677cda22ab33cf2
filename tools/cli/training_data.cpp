#include "training_data.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>
#include <utility>

#include "output.h"
#include "touchstone/format/csv.h"
#include "touchstone/format/npy.h"

namespace touchstone::cli {

namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& name) { return "'" + printable(name) + "'"; }

/// The examples found so far, by input.
class Collector {
 public:
  Collector(const TrainingGraph& training, const BatchPlan& plan, bool has_target,
            const TrainingFiles& files, const FileReader& read)
      : graph_(*training.graph), has_target_(has_target), files_(files), read_(read) {
    for (std::size_t i = 0; i < training.data_inputs; ++i) {
      if (plan.is_step[i]) continue;
      ids_.push_back(training.graph->inputs[i]);
      inputs_.push_back(&training.graph->value(ids_.back()));
    }
  }

  /// What was said of the tables, in the order of reading.
  [[nodiscard]] const std::vector<std::string>& tables() const { return tables_; }

  Result<std::vector<Tensor>> collect() {
    for (const std::string& argument : files_.data) {
      if (auto kept = keep_file(argument); !kept) return kept.error();
    }
    if (files_.target) {
      if (auto kept = keep_target_file(); !kept) return kept.error();
    }
    if (files_.target_column && !column_used_) {
      return unreadable("--target-column", "only a .csv file has columns, and none needs a target");
    }
    std::vector<Tensor> out;
    for (const Value* input : inputs_) {
      const auto found = found_.find(input->name);
      if (found == found_.end()) return missing(*input);
      out.push_back(found->second);
    }
    return out;
  }

 private:
  [[nodiscard]] const Value* target() const { return has_target_ ? inputs_.back() : nullptr; }

  [[nodiscard]] Diagnostic missing(const Value& input) const {
    const std::string what = quoted(input.name) + " (" + input.type.text() + ")";
    if (&input == target()) {
      return unreadable({}, "there is no target " + what, "give --target FILE.npy");
    }
    return unreadable({}, "there are no data for input " + what,
                      "give --data " + printable(input.name) + "=FILE");
  }

  Result<void> keep(const Value& input, Tensor tensor) {
    if (found_.emplace(input.name, std::move(tensor)).second) return {};
    return unreadable({}, "data for " + quoted(input.name) + " are given twice");
  }

  /// The input of this name, or the only one; the target is none of them.
  Result<const Value*> input_named(const std::optional<std::string>& name) const {
    std::string known;
    const Value* only = nullptr;
    for (const Value* input : inputs_) {
      if (input == target()) continue;
      if (name && input->name == *name) return input;
      known += (known.empty() ? "" : ", ") + printable(input->name);
      only = input;
    }
    if (!name && only != nullptr && known == printable(only->name)) return only;
    return unreadable({},
                      name ? "the model has no input " + quoted(*name)
                           : std::string("the model has several inputs, and the file names none"),
                      "give NAME=FILE; its inputs: " + known);
  }

  Result<void> keep_file(const std::string& argument) {
    const auto equals = argument.find('=');
    std::error_code ignored;  // a path that cannot be looked at is not there
    const bool named = equals != std::string::npos && !fs::exists(argument, ignored);
    const fs::path file = named ? argument.substr(equals + 1) : argument;
    const auto input =
        input_named(named ? std::optional(argument.substr(0, equals)) : std::nullopt);
    if (!input) return input.error();
    const auto bytes = read_(file);
    if (!bytes) return bytes.error();
    Result<void> kept = unreadable(
        {},
        "the extension '" + printable(file.extension().string()) + "' is no format for examples",
        "examples are .npy or .csv files");
    if (file.extension() == ".npy") kept = keep_npy(**input, *bytes);
    if (file.extension() == ".csv") kept = keep_csv(**input, file, *bytes);
    if (!kept) return kept.error().in_file(file.string());
    return {};
  }

  Result<void> keep_npy(const Value& input, const std::string& bytes) {
    auto tensor = read_npy(bytes);
    if (!tensor) return tensor.error();
    if (const auto bad = bad_element(input, *tensor)) {
      return unreadable(element_place(*tensor, bad->position), bad->reason);
    }
    return keep(input, *std::move(tensor));
  }

  [[nodiscard]] std::optional<BadElement> bad_element(const Value& input,
                                                      const Tensor& data) const {
    const auto at = std::ranges::find(inputs_, &input) - inputs_.begin();
    return first_bad_element(graph_, ids_[static_cast<std::size_t>(at)], data);
  }

  /// "element [6, 1]": its index along each axis, from 0.
  static std::string element_place(const Tensor& tensor, std::int64_t position) {
    std::string text;
    for (std::size_t axis = tensor.shape().rank(); axis-- > 0;) {
      const std::int64_t extent = tensor.shape()[axis];
      text.insert(0, (axis > 0 ? ", " : "") + std::to_string(position % extent));
      position /= extent;
    }
    return "element [" + text + "]";
  }

  Result<void> keep_target_file() {
    const fs::path file = *files_.target;
    if (target() == nullptr) {
      return unreadable("--target", "the model's output is the loss itself and takes no target",
                        "leave --target out");
    }
    if (file.extension() == ".csv") {
      return unreadable("--target", "a table is no file for targets, which are .npy",
                        "give the table as --data, and its column as --target-column")
          .in_file(file.string());
    }
    const auto bytes = read_(file);
    if (!bytes) return bytes.error();
    auto tensor = read_npy(*bytes);
    if (!tensor) return tensor.error().in_file(file.string());
    if (const auto bad = bad_element(*target(), *tensor)) {
      return unreadable(element_place(*tensor, bad->position), bad->reason).in_file(file.string());
    }
    return keep(*target(), aligned_target(*std::move(tensor)));
  }

  /// The target in the model's shape where the two differ by axes of length 1 alone.
  [[nodiscard]] Tensor aligned_target(Tensor tensor) const {
    const auto longer = [](const Index& extents) {
      std::vector<std::int64_t> out;
      for (std::size_t axis = 1; axis < extents.rank(); ++axis) {
        if (extents[axis] != 1) out.push_back(extents[axis]);
      }
      return out;
    };
    const Index& given = tensor.shape().extents();
    Index wanted = target()->type.shape.extents();
    if (given.rank() == 0 || longer(given) != longer(wanted)) return tensor;
    wanted[0] = given[0];
    return tensor.reshaped(Shape::of(wanted));
  }

  Result<void> keep_csv(const Value& input, const fs::path& file, const std::string& text) {
    const auto table = CsvTable::read(text);
    if (!table) return table.error();
    const bool target_inside = target() != nullptr && !files_.target;
    std::optional<std::size_t> target_column;
    if (target_inside) {
      const auto column = column_of_target(*table);
      if (!column) return column.error();
      target_column = *column;
      column_used_ = true;
      auto values = column_values(*table, *column);
      if (!values) return values.error();
      if (const auto bad = bad_element(*target(), *values)) {
        return unreadable(table->place(static_cast<std::size_t>(bad->position), *column),
                          bad->reason);
      }
      if (auto kept = keep(*target(), aligned_target(*std::move(values))); !kept) return kept;
    }
    tables_.push_back(described(file, *table, target_column));
    auto features = features_of(input, *table, target_column);
    if (!features) return features.error();
    return keep(input, *std::move(features));
  }

  static std::string described(const fs::path& file, const CsvTable& table,
                               std::optional<std::size_t> target_column) {
    const auto& names = table.names();
    std::string out = printable(file.string()) + ": ";
    out += names.empty() ? "no line names its columns, all hold numbers"
                         : "its first line names the columns " + shortened(names);
    if (!target_column) return out;
    out += "; the target is column " + std::to_string(*target_column + 1);
    return names.empty() ? out : out + ", " + quoted(names[*target_column]);
  }

  Result<std::size_t> column_of_target(const CsvTable& table) const {
    if (!files_.target_column) return table.columns() - 1;
    const std::string& wanted = *files_.target_column;
    const auto& names = table.names();
    if (std::ranges::count(names, wanted) > 1) {
      return unreadable("--target-column", "several columns have the name " + quoted(wanted),
                        "give the column's number from 1");
    }
    const auto found = std::find(names.begin(), names.end(), wanted);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    std::size_t number = 0;
    const char* const end = wanted.data() + wanted.size();
    const auto [stopped, error] = std::from_chars(wanted.data(), end, number);
    if (error == std::errc{} && stopped == end && number >= 1 && number <= table.columns()) {
      return number - 1;
    }
    return unreadable("--target-column",
                      "the table has no column " + quoted(wanted) + " among its " +
                          std::to_string(table.columns()),
                      "give a column's name or its number from 1");
  }

  Result<Tensor> column_values(const CsvTable& table, std::size_t column) const {
    const Shape shape = Shape::of({static_cast<std::int64_t>(table.rows())});
    if (target()->type.element == ElementType::int64) {
      std::vector<std::int64_t> values;
      for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto value = table.integer(row, column);
        if (!value) return value.error();
        values.push_back(*value);
      }
      return Tensor::of(shape, values);
    }
    std::vector<float> values;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const auto value = table.real(row, column);
      if (!value) return value.error();
      values.push_back(*value);
    }
    return Tensor::of(shape, values);
  }

  /// All columns but the target's, as the input's examples.
  static Result<Tensor> features_of(const Value& input, const CsvTable& table,
                                    std::optional<std::size_t> target_column) {
    const Index batch = input.type.shape.extents();
    const std::int64_t wanted = Shape::of(batch.part(1, batch.rank() - 1)).element_count();
    const std::size_t features = table.columns() - (target_column ? 1 : 0);
    if (input.type.element != ElementType::float32 || std::cmp_not_equal(features, wanted)) {
      return unreadable({}, "the table has " + std::to_string(features) +
                                " columns of numbers for input " + quoted(input.name) +
                                ", which is " + input.type.text());
    }
    std::vector<float> values;
    values.reserve(table.rows() * features);
    for (std::size_t row = 0; row < table.rows(); ++row) {
      for (std::size_t column = 0; column < table.columns(); ++column) {
        if (column == target_column) continue;
        const auto value = table.real(row, column);
        if (!value) return value.error();
        values.push_back(*value);
      }
    }
    Index extents = batch;
    extents[0] = static_cast<std::int64_t>(table.rows());
    const auto shape = Shape::create(extents.entries());
    if (!shape) return shape.error();
    return Tensor::of(*shape, values);
  }

  const Graph& graph_;
  bool has_target_;
  const TrainingFiles& files_;
  const FileReader& read_;
  std::vector<ValueId> ids_;
  std::vector<const Value*> inputs_;  ///< of these ids
  std::vector<std::string> tables_;
  std::map<std::string, Tensor> found_;
  bool column_used_ = false;
};

}  // namespace

Result<ReadExamples> read_examples(const TrainingGraph& training, const BatchPlan& plan,
                                   bool has_target, const TrainingFiles& files,
                                   const FileReader& read) {
  Collector collector(training, plan, has_target, files, read);
  auto tensors = collector.collect();
  if (!tensors) return tensors.error();
  auto examples = Examples::create(training, plan, *std::move(tensors));
  if (!examples) return examples.error();
  return ReadExamples{*std::move(examples), collector.tables()};
}

}  // namespace touchstone::cli
