#!/bin/bash
# Builds a git repository with the releases of a small shop in a new folder: build.sh FOLDER
#
# truth.txt says by hand which versions read which parameters; `toggles released --supported 1.4` says the same.
set -euo pipefail
folder=${1:?usage: build.sh FOLDER}
mkdir -p "$folder/Sources/Shop"
cd "$folder"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.com GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.com
git init --quiet --initial-branch=main

# toggle KEY FIELDS: an entry of the manifest
toggle() {
    printf '  %s:\n' "$1"
    printf '    %s\n' "${@:2}" 'description: Part of the shop.' 'owner: shop' 'created: 2026-01-05' 'expires: 2027-06-30'
}

# release TAG DAY: commits the manifest on standard input
release() {
    { printf 'schema: 1\nnamespace: ShopToggles\napplication: shop\ndocument: flags.json\ntoggles:\n'; cat; } > toggles.yaml
    git add --all
    GIT_AUTHOR_DATE="$2T12:00:00Z" GIT_COMMITTER_DATE="$2T12:00:00Z" git commit --quiet --message "Release $1"
    git tag "$1"
}

printf '// swift-tools-version: 6.2\n' > Package.swift
cat > flags.json <<'JSON'
{
  "flags": {
    "search_ranking": { "state": "ENABLED", "variants": { "classic": "classic" }, "defaultVariant": "classic" },
    "search_ranking_2": {
      "state": "ENABLED",
      "variants": { "classic": "classic", "popular": "popular", "neural": "neural" },
      "defaultVariant": "classic",
      "targeting": { "fractional": [["neural", 10], ["classic", 90]] }
    },
    "reviews": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "on" },
    "gift_cards": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "on" },
    "page_size": { "state": "ENABLED", "variants": { "short": 10, "long": 40 }, "defaultVariant": "long" },
    "old_banner": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "off" }
  }
}
JSON

# The code that reads the toggles; gift cards are declared before any code reads them.
read_toggles() {
    printf 'import FeatureToggles\n\nfunc show(_ toggles: any Toggles) {\n'
    for name in "$@"; do printf '    print(toggles.value(of: .%s))\n' "$name"; done
    printf '}\n'
}

read_toggles searchRanking reviews oldBanner > Sources/Shop/Shop.swift
{ toggle search_ranking 'category: ops' 'values: [classic, neural]' 'default: classic'
  toggle reviews 'category: ops' 'default: true'
  toggle old_banner 'category: ops' 'default: false'; } | release v1.2.0 2026-02-01

read_toggles searchRanking reviews pageSize oldBanner > Sources/Shop/Shop.swift
{ toggle search_ranking 'category: ops' 'values: [classic, neural]' 'default: classic'
  toggle reviews 'category: ops' 'default: true'
  toggle page_size 'category: ops' 'default: true'
  toggle old_banner 'category: ops' 'default: false'
  toggle gift_cards 'category: ops' 'default: false'; } | release v1.3.0 2026-03-01

read_toggles searchRanking reviews pageSize > Sources/Shop/Shop.swift
{ toggle search_ranking 'category: ops' 'values: [classic, neural]' 'default: classic'
  toggle reviews 'category: ops' 'default: true'
  toggle page_size 'category: ops' 'type: int' 'default: 20'
  toggle gift_cards 'category: ops' 'default: false'; } | release v1.4.0 2026-04-01

read_toggles searchRanking reviews pageSize giftCards > Sources/Shop/Shop.swift
{ toggle search_ranking 'category: ops' 'values: [classic, neural]' 'default: classic' 'remote: search_ranking_2' \
      'retired: [search_ranking]'
  toggle reviews 'category: ops' 'default: true'
  toggle page_size 'category: ops' 'type: int' 'default: 20'
  toggle gift_cards 'category: ops' 'default: false'; } | release v1.5.0-rc1 2026-05-01
git tag v1.5.0

read_toggles searchRanking pageSize giftCards > Sources/Shop/Shop.swift
{ toggle search_ranking 'category: ops' 'values: [classic, popular, neural]' 'default: classic' \
      'remote: search_ranking_2' 'retired: [search_ranking]'
  toggle page_size 'category: ops' 'type: int' 'default: 20'
  toggle gift_cards 'category: ops' 'default: false'; } | release v1.6.0 2026-06-01
