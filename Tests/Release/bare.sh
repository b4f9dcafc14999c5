#!/usr/bin/env bash
# Runs programs of a release in a root folder that contains only them and the C library, as in a bare container.
#
# usage: Tests/Release/bare.sh FOLDER
#
#   FOLDER  the folder with toggles, toggles-lint, and toggles-generate; toggles-remote needs libcurl
#
# Needs root on Linux. Exits with 0 if each one starts.
set -euo pipefail
programs=$(cd "${1:?the folder with the programs}" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

copy() { mkdir -p "$root$(dirname "$1")" && cp -L "$1" "$root$1"; }
for program in toggles toggles-lint toggles-generate; do
    [ -x "$programs/$program" ] || { echo "FAILED  there is no program $program in $programs" >&2; exit 1; }
    mkdir -p "$root/bin"
    cp "$programs/$program" "$root/bin/"
    others=$(ldd "$programs/$program" | grep -vE '(linux-vdso|ld-linux[^ ]*|lib(c|m|dl|rt|pthread|util|resolv))\.so' || true)
    [ -z "$others" ] || { printf 'FAILED  %s needs more than the C library:\n%s\n' "$program" "$others" >&2; exit 1; }
    while IFS= read -r library; do copy "$library"; done < <(ldd "$programs/$program" | grep -oE '/[^ ]+')
done

mkdir -p "$root/app"
cat > "$root/app/toggles.yaml" << 'TOGGLES'
schema: 1
namespace: AppToggles
toggles:
  new_checkout:
    category: release
    description: One-page checkout.
    owner: payments
    created: 2026-11-01
    expires: 2099-12-31
TOGGLES
in_root() { env -i TERM=xterm HOME=/ chroot "$root" "$@"; }
in_root /bin/toggles list --manifest /app/toggles.yaml | grep -q new_checkout
echo 'ok      toggles'
in_root /bin/toggles-generate --manifest /app/toggles.yaml --output /app/Keys.swift --types-output /app/Types.swift
grep -q newCheckout "$root/app/Keys.swift"
echo 'ok      toggles-generate'
in_root /bin/toggles-lint lint --root /app --manifest /app/toggles.yaml --no-cache | grep -q new_checkout
echo 'ok      toggles-lint'
