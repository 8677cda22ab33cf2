#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

namespace touchstone::onnx_reading {

namespace {

/// What a DFT transforms: `length` elements along `axis`, each a real or a complex number.
struct Transform {
  std::size_t axis = 0;
  std::int64_t length = 0;
  bool complex = false;
  bool inverse = false;
  bool onesided = false;
};

/// The axis is an attribute before opset 20, the third input since.
Result<std::size_t> transformed_axis(const OnnxNode& node) {
  const std::size_t rank = node.shape(0).rank();
  std::int64_t given = -2;
  if (node.attributes().contains("axis")) given = node.attributes().integer("axis");
  if (node.has_input(2)) {
    const auto input = node.integer(2, "axis");
    if (!input) return input.error();
    given = *input;
  }
  const auto axis = axis_in(given, rank, true);
  if (!axis) return axis.error();
  if (std::cmp_less(*axis + 1, rank)) return static_cast<std::size_t>(*axis);
  return unreadable({}, "axis " + std::to_string(given) + " holds the parts of complex numbers");
}

Result<Transform> transform_of(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  if (x.rank() < 2 || (x[x.rank() - 1] != 1 && x[x.rank() - 1] != 2)) {
    return unreadable(
        {}, "its input " + x.text() + " must have a last axis of length 1, real, or 2, complex");
  }
  const auto axis = transformed_axis(node);
  if (!axis) return axis.error();
  Transform out{*axis, x[*axis], x[x.rank() - 1] == 2};
  if (node.has_input(1)) {
    const auto length = node.integer(1, "dft_length");
    if (!length) return length.error();
    out.length = *length;
  }
  const auto inverse = node.flag("inverse");
  if (!inverse) return inverse.error();
  const auto onesided = node.flag("onesided");
  if (!onesided) return onesided.error();
  out.inverse = *inverse;
  out.onesided = *onesided;
  if (out.length < 1) {
    return unreadable({}, "it transforms " + std::to_string(out.length) + " elements");
  }
  if (out.onesided && (out.complex || out.inverse)) {
    return unavailable({},
                       "attribute 'onesided' is supported for the forward transform of real "
                       "numbers only");
  }
  return out;
}

/// The input with `length` elements along the axis: its first ones, or followed by zeros.
ValueId fitted(Composition& composition, const OnnxNode& node, const Transform& transform) {
  const Shape& x = node.shape(0);
  const std::int64_t had = x[transform.axis];
  if (had == transform.length) return node.input(0);
  if (had > transform.length) {
    return composition.part("fitted", Op::slice, {node.input(0)},
                            {{"axes", Integers{static_cast<std::int64_t>(transform.axis)}},
                             {"counts", Integers{transform.length}},
                             {"starts", Integers{0}},
                             {"steps", Integers{1}}});
  }
  Integers added(x.rank(), 0);
  added[transform.axis] = transform.length - had;
  return composition.part("fitted", Op::pad, {node.input(0)},
                          {{"pads_begin", Integers(x.rank(), 0)}, {"pads_end", std::move(added)}});
}

/// The axes with the transformed one moved to the last but one place.
Integers moved_order(std::size_t rank, std::size_t axis) {
  Integers out(rank);
  std::iota(out.begin(), out.end(), 0);
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(axis));
  out.insert(out.end() - 1, static_cast<std::int64_t>(axis));
  return out;
}

Integers inverse_order(const Integers& order) {
  Integers out(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    out[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  }
  return out;
}

Tensor pair_of(float real, float imaginary) {
  const std::vector<float> values{real, imaginary};
  return Tensor::of(Shape::of({2}), values);
}

/// The whole spectrum [rows, length, 2] of real rows [rows, length]: the half that rfft gives, then
/// its mirror image, conjugated.
ValueId spectrum(Composition& composition, const std::string& name, ValueId rows,
                 std::int64_t length) {
  const ValueId half = composition.part(name + "_half", Op::rfft, {rows});
  Integers mirrored;
  for (std::int64_t k = length / 2 + 1; k < length; ++k) mirrored.push_back(length - k);
  if (mirrored.empty()) return half;
  const Attributes axis{{"axis", std::int64_t{1}}};
  const ValueId indices = composition.constant(name + "_mirror", list_tensor(mirrored));
  const ValueId other = composition.part(name + "_other", Op::gather, {half, indices}, axis);
  const ValueId signs = composition.constant(name + "_signs", pair_of(1, -1));
  const ValueId conjugate = composition.part(name + "_conjugate", Op::mul, {other, signs});
  return composition.part(name, Op::concat, {half, conjugate}, axis);
}

/// Real or imaginary parts of [rows, length, 2], as [rows, length].
ValueId part_of(Composition& composition, const std::string& name, ValueId value, std::int64_t part,
                std::int64_t rows, std::int64_t length) {
  const ValueId column = composition.part(name + "_column", Op::slice, {value},
                                          {{"axes", Integers{2}},
                                           {"counts", Integers{1}},
                                           {"starts", Integers{part}},
                                           {"steps", Integers{1}}});
  return composition.reshaped(name, column, {rows, length});
}

/// By linearity: the spectrum of the real parts plus i times that of the imaginary parts.
ValueId complex_spectrum(Composition& composition, ValueId value, std::int64_t rows,
                         std::int64_t length) {
  const ValueId real = part_of(composition, "real", value, 0, rows, length);
  const ValueId imaginary = part_of(composition, "imaginary", value, 1, rows, length);
  const ValueId of_real = spectrum(composition, "spectrum_of_real", real, length);
  const ValueId of_imaginary = spectrum(composition, "spectrum_of_imaginary", imaginary, length);
  const ValueId swap = composition.constant("swap", list_tensor(Integers{1, 0}));
  const ValueId swapped =
      composition.part("swapped", Op::gather, {of_imaginary, swap}, {{"axis", std::int64_t{2}}});
  const ValueId turned =
      composition.part("turned", Op::mul, {swapped, composition.constant("turn", pair_of(-1, 1))});
  return composition.part("spectrum", Op::add, {of_real, turned});
}

/// The transform of [rows, length, 1 or 2]. The inverse one is the conjugate of that of the
/// conjugate, divided by the length.
ValueId transformed(Composition& composition, ValueId value, const Transform& transform,
                    std::int64_t rows) {
  const std::int64_t length = transform.length;
  if (!transform.complex) {
    const ValueId real = composition.reshaped("real", value, {rows, length});
    value = transform.onesided ? composition.part("spectrum", Op::rfft, {real})
                               : spectrum(composition, "spectrum", real, length);
  } else {
    if (transform.inverse) {
      const ValueId signs = composition.constant("signs", pair_of(1, -1));
      value = composition.part("conjugated", Op::mul, {value, signs});
    }
    value = complex_spectrum(composition, value, rows, length);
  }
  if (!transform.inverse) return value;
  const auto count = static_cast<float>(length);
  return composition.part("inverse", Op::div,
                          {value, composition.constant("count", pair_of(count, -count))});
}

Result<void> map_dft(OnnxNode& node) {
  const auto transform = transform_of(node);
  if (!transform) return transform.error();
  // The mirrored half is chosen by positions that are listed now.
  if (!transform->onesided) {
    if (auto ok = node.admit_folded_work(transform->length); !ok) return ok;
  }
  const Shape x = node.shape(0);
  const Integers order = moved_order(x.rank(), transform->axis);
  const bool in_order = transform->axis + 2 == x.rank();
  Integers extents;
  for (const std::int64_t axis : order) extents.push_back(x[static_cast<std::size_t>(axis)]);
  extents.pop_back();
  extents.pop_back();
  const std::int64_t rows = Shape::of(Index(extents)).element_count();

  Composition composition(node);
  ValueId value = fitted(composition, node, *transform);
  if (!in_order) value = composition.part("moved", Op::permute, {value}, {{"axes", order}});
  value =
      composition.reshaped("rows", value, {rows, transform->length, transform->complex ? 2 : 1});
  value = transformed(composition, value, *transform, rows);
  extents.push_back(transform->onesided ? transform->length / 2 + 1 : transform->length);
  extents.push_back(2);
  if (in_order) return composition.result(Op::reshape, {value}, {{"shape", std::move(extents)}});
  value = composition.reshaped("unmoved", value, std::move(extents));
  return composition.result(Op::permute, {value}, {{"axes", inverse_order(order)}});
}

/// The frames of a short-time transform.
struct Frames {
  std::int64_t step = 0;
  std::int64_t length = 0;
  std::int64_t count = 0;
};

/// The frame's length is that of the window, or an input, which must agree.
Result<Frames> frames_of(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  if (x.rank() != 3 || (x[2] != 1 && x[2] != 2)) {
    return unreadable({}, "its input 'signal' " + x.text() + " is not [batch, length, 1 or 2]");
  }
  const auto step = node.integer(1, "frame_step");
  if (!step) return step.error();
  Frames out{*step, x[1], 0};
  if (node.has_input(2)) {
    if (node.shape(2).rank() != 1) {
      return unreadable({}, "its input 'window' " + node.shape(2).text() + " must have one axis");
    }
    out.length = node.shape(2)[0];
  }
  if (node.has_input(3)) {
    const auto length = node.integer(3, "frame_length");
    if (!length) return length.error();
    if (node.has_input(2) && *length != out.length) {
      return unreadable({}, "its input 'frame_length' contradicts its input 'window'");
    }
    out.length = *length;
  }
  if (out.step < 1 || out.length < 1 || out.length > x[1]) {
    return unreadable({}, "frames of length " + std::to_string(out.length) + " every " +
                              std::to_string(out.step) + " elements do not fit in " + x.text());
  }
  out.count = (x[1] - out.length) / out.step + 1;
  return out;
}

/// Frames are gathered at positions that are known now, and multiplied by the window.
Result<void> map_stft(OnnxNode& node) {
  const auto frames = frames_of(node);
  if (!frames) return frames.error();
  const auto onesided = node.flag("onesided");
  if (!onesided) return onesided.error();
  const Shape x = node.shape(0);
  const Transform transform{1, frames->length, x[2] == 2, false, *onesided};
  if (transform.complex && transform.onesided) {
    return unavailable({}, "attribute 'onesided' is supported for real numbers only");
  }
  const auto shape = Shape::create(Integers{frames->count, frames->length});
  if (!shape) return shape.error();
  if (auto ok = node.admit_folded(*shape); !ok) return ok;
  Integers positions;
  for (std::int64_t frame = 0; frame < frames->count; ++frame) {
    for (std::int64_t i = 0; i < frames->length; ++i) positions.push_back(frame * frames->step + i);
  }
  Composition composition(node);
  const ValueId indices = composition.constant("positions", Tensor::of(*shape, positions));
  ValueId value =
      composition.part("frames", Op::gather, {node.input(0), indices}, {{"axis", std::int64_t{1}}});
  if (node.has_input(2)) {
    const ValueId window = composition.reshaped("window", node.input(2), {frames->length, 1});
    value = composition.part("windowed", Op::mul, {value, window});
  }
  const std::int64_t rows = x[0] * frames->count;
  value = composition.reshaped("rows", value, {rows, frames->length, x[2]});
  value = transformed(composition, value, transform, rows);
  const std::int64_t bins = *onesided ? frames->length / 2 + 1 : frames->length;
  return composition.result(Op::reshape, {value},
                            {{"shape", Integers{x[0], frames->count, bins, 2}}});
}

}  // namespace

std::vector<OperatorForm> families::fourier() {
  using namespace forms;
  const std::vector<AttributeForm> sides{integer("inverse", 0), integer("onesided", 0)};
  return {
      {"DFT", 17, 19, 1, 2, 1, {integer("axis", 1), sides[0], sides[1]}, map_dft},
      {"DFT", 20, last, 1, 3, 1, sides, map_dft},
      {"STFT", 17, last, 2, 4, 1, {integer("onesided", 1)}, map_stft},
  };
}

}  // namespace touchstone::onnx_reading
