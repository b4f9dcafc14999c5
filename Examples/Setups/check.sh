#!/usr/bin/env bash
# Builds set-ups that teams often write by hand, and compares their output.
set -euo pipefail
cd "$(dirname "$0")"
source ../checking.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

example=FirebaseShop
build
check 'values of Firebase' 'at launch, offline: neural, 20 results
after a fetch: classic, 50 results
fetches are throttled: classic, 50 results'

example=LockedShop
build
# policy FILE HOUR LEVEL TITLE: publishes a policy for versions before 2.0.0.
policy() {
    printf '{"created_at": "2026-03-01T%s:00:00Z", "details": [{"app_version": "<2.0.0", "level": "%s", "title": "%s"}]}' \
        "$2" "$3" "$4" > "$folder/$1.json"
}
cat > "$folder/store.json" << 'JSON'
{"results": [{"bundleId": "com.example.shop", "version": "2.1.0", "currentVersionReleaseDate": "2026-02-01T09:00:00Z"}]}
JSON
check 'the recommendation of the store' 'update recommended' "$folder" 1.0.0
policy policy 10 required 'Update needed'
check 'a forced update' 'update required: Update needed' "$folder" 1.0.0
rm "$folder/policy.json"
check 'a lock while offline' 'update required: Update needed' "$folder" 1.0.0
policy policy 09 up_to_date ''
check 'an old copy of the policy' 'update required: Update needed' "$folder" 1.0.0
policy servers 10 maintenance 'Closed'
check 'the first lock of two' 'update required: Update needed' "$folder" 1.0.0
policy policy 11 recommended 'Newer version'
check 'maintenance instead of a recommendation' 'maintenance: Closed' "$folder" 1.0.0
policy servers 11 up_to_date ''
check 'the first recommendation of two' 'update recommended: Newer version' "$folder" 1.0.0
policy policy 12 required 'Update needed'
check 'an updated app' 'update recommended' "$folder" 2.0.0

example=RolledBackShop
build
check 'the Flutter version' 'logged in with a, tab none' "$folder" flutter login a
check 'a setting of the Flutter version' 'logged in with a, tab cart' "$folder" flutter tab cart
check 'the rewrite' 'logged in with a, tab cart' "$folder" swift
check 'a login in the rewrite' 'logged in with b, tab cart' "$folder" swift login b
check 'a setting of the rewrite' 'logged in with b, tab home' "$folder" swift tab home
check 'a rollback' 'logged in with b, tab home' "$folder" flutter
check 'a login after the rollback' 'logged in with c, tab home' "$folder" flutter login c
check 'the rewrite again' 'logged in with c, tab home' "$folder" swift
check 'a logout after a second rollback' 'logged out, tab home' "$folder" flutter logout
check 'a user who logged out' 'logged out, tab home' "$folder" swift

example=TwoShelves
build
check 'books of two sources' 'a1: Emma (lent), 474 pages, document a1
7: Persuasion (lent), 249 pages, row 7'

exit $failed
