#!/usr/bin/env bash
# Starts everything that serves a document to many apps, on free ports of the loopback interface: three members of etcd, two
# mirrors, and two nginx with event streams. Then it publishes a few revisions, and shows what an app receives.
# It runs until Ctrl-C, or ends by itself with --once. It only ends processes that it has started.
#
#   swift build --product toggles && swift build --product toggles-remote
#   Examples/Serving/run.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec python3 -B Examples/Serving/run.py "${TOGGLES_BIN:-$(swift build --show-bin-path)}" "$@"
