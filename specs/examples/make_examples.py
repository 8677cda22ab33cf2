#!/usr/bin/env python3
"""make_examples.py [FOLDER]: writes the models and data that the quickstarts train.

    mlp/          two spirals, told apart by a multilayer perceptron
    cnn/          eight drawn glyphs of 8 x 8 pixels, shifted and noisy, told apart by convolutions
    transformer/  text.txt, continued character by character by a causal transformer

Everything follows from seeded integers: values are multiples of a power of two, so that every
Python on every machine writes the same bytes. Needs the standard library alone.
"""
import hashlib
import json
import math
import random
import struct
import sys
from pathlib import Path

SEED = 20
HERE = Path(__file__).resolve().parent


def multiple(x, unit):
    """The multiple of 1/unit nearest to x."""
    return round(x * unit) / unit


class Parameters:
    """Seeded values in the order of asking, uniform within ±1/sqrt(fan_in), as PyTorch begins."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tensors = {}

    def weight(self, name, shape, fan_in):
        bound = round(1024 / math.sqrt(fan_in))
        count = math.prod(shape)
        self.tensors[name] = (shape, [self.random.randint(-bound, bound) / 1024 for _ in range(count)])
        return name

    def constant(self, name, shape, value):
        self.tensors[name] = (shape, [value] * math.prod(shape))
        return name

    def linear(self, name, out, fan_in):
        return [self.weight(name + ".weight", [out, fan_in], fan_in),
                self.weight(name + ".bias", [out], fan_in)]


def safetensors(tensors):
    header, data = {}, b""
    for name, (shape, values) in tensors.items():
        begin = len(data)
        data += struct.pack(f"<{len(values)}f", *values)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [begin, len(data)]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def npy(code, shape, values):
    header = f"{{'descr': '<{'f4' if code == 'f' else 'i8'}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
            struct.pack(f"<{len(values)}{code}", *values))


def write_model(folder, name, inputs, nodes, output, parameters):
    weights = safetensors(parameters.tensors)
    (folder / "parameters.safetensors").write_bytes(weights)
    bound = {"file": "parameters.safetensors", "sha256": hashlib.sha256(weights).hexdigest()}
    model = {"format": "touchstone.model", "version": 1, "name": name,
             "inputs": [inputs], "parameters": bound, "nodes": nodes, "outputs": [output]}
    lines = json.dumps(model, indent=1)
    (folder / "model.json").write_text(lines + "\n", encoding="utf-8")


def node(name, op, *inputs, **attributes):
    out = {"id": name, "op": op, "inputs": list(inputs)}
    if attributes:
        out["attributes"] = attributes
    return out


def make_mlp(folder):
    noise = random.Random(SEED)
    lines = ["x,y,spiral"]
    for i in range(256):
        spiral, along = i % 2, i // 2 / 128
        angle = 3 * along * math.pi + spiral * math.pi
        radius = 0.1 + 0.9 * along
        x = multiple(radius * math.cos(angle), 1024) + noise.randint(-20, 20) / 1024
        y = multiple(radius * math.sin(angle), 1024) + noise.randint(-20, 20) / 1024
        lines.append(f"{x},{y},{spiral}")
    (folder / "data.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    p = Parameters(SEED)
    nodes = [node("hidden1", "linear", "point", *p.linear("layer1", 32, 2)), node("active1", "relu", "hidden1"),
             node("hidden2", "linear", "active1", *p.linear("layer2", 32, 32)), node("active2", "relu", "hidden2"),
             node("spiral", "linear", "active2", *p.linear("layer3", 2, 32))]
    point = {"name": "point", "dtype": "float32", "shape": [32, 2]}
    write_model(folder, "two spirals", point, nodes, "spiral", p)


GLYPHS = """
#.....#. ...##... .######. #......#
.#...#.. ...##... .#....#. #......#
..#.#... ...##... .#....#. #......#
...#.... ######## .#....#. ########
..#.#... ######## .#....#. #......#
.#...#.. ...##... .#....#. #......#
#.....#. ...##... .######. #......#
........ ...##... ........ #......#

