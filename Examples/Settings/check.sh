#!/usr/bin/env bash
# Migrates settings from version to version, and compares the output.
set -euo pipefail
cd "$(dirname "$0")"
source ../checking.sh

build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '%s' '{ "values": { "flutter.launches": "12", "token": "t", "profile": "{\"name\":\"Ada\",\"age\":36}" } }' \
    > "$folder/settings.json"

plan='From no version to 2.9.0: 1 step.

2.0.0  Leave the old framework
  strip the prefix flutter.
  change launches from String to Int
    - flutter.launches = "12"
    + launches = 12

All together:
    - flutter.launches = "12"
    + launches = 12'
check 'a plan of a migration' "$plan" "$folder" 2.9.0 --plan
check 'a migration' $'migrated\nsettings: launches, profile, token\nsecrets: ' "$folder" 2.9.0
check 'the next one' $'migrated\nsettings: launches, profile\nsecrets: session.token' "$folder" 2.10.0
check 'nothing to do' $'upToDate\nsettings: launches, profile\nsecrets: session.token' "$folder" 2.10.0
check 'a downgraded app' \
    $'dataIsNewer(stored: "2.10.0")\nsettings: launches, profile\nsecrets: session.token' "$folder" 2.9.0

check 'a step that waits' $'migrated\nsettings: catalog, launches, profile\nsecrets: session.token' "$folder" 3.0.0

printf '%s' '{ "values": { "launches": 3, "lastMigratedVersion": "2.10.0" } }' > "$folder/settings.json"
check 'an adopted version' $'migrated\nsettings: lastMigratedVersion, launches\nsecrets: session.token' "$folder" 2.10.0

exit $failed
