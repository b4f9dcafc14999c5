#!/usr/bin/env bash
# Builds packages that depend on this one as anybody's would, and compares what they print with what they should.
set -euo pipefail
cd "$(dirname "$0")/Greeter"

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

# BookShelf, as it is while books are in two stores, and as it is afterwards.
cd ../BookShelf
# shelf NAME EXPECTED: what the program prints, built as the environment says.
shelf() {
    local name=$1 expected=$2 scratch=${SCRATCH:-../../.build-examples}/BookShelf
    swift build --quiet --scratch-path "$scratch" --product BookShelf
    program=$(swift build --scratch-path "$scratch" --show-bin-path)/BookShelf
    check "$name" "$expected"
}

shelf 'books of two stores' 'Emma, 474 pages
  row 7 of the table
Persuasion, 249 pages
  persuasion.json
Lent: Emma, Persuasion
As JSON: [{"$old":{"isLent":true,"pages":474,"rowID":7,"title":"Emma"}},{"file":"persuasion.json","isLent":true,"pageCount":249,"title":"Persuasion"}]'
OLD_STORE_GONE=1 shelf 'books when the old store is gone' 'Emma, 474 pages
  emma.json
Persuasion, 249 pages
  persuasion.json
Lent: Emma, Persuasion
As JSON: [{"file":"emma.json","isLent":true,"pageCount":474,"title":"Emma"},{"file":"persuasion.json","isLent":true,"pageCount":249,"title":"Persuasion"}]'

exit $failed
