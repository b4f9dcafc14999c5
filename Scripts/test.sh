#!/usr/bin/env bash
# Runs `swift test`, and fails if fewer tests ran than expected. Without this, a filter that matches nothing succeeds.
#
# usage: [LEAST=COUNT] Scripts/test.sh ARGUMENT…
#
#   LEAST     the minimum number of tests, 1 by default
#   ARGUMENT  an argument of `swift test`
set -euo pipefail
output=$(mktemp)
trap 'rm -f "$output"' EXIT
swift test "$@" 2>&1 | tee "$output"
ran=$(sed -n 's/.*Test run with \([0-9]*\) tests\{0,1\} .*/\1/p' "$output" | awk '{ sum += $1 } END { print sum + 0 }')
if [ "$ran" -lt "${LEAST:-1}" ]; then
    echo "FAILED: only $ran tests ran, instead of at least ${LEAST:-1}" >&2
    exit 1
fi
