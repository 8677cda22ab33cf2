"""A model.json with one node of every operation of the vocabulary, named after it."""

import json

_NODES = {
    "add": (["x", "row"], {}),
    "batch_norm": (["x", "scale", "bias", "mean", "variance"], {"epsilon": 1e-5}),
    "broadcast": (["row"], {"shape": [2, 3, 4]}),
    "concat": (["x", "add", "x"], {"axis": 1}),
    "conv": (["image", "kernel", "two"],
             {"strides": [2, 1], "pads_begin": [1, 0], "pads_end": [0, 1]}),
    "flatten": (["x"], {"axis": 2}),
    "gather": (["x", "indices"], {"axis": 1}),
    "linear": (["x", "weight", "bias"], {}),
    "matmul": (["x", "matrix"], {}),
    "mul": (["x", "row"], {}),
    "permute": (["x"], {"axes": [2, 0, 1]}),
    "reduce_mean": (["x"], {"axes": [1, -1], "keepdims": False}),
    "relu": (["sub"], {}),
    "reshape": (["x"], {"shape": [-1, 6]}),
    "slice": (["x"], {"axes": [1, 2], "starts": [2, 0], "steps": [-2, 3], "counts": [2, 2]}),
    "softmax": (["x"], {"axis": 1}),
    "sub": (["x", "row"], {}),
}

_SHAPES = {"row": [4], "scale": [3], "bias": [3], "mean": [3], "variance": [3], "two": [2],
           "kernel": [2, 2, 2, 3], "weight": [3, 4], "matrix": [4, 2]}


def _parameter(shape):
    count = 1
    for extent in shape:
        count *= extent
    return {"dtype": "float32", "shape": shape, "data": [0.25 + i / 8 for i in range(count)]}


def operations():
    return set(_NODES)


def write(file):
    indices = {"dtype": "int64", "shape": [2], "data": [-1, 1]}
    model = {
        "format": "touchstone.model",
        "version": 1,
        "inputs": [{"name": "x", "dtype": "float32", "shape": [2, 3, 4]},
                   {"name": "image", "dtype": "float32", "shape": [1, 2, 5, 4]}],
        "parameters": {"inline": {"indices": indices,
                                  **{name: _parameter(s) for name, s in _SHAPES.items()}}},
        "nodes": [{"id": op, "op": op, "inputs": inputs, "attributes": attributes}
                  for op, (inputs, attributes) in _NODES.items()],
        "outputs": list(_NODES),
    }
    file.write_text(json.dumps(model, indent=1), encoding="utf-8")
