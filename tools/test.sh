#!/usr/bin/env bash
# Runs every test: the GCC release build with all of them, the Clang sanitizer build with the fast
# ones, then the digest probe under every compiler, optimisation level and thread count.
#   tools/test.sh          everything
#   tools/test.sh --fast   the release build with the fast tests
# The last line is "N passed, N failed"; a build that fails counts as one failure.
set -euo pipefail
# shellcheck source=tools/prepare.sh
. "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/prepare.sh"

jobs=$(nproc)
passed=0
failed=0
notes=()
reference=

pass() { passed=$((passed + $1)); }
lose() { failed=$((failed + $1)); }

# stage NAME COMMAND…: runs it and prints how long it took. The command keeps its own score.
stage() {
  local name=$1 start=$SECONDS
  shift
  echo "== $name"
  "$@"
  echo "== $name: $((SECONDS - start)) s"
}

# prepare_build PRESET ARGUMENT…: all targets of a preset, with its tests.
prepare_build() {
  local preset=$1
  if configure "$@" -DTOUCHSTONE_TESTS=ON && build "$preset"; then return 0; fi
  lose 1
  return 1
}

# run_ctest PRESET ARGUMENT…: adds what CTest counted. A test that did not run has failed.
run_ctest() {
  local preset=$1 report=$root/build/$1/tests.xml total bad
  shift
  rm -f "$report"
  (cd "$root" && ctest --preset "$preset" -j "$jobs" --output-junit "$report" "$@" </dev/null) || true
  total=$(report_count "$report" tests)
  bad=$(($(report_count "$report" failures) + $(report_count "$report" skipped) + \
    $(report_count "$report" disabled)))
  pass $((total - bad))
  if ((total == 0)); then lose 1; else lose "$bad"; fi
}

# A counter of CTest's JUnit report; 0 where there is none.
report_count() {
  { grep -om 1 "[[:space:]]$2=\"[0-9]*\"" "$1" 2>/dev/null || echo '"0"'; } | head -n 1 | tr -dc 0-9
}

test_preset() {
  local preset=$1
  shift
  prepare_build "$preset" || return 0
  run_ctest "$preset" "$@"
}

# probe NAME RUNNER CMAKE-ARGUMENT…: builds the digest probe one way and runs it with 1 and 2
# threads. Every run must print what the first one printed. RUNNER is an emulator, or env for none.
probe() {
  local name=$1 runner=$2 folder=$root/build/probe-$1 threads output
  shift 2
  if ! build_probe "$folder" "$@"; then
    say "building the digest probe failed: $name"
    lose 2
    return 0
  fi
  for threads in 1 2; do
    output=$folder/digests-$threads.txt
    if "$runner" "$folder/bin/digest_probe" "$threads" </dev/null >"$output" &&
      same_digests "$output"; then
      pass 1
    else
      say "digest probe: $name with $threads threads failed or differs"
      lose 1
    fi
  done
}

build_probe() {
  local folder=$1
  shift
  mkdir -p "$folder"
  {
    cmake -G Ninja -S "$root" -B "$folder" -DTOUCHSTONE_PROBE_ONLY=ON -DCMAKE_BUILD_TYPE=None \
      "$@" &&
      ninja -j "$jobs" -C "$folder" digest_probe
  } </dev/null >"$folder/build.log" 2>&1 || {
    tail -n 40 "$folder/build.log" >&2
    return 1
  }
}

# The first output is what the others are compared with; an empty one is never right.
same_digests() {
  [[ -s $1 ]] || return 1
  reference=${reference:-$1}
  diff "$reference" "$1" | head -n 20
}

probe_everywhere() {
  local level
  for level in -O1 -O3; do
    probe "gcc$level" env -DCMAKE_CXX_COMPILER=g++ "-DCMAKE_CXX_FLAGS=$level"
    probe "clang$level" env -DCMAKE_CXX_COMPILER=clang++ "-DCMAKE_CXX_FLAGS=$level"
  done
  if [[ $(uname -m) == x86_64 ]] && grep -qw avx2 /proc/cpuinfo; then
    probe gcc-avx2 env -DCMAKE_CXX_COMPILER=g++ "-DCMAKE_CXX_FLAGS=-O3 -march=x86-64-v3"
  else
    notes+=("digest probe: not run with AVX2 and FMA instructions, which this processor lacks")
  fi
  if [[ -z $(missing_packages "${aarch64_packages[@]}") ]]; then
    probe aarch64 qemu-aarch64 -DCMAKE_CXX_FLAGS=-O2 \
      "-DCMAKE_TOOLCHAIN_FILE=$root/cmake/aarch64-linux-gnu.cmake"
  else
    notes+=("digest probe: not run on AArch64, for want of ${aarch64_packages[*]}")
  fi
}

summary() {
  echo "== summary: $SECONDS s"
  # CMake says how many tests do not exist because their models are not here.
  sed -n 's/^-- \(.* do not exist.*\)/\1/p' "$root/build/release/configure.log"
  ((${#notes[@]} == 0)) || printf '%s\n' "${notes[@]}"
  echo "$passed passed, $failed failed"
  ((failed == 0 && passed > 0))
}

main() {
  case "${1:-}" in
    "" | --fast) ;;
    *) fail 2 "unknown argument $1; usage: tools/test.sh [--fast]" ;;
  esac
  require_packages "${build_packages[@]}" "${test_packages[@]}"
  if [[ ${1:-} == --fast ]]; then
    stage "GCC release, fast tests" test_preset release -L '^fast$'
  else
    stage "GCC release, all tests" test_preset release
    stage "Clang sanitizers, fast tests" test_preset sanitizers
    stage "digest probe" probe_everywhere
  fi
  summary
}

main "$@"
