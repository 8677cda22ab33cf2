#!/usr/bin/env bash
# build_ptx.sh [--check]
#
# Compiles capsules/native_cuda/kernels to PTX for both targets beside it, with the line that says how
# (flags.txt) and the list of digests. With --check, compares what the compiler writes now with what is committed and changes nothing.
# NVCC names another compiler than the nvcc on PATH or in /usr/local/cuda. Exit status: 0 done or
# equal; 1 different; 2 usage; 3 the pinned compiler is not here.
set -euo pipefail

pinned=13.0.88
targets=(sm_80 sm_100)
# Every rounding is written in the source; the flags keep it that way.
flags=(-std=c++17 -fmad=false -ftz=false -prec-div=true -prec-sqrt=true -lineinfo -ptx)

case "$*" in
  "") check=false ;;
  --check) check=true ;;
  *)
    echo "usage: build_ptx.sh [--check]" >&2
    exit 2
    ;;
esac

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../capsules/native_cuda" && pwd)
committed=$folder/ptx

nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
if ! found=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release.*, V//p') || [ -z "$found" ]; then
  echo "build_ptx.sh: no nvcc: install the CUDA Toolkit 13.0 (nvcc $pinned), or name it in NVCC" >&2
  exit 3
fi
if [ "$found" != "$pinned" ]; then
  echo "build_ptx.sh: $nvcc is $found, and the PTX is that of $pinned: install that, or name it in NVCC" >&2
  exit 3
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$folder/kernels"
for target in "${targets[@]}"; do
  mkdir -p "$work/$target"
  for source in *.cu; do
    raw=$work/raw.ptx
    "$nvcc" -arch="$target" "${flags[@]}" "$source" -o "$raw"
    # Line information names files by their full paths on this machine: name them by their paths in
    # the repository, without the sizes and times of files that may follow.
    sed -E "s|^([[:space:]]*\\.file[[:space:]]+[0-9]+ \")[^\"]*/kernels/([^/\"]+)\".*|\\1capsules/native_cuda/kernels/\\2\"|" \
      "$raw" >"$work/$target/${source%.cu}.ptx"
  done
done
rm -f "$work/raw.ptx"
if grep -rnF "$folder" "$work" || grep -rnE '^[[:space:]]*\.file[[:space:]]+[0-9]+ "/' "$work"; then
  echo "build_ptx.sh: the PTX names a path of this machine" >&2
  exit 1
fi
echo "nvcc $pinned ${flags[*]}" >"$work/flags.txt"
(
  cd "$work"
  # shellcheck disable=SC2094 # the list is not among the files it lists
  LC_ALL=C sha256sum flags.txt sm_*/*.ptx >digests.sha256
)

if $check; then
  diff -r "$committed" "$work" >"$work.diff" && same=true || same=false
  $same || head -n 40 "$work.diff"
  rm -f "$work.diff"
  if $same; then
    echo "build_ptx.sh: the committed PTX is what nvcc $pinned writes"
  else
    echo "build_ptx.sh: the committed PTX is not what nvcc $pinned writes: run tools/build_ptx.sh" >&2
    exit 1
  fi
else
  rm -rf "$committed"
  mkdir -p "$committed"
  cp -r "$work/." "$committed/"
fi
