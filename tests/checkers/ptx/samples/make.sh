#!/bin/sh
# Writes the samples again, from the .cu files beside this script: nvcc 13.0 is needed.
set -eu
cd "$(dirname "$0")"
emit() {  # SOURCE NAME OPTIONS…
  source=$1
  name=$2
  shift 2
  nvcc -ptx "$@" "$source.cu" -o "$name.ptx"
  # Neither paths nor the folder that -G writes into .debug_info say anything here.
  sed -i -E -e 's/(\.file\s+[0-9]+ ").*\//\1/' -e 's/^\.b8 47,.*/.b8 46/' "$name.ptx"
}
emit elementwise elementwise_sm80 -arch=sm_80 -fmad=false
emit elementwise elementwise_sm120_fast -arch=sm_120 --use_fast_math
emit shared shared_sm75 -arch=sm_75
emit shared shared_sm100_lines -arch=sm_100 -lineinfo
emit calls calls_sm90 -arch=sm_90
emit calls calls_sm120 -arch=sm_120
emit assembly assembly_sm80_debug -arch=sm_80 -G
emit assembly assembly_sm120 -arch=sm_120 -lineinfo
