#!/usr/bin/env bash
# Compiles lines that must not compile, and looks whether each is refused, for the reason beside it, and nothing else is.
# Takes a second: the dual source is compiled with them, and nothing is built. Exits 0 when it is so, 1 otherwise.
set -euo pipefail
cd "$(dirname "$0")"

swiftc=(swiftc -typecheck -swift-version 6 -enable-upcoming-feature ExistentialAny -diagnostic-style llvm)
reported=$("${swiftc[@]}" ../../Sources/StoreMigration/DualSource/*.swift Members.swift 2>&1 || true)
errors=$(grep -E '^[^ ]+\.swift:[0-9]+:[0-9]+: error: ' <<<"$reported" || true)
failed=0

while IFS= read -r line; do
    number=${line%%:*}
    expected=${line#*// error: }
    if ! grep -F "Members.swift:$number:" <<<"$errors" | grep -qF -- "$expected"; then
        echo "FAILED  line $number should be refused with ‘$expected’, and is not"
        failed=1
    fi
done < <(grep -n '  // error: ' Members.swift)

while IFS= read -r error; do
    [ -n "$error" ] || continue
    number=$(sed -E 's/.*\.swift:([0-9]+):.*/\1/' <<<"$error")
    if [[ $error != *Members.swift:* ]] || ! sed -n "${number}p" Members.swift | grep -qF '  // error: '; then
        echo "FAILED  $error"
        failed=1
    fi
done < <(printf '%s\n' "$errors")

if [ "$failed" = 0 ]; then echo 'ok      what a dual source refuses'; else
    printf '%s\n' "$reported"
fi
exit "$failed"
