#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"
#include "touchstone/core/checked.h"

namespace touchstone::onnx_reading {

namespace {

/// An equation without ellipses or repeated letters in one term: a letter per axis.
struct Equation {
  std::vector<std::string> terms;
  std::string result;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool repeats(const std::string& term) {
  return std::ranges::any_of(term, [&](char c) { return std::ranges::count(term, c) > 1; });
}

/// What the result is where the equation does not say: the letters that stand once, in order.
std::string implied_result(const std::vector<std::string>& terms) {
  std::map<char, int> uses;
  for (const std::string& term : terms) {
    for (const char letter : term) ++uses[letter];
  }
  std::string out;
  for (const auto& [letter, count] : uses) {
    if (count == 1) out += letter;
  }
  return out;
}

Result<Equation> parsed(const std::string& text, std::size_t inputs) {
  if (text.find('.') != std::string::npos) {
    return unavailable({}, "attribute 'equation' has an ellipsis, which is not supported");
  }
  std::string plain;
  std::ranges::copy_if(text, std::back_inserter(plain), [](char c) { return c != ' '; });
  const std::size_t arrow = plain.find("->");
  std::string left = plain.substr(0, arrow);
  Equation out;
  for (std::size_t comma = left.find(','); comma != std::string::npos; comma = left.find(',')) {
    out.terms.push_back(left.substr(0, comma));
    left.erase(0, comma + 1);
    if (out.terms.size() > inputs) break;
  }
  out.terms.push_back(left);
  out.result = arrow == std::string::npos ? implied_result(out.terms) : plain.substr(arrow + 2);
  std::string all = out.result;
  for (const std::string& term : out.terms) all += term;
  if (!std::ranges::all_of(all, is_letter)) {
    return unreadable({}, "attribute 'equation' = \"" + printable(text) + "\" is not an equation");
  }
  if (out.terms.size() != inputs) {
    return unreadable({}, "attribute 'equation' has " + std::to_string(out.terms.size()) +
                              " terms, but it has " + std::to_string(inputs) + " inputs");
  }
  if (std::ranges::any_of(out.terms, repeats)) {
    return unavailable({},
                       "attribute 'equation' repeats a letter in one term, which takes a "
                       "diagonal and is not supported");
  }
  if (repeats(out.result)) return unreadable({}, "attribute 'equation' repeats a result's letter");
  return out;
}

using Lengths = std::map<char, std::int64_t>;

Result<Lengths> lengths_of(const OnnxNode& node, const Equation& equation) {
  Lengths out;
  for (std::size_t i = 0; i < equation.terms.size(); ++i) {
    const Shape& shape = node.shape(i);
    const std::string& term = equation.terms[i];
    if (term.size() != shape.rank()) {
      return unreadable(
          {},
          "term '" + term + "' of attribute 'equation' does not name the axes of " + shape.text());
    }
    for (std::size_t axis = 0; axis < term.size(); ++axis) {
      const auto [at, added] = out.emplace(term[axis], shape[axis]);
      if (added || at->second == shape[axis]) continue;
      return unreadable({}, std::string("letter '") + term[axis] +
                                "' of attribute 'equation' stands for axes of lengths " +
                                std::to_string(at->second) + " and " + std::to_string(shape[axis]));
    }
  }
  for (const char letter : equation.result) {
    if (out.contains(letter)) continue;
    return unreadable({}, std::string("letter '") + letter + "' of the result is in no term");
  }
  return out;
}

/// A value whose axes are letters.
struct Term {
  ValueId value{};
  std::string letters;
};

Term summed(Composition& composition, std::string_view name, Term term, const std::string& kept) {
  Integers axes;
  std::string letters;
  for (std::size_t axis = 0; axis < term.letters.size(); ++axis) {
    if (kept.find(term.letters[axis]) == std::string::npos) {
      axes.push_back(static_cast<std::int64_t>(axis));
    } else {
      letters += term.letters[axis];
    }
  }
  if (axes.empty()) return term;
  return {composition.part(name, Op::reduce_sum, {term.value},
                           {{"axes", std::move(axes)}, {"keepdims", false}}),
          letters};
}

Integers order_of(const std::string& from, const std::string& to) {
  Integers out;
  for (const char letter : to) out.push_back(static_cast<std::int64_t>(from.find(letter)));
  return out;
}

Term turned(Composition& composition, std::string_view name, const Term& term,
            const std::string& letters) {
  if (term.letters == letters) return term;
  return {composition.part(name, Op::permute, {term.value},
                           {{"axes", order_of(term.letters, letters)}}),
          letters};
}

/// The letters of `term` that stand in `other` and, or but not, in `result`.
std::string letters_where(const std::string& term, const std::string& other, bool in_other,
                          const std::string& result, bool in_result) {
  std::string out;
  for (const char letter : term) {
    const bool other_has = other.find(letter) != std::string::npos;
    const bool result_has = result.find(letter) != std::string::npos;
    if (other_has == in_other && result_has == in_result) out += letter;
  }
  return out;
}

std::optional<std::int64_t> size_of(const std::string& letters, const Lengths& lengths) {
  std::optional<std::int64_t> out = 1;
  for (const char letter : letters) out = out ? checked_mul(*out, lengths.at(letter)) : out;
  return out;
}

/// Two terms as a product of matrices, batched over the letters that both and the result have.
Result<void> contracted(OnnxNode& node, const Equation& equation, const Lengths& lengths) {
  const std::string& result = equation.result;
  Composition composition(node);
  Term a{node.input(0), equation.terms[0]};
  Term b{node.input(1), equation.terms[1]};
  a = summed(composition, "sum_A", a, equation.terms[1] + result);
  b = summed(composition, "sum_B", b, equation.terms[0] + result);
  const std::string batch = letters_where(a.letters, b.letters, true, result, true);
  const std::string inner = letters_where(a.letters, b.letters, true, result, false);
  const std::string rows = letters_where(a.letters, b.letters, false, result, true);
  const std::string columns = letters_where(b.letters, a.letters, false, result, true);
  const auto all = size_of(batch, lengths);
  const auto depth = size_of(inner, lengths);
  const auto height = size_of(rows, lengths);
  const auto width = size_of(columns, lengths);
  const std::string joined = batch + rows + columns;
  if (!all || !depth || !height || !width || joined.size() > max_rank) {
    return unavailable({}, "its result is too large");
  }
  a = turned(composition, "turned_A", a, batch + rows + inner);
  b = turned(composition, "turned_B", b, batch + inner + columns);
  const ValueId left = composition.reshaped("left", a.value, {*all, *height, *depth});
  const ValueId right = composition.reshaped("right", b.value, {*all, *depth, *width});
  // A product of single numbers is not a sum of one term: that would make −0 into +0.
  const ValueId product =
      composition.part("product", inner.empty() ? Op::mul : Op::matmul, {left, right});
  Integers extents;
  for (const char letter : joined) extents.push_back(lengths.at(letter));
  if (joined == result) {
    return composition.result(Op::reshape, {product}, {{"shape", std::move(extents)}});
  }
  const ValueId shaped = composition.reshaped("shaped", product, std::move(extents));
  return composition.result(Op::permute, {shaped}, {{"axes", order_of(joined, result)}});
}

Result<void> map_einsum(OnnxNode& node) {
  if (node.input_count() > 2) {
    return unavailable({}, "it has " + std::to_string(node.input_count()) +
                               " inputs; 1 and 2 are supported, since the order in which more are "
                               "contracted is the runtime's choice");
  }
  for (std::size_t i = 0; i < node.input_count(); ++i) {
    if (auto ok = node.require_float(i, std::to_string(i)); !ok) return ok;
  }
  const auto equation = parsed(node.attributes().text("equation"), node.input_count());
  if (!equation) return equation.error();
  const auto lengths = lengths_of(node, *equation);
  if (!lengths) return lengths.error();
  if (node.input_count() == 2) return contracted(node, *equation, *lengths);
  Composition composition(node);
  const Term rest =
      summed(composition, "sum", {node.input(0), equation->terms[0]}, equation->result);
  return composition.result(Op::permute, {rest.value},
                            {{"axes", order_of(rest.letters, equation->result)}});
}

}  // namespace

std::vector<OperatorForm> families::einsum() {
  using namespace forms;
  return {{"Einsum", 12, last, 1, any, 1, {required("equation", Kind::string)}, map_einsum}};
}

}  // namespace touchstone::onnx_reading
