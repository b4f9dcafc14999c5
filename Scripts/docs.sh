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
failed=0
for module in $modules; do
    archive=$scratch/archives/$module.doccarchive
    "$docc" convert "$scratch/catalogs/$module.docc" --additional-symbol-graph-dir "$scratch/modules/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --transform-for-static-hosting ${base:+--hosting-base-path "$base"} --ide-console-output \
        --output-path "$archive" > "$scratch/docc.log" 2>&1 || failed=1
    # With --warnings-as-errors, there would be no archive for `curation` to check.
    if grep -iE 'warning:|error:' "$scratch/docc.log"; then failed=1; fi
done
Scripts/docs.py curation "$scratch" $modules || failed=1
[ $failed = 0 ] || exit 1

"$docc" merge "$scratch"/archives/*.doccarchive --synthesized-landing-page-name swift-feature-toggles \
    --output-path "$scratch/site" > /dev/null
echo "The site is in .build-docs/site; \`python3 -m http.server -d .build-docs/site\` serves it, at /documentation/."
