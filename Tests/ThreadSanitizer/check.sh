#!/usr/bin/env bash
# Runs the tests under the thread sanitizer, in a copy of the package whose Mutex the sanitizer understands (see
# Mutex.swift). Exits 0 when there is no report and every test passes.
#
# usage: Tests/ThreadSanitizer/check.sh [ARGUMENTS OF SWIFT TEST]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

copy=.build-tsan/package
rm -rf "$copy"
mkdir -p "$copy"
git ls-files -z | xargs -0 cp --parents -t "$copy" 2>/dev/null ||
    git ls-files -z | while IFS= read -r -d '' file; do mkdir -p "$copy/$(dirname "$file")" && cp "$file" "$copy/$file"; done
if [ "$(uname -s)" = Linux ]; then
    for target in Sources/FeatureToggles Sources/FeatureTogglesTesting Tests/FeatureTogglesTests Tests/FeatureTogglesTestingTests; do
        cp Tests/ThreadSanitizer/Mutex.swift "$copy/$target/Mutex.swift"
    done
fi
cd "$copy"
TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=0 exitcode=66} swift test --disable-xctest --sanitize=thread --scratch-path ../build "$@"
