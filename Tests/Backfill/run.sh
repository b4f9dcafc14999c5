#!/usr/bin/env bash
# Moves records between two real stores, SQLite and a file store, in both directions, and kills the copies again and again.
# Prints what was lost, what was copied twice, and how fast it was. Ends with 1 when anything was.
#
#   Tests/Backfill/run.sh [RECORDS] [KILLS]
set -euo pipefail
cd "$(dirname "$0")"
../../Scripts/install-dependencies.sh sqlite
records=${1:-1000000}
kills=${2:-100}
scratch=${SCRATCH:-../../.build-backfill}

swift build --quiet --configuration release --scratch-path "$scratch"
backfill=$(swift build --configuration release --scratch-path "$scratch" --show-bin-path)/backfill
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

echo "== $records records, $kills kills each way"
"$backfill" make "$folder" "$records"

mkfifo "$folder/said"

# Copies in small batches, and kills that again and again, up to so many milliseconds after it began; one time in ten before.
copy() {
    local direction=$1 latest=$2 killed=0 last='' number line started
    started=$(date +%s%N)
    while true; do
        "$backfill" "$direction" "$folder" 100 > "$folder/said" &
        number=$!
        exec 3< "$folder/said"
        if [ "$killed" -lt "$kills" ]; then
            if [ $((RANDOM % 10)) -gt 0 ]; then read -r line <&3 || true; fi
            sleep "$(awk -v latest="$latest" -v seed="$RANDOM$RANDOM" \
                'BEGIN { srand(seed); printf "%.4f", rand() * latest / 1000 }')"
            kill -KILL "$number" 2> "$folder/ignored" || true
        fi
        last=$(cat <&3)
        exec 3<&-
        if wait "$number" 2> "$folder/ignored"; then break; fi
        killed=$((killed + 1))
    done
    echo "$direction: $killed killed, then $(tail -n 1 <<< "$last"); $((($(date +%s%N) - started) / 1000000)) ms in all"
    if [ "$killed" -lt "$kills" ]; then
        echo "$direction was done before it was killed $kills times; let it be killed sooner: LATEST=$((latest / 2))" >&2
        return 1
    fi
}

copy to-file "${LATEST:-150}"
copy to-sqlite "${LATEST:-150}"
"$backfill" verify "$folder"

echo '== Without kills, in batches of 1000'
rm -f "$folder"/new.*
for direction in to-file to-sqlite; do echo "$direction: $("$backfill" "$direction" "$folder" | tail -n 1)"; done
