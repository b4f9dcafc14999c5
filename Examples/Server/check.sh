#!/usr/bin/env bash
# Starts the server on a free port, and compares its responses to two users, before and after a change of the document.
# Also evaluates flags with OpenFeature's SDK and OFREP provider for Python, which it installs from PyPI into a folder.
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

# evaluate PATH BODY HEADER...: prints the status and the body of an OFREP evaluation.
evaluate() {
    local path=$1 body=$2 headers=()
    shift 2
    for header in "$@"; do headers+=(--header "$header"); done
    curl --silent --max-time 10 --write-out ' %{http_code}' --data-binary "$body" "${headers[@]+"${headers[@]}"}" \
        "http://127.0.0.1:$port/ofrep/v1/evaluate/$path"
}
program=evaluate
check 'OFREP' '{"key":"admin_tools","reason":"TARGETING_MATCH","variant":"on","value":true} 200' \
    flags/admin_tools '{"context": {"role": "admin"}}'
check 'OFREP, encoded key' '{"key":"page_size","reason":"DISABLED","variant":"default"} 200' \
    flags/page%5Fsize '{"context": {}}'
check 'OFREP, unknown flag' \
    '{"key":"x","errorCode":"FLAG_NOT_FOUND","errorDetails":"the server has no flag ‘x’"} 404' \
    flags/x '{"context": {}}'
etag=$(curl --silent --max-time 10 --dump-header - --output /dev/null --data '{"context": {}}' \
    "http://127.0.0.1:$port/ofrep/v1/evaluate/flags" | tr -d '\r' | sed -nE 's/^etag: //Ip')
check 'OFREP, same values' ' 304' flags '{"context": {"targetingKey": "bob"}}' "If-None-Match: $etag"

# A client that other people wrote. Only a package index that can't be reached is a reason to skip it.
ofrep=openfeature-provider-ofrep==0.3.0
if ! python3 -m venv "$folder/venv" >"$folder/pip" 2>&1 ||
    ! "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "$ofrep" >"$folder/pip" 2>&1; then
    if ! grep -qiE 'connection|resolve|timed out|ensurepip' "$folder/pip"; then
        echo "FAILED  $example: can't install $ofrep"
        cat "$folder/pip"
        exit 1
    fi
    echo "SKIPPED $example: OFREP from Python, because $ofrep can't be installed: $(tail -n 1 "$folder/pip")"
elif ! "$folder/venv/bin/python" ofrep.py "http://127.0.0.1:$port"; then
    failed=1
fi

# The running server follows the file.
sed -E '/one_page_checkout/,/targeting/s/"(on|off)", "(on|off)"\]/"on", "on"]/' flags.json >"$folder/new.json"
mv "$folder/new.json" "$folder/flags.json"
program=ask
is_on() { [ "$(ask checkout 'X-User: bob')" = 'one-page checkout 200' ]; }
until_true is_on
echo "ok      $example: change of the document"

kill "$server"
if wait "$server"; then echo "ok      $example: ends after SIGTERM"; else
    echo "FAILED  $example: ended with $?"
    failed=1
fi
exit $failed
