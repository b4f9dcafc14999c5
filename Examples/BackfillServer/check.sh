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

# The server in Python, which shares its tables with the program above.
if ! command -v python3 > /dev/null; then
    echo "skipped $example: the server in Python, because python3 is missing"
    exit $failed
fi
rm -rf "${folder:?}"/*
server=
# serve OPTIONS...: starts the server on a free port, and sets $url.
serve() {
    : > "$folder/url"
    python3 server.py "$folder" "$@" > "$folder/url" 2>> "$folder/server.log" &
    server=$!
    for _ in {1..100}; do
        url=$(cat "$folder/url")
        [ -z "$url" ] || return 0
        sleep 0.1
    done
    echo 'FAILED  the server in Python did not start'
    exit 1
}
# stop: kills the server, as a crash does.
stop() {
    exec 4>&2 2> /dev/null
    kill -KILL "$server" && wait "$server" || true
    exec 2>&4 4>&-
    server=
}
trap '[ -z "$server" ] || kill -KILL "$server"; rm -rf "$folder"' EXIT

serve
python3 check.py "$url" ../../Schemas/backfill.schema.json "$folder" > "$folder/check.log" || failed=1
cat "$folder/check.log" | sed "s/^the server conforms/ok      $example: requests, repeated, conflicting, and malformed/"
check 'a device' 'ada: done' "$folder" device "$url" ada 35 2> "$folder/device.log"
stop

# Every third request fails: before the server has carried it out, or its answer is lost.
serve --fail-every 3 --copiers 0
check 'a device on a bad network' 'grace/é 1: waiting' "$folder" device "$url" 'grace/é 1' 40 2> "$folder/device.log"
grep -q '^[1-9][0-9]* attempts failed' "$folder/device.log" || { echo 'FAILED  no request failed'; failed=1; }
check 'rows of the server in Python' 'waiting 1, running 0, done 2, failed 0' "$folder" report
check 'its report' 'waiting 1, running 0, done 2, failed 0' "$folder" status
stop

# A worker in Swift is killed in the middle of a copy, and one in Python continues.
exec 4>&2 2> /dev/null
"$program" "$folder" run 10 > /dev/null &
for _ in {1..100}; do
    sleep 0.1
    [ "$(running)" -eq 0 ] || break
done
sleep 1
kill -KILL $! && wait $! || true
exec 2>&4 4>&-
check 'a killed worker' 'waiting 0, running 1, done 2, failed 0' "$folder" report
serve
check 'the server in Python continues' 'grace/é 1: done' "$folder" device "$url" 'grace/é 1' 2> /dev/null
stop

# And the other way around.
serve --copiers 0
check 'a further device' 'noor: waiting' "$folder" device "$url" noor 20 2> /dev/null
stop
check 'the runner in Swift continues' 'waiting 0, running 0, done 4, failed 0' "$folder" run
serve --fail-every 5
check 'the device after a restart of the server' 'noor: done' "$folder" device "$url" noor 2> /dev/null
check 'another device' 'lin: done' "$folder" device "$url" lin 25 2> /dev/null
python3 check.py "$url" ../../Schemas/backfill.schema.json "$folder" > /dev/null 2>&1 && {
    echo 'FAILED  the checks passed although requests failed'
    failed=1
}
stop
# The devices have 120 notes. The first check has two, which are copied again after a later start.
check 'each note of devices once' '122 of 120 notes copied, 2 of them twice' "$folder" tally
! grep -q Traceback "$folder/server.log" || { echo 'FAILED  the server in Python'; cat "$folder/server.log"; failed=1; }

exit $failed
