#include <limits>
#include <string>
#include <vector>

#include "composition.h"
#include "operator_form.h"

/// Operators that give or read masks. The vocabulary compares values and selects by masks; the
/// logic of masks themselves is done, exactly, on the numbers 0 and 1.
namespace touchstone::onnx_reading {

namespace {

Result<void> require_mask(const OnnxNode& node, std::size_t i) {
  if (node.is_mask(i)) return {};
  return unreadable({}, "its input " + std::to_string(i) + " is " +
                            std::string(onnx_name(node.form(i))) + ", not BOOL");
}

/// Masks are equal where their numbers are.
Result<void> map_equal(OnnxNode& node) {
  if (!node.is_mask(0) || !node.is_mask(1)) return node.result(Op::equal, {}, node.inputs());
  Composition composition(node);
  const ValueId a = composition.numbers_of("A", node.input(0));
  const ValueId b = composition.numbers_of("B", node.input(1));
  return composition.result(Op::equal, {a, b});
}

/// Not of a mask: where its number is 0.
Result<void> negated(Composition& composition, ValueId mask) {
  const ValueId numbers = composition.numbers_of("numbers", mask);
  return composition.result(Op::equal, {numbers, composition.number("none", 0)});
}

Result<void> map_not(OnnxNode& node) {
  if (auto ok = require_mask(node, 0); !ok) return ok;
  Composition composition(node);
  return negated(composition, node.input(0));
}

/// What a mask and the numbers of another make: where the first holds the one, elsewhere the other.
struct Selected {
  ValueId where_first;
  ValueId elsewhere;
};

template <class Choose>
Result<void> combined(OnnxNode& node, Choose choose) {
  for (const std::size_t i : {0U, 1U}) {
    if (auto ok = require_mask(node, i); !ok) return ok;
  }
  Composition composition(node);
  const ValueId second = composition.numbers_of("B", node.input(1));
  const Selected selected = choose(composition, second);
  const ValueId numbers = composition.part(
      "numbers", Op::where, {node.input(0), selected.where_first, selected.elsewhere});
  return composition.mask_result(numbers);
}

Result<void> map_and(OnnxNode& node) {
  return combined(node, [](Composition& composition, ValueId second) {
    return Selected{second, composition.number("false", 0)};
  });
}

Result<void> map_or(OnnxNode& node) {
  return combined(node, [](Composition& composition, ValueId second) {
    return Selected{composition.number("true", 1), second};
  });
}

Result<void> map_xor(OnnxNode& node) {
  return combined(node, [](Composition& composition, ValueId second) {
    const ValueId one = composition.number("true", 1);
    return Selected{composition.part("not_B", Op::sub, {one, second}), second};
  });
}

/// Values that are masks are selected as numbers.
Result<void> map_where(OnnxNode& node) {
  if (auto ok = require_mask(node, 0); !ok) return ok;
  if (!node.is_mask(1) || !node.is_mask(2)) return node.result(Op::where, {}, node.inputs());
  Composition composition(node);
  const ValueId x = composition.numbers_of("X", node.input(1));
  const ValueId y = composition.numbers_of("Y", node.input(2));
  return composition.mask_result(composition.part("numbers", Op::where, {node.input(0), x, y}));
}

/// NaN alone is not equal to itself.
Result<void> map_is_nan(OnnxNode& node) {
  Composition composition(node);
  return negated(composition, composition.part("same", Op::equal, {node.input(0), node.input(0)}));
}

Result<void> map_is_inf(OnnxNode& node) {
  const auto positive = node.flag("detect_positive");
  if (!positive) return positive.error();
  const auto negative = node.flag("detect_negative");
  if (!negative) return negative.error();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Composition composition(node);
  const ValueId x = node.input(0);
  if (*positive && *negative) {
    const ValueId size = composition.part("abs", Op::abs, {x});
    return composition.result(Op::equal, {size, composition.number("infinity", infinity)});
  }
  if (!*positive && !*negative) {
    // Nothing is detected, and no value is less than −∞.
    return composition.result(Op::less, {x, composition.number("least", -infinity)});
  }
  return composition.result(Op::equal,
                            {x, composition.number("infinity", *positive ? infinity : -infinity)});
}

/// Keeps the entries on one side of a diagonal and makes the others 0.
Result<void> map_trilu(OnnxNode& node) {
  const auto upper = node.flag("upper");
  if (!upper) return upper.error();
  if (!node.is_mask(0)) {
    if (auto ok = node.require_float(0, "input"); !ok) return ok;
  }
  const Shape x = node.shape(0);
  if (x.rank() < 2) {
    return unreadable({}, "its input " + x.text() + " must have at least 2 axes");
  }
  std::int64_t k = 0;
  if (node.has_input(1)) {
    const auto given = node.integer(1, "k");
    if (!given) return given.error();
    k = *given;
  }
  const Shape matrix = Shape::of(x.extents().part(x.rank() - 2, 2));
  if (auto ok = node.admit_folded(matrix); !ok) return ok;
  std::vector<bool> kept;
  for (std::int64_t row = 0; row < matrix[0]; ++row) {
    for (std::int64_t column = 0; column < matrix[1]; ++column) {
      kept.push_back(*upper ? column - row >= k : column - row <= k);
    }
  }
  Composition composition(node);
  const ValueId mask = composition.constant("kept", mask_tensor(matrix, kept));
  const bool masks = node.is_mask(0);
  const ValueId value = masks ? composition.numbers_of("numbers", node.input(0)) : node.input(0);
  const ValueId none = composition.number("none", 0);
  if (!masks) return composition.result(Op::where, {mask, value, none});
  return composition.mask_result(composition.part("selected", Op::where, {mask, value, none}));
}

}  // namespace

std::vector<OperatorForm> families::logic() {
  using namespace forms;
  return {
      binary("And", first, map_and),
      binary("Equal", first, map_equal),
      binary("Greater", first, map_to<Op::greater>),
      binary("GreaterOrEqual", 12, map_to<Op::greater_equal>),
      {"IsInf",
       10,
       last,
       1,
       1,
       1,
       {integer("detect_negative", 1), integer("detect_positive", 1)},
       map_is_inf},
      unary("IsNaN", 9, map_is_nan),
      binary("Less", first, map_to<Op::less>),
      binary("LessOrEqual", 12, map_to<Op::less_equal>),
      unary("Not", first, map_not),
      binary("Or", first, map_or),
      {"Trilu", 14, last, 1, 2, 1, {integer("upper", 1)}, map_trilu},
      {"Where", 9, last, 3, 3, 1, {}, map_where},
      binary("Xor", first, map_xor),
  };
}

}  // namespace touchstone::onnx_reading
