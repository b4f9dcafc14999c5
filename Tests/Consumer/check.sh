#!/usr/bin/env bash
# Builds an app that depends on this package by URL and version, without any caches, and prints how long that takes: once
# with the build plugin of this package, and once with the one that runs a compiled generator. Exits with 0 if Yams is the
# only other package, which the second app doesn't compile, FeatureToggles is compiled once and the apps print the expected
# text, otherwise with 1.
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

# package COMMAND ARGUMENTS...: runs `swift COMMAND` for the app in the folder $app, with separate caches.
app=app
package() {
    local command=$1
    shift
    swift "$command" --package-path "$folder/$app" --cache-path "$folder/cache-$app" --scratch-path "$folder/build-$app" "$@"
}
# packages: prints the packages that the app resolved; fetched: those that were fetched.
packages() { sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$folder/$app/Package.resolved" | sort | paste -sd ' ' -; }
fetched() {
    # The name of a repository's folder ends in a dash and a hash.
    find "$folder/build-$app/repositories" -mindepth 1 -maxdepth 1 | sed 's|.*/||; s|-[^-]*$||' | LC_ALL=C sort |
        paste -sd ' ' -
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
check 'resolved packages' 'swift-feature-toggles yams' "$(packages)"
check 'fetched repositories' 'Yams swift-feature-toggles' "$(fetched)"

building=$(measure package build)
program=$(package build --show-bin-path)/Consumer
# Modules for tools are compiled separately from those of the app, into the folder Modules-tool.
compiled=$(cd "$folder/build-app/debug" && echo Modules*/FeatureToggles.swiftmodule)
check 'folder of the compiled core' 'Modules/FeatureToggles.swiftmodule' "$compiled"

export TOGGLES_DEFAULTS=$folder/no-such-file.json
check 'the app, with defaults' 'false classic ops' "$("$program")"
check 'the app, with overrides' 'true neural ops' \
    "$("$program" --enable-toggle new_checkout --toggle search_ranking=neural)"

# The package of plugins that a release contains, with a bundle of the generator that the tests have built.
plugins=$folder/swift-feature-toggles-plugins
swift build --package-path "$root" --product toggles-generate > "$folder/log" || { cat "$folder/log" >&2; exit 1; }
generator=$(swift build --package-path "$root" --show-bin-path)/toggles-generate
python3 -B - "$root" "$plugins" "$generator" "$version" << 'PLUGINS'
import os, re, shutil, sys

root, plugins, generator, version = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "Scripts"))
import release

shutil.copytree(os.path.join(root, "Plugins", "GenerateToggles"), os.path.join(plugins, "Plugins", "GenerateToggles"))
bundle = "toggles-generate.artifactbundle.zip"
release.bundle(os.path.join(plugins, bundle), "toggles-generate", {release.this_system(): generator}, version)
none = "0" * 64
manifest = release.filled(
    "plugins/Package.swift.in",
    {
        "REPOSITORY": "https://example.com/toggles", "VERSION": version,
        "TOGGLES_GENERATE_CHECKSUM": none, "TOGGLES_LINT_CHECKSUM": none,
    },
)
# The package manager only downloads from HTTPS, and takes files of a package by path.
manifest, count = re.subn(r'url: "\\\(releases\)/toggles-generate.*",\n\s*checksum: ".*"', f'path: "{bundle}"', manifest)
assert count == 1, manifest
# Without the linter's plugin.
for pattern in [r' *\.plugin\(name: "LintToggles", targets.*\n', r' *\.plugin\(\n\s*name: "LintTogglesPrebuilt"(.|\n)*?\n        \),\n',
                r' *\.binaryTarget\(\n\s*name: "toggles-lint-prebuilt"(.|\n)*?\n        \),\n']:
    manifest, count = re.subn(pattern, "", manifest)
    assert count == 1, (pattern, manifest)
release.write(os.path.join(plugins, "Package.swift"), manifest)
PLUGINS
cp -R "$folder/app" "$folder/prebuilt"
rm "$folder/prebuilt/Package.resolved"
sed -e "s|^\( *\)dependencies: \[.package(\(.*\))\],|\1dependencies: [.package(\2), .package(path: \"$plugins\")],|" \
    -e 's|plugins: .*|plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles-plugins")]|' \
    "$folder/app/Package.swift" > "$folder/prebuilt/Package.swift"
app=prebuilt
prebuilt_resolving=$(measure package package resolve)
prebuilt_building=$(measure package build)
# The package manager fetches Yams, because its traits allow it, but doesn't compile it.
compiled=$(find "$folder/build-prebuilt" -name '*.o' \( -path '*CYaml*' -o -path '*ToggleManifest*' \))
check 'compiled parts of the generator, with a compiled generator' '' "$compiled"
check 'the app, with a compiled generator' 'false classic ops' "$("$(package build --show-bin-path)/Consumer")"

echo "        $(packages | wc -w | tr -d ' ') packages with this one, resolved in $resolving s, built in $building s;" \
    "with a compiled generator, resolved in $prebuilt_resolving s, built in $prebuilt_building s"
exit $failed
