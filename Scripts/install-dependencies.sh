#!/usr/bin/env bash
# Installs the system packages that this package's tools and tests use, where they are missing.
# Says what it installs and why, and nothing when everything is there. What cannot be installed is named, and is no
# failure: whatever needs it says so itself.
set -euo pipefail

os=$(uname -s)
missing=()

# want PACKAGE PURPOSE: notes a package that is missing.
want() {
    echo "== $1 is missing: $2"
    missing+=("$1")
}

# The first that exists of several files.
exists() {
    local file
    for file in "$@"; do
        if [ -e "$file" ]; then return 0; fi
    done
    return 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@" </dev/null
}

give_up() {
    echo "== ${missing[*]} cannot be installed from here ($1). Going on without; install them by hand when a build or" \
        "a test asks for them." >&2
    exit 0
}

case $os in
Linux)
    exists /usr/include/ncurses.h /usr/include/ncursesw/ncurses.h ||
        want libncursesw5-dev 'the library that draws on a terminal'
    if [ "${1:-}" = release ]; then
        exists /usr/include/curl/curl.h /usr/include/*/curl/curl.h ||
            want libcurl4-openssl-dev 'what toggles-remote is linked with for a release'
    fi
    if [ "${1:-}" = sqlite ]; then
        exists /usr/include/sqlite3.h || want libsqlite3-dev 'the database that Tests/Backfill copies from and to'
    fi
    command -v tmux >/dev/null || want tmux 'the terminal in which tests run what is drawn'
    command -v strings >/dev/null || want binutils 'looks into binaries for what must not be there'
    ;;
Darwin)
    command -v tmux >/dev/null || want tmux 'the terminal in which tests run what is drawn'
    exists /opt/homebrew/opt/ncurses /usr/local/opt/ncurses || want ncurses 'the library that draws on a terminal'
    ;;
esac
if [ ${#missing[@]} = 0 ]; then exit 0; fi

if [ "$os" = Darwin ]; then
    command -v brew >/dev/null || give_up 'there is no brew'
    echo "== Installing ${missing[*]} with brew"
    brew install "${missing[@]}" </dev/null || give_up 'brew failed'
    exit 0
fi
command -v apt-get >/dev/null || give_up 'there is no apt-get'
[ "$(id -u)" = 0 ] || command -v sudo >/dev/null || give_up 'this is not root, and there is no sudo'
echo "== Installing ${missing[*]} with apt-get"
# An old list of packages, or none as in a container, is why the first attempt may fail.
apt_install "${missing[@]}" || {
    echo '== Updating the list of packages'
    as_root apt-get update </dev/null
    apt_install "${missing[@]}"
} || give_up 'apt-get failed'
