#!/usr/bin/env bash
# Compiles lines that must not compile, and looks whether each is refused, for the reason beside it, and nothing else is.
# The library is built, or was. Exits 0 when it is so, and the library has no code for what cannot be called; 1 otherwise.
set -euo pipefail
cd "$(dirname "$0")"

root=$(cd ../.. && pwd)
swift build --package-path "$root" --target FeatureToggles >&2
products=$(swift build --package-path "$root" --show-bin-path)
swiftc=(
    swiftc -typecheck -swift-version 6 -enable-upcoming-feature ExistentialAny -diagnostic-style llvm
    -I "$products/Modules" -I "$root/Sources/CToggleAtomics/include"
)
reported=$("${swiftc[@]}" Reads.swift 2>&1 || true)
errors=$(grep -E '^[^ ]+\.swift:[0-9]+:[0-9]+: error: ' <<<"$reported" || true)
failed=0

while IFS= read -r line; do
    number=${line%%:*}
    expected=${line#*// error: }
    if ! grep -F "Reads.swift:$number:" <<<"$errors" | grep -qF -- "$expected"; then
        echo "FAILED  line $number should be refused with ‘$expected’, and is not"
        failed=1
    fi
done < <(grep -n '  // error: ' Reads.swift)

while IFS= read -r error; do
    [ -n "$error" ] || continue
    number=$(sed -E 's/.*\.swift:([0-9]+):.*/\1/' <<<"$error")
    if [[ $error != *Reads.swift:* ]] || ! sed -n "${number}p" Reads.swift | grep -qF '  // error: '; then
        echo "FAILED  $error"
        failed=1
    fi
done < <(printf '%s\n' "$errors")

if [ "$failed" = 0 ]; then echo 'ok      what the compiler says of reads'; else
    printf '%s\n' "$reported"
fi
exit "$failed"
