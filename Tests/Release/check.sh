#!/usr/bin/env bash
# Creates a release from the debug build in a dry run, and uses the results: the programs in the archive print their
# version, and a package runs the generator from its artifact bundle.
#
# usage: Tests/Release/check.sh
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
version=9.9.9

python3 Tests/Release/test_release.py --quiet

products=(toggles toggles-generate toggles-lint)
for product in "${products[@]}"; do swift build --product "$product" > "$folder/log" || { cat "$folder/log" >&2; exit 1; }; done
before=$(git status --porcelain; git tag)
Scripts/release.py "$version" --dry-run --tools "$(swift build --show-bin-path)" --output "$folder/release" \
    --repository https://example.com/toggles > "$folder/uploads"
[ "$(git status --porcelain; git tag)" = "$before" ] || { echo "FAILED  a dry run changes the checkout" >&2; exit 1; }
while IFS= read -r file; do
    [ -s "$file" ] || { echo "FAILED  $file is missing or empty" >&2; exit 1; }
done < "$folder/uploads"
[ "$(wc -l < "$folder/uploads")" -eq 5 ]
grep -q "^## \[$version\] - " "$folder/release/CHANGELOG.md"
echo "ok      a dry run writes five files and changes nothing"

tar -xzf "$folder"/release/*.tar.gz -C "$folder"
[ -n "$("$folder/swift-feature-toggles-$version/bin/toggles" --version)" ]
echo "ok      the programs in the archive run"

! grep -n '{{' "$folder/release/swift-feature-toggles.rb"
grep -q "sha256 \"$(sha256sum "$folder"/release/*.tar.gz | cut -d ' ' -f 1)\"" "$folder/release/swift-feature-toggles.rb"
if command -v ruby > /dev/null; then ruby -c "$folder/release/swift-feature-toggles.rb" > /dev/null; fi
echo "ok      the formula names the archive and its checksum"

package=$folder/package
mkdir -p "$package/Plugins/Generate"
for name in toggles-generate toggles-lint; do
    python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])' \
        "$folder/release/$name.artifactbundle.zip" "$package"
    # Python's unzip sets no permissions; the package manager's does.
    chmod +x "$package/$name.artifactbundle"/*/bin/*
done
cat > "$package/Package.swift" << 'END'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Bundled",
    targets: [
        .binaryTarget(name: "toggles-generate", path: "toggles-generate.artifactbundle"),
        .plugin(
            name: "Generate",
            capability: .command(intent: .custom(verb: "generate", description: "Generates typed keys.")),
            dependencies: ["toggles-generate"]
        ),
    ]
)
END
cat > "$package/Plugins/Generate/Generate.swift" << 'END'
import Foundation
import PackagePlugin

@main
struct Generate: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let output = context.pluginWorkDirectoryURL
        let process = Process()
        process.executableURL = try context.tool(named: "toggles-generate").url
        process.arguments = [
            "--manifest", context.package.directoryURL.appending(path: "toggles.yaml").path(),
            "--output", output.appending(path: "Keys.swift").path(),
            "--types-output", output.appending(path: "Types.swift").path(),
        ]
        try process.run()
        process.waitUntilExit()
        print(try String(contentsOf: output.appending(path: "Keys.swift"), encoding: .utf8))
    }
}
END
cp toggles.yaml "$package"
swift package --package-path "$package" generate > "$folder/keys" 2> "$folder/log" || { cat "$folder/log" >&2; exit 1; }
grep -q 'newCheckout' "$folder/keys"
echo "ok      a plugin runs the generator from its artifact bundle"
