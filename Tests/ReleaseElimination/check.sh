#!/usr/bin/env bash
# Builds a small app in every optimised way and looks for the texts that a release toggle guards.
# Exits 0 when they are gone from each RELEASE binary and still there in the others, 1 otherwise.
set -euo pipefail
cd "$(dirname "$0")"

scratch=${SCRATCH:-../../.build-elimination}
failed=0

# Longer than 15 bytes, so that they are data and not part of an instruction.
secrets=$(grep -rhoE '"SECRET_[A-Z_]+|unfinished_checkout_of_the_year' Sources toggles.yaml | tr -d '"' | sort -u)
# What belongs to overrides, none of which may be in an app that people get.
overrides='--enable-toggle TOGGLES_DEFAULTS'
# What belongs to the console: its help, what it says line by line, its terminal.
menu=('Narrows the list as you type' 'Moves to the next line' 'help lists the commands' cn_screen_open)
controls='CONTROL_BEHIND_AN_OPS_TOGGLE CONTROL_IN_THE_OLD_PAYMENT remote_control_for_comparison'

# texts BINARY: the texts in its code and data, and the names of what is linked. Debug information is left out: it names what
# modules declare, whether or not any of it is in the program.
texts() {
    strip -S -o "$1.stripped" "$1"
    strings -a "$1.stripped"
    rm "$1.stripped"
}

# check NAME EXPECTATION SWIFT-BUILD-ARGUMENTS...
check() {
    local name=$1 expectation=$2
    shift 2
    swift build --quiet --scratch-path "$scratch/$name" --product App "$@"
    local binary texts wrong=0
    binary=$(swift build --scratch-path "$scratch/$name" --product App "$@" --show-bin-path)/App
    texts=$(texts "$binary")
    for text in $controls; do
        if ! grep -qF -- "$text" <<<"$texts"; then
            echo "  ‘$text’ should be in the binary and is not: the check cannot be trusted"
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
    if [ $wrong = 0 ]; then echo "ok      $name: what release toggles guard is $expectation"; else
        echo "FAILED  $name"
        failed=1
    fi
}

# console NAME EXPECTATION SWIFT-BUILD-ARGUMENTS...: whether an app that opens the console has it in it, and what it answers.
console() {
    local name=$1 expectation=$2
    shift 2
    swift build --quiet --scratch-path "$scratch/$name" --product DebugMenu "$@"
    local binary texts answer wrong=0
    binary=$(swift build --scratch-path "$scratch/$name" --product DebugMenu "$@" --show-bin-path)/DebugMenu
    texts=$(texts "$binary")
    for text in "${menu[@]}"; do
        if grep -qF -- "$text" <<<"$texts"; then found=kept; else found=gone; fi
        if [ "$found" != "$expectation" ]; then
            echo "  ‘$text’ of the console is $found"
            wrong=1
        fi
    done
    # There is no terminal, so that it ends at once.
    answer=$("$binary" </dev/null 2>&1 | cat)
    case $expectation:$answer in
    gone:'refused: '*RELEASE* | kept:'no terminal: '*) ;;
    *)
        echo "  it answers ‘$answer’"
        wrong=1
        ;;
    esac
    if [ $wrong = 0 ]; then echo "ok      $name: the console is $expectation"; else
        echo "FAILED  $name: the console"
        failed=1
    fi
}

check optimised gone -c release
check size gone -c release -Xswiftc -Osize
check cross-module gone -c release -Xswiftc -cross-module-optimization
check no-cross-module gone -c release -Xswiftc -disable-cmo
check internal-build kept -c release --traits InternalBuild

console optimised gone -c release
console internal-build kept -c release --traits InternalBuild

exit $failed
