#!/usr/bin/env python3
"""altered_traces.py PROGRAM MODELS FOLDER: what recompute.py answers on traces that were altered.

One trace, and copies of it with one alteration each; the unaltered one must pass.
"""

import contextlib
import hashlib
import io
import json
import sys
from pathlib import Path

import numpy as np

import check
import recompute
from trace import read_trace


def write_trace(folder, manifest, values):
    """With the digest of the new tensors, so that only the recomputation can object."""
    header, content = {}, b""
    for name, array in values.items():
        kind = "F32" if array.dtype == np.float32 else "I64"
        data = array.tobytes()
        header[name] = {"dtype": kind, "shape": list(array.shape),
                        "data_offsets": [len(content), len(content) + len(data)]}
        content += data
    text = json.dumps(header).encode()
    tensors = len(text).to_bytes(8, "little") + text + content
    manifest["tensors"]["sha256"] = hashlib.sha256(tensors).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / manifest["tensors"]["file"]).write_bytes(tensors)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def changed(array, change):
    out = array.copy()
    out.flat[out.size // 2] = change(out.flat[out.size // 2])
    return out


def main(program, models, folder):
    folder = Path(folder)
    model = Path(models) / "products.onnx"
    inputs = [f"{name}={models}/products.{name}.npy" for name in ("x", "vector")]
    folder.mkdir(parents=True, exist_ok=True)
    check.trace(program, model, inputs, {}, folder)
    manifest_text = (folder / "trace" / "manifest.json").read_text(encoding="utf-8")
    values = dict(read_trace(folder / "trace").values)

    def nodes(keep):
        manifest = json.loads(manifest_text)
        manifest["nodes"] = [n for n in manifest["nodes"] if keep(n)]
        return manifest

    def attributes(n):
        n["attributes"] = {"axes": [7]}
        return True

    def value(name, change):
        return {**values, name: changed(values[name], change)}

    everything = nodes(lambda _: True)
    # name, manifest, values, exit status, what the answer names
    cases = [
        ("unaltered", everything, values, 0, ""),
        ("attributes_are_not_used", nodes(attributes), values, 0, ""),
        ("an_output", everything, value("batched", lambda x: x * np.float32(1 + 1e-5)), 1,
         "matmul 'batched'"),
        ("a_moved_bit", everything, value(
            "gemm_transposed/transA", lambda x: np.nextafter(x, np.float32(9))), 1,
         "permute 'gemm_transposed/transA'"),
        ("not_a_number", everything, value("gemm", lambda _: np.float32("nan")), 1, "add 'gemm'"),
        ("a_parameter", everything, value("parameter_2", lambda x: -x), 1, "'parameter_2'"),
        ("a_node_less", nodes(lambda n: n["output"] != "vector_matrix"), values, 1,
         "'vector_matrix'"),
        ("a_strange_node", nodes(lambda n: n.update(output=n["output"].replace("/row", "/raw"))
                                 or True), values, 1, "'vector_matrix/raw'"),
        ("no_nodes", nodes(lambda _: False), values, 2, "no node was checked"),
    ]
    failures = 0
    for name, manifest, altered, status, named in cases:
        write_trace(folder / name, manifest, altered)
        answer = io.StringIO()
        with contextlib.redirect_stdout(answer):
            got = recompute.main(model, folder / name)
        if got != status or named not in answer.getvalue():
            failures += 1
            print(f"{name}: status {got}, expected {status} and \"{named}\" in\n{answer.getvalue()}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
