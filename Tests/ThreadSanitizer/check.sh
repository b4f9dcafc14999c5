#!/usr/bin/env bash
# Runs the tests of the libraries that apps link, the console among them, under the thread sanitizer, without the
# linter, in a copy of the package with a Mutex that the sanitizer supports (see Mutex.swift). Exits with 0 if there is no
# report and every test passes.
#
# Suites run one after another, because several busy ones would mostly wait for the Swift runtime.
#
# usage: Tests/ThreadSanitizer/check.sh [ARGUMENTS OF SWIFT TEST, instead of the filter for those libraries]
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

copy=.build-tsan/package
# Unchanged files keep their dates, so that they are not built again.
place() {
    cmp -s "$1" "$2" && return
    mkdir -p "$(dirname "$2")"
    cp "$1" "$2"
}
list=.build-tsan/files
mutex=Sources/Ground/ToggleBase/Locks/Mutex.swift
mkdir -p "$copy"
# The manifest without the linter, because swift-syntax takes minutes to build.
manifest=.build-tsan/Package.swift
cat Package.swift - > "$manifest" << 'MANIFEST'
let linter: Set = [
    "ToggleSyntax", "toggles-lint", "LintToggles", "lint-fuzz", "ToggleLintTests", "ToggleSyntaxTests",
    "ToggleTicketsTests", "TogglesCLITests",
]
package.targets.removeAll { linter.contains($0.name) }
package.products.removeAll { linter.contains($0.name) }
MANIFEST
git ls-files --cached --others --exclude-standard | while IFS= read -r file; do
    if [ -L "$file" ]; then
        mkdir -p "$copy/$(dirname "$file")" && ln -sfn "$(readlink "$file")" "$copy/$file" && echo "$file"
    elif [ "$(uname -s)" = Linux ] && [ "$file" = "$mutex" ]; then
        # A mutex that the sanitizer supports.
        place Tests/ThreadSanitizer/Mutex.swift "$copy/$file" && echo "$file"
    elif [ "$file" = Package.swift ]; then
        place "$manifest" "$copy/$file" && echo "$file"
    elif [ -e "$file" ]; then
        place "$file" "$copy/$file" && echo "$file"
    fi
done | sort > "$list"
# Remove files that no longer exist, so that they are not built.
(cd "$copy" && find . \( -type f -o -type l \) | sed 's|^\./||' | sort) | comm -23 - "$list" | while IFS= read -r file; do
    rm "$copy/$file"
done
cd "$copy"
# A few hundred tests at least, unless the arguments select others.
[ $# -gt 0 ] || export LEAST=500
# Skipped: programs that are killed after milliseconds, which are too slow under the sanitizer, and trials that simulate
# thousands of crashes on one thread, where the sanitizer has nothing to find.
[ $# -gt 0 ] || set -- --filter '^ToggleBase|^FeatureToggles|^ToggleConsole|^StoreMigration|^DataMigration|^ForcedUpdates' --skip CrashTests --skip MigrationTrialTests
suppressions=$PWD/Tests/ThreadSanitizer/suppressions.txt
TSAN_OPTIONS="${TSAN_OPTIONS:-halt_on_error=0 exitcode=66} suppressions=$suppressions" \
    ../../Scripts/test.sh --no-parallel --disable-xctest --sanitize=thread --scratch-path ../build "$@"
# Without the sanitizer in the tests, no report would mean nothing.
bundle=$(find ../build/ -name '*PackageTests.xctest' | head -n 1)
if ! grep -rq __tsan_func_entry "${bundle:?}"; then
    echo 'FAILED: the tests were not built with the thread sanitizer' >&2
    exit 1
fi
