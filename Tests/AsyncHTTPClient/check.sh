#!/usr/bin/env bash
# Runs the tests of FeatureTogglesHTTP with both transports. Builds SwiftNIO, in debug only, in the same folder as
# Examples/Server.
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")"
scratch=${SCRATCH:-../../.build-swiftnio}
swift build --build-tests --disable-index-store --scratch-path "$scratch"
swift test --skip-build --disable-xctest --disable-index-store --scratch-path "$scratch" "$@"
