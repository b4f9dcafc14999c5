#!/usr/bin/env bash
# Moves books from one store to another stage by stage, and compares the output.
set -euo pipefail
cd "$(dirname "$0")"
source ../checking.sh

build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

check 'the old store alone' 'off: added Dune' "$folder" add Dune
check 'nothing to copy yet' "waiting for the user's first write to both stores" "$folder" backfill
check 'dual writes' 'dualwrite: added Emma' "$folder" add Emma --toggle book_store=dualwrite
check 'a comparison that differs' $'shadow: Dune, Emma\nagreement 0% of 1, newest difference\n  old Array<Book>, 2 elements (redacted), new Array<Book>, 1 element (redacted)' \
    "$folder" list --toggle book_store=shadow
check 'a book that is copied before the backfill' 'Dune, copied at once' "$folder" open Dune
# The first copy includes every book, even Emma, which is already there.
check 'backfill' 'done, 2 copied' "$folder" backfill
check 'a comparison that agrees' $'shadow: Dune, Emma\nagreement 100% of 1' "$folder" list --toggle book_store=shadow
check 'the new store' 'live: added Ivanhoe' "$folder" add Ivanhoe --toggle book_store=live
check 'back to the old store' 'off: Dune, Emma, Ivanhoe' "$folder" list --toggle book_store=off
check 'the new store alone' 'complete: added Utopia' "$folder" add Utopia --toggle book_store=complete
check 'the new store in rampdown' 'rampdown: Dune, Emma, Ivanhoe, Utopia' "$folder" list --toggle book_store=rampdown
grep -q '"checked": 2' "$folder/toggles.migrations.json" || { echo 'FAILED  the summary file'; failed=1; }

# Dune was written in off, Emma in dualwrite, and Ivanhoe in live.
sed -i.bak /Emma/d "$folder/books.txt"
check 'a lost book' '4 writes of 4 records; 1 finding, 1 can be restored' "$folder" replay
check 'a restored book' '4 writes of 4 records; 1 finding, 1 restored, 0 remaining' "$folder" replay --apply
grep -q Emma "$folder/books.txt" || { echo 'FAILED  Emma is missing'; failed=1; }

# The program now exits with 1, which `check` ignores.
set +o pipefail
check 'an invalid title' 'A title cannot be empty or contain tabs or line breaks: "a\tb".' "$folder" add $'a\tb'
cp "$folder/books.txt" "$folder/kept.txt"
echo 'no book' >> "$folder/books.txt"
check 'an invalid line' 'books.txt has a line that is not a book: "no book"; repair it.' "$folder" add Walden
grep -q Dune "$folder/books.txt" || { echo 'FAILED  a broken file was replaced'; failed=1; }
mv "$folder/kept.txt" "$folder/books.txt"
echo '[' > "$folder/books.json"
check 'an invalid JSON file' 'books.json is not a valid shelf; repair it or move it away.' "$folder" add Walden --toggle book_store=live
[ "$(cat "$folder/books.json")" = '[' ] || { echo 'FAILED  a broken file was replaced'; failed=1; }

exit $failed
