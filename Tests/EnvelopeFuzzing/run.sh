#!/usr/bin/env bash
# Fuzzes the reader of signed envelopes, Base64, and documents of values with libFuzzer and the address sanitizer.
#
# usage: Tests/EnvelopeFuzzing/run.sh [SECONDS] [FOLDER]
#
#   SECONDS  how long, 600 by default
#   FOLDER   where the program, its corpus, and crashes are written; .build-envelope-fuzzing by default
#
# It needs a Swift toolchain with libFuzzer, such as those from swift.org for Linux. An input that crashes is in FOLDER
# as crash-…; run the program with its path to reproduce the crash.
set -euo pipefail
source "$(dirname "$0")/../Fuzzing/compile.sh"
folder=${2:-$root/.build-envelope-fuzzing}
mkdir -p "$folder"
# The envelope doesn't use cryptography, so it compiles as a part of the core's module.
rm -rf "$folder/envelope"
mkdir -p "$folder/envelope"
for file in "$root"/Sources/App/FeatureTogglesSigning/{SigningError,Envelope/*}.swift; do
    without_imports "$file" "$folder/envelope/$(basename "$file")"
done
compile fuzz -enforce-exclusivity=checked -sanitize=fuzzer,address -- \
    "$root"/Tests/EnvelopeFuzzing/*.swift "$folder"/envelope/*.swift
fuzz "${1:-600}" EnvelopeFuzzing
