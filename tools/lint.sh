#!/usr/bin/env bash
# Checks the form of the sources: clang-format, clang-tidy, shellcheck, and the capsule registry.
#   tools/lint.sh                 everything
#   tools/lint.sh --changed REF   clang-tidy only over what changed since REF, such as origin/main
set -euo pipefail
# shellcheck source=tools/prepare.sh
. "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/prepare.sh"

cd "$root"
# As root in a container the checkout often belongs to another user, which git refuses otherwise.
repository() { git -c safe.directory="$root" "$@"; }

check_format() {
  repository ls-files -z '*.h' '*.cpp' '*.cu' '*.cuh' | xargs -0 clang-format --dry-run --Werror
}

check_scripts() {
  repository ls-files -z 'tools/*.sh' .ci/run | xargs -0 shellcheck -x
}

# The sources clang-tidy looks at: all of the product that are compiled, or those changed, tests
# included, and the .cpp file of a changed header. All tests would take longer than all else.
sources_to_tidy() {
  if [[ -z $changed_since ]]; then
    repository ls-files '*.cpp' ':!tests/'
  else
    repository diff --name-only --diff-filter=d "$(repository merge-base "$changed_since" HEAD)" \
      -- '*.h' '*.cpp' | sed 's/\.h$/.cpp/' | sort -u
  fi | while IFS= read -r file; do
    if grep -qF "\"file\": \"$root/$file\"" build/release/compile_commands.json; then
      printf '%s\0' "$file"
    fi
  done
}

# Two at a time: one takes up to a gigabyte where templates are instantiated.
check_tidy() {
  local sources=() file
  # It only warns of a broken configuration, and then checks nothing.
  for file in .clang-tidy tests/.clang-tidy; do
    clang-tidy --config-file="$file" --list-checks >/dev/null || return 1
  done
  mapfile -d '' sources < <(sources_to_tidy)
  echo "clang-tidy: ${#sources[@]} files"
  if ((${#sources[@]} == 0)); then
    [[ -n $changed_since ]]
    return
  fi
  printf '%s\0' "${sources[@]}" |
    xargs -0 -n 1 -P 2 clang-tidy --quiet -p build/release 2>&1 |
    { grep -v 'warnings\? generated' || true; }
}

# The capsules' recorded source digests and claims agree with the sources.
check_capsules() {
  build release touchstone && build/release/bin/touchstone capsules check --sources .
}

# check NAME: runs check_NAME and remembers a failure.
check() {
  local start=$SECONDS result=ok
  "check_$1" </dev/null || result=FAILED
  echo "== $1: $result, $((SECONDS - start)) s"
  [[ $result == ok ]] || failures=$((failures + 1))
}

main() {
  failures=0
  changed_since=
  case "$#:${1:-}" in
    0:) ;;
    2:--changed) changed_since=$2 ;;
    *) fail 2 "usage: tools/lint.sh [--changed REF]" ;;
  esac
  require_packages "${build_packages[@]}" "${test_packages[@]}" "${lint_packages[@]}"
  configure release -DTOUCHSTONE_TESTS=ON
  check format
  check scripts
  check capsules # builds, and clang-tidy needs the headers that the build writes
  check tidy
  ((failures == 0))
}

main "$@"
