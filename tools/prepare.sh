# shellcheck shell=bash
# Shared by the scripts beside it: Debian packages, configuring, building. To be sourced.

root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")

# shellcheck disable=SC2034  # read by the scripts that source this file
{
  build_packages=(g++ cmake ninja-build pkg-config libonnx-dev libprotobuf-dev
    libmpfr-dev libssl-dev nlohmann-json3-dev libcli11-dev)
  test_packages=(ccache clang libclang-rt-14-dev libgtest-dev libgmock-dev librapidcheck-dev
    libbenchmark-dev libonnx-testdata python3-numpy python3-onnx z3 cvc5 g++-aarch64-linux-gnu
    qemu-user chromium poppler-utils openssl)
  lint_packages=(clang-format clang-tidy shellcheck)
  aarch64_packages=(libmpfr-dev:arm64 libgmp-dev:arm64 libssl-dev:arm64)
}

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# fail STATUS SENTENCE…
fail() {
  local status=$1
  shift
  say "$@"
  exit "$status"
}

# Those of the named packages that are not installed; "name:arch" asks for a foreign architecture.
missing_packages() {
  local native name arch state
  local -A installed=()
  native=$(dpkg --print-architecture)
  # dpkg-query fails when it does not know a name; that name is then simply not installed.
  while read -r name arch state; do
    [[ $state == installed ]] || continue
    installed[$name:$arch]=1
    [[ $arch == "$native" || $arch == all ]] && installed[$name]=1
  done < <(dpkg-query -W -f '${Package} ${Architecture} ${db:Status-Status}\n' "$@" 2>/dev/null)
  for name in "$@"; do
    [[ -n ${installed[$name]:-} ]] || echo "$name"
  done
}

# Installs what is missing of the named packages, as root; otherwise says what root should run.
# Elsewhere than on Debian CMake reports what it does not find.
require_packages() {
  command -v dpkg-query >/dev/null || return 0
  local missing=() log
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    say "packages are missing; as root, run:"
    echo "apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 3
  fi
  say "installing ${missing[*]}"
  log=$(mktemp)
  if ! { apt_get update && apt_get install -y --no-install-recommends "${missing[@]}"; } \
    >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    fail 3 "apt-get failed; its whole output is in $log"
  fi
  rm -f "$log"
}

apt_get() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 \
    -o Acquire::Retries=3 "$@" </dev/null
}

# configure PRESET CMAKE-ARGUMENT…: writes build/PRESET, and CMake's output to its configure.log.
configure() {
  local preset=$1 folder=$root/build/$1
  shift
  command -v cmake >/dev/null || fail 3 "cmake is not installed"
  mkdir -p "$folder"
  if ! (cd "$root" && cmake --preset "$preset" "$@") </dev/null >"$folder/configure.log" 2>&1; then
    cat "$folder/configure.log" >&2
    say "configuring build/$preset failed"
    return 3
  fi
}

# build PRESET TARGET…: builds build/PRESET; progress on a terminal, otherwise only complaints.
build() {
  local preset=$1 folder=$root/build/$1
  shift
  if ! ninja -j "$(nproc)" -C "$folder" "$@" </dev/null 2>&1 | show_ninja >&2; then
    say "building build/$preset failed"
    return 70
  fi
}

# Ninja's "[3/97] Building …" stays on one line of the terminal, and is nowhere in a pipe.
show_ninja() {
  local line clear=
  [[ -t 1 ]] && clear=$'\r\e[K'
  while IFS= read -r line; do
    case $line in
      "ninja: no work to do." | "ninja: Entering directory"*) ;;
      "["[0-9]*/*"] "*) [[ -z $clear ]] || printf '%s%.*s' "$clear" "${COLUMNS:-78}" "$line" ;;
      *) printf '%s%s\n' "$clear" "$line" ;;
    esac
  done
  printf '%s' "$clear"
}
