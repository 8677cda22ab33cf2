#include <algorithm>

#include "class_shapes.h"
#include "shape_checks.h"
#include "words.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

Result<Shape> gather_shape(const Attributes& attributes, Shapes x) {
  const auto axis = checked_axis(attributes, x[0]);
  if (!axis) return axis.error();
  if (x[0][*axis] == 0 && x[1].element_count() > 0) {
    return refuse("operand x " + x[0].text() + " has nothing to choose along axis " +
                  std::to_string(*axis));
  }
  Extents out = extents_of(x[0]);
  const auto at = out.begin() + static_cast<std::ptrdiff_t>(*axis);
  const Extents chosen = extents_of(x[1]);
  out.insert(out.erase(at), chosen.begin(), chosen.end());
  return Shape::create(out);
}

Instances gather_classes(const Attributes& attributes) {
  const std::size_t rank = std::min(least_rank({attributes.integer("axis")}) + 1, max_rank - 1);
  Instances out;
  for (const Index& chosen : {Index{}, Index{3}, Index{2, 2}}) {
    if (rank - 1 + chosen.rank() > max_rank) continue;
    out.push_back({attributes, {values(small_extents(rank)), indices(chosen)}});
  }
  return out;
}

}  // namespace

std::vector<Operation> indexing() {
  return {
      {.op = Op::gather,
       .name = "gather",
       .formula = "x at the given indices along an axis",
       .operands = {{"x"}, {"indices", OperandKind::index}},
       .min_operands = 2,
       .attributes = {axis_spec(0, "axis that is indexed, negative from the end")},
       .shape_rule = gather_shape,
       .class_instances = gather_classes},
  };
}

}  // namespace touchstone::words
