#!/usr/bin/env bash
# Moves books from one store to another stage by stage, and compares what it prints.
set -euo pipefail
cd "$(dirname "$0")"
source ../checking.sh

build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

check 'the old store alone' 'off: added Dune' "$folder" add Dune
check 'nothing to copy yet' "waiting for the user's first write to both stores" "$folder" backfill
check 'dual writes' 'dualwrite: added Emma' "$folder" add Emma --toggle book_store=dualwrite
check 'a comparison that differs' $'shadow: Dune, Emma\nagreement 0 % of 1, newest difference\n  old Array<Book>, 2 elements (redacted), new Array<Book>, 1 element (redacted)' \
    "$folder" list --toggle book_store=shadow
# Emma was made a moment before her write began: she is older than the start, and there already.
check 'backfill' 'done, 2 copied' "$folder" backfill
check 'a comparison that agrees' $'shadow: Dune, Emma\nagreement 100 % of 1' "$folder" list --toggle book_store=shadow
check 'the new store' 'live: added Ivanhoe' "$folder" add Ivanhoe --toggle book_store=live
check 'back to the old store' 'off: Dune, Emma, Ivanhoe' "$folder" list --toggle book_store=off
check 'the new store alone' 'complete: added Utopia' "$folder" add Utopia --toggle book_store=complete
check 'what the old store then misses' 'rampdown: Dune, Emma, Ivanhoe, Utopia' "$folder" list --toggle book_store=rampdown
grep -q '"checked": 2' "$folder/toggles.migrations.json" || { echo 'FAILED  the summary file'; failed=1; }

exit $failed
