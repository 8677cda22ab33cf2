#!/usr/bin/env python3
"""Runs a model with a program, traces it, and holds recompute.py's findings against expectations.

Every node must lie within its bound, but those of the operations named by --faulty OP,OP,…: of
these every one must be found outside, save where the fault has no effect on the operands at hand.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx

import recompute


def random_inputs(model_file, shapes, folder):
    """A seeded normal tensor for every input of the model, as --input arguments."""
    graph = onnx.load(str(model_file)).graph
    parameters = {t.name for t in graph.initializer}
    random = np.random.Generator(np.random.PCG64(1))
    arguments = []
    for i in (i for i in graph.input if i.name not in parameters):
        extents = [d.dim_value or shapes[d.dim_param] for d in i.type.tensor_type.shape.dim]
        file = folder / f"input_{len(arguments)}.npy"
        np.save(file, random.standard_normal(extents).astype(np.float32))
        arguments.append(f"{i.name}={file}")
    return arguments


def trace(program, model, inputs, shapes, folder):
    command = [program, "run", str(model), "--trace", str(folder / "trace")]
    for name, value in shapes.items():
        command += ["--shape", f"{name}={value}"]
    for argument in inputs:
        command += ["--input", argument]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")


def shows(c):
    """The faulty matmul leaves out its last product, which may be zero throughout the node."""
    return c.op != "matmul" or (np.any(c.operands[0][..., -1]) and
                                np.any(c.operands[1][..., -1, :]))


def judge(checked, faults, faulty):
    """Why the findings are not the expected ones."""
    wrong = list(faults)
    for c in checked:
        if c.fault and c.op not in faulty:
            wrong.append(f"{c.op} '{c.name}': {c.fault}")
        if not c.fault and c.op in faulty and shows(c):
            wrong.append(f"{c.op} '{c.name}' computes something else and was not found out")
    unseen = faulty - {c.op for c in checked if c.fault}
    wrong += [f"no faulty {op} was found" for op in sorted(unseen)]
    if not checked:
        wrong.append("no node was checked")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("model", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--inputs", type=Path, help="folder of MODEL.INPUT.npy; default: random")
    parser.add_argument("--shape", action="append", default=[], metavar="NAME=N")
    parser.add_argument("--faulty", default="")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    shapes = {name: int(n) for name, n in (s.split("=") for s in options.shape)}
    if options.inputs:
        stem = options.model.stem
        inputs = [f"{file.name[len(stem) + 1:-4]}={file}"
                  for file in sorted(options.inputs.glob(f"{stem}.*.npy"))]
    else:
        inputs = random_inputs(options.model, shapes, options.folder)
    trace(options.program, options.model, inputs, shapes, options.folder)
    checked, faults, whole = recompute.recompute(options.model, options.folder / "trace")
    recompute.report(checked, whole)
    wrong = judge(checked, faults, set(filter(None, options.faulty.split(","))))
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
