#!/usr/bin/env bash
# Sends a silent push message to devices, so that their apps fetch the remote document or update policy again.
#
# usage: Scripts/send-update-push.sh --key FILE --key-id ID --team-id ID --topic BUNDLE [options] [TOKEN…]
#
#   --key FILE       the private key of Apple's push service, as downloaded: AuthKey_….p8
#   --key-id ID      the identifier of the key
#   --team-id ID     the identifier of the team
#   --topic BUNDLE   the bundle identifier of the app
#   --marker NAME    the member of the message that the app looks for (default: refresh_toggles)
#   --sandbox        sends to development builds instead of released ones and TestFlight
#   --dry-run        prints the requests instead of sending them
#   TOKEN            the device tokens in hexadecimal; without any, they are read from standard input, one a line
#
# All tokens are checked before the first message is sent. If one is invalid, nothing is sent.
#
# Each message has a connection of its own, and must be sent within an hour. For more than a few thousand devices, use a
# server that keeps a connection open.
#
# Requires openssl, and curl with HTTP/2. The exit code is 0 if all messages were accepted, 1 if some weren't, and 2 for
# wrong usage or an invalid token.
set -euo pipefail

print_help() { sed -n '4,13s/^# \{0,1\}//p' "$0"; }

usage() {
    printf '%s\n\n' "$1" >&2
    print_help >&2
    exit 2
}

key='' key_id='' team_id='' topic='' marker=refresh_toggles host=api.push.apple.com dry_run=false
devices=()
while [ $# -gt 0 ]; do
    case $1 in
    --key | --key-id | --team-id | --topic | --marker)
        [ $# -ge 2 ] || usage "$1 needs a value."
        case $1 in
        --key) key=$2 ;;
        --key-id) key_id=$2 ;;
        --team-id) team_id=$2 ;;
        --topic) topic=$2 ;;
        --marker) marker=$2 ;;
        esac
        shift 2
        ;;
    --sandbox) host=api.sandbox.push.apple.com && shift ;;
    --dry-run) dry_run=true && shift ;;
    --help | -h) print_help && exit 0 ;;
    -*) usage "$1 is not an option." ;;
    # Options can follow device tokens.
    *) devices+=("$1") && shift ;;
    esac
done
[ -n "$key" ] && [ -n "$key_id" ] && [ -n "$team_id" ] && [ -n "$topic" ] ||
    usage '--key, --key-id, --team-id, and --topic are required.'
[ -r "$key" ] || usage "The key ‘$key’ can't be read."
# These values become parts of JSON and of the configuration of curl.
for value in "$key_id" "$team_id" "$topic" "$marker"; do
    case $value in
    '' | *[!A-Za-z0-9._-]*) usage "‘$value’ contains a character other than letters, digits, ‘.’, ‘_’, and ‘-’." ;;
    esac
done

# Encodes standard input in base64url, without padding.
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

# Writes the bytes of a hexadecimal text.
bytes() { printf '%b' "$(printf '%s' "$1" | sed 's/../\\x&/g')"; }

# Prints a token for the push service, which is valid for an hour.
#
# openssl writes a signature as two integers in DER; a token has them as 32 bytes each.
web_token() {
    local head claims signature number raw=''
    head=$(printf '{"alg":"ES256","kid":"%s"}' "$key_id" | base64url)
    claims=$(printf '{"iss":"%s","iat":%s}' "$team_id" "$(date +%s)" | base64url)
    signature=$(printf '%s.%s' "$head" "$claims" | openssl dgst -sha256 -sign "$key" |
        openssl asn1parse -inform DER | sed -n 's/.*INTEGER *://p')
    for number in $signature; do
        number=0000000000000000000000000000000000000000000000000000000000000000$number
        raw=$raw${number:$((${#number} - 64))}
    done
    [ ${#raw} -eq 128 ] || { echo "The key ‘$key’ is not one for ES256." >&2 && return 1; }
    printf '%s.%s.%s' "$head" "$claims" "$(bytes "$raw" | base64url)"
}

if [ ${#devices[@]} -gt 0 ]; then
    place='argument' tokens=$(printf '%s\n' "${devices[@]}")
else
    # Files from Windows end their lines with CR and LF.
    place='line' tokens=$(tr -d '\0' | sed $'s/\r$//')
fi
[ -n "$tokens" ] || usage 'There is no device token.'

# Checks all tokens, so that a mistake doesn't leave a part of the devices without the message.
valid=true number=0
while IFS= read -r device || [ -n "$device" ]; do
    number=$((number + 1))
    shown=${device//[![:print:]]/?}
    case $device in
    '') ;;
    *$'\r'*)
        echo "$place $number: the tokens are separated by CR only; separate them by LF or CR LF" >&2
        valid=false
        ;;
    *[!0-9A-Fa-f]*)
        echo "$place $number: ‘$shown’ is not a device token, which consists of hexadecimal digits" >&2
        valid=false
        ;;
    *)
        if [ $((${#device} % 2)) -ne 0 ]; then
            echo "$place $number: ‘$shown’ is not a device token, because it has an odd number of digits" >&2
            valid=false
        fi
        ;;
    esac
done <<< "$tokens"
$valid || exit 2

token=$(web_token)
payload=$(printf '{"aps":{"content-available":1},"%s":true}' "$marker")
# A device that is offline gets the message within a day, and only the last one.
expiration=$(($(date +%s) + 86400))

# Prints the configuration of curl for a device. It is passed through standard input, because arguments are visible to
# other users.
request() {
    printf '%s\n' "url = \"https://$host/3/device/$1\"" \
        'request = "POST"' \
        "header = \"authorization: bearer $token\"" \
        'header = "apns-push-type: background"' \
        'header = "apns-priority: 5"' \
        "header = \"apns-topic: $topic\"" \
        "header = \"apns-expiration: $expiration\"" \
        "header = \"apns-collapse-id: $marker\"" \
        "data = \"$(printf '%s' "$payload" | sed 's/"/\\"/g')\""
}

failed=false
while IFS= read -r device || [ -n "$device" ]; do
    [ -n "$device" ] || continue
    if $dry_run; then
        request "$device"
        continue
    fi
    if ! answer=$(request "$device" | curl --silent --show-error --http2 --max-time 30 --config - --write-out '\n%{http_code}'); then
        echo "$device: the push service is unreachable" >&2
        failed=true
        continue
    fi
    status=${answer##*$'\n'}
    if [ "$status" = 200 ]; then
        echo "$device: sent"
    else
        echo "$device: $status ${answer%$'\n'*}" >&2
        failed=true
    fi
done <<< "$tokens"
! $failed
