#!/usr/bin/env bash
# Copies records between two real stores, SQLite and a file store, in both directions, and repeatedly kills the copies.
# Prints how many records were lost or copied twice, and the rate. Exits with 1 if any were.
#
#   Tests/Backfill/run.sh [RECORDS] [KILLS]
set -euo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "$0")"
../../Scripts/install-dependencies.sh sqlite
records=${1:-1000000}
kills=${2:-100}
scratch=${SCRATCH:-../../.build-backfill}

swift build --quiet --configuration release --scratch-path "$scratch"
backfill=$(swift build --configuration release --scratch-path "$scratch" --show-bin-path)/backfill
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir "$folder/conformance"
"$backfill" check "$folder/conformance"

echo "== $records records, $kills kills each way"
"$backfill" make "$folder" "$records"

mkfifo "$folder/output"

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# Copies in batches of a given size without being killed.
measure() {
    local direction=$1 batch=$2
    echo "$direction, in batches of $batch: $("$backfill" "$direction" "$folder" "$batch" | tail -n 1)"
    rm -f "$folder"/new.*
}

# Copies in small batches, and kills the copy so early and often that most records are copied by killed runs.
copy() {
    local direction=$1 killed=0 last='' ended number line started thousands
    # About the maximum number of thousands that a run copies before it is killed. It prints each thousand, so the speed of
    # the machine doesn't matter.
    local most=$((records * 12 / 10 / kills / 1000))
    started=$(milliseconds)
    # The shell reports killed processes here.
    exec 4>&2 2> "$folder/ignored"
    while true; do
        "$backfill" "$direction" "$folder" 100 > "$folder/output" 2>&4 &
        number=$!
        exec 3< "$folder/output"
        if [ "$killed" -lt "$kills" ]; then
            # One run in ten is killed before it begins to copy.
            if [ $((RANDOM % 10)) -gt 0 ]; then
                read -r line <&3 || true
                for ((thousands = RANDOM % (most + 1); thousands > 0; thousands--)); do read -r line <&3 || true; done
            fi
            sleep "0.00$(printf "%02d" $((RANDOM % 25)))"
            kill -KILL "$number" || true
        fi
        last=$(cat <&3)
        exec 3<&-
        ended=0
        wait "$number" || ended=$?
        case $ended in
        0) break ;;
        137) killed=$((killed + 1)) ;;
        *) echo "$direction exited with $ended" >&4; return 1 ;;
        esac
    done
    exec 2>&4 4>&-
    echo "$direction: $killed killed, then $(tail -n 1 <<< "$last"); $(($(milliseconds) - started)) ms in total"
    if [ "$killed" -lt "$kills" ]; then
        echo "$direction finished before it was killed $kills times; run it again, or with more records" >&2
        return 1
    fi
}

for direction in to-file to-sqlite; do
    measure "$direction" 1000
    measure "$direction" 100
    copy "$direction"
    mkdir -p "$folder/kept"
    mv "$folder"/new.* "$folder/kept"
done
mv "$folder"/kept/new.* "$folder"
"$backfill" verify "$folder"