...#.... ..####.. ######## .......#
..#.#... .#....#. ...##... ......#.
.#...#.. #......# ...##... .....#..
#.....#. #......# ...##... ....#...
.#...#.. #......# ...##... ...#....
..#.#... #......# ...##... ..#.....
...#.... .#....#. ...##... .#......
........ ..####.. ...##... #.......
"""


def glyphs():
    """Eight lists of eight rows."""
    out = []
    for block in GLYPHS.strip().split("\n\n"):
        out += [list(rows) for rows in zip(*(line.split() for line in block.split("\n")))]
    return out


def drawn(glyph, noise):
    """64 pixels: the glyph at a brightness, moved by up to a pixel, on noise."""
    right, down, light = noise.randint(-1, 1), noise.randint(-1, 1), noise.randint(40, 64)
    out = []
    for row in range(8):
        for column in range(8):
            r, c = row - down, column - right
            on = 0 <= r < 8 and 0 <= c < 8 and glyph[r][c] == "#"
            out.append(((light if on else 0) + noise.randint(-16, 16)) / 64)
    return out


def make_cnn(folder):
    noise = random.Random(SEED + 1)
    shapes, pixels, labels = glyphs(), [], []
    for i in range(256):
        labels.append(i % len(shapes))
        pixels += drawn(shapes[labels[-1]], noise)
    (folder / "images.npy").write_bytes(npy("f", [256, 1, 8, 8], pixels))
    (folder / "labels.npy").write_bytes(npy("q", [256], labels))
    p = Parameters(SEED + 1)
    around = {"pads_begin": [1, 1], "pads_end": [1, 1]}
    window = {"kernel": [2, 2], "strides": [2, 2]}
    kernel1 = [p.weight("conv1.weight", [8, 1, 3, 3], 9), p.weight("conv1.bias", [8], 9)]
    kernel2 = [p.weight("conv2.weight", [16, 8, 3, 3], 72), p.weight("conv2.bias", [16], 72)]
    nodes = [node("conv1", "conv", "image", *kernel1, **around), node("active1", "relu", "conv1"),
             node("pool1", "max_pool", "active1", **window),
             node("conv2", "conv", "pool1", *kernel2, **around), node("active2", "relu", "conv2"),
             node("pool2", "max_pool", "active2", **window), node("flat", "flatten", "pool2"),
             node("glyph", "linear", "flat", *p.linear("head", 8, 64))]
    image = {"name": "image", "dtype": "float32", "shape": [16, 1, 8, 8]}
    write_model(folder, "drawn glyphs", image, nodes, "glyph", p)


BATCH, LENGTH, WIDTH, HEADS = 8, 16, 32, 2


def attention(p, x):
    """Nodes of causal self-attention over x."""
    def heads(name):
        split = [BATCH, LENGTH, HEADS, WIDTH // HEADS]
        return [node(name, "linear", x, *p.linear(name, WIDTH, WIDTH)),
                node(name + ".split", "reshape", name, shape=split),
                node(name + ".heads", "permute", name + ".split", axes=[0, 2, 1, 3])]
    return [*heads("query"), *heads("key"), *heads("value"),
            node("attention", "scaled_dot_product_attention", "query.heads", "key.heads", "value.heads", causal=True),
            node("attention.positions", "permute", "attention", axes=[0, 2, 1, 3]),
            node("attention.joined", "reshape", "attention.positions", shape=[BATCH, LENGTH, WIDTH]),
            node("mixed", "linear", "attention.joined", *p.linear("mixed", WIDTH, WIDTH))]


def norm(p, name, x):
    scale = p.constant(name + ".scale", [WIDTH], 1.0)
    return node(name, "layer_norm", x, scale, p.constant(name + ".bias", [WIDTH], 0.0))


def make_transformer(folder):
    text = (HERE / "transformer" / "text.txt").read_text(encoding="ascii").lower()
    text = " ".join(text.split())
    letters = sorted(set(text))
    codes = [letters.index(c) for c in text]
    starts = range(0, len(codes) - LENGTH, 8)
    read = [c for s in starts for c in codes[s:s + LENGTH]]
    following = [c for s in starts for c in codes[s + 1:s + 1 + LENGTH]]
    (folder / "letters.npy").write_bytes(npy("q", [len(starts), LENGTH], read))
    (folder / "next_letters.npy").write_bytes(npy("q", [len(starts), LENGTH], following))
    p = Parameters(SEED + 2)
    nodes = [node("letter", "embedding", p.weight("letter.table", [len(letters), WIDTH], WIDTH), "letters"),
             node("placed", "add", "letter", p.weight("place.table", [LENGTH, WIDTH], WIDTH)),
             norm(p, "norm1", "placed"), *attention(p, "norm1"), node("attended", "add", "placed", "mixed"),
             norm(p, "norm2", "attended"), node("wide", "linear", "norm2", *p.linear("wide", 2 * WIDTH, WIDTH)),
             node("active", "gelu", "wide"), node("narrow", "linear", "active", *p.linear("narrow", WIDTH, 2 * WIDTH)),
             node("thought", "add", "attended", "narrow"), norm(p, "norm3", "thought"),
             node("next", "linear", "norm3", *p.linear("next", len(letters), WIDTH))]
    letters_in = {"name": "letters", "dtype": "int64", "shape": [BATCH, LENGTH]}
    write_model(folder, "text, character by character: " + "".join(letters), letters_in, nodes, "next", p)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for name, make in (("mlp", make_mlp), ("cnn", make_cnn), ("transformer", make_transformer)):
        (folder / name).mkdir(exist_ok=True)
        make(folder / name)


main()
