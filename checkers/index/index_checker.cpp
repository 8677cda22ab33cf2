#include "index_checker.h"

#include <algorithm>
#include <vector>

#include "checked_views.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/view.h"
#include "touchstone/op/work.h"

namespace touchstone {

namespace {

struct IndexDomain {
  using Value = Nothing;
  using In = CheckedOperand;
  using IndexIn = CheckedIndexOperand;
  using Out = CheckedResult;
  [[nodiscard]] Nothing constant(float) const { return {}; }
};

/// One enumeration with every index operand at `index`. Returns the fault, if any.
std::optional<std::string> enumerate(Op op, const Attributes& attributes,
                                     std::span<const TensorType> operands, const Shape& result,
                                     std::int64_t index, std::int64_t& accesses) {
  AccessTally tally;
  Operands<IndexDomain> x;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const CheckedOperand checked(operands[i].shape, i, tally);
    if (operation(op).operand(i).kind == OperandKind::index) {
      x.indices.emplace_back(checked, index);
    } else {
      x.values.push_back(checked);
    }
  }
  const CheckedResult out(result, tally);
  constexpr std::int64_t threads = 3;
  for (std::int64_t thread = 0; thread < threads; ++thread) {
    define(IndexDomain{}, op, attributes, Part{thread, threads}, x, out);
  }
  accesses += tally.reads + result.element_count();
  if (!tally.fault) {
    if (const auto missing = out.unwritten()) {
      tally.outside("never writes", SIZE_MAX, *missing, result);
    }
  }
  return tally.fault;
}

bool affordable(const Work& work, const Shape& result, const IndexBudget& budget) {
  return work.accesses <= budget.accesses && work.row <= budget.row_elements &&
         result.element_count() <= budget.result_elements;
}

std::string budget_text(const std::optional<Work>& work, const Shape& result,
                        const IndexBudget& budget) {
  if (!work || work->accesses > budget.accesses) {
    return "not checked within the budget: about " +
           (work ? std::to_string(work->accesses) : std::string("2^63")) +
           " accesses to enumerate, at about 5 ns each, and --budget leaves " +
           std::to_string(budget.accesses);
  }
  if (work->row > budget.row_elements) {
    return "not checked: rows of " + std::to_string(work->row) +
           " elements are held at once, and " + std::to_string(budget.row_elements) +
           " is the most";
  }
  return "not checked: a result of " + std::to_string(result.element_count()) +
         " elements is marked, and " + std::to_string(budget.result_elements) + " is the most";
}

std::vector<std::int64_t> index_cases(Op op, const Attributes& attributes, const Shape& x) {
  if (!operation(op).reads_indices()) return {0};
  const std::int64_t length = x[axis_of(attributes, x)];
  return {-length, -1, 0, length - 1};
}

std::optional<std::string> stride_fault(const Shape& shape) {
  const RowMajor layout(shape);
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    Index step = Index::zeros(shape.rank());
    step[axis] = 1;
    if (shape.element_count() > 0 && layout.offset(step) != row_major_number(shape, step)) {
      return "axis " + std::to_string(axis) + " of " + shape.text() + " is not row-major";
    }
  }
  return std::nullopt;
}

std::optional<std::string> buffer_fault(const TensorType& type, ElementType declared) {
  if (type.element != declared) {
    return "a buffer of " + std::string(name_of(type.element)) + " where " +
           std::string(name_of(declared)) + " is declared";
  }
  if (!byte_count(type)) return "a buffer of type " + type.text() + " exceeds 2^63 bytes";
  return stride_fault(type.shape);
}

}  // namespace

IndexReport check_index(Op op, const Attributes& attributes, std::span<const TensorType> operands,
                        const IndexBudget& budget) {
  const auto result = infer(operation(op), attributes, operands);
  if (!result) return {Outcome::failed, 0, result.error().text()};
  std::vector<Shape> shapes;
  for (const TensorType& type : operands) shapes.push_back(type.shape);
  const auto work = work_of(op, attributes, shapes, result->shape);
  if (!work || !affordable(*work, result->shape, budget)) {
    return {Outcome::undecided, 0, budget_text(work, result->shape, budget)};
  }
  IndexReport out{Outcome::passed, 0, {}};
  for (const std::int64_t index : index_cases(op, attributes, operands[0].shape)) {
    if (auto fault = enumerate(op, attributes, operands, result->shape, index, out.accesses)) {
      return {Outcome::failed, out.accesses, std::string(operation(op).name) + " " + *fault};
    }
  }
  out.detail = std::to_string(out.accesses) + " accesses enumerated";
  return out;
}

IndexReport check_layout(Op op, std::span<const TensorType> operands, const TensorType& result) {
  IndexReport out{Outcome::passed, 0, {}};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool index = operation(op).operand(i).kind == OperandKind::index;
    const ElementType declared = index ? ElementType::int64 : ElementType::float32;
    if (auto fault = buffer_fault(operands[i], declared)) {
      return {Outcome::failed, 0, "operand " + std::to_string(i) + ": " + *fault};
    }
  }
  if (auto fault = buffer_fault(result, ElementType::float32)) {
    return {Outcome::failed, 0, "the result: " + *fault};
  }
  out.accesses = static_cast<std::int64_t>(operands.size()) + 1;
  out.detail = std::to_string(out.accesses) + " buffers";
  return out;
}

}  // namespace touchstone
