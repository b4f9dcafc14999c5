#!/usr/bin/env bash
# Copies the notes of many users, kills the program meanwhile, and compares what it did.
set -euo pipefail
cd "$(dirname "$0")"
source ../checking.sh
../../Scripts/install-dependencies.sh sqlite

build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

check 'a conforming queue' 'the queue conforms' "$folder" check
check 'users' 'added 40 users' "$folder" add 40 30
check 'nothing copied yet' 'waiting 40, running 0, done 0, failed 0' "$folder" report
"$program" "$folder" damage 'user 7'

# The number of users whom a worker has taken.
running() { "$program" "$folder" report | sed -nE 's/.*running ([0-9]+).*/\1/p'; }

# So slow that all of these runs are killed in the middle of a copy.
exec 4>&2 2> /dev/null
for _ in 1 2 3; do
    "$program" "$folder" run 20 > /dev/null &
    for _ in {1..100}; do
        sleep 0.2
        [ "$(running)" -eq 0 ] || break
    done
    sleep 1
    kill -KILL $! && wait $! || true
done
exec 2>&4 4>&-
[ "$(running)" -gt 0 ] || { echo 'FAILED  the killed runs copied nobody'; failed=1; }

check 'a run after kills' 'waiting 0, running 0, done 39, failed 1' "$folder" run
check 'each note once' '1170 of 1201 notes copied, 0 of them twice' "$folder" tally
check 'the failed user' 'user 7: 0 copied, 3 attempts, most recently DatabaseError' "$folder" list failed
grep -q '"failed": 1' "$folder/backfill.json" || { echo 'FAILED  the report file'; failed=1; }
check 'retry' '1 users wait again' "$folder" retry
check 'two further users' 'added 2 users' "$folder" add 2 5
"$program" "$folder" run > /dev/null &
check 'two processes at once' 'waiting 0, running 0, done 41, failed 1' "$folder" run
wait
check 'each note once, still' '1180 of 1211 notes copied, 0 of them twice' "$folder" tally

exit $failed
