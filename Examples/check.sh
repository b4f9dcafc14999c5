#!/usr/bin/env bash
# Builds the packages that depend on this one as anybody's would, and compares what they print with what they should.
set -euo pipefail
cd "$(dirname "$0")/Greeter"

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

cd ../Settings
scratch=${SCRATCH:-../../.build-examples}/Settings
swift build --quiet --scratch-path "$scratch" --product Settings
settings=$(swift build --scratch-path "$scratch" --show-bin-path)/Settings
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '%s' '{ "values": { "flutter.launches": "12", "token": "t", "profile": "{\"name\":\"Ada\",\"age\":36}" } }' \
    > "$folder/settings.json"

# settled NAME EXPECTED SETTINGS-ARGUMENTS...
settled() {
    local name=$1 expected=$2 printed
    shift 2
    printed=$("$settings" "$folder" "$@" | sed "s|$folder|FOLDER|g")
    if [ "$printed" = "$expected" ]; then echo "ok      $name"; else
        printf 'FAILED  %s\n  expected: %q\n  printed:  %q\n' "$name" "$expected" "$printed"
        failed=1
    fi
}

plan='From no version to 2.9.0: 1 step.

2.0.0  Out of the old framework
  strip the prefix flutter.
  change launches from String to Int
    - flutter.launches = "12"
    + launches = 12

All together:
    - flutter.launches = "12"
    + launches = 12'
settled 'a plan of a migration' "$plan" 2.9.0 --plan
settled 'a migration' $'migrated\nsettings: launches, profile, token\nsecrets: ' 2.9.0
settled 'the next one' $'migrated\nsettings: launches, profile\nsecrets: session.token' 2.10.0
settled 'nothing to do' $'upToDate\nsettings: launches, profile\nsecrets: session.token' 2.10.0
settled 'an app that was put back' \
    $'dataIsNewer(stored: "2.10.0")\nsettings: launches, profile\nsecrets: session.token' 2.9.0

exit $failed
