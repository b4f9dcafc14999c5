#!/usr/bin/env bash
# Builds the packages here, which depend on this one as anybody's would, and compares what they print with what they should.
set -euo pipefail
cd "$(dirname "$0")/Greeter"
../ReadingList/check.sh

scratch=${SCRATCH:-../../.build-examples}/Greeter
swift build --quiet --scratch-path "$scratch" --product Greeter
greeter=$(swift build --scratch-path "$scratch" --show-bin-path)/Greeter
# What somebody has set on this machine does not count.
export TOGGLES_DEFAULTS=$scratch/no-such-file.json
failed=0

# check NAME EXPECTED GREETER-ARGUMENTS...
check() {
    local name=$1 expected=$2 printed
    shift 2
    printed=$("$greeter" "$@")
    if [ "$printed" = "$expected" ]; then echo "ok      $name"; else
        printf 'FAILED  %s\n  expected: %q\n  printed:  %q\n' "$name" "$expected" "$printed"
        failed=1
    fi
}

check 'defaults' $'Hello Ada\nBye.' Ada
check 'toggles of the program' $'HELLO ADA\nWHAT A DAY IT IS!\nBYE.' Ada --enable-toggle new_greeting --enable-toggle shouting
check 'toggles of its library' $'Good day, dear Ada\nSee you soon!' Ada --toggle politeness=formal --toggle farewell=cheerful
TOGGLE_POLITENESS=casual check 'environment' $'Hi Ada\nBye.' Ada

exit $failed
