#!/usr/bin/env bash
# Fuzzes the readers of server-sent events and OFREP responses with libFuzzer and the address sanitizer.
#
# usage: Tests/RemoteFuzzing/run.sh [SECONDS] [FOLDER]
#
#   SECONDS  how long, 600 by default
#   FOLDER   where the program, its corpus, and crashes are written; .build-remote-fuzzing by default
#
# It needs a Swift toolchain with libFuzzer, such as those from swift.org for Linux. An input that crashes is in FOLDER
# as crash-…; run the program with its path to reproduce the crash.
set -euo pipefail
source "$(dirname "$0")/../Fuzzing/compile.sh"
folder=${2:-$root/.build-remote-fuzzing}
mkdir -p "$folder"
compile fuzz -enforce-exclusivity=checked -sanitize=fuzzer,address -- \
    "$root"/Tests/RemoteFuzzing/*.swift "$root"/Sources/App/ToggleHTTP/ServerSentEvents/ServerSentEvent*.swift
fuzz "${1:-600}" RemoteFuzzing
