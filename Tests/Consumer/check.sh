#!/usr/bin/env bash
# Builds an app that depends on this package by URL and version, without any caches, and prints how long
# that takes. Exits with 0 if Yams is the only other package, FeatureToggles is compiled once and the app prints the
# expected text, otherwise with 1.
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")"

root=$(cd ../.. && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
version=1.0.0
failed=0

# check NAME EXPECTED PRINTED
check() {
    if [ "$3" = "$2" ]; then echo "ok      $1"; else
        printf 'FAILED  %s\n  expected: %q\n  found:    %q\n' "$1" "$2" "$3"
        failed=1
    fi
}

# measure COMMAND...: runs a command, shows its output if it fails, and prints the seconds it took.
measure() {
    local TIMEFORMAT=%1R
    { time "$@" > "$folder/log" 2>&1; } 2>&1 || { cat "$folder/log" >&2; return 1; }
}

# package COMMAND ARGUMENTS...: runs `swift COMMAND` for the app, with separate caches.
package() {
    local command=$1
    shift
    swift "$command" --package-path "$folder/app" --cache-path "$folder/cache" --scratch-path "$folder/build" "$@"
}

# A repository with the current files, committed or not.
repository=$folder/swift-feature-toggles
mkdir "$repository"
(
    cd "$root"
    git ls-files -z --cached --others --exclude-standard |
        while IFS= read -rd '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
        tar -cf - --null -T - | tar -xf - -C "$repository"
)
git -C "$repository" init --quiet
git -C "$repository" add --all
git -C "$repository" -c user.name=Consumer -c user.email=consumer@localhost -c commit.gpgsign=false \
    commit --quiet --message 'The package as it is'
git -C "$repository" tag "$version"

mkdir -p "$folder/app/Sources/Consumer"
cat > "$folder/app/Package.swift" << PACKAGE
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v13)],
    dependencies: [.package(url: "file://$repository", from: "$version")],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [.product(name: "FeatureToggles", package: "swift-feature-toggles")],
            plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
        )
    ]
)
PACKAGE
cat > "$folder/app/toggles.yaml" << 'TOGGLES'
schema: 1
namespace: AppToggles
toggles:
  new_checkout:
    category: release
    description: One-page checkout.
    owner: payments
    created: 2026-11-01
    expires: 2026-12-15
  search_ranking:
    category: ops
    values: [classic, neural]
    default: classic
    description: Which ranking the search uses.
    owner: search
    created: 2026-09-01
    expires: 2027-01-31
TOGGLES
cat > "$folder/app/Sources/Consumer/Consumer.swift" << 'PROGRAM'
import FeatureToggles

@main
struct Consumer {
    static func main() {
        let toggles = ToggleClient(registries: [AppToggles.registry])
        // A type of a module that FeatureToggles exports.
        let category: ToggleCategory? = AppToggles.registry.toggles.last?.category
        print(toggles.isEnabled(.newCheckout), toggles.value(of: .searchRanking), category?.rawValue ?? "none")
    }
}
PROGRAM

resolving=$(measure package package resolve)
pins=$(sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$folder/app/Package.resolved" | sort | paste -sd ' ' -)
check 'resolved packages' 'swift-feature-toggles yams' "$pins"
# The name of a repository's folder ends in a dash and a hash.
fetched=$(find "$folder/build/repositories" -mindepth 1 -maxdepth 1 | sed 's|.*/||; s|-[^-]*$||' | LC_ALL=C sort | paste -sd ' ' -)
check 'fetched repositories' 'Yams swift-feature-toggles' "$fetched"

building=$(measure package build)
program=$(package build --show-bin-path)/Consumer
# Modules for tools are compiled separately from those of the app, into the folder Modules-tool.
compiled=$(cd "$folder/build/debug" && echo Modules*/FeatureToggles.swiftmodule)
check 'folder of the compiled core' 'Modules/FeatureToggles.swiftmodule' "$compiled"

export TOGGLES_DEFAULTS=$folder/no-such-file.json
check 'the app, with defaults' 'false classic ops' "$("$program")"
check 'the app, with overrides' 'true neural ops' \
    "$("$program" --enable-toggle new_checkout --toggle search_ranking=neural)"

echo "        $(wc -w <<< "$pins" | tr -d ' ') packages with this one, resolved in $resolving s, built in $building s"
exit $failed
