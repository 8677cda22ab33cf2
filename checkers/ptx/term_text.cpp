#include "term_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>

#include "cone.h"
#include "operand_reading.h"

namespace touchstone::ptx {

namespace {

std::string_view name_of(TermKind kind) {
  switch (kind) {
    case TermKind::add: return "add";
    case TermKind::sub: return "sub";
    case TermKind::mul: return "mul";
    case TermKind::div: return "div";
    case TermKind::fma: return "fma";
    case TermKind::maximum: return "maximum";
    case TermKind::sqrt: return "sqrt";
    case TermKind::exp: return "exp";
    case TermKind::neg: return "neg";
    case TermKind::abs: return "abs";
    case TermKind::minimum: return "minimum";
    case TermKind::pow: return "pow";
    case TermKind::log: return "log";
    case TermKind::sin: return "sin";
    case TermKind::cos: return "cos";
    case TermKind::tanh: return "tanh";
    case TermKind::erf: return "erf";
    case TermKind::sigmoid: return "sigmoid";
    case TermKind::softplus: return "softplus";
    case TermKind::silu: return "silu";
    case TermKind::gelu: return "gelu";
    case TermKind::rsqrt: return "rsqrt";
    case TermKind::equal: return "equal";
    case TermKind::less: return "less";
    case TermKind::exceeds: return "exceeds";
    case TermKind::both: return "both";
    case TermKind::either: return "either";
    case TermKind::opposite: return "not";
    case TermKind::select: return "select";
    case TermKind::pair: return "pair";
    default: return "?";
  }
}

std::string hexadecimal(std::uint64_t bits) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), bits, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

std::string number_text(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  if (value != value) return "NaN";
  if (value == 0) return std::signbit(value) ? "-0" : "+0";
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

std::string input_text(const TermNode& node) {
  constexpr std::string_view letters = "xyzw";
  std::string name = node.a < letters.size() ? std::string(1, letters[node.a])
                                             : "operand" + std::to_string(node.a);
  return name + "[" + std::to_string(node.b) + "]";
}

class Printer {
 public:
  Printer(const Symbols& symbols, const TermTextStyle& style) : symbols_(symbols), style_(style) {}

  void print(TermId term, std::size_t depth, bool as_number) {
    if (const std::string* const name = style_.name ? style_.name(term) : nullptr) {
      out_ += *name;
      return;
    }
    const TermNode& node = symbols_.arena().nodes()[term];
    switch (node.kind) {
      case TermKind::constant:
        out_ += as_number ? number_text(node.a) : hexadecimal(node.a);
        return;
      case TermKind::wide: out_ += hexadecimal(std::uint64_t{node.b} << 32U | node.a); return;
      case TermKind::truth: out_ += node.a != 0 ? "true" : "false"; return;
      case TermKind::input: out_ += input_text(node); return;
      default: break;
    }
    if (depth >= style_.depth || out_.size() >= style_.length) {
      out_ += "…";
      return;
    }
    print_call(node, depth, as_number);
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void print_call(const TermNode& node, std::size_t depth, bool as_number) {
    const bool applied = is_application(node.kind);
    const bool chooses = node.kind == TermKind::select || node.kind == TermKind::pair;
    out_ += applied ? text_of(symbols_.form(node)) : std::string(name_of(node.kind));
    out_ += "(";
    const OperandTerms parts = parts_of(symbols_, node);
    for (std::size_t i = 0; i < parts.count; ++i) {
      if (i > 0) out_ += ", ";
      const bool number =
          applied ? number_read(symbols_.form(node), i) == Type::f32 : !chooses || as_number;
      print(parts.ids[i], depth + 1, number);
    }
    out_ += ")";
  }

  const Symbols& symbols_;
  const TermTextStyle& style_;
  std::string out_;
};

}  // namespace

std::string term_text(const Symbols& symbols, TermId term, const TermTextStyle& style) {
  Printer printer(symbols, style);
  printer.print(term, 0, true);
  return printer.take();
}

}  // namespace touchstone::ptx
