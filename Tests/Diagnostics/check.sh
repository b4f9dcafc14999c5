#!/usr/bin/env bash
# Checks that the compiler rejects each line that must not compile, with the message next to it, and nothing else; and
# that the adapters for other services compile, and work with stand-ins for their SDKs. Builds the libraries if necessary.
# Exits with 0 if everything is as expected.
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
failed=0

# check WHAT FILE ARGUMENTS…: compiles a file with additional compiler arguments, whose output is then in `reported`.
check() {
    local what=$1 file=$2
    shift 2
    local swiftc=(swiftc -typecheck -swift-version 6 -enable-upcoming-feature ExistentialAny -diagnostic-style llvm)
    local errors number expected before=$failed
    reported=$("${swiftc[@]}" "$@" "$file" 2>&1 || true)
    errors=$(grep -E '^[^ ]+\.swift:[0-9]+:[0-9]+: error: ' <<<"$reported" || true)
    while IFS= read -r line; do
        number=${line%%:*}
        expected=${line#*// error: }
        if ! grep -F "$file:$number:" <<<"$errors" | grep -qF -- "$expected"; then
            echo "FAILED  line $number should cause the error ‘$expected’, but doesn't"
            failed=1
        fi
    done < <(grep -n '  // error: ' "$file")
    while IFS= read -r error; do
        [ -n "$error" ] || continue
        number=$(sed -E 's/.*\.swift:([0-9]+):.*/\1/' <<<"$error")
        if [[ $error != *$file:* ]] || ! sed -n "${number}p" "$file" | grep -qF '  // error: '; then
            echo "FAILED  $error"
            failed=1
        fi
    done < <(printf '%s\n' "$errors")
    if [ "$failed" = "$before" ]; then echo "ok      $what"; else printf '%s\n' "$reported"; fi
}

# The sources are compiled together with the file, so nothing is built.
check 'errors of dual sources' Members.swift "$root"/Sources/App/TwoSources/*.swift
check 'errors of triple sources' TripleMembers.swift "$root"/Sources/App/TwoSources/*.swift

swift build --package-path "$root" --target FeatureTogglesRemote >&2
products=$(swift build --package-path "$root" --show-bin-path)
modules=(-I "$products/Modules" -I "$root/Sources/Ground/CToggleAtomics/include")
check 'errors of reads' Reads.swift "${modules[@]}"

# The page about trouble quotes the compiler, so that a search finds it.
section=$(sed -n "/^## A read doesn't compile/,/^## The build plugin/p" "$root/Documentation/Trouble.md")
quoted=$(sed -n 's/^| \(`[^|]*\) |.*/\1/p' <<<"$section" | grep -oE '`[^`]+`' | tr -d '`' |
    grep -E "(Release|Ops|Migration)Toggle|‘|context|have (variants|stages)|toggles are" || true)
[ "$(wc -l <<<"$quoted")" -ge 5 ] || { echo 'FAILED  the page about trouble quotes no messages'; failed=1; }
while IFS= read -r message; do
    grep -qF -- "$message" <<<"$reported" && continue
    echo "FAILED  no read causes the message that Documentation/Trouble.md quotes: ‘$message’"
    failed=1
done <<<"$quoted"

stand_ins=$(mktemp -d)
trap 'rm -rf "$stand_ins"' EXIT
# check_adapter SERVICE MODULE: compiles an adapter with a stand-in for the service's SDK, in a target of its own and in
# one whose code is on the main actor by default, as in new Xcode projects.
check_adapter() {
    local service=$1 module=$2 options
    swiftc -emit-module -parse-as-library -swift-version 5 -module-name "$module" \
        -emit-module-path "$stand_ins/$module.swiftmodule" "$service/$module.swift"
    for options in '' '-default-isolation MainActor'; do
        # shellcheck disable=SC2086
        check "the adapter for $service compiles${options:+ with $options}" \
            "$root/Examples/$service/${service}Values.swift" -parse-as-library -warnings-as-errors "${modules[@]}" \
            -I "$stand_ins" $options
    done
}
# run_adapter SERVICE ADAPTER MODULE...: runs an adapter with stand-ins that behave like the service's SDK, and like modules
# that it needs and that this system lacks.
run_adapter() {
    local service=$1 adapter=$2 module objects=() target source
    shift 2
    for target in CToggleAtomics ToggleBase FeatureToggles FeatureTogglesRemote; do
        # Only those of the sources, because files of sources that no longer exist may be left.
        while IFS= read -r source; do
            objects+=("$products/$target.build/$(basename "$source").o")
        done < <(find "$root/Sources"/*/"$target" -not -path '*.docc/*' \( -name '*.swift' -o -name '*.c' \))
    done
    local modules=("${modules[@]}" -I "$stand_ins") compiled=()
    for module in "$@"; do
        swiftc -c -parse-as-library -swift-version 5 -module-name "$module" "${modules[@]}" \
            -emit-module -emit-module-path "$stand_ins/$module.swiftmodule" -o "$stand_ins/$module.o" \
            "$service/$module.swift"
        compiled+=("$stand_ins/$module.o")
    done
    swiftc -parse-as-library -swift-version 6 -module-name "${service}Adapter" "${modules[@]}" \
        -o "$stand_ins/$service" "$root/Examples/$service/$adapter.swift" "$service/Behavior.swift" \
        "${compiled[@]}" "${objects[@]}"
    "$stand_ins/$service" || failed=1
}
check_adapter Firebase FirebaseRemoteConfig
check_adapter LaunchDarkly LaunchDarkly
run_adapter Firebase FirebaseValues FirebaseRemoteConfig
run_adapter LaunchDarkly LaunchDarklyValues LaunchDarkly
# On a Mac, `make check-apple` type-checks it, and there is a Combine that the stand-in must not replace.
if [ "$(uname)" = Linux ]; then run_adapter OpenFeature ToggleProvider Combine OpenFeature; fi
exit "$failed"
