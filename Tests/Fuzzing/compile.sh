# Functions that compile a fuzzer together with the core, as one module; source it, then call compile.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# sources: copies the core, and the modules below it, without their imports of each other, to $folder/core, and prints
# the paths of the copies.
sources() {
    local file copy
    rm -rf "$folder/core"
    mkdir -p "$folder/core"
    find "$root/Sources/"{Ground/ToggleBase,App/FeatureToggles,App/FeatureTogglesRemote} -name '*.swift' \
        ! -name Exports.swift ! -path '*.docc/*' |
        while IFS= read -r file; do
            copy=${file#"$root/Sources/"*/}
            copy=$folder/core/${copy%%/*}-$(basename "$file")
            without_imports "$file" "$copy"
            echo "$copy"
        done
}

# without_imports FILE COPY: copies a Swift file without its imports of the core.
without_imports() {
    sed -E '/^(public |package )?import (ToggleBase|FeatureToggles|FeatureTogglesRemote)$/d' "$1" > "$2"
}

options=(-parse-as-library -swift-version 6 -module-name FeatureToggles -package-name fuzzing -D OVERRIDES
    -I "$root/Sources/Ground/CToggleAtomics/include")
for feature in ExistentialAny MemberImportVisibility InternalImportsByDefault NonisolatedNonsendingByDefault; do
    options+=(-enable-upcoming-feature "$feature")
done

# compile PROGRAM OPTION... -- FILE...: compiles the files and the core, optimized unless OPTIMIZATION is another option.
# With LIST set, it only prints the files.
compile() {
    local program=$1 file
    shift
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    if [ -n "${LIST:-}" ]; then
        printf '%s\n' "$@"
        exit
    fi
    sources > "$folder/sources"
    printf '%s\n' "$@" >> "$folder/sources"
    # The C functions of the core, which the package manager compiles otherwise.
    rm -f "$folder"/core/*.o
    for file in "$root"/Sources/Ground/CToggleAtomics/*.c; do
        clang -O2 -I "$root/Sources/Ground/CToggleAtomics/include" -c "$file" -o "$folder/core/$(basename "$file" .c).o"
    done
    swiftc "${OPTIMIZATION:--O}" "${options[@]}" -o "$folder/$program" @"$folder/sources" "$folder"/core/*.o
}

# fuzz SECONDS NAME: runs the fuzzer that was compiled, with the dictionary and the corpus in Tests/NAME.
fuzz() {
    mkdir -p "$folder/corpus"
    cd "$folder"
    # One input can take as long as several evaluations with a sanitizer.
    ./fuzz -max_total_time="$1" -max_len=4096 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -dict="$root/Tests/$2/tokens.dict" corpus "$root/Tests/$2/Corpus" 2>&1 | tee log
    local files units
    files=$(find "$root/Tests/$2/Corpus" -type f | wc -l)
    units=$(sed -n 's/^stat::number_of_executed_units: *//p' log)
    # Each input of the corpus runs once before the first change.
    if [ "${units:-0}" -lt $((10 * files + 1000)) ]; then
        echo "FAILED: only ${units:-0} inputs ran, for a corpus of $files" >&2
        return 1
    fi
}
