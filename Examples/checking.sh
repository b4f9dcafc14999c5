# Functions for an example's check. Source this file in the example's folder.
example=$(basename "$PWD")
scratch=${SCRATCH:-../../.build-examples}
failed=0
# Without this, the package manager reorders the compiler's options at random, and then compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1

# build: builds the example and sets $program to its executable.
build() {
    # Without debug information, which takes time and which nothing needs.
    swift build --quiet -debug-info-format none --scratch-path "$scratch" --product "$example"
    program=$scratch/debug/$example
}

# check NAME EXPECTED ARGUMENTS...: runs the example and compares its output, with FOLDER in place of $folder.
check() {
    local name=$1 expected=$2 printed
    shift 2
    printed=$("$program" "$@" | sed "s|${folder:-/no/such/folder}|FOLDER|g")
    if [ "$printed" = "$expected" ]; then echo "ok      $example: $name"; else
        printf 'FAILED  %s: %s\n  expected: %q\n  printed:  %q\n' "$example" "$name" "$expected" "$printed"
        failed=1
    fi
}
