#!/usr/bin/env python3
"""make_models.py FOLDER: writes small ONNX models, each with its inputs as MODEL.INPUT.npy.

They hold what the shared models do not: a batch normalisation whose epsilon shows, gather and slice
on floats, and every ONNX operator and form that is composed or read by a rule of its own. The same
bytes at every run.
"""

import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save


class Builder:
    """One model in the making: nodes that each give a model output under their own name."""

    def __init__(self, opset):
        self.opset = opset
        self.random = np.random.Generator(np.random.PCG64(20240229))
        self.nodes, self.parameters, self.inputs = [], [], {}

    def input(self, name, array):
        self.inputs[name] = array
        return name

    def floats(self, *shape):
        return self.random.uniform(-2, 2, shape).astype(np.float32)

    def parameter(self, array):
        name = f"parameter_{len(self.parameters)}"
        self.parameters.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def integers(self, *values):
        return self.parameter(np.array(values, np.int64))

    def node(self, name, operator, *inputs, **attributes):
        self.nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def write(self, folder, name):
        kinds = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.int64): TensorProto.INT64}
        graph = helper.make_graph(
            self.nodes, name,
            [helper.make_tensor_value_info(n, kinds[a.dtype], a.shape)
             for n, a in self.inputs.items()],
            [helper.make_tensor_value_info(n.output[0], TensorProto.FLOAT, None)
             for n in self.nodes if n.op_type not in ("Constant", "Shape", "Size")],
            self.parameters)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)],
                                  ir_version=7)
        save(model, folder / f"{name}.onnx")
        for n, array in self.inputs.items():
            np.save(folder / f"{name}.{n}.npy", array)


def batch_norm():
    """Variances from 1e-6 to 1e-4 around epsilon 1e-5, so that a wrong epsilon shows."""
    b = Builder(9)
    x = b.input("x", b.floats(2, 6, 5))
    matrix = b.input("matrix", b.floats(3, 6))
    variance = np.float32([1e-6, 3e-6, 1e-5, 2e-5, 5e-5, 1e-4])
    statistics = [b.parameter(v) for v in (b.floats(6), b.floats(6), b.floats(6), variance)]
    b.node("stated", "BatchNormalization", x, *statistics, epsilon=1e-5)
    b.node("defaulted", "BatchNormalization", x, *statistics)
    b.node("of_matrix", "BatchNormalization", matrix, *statistics, epsilon=3e-6)
    return b


def gather():
    b = Builder(13)
    x = b.input("x", b.floats(4, 5, 3))
    runtime = b.input("indices", np.int64([[0, -5, 4], [-1, 2, 2]]))
    b.node("runtime_indices", "Gather", x, runtime, axis=1)
    b.node("constant_indices", "Gather", x, b.integers(3, -4, 0, -1))
    b.node("last_axis", "Gather", x, b.integers(-1, 1), axis=-1)
    b.node("one_index", "Gather", x, b.parameter(np.int64(-2)), axis=1)
    return b


def slices():
    b = Builder(13)
    x = b.input("x", b.floats(7, 6, 5))
    lists = b.integers
    b.node("forward", "Slice", x, lists(1), lists(6), lists(0), lists(2))
    b.node("backward", "Slice", x, lists(-1, 4), lists(-100, 0), lists(0, 1), lists(-2, -1))
    b.node("whole_axis_backward", "Slice", x, lists(9), lists(-2**63), lists(-1), lists(-1))
    b.node("from_the_end", "Slice", x, lists(-3, -100), lists(2**63 - 1, -1))
    b.node("nothing", "Slice", x, lists(4), lists(4), lists(1))
    return b


def layout():
    b = Builder(13)
    x = b.input("x", b.floats(2, 1, 3, 4))
    y = b.input("y", b.floats(2, 5, 3, 4))
    b.node("transposed", "Transpose", x)
    b.node("permuted", "Transpose", x, perm=[2, 0, 3, 1])
    b.node("concatenated", "Concat", y, x, y, axis=-3)
    b.node("flat", "Flatten", x, axis=-2)
    b.node("flat_row", "Flatten", x, axis=0)
    b.node("squeezed", "Squeeze", x, b.integers(1))
    b.node("unsqueezed", "Unsqueeze", x, b.integers(0, -1))
    b.node("expanded", "Expand", x, b.integers(5, 1, 4))
    b.node("same", "Identity", x)
    b.node("kept", "Dropout", x)
    b.node("cast", "Cast", x, to=TensorProto.FLOAT)
    b.node("reshaped", "Reshape", x, b.integers(0, -1, 2))
    b.node("extents", "Shape", x)
    b.node("as_it_was", "Reshape", "reshaped", "extents")
    b.node("filled", "ConstantOfShape", "extents",
           value=helper.make_tensor("", TensorProto.FLOAT, [1], [-0.75]))
    b.node("zeros", "ConstantOfShape", "extents")
    b.node("difference", "Sub", x, y)
    b.node("rectified", "Relu", "difference")
    return b


