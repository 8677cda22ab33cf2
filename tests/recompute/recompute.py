#!/usr/bin/env python3
"""recompute.py MODEL.onnx TRACE: recomputes every node of a trace in binary64.

The ONNX file is read with python3-onnx, and each node is computed with numpy from the binary32
operands that the trace recorded, found under the names that the ONNX file gives them. Operator,
wiring and attributes are the ONNX file's, never the trace's; of the trace's nodes only their output
names, and their op for the report, are used. Where one ONNX node became several, each has the
formula of its part. An output may differ from the recomputed one by the operation's own rounding
bound (rounding.py) and no more. What ONNX computes on integers has no trace node; a float node
without one is a fault.

Prints per op the number of nodes and elements and the median and largest error / bound, and the
end-to-end error against ONNX's model in binary64, which is reported and not judged.

Exit status: 0 all within their bounds; 1 not, with the nodes' names; 2 nothing was checked.
"""

import hashlib
import re
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
from onnx import numpy_helper

import operators
import rounding
from operators import Node, wide
from trace import read_trace


class Checked(NamedTuple):
    op: str
    name: str
    operands: list
    ratios: np.ndarray  # error / bound, per element; infinite where nothing would be allowed
    fault: str  # empty where every element is within its bound


class Model:
    """The ONNX file: its nodes in order, parameters by name, output names."""

    def __init__(self, file):
        proto = onnx.load(str(file))
        opset = next(o.version for o in proto.opset_import if o.domain in ("", "ai.onnx"))
        self.nodes = [operators.read_node(node, opset) for node in proto.graph.node]
        self.parameters = {t.name: numpy_helper.to_array(t) for t in proto.graph.initializer}
        self.inputs = [i.name for i in proto.graph.input if i.name not in self.parameters]
        self.outputs = [o.name for o in proto.graph.output]

    def forward(self, inputs):
        """Every value by name: floats in binary64, integers as they are."""
        values = {name: wide(array) for name, array in {**self.parameters, **inputs}.items()}
        for node in self.nodes:
            operands = [values[name] if name else None for name in node.inputs]
            values[node.output] = wide(np.asarray(operators.evaluate(node, operands)))
        return values


PARTS = "transA|transB|matmul|scaled_product|scaled_C|row|column|matrix|softmax"


def group_by_onnx_node(model, trace):
    """What each ONNX node became: by its output name, the trace's name of each part, "" for the
    node whose output is its own. And the names of the trace that no ONNX node explains.
    """
    outputs = {node.output for node in model.nodes}
    groups, unexplained = {}, []
    for node in trace.nodes:
        whole, part = node.output, ""
        if whole not in outputs:
            whole, _, rest = node.output.rpartition("/")
            match = re.fullmatch(f"({PARTS})(_[0-9]+)?", rest)
            if whole not in outputs or not match:
                unexplained.append(node.output)
                continue
            part = match[1]
        groups.setdefault(whole, {})[part] = node.output
    return groups, unexplained


def elementary(node, parts, exact):
    """The ONNX node as the elementary nodes that the trace has for it, by part."""
    def one(operator, inputs, **attributes):
        return Node(operator, inputs, "", attributes, node.opset)

    def reshape(source, shape):
        return one("Reshape", [source, np.array(shape, np.int64)], allowzero=1)

    out = {}
    if node.operator == "Gemm":
        a, b, c = (node.inputs + [""])[:3]
        out["transA"], out["transB"] = one("Transpose", [a]), one("Transpose", [b])
        if "matmul" in parts:
            alpha, beta = (np.float32(node.attributes.get(k, 1.0)) for k in ("alpha", "beta"))
            product = parts["matmul"]
            out["matmul"] = one("MatMul", [parts.get("transA", a), parts.get("transB", b)])
            out["scaled_product"] = one("Mul", [product, alpha])
            out["scaled_C"] = one("Mul", [c, beta])
            out[""] = one("Add", [parts.get("scaled_product", product),
                                  parts.get("scaled_C", c)]) if c else one("Mul", [product, alpha])
    elif node.operator == "MatMul" and "matmul" in parts:
        a, b = node.inputs
        out["row"] = reshape(a, [1, -1])
        out["column"] = reshape(b, [-1, 1])
        out["matmul"] = one("MatMul", [parts.get("row", a), parts.get("column", b)])
        out[""] = reshape(parts["matmul"], exact[node.output].shape)
    elif node.operator == "Softmax" and "softmax" in parts:
        x = exact[node.inputs[0]]
        columns = [x.shape[axis] for axis in operators.softmax_axes(node, x.ndim)]
        out["matrix"] = reshape(node.inputs[0], [-1, int(np.prod(columns))])
        out["softmax"] = one("Softmax", [parts["matrix"]], axis=1)
        out[""] = reshape(parts["softmax"], x.shape)
    out.setdefault("", node)
    return out


def operand(name, trace, exact):
    """What a node read: recorded floats; integers as ONNX's own arithmetic gives them."""
    if not isinstance(name, str):
        return name
    if not name:
        return None
    if name in trace.values:
        return trace.values[name]
    integers = exact.get(name)
    if integers is None or integers.dtype == np.float64:
        raise LookupError(f"the trace does not record '{name}'")
    return integers


