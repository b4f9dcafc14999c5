#!/usr/bin/env bash
# Starts the server on a free port, and compares its responses to two users, before and after a change of the document.
set -euo pipefail
cd "$(dirname "$0")"
# SwiftNIO takes minutes to build, so this is its folder in Tests/AsyncHTTPClient, too.
SCRATCH=${SCRATCH:-../../.build-swiftnio}
source ../checking.sh

# Ignore overrides that are set on this machine.
export TOGGLES_DEFAULTS=$scratch/no-such-file.json
build
folder=$(mktemp -d)
cp flags.json "$folder/flags.json"
"$program" 0 "$folder/flags.json" >"$folder/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT

# until_true COMMAND...: repeats a command until it succeeds, for at most ten seconds.
until_true() {
    for _ in {1..100}; do
        if "$@"; then return; fi
        sleep 0.1
    done
    echo "FAILED  $example: not true within ten seconds: $*"
    cat "$folder/log"
    exit 1
}

# The server chooses the port, and logs it.
is_listening() { port=$(sed -nE 's/.*listening on .*:([0-9]+)$/\1/p' "$folder/log"); [ -n "$port" ]; }
until_true is_listening

# ask PATH HEADER...: prints the status and the body of a response.
ask() {
    local path=$1 headers=()
    shift
    for header in "$@"; do headers+=(--header "$header"); done
    curl --silent --max-time 10 --write-out '%{http_code}' "${headers[@]+"${headers[@]}"}" \
        "http://127.0.0.1:$port/$path" | tail -n 2 | tr '\n' ' '
}
program=ask
check 'first user' 'one-page checkout 200' checkout 'X-User: ada'
check 'second user' 'three-step checkout 200' checkout 'X-User: bob'
check 'no user' 'three-step checkout 200' checkout
check 'allowed' 'all orders 200' orders 'X-User: bob' 'X-User-Role: admin'
check 'forbidden' '403' orders 'X-User: ada'
check 'health' 'READY 200' health

# The running server follows the file.
sed -E '/one_page_checkout/,/targeting/s/"(on|off)", "(on|off)"\]/"on", "on"]/' flags.json >"$folder/new.json"
mv "$folder/new.json" "$folder/flags.json"
is_on() { [ "$(ask checkout 'X-User: bob')" = 'one-page checkout 200' ]; }
until_true is_on
echo "ok      $example: change of the document"

kill "$server"
if wait "$server"; then echo "ok      $example: ends after SIGTERM"; else
    echo "FAILED  $example: ended with $?"
    failed=1
fi
exit $failed
