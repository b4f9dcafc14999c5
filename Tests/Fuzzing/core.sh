#!/usr/bin/env bash
# Copies the core and the modules below it as one module, which a fuzzer is compiled with, and prints the files' paths.
#
# usage: core.sh FOLDER
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rm -rf "$1"
mkdir -p "$1"
find "$root/Sources/"{SystemBase,ToggleVocabulary,FeatureToggles,FeatureTogglesRemote} -name '*.swift' ! -name Exports.swift ! -path '*.docc/*' |
    while IFS= read -r file; do
        target=${file#"$root/Sources/"}
        copy=$1/${target%%/*}-$(basename "$file")
        # What is in one module is not imported.
        sed -E '/^(public |package )?import (SystemBase|ToggleVocabulary|FeatureToggles)$/d' "$file" > "$copy"
        echo "$copy"
    done