def check_node(op, name, node, operands, output):
    with np.errstate(all="ignore"):
        operands = [None if x is None else wide(np.asarray(x)) for x in operands]
        expected = np.asarray(operators.evaluate(node, operands))
        if output.shape != expected.shape:
            return Checked(op, name, operands, np.array([np.inf]),
                           f"its shape is {list(output.shape)}, ONNX's {list(expected.shape)}")
        allowed = rounding.bound(node, operands, expected)
        ratios = same_bits(output, expected) if allowed is None else errors(
            output, expected, np.broadcast_to(allowed, expected.shape))
    if np.all(ratios <= 1):
        return Checked(op, name, operands, ratios, "")
    worst = np.unravel_index(np.argmax(ratios), ratios.shape)
    outside = np.count_nonzero(ratios > 1)
    return Checked(op, name, operands, ratios,
                   f"{outside} of {ratios.size} elements exceed their bound; the worst, "
                   f"{[int(i) for i in worst]}, is {output[worst]!r} for {expected[worst]!r}, "
                   f"{ratios[worst]:.4g} times its bound")


def same_bits(output, expected):
    def canonical(x):
        bits = np.ascontiguousarray(x, np.float32).view(np.uint32)
        return np.where(np.isnan(x), np.uint32(0x7FC00000), bits.reshape(x.shape))

    return np.where(canonical(output) == canonical(expected), 0.0, np.inf)


def errors(output, expected, allowed):
    """error / bound; 0 for equal values, infinite for what no bound covers."""
    output = wide(output)
    same = (output == expected) | (np.isnan(output) & np.isnan(expected))
    ratios = np.abs(output - expected) / allowed
    covered = np.isfinite(output) & np.isfinite(expected) & np.isfinite(allowed) & (allowed > 0)
    return np.where(same, 0.0, np.where(covered, ratios, np.inf))


def check_parameters(model, trace):
    """Parameters that reached the trace with other bits than the file's."""
    faults = []
    constants = {n.output: operators.evaluate(n, []) for n in model.nodes
                 if n.operator == "Constant"}
    for name, array in {**model.parameters, **constants}.items():
        recorded = trace.values.get(name)
        if recorded is None:
            continue
        same = recorded.shape == array.shape and (
            np.array_equal(recorded, array) if recorded.dtype == np.int64
            else np.all(same_bits(recorded, array) == 0))
        if not same:
            faults.append(f"parameter '{name}' is not the file's")
    return faults


def recompute(model_file, trace_folder):
    """(the nodes checked, faults that are no node's, end-to-end errors by output name)"""
    trace = read_trace(trace_folder)
    if hashlib.sha256(Path(model_file).read_bytes()).hexdigest() != trace.model_digest:
        return [], ["the trace is of another model file"], {}
    model = Model(model_file)
    with np.errstate(all="ignore"):
        exact = model.forward({name: trace.values[name] for name in model.inputs
                               if name in trace.values})
    groups, unexplained = group_by_onnx_node(model, trace)
    faults = [f"no ONNX node explains '{name}'" for name in unexplained]
    faults += check_parameters(model, trace)
    op_of = {node.output: node.op for node in trace.nodes}
    checked = []
    for node in model.nodes:
        parts = groups.get(node.output, {})
        is_float = node.operator != "Constant" and exact[node.output].dtype == np.float64
        if is_float and "" not in parts:
            faults.append(f"no node of the trace computes '{node.output}'")
        steps = elementary(node, parts, exact)
        for part, name in parts.items():
            try:
                operands = [operand(x, trace, exact) for x in steps[part].inputs]
                checked.append(
                    check_node(op_of[name], name, steps[part], operands, trace.values[name]))
            except (LookupError, ValueError) as error:
                faults.append(f"'{name}' cannot be recomputed: {error}")
    whole = {name: (trace.values[name], exact[name]) for name in model.outputs
             if name in trace.values}
    return checked, faults, whole


def report(checked, whole):
    columns = f"{'op':<12} {'nodes':>5} {'elements':>9} {'median':>8} {'largest':>8}"
    print(f"{columns}   of error / bound")
    for op in sorted({c.op for c in checked}):
        of_op = [c for c in checked if c.op == op]
        ratios = np.concatenate([c.ratios.ravel() for c in of_op])
        median, largest = (np.median(ratios), ratios.max()) if ratios.size else (0, 0)
        print(f"{op:<12} {len(of_op):>5} {ratios.size:>9} {median:>8.2g} {largest:>8.2g}")
    for name, (got, exact) in whole.items():
        difference = np.abs(wide(got) - exact)
        print(f"end to end, output '{name}': largest error {difference.max(initial=0):.3g}, "
              f"largest magnitude {np.abs(exact).max(initial=0):.3g}")


def main(model_file, trace_folder):
    checked, faults, whole = recompute(model_file, trace_folder)
    report(checked, whole)
    for fault in faults:
        print(fault)
    for c in checked:
        if c.fault:
            print(f"{c.op} '{c.name}': {c.fault}")
    if not checked:
        print("no node was checked")
        return 2
    return 1 if faults or any(c.fault for c in checked) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
