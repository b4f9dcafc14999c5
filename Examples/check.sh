#!/usr/bin/env bash
# Builds Greeter, a package that depends on this one as anybody's would, and compares what it prints with what it should.
set -euo pipefail
cd "$(dirname "$0")/Greeter"

scratch=${SCRATCH:-../../.build-examples}/Greeter
swift build --quiet --scratch-path "$scratch" --product Greeter
greeter=$(swift build --scratch-path "$scratch" --show-bin-path)/Greeter

if difference=$(diff - <("$greeter") <<'EXPECTED'
AppToggles: new_greeting, shouting
PhraseToggles: politeness, farewell
new_greeting false
EXPECTED
); then
    echo 'ok      Greeter'
else
    echo 'FAILED  Greeter prints something else (< expected, > printed):'
    echo "$difference"
    exit 1
fi
