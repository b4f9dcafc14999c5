#!/usr/bin/env bash
# Passes randomly damaged sources and settings to the linter, until one of them traps.
#
# usage: Tests/LintFuzzing/run.sh [SECONDS] [FOLDER…]
#
#   SECONDS  the duration; 600 by default
#   FOLDER   folders with Swift files to damage; Sources, Tests and Examples of this package by default
#
# Prints its seed; SEED=NUMBER repeats a run. After a trap, the input is in .build-fuzzing.
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
seconds=${1:-600}
root=$(cd "$(dirname "$0")/../.." && pwd)
folders=("${@:2}")
[ "$#" -ge 2 ] || folders=("$root/Sources" "$root/Tests" "$root/Examples")
seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
mkdir -p "$root/.build-fuzzing"
# A debug build, which traps at overflows and invalid indices.
swift build --package-path "$root" --product lint-fuzz
program=$(swift build --package-path "$root" --show-bin-path)/lint-fuzz
echo "seed $seed"
exec "$program" "$seconds" "$seed" "$root/.build-fuzzing/lint-input" "${folders[@]}"
