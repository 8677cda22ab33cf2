"""ONNX's operators on numpy arrays, floats in binary64: an evaluator of its own, which shares
nothing with the program under test. Written from the operators' descriptions in ONNX's
documentation; every attribute is the ONNX file's.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
from onnx import TensorProto, helper, numpy_helper


class Node(NamedTuple):
    operator: str
    inputs: list  # names, "" where an optional input is left out
    output: str
    attributes: dict
    opset: int


def read_node(proto, opset):
    attributes = {a.name: helper.get_attribute_value(a) for a in proto.attribute}
    for name, value in attributes.items():
        if hasattr(value, "raw_data"):
            attributes[name] = numpy_helper.to_array(value)
    return Node(proto.op_type, list(proto.input), proto.output[0], attributes, opset)


def evaluate(node, operands):
    """The node's first output. `operands`: arrays, None where an optional input is left out."""
    return _OPERATORS[node.operator](node, *operands)


def wide(array):
    """Floats in binary64, everything else as it is."""
    return array.astype(np.float64) if array.dtype == np.float32 else array


def convolution(node, x, weight):
    """Without the bias. One matrix product per position of the kernel."""
    spatial = x.ndim - 2
    kernel = weight.shape[2:]
    strides = node.attributes.get("strides", [1] * spatial)
    dilations = node.attributes.get("dilations", [1] * spatial)
    group = node.attributes.get("group", 1)
    begin, end = _pads(node, x.shape[2:], kernel, strides, dilations)
    padded = np.pad(x, [(0, 0), (0, 0), *zip(begin, end)])
    places = [(padded.shape[2 + s] - (kernel[s] - 1) * dilations[s] - 1) // strides[s] + 1
              for s in range(spatial)]
    channels, outputs = weight.shape[1], weight.shape[0] // group
    out = np.zeros((x.shape[0], weight.shape[0], *places))
    for position in product(*map(range, kernel)):
        window = padded[(slice(None), slice(None), *(
            slice(q * d, q * d + (n - 1) * s + 1, s)
            for q, d, n, s in zip(position, dilations, places, strides)))]
        for g in range(group):
            part = weight[(slice(g * outputs, (g + 1) * outputs), slice(None), *position)]
            x_part = window[:, g * channels:(g + 1) * channels]
            out[:, g * outputs:(g + 1) * outputs] += np.moveaxis(
                np.tensordot(part, x_part, axes=(1, 1)), 0, 1)
    return out


