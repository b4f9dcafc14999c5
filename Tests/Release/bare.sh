#!/usr/bin/env bash
# Runs programs of a release in a root folder that contains only them and the C library, as in a bare container.
#
# usage: Tests/Release/bare.sh FOLDER
#
#   FOLDER  the folder with toggles, toggles-lint, toggles-remote, and toggles-generate
#
# Needs root on Linux, and the right to mount. Exits with 0 if each one starts.
set -euo pipefail
programs=$(cd "${1:?the folder with the programs}" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

copy() { mkdir -p "$root$(dirname "$1")" && cp -L "$1" "$root$1"; }
for program in toggles toggles-lint toggles-remote toggles-generate; do
    [ -x "$programs/$program" ] || { echo "FAILED  there is no program $program in $programs" >&2; exit 1; }
    mkdir -p "$root/bin"
    cp "$programs/$program" "$root/bin/"
    others=$(ldd "$programs/$program" | grep -vE '(linux-vdso|ld-linux[^ ]*|lib(c|m|dl|rt|pthread|util|resolv))\.so' || true)
    [ -z "$others" ] || { printf 'FAILED  %s needs more than the C library:\n%s\n' "$program" "$others" >&2; exit 1; }
    while IFS= read -r library; do copy "$library"; done < <(ldd "$programs/$program" | grep -oE '/[^ ]+')
done

mkdir -p "$root/app" "$root/proc"
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
# check PROGRAM TEXT ARGUMENTS...: runs a program in the root folder; its output must contain a text.
check() {
    local program=$1 text=$2 output
    shift 2
    # Swift reads arguments from /proc, which containers have.
    output=$(
        unshare --mount bash -c 'mount -t proc proc "$1/proc" && exec env -i TERM=xterm HOME=/ "$(command -v chroot)" "$@"' \
            bash "$root" "/bin/$program" "$@" 2>&1
    ) || true
    if [[ $output == *"$text"* ]]; then echo "ok      $program"; else
        printf 'FAILED  %s does not run:\n%s\n' "$program" "$output" >&2
        exit 1
    fi
}
check toggles 'new_checkout' list --manifest /app/toggles.yaml
check toggles-generate '' --manifest /app/toggles.yaml --output /app/Keys.swift --types-output /app/Types.swift
grep -q newCheckout "$root/app/Keys.swift"
# It loads libcurl at the first request.
check toggles-remote 'the library libcurl, which is not installed' fetch http://127.0.0.1:1/flags.json
check toggles-lint '1 toggle' lint --root /app --manifest /app/toggles.yaml --no-cache
