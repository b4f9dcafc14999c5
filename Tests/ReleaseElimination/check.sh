#!/usr/bin/env bash
# Builds a small app with each kind of optimization, and searches its binaries for the texts that a release toggle guards.
# Exits 0 if no RELEASE binary contains them and all other binaries do, 1 otherwise.
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")"

scratch=${SCRATCH:-../../.build-elimination}
failed=0

# These are longer than 15 bytes, so they are stored as data and not in instructions.
secrets=$(grep -rhoE '"SECRET_[A-Z_]+|unfinished_checkout_of_the_year' Sources toggles.yaml | tr -d '"' | sort -u)
# Texts of overrides and the state file, which a released app must not contain.
overrides='--enable-toggle TOGGLES_DEFAULTS applicationVersion feature-toggles.state-file'
# Texts of the console: its help, its line mode, and its terminal.
menu=('Narrows the list as you type' 'Moves to the next line' 'help lists the commands' cn_screen_open)
controls='CONTROL_BEHIND_AN_OPS_TOGGLE CONTROL_IN_THE_OLD_PAYMENT CONTROL_IN_THE_OLD_SCREEN remote_control_for_comparison'

# texts BINARY: prints the texts in its code and data, and the names of linked symbols. Debug information is left out,
# because it contains the names of all declarations, whether or not they are in the program.
texts() {
    strip -S -o "$1.stripped" "$1"
    strings -a "$1.stripped"
    rm "$1.stripped"
}

# build PRODUCT SWIFT-BUILD-ARGUMENTS...: builds a product in release, without debug information, which takes time and is
# ignored below.
build() {
    local product=$1
    shift
    swift build --quiet -c release -debug-info-format none --scratch-path "$folder" --product "$product" "$@"
}

# check NAME EXPECTATION SWIFT-BUILD-ARGUMENTS...
check() {
    local name=$1 expectation=$2 texts wrong=0
    shift 2
    build App "$@"
    texts=$(texts "$folder/release/App")
    for text in $controls; do
        if ! grep -qF -- "$text" <<<"$texts"; then
            echo "  ‘$text’ should be in the binary, but isn't: the check is not reliable"
            wrong=1
        fi
    done
    for text in $secrets $overrides; do
        if grep -qF -- "$text" <<<"$texts"; then found=kept; else found=gone; fi
        if [ "$found" != "$expectation" ]; then
            echo "  ‘$text’ is $found"
            wrong=1
        fi
    done
    if [ $wrong = 0 ]; then echo "ok      $name: the code that release toggles guard is $expectation"; else
        echo "FAILED  $name"
        failed=1
    fi
}

# console NAME EXPECTATION SWIFT-BUILD-ARGUMENTS...: checks whether an app that opens the console contains it, and its output.
console() {
    local name=$1 expectation=$2 binary=$folder/release/DebugMenu texts answer wrong=0
    shift 2
    build DebugMenu "$@"
    texts=$(texts "$binary")
    for text in "${menu[@]}"; do
        if grep -qF -- "$text" <<<"$texts"; then found=kept; else found=gone; fi
        if [ "$found" != "$expectation" ]; then
            echo "  ‘$text’ of the console is $found"
            wrong=1
        fi
    done
    # Without a terminal, the app exits at once.
    answer=$("$binary" </dev/null 2>&1 | cat)
    case $expectation:$answer in
    gone:'refused: '*RELEASE* | kept:'no terminal: '*) ;;
    *)
        echo "  unexpected output: ‘$answer’"
        wrong=1
        ;;
    esac
    if [ $wrong = 0 ]; then echo "ok      $name: the console is $expectation"; else
        echo "FAILED  $name: the console"
        failed=1
    fi
}

# objects NAME EXPECTATION: checks whether the modules that were compiled last contain the debug menu for devices.
# On systems without SwiftUI, no program uses its model, so the linker would remove it in any case.
objects() {
    local name=$1 expectation=$2 wrong=0
    # objects_contain MODULE NAME: whether a module has symbols whose name contains another one. Lines with the names of
    # files end with a colon.
    objects_contain() { find "$folder/release/$1.build/" -name '*.o' -exec nm {} + | grep -v ':$' | grep -cF -- "$2" >/dev/null; }
    if ! objects_contain FeatureTogglesUI ReadableToggle; then
        echo "  ‘ReadableToggle’ should be in the module, but isn't: the check is not reliable"
        wrong=1
    fi
    for text in FeatureTogglesUI:ToggleMenuModel FeatureTogglesUI:MenuInbox \
        FeatureTogglesOverrides:FilterIndex FeatureTogglesOverrides:FilterQuery FeatureTogglesOverrides:OverrideStorage; do
        if objects_contain "${text%%:*}" "${text#*:}"; then found=kept; else found=gone; fi
        if [ "$found" != "$expectation" ]; then
            echo "  ‘${text#*:}’ of the debug menu is $found"
            wrong=1
        fi
    done
    if [ $wrong = 0 ]; then echo "ok      $name: the debug menu is $expectation"; else
        echo "FAILED  $name: the debug menu"
        failed=1
    fi
}

# The compiler optimizes most of a module on one core, so two builds run at a time, each in its own folder. The builds of a
# folder share the generator of the keys, which takes half as long to compile as the app.
first() {
    folder=$scratch/first
    check optimized gone
    console optimized gone
    objects optimized gone
    check cross-module gone -Xswiftc -cross-module-optimization
}

second() {
    folder=$scratch/second
    # The options that inline the least.
    check 'size, no cross-module' gone -Xswiftc -Osize -Xswiftc -disable-cmo
    check internal-build kept --traits InternalBuild
    console internal-build kept --traits InternalBuild
    objects internal-build kept
}

# Saves the versions of the dependencies for all builds.
swift package --scratch-path "$scratch/first" resolve
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
(first; exit $failed) &
running=$!
(second; exit $failed) >"$printed" 2>&1 &
wait $! || failed=1
wait $running || failed=1
cat "$printed"

exit $failed
