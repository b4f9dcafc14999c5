#!/usr/bin/env bash
# Looks for remote documents that cost the most time and memory for their size, by breeding the worst ones.
#
# usage: Tests/CostFuzzing/run.sh [SECONDS] [SEED] [BYTES] [FOLDER]
#
#   SECONDS  how long, 600 by default
#   SEED     what the random numbers begin with; one that is printed by default
#   BYTES    how large the documents are, 262144 by default
#   FOLDER   where the program and the worst documents are put; .build-cost-fuzzing by default
#
# The program with paths of documents as its arguments says what they cost.
set -euo pipefail
seconds=${1:-600}
seed=${2:-$RANDOM}
bytes=${3:-262144}
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=${4:-$root/.build-cost-fuzzing}
mkdir -p "$folder"
"$root/Tests/Fuzzing/core.sh" "$folder/core" > "$folder/sources"
find "$root/Tests/CostFuzzing" "$root/Tests/TestSupport/SplitMix64.swift" -name '*.swift' >> "$folder/sources"
features=(ExistentialAny MemberImportVisibility InternalImportsByDefault NonisolatedNonsendingByDefault)
options=(-D OVERRIDES -I "$root/Sources/CToggleAtomics/include")
for feature in "${features[@]}"; do options+=(-enable-upcoming-feature "$feature"); done
swiftc -O -parse-as-library -swift-version 6 \
    -module-name FeatureToggles -package-name fuzzing "${options[@]}" -o "$folder/costs" @"$folder/sources"
cd "$folder"
exec ./costs "$seconds" "$seed" "$bytes"
