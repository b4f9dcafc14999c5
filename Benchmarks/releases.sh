#!/bin/bash
# Measures `toggles released` on generated repositories: releases.sh PROGRAM [TAGS [MANIFESTS [CHANGED]]]
#
# PROGRAM is the path of toggles-lint. Each of TAGS releases changes CHANGED of MANIFESTS manifests, and a source file
# beside each. Prints the seconds of a run without a cache (cold) and of the next one (warm), and those of git alone.
set -euo pipefail
program=$(realpath "${1:?usage: releases.sh PROGRAM [TAGS [MANIFESTS [CHANGED]]]}")
tags=${2:-200} manifests=${3:-200} changed=${4:-10}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/cache GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
mkdir "$folder/app"
cd "$folder/app"
git init --quiet --initial-branch=main
python3 - "$tags" "$manifests" "$changed" <<'PYTHON' | git fast-import --quiet
import sys
tags, manifests, changed = map(int, sys.argv[1:])

def data(text):
    return f"data {len(text.encode())}\n{text}\n"

def manifest(module, version):
    text = f"schema: 1\nnamespace: Module{module}Toggles\napplication: app\ntoggles:\n"
    for toggle in range(5):
        text += f"  m{module}_t{toggle}:\n    category: ops\n    type: int\n    default: {version}\n"
        text += "    description: A toggle of a module.\n    owner: team\n    created: 2026-01-01\n    expires: 2027-06-30\n"
    return text

def source(module, version):
    lines = [f"    print(toggles.value(of: .m{module}T{toggle}))" for toggle in range(5)]
    return "import FeatureToggles\n\nfunc show(_ toggles: any Toggles) {\n" + "\n".join(lines) + f"\n}}\n// {version}\n"

for version in range(tags):
    out = f"commit refs/heads/main\ncommitter Ada <ada@example.com> {1767225600 + version * 86400} +0000\n"
    out += data(f"Release 1.{version}.0")
    if version == 0:
        out += "M 100644 inline Package.swift\n" + data("// swift-tools-version: 6.2\n")
    modules = range(manifests) if version == 0 else [(version * changed + n) % manifests for n in range(changed)]
    for module in modules:
        out += f"M 100644 inline Modules/M{module}/toggles.yaml\n" + data(manifest(module, version))
        out += f"M 100644 inline Modules/M{module}/Sources/Show.swift\n" + data(source(module, version))
    out += f"\nreset refs/tags/v1.{version}.0\nfrom refs/heads/main\n\n"
    sys.stdout.write(out)
PYTHON
git reset --quiet --hard main
git repack --quiet -a -d
seconds() { local start=$EPOCHREALTIME; "$@" > "$folder/out.txt"; echo "$start $EPOCHREALTIME" | awk '{ printf "%.2f", $2 - $1 }'; }
cold=$(seconds "$program" released --supported 1.10)
lines=$(wc -l < "$folder/out.txt")
[ "$lines" -gt $((manifests * 5)) ] || { echo "only $lines lines"; exit 1; }
warm=$(seconds "$program" released --supported 1.10)
alone=$(seconds git log --raw --format=%H)
echo "$tags tags, $manifests manifests, $changed changed in each: cold $cold s, warm $warm s; git log --raw $alone s"
