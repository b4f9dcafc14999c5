#!/usr/bin/env bash
# Builds the example packages, which depend on this one like any other package would, and compares their output. All but
# Server, which needs SwiftNIO.
set -euo pipefail
cd "$(dirname "$0")"

failed=0
for check in */check.sh; do
    if [ "$check" != Server/check.sh ]; then "$check" || failed=1; fi
done
exit $failed