def products():
    b = Builder(11)
    x = b.input("x", b.floats(3, 4))
    vector = b.input("vector", b.floats(4))
    weight, turned, bias = (b.parameter(b.floats(*s)) for s in ((4, 5), (5, 4), (5,)))
    b.node("gemm", "Gemm", x, weight, bias)
    b.node("gemm_without_bias", "Gemm", x, weight)
    b.node("gemm_scaled", "Gemm", x, turned, bias, alpha=0.3, beta=1.7, transB=1)
    b.node("gemm_scaled_without_bias", "Gemm", x, turned, alpha=-2.5, transB=1)
    b.node("gemm_transposed", "Gemm", "gemm", x, transA=1)
    b.node("linear_transposed", "Gemm", "gemm_transposed", b.parameter(b.floats(2, 5)),
           b.parameter(b.floats(2)), transA=1, transB=1)
    b.node("vector_matrix", "MatMul", vector, weight)
    b.node("matrix_vector", "MatMul", x, vector)
    b.node("vector_vector", "MatMul", vector, vector)
    b.node("batched", "MatMul", b.parameter(b.floats(2, 1, 3, 4)), b.parameter(b.floats(6, 4, 2)))
    return b


def convolutions():
    b = Builder(11)
    line, image, volume = (b.input(n, b.floats(*s)) for n, s in (
        ("line", (2, 3, 11)), ("image", (1, 4, 9, 8)), ("volume", (1, 2, 5, 4, 6))))
    def weight(*shape):
        return b.parameter(b.floats(*shape))
    b.node("conv_1d", "Conv", line, weight(5, 3, 3), weight(5), pads=[2, 1], strides=[2])
    b.node("conv_grouped", "Conv", image, weight(6, 2, 3, 2), weight(6), group=2,
           dilations=[2, 3], pads=[1, 0, 3, 2])
    b.node("conv_same_upper", "Conv", image, weight(2, 4, 4, 3), auto_pad="SAME_UPPER",
           strides=[2, 3])
    b.node("conv_same_lower", "Conv", image, weight(2, 4, 4, 3), auto_pad="SAME_LOWER")
    b.node("conv_3d", "Conv", volume, weight(3, 2, 2, 2, 3), weight(3), auto_pad="VALID",
           strides=[1, 2, 2])
    return b


def reductions():
    """Some rows are long enough for every rule of the canonical sum."""
    b = Builder(12)
    x = b.input("x", b.floats(3, 4, 5))
    row = b.input("row", b.floats(2, 9000))
    b.node("mean_all", "ReduceMean", x)
    b.node("mean_two", "ReduceMean", x, axes=[0, -1], keepdims=0)
    b.node("mean_long", "ReduceMean", row, axes=[1])
    b.node("softmax_of_matrix", "Softmax", x, axis=1)
    b.node("softmax_last", "Softmax", x, axis=-1)
    b.node("softmax_long", "Softmax", row)
    scaled = b.node("scaled", "Mul", x, b.parameter(np.float32(60)))
    b.node("softmax_steep", "Softmax", scaled, axis=2)
    return b


def softmax_axis():
    """From opset 13 on one axis alone is normalised."""
    b = Builder(13)
    x = b.input("x", b.floats(3, 4, 5))
    b.node("middle", "Softmax", x, axis=1)
    b.node("last", "Softmax", x)
    return b


MODELS = (batch_norm, gather, slices, layout, products, convolutions, reductions, softmax_axis)


def main(folder):
    Path(folder).mkdir(parents=True, exist_ok=True)
    for model in MODELS:
        model().write(Path(folder), model.__name__)


if __name__ == "__main__":
    main(*sys.argv[1:])
