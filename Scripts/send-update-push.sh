#!/usr/bin/env bash
# Sends a silent push message to devices, so that their apps fetch the remote document or update policy again.
#
# usage: Scripts/send-update-push.sh --key FILE --key-id ID --team-id ID --topic BUNDLE [options] [TOKEN…]
#        Scripts/send-update-push.sh --service-account FILE --fcm-topic NAME [options]
#        Scripts/send-update-push.sh --key FILE --key-id ID --team-id ID --topic BUNDLE --channel ID [options]
#
#   --key FILE       the private key of Apple's push service, as downloaded: AuthKey_….p8
#   --key-id ID      the identifier of the key
#   --team-id ID     the identifier of the team
#   --topic BUNDLE   the bundle identifier of the app
#   --service-account FILE
#                    the key of a service account of Firebase, as downloaded: JSON
#   --fcm-topic NAME sends one message to all devices that are subscribed to a topic of Firebase Cloud Messaging
#   --channel ID     sends one message to the Live Activities that are subscribed to a broadcast channel of Apple's
#   --state JSON     the content state of these Live Activities (default: an object with the marker)
#   --marker NAME    the member of the message that the app looks for (default: refresh_toggles)
#   --sandbox        sends to development builds instead of released ones and TestFlight; not for Firebase
#   --origin URL     another address of the push service, such as http://127.0.0.1:8080 for a test
#   --dry-run        prints the requests instead of sending them
#   TOKEN            the device tokens in hexadecimal; without any, they are read from standard input, one a line
#
# All tokens are checked before the first message is sent. If one is invalid, nothing is sent.
#
# Each message has a connection of its own, and must be sent within an hour. For more than a few thousand device tokens,
# use a topic, or a server that keeps a connection open.
#
# Requires openssl, and curl with HTTP/2. The exit code is 0 if all messages were accepted, 1 if some weren't, and 2 for
# wrong usage, an invalid token, or a key that can't sign.
set -euo pipefail

print_help() { sed -n '4,22s/^# \{0,1\}//p' "$0"; }

usage() {
    printf '%s\n\n' "$1" >&2
    print_help >&2
    exit 2
}

# Reports a key that can't be used.
unusable() {
    printf '%s\n' "$1" >&2
    exit 2
}

key='' key_id='' team_id='' topic='' account='' fcm_topic='' channel='' state='' marker=refresh_toggles
origin='' sandbox='' dry_run=false
devices=()
while [ $# -gt 0 ]; do
    case $1 in
    --key | --key-id | --team-id | --topic | --service-account | --fcm-topic | --channel | --state | --marker | --origin)
        # Without a value, such as that of a variable that isn't set, another message would be sent.
        [ -n "${2-}" ] || usage "$1 needs a value."
        case $1 in
        --key) key=$2 ;;
        --key-id) key_id=$2 ;;
        --team-id) team_id=$2 ;;
        --topic) topic=$2 ;;
        --service-account) account=$2 ;;
        --fcm-topic) fcm_topic=$2 ;;
        --channel) channel=$2 ;;
        --state) state=$2 ;;
        --marker) marker=$2 ;;
        --origin) origin=$2 ;;
        esac
        shift 2
        ;;
    --sandbox) sandbox=.sandbox && shift ;;
    --dry-run) dry_run=true && shift ;;
    --help | -h) print_help && exit 0 ;;
    -*) usage "$1 is not an option." ;;
    # Options can follow device tokens.
    *) devices+=("$1") && shift ;;
    esac
done

# Values of these options become parts of JSON and of the configuration of curl.
plain() {
    case $2 in
    '' | *[!A-Za-z0-9._-]*) usage "‘$2’ contains a character other than letters, digits, ‘.’, ‘_’, and ‘-’." ;;
    esac
}
plain --marker "$marker"
case ${fcm_topic:+data.}$marker in
aps | data.aps | data.from | data.message_type | data.gcm* | data.google*)
    usage "The push service has reserved ‘$marker’; choose another --marker."
    ;;
