#!/usr/bin/env bash
# Rebuilds the PTX of this folder with nvcc 13.0: every source for both of its back ends (sm_80 and
# sm_100), and contraction.cu in two further ways. Where the repository lies leaves no trace: file
# names become relative to it, and so does the digest of the source's path in the names of inlined
# functions, written as bytes after "_INTERNAL_" (one a line, or many), which becomes "00000000".
set -euo pipefail
cd "$(dirname "$0")"
nvcc=${NVCC:-nvcc}
folder=tests/checkers/ptx/gallery
internal='95,73,78,84,69,82,78,65,76,95,'
zeros='48,48,48,48,48,48,48,48,'
by_line() { sed -E 's/([0-9]+),/.b8 \1\\n/g' <<<"$1"; }

build() { # source, suffix, flags…
  local source=$1 suffix=$2
  shift 2
  local ptx=${source%.cu}$suffix.ptx
  "$nvcc" -ptx -lineinfo "$@" "$source" -o "$ptx"
  sed -i -E \
    -e "s|^(\t\.file\t[0-9]+ )\".*/($source)\"|\1\"$folder/\2\"|" \
    -e 's|^(\t\.file\t[0-9]+ )"/.*/([^/"]+)"|\1"cuda/\2"|' \
    -e "s/$internal([0-9]+,){8}/$internal$zeros/" "$ptx"
  sed -i -z -E "s/$(by_line "$internal" | sed 's/\.b8/\\.b8/g')(\.b8 [0-9]+\n){8}/$(
    by_line "$internal$zeros")/g" "$ptx"
}

for source in *.cu; do
  for architecture in 80 100; do
    build "$source" ".sm_$architecture" -arch="sm_$architecture" -fmad=false
  done
done
for architecture in 80 100; do
  build contraction.cu ".fused.sm_$architecture" -arch="sm_$architecture" -fmad=true
  build contraction.cu ".flushed.sm_$architecture" -arch="sm_$architecture" -fmad=false -ftz=true
done
