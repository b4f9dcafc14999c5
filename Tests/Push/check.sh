#!/usr/bin/env bash
# Checks the script that sends push messages, without a network: the requests of a dry run, the signature of the token,
# and the results for each device, with a curl of its own; and what reaches a server on loopback for topics of Firebase
# and broadcast channels. Requires python3.
#
# usage: Tests/Push/check.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
server=''
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
fail() { echo "FAILED  $1" >&2 && exit 1; }

openssl ecparam -name prime256v1 -genkey -noout -out "$folder/ec.pem"
openssl pkcs8 -topk8 -nocrypt -in "$folder/ec.pem" -out "$folder/AuthKey.p8"
openssl ec -in "$folder/ec.pem" -pubout -out "$folder/public.pem" 2> /dev/null
push=(Scripts/send-update-push.sh --key "$folder/AuthKey.p8" --key-id KEY7890123 --team-id TEAM456789
    --topic com.example.shop)

"${push[@]}" --dry-run 00ff 00fe > "$folder/requests"
grep -qx 'url = "https://api.push.apple.com/3/device/00ff"' "$folder/requests" || fail 'the first device has no request'
grep -qx 'url = "https://api.push.apple.com/3/device/00fe"' "$folder/requests" || fail 'the second device has no request'
[ "$(grep -cx 'header = "apns-push-type: background"' "$folder/requests")" = 2 ] || fail 'the message is not a silent one'
[ "$(grep -cx 'header = "apns-topic: com.example.shop"' "$folder/requests")" = 2 ] || fail 'the topic is missing'
[ "$(grep -cxF 'data = "{\"aps\":{\"content-available\":1},\"refresh_toggles\":true}"' "$folder/requests")" = 2 ] ||
    fail 'the message has no marker'
echo 'ok      a dry run prints a request for each device'

# Decodes base64url.
decode() {
    local text
    text=$(tr -- '-_' '+/')
    while [ $((${#text} % 4)) -ne 0 ]; do text=$text=; done
    printf '%s' "$text" | openssl base64 -d -A
}
# A signature begins with a zero byte in one of 128 runs, so several are checked.
for _ in 1 2 3 4 5 6 7 8; do
    token=$("${push[@]}" --dry-run 00ff | sed -n 's/^header = "authorization: bearer \(.*\)"$/\1/p')
    IFS=. read -r head claims signature <<< "$token"
    [ "$(decode <<< "$head")" = '{"alg":"ES256","kid":"KEY7890123"}' ] || fail 'the head of the token is wrong'
    decode <<< "$claims" | grep -qE '^\{"iss":"TEAM456789","iat":[0-9]{10}\}$' || fail 'the claims of the token are wrong'
    hex=$(decode <<< "$signature" | od -An -v -tx1 | tr -d ' \n')
    [ ${#hex} = 128 ] || fail 'the signature of the token does not have 64 bytes'
    printf 'asn1=SEQUENCE:numbers\n[numbers]\nr=INTEGER:0x%s\ns=INTEGER:0x%s\n' "${hex:0:64}" "${hex:64}" > "$folder/numbers"
    openssl asn1parse -genconf "$folder/numbers" -noout -out "$folder/signature"
    printf '%s.%s' "$head" "$claims" |
        openssl dgst -sha256 -verify "$folder/public.pem" -signature "$folder/signature" > /dev/null ||
        fail 'the signature of the token is invalid'
done
echo 'ok      the token is signed with ES256'

printf '00ff\n\n00fe\n' | "${push[@]}" --dry-run --sandbox --marker refetch > "$folder/requests"
[ "$(grep -c 'https://api.sandbox.push.apple.com/3/device/' "$folder/requests")" = 2 ] || fail 'the sandbox is not used'
grep -qF '\"refetch\":true}' "$folder/requests" || fail 'the marker is not used'
echo 'ok      device tokens come from standard input'

printf '00ff\r\n00fe\r\n' | "${push[@]}" --dry-run > "$folder/requests" || fail 'CR before LF is refused'
grep -qx 'url = "https://api.push.apple.com/3/device/00ff"' "$folder/requests" || fail 'CR is part of a device token'
grep -qx 'url = "https://api.push.apple.com/3/device/00fe"' "$folder/requests" || fail 'CR is part of the last token'
status=0
printf '00ff\n\nxyz\n00f\n00 ff\n' | "${push[@]}" --dry-run > "$folder/requests" 2> "$folder/invalid" || status=$?
[ "$status" = 2 ] || fail "the exit code of invalid device tokens is $status instead of 2"
[ -s "$folder/requests" ] && fail 'messages are sent although a device token is invalid'
cat > "$folder/expected" << 'ERRORS'
line 3: ‘xyz’ is not a device token, which consists of hexadecimal digits
line 4: ‘00f’ is not a device token, because it has an odd number of digits
line 5: ‘00 ff’ is not a device token, which consists of hexadecimal digits
ERRORS
cmp -s "$folder/expected" "$folder/invalid" || fail 'invalid device tokens are not reported with their lines'
status=0
printf '00ff\r00fe\r' | "${push[@]}" --dry-run > "$folder/requests" 2> "$folder/invalid" || status=$?
[ "$status" = 2 ] || fail "the exit code of device tokens separated by CR is $status instead of 2"
grep -qx 'line 1: the tokens are separated by CR only; separate them by LF or CR LF' "$folder/invalid" ||
    fail 'CR between device tokens is not reported'
status=0
"${push[@]}" --dry-run 00ff 0f0 > "$folder/requests" 2> "$folder/invalid" || status=$?
grep -qx 'argument 2: ‘0f0’ is not a device token, because it has an odd number of digits' "$folder/invalid" ||
    fail 'an invalid argument is not reported with its number'
echo 'ok      invalid device tokens are reported with their lines, and nothing is sent'

mkdir "$folder/bin"
cat > "$folder/bin/curl" << 'CURL'
#!/bin/sh
config=$(cat)
case $config in
*/00ff\"*) printf '\n200' ;;
*/00fe\"*) printf '{"reason":"Unregistered"}\n410' ;;
*) exit 6 ;;
esac
CURL
chmod +x "$folder/bin/curl"
status=0
PATH=$folder/bin:$PATH "${push[@]}" 00ff 00fe 00fd > "$folder/sent" 2> "$folder/failed" || status=$?
[ "$status" = 1 ] || fail "the exit code is $status instead of 1"
[ "$(cat "$folder/sent")" = '00ff: sent' ] || fail 'the accepted message is not reported'
grep -qxF '00fe: 410 {"reason":"Unregistered"}' "$folder/failed" || fail 'the reason of the service is not reported'
grep -qx '00fd: the push service is unreachable' "$folder/failed" || fail 'a missing answer is not reported'
PATH=$folder/bin:$PATH "${push[@]}" 00ff > /dev/null || fail 'the exit code of an accepted message is not 0'
echo 'ok      the result for each device is reported'

PATH=$folder/bin:$PATH "${push[@]}" 00ff --dry-run --marker refetch 00fe > "$folder/requests" ||
    fail 'options after device tokens are refused'
[ "$(grep -c '^url = ' "$folder/requests")" = 2 ] || fail '--dry-run after a device token is ignored'
[ "$(grep -cF '\"refetch\":true}' "$folder/requests")" = 2 ] || fail '--marker after a device token is ignored'
echo 'ok      options can follow device tokens'

mkdir "$folder/requests.d"
python3 Tests/Push/server.py "$folder/requests.d" &
server=$!
until [ -f "$folder/requests.d/port" ]; do
    kill -0 "$server" 2> /dev/null || fail 'the server did not start'
    sleep 0.1
done
origin=http://127.0.0.1:$(cat "$folder/requests.d/port")
# received NUMBER EXPRESSION: prints a value of a request r, whose content as JSON is c.
received() {
    python3 - "$folder/requests.d/$1.json" "$2" << 'PYTHON'
import json, sys
r = json.load(open(sys.argv[1]))
c = json.loads(r["content"]) if r["content"].startswith("{") else None
print(eval(sys.argv[2]))
PYTHON
}
# same NUMBER EXPRESSION TEXT
same() {
    local found
    found=$(received "$1" "$2")
    [ "$found" = "$3" ] || fail "request $1: $2 is ‘$found’ instead of ‘$3’"
}

openssl genrsa -out "$folder/rsa.pem" 2048 2> /dev/null
openssl pkcs8 -topk8 -nocrypt -in "$folder/rsa.pem" -out "$folder/rsa.p8"
openssl rsa -in "$folder/rsa.pem" -pubout -out "$folder/rsa.public" 2> /dev/null
# account PATH: writes the key of a service account whose tokens come from a path of the server; older ones escape ‘=’.
account() {
    python3 - "$folder/rsa.p8" "$origin$1" "${2:-2}" << 'PYTHON'
import json, sys
key, service, indent = open(sys.argv[1]).read(), sys.argv[2], int(sys.argv[3])
print(json.dumps({
    "type": "service_account", "project_id": "shop-1", "private_key_id": "0a1b", "private_key": key,
    "client_email": "push@shop-1.iam.gserviceaccount.com", "client_id": "1", "token_uri": service,
}, indent=indent or None).replace("=", "\\u003d"))
PYTHON
}
account /token > "$folder/account.json"
topic=(Scripts/send-update-push.sh --service-account "$folder/account.json" --origin "$origin" --fcm-topic)
[ "$("${topic[@]}" updates)" = 'topic updates: sent' ] || fail 'a message to a topic is not reported as sent'
same 1 'r["path"]' /token
received 1 'r["content"]' > "$folder/form"
grep -q '^grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=' "$folder/form" ||
    fail 'the access token is not requested with a signed assertion'
IFS=. read -r head claims signature <<< "$(sed 's/.*assertion=//' "$folder/form")"
[ "$(decode <<< "$head")" = '{"alg":"RS256","typ":"JWT","kid":"0a1b"}' ] || fail 'the head of the assertion is wrong'
scope='"scope":"https://www.googleapis.com/auth/firebase.messaging"'
decode <<< "$claims" | grep -qE '^\{"iss":"push@shop-1.iam.gserviceaccount.com",'"$scope,\"aud\":\"$origin/token\""',"iat":[0-9]{10},"exp":[0-9]{10}\}$' ||
    fail 'the claims of the assertion are wrong'
decode <<< "$signature" > "$folder/signature"
printf '%s.%s' "$head" "$claims" |
    openssl dgst -sha256 -verify "$folder/rsa.public" -signature "$folder/signature" > /dev/null ||
    fail 'the signature of the assertion is invalid'
same 2 'r["path"]' /v1/projects/shop-1/messages:send
same 2 'r["headers"]["authorization"]' 'Bearer ya29.a-b_c'
same 2 'r["headers"]["content-type"]' application/json
same 2 'c["message"]["topic"], c["message"]["data"]' "('updates', {'refresh_toggles': 'true'})"
same 2 'c["message"]["android"]' "{'collapse_key': 'refresh_toggles', 'ttl': '86400s'}"
same 2 'c["message"]["apns"]["payload"]' "{'aps': {'content-available': 1}}"
same 2 'sorted(c["message"]["apns"]["headers"])' "['apns-collapse-id', 'apns-expiration', 'apns-priority', 'apns-push-type']"
same 2 'c["message"]["apns"]["headers"]["apns-push-type"], len(c["message"])' "('background', 4)"
account /token 0 > "$folder/account.json"
[ "$("${topic[@]}" /topics/beta --marker refetch)" = 'topic beta: sent' ] || fail 'a minified service account is refused'
same 4 'c["message"]["topic"], c["message"]["data"]' "('beta', {'refetch': 'true'})"
status=0
"${topic[@]}" missing > /dev/null 2> "$folder/failed" || status=$?
[ "$status" = 1 ] && grep -q '^topic missing: 404' "$folder/failed" && grep -q NOT_FOUND "$folder/failed" ||
    fail 'the reason of a refused topic is not reported'
account /refused/token > "$folder/account.json"
status=0
"${topic[@]}" updates > /dev/null 2> "$folder/failed" || status=$?
[ "$status" = 1 ] && grep -q 'invalid_grant' "$folder/failed" || fail 'a refused service account is not reported'
sed 's/BEGIN PRIVATE KEY-----\\n..../&x/' "$folder/account.json" > "$folder/broken.json"
status=0
"${topic[@]:0:1}" --service-account "$folder/broken.json" --origin "$origin" --fcm-topic updates > /dev/null 2> "$folder/failed" ||
    status=$?
[ "$status" = 2 ] && grep -q "The private key in ‘$folder/broken.json’ is not one for RS256" "$folder/failed" ||
    fail 'a broken private key is not reported'
count=$(find "$folder/requests.d" -name '*.json' | wc -l)
"${topic[@]}" updates --dry-run > "$folder/requests" || fail 'a dry run of a topic fails'
grep -qx "url = \"$origin/v1/projects/shop-1/messages:send\"" "$folder/requests" || fail 'the dry run lacks the address'
[ "$(find "$folder/requests.d" -name '*.json' | wc -l)" = "$count" ] || fail 'a dry run sends something'
"${topic[@]:0:3}" --fcm-topic updates --dry-run > "$folder/requests"
grep -q 'url = "https://fcm.googleapis.com/v1/' "$folder/requests" ||
    fail 'the address of Firebase is wrong'
echo 'ok      a message to a topic of Firebase is sent with an access token'

"${push[@]}" --origin "$origin" --channel 'dHN0LXNyY2gtY2hubA==' > "$folder/sent"
[ "$(cat "$folder/sent")" = 'channel dHN0LXNyY2gtY2hubA==: sent' ] || fail 'a message to a channel is not reported as sent'
number=$(find "$folder/requests.d" -name '*.json' | wc -l)
same "$number" 'r["path"]' /4/broadcasts/apps/com.example.shop
same "$number" '[r["headers"][n] for n in ("apns-channel-id", "apns-push-type", "apns-priority", "apns-expiration")]' \
    "['dHN0LXNyY2gtY2hubA==', 'liveactivity', '5', '0']"
same "$number" 'r["headers"]["authorization"][:14], "apns-topic" in r["headers"]' "('bearer eyJhbGc', False)"
same "$number" 'c["aps"]["event"], c["aps"]["content-state"], c["aps"]["timestamp"] > 1700000000' \
    "('update', {'refresh_toggles': True}, True)"
"${push[@]}" --origin "$origin" --channel YQ== --state '{"score": "1\u20132", "text": "a\\b \"c\""}' > /dev/null
same $((number + 1)) 'c["aps"]["content-state"]' "{'score': '1–2', 'text': 'a\\\\b \"c\"'}"
"${push[@]}" --channel YQ== --sandbox --dry-run > "$folder/requests"
grep -qx 'url = "https://api.sandbox.push.apple.com/4/broadcasts/apps/com.example.shop"' "$folder/requests" ||
    fail 'a channel does not use the sandbox'
"${push[@]}" --origin "$origin" 00ff > /dev/null || fail 'a device token is not sent to another address'
same $((number + 2)) 'r["path"], r["headers"]["apns-topic"]' "('/3/device/00ff', 'com.example.shop')"
echo 'ok      a message to a broadcast channel is sent'

refused() {
    local status=0
    "$@" > /dev/null 2>&1 < /dev/null || status=$?
    [ "$status" = 2 ] || fail "the exit code of ‘${*:2}’ is $status instead of 2"
}
mkdir "$folder/empty"
openssl ecparam -name secp384r1 -genkey -noout -out "$folder/p384.pem"
# unusable WHAT OPTIONS…: checks that a key is refused before anything is sent, also in a dry run, and without other text.
unusable() {
    local status=0
    PATH=$folder/bin:$PATH Scripts/send-update-push.sh "${@:2}" > "$folder/requests" 2> "$folder/failed" < /dev/null || status=$?
    [ "$status" = 2 ] || fail "the exit code of $1 is $status instead of 2"
    [ -s "$folder/requests" ] && fail "something is sent with $1"
    [ "$(wc -l < "$folder/failed")" = 1 ] || fail "$1 is reported as: $(cat "$folder/failed")"
}
for key in broken.json rsa.p8 p384.pem public.pem empty; do
    unusable "the key $key" --key "$folder/$key" "${push[@]:3}" --dry-run 00ff
    unusable "the key $key" --key "$folder/$key" "${push[@]:3}" 00ff
done
account /token | sed 's/BEGIN PRIVATE KEY-----\\n..../&x/' > "$folder/broken.json"
for file in broken.json empty; do
    unusable "the account $file" --service-account "$folder/$file" --fcm-topic updates --dry-run
    unusable "the account $file" --service-account "$folder/$file" --fcm-topic updates
done
echo 'ok      a key that cannot sign is reported, and nothing is sent'

refused "${push[@]}" --channel ''
refused "${push[@]}" --marker aps 00ff
refused "${topic[@]}" updates --marker from
refused "${topic[@]}" updates --marker google.toggles
refused "${topic[@]}" 'a b'
refused "${topic[@]}" 'a"b'
refused "${topic[@]}" updates 00ff
refused "${topic[@]}" updates --sandbox
refused "${push[@]}" --fcm-topic updates
refused "${push[@]}" --channel 'a"b'
refused "${push[@]}" --channel YQ== 00ff
refused "${push[@]}" --channel YQ== --state 3
refused "${push[@]}" --state '{}' 00ff
refused "${push[@]}" --origin http://push.example.com 00ff
refused "${push[@]}" --origin 'http://localhost@push.example.com' 00ff
refused Scripts/send-update-push.sh --service-account "$folder/no-such-file" --fcm-topic updates
refused Scripts/send-update-push.sh --service-account "$folder/AuthKey.p8" --fcm-topic updates
for arguments in '--topic' '--unknown x' '--topic com.example.shop 00ff'; do
    status=0
    # shellcheck disable=SC2086 # These are several arguments.
    Scripts/send-update-push.sh $arguments > /dev/null 2>&1 < /dev/null || status=$?
    [ "$status" = 2 ] || fail "the exit code of wrong usage is $status instead of 2"
done
status=0
PATH=$folder/bin:$PATH "${push[@]}" 00ff --unknown > /dev/null 2>&1 || status=$?
[ "$status" = 2 ] || fail 'an unknown option after a device token is not refused'
status=0
"${push[@]}" --marker 'a"b' 00ff > /dev/null 2>&1 || status=$?
[ "$status" = 2 ] || fail 'a quotation mark in the marker is not refused'
status=0
"${push[@]}" --dry-run < /dev/null > /dev/null 2>&1 || status=$?
[ "$status" = 2 ] || fail 'no device token is not refused'
case $(Scripts/send-update-push.sh --help 2> /dev/null || true) in
'usage: '*) ;;
*) fail 'the help is not printed' ;;
esac
echo 'ok      wrong usage is reported'
