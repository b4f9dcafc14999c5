#!/usr/bin/env bash
# Type-checks the four fuzzers that aren't part of the package, with the core, all of them as one module. Then builds one of
# them, which shows that the core links.
#
# usage: Tests/Fuzzing/check.sh
set -euo pipefail
source "$(dirname "$0")/compile.sh"
folder=$root/.build-fuzzing
mkdir -p "$folder"
sources > "$folder/sources"
for fuzzer in "$root"/Tests/{,Cost,Envelope,Remote}Fuzzing/run.sh; do LIST=1 bash "$fuzzer" >> "$folder/sources"; done
swiftc -typecheck -whole-module-optimization "${options[@]}" @"$folder/sources"
rm -rf "$folder/linked"
mkdir "$folder/linked"
OPTIMIZATION=-Onone bash "$root/Tests/CostFuzzing/run.sh" 0 1 1024 "$folder/linked" >/dev/null || true
[ -x "$folder/linked/costs" ] || { echo 'FAILED: the fuzzer of costs does not link' >&2; exit 1; }
