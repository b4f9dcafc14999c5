#!/usr/bin/env python3
"""Writes Scripts/console.order: the functions of the console, in the order in which the linker places them.

usage: Scripts/console-order.py

The console is built as by `make release`, but with the names of its functions, and runs on a terminal under callgrind,
which counts calls: once until its first screen, and once with the keys of a session. The functions of the start come
first, followed by those of the session. Needs Linux and valgrind. Run it after large changes to the console: functions
that are not listed are placed after the others, and names that no longer exist are skipped.
"""
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRATCH = ".build-release"
ROWS, COLUMNS = 30, 100
# Larger sections, in bytes, contain whole modules of the standard library, most of which is not called.
LARGEST = 60_000

# Scrolling by lines and pages, a filter, overrides, undo, the detail, help, the palette, and closing them again.
SESSION = [
    *[b"j"] * 40, b"k", b"\x1b[B", b"\x1b[6~", b"\x1b[5~", b"G", b"g", b"/", *[bytes([key]) for key in b"feat_9"], b"\r",
    b"\x1b", b" ", b"j", b" ", b"u", b"\t", b"\t", b"\r", b"\x1b", b"?", b"\x1b", b":", b"\x1b", b"q",
]


def build(product, *options):
    """Builds a tool with the options of releases, and returns its path."""
    command = ["Scripts/release-options.sh", SCRATCH, "--symbols"]
    release = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
    command = ["swift", "build", *[option for line in release for option in line.split(" ") if option], *options]
    subprocess.run([*command, "--product", product], cwd=ROOT, check=True, stdout=sys.stderr)
    path = subprocess.run([*command, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return os.path.join(path.strip(), product)


def run(command, environment, keys):
    """Runs a program on a terminal, and presses a key whenever it has finished drawing."""
    child, terminal = pty.fork()
    if child == 0:
        os.read(0, 1)
        os.execve(command[0], command, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    os.write(terminal, b"\n")

    def silence(seconds, limit=60.0):
        end = time.monotonic() + limit
        drawn = 0
        while time.monotonic() < end:
            if select.select([terminal], [], [], seconds if drawn else 5.0)[0]:
                try:
                    part = os.read(terminal, 1 << 16)
                except OSError:
                    break
                if not part:
                    break
                drawn += len(part)
            else:
                break
        return drawn

    drawn = silence(2.0)
    for key in keys:
        os.write(terminal, key)
        silence(0.3, 5.0)
    os.waitpid(child, 0)
    os.close(terminal)
    return drawn


def called(toggles, folder, keys):
    """The names of the functions that a run calls."""
    environment = {
        "HOME": folder, "XDG_CACHE_HOME": f"{folder}/cache", "XDG_CONFIG_HOME": f"{folder}/config",
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ.get("PATH", ""),
    }
    report = f"{folder}/calls"
    arguments = ["--manifest", f"{folder}/toggles.yaml", "--defaults", f"{folder}/defaults.json"]
    # The first command compiles the manifest.
    subprocess.run([toggles, "list", *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
    counter = [
        shutil.which("valgrind"), "--tool=callgrind", f"--callgrind-out-file={report}", "--demangle=no",
        f"--log-file={folder}/log", toggles, "console",
    ]
    if run(counter + arguments, environment, keys) < 500:
        sys.exit("the console drew no screen: " + open(f"{folder}/log").read())
    names = re.findall(r"^c?fn=\(\d+\) (.+?)(?:'\d+)?$", open(report).read(), re.MULTILINE)
    return set(names)


def placed(path):
    """The code sections of a linker map, in its order: size and symbols."""
    sections = []
    for line in open(path):
        match = re.match(r" *[0-9a-f]+ +[0-9a-f]+ +([0-9a-f]+) +\d+ ( *)(\S.*)$", line)
        if not match:
            continue
        size, indent, name = int(match[1], 16), len(match[2]), match[3]
        if indent == 8:
            sections.append((size if ":(.text" in name else None, []))
        elif indent == 16 and sections:
            sections[-1][1].append(name)
    return [(size, symbols) for size, symbols in sections if size is not None]


def main():
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    if sys.platform != "linux" or not shutil.which("valgrind"):
        sys.exit("console-order.py needs Linux and valgrind (apt-get install valgrind)")
    with tempfile.TemporaryDirectory(prefix="console-order-") as folder:
        map_path = f"{folder}/map"
        toggles = build("toggles", "-Xlinker", "--no-demangle", "-Xlinker", f"-Map={map_path}")
        with open(f"{folder}/toggles.yaml", "w") as manifest:
            manifest.write("schema: 1\nnamespace: Many\ntoggles:\n")
            for number in range(500):
                form = [
                    "    default: true\n", "    values: [classic, popular]\n    default: classic\n",
                    "    type: int\n    default: 3\n", "    type: string\n    default: Hello\n",
                ][number % 4]
                manifest.write(
                    f"  some_feature_{number}:\n    category: ops\n    description: The number {number} of many.\n"
                    f"    owner: team-{number % 7}\n    created: 2026-01-01\n{form}"
                )
        start = called(toggles, folder, [b"q"])
        session = called(toggles, folder, SESSION)
        first, later = [], []
        for size, symbols in placed(map_path):
            if size >= LARGEST:
                continue
            for names, order in ((start, first), (session, later)):
                symbol = next((symbol for symbol in symbols if symbol in names), None)
                if symbol:
                    order.append(symbol)
                    break
    if len(first) < 100:
        sys.exit(f"only {len(first)} functions of the start were found: the format of the linker map or of callgrind's report may have changed")
    # Sorted by name, so that changes of the list are changes of single lines.
    with open(os.path.join(ROOT, "Scripts", "console.order"), "w") as order:
        order.write("\n".join(sorted(set(first)) + sorted(set(later) - set(first))) + "\n")
    print(f"{len(first)} functions of the start, {len(later)} of the session")


if __name__ == "__main__":
    main()
