#!/usr/bin/env bash
# Builds the example packages, which depend on this one like any other package would, and compares their output.
set -euo pipefail
cd "$(dirname "$0")"

failed=0
for check in */check.sh; do "$check" || failed=1; done
exit $failed
