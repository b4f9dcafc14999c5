#!/usr/bin/env bash
# Creates a release from the debug build without a tag, and uses the results: installs it from a server on this machine,
# as the installer and the GitHub action do, and runs the plugins from their artifact bundles.
#
# usage: Tests/Release/check.sh
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")/../.."
root=$PWD

folder=$(mktemp -d)
server=
trap 'rm -rf "$folder"; [ -z "$server" ] || kill "$server"' EXIT
version=9.9.9
failed=0

ok() { echo "ok      $1"; }
fail() {
    echo "FAILED  $1" >&2
    [ ! -e "$folder/log" ] || cat "$folder/log" >&2
    failed=1
}
# check NAME COMMAND...: runs a command that must succeed.
check() {
    local name=$1
    shift
    if "$@" > "$folder/log" 2>&1; then ok "$name"; else fail "$name"; fi
}

python3 Tests/Release/test_release.py --quiet

mkdir "$folder/tools"
for product in toggles toggles-lint toggles-remote toggles-generate; do
    swift build --product "$product" > "$folder/log" || { cat "$folder/log" >&2; exit 1; }
    # Symbols are three quarters of a debug build.
    strip -o "$folder/tools/$product" "$(swift build --show-bin-path)/$product"
done

# A library that only some requests need must not keep a program from starting.
if [ "$(uname -s)" = Linux ]; then
    check 'no program needs libcurl to start' bash -c "! ldd '$folder'/tools/* | grep libcurl"
fi

before=$(git status --porcelain; git tag)
uploads=$folder/releases/download/$version
Scripts/release.py tag "$version" --dry-run --output "$folder/changes"
Scripts/release.py archive "$version" --tools "$folder/tools" --fast --output "$uploads" > /dev/null
Scripts/release.py assemble "$version" --changelog "$folder/changes/CHANGELOG.md" --output "$uploads" \
    --repository https://example.com/toggles > "$folder/uploads"
