#!/usr/bin/env bash
# Builds the reading list as it is while books are in two stores and as it is afterwards, and compares what it prints.
set -euo pipefail
cd "$(dirname "$0")"

scratch=${SCRATCH:-../../.build-examples}/ReadingList
failed=0

# check NAME EXPECTED: what the program prints, built as the environment says.
check() {
    local name=$1 expected=$2 printed
    swift build --quiet --scratch-path "$scratch" --product ReadingList
    printed=$("$(swift build --scratch-path "$scratch" --show-bin-path)/ReadingList")
    if [ "$printed" = "$expected" ]; then echo "ok      $name"; else
        printf 'FAILED  %s\n  expected: %q\n  printed:  %q\n' "$name" "$expected" "$printed"
        failed=1
    fi
}

check 'books of two stores' 'Emma, 474 pages
  row 7 of the table
Persuasion, 249 pages
  persuasion.json
Lent: Emma, Persuasion
As JSON: [{"$old":{"isLent":true,"pages":474,"rowID":7,"title":"Emma"}},{"file":"persuasion.json","isLent":true,"pageCount":249,"title":"Persuasion"}]'
OLD_STORE_GONE=1 check 'books when the old store is gone' 'Emma, 474 pages
  emma.json
Persuasion, 249 pages
  persuasion.json
Lent: Emma, Persuasion
As JSON: [{"file":"emma.json","isLent":true,"pageCount":474,"title":"Emma"},{"file":"persuasion.json","isLent":true,"pageCount":249,"title":"Persuasion"}]'

exit $failed
