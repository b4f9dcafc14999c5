#!/usr/bin/env bash
# Builds the reading list with books in two stores, in three, and without the old store, and compares the output.
set -euo pipefail
cd "$(dirname "$0")"
source ../checking.sh

build
check 'books of two stores' 'Emma, 474 pages
  row 7 of the table
Persuasion, 249 pages
  persuasion.json
Lent: Emma, Persuasion
As JSON: [{"$old":{"isLent":true,"pages":474,"rowID":7,"title":"Emma"}},{"file":"persuasion.json","isLent":true,"pageCount":249,"title":"Persuasion"}]'
export NEXT_MOVE_BEGUN=1
build
check 'books of three stores' 'Emma, 474 pages
  row 7 of the table
Persuasion, 249 pages
  persuasion.json
Sanditon, 154 pages
  record A1 in the cloud
Lent: Emma, Persuasion, Sanditon
As JSON: [{"$oldest":{"isLent":true,"pages":474,"rowID":7,"title":"Emma"}},{"$old":{"file":"persuasion.json","isLent":true,"pageCount":249,"title":"Persuasion"}},{"isLent":true,"pageCount":154,"recordName":"A1","title":"Sanditon"}]'
unset NEXT_MOVE_BEGUN
export OLD_STORE_GONE=1
build
check 'books when the old store is gone' 'Emma, 474 pages
  emma.json
Persuasion, 249 pages
  persuasion.json
Lent: Emma, Persuasion
As JSON: [{"file":"emma.json","isLent":true,"pageCount":474,"title":"Emma"},{"file":"persuasion.json","isLent":true,"pageCount":249,"title":"Persuasion"}]'

exit $failed
