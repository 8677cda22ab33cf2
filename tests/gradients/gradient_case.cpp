#include "gradient_case.h"

#include <algorithm>
#include <array>
#include <utility>

#include "touchstone/op/geometry.h"

namespace touchstone::gradients {

namespace {

/// Value operands that must be positive: operation, and number among its value operands.
constexpr std::array<std::pair<std::string_view, std::size_t>, 5> positive_operands{
    {{"batch_norm", 4}, {"log", 0}, {"pow", 0}, {"rsqrt", 0}, {"sqrt", 0}}};

/// Operations that multiply exponentials of their inputs: at wide inputs the result would drown
/// what is added to it, in the difference of two results.
constexpr std::array<std::string_view, 1> narrow_operations{"selective_scan"};

bool must_be_positive(std::string_view operation, std::size_t value) {
  return std::find(positive_operands.begin(), positive_operands.end(),
                   std::pair{operation, value}) != positive_operands.end();
}

Numbers draw_numbers(Draw& draw, const Shape& shape, double least, double most, bool positive) {
  Numbers out;
  for (std::int64_t i = 0; i < shape.element_count(); ++i) {
    const double magnitude = draw.real(least, most);
    out.emplace_back(positive || draw.coin() ? magnitude : -magnitude);
  }
  return out;
}

/// Half of the masks hold anywhere with even chance, the others mostly.
std::vector<Truth> draw_mask(Draw& draw, const Shape& shape) {
  const std::int64_t sparsity = draw.any_of<std::int64_t>({2, 5});
  std::vector<Truth> out;
  for (std::int64_t i = 0; i < shape.element_count(); ++i) out.push_back({!draw.once_in(sparsity)});
  return out;
}

std::vector<std::int64_t> draw_indices(Draw& draw, const Shape& shape, std::int64_t length) {
  std::vector<std::int64_t> out;
  for (std::int64_t i = 0; i < shape.element_count(); ++i) {
    out.push_back(draw.between(-length, length - 1));
  }
  return out;
}

void draw_inputs(Draw& draw, GradientCase& drawn) {
  const bool narrow = std::find(narrow_operations.begin(), narrow_operations.end(),
                                drawn.operation->name) != narrow_operations.end();
  const bool wide = draw.once_in(5) && !narrow;
  const double least = wide ? 0x1p-6 : 0.25;
  const double most = wide ? 40 : 2;
  for (const TensorType& type : drawn.operands) {
    switch (type.element) {
      case ElementType::float32: {
        const bool positive = must_be_positive(drawn.operation->name, drawn.values.size());
        drawn.values.push_back(draw_numbers(draw, type.shape, least, most, positive));
        drawn.directions.push_back(draw_numbers(draw, type.shape, 0.5, 1.5, false));
        break;
      }
      case ElementType::int64: {
        const Shape& indexed = drawn.operands[0].shape;
        const std::int64_t length = indexed[indexed_axis(drawn.attributes, indexed)];
        drawn.indices.push_back(draw_indices(draw, type.shape, length));
        break;
      }
      case ElementType::boolean: drawn.masks.push_back(draw_mask(draw, type.shape)); break;
    }
  }
  drawn.cotangent = draw_numbers(draw, drawn.result.shape, 0.5, 1.5, false);
}

}  // namespace

std::vector<Shape> GradientCase::shapes(ElementType element) const {
  std::vector<Shape> out;
  for (const TensorType& type : operands) {
    if (type.element == element) out.push_back(type.shape);
  }
  return out;
}

std::string GradientCase::text() const {
  std::string out = std::string(operation->name) + " case " + std::to_string(number) + ": " +
                    attributes.summary() + " (";
  for (std::size_t i = 0; i < operands.size(); ++i) {
    out += (i == 0 ? "" : ", ") + operands[i].text();
  }
  return out + ") -> " + result.text();
}

Result<GradientCase> draw_case(const Operation& operation, const Chooser& chooser,
                               std::int64_t number) {
  Draw draw(operation.name, number);
  const Choice choice = chooser.draw(draw);
  GradientCase out;
  out.operation = &operation;
  out.number = number;
  out.operands = choice.operands;
  auto attributes = complete(operation, choice.attributes);
  if (!attributes) return attributes.error();
  out.attributes = *attributes;
  auto result = infer(operation, out.attributes, out.operands);
  if (!result) return result.error();
  out.result = *result;
  draw_inputs(draw, out);
  return out;
}

}  // namespace touchstone::gradients