[ "$(git status --porcelain; git tag)" = "$before" ] || fail "a dry run changes the checkout"
while IFS= read -r file; do [ -s "$file" ] || fail "$file is missing or empty"; done < "$folder/uploads"
# An archive, three bundles, the formula, the installer, the notes, and the checksums.
check 'a release has eight files' [ "$(wc -l < "$folder/uploads")" -eq 8 ]
archive=$(basename "$uploads"/*.tar.xz)
if command -v sha256sum > /dev/null; then sum=sha256sum; else sum='shasum -a 256'; fi
check 'all of them are in the checksums, which are right' bash -c "cd '$uploads' && $sum -c SHA256SUMS && \
    [ \$(wc -l < SHA256SUMS) -eq 7 ]"

formula=$uploads/swift-feature-toggles.rb
check 'the formula names the archive and its checksum' bash -c "grep -q 'download/$version/$archive' '$formula' && \
    grep -q \"sha256 \\\"\$($sum '$uploads/$archive' | cut -d ' ' -f 1)\\\"\" '$formula'"
if command -v ruby > /dev/null; then check 'the formula is valid Ruby' ruby -c "$formula"; fi

# A server with the release. Python prints the port that it got.
python3 -u - "$folder" > "$folder/port" << 'END' &
import functools, http.server, sys

class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=sys.argv[1]))
print(server.server_port)
server.serve_forever()
END
server=$!
until [ -s "$folder/port" ]; do kill -0 "$server"; sleep 0.05; done
address=http://127.0.0.1:$(cat "$folder/port")

install() { env TOGGLES_REPOSITORY="$address" "$@" sh "$uploads/install.sh" "$folder/installed"; }
check 'the installer installs the programs' install
check 'the installed programs run' "$folder/installed/bin/toggles" list --manifest "$root/toggles.yaml"
check 'the prefix can be relative' bash -c \
    "cd '$folder' && TOGGLES_REPOSITORY='$address' sh '$uploads/install.sh' 'a prefix' && 'a prefix/bin/toggles' --version"
if install TOGGLES_VERSION=0.0.1 > "$folder/log" 2>&1 || ! grep -q 'cannot download' "$folder/log"; then
    fail 'the installer reports a version that does not exist'
else
    ok 'the installer reports a version that does not exist'
fi
cp "$uploads/SHA256SUMS" "$folder/sums"
sed "s/^[0-9a-f]*  $archive/0000  $archive/" "$folder/sums" > "$uploads/SHA256SUMS"
rm -r "$folder/installed"
if install > "$folder/log" 2>&1 || ! grep -q 'the checksum of .* differs' "$folder/log" || [ -e "$folder/installed" ]; then
    fail 'the installer rejects an archive with another checksum'
else
    ok 'the installer rejects an archive with another checksum'
fi
cp "$folder/sums" "$uploads/SHA256SUMS"

# The scripts of the action's steps, as the runner runs them.
python3 - "$folder" << 'END'
import re, sys

text = open("action.yml", encoding="utf-8").read()
steps = re.split(r"^    - name: ", text, flags=re.MULTILINE)[1:]
for number, step in enumerate(steps, 1):
    block = re.search(r"^      run: (?:\|\n((?:        .*\n?)+)|(.*))", step, re.MULTILINE)
    script = re.sub(r"^        ", "", block.group(1), flags=re.MULTILINE) if block.group(1) else block.group(2) + "\n"
    open(f"{sys.argv[1]}/step{number}", "w", encoding="utf-8").write(script)
END
mkdir "$folder/project"
cp toggles.yaml "$folder/project"
export GITHUB_ACTION_PATH=$root RUNNER_TOOL_CACHE=$folder/cache GITHUB_PATH=$folder/path TOGGLES_VERSION=$version
: > "$GITHUB_PATH"
run_step() { bash --noprofile --norc -eo pipefail "$folder/step$1"; }
check 'the action installs the programs' env TOGGLES_REPOSITORY="$address" bash -c "$(declare -f run_step); folder='$folder'; run_step 1"
own=$(sed -n 's/.* current = "\(.*\)"/\1/p' Sources/Tools/ToggleTool/ToolVersion.swift)
if TOGGLES_VERSION='' TOGGLES_REPOSITORY="$address" run_step 1 > "$folder/log" 2>&1 ||
    ! grep -qF "of version $own from" "$folder/log"; then
    fail 'the action installs the version of its commit'
else
    ok 'the action installs the version of its commit'
fi
check 'the action runs them' env TOGGLES_ARGUMENTS="validate --manifest $folder/project/toggles.yaml" \
    PATH="$(cat "$GITHUB_PATH"):$PATH" bash -c "$(declare -f run_step); folder='$folder'; run_step 2"

# The package of plugins, with its bundles from files, because the package manager only downloads from HTTPS.
plugins=$uploads/swift-feature-toggles-plugins
python3 - "$plugins" "$uploads" << 'END'
import re, shutil, sys

plugins, uploads = sys.argv[1:]
manifest = open(f"{plugins}/Package.swift", encoding="utf-8").read()
for name in ["toggles-generate", "toggles-lint"]:
    shutil.copy(f"{uploads}/{name}.artifactbundle.zip", plugins)
manifest, count = re.subn(r'url: "\\\(releases\)/(.*)",\n\s*checksum: "[0-9a-f]{64}"', r'path: "\1"', manifest)
assert count == 2, manifest
open(f"{plugins}/Package.swift", "w", encoding="utf-8").write(manifest)
END
mkdir -p "$folder/app/Sources/App"
cat > "$folder/app/toggles.yaml" << 'END'
schema: 1
namespace: AppToggles
toggles:
  new_checkout:
    category: release
    description: One-page checkout.
    owner: payments
    created: 2026-11-01
    expires: 2026-12-15
END
cat > "$folder/app/Package.swift" << END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    dependencies: [.package(path: "$plugins")],
    targets: [
        .target(name: "App", plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles-plugins")])
    ]
)
END
# The keys need the library, which this app doesn't build.
echo '#if false' > "$folder/app/Sources/App/App.swift"
echo '#endif' >> "$folder/app/Sources/App/App.swift"
swift build --package-path "$folder/app" --target App > "$folder/log" 2>&1 || true
check 'the plugin runs the generator from its artifact bundle' bash -c \
    "find '$folder/app/.build/plugins/outputs' -name GeneratedToggles.swift -exec grep -l newCheckout {} + | grep -q ."
check 'the command plugin runs the linter from its artifact bundle' bash -c \
    "swift package --package-path '$folder/app' --disable-sandbox toggles-lint --date 2027-01-01 | grep expired_toggle"
exit $failed
