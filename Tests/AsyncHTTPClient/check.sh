#!/usr/bin/env bash
# Runs the tests of FeatureTogglesHTTP with both transports. Builds SwiftNIO, in debug only.
set -euo pipefail
cd "$(dirname "$0")"
scratch=${SCRATCH:-../../.build-asynchttpclient}
swift build --build-tests --scratch-path "$scratch"
swift test --skip-build --disable-xctest --scratch-path "$scratch" "$@"
