#!/usr/bin/env bash
# Searches sources and reads settings of the linter that were damaged at random, until one of them traps.
#
# usage: Tests/LintFuzzing/run.sh [SECONDS] [FOLDER…]
#
#   SECONDS  how long, 600 by default
#   FOLDER   where Swift files to damage are looked for; Sources, Tests and Examples of this package by default
#
# Prints its seed; SEED=NUMBER damages in the same way again. What was read at a trap is left in .build-fuzzing.
set -euo pipefail
seconds=${1:-600}
root=$(cd "$(dirname "$0")/../.." && pwd)
folders=("${@:2}")
[ "$#" -ge 2 ] || folders=("$root/Sources" "$root/Tests" "$root/Examples")
seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
mkdir -p "$root/.build-fuzzing"
# In debug, where a number that is too large traps, as does an array that is too short.
swift build --package-path "$root" --product lint-fuzz
program=$(swift build --package-path "$root" --show-bin-path)/lint-fuzz
echo "seed $seed"
exec "$program" "$seconds" "$seed" "$root/.build-fuzzing/lint-input" "${folders[@]}"
