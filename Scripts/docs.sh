#!/usr/bin/env bash
# Builds the documentation for all libraries as one static site, in .build-docs/site.
#
# usage: Scripts/docs.sh [--hosting-base-path PATH]
#
#   --hosting-base-path PATH  the path of the site: swift-feature-toggles for example.com/swift-feature-toggles
#
# The compiler writes the public symbols of each module of the debug build, and docc combines them with the module's
# catalog into an archive. Because docc is part of the toolchain, no package is fetched for this. The articles are in
# Documentation, and the catalog of FeatureToggles contains symbolic links to them.
#
# The script fails if docc prints a warning, a public symbol has no documentation or is missing on its module's page, or
# the code of a tutorial doesn't compile. It needs python3.
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")/.."

base=
case $#:${1:-} in
0:) ;;
2:--hosting-base-path) base=$2 ;;
*)
    sed -n '4,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac

if [ "$(uname -s)" = Darwin ]; then
    docc=$(xcrun --find docc)
else
    docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc
fi
scratch=$PWD/.build-docs
modules=$(sed -n '/documentation_targets:/,$s/^ *- \([A-Za-z]*\)$/\1/p' .spi.yml)

echo '== Building the libraries'
# The tests use all of them.
swift build --product swift-feature-togglesPackageTests
binaries=$(swift build --show-bin-path)

echo '== Public symbols'
Scripts/docs.py graphs "$scratch" "$binaries" $modules
Scripts/docs.py symbols "$scratch" $modules

echo '== Code of the tutorials'
Scripts/docs.py tutorials "$scratch" "$binaries"

echo '== Pages'
rm -rf "$scratch/archives" "$scratch/site"
mkdir -p "$scratch/archives"
Scripts/docs.py catalogs "$scratch" $modules
# Archives are checked further even if docc found problems in them.
failed=0
Scripts/docs.py archives "$scratch" "$docc" "$base" $modules || failed=1
Scripts/docs.py curation "$scratch" $modules || failed=1
[ $failed = 0 ] || exit 1

"$docc" merge "$scratch"/archives/*.doccarchive --synthesized-landing-page-name swift-feature-toggles \
    --output-path "$scratch/site" > /dev/null
echo "The site is in .build-docs/site; \`python3 -m http.server -d .build-docs/site\` serves it, at /documentation/."
