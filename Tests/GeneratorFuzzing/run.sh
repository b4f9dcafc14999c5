#!/usr/bin/env bash
# Generates Swift for random manifests that the parser accepts, and type-checks it.
#
# usage: Tests/GeneratorFuzzing/run.sh [COUNT]
#
#   COUNT  the number of manifests, 20,000 by default; they are compiled as three modules, so more need more memory
#
# Prints its seed; SEED=NUMBER creates the same manifests again. CI compiles 2,000 of them with a fixed seed.
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
root=$(cd "$(dirname "$0")/../.." && pwd)
export TOGGLES_RANDOM_MANIFESTS=${1:-20000}
export TOGGLES_RANDOM_SEED=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
echo "seed $TOGGLES_RANDOM_SEED"
swift build --package-path "$root" --product swift-feature-togglesPackageTests
exec "$root/Scripts/test.sh" --package-path "$root" --skip-build --disable-xctest --filter RandomManifestTests
