#!/usr/bin/env bash
# Installs missing system packages that this package's tools and tests use.
# It prints what it installs and why, or nothing if no package is missing. If a package can't be installed, the script
# reports this but doesn't fail, because the builds and tests that need the package report it, too.
set -euo pipefail

os=$(uname -s)
missing=()

# want PACKAGE PURPOSE: records a missing package.
want() {
    echo "== $1 is missing: $2"
    missing+=("$1")
}

# exists FILE...: succeeds if one of the files exists.
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
    echo "== ${missing[*]} cannot be installed ($1). Continuing without; install them manually if a build or a" \
        "test needs them." >&2
    exit 0
}

case $os in
Linux)
    exists /usr/include/ncurses.h /usr/include/ncursesw/ncurses.h ||
        want libncursesw5-dev 'the library that draws on a terminal'
    if [ "${1:-}" = pictures ]; then
        command -v tmux >/dev/null || want tmux 'the terminal whose screen the pictures of the console show'
    fi
    if [ "${1:-}" = sqlite ]; then
        exists /usr/include/sqlite3.h || want libsqlite3-dev 'the database that Tests/Backfill and Examples/BackfillServer use'
    fi
    if [ "${1:-}" = kotlin ]; then
        command -v kotlinc >/dev/null || want kotlin 'the compiler with which a test compiles keys for Android'
        command -v java >/dev/null || want default-jre-headless 'the runtime of that compiler'
    fi
    if [ "${1:-}" = serving ]; then
        command -v etcd >/dev/null || want etcd-server 'the store of which Tests/Serving starts three members'
        command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || want nginx-light 'the web server that serves documents'
        exists /usr/lib/nginx/modules/ngx_nchan_module.so || want libnginx-mod-nchan 'the event streams of nginx'
        command -v apache2 >/dev/null || [ -x /usr/sbin/apache2 ] || want apache2 'the server with conditional writes'
        command -v htpasswd >/dev/null || want apache2-utils 'the passwords of Apache'
        exists /usr/lib/lighttpd/mod_webdav.so || want lighttpd-mod-webdav 'a server with safe conditional writes'
        python3 -c 'import ensurepip' 2>/dev/null || want python3-venv 'the folder for the emulator of S3'
        command -v openssl >/dev/null || want openssl 'the certificates of the tests'
    fi
    command -v tmux >/dev/null || want tmux 'the terminal for tests of the console'
    command -v strings >/dev/null || want binutils 'the tool with which tests search binaries'
    ;;
Darwin)
    command -v tmux >/dev/null || want tmux 'the terminal for tests of the console'
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
# The first attempt can fail if the list of packages is outdated or missing, as in a container.
apt_install "${missing[@]}" || {
    echo '== Updating the list of packages'
    as_root apt-get update </dev/null
    apt_install "${missing[@]}"
} || give_up 'apt-get failed'
