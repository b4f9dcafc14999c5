#!/usr/bin/env bash
# Fuzzes the reader of signed envelopes, base64 and documents of values with libFuzzer, under the address sanitizer.
#
# usage: Tests/EnvelopeFuzzing/run.sh [SECONDS] [FOLDER]
#
#   SECONDS  how long, 600 by default
#   FOLDER   where the program, what it finds worth keeping, and crashes are put; .build-envelope-fuzzing by default
#
# Needs a Swift toolchain with libFuzzer, as the ones from swift.org for Linux have it. An input that crashes is left in
# FOLDER as crash-…; run the program with its path to see the crash again.
set -euo pipefail
seconds=${1:-600}
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=${2:-$root/.build-envelope-fuzzing}
mkdir -p "$folder/corpus" "$folder/envelope"
# The envelope knows nothing of cryptography. As a part of the core's module it need not import it.
for file in "$root"/Sources/FeatureTogglesSigning/{SigningError,Envelope/*}.swift; do
    sed -E '/^(public )?import FeatureToggles(Remote)?$/d' "$file" > "$folder/envelope/$(basename "$file")"
done
"$root/Tests/Fuzzing/core.sh" "$folder/core" > "$folder/sources"
find "$root/Tests/EnvelopeFuzzing" "$folder/envelope" -name '*.swift' >> "$folder/sources"
features=(ExistentialAny MemberImportVisibility InternalImportsByDefault NonisolatedNonsendingByDefault)
options=(-D OVERRIDES -I "$root/Sources/CToggleAtomics/include")
for feature in "${features[@]}"; do options+=(-enable-upcoming-feature "$feature"); done
swiftc -O -enforce-exclusivity=checked -sanitize=fuzzer,address -parse-as-library -swift-version 6 \
    -module-name FeatureToggles -package-name fuzzing "${options[@]}" -o "$folder/fuzz" @"$folder/sources"
cd "$folder"
exec ./fuzz -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -dict="$root/Tests/EnvelopeFuzzing/tokens.dict" corpus "$root/Tests/EnvelopeFuzzing/Corpus"
