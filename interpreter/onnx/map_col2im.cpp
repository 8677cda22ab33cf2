#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"
#include "touchstone/core/checked.h"
#include "window.h"

namespace touchstone::onnx_reading {

namespace {

/// Blocks of `window.kernel` elements at `places` along each spatial axis of an image.
struct Blocks {
  Shape image;
  Window window;
  Pads pads;
  Shape places;
};

Result<Shape> image_shape(const OnnxNode& node, std::size_t input, std::string_view role) {
  const auto extents = node.integers(input, role);
  if (!extents) return extents.error();
  auto shape = Shape::create(*extents);
  if (!shape) return shape.error().inside("its input '" + std::string(role) + "'");
  if (shape->rank() >= 1 && shape->rank() <= 3 && shape->element_count() > 0) return shape;
  return unavailable({}, "its input '" + std::string(role) + "' is " + shape->text() +
                             "; 1 to 3 axes that are not empty are supported");
}

Result<Shape> places_of(const OnnxNode& node, const Blocks& blocks) {
  Integers out;
  for (std::size_t axis = 0; axis < blocks.image.rank(); ++axis) {
    const auto reach = reach_of(blocks.window.kernel[axis], blocks.window.dilations[axis]);
    const auto before = checked_add(blocks.image[axis], blocks.pads.begin[axis]);
    const auto padded = before ? checked_add(*before, blocks.pads.end[axis]) : std::nullopt;
    if (!reach || !padded || *padded < *reach) {
      return unreadable({}, "its blocks do not fit in its image " + blocks.image.text());
    }
    out.push_back((*padded - *reach) / blocks.window.strides[axis] + 1);
  }
  auto shape = Shape::create(out);
  if (!shape) return shape.error();
  const Shape& x = node.shape(0);
  if (x[2] == shape->element_count()) return shape;
  return unreadable({}, "its input " + x.text() + " has not " +
                            std::to_string(shape->element_count()) + " blocks");
}

Result<Blocks> blocks_of(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  if (x.rank() != 3) return unreadable({}, "its input " + x.text() + " must have 3 axes");
  auto image = image_shape(node, 1, "image_shape");
  if (!image) return image.error();
  const auto block = image_shape(node, 2, "block_shape");
  if (!block) return block.error();
  if (block->rank() != image->rank()) {
    return unreadable({}, "its image and its blocks have different numbers of axes");
  }
  if (x[1] % block->element_count() != 0) {
    return unreadable({}, "axis 1 of its input " + x.text() + " is not made of blocks of " +
                              std::to_string(block->element_count()));
  }
  const std::size_t spatial = image->rank();
  auto strides = spatial_list(node, "strides", spatial, 1, 1);
  if (!strides) return strides.error();
  auto dilations = spatial_list(node, "dilations", spatial, 1, 1);
  if (!dilations) return dilations.error();
  auto pads = explicit_pads(node, spatial);
  if (!pads) return pads.error();
  Blocks out{*image,
             {extents_of(*block), std::move(*strides), std::move(*dilations)},
             std::move(*pads),
             Shape()};
  auto places = places_of(node, out);
  if (!places) return places.error();
  out.places = *places;
  return out;
}

/// The element `number` of a shape, in row-major order.
Index unravelled(std::int64_t number, const Shape& shape) {
  Index out = Index::zeros(shape.rank());
  for (std::size_t axis = shape.rank(); axis-- > 0; number /= shape[axis]) {
    out[axis] = number % shape[axis];
  }
  return out;
}

/// Where element `in_block` of the block at `place` lies in the image, or nothing in the padding.
std::optional<std::int64_t> target_of(const Blocks& blocks, const Index& in_block,
                                      const Index& place) {
  const Index strides = blocks.image.strides();
  std::int64_t out = 0;
  for (std::size_t axis = 0; axis < blocks.image.rank(); ++axis) {
    const std::int64_t at = place[axis] * blocks.window.strides[axis] +
                            in_block[axis] * blocks.window.dilations[axis] -
                            blocks.pads.begin[axis];
    if (at < 0 || at >= blocks.image[axis]) return std::nullopt;
    out += at * strides[axis];
  }
  return out;
}

/// Every element of a block is added to its place in the image, block element by block element and
/// each from the first block to the last.
Result<void> map_col2im(OnnxNode& node) {
  const auto blocks = blocks_of(node);
  if (!blocks) return blocks.error();
  const Shape x = node.shape(0);
  const Shape block = Shape::of(Index(blocks->window.kernel));
  const auto elements_of_item = Shape::create(Integers{block.element_count(), x[2]});
  if (!elements_of_item) return elements_of_item.error();
  if (auto ok = node.admit_folded(*elements_of_item); !ok) return ok;
  const std::int64_t columns = elements_of_item->element_count();
  Integers sources;
  Integers targets;
  for (std::int64_t i = 0; i < columns; ++i) {
    const auto target =
        target_of(*blocks, unravelled(i / x[2], block), unravelled(i % x[2], blocks->places));
    if (!target) continue;
    sources.push_back(i);
    targets.push_back(*target);
  }
  const std::int64_t channels = x[1] / block.element_count();
  const std::int64_t rows = x[0] * channels;
  const Attributes axis{{"axis", std::int64_t{1}}};
  Composition composition(node);
  const ValueId elements = composition.reshaped("rows", node.input(0), {rows, columns});
  const ValueId kept = composition.part(
      "kept", Op::gather, {elements, composition.constant("sources", list_tensor(sources))}, axis);
  const ValueId nothing =
      composition.part("nothing", Op::broadcast, {composition.number("zero", 0)},
                       {{"shape", Integers{rows, blocks->image.element_count()}}});
  const ValueId sums = composition.part(
      "sums", Op::scatter_add,
      {nothing, composition.constant("targets", list_tensor(targets)), kept}, axis);
  Integers extents{x[0], channels};
  for (const std::int64_t extent : extents_of(blocks->image)) extents.push_back(extent);
  return composition.result(Op::reshape, {sums}, {{"shape", std::move(extents)}});
}

}  // namespace

std::vector<OperatorForm> families::col2im() {
  using namespace forms;
  return {{"Col2Im",
           18,
           last,
           3,
           3,
           1,
           {optional("dilations", Kind::ints), optional("pads", Kind::ints),
            optional("strides", Kind::ints)},
           map_col2im}};
}

}  // namespace touchstone::onnx_reading
