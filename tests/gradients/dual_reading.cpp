#include <array>
#include <stdexcept>
#include <utility>

#include "dual_number.h"
#include "readings.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/memory_domain.h"
#include "turns.h"
#include "written_constants.h"

namespace touchstone::gradients {

namespace {

struct DualDomain : MemoryDomain<DualNumber, Truth> {
  [[nodiscard]] DualNumber constant(float x) const { return {meant_by(x), {}}; }
  [[nodiscard]] Truth truth(bool x) const { return {x}; }
  [[nodiscard]] DualNumber turn_cosine(std::int64_t k, std::int64_t n) const {
    return {turn(k, n).cosine, {}};
  }
  [[nodiscard]] DualNumber turn_sine(std::int64_t k, std::int64_t n) const {
    return {turn(k, n).sine, {}};
  }
};

using Forward = void (*)(const Use<DualDomain>&, const DualDomain::Out&);

/// The forward rule alone, so that no vjp is compiled at dual numbers.
template <Op op>
void forward(const Use<DualDomain>& use, const DualDomain::Out& out) {
  if constexpr (requires { Definition<op>::forward(use, out); }) {
    Definition<op>::forward(use, out);
  } else {
    throw std::logic_error("the derivative of a mask");
  }
}

template <std::size_t... ops>
constexpr std::array<Forward, sizeof...(ops)> forwards(std::index_sequence<ops...>) {
  return {&forward<static_cast<Op>(ops)>...};
}

}  // namespace

Numbers derivative_along(const GradientCase& at, std::size_t value) {
  std::vector<std::vector<DualNumber>> values(at.values.size());
  Operands<DualDomain> x;
  const std::vector<Shape> shapes = at.shapes(ElementType::float32);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = 0; j < at.values[i].size(); ++j) {
      values[i].push_back({at.values[i][j], i == value ? at.directions[i][j] : MpfrNumber()});
    }
    x.values.emplace_back(shapes[i], values[i].data());
  }
  const std::vector<Shape> indices = at.shapes(ElementType::int64);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    x.indices.emplace_back(indices[i], at.indices[i].data());
  }
  const std::vector<Shape> masks = at.shapes(ElementType::boolean);
  for (std::size_t i = 0; i < masks.size(); ++i) {
    x.masks.emplace_back(masks[i], at.masks[i].data());
  }

  std::vector<DualNumber> result(static_cast<std::size_t>(at.result.shape.element_count()));
  static constexpr auto by_op = forwards(std::make_index_sequence<op_count>());
  const DualDomain d;
  by_op[static_cast<std::size_t>(at.operation->op)](
      Use<DualDomain>{d, at.attributes, Part{}, x},
      DualDomain::Out(at.result.shape, result.data()));
  Numbers out;
  for (const DualNumber& number : result) out.push_back(number.tangent);
  return out;
}

}  // namespace touchstone::gradients
