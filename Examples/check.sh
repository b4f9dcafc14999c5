#!/usr/bin/env bash
# Builds the packages here, which depend on this one as anybody's would, and compares what they print with what they should.
set -euo pipefail
cd "$(dirname "$0")"

failed=0
for check in */check.sh; do "$check" || failed=1; done
exit $failed
