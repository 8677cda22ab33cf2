#!/usr/bin/env bash
# Installs and builds what is missing, then runs touchstone with the arguments given:
#   tools/run.sh verify --profile strict specs/examples/mlp.json
# Exit status: the program's; 3 if a package is missing and cannot be installed, 70 if the build
# fails.
set -euo pipefail
# shellcheck source=tools/prepare.sh
. "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/prepare.sh"

prepare() {
  require_packages "${build_packages[@]}"
  if [[ ! -f $root/build/release/build.ninja ]]; then
    say "building build/release; the first time takes minutes"
    configure release -DTOUCHSTONE_TESTS=OFF
  fi
  build release touchstone verify
}

# Two callers at once would otherwise build in the same folder.
mkdir -p "$root/build"
{
  flock 9
  prepare 9>&-
} 9>"$root/build/run.lock"
exec "$root/build/release/bin/touchstone" "$@"
