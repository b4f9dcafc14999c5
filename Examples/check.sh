#!/usr/bin/env bash
# Builds the packages here, which depend on this one as anybody's would, and compares what they print with what they should.
set -euo pipefail
cd "$(dirname "$0")/Greeter"
../ReadingList/check.sh

scratch=${SCRATCH:-../../.build-examples}/Greeter
swift build --quiet --scratch-path "$scratch" --product Greeter
program=$(swift build --scratch-path "$scratch" --show-bin-path)/Greeter
# What somebody has set on this machine does not count.
export TOGGLES_DEFAULTS=$scratch/no-such-file.json
failed=0

# check NAME EXPECTED ARGUMENTS...
check() {
    local name=$1 expected=$2 printed
    shift 2
    printed=$("$program" "$@")
    if [ "$printed" = "$expected" ]; then echo "ok      $name"; else
        printf 'FAILED  %s\n  expected: %q\n  printed:  %q\n' "$name" "$expected" "$printed"
        failed=1
    fi
}

check 'defaults' $'Hello Ada\nBye.' Ada
check 'toggles of the program' $'HELLO ADA\nWHAT A DAY IT IS!\nBYE.' Ada --enable-toggle new_greeting --enable-toggle shouting
check 'toggles of its library' $'Good day, dear Ada\nSee you soon!' Ada --toggle politeness=formal --toggle farewell=cheerful
TOGGLE_POLITENESS=casual check 'environment' $'Hi Ada\nBye.' Ada

# Bookshelf: books move from one store to another.
cd ../Bookshelf
scratch=${SCRATCH:-../../.build-examples}/Bookshelf
swift build --quiet --scratch-path "$scratch" --product Bookshelf
program=$(swift build --scratch-path "$scratch" --show-bin-path)/Bookshelf
shelf=$(mktemp -d)
trap 'rm -rf "$shelf"' EXIT

check 'the old store alone' 'off: added Dune' "$shelf" add Dune
check 'nothing to copy yet' "waiting for the user's first write to both stores" "$shelf" backfill
check 'dual writes' 'dualwrite: added Emma' "$shelf" add Emma --toggle book_store=dualwrite
check 'a comparison that differs' $'shadow: Dune, Emma\nagreement 0 % of 1, newest difference\n  old Array<Book>, 2 elements (redacted), new Array<Book>, 1 element (redacted)' \
    "$shelf" list --toggle book_store=shadow
# Emma was made a moment before her write began: she is older than the start, and there already.
check 'backfill' 'done, 2 copied' "$shelf" backfill
check 'a comparison that agrees' $'shadow: Dune, Emma\nagreement 100 % of 1' "$shelf" list --toggle book_store=shadow
check 'the new store' 'live: added Ivanhoe' "$shelf" add Ivanhoe --toggle book_store=live
check 'back to the old store' 'off: Dune, Emma, Ivanhoe' "$shelf" list --toggle book_store=off
check 'the new store alone' 'complete: added Utopia' "$shelf" add Utopia --toggle book_store=complete
check 'what the old store then misses' 'rampdown: Dune, Emma, Ivanhoe, Utopia' "$shelf" list --toggle book_store=rampdown
grep -q '"checked": 2' "$shelf/toggles.migrations.json" || { echo 'FAILED  the summary file'; failed=1; }

exit $failed
