#!/usr/bin/env bash
# Prints the options of `swift build` with which the tools are built for others, one a line.
#
# usage: Scripts/release-options.sh SCRATCH [--symbols]
#
#   SCRATCH    the folder to build in, an absolute path or one from the folder of the package
#   --symbols  keep the names of functions, which profilers show
#
# On Linux a tool carries the Swift runtime and the C++ library that the runtime needs, so it outlives the toolchain that
# built it, starts without looking for them and shares no more pages with them than it uses. Every function has a section
# of its own, so that the linker leaves out what nobody calls and puts what a start of the console calls, as
# Scripts/console.order lists it, side by side: the kernel maps sixteen pages for each that is touched.
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

# Overriding toggles is what the tools are for, so they keep overrides in.
option --configuration release --traits default,InternalBuild --scratch-path "$scratch"
[ "$(uname -s)" = Linux ] || exit 0

option --static-swift-stdlib
linker "$symbols"
toolchain=$(dirname "$(readlink -f "$(command -v swiftc)")")
# Toolchains for Linux have this linker; the ones that the system may have do not know what follows.
[ -x "$toolchain/ld.lld" ] || exit 0
compiler -use-ld=lld -Xfrontend -function-sections
linker --no-export-dynamic
# Relocations of the executable in a fortieth of the room. An older C library does not read them.
version=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
version=${version#glibc }
if [ "${version%%.*}" -eq 2 ] 2>/dev/null && [ "${version##*.}" -ge 36 ] 2>/dev/null; then
    linker -z pack-relative-relocs
fi
# `make` cannot pass paths with spaces on.
case $scratch in *[[:space:]]*) exit 0 ;; esac
linker --symbol-ordering-file="$PWD/Scripts/console.order" --no-warn-symbol-ordering
linker --script="$PWD/Scripts/console.ld"
# A folder where there is nothing but this library, as the linker prefers a shared one in the same folder.
archive=$("$toolchain/clang" -print-file-name=libstdc++.a)
if [ -f "$archive" ]; then
    mkdir -p "$scratch/static"
    ln -sf "$archive" "$scratch/static/libstdc++.a"
    compiler -L "$scratch/static"
    option -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
fi