def _pads(node, lengths, kernel, strides, dilations):
    mode = node.attributes.get("auto_pad", b"NOTSET")
    count = len(lengths)
    if mode == b"NOTSET":
        pads = node.attributes.get("pads", [0] * (2 * count))
        return pads[:count], pads[count:]
    if mode == b"VALID":
        return [0] * count, [0] * count
    totals = [max((-(-length // s) - 1) * s + (k - 1) * d + 1 - length, 0)
              for length, k, s, d in zip(lengths, kernel, strides, dilations)]
    small = [total // 2 for total in totals]
    large = [total - half for total, half in zip(totals, small)]
    return (small, large) if mode == b"SAME_UPPER" else (large, small)


def _conv(node, x, weight, bias=None):
    out = convolution(node, x, weight)
    return out if bias is None else out + per_channel(bias, out.ndim)


def per_channel(vector, rank):
    return vector.reshape((1, -1) + (1,) * (rank - 2))


def gemm_factors(node, a, b):
    return (a.T if node.attributes.get("transA", 0) else a,
            b.T if node.attributes.get("transB", 0) else b)


def _gemm(node, a, b, c=None):
    left, right = gemm_factors(node, a, b)
    out = node.attributes.get("alpha", 1.0) * (left @ right)
    return out if c is None else out + node.attributes.get("beta", 1.0) * c


def epsilon(node):
    return float(np.float32(node.attributes.get("epsilon", np.float32(1e-5))))


def _batch_normalization(node, x, scale, bias, mean, variance):
    scale, bias, mean, variance = (per_channel(v, x.ndim) for v in (scale, bias, mean, variance))
    return (x - mean) / np.sqrt(variance + epsilon(node)) * scale + bias


def softmax_axes(node, rank):
    """Before opset 13 all axes from `axis` on are normalised together."""
    if node.opset >= 13:
        return (node.attributes.get("axis", -1) % rank,)
    return tuple(range(node.attributes.get("axis", 1) % rank, rank))


def _softmax(node, x):
    axes = softmax_axes(node, x.ndim)
    e = np.exp(x - x.max(axis=axes, keepdims=True))
    return e / e.sum(axis=axes, keepdims=True)


def mean_axes(node, x, axes=None):
    given = node.attributes.get("axes") if axes is None else list(axes)
    if not given:
        return () if node.attributes.get("noop_with_empty_axes", 0) else tuple(range(x.ndim))
    return tuple(axis % x.ndim for axis in given)


def _reduce_mean(node, x, axes=None):
    keepdims = bool(node.attributes.get("keepdims", 1))
    return x.mean(axis=mean_axes(node, x, axes), keepdims=keepdims)


def _relu(_, x):
    return np.where(x <= 0, 0.0, x)  # NaN stays, and -0 becomes +0


def _reshape(node, x, shape):
    zero_is_extent = node.attributes.get("allowzero", 0)
    target = [x.shape[i] if n == 0 and not zero_is_extent else n for i, n in enumerate(shape)]
    return x.reshape(target)


def _flatten(node, x):
    axis = node.attributes.get("axis", 1)
    axis += x.ndim if axis < 0 else 0
    return x.reshape(int(np.prod(x.shape[:axis], dtype=np.int64)), -1)


def _squeeze(node, x, axes=None):
    axes = node.attributes.get("axes") if axes is None else axes
    return x.squeeze() if axes is None else x.squeeze(tuple(int(a) for a in axes))


def _unsqueeze(node, x, axes=None):
    axes = node.attributes["axes"] if axes is None else axes
    return np.expand_dims(x, tuple(int(a) for a in axes))


def _slice(node, x, starts=None, ends=None, axes=None, steps=None):
    if starts is None:
        starts, ends = node.attributes["starts"], node.attributes["ends"]
        axes = node.attributes.get("axes")
    axes = range(len(starts)) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    for start, end, axis, step in zip(*(map(int, v) for v in (starts, ends, axes, steps))):
        length = x.shape[axis]
        start += length if start < 0 else 0
        end += length if end < 0 else 0
        low, high = (0, length) if step > 0 else (-1, length - 1)
        start = min(max(start, 0), high)
        x = np.take(x, np.arange(start, min(max(end, low), high), step), axis=axis)
    return x


def _gather(node, x, indices):
    axis = node.attributes.get("axis", 0)
    return np.take(x, np.where(indices < 0, indices + x.shape[axis], indices), axis=axis)


def _transpose(node, x):
    return x.transpose(node.attributes.get("perm", range(x.ndim)[::-1]))


def _constant(node):
    return np.asarray(next(iter(node.attributes.values())))


def _constant_of_shape(node, shape):
    value = node.attributes.get("value", np.zeros(1, np.float32))
    return np.full([int(n) for n in shape], value.reshape(()))


def _shape(node, x):
    return np.array(x.shape, np.int64)[node.attributes.get("start", 0):node.attributes.get("end")]


def _cast(node, x):
    kind = _CAST_TYPES[node.attributes["to"]]
    return x if kind == np.float32 else x.astype(kind)  # to FLOAT: of what is FLOAT already


_CAST_TYPES = {TensorProto.FLOAT: np.float32, TensorProto.INT32: np.int32,
               TensorProto.INT64: np.int64, TensorProto.BOOL: np.bool_}

_OPERATORS = {
    "Add": lambda _, x, y: x + y,
    "BatchNormalization": _batch_normalization,
    "Cast": _cast,
    "Concat": lambda node, *x: np.concatenate(x, axis=node.attributes["axis"]),
    "Constant": _constant,
    "ConstantOfShape": _constant_of_shape,
    "Conv": _conv,
    "Dropout": lambda _, x, *rest: x,
    "Expand": lambda _, x, shape: np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(shape))),
    "Flatten": _flatten,
    "Gather": _gather,
    "Gemm": _gemm,
    "Identity": lambda _, x: x,
    "MatMul": lambda _, a, b: a @ b,
    "Mul": lambda _, x, y: x * y,
    "ReduceMean": _reduce_mean,
    "Relu": _relu,
    "Reshape": _reshape,
    "Shape": _shape,
    "Size": lambda _, x: np.int64(x.size),
    "Slice": _slice,
    "Softmax": _softmax,
    "Squeeze": _squeeze,
    "Sub": lambda _, x, y: x - y,
    "Transpose": _transpose,
    "Unsqueeze": _unsqueeze,
}
