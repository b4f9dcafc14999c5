#!/usr/bin/env bash
# Runs the tests of FeatureTogglesHTTP with both transports. Builds SwiftNIO, in debug only, in the same folder as
# Examples/Server.
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")"
scratch=${SCRATCH:-../../.build-swiftnio}
# The options of Examples/checking.sh, because others would compile SwiftNIO again.
options=(--scratch-path "$scratch" -debug-info-format none)
swift build --build-tests "${options[@]}"
LEAST=${LEAST:-50} ../../Scripts/test.sh --skip-build --disable-xctest "${options[@]}" "$@"
