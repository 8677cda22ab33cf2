"""Reads a trace: the folder that `touchstone run MODEL --trace FOLDER` writes."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

_TYPES = {"F32": np.dtype("<f4"), "I64": np.dtype("<i8"), "BOOL": np.dtype("?")}


class TraceNode(NamedTuple):
    op: str
    output: str


class Trace(NamedTuple):
    model_digest: str
    nodes: list
    values: dict  # arrays by value name


def read_trace(folder):
    manifest = json.loads((Path(folder) / "manifest.json").read_text(encoding="utf-8"))
    data = (Path(folder) / manifest["tensors"]["file"]).read_bytes()
    if hashlib.sha256(data).hexdigest() != manifest["tensors"]["sha256"]:
        raise ValueError("the trace's tensors are not those its manifest names")
    nodes = [TraceNode(node["op"], node["output"]) for node in manifest["nodes"]]
    return Trace(manifest["model"]["sha256"], nodes, _read_safetensors(data))


def _read_safetensors(data):
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8:8 + length])
    header.pop("__metadata__", None)
    values = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        content = data[8 + length + begin:8 + length + end]
        values[name] = np.frombuffer(content, _TYPES[entry["dtype"]]).reshape(entry["shape"])
    return values
