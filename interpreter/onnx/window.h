#pragma once

#include "node.h"

/// Windows that slide over the spatial axes of convolutions and pooling, as their attributes say.
namespace touchstone::onnx_reading {

/// The padding before and after each spatial axis.
struct Pads {
  Integers begin;
  Integers end;
};

/// One entry per spatial axis.
struct Window {
  Integers kernel;
  Integers strides;
  Integers dilations;
};

/// The number of spatial axes of input 0, [batch, channels, 1 to 3 spatial axes].
[[nodiscard]] Result<std::size_t> spatial_axes_of(const OnnxNode& node);

/// A list attribute with one entry per spatial axis, `fallback` repeated where it is absent.
/// Errors (unreadable): another number of entries, an entry below `least`.
[[nodiscard]] Result<Integers> spatial_list(const OnnxNode& node, std::string_view name,
                                            std::size_t entries, std::int64_t fallback,
                                            std::int64_t least);

/// The window of an operator whose input 1 is [_, _, kernel…], which attribute 'kernel_shape' must
/// not contradict.
[[nodiscard]] Result<Window> window_of_weights(const OnnxNode& node);

/// The window of an operator whose attribute 'kernel_shape' says its kernel.
[[nodiscard]] Result<Window> window_of_attribute(const OnnxNode& node, std::size_t spatial);

/// The padding that attributes 'auto_pad' and 'pads' ask for, where the automatic one gives
/// ceil(length / stride) positions of a window over input 0.
[[nodiscard]] Result<Pads> pads_of(const OnnxNode& node, const Window& window);

/// Attribute 'auto_pad': NOTSET, VALID, SAME_UPPER or SAME_LOWER.
/// Errors (unreadable): another text; any but NOTSET beside attribute 'pads'.
[[nodiscard]] Result<std::string> auto_pad_of(const OnnxNode& node);

/// Attribute 'pads'.
[[nodiscard]] Result<Pads> explicit_pads(const OnnxNode& node, std::size_t spatial);

/// (kernel − 1) · dilation + 1, the positions one window spans; nothing where that overflows.
[[nodiscard]] std::optional<std::int64_t> reach_of(std::int64_t kernel, std::int64_t dilation);

}  // namespace touchstone::onnx_reading
