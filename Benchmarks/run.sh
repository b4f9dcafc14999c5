#!/usr/bin/env bash
# Measures the performance of the package, and prints each figure with its goal.
#
# usage: Benchmarks/run.sh [--quick] [--full]
#
#   --quick  only benchmarks in one process: reads, state, propagation, parsing, rules, stalls; builds no tools
#   --full   kill writers of a local defaults file 10,000 times instead of 300
#
# Times depend on the machine and its load: compare minima and ratios, and repeat.
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")"
root=$PWD/..

quick=
kills=300
for argument in "$@"; do
    case $argument in
    --quick) quick=1 ;;
    --full) kills=10000 ;;
    *) sed -n '2,9s/^# \{0,1\}//p' run.sh; exit 2 ;;
    esac
done

now() { perl -MTime::HiRes=time -e 'printf "%.3f", time'; }
row() { printf '%-54s %18s   %s\n' "$1" "$2" "$3"; }

echo '== Building the benchmark'
swift build --configuration release --product TogglesBenchmark
benchmark=$(swift build --configuration release --show-bin-path)/TogglesBenchmark
"$benchmark"
[ -z "$quick" ] || exit 0

printf '\n== Building the tools\n'
# As built by `make install`, and by the plugin in a debug build.
options=(--package-path "$root")
while IFS= read -r line; do
    read -r -a words <<<"$line"
    options+=("${words[@]}")
done < <("$root/Scripts/release-options.sh" .build-release)
swift build "${options[@]}" --product toggles
swift build "${options[@]}" --product toggles-generate
release=$(swift build "${options[@]}" --show-bin-path)
swift build --package-path "$root" --product toggles-generate
swift build --package-path "$root" --product test-host
debug=$(swift build --package-path "$root" --show-bin-path)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$benchmark" manifest 50 > "$folder/50.yaml"
"$benchmark" manifest 1000 > "$folder/1000.yaml"

# Prints the minimum and median time of a program from start to exit.
process() { "$benchmark" run 20 "$@" | awk '{ printf "%s ms, med. %s", $1, $2 }'; }

printf '\nPrograms, from start to exit:\n\n'
row 'toggles list, 50 toggles' \
    "$(process "$release/toggles" list --manifest "$folder/50.yaml" --defaults "$folder/none.json")" '≤ 30 ms'
row 'toggles-generate, 1,000 toggles, release build' \
    "$(process "$release/toggles-generate" --manifest "$folder/1000.yaml" --output "$folder/release.swift")" '≤ 100 ms'
row 'toggles-generate, 1,000 toggles, debug build' \
    "$(process "$debug/toggles-generate" --manifest "$folder/1000.yaml" --output "$folder/debug.swift")" '≤ 100 ms'

printf '\ntoggles evaluate, 1,000,000 cases of 190 bytes about 100 rules, best of five runs; the goal is 1,000,000 per second:\n\n'
"$benchmark" document 100 > "$folder/document.json"
"$benchmark" cases 1000000 100 > "$folder/cases.jsonl"
for threads in 1 2; do
    times=$(for _ in 1 2 3 4 5; do
        TIMEFORMAT='%R %U %S'
        { time "$release/toggles" evaluate "$folder/document.json" --now 1800000000 --threads "$threads" \
            < "$folder/cases.jsonl" > "$folder/answers-$threads.jsonl"; } 2>&1
    done | awk '{ cpu = $2 + $3
                  if (NR == 1 || $1 < best) best = $1
                  if (NR == 1 || cpu < least) least = cpu }
                END { printf "%.2f M/s, %.2f s of CPU", 1 / best, least }')
    row "threads: $threads" "$times" '≥ 1 M/s'
done
cmp "$folder/answers-1.jsonl" "$folder/answers-2.jsonl"
answers=$(wc -l < "$folder/answers-1.jsonl")
[ "$answers" -eq 1000000 ] || { echo "FAILED: $answers answers for 1,000,000 cases" >&2; exit 1; }

printf '\nThe console, 100 × 30, with 10,000 toggles unless noted; minimum and quantile:\n\n'
if command -v python3 > /dev/null; then
    ./console.py "$release/toggles" "$benchmark"
else
    echo 'Needs python3.'
fi

printf '\nCompiling 1,000 generated toggles in a debug build:\n\n'
mkdir -p "$folder/app/Sources/Keys"
cat > "$folder/app/Package.swift" <<PACKAGE
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "app",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-feature-toggles", path: "$(cd "$root" && pwd)", traits: [])],
    targets: [
        .target(name: "Keys", dependencies: [.product(name: "FeatureToggles", package: "swift-feature-toggles")])
    ]
)
PACKAGE
keys=$folder/app/Sources/Keys/Keys.swift
build() {
    local start
    start=$(now)
    swift build --package-path "$folder/app" --target Keys > "$folder/build.log" 2>&1 || { cat "$folder/build.log"; exit 1; }
    awk "BEGIN { printf \"%.1f\", $(now) - $start }"
}
echo 'public import FeatureToggles' > "$keys"
build > /dev/null
echo '// A module without toggles.' >> "$keys"
without=$(build)
# Two files, as written by the plugin.
"$release/toggles-generate" --manifest "$folder/1000.yaml" --output "$keys" --types-output "${keys%.swift}+Types.swift"
with=$(build)
row 'with and without them' "$with s, $without s" ''
row 'difference' "$(awk "BEGIN { printf \"%.1f\", $with - $without }") s" '≤ 5 s'

printf '\nAn app that depends on the package by URL, with empty caches (goals: one other package, ≤ 5 s, ≤ 60 s):\n\n'
"$root/Tests/Consumer/check.sh"

printf '\nStripped release apps:\n\n'
./size.sh "$debug/toggles-generate"

printf '\nKilling writers of a local defaults file at random moments, %s times; the goal is no violation:\n\n' "$kills"
for writers in 2 8; do
    printf '%s writers: ' "$writers"
    "$debug/test-host" defaults run --kills $((kills / 2)) --writers "$writers" --folder "$folder"
done
