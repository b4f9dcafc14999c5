#!/usr/bin/env bash
# Checks the script that sends push messages, without a network: the requests of a dry run, the signature of the token,
# and the results for each device, with a curl of its own.
#
# usage: Tests/Push/check.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
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