esac
case $origin in
'' | https://* | http://127.0.0.1 | http://127.0.0.1:* | http://localhost | http://localhost:*) ;;
*) usage "‘$origin’ is not an address that starts with https://, which keeps the key's token secret." ;;
esac
case $origin in *[!A-Za-z0-9:/._-]*) usage "‘$origin’ is not the address of a server." ;; esac

if [ -n "$account$fcm_topic" ]; then
    [ -n "$account" ] && [ -n "$fcm_topic" ] || usage '--service-account and --fcm-topic are required together.'
    [ -z "$key$key_id$team_id$topic$channel$state$sandbox" ] && [ ${#devices[@]} = 0 ] ||
        usage 'A message to a topic of Firebase has no options of Apple'\''s push service, and no device tokens.'
    [ -r "$account" ] && [ ! -d "$account" ] || unusable "The service account ‘$account’ can't be read."
    fcm_topic=${fcm_topic#/topics/}
    case $fcm_topic in
    '' | *[!A-Za-z0-9_.~%-]*)
        usage "‘$fcm_topic’ is not a topic, which consists of letters, digits, ‘-’, ‘_’, ‘.’, ‘~’, and ‘%’."
        ;;
    esac
else
    [ -n "$key" ] && [ -n "$key_id" ] && [ -n "$team_id" ] && [ -n "$topic" ] ||
        usage '--key, --key-id, --team-id, and --topic are required, or --service-account and --fcm-topic.'
    [ -r "$key" ] && [ ! -d "$key" ] || unusable "The key ‘$key’ can't be read."
    for value in "$key_id" "$team_id" "$topic"; do plain '' "$value"; done
    if [ -n "$channel" ]; then
        [ ${#devices[@]} = 0 ] || usage 'A message to a channel has no device tokens.'
        case $channel in *[!A-Za-z0-9+/=]*) usage "‘$channel’ is not the identifier of a channel, which is base64." ;; esac
        case $state in '' | '{'*'}') ;; *) usage "‘$state’ is not a JSON object." ;; esac
    elif [ -n "$state" ]; then
        usage '--state needs --channel.'
    fi
fi
origin=${origin%/}

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
    signature=$(printf '%s.%s' "$head" "$claims" | openssl dgst -sha256 -sign "$key" 2> /dev/null |
        openssl asn1parse -inform DER 2> /dev/null | sed -n 's/.*INTEGER *://p') || true
    for number in $signature; do
        # Without zeros at the beginning; numbers of other curves are longer.
        while [ ${#number} -lt 64 ]; do number=0$number; done
        raw=$raw$number
    done
    [ ${#raw} -eq 128 ] ||
        unusable "The key ‘$key’ is not one for ES256; choose the AuthKey_….p8 of Apple's push service."
    printf '%s.%s.%s' "$head" "$claims" "$(bytes "$raw" | base64url)"
}

# Prints the configuration of curl for a request: its address, its content, and its headers. It is passed through standard
# input, because arguments are visible to other users.
request() {
    printf '%s\n' "url = \"$1\"" 'request = "POST"'
    printf 'data = "%s"\n' "$(printf '%s' "$2" | tr '\r\n' '  ' | sed 's/[\\"]/\\&/g')"
    shift 2
    printf 'header = "%s"\n' "$@"
}

# Prints the answer to a request on standard input, and its status in a last line.
answer() { curl --silent --show-error --http2 --max-time 30 --config - --write-out '\n%{http_code}'; }

failed=false
# Sends a request, or prints it: what it is sent to, and the arguments of request.
send() {
    local name=$1 answer status
    shift
    if $dry_run; then
        request "$@"
        return
    fi
    if ! answer=$(request "$@" | answer); then
        echo "$name: the push service is unreachable" >&2
        failed=true
        return
    fi
    status=${answer##*$'\n'}
    if [ "$status" = 200 ]; then
        echo "$name: sent"
    else
        echo "$name: $status ${answer%$'\n'*}" >&2
        failed=true
    fi
}

# A device that is offline gets the message within a day, and only the last one.
lifetime=86400
expiration=$(($(date +%s) + lifetime))

# Prints a member of the JSON object on standard input, whose value is text without quotation marks.
member() {
    tr -d '\r\n' | sed -n "s/.*\"$1\"[[:space:]]*:[[:space:]]*\"\([^\"]*\)\".*/\1/p" | sed 's/\\u003d/=/g; s/\\\//\//g'
}

# Prints an access token for the project of a service account, which is valid for an hour.
access_token() {
    local mail head claims secret signature answer status service
    mail=$(member client_email < "$account")
    service=$(member token_uri < "$account")
    head=$(printf '{"alg":"RS256","typ":"JWT","kid":"%s"}' "$(member private_key_id < "$account")" | base64url)
    claims=$(printf '{"iss":"%s","scope":"%s","aud":"%s","iat":%s,"exp":%s}' "$mail" \
        https://www.googleapis.com/auth/firebase.messaging "$service" "$(date +%s)" $(($(date +%s) + 3600)) | base64url)
    # openssl only reads keys from files.
    secret=$(umask 077 && mktemp)
    # shellcheck disable=SC2064 # The name must be that of this file.
    trap "rm -f '$secret'" EXIT
    member private_key < "$account" | awk '{ gsub(/\\n/, "\n"); print }' > "$secret"
    signature=$(printf '%s.%s' "$head" "$claims" | openssl dgst -sha256 -sign "$secret" 2> /dev/null | base64url) || true
    [ -n "$signature" ] ||
        unusable "The private key in ‘$account’ is not one for RS256; download the service account's key again."
    if $dry_run; then
        printf ACCESS_TOKEN
        return
    fi
    answer=$(request "$service" "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=$head.$claims.$signature" \
        'content-type: application/x-www-form-urlencoded' | answer) ||
        { echo "$service: the service for tokens is unreachable" >&2 && return 1; }
    status=${answer##*$'\n'} answer=${answer%$'\n'*}
    [ "$status" = 200 ] || { echo "$service: $status $answer" >&2 && return 1; }
    printf '%s' "$answer" | member access_token
}

if [ -n "$fcm_topic" ]; then
    project=$(member project_id < "$account")
    for name in project_id client_email private_key private_key_id token_uri; do
        [ -n "$(member $name < "$account")" ] ||
            usage "The service account ‘$account’ has no ‘$name’; download its key as JSON in the project's settings."
    done
    plain '' "$project"
    token=$(access_token)
    message='{"message":{"topic":"TOPIC","data":{"MARKER":"true"},"android":{"collapse_key":"MARKER","ttl":"LIFETIMEs"},
        "apns":{"headers":{"apns-push-type":"background","apns-priority":"5","apns-expiration":"EXPIRATION",
        "apns-collapse-id":"MARKER"},"payload":{"aps":{"content-available":1}}}}}'
    message=$(printf '%s' "$message" | tr -d '\n ' | sed "s/LIFETIME/$lifetime/; s/EXPIRATION/$expiration/; s/MARKER/$marker/g")
    send "topic $fcm_topic" "${origin:-https://fcm.googleapis.com}/v1/projects/$project/messages:send" \
        "${message/TOPIC/$fcm_topic}" "authorization: Bearer $token" 'content-type: application/json'
    ! $failed
    exit
fi

origin=${origin:-https://api$sandbox.push.apple.com}
if [ -n "$channel" ]; then
    token=$(web_token)
    [ -n "$state" ] || state="{\"$marker\":true}"
    # Without expiration, because a channel that doesn't store messages refuses others.
    send "channel $channel" "$origin/4/broadcasts/apps/$topic" \
        "{\"aps\":{\"timestamp\":$(date +%s),\"event\":\"update\",\"content-state\":$state}}" \
        "authorization: bearer $token" "apns-channel-id: $channel" 'apns-push-type: liveactivity' 'apns-priority: 5' \
        'apns-expiration: 0'
    ! $failed
    exit
fi

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

while IFS= read -r device || [ -n "$device" ]; do
    [ -n "$device" ] || continue
    send "$device" "$origin/3/device/$device" "$payload" "authorization: bearer $token" 'apns-push-type: background' \
        'apns-priority: 5' "apns-topic: $topic" "apns-expiration: $expiration" "apns-collapse-id: $marker"
done <<< "$tokens"
! $failed
