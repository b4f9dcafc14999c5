#!/usr/bin/env bash
# Breeds remote documents that take the most time and memory for their size.
#
# usage: Tests/CostFuzzing/run.sh [SECONDS] [SEED] [BYTES] [FOLDER]
#
#   SECONDS  how long, 600 by default
#   SEED     the seed of the random numbers; without it, a random one, which is printed
#   BYTES    the size of the documents, 262144 by default
#   FOLDER   where the program and the worst documents are written; .build-cost-fuzzing by default
#
# Run the program with paths of documents to print their costs.
set -euo pipefail
source "$(dirname "$0")/../Fuzzing/compile.sh"
folder=${4:-$root/.build-cost-fuzzing}
mkdir -p "$folder"
compile costs -- "$root"/Tests/CostFuzzing/*.swift "$root/Sources/App/MigrationTesting/Steps/SeededRandom.swift"
cd "$folder"
exec ./costs "${1:-600}" "${2:-$RANDOM}" "${3:-262144}"
