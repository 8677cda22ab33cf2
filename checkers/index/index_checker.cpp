#include "index_checker.h"

#include <algorithm>
#include <vector>

#include "checked_views.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/geometry.h"
#include "touchstone/op/view.h"
#include "touchstone/op/work.h"

namespace touchstone {

namespace {

struct IndexDomain {
  using Value = Nothing;
  using Bool = Nothing;
  using In = CheckedOperand;
  using IndexIn = CheckedIndexOperand;
  using MaskIn = CheckedOperand;
  using Out = CheckedResult;
  using MaskOut = CheckedResult;
  [[nodiscard]] Nothing constant(float) const { return {}; }
  [[nodiscard]] Nothing truth(bool) const { return {}; }
  [[nodiscard]] Nothing turn_cosine(std::int64_t, std::int64_t) const { return {}; }
  [[nodiscard]] Nothing turn_sine(std::int64_t, std::int64_t) const { return {}; }
};

/// One enumeration with every index operand at `index`. Returns the fault, if any.
std::optional<std::string> enumerate(Op op, const Attributes& attributes, Pass pass,
                                     const PassTypes& types, std::int64_t index,
                                     std::int64_t& accesses) {
  AccessTally tally;
  Operands<IndexDomain> x;
  for (std::size_t i = 0; i < types.operands.size(); ++i) {
    const CheckedOperand checked(types.operands[i].shape, i, tally);
    switch (types.operands[i].element) {
      case ElementType::float32: x.values.push_back(checked); break;
      case ElementType::int64: x.indices.emplace_back(checked, index); break;
      case ElementType::boolean: x.masks.push_back(checked); break;
    }
  }
  const Shape& result = types.result.shape;
  const CheckedResult out(result, tally);
  const bool mask = types.result.element == ElementType::boolean;
  const auto target = mask ? Target<IndexDomain>(std::in_place_index<1>, out)
                           : Target<IndexDomain>(std::in_place_index<0>, out);
  constexpr std::int64_t threads = 3;
  for (std::int64_t thread = 0; thread < threads; ++thread) {
    define(IndexDomain{}, op, attributes, pass, Part{thread, threads}, x, target);
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
  const std::int64_t length = x[indexed_axis(attributes, x)];
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

/// The element type a kernel is promised for an operand of this kind.
ElementType declared_element(OperandKind kind, ElementType given) {
  switch (kind) {
    case OperandKind::index:
    case OperandKind::counter: return ElementType::int64;
    case OperandKind::mask: return ElementType::boolean;
    case OperandKind::value_or_mask:
      return given == ElementType::boolean ? ElementType::boolean : ElementType::float32;
    case OperandKind::value: break;
  }
  return ElementType::float32;
}

}  // namespace

IndexReport check_index(Op op, const Attributes& attributes, Pass pass,
                        std::span<const TensorType> operands, const IndexBudget& budget) {
  const auto result = infer(operation(op), attributes, operands);
  if (!result) return {Outcome::failed, 0, result.error().text()};
  const PassTypes types = types_of(pass, operands, *result);
  const auto work = work_of(operation(op), attributes, pass, operands, *result);
  if (!work || !affordable(*work, types.result.shape, budget)) {
    return {Outcome::undecided, 0, budget_text(work, types.result.shape, budget)};
  }
  IndexReport out{Outcome::passed, 0, {}};
  const Shape& indexed = operands.empty() ? result->shape : operands[0].shape;
  for (const std::int64_t index : index_cases(op, attributes, indexed)) {
    if (auto fault = enumerate(op, attributes, pass, types, index, out.accesses)) {
      return {Outcome::failed, out.accesses, std::string(operation(op).name) + " " + *fault};
    }
  }
  out.detail = std::to_string(out.accesses) + " accesses enumerated";
  return out;
}

IndexReport check_layout(Op op, Pass pass, std::span<const TensorType> operands,
                         const TensorType& result) {
  IndexReport out{Outcome::passed, 0, {}};
  const PassTypes types = types_of(pass, operands, result);
  for (std::size_t i = 0; i < types.operands.size(); ++i) {
    const bool own = i < operands.size();
    const auto declared =
        own ? declared_element(operation(op).operand(i).kind, types.operands[i].element)
            : ElementType::float32;
    if (auto fault = buffer_fault(types.operands[i], declared)) {
      return {Outcome::failed, 0, "operand " + std::to_string(i) + ": " + *fault};
    }
  }
  const bool mask = pass.is_forward() && operation(op).gives_mask;
  if (auto fault = buffer_fault(types.result, mask ? ElementType::boolean : ElementType::float32)) {
    return {Outcome::failed, 0, "the result: " + *fault};
  }
  out.accesses = static_cast<std::int64_t>(types.operands.size()) + 1;
  out.detail = std::to_string(out.accesses) + " buffers";
  return out;
}

}  // namespace touchstone
