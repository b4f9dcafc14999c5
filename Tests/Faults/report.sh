#!/usr/bin/env bash
# Runs the fault tests and prints, for each fault, how long a client took from the end of the fault to the next good value,
# and the explanation of its state during the fault. Exits with the tests' exit code.
#
# usage: Tests/Faults/report.sh
set -uo pipefail
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift build --product swift-feature-togglesPackageTests > "$log" 2>&1 || { cat "$log"; exit 1; }
swift test --skip-build --disable-xctest --filter 'FaultTests|HerdTests' > "$log" 2>&1
result=$?
printf '%-12s %-60s %9s  %s\n' transport fault recovery 'state during the fault'
grep '^recovery | ' "$log" | sort | awk -F ' [|] ' '{ printf "%-12s %-60s %9s  %s\n", $2, $3, $4, substr($5, 1, 120) }'
echo
grep '^herd | ' "$log"
recoveries=$(grep -c '^recovery | ' "$log")
echo "$recoveries recoveries"
# Tests that were skipped, or print nothing, would look like a success.
if [ "$result" -eq 0 ] && { [ "$recoveries" -lt 10 ] || ! grep -q '^herd | ' "$log"; }; then
    echo 'FAILED: there are fewer than ten recoveries, or no herd' >&2
    result=1
fi
[ $result -eq 0 ] || grep -E '✘' "$log"
exit $result
