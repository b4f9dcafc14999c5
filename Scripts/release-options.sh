#!/usr/bin/env bash
# Prints the options for `swift build` in release builds of the tools, one per line.
#
# usage: Scripts/release-options.sh SCRATCH [--symbols]
#
#   SCRATCH    the folder to build in, as an absolute path or relative to the package
#   --symbols  keep the names of functions, so that profilers can show them
#
# On Linux, the tools are linked statically with the Swift runtime, its C++ library, and ncurses, so they don't depend on
# the installed toolchain, start in a bare container and faster, and map only the pages that they use. Every function has a separate section, so the
# linker can remove unused functions.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=${1:?the folder to build in}
symbols=-s
[ "${2:-}" != --symbols ] || symbols=-S
case $scratch in
/*) ;;
*) scratch=$PWD/$scratch ;;
esac

option() { printf '%s\n' "$@"; }
compiler() { for argument in "$@"; do option -Xswiftc "$argument"; done; }
linker() { for argument in "$@"; do option -Xlinker "$argument"; done; }

# The tools need overrides.
option --configuration release --traits default,InternalBuild --scratch-path "$scratch"
[ "$(uname -s)" = Linux ] || exit 0

option --static-swift-stdlib
linker "$symbols"
toolchain=$(dirname "$(readlink -f "$(command -v swiftc)")")
# Toolchains for Linux contain this linker. The system's other linkers don't support the following options.
[ -x "$toolchain/ld.lld" ] || exit 0
compiler -use-ld=lld -Xfrontend -function-sections
linker --no-export-dynamic
# Programs at a fixed address need no relocations, so the system maps only the pages that they use. Random addresses would
# add little, because nearly all of the code is memory-safe.
option -Xswiftc -Xclang-linker -Xswiftc -no-pie
# `make` can't pass on paths with spaces.
case $scratch in *[[:space:]]*) exit 0 ;; esac
# This folder contains only static libraries, because the linker would prefer shared ones in the same folder.
for library in libstdc++ libncursesw libtinfo; do
    archive=$("$toolchain/clang" -print-file-name=$library.a)
    [ -f "$archive" ] || continue
    mkdir -p "$scratch/static"
    ln -sf "$archive" "$scratch/static/$library.a"
    # A shared libncursesw names the library that it needs itself.
    [ $library != libtinfo ] || linker -ltinfo
done
[ ! -d "$scratch/static" ] || compiler -L "$scratch/static"
[ ! -f "$scratch/static/libstdc++.a" ] || option -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
