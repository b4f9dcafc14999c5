#!/usr/bin/env bash
# Prints the sizes of two stripped release apps: one that reads two toggles, and one that also follows a document over
# HTTP. Each is linked with default options, and without unused code, as Apple's linker does.
#
# usage: Benchmarks/size.sh TOGGLES-GENERATE
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
[ $# -eq 1 ] || { sed -n '5s/^# //p' "$0"; exit 2; }
generate=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat > "$folder/toggles.yaml" << 'TOGGLES'
schema: 1
namespace: AppToggles
toggles:
  new_checkout:
    category: release
    description: One-page checkout.
    owner: payments
    created: 2026-11-01
    expires: 2027-02-01
  reviews: { category: ops, default: true, description: Shows stars., owner: community, created: 2026-11-01, permanent: true }
TOGGLES

# app NAME MODULE: creates a package with an app that imports the module.
app() {
    mkdir -p "$folder/$1/Sources/App"
    cat > "$folder/$1/Package.swift" << PACKAGE
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "$1",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-feature-toggles", path: "$root", traits: [])],
    targets: [
        .executableTarget(name: "App", dependencies: [.product(name: "$2", package: "swift-feature-toggles")])
    ]
)
PACKAGE
    "$generate" --manifest "$folder/toggles.yaml" --output "$folder/$1/Sources/App/Toggles.swift"
}

app Core FeatureToggles
cat > "$folder/Core/Sources/App/main.swift" << 'SWIFT'
import FeatureToggles

let client = ToggleClient(registries: [AppToggles.registry])
print(client.isEnabled(.newCheckout), client.isEnabled(.reviews))
SWIFT

app HTTP FeatureTogglesHTTP
cat > "$folder/HTTP/Sources/App/main.swift" << 'SWIFT'
import FeatureToggles
import FeatureTogglesHTTP
import Foundation

guard let url = URL(string: "https://example.com/flags.json") else { exit(1) }
let client = ToggleClient(registries: [AppToggles.registry], remote: RemoteConfiguration(HTTPRemoteSource(url: url)))
print(client.isEnabled(.newCheckout), client.isEnabled(.reviews))
SWIFT

# size NAME FOLDER OPTIONS...: prints the size of an app, in MB.
size() {
    local name=$1 scratch=$folder/$1/$2
    shift 2
    local build=(swift build --configuration release --package-path "$folder/$name" --scratch-path "$scratch" "$@")
    "${build[@]}" > "$folder/log" 2>&1 || { cat "$folder/log" >&2; return 1; }
    local app output
    app=$("${build[@]}" --show-bin-path)/App
    # An app without the package would be smaller.
    output=$("$app")
    [ "$output" = 'false true' ] || { echo "FAILED: the app $name prints ‘$output’ instead of its toggles" >&2; return 1; }
    strip -o "$folder/stripped" "$app"
    wc -c < "$folder/stripped" | awk '{ printf "%.2f MB", $1 / 1e6 }'
}

if [ "$(uname)" = Darwin ]; then unused=(-Xlinker -dead_strip); else
    unused=(-Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --gc-sections)
fi
row() { printf '%-54s %18s   %s\n' "$1" "$2" "$3"; }
# measured WHAT GOAL NAME FOLDER OPTIONS...: prints a row; in an argument of another command, a failure would be ignored.
measured() {
    local what=$1 goal=$2 result
    result=$(size "${@:3}")
    row "$what" "$result" "$goal"
}
measured 'a release toggle and an ops toggle' '≤ 1.20 MB' Core plain
measured '… without unused code' '≤ 1.20 MB' Core unused "${unused[@]}"
measured '… and a document with rules over HTTP' '' HTTP plain
measured '… without unused code' '≤ 2.00 MB' HTTP unused "${unused[@]}"
