#!/usr/bin/env bash
# Measures `toggles lint`, and ripgrep for comparison, on generated projects of 250, 500 and 1,000 toggles and files.
#
# usage: Benchmarks/lint.sh PROGRAM [FOLDER]
#
#   PROGRAM  the program toggles-lint: a release build for figures, a debug build for ratios
#   FOLDER   another project with a toggles.yaml to measure
#
# Prints the minimum of three runs in seconds: without a cache, with a cache, and of ripgrep for the same words, if installed.
# Times depend on the machine and its load: compare ratios, and repeat. Needs python3 and perl.
set -euo pipefail
[ "$#" -ge 1 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/cache

now() { perl -MTime::HiRes=time -e 'printf "%.3f", time'; }
least() {
    local best= start end
    for _ in 1 2 3; do
        start=$(now)
        "$@" > "$folder/output" 2>&1 || { cat "$folder/output" >&2; exit 1; }
        end=$(now)
        best=$(awk -v b="${best:-999999}" -v d="$(awk "BEGIN { print $end - $start }")" 'BEGIN { print d < b ? d : b }')
    done
    # A run that found nothing measures nothing.
    [ -s "$folder/output" ] || { echo "FAILED: ‘$*’ printed nothing" >&2; exit 1; }
    printf '%.2f' "$best"
}
row() { printf '%-24s %10s %10s %10s\n' "$@"; }
measure() {
    cd "$2"
    local ripgrep=-
    [ ! -f words ] || ! command -v rg > /dev/null || ripgrep=$(least rg --fixed-strings --word-regexp --file words Sources)
    local cold warm
    cold=$(least "$program" lint --no-cache --fail-on never)
    "$program" lint --fail-on never > /dev/null 2>&1
    warm=$(least "$program" lint --fail-on never)
    row "$1" "$cold" "$warm" "$ripgrep"
}

row 'toggles × files' 'no cache' 'cache' 'ripgrep'
for count in 250 500 1000; do
    python3 "$here/lint-project.py" "$count" "$folder/$count"
    measure "$count × $count" "$folder/$count"
done
[ "$#" -lt 2 ] || measure "$(basename "$2")" "$2"
