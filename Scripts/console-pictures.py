#!/usr/bin/env python3
"""Draws the pictures of the console in Documentation/Pictures from real screens.

usage: Scripts/console-pictures.py [--check] [TOGGLES]

TOGGLES is the program to run; .build/debug/toggles by default. It runs in tmux with this package's toggles.yaml, and is
attached to the storefront, which must be built in the same folder. Each picture shows the screen after some keys were
pressed. Each is written as SVG twice, for light and dark pages. With --check, nothing is written, and the exit code is 1
if the texts of a picture differ in more than numbers, such as the process ID. Needs tmux.
"""

import difflib
import html
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLUMNS, ROWS = 104, 26
CELL_WIDTH, CELL_HEIGHT, MARGIN, FONT_SIZE = 8.4, 18, 12, 14

# What the pictures show instead of the temporary folder, which is as long, and ends in the same name.
FOLDER = "~/.config/storefront"

# The default colors of a terminal, and the first sixteen colors.
THEMES = {
    "light": {
        "background": "#ffffff",
        "foreground": "#24292f",
        "colors": "#24292f #cf222e #116329 #7d4e00 #0969da #8250df #1b7c83 #6e7781 "
        "#57606a #a40e26 #1a7f37 #633c01 #218bff #a475f9 #3192aa #8c959f",
    },
    "dark": {
        "background": "#0d1117",
        "foreground": "#e6edf3",
        "colors": "#484f58 #ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf #b1bac4 "
        "#6e7681 #ffa198 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #ffffff",
    },
}

# Keys that override two toggles. A text in a tuple is waited for, because the result of a change arrives later; if there
# is a key before the text, it is pressed until then.
OVERRIDES = ["Space", ("new_checkout = on",), "Down", "Down", "Down", "Space", ("search_ranking = popular",)]
# The name of a picture, the keys that lead to it, and a text on its screen.
PICTURES = [
    ("console-list", [*OVERRIDES, "Down"], "2 overrides"),
    ("console-why", [*OVERRIDES, "w"], "Sources, the first with a value decides"),
    ("console-filter", ["Space", ("new_checkout = on",), "/", *"cat:ops re"], "cat:ops re"),
    ("console-help", ["?", *"unset"], "Unset"),
    ("console-rollout", ["/", *"search", "Enter", "w", ("J", "Definition"), *"JJJJJJJJJJJJJJJJJJJJ"], "Who gets what"),
]


class Terminal:
    """A console in a separate tmux server."""

    def __init__(self, toggles, folder):
        self.socket = os.path.join(folder, "tmux")
        with open(f"{ROOT}/Examples/Storefront/flags.json", encoding="utf-8") as file:
            document = file.read().replace('["neural", 0], ["classic", 100]', '["neural", 10], ["classic", 90]')
        with open(f"{folder}/flags.json", "w", encoding="utf-8") as file:
            file.write(document)
        command = f"exec '{toggles}' console --manifest '{ROOT}/toggles.yaml' --defaults '{folder}/toggles.json'"
        environment = dict(os.environ, TERM="xterm-256color", SHELL="/bin/sh", TOGGLES_DEFAULTS=f"{folder}/toggles.json")
        for name in ("NO_COLOR", "TMUX"):
            environment.pop(name, None)
        self.run("new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), command, environment=environment)
        self.run("set-option", "-g", "default-terminal", "tmux-256color")
        shop = os.path.join(os.path.dirname(toggles), "Storefront")
        self.run("new-window", "-d", f"exec '{shop}' --flags '{folder}/flags.json'")

    def run(self, *arguments, environment=None):
        return subprocess.run(
            ["tmux", "-f", "/dev/null", "-S", self.socket, *arguments],
            check=True,
            capture_output=True,
            text=True,
            env=environment,
        ).stdout

    def wait(self, text, key=None):
        """Waits until the screen shows a text, and presses a key until then."""
        for _ in range(200):
            if text in self.run("capture-pane", "-p"):
                return
            if key:
                self.run("send-keys", key)
            time.sleep(0.05)
        sys.exit(f"The screen never showed ‘{text}’:\n" + self.run("capture-pane", "-p"))

    def lines(self):
        """Returns the lines on the screen with their escape sequences."""
        return self.run("capture-pane", "-e", "-p", "-N").rstrip("\n").split("\n")

    def settled(self):
        """Returns the lines on the screen once they no longer change."""
        before, now = None, self.lines()
        while now != before:
            time.sleep(0.2)
            before, now = now, self.lines()
        return now

    def end(self):
        """Ends the programs, and waits until they no longer write files."""
        programs = [int(word) for word in self.run("list-panes", "-a", "-F", "#{pane_pid}").split()]
        self.run("kill-server")
        while any(is_running(program) for program in programs):
            time.sleep(0.05)


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


class Style:
    """The attributes of a run of text."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.foreground = self.background = None
        self.bold = self.underlined = self.reversed = False

    def apply(self, codes):
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.reset()
            elif code == 1:
                self.bold = True
            elif code == 4:
                self.underlined = True
            elif code == 7:
                self.reversed = True
            elif code in (22, 24, 27):
                setattr(self, {22: "bold", 24: "underlined", 27: "reversed"}[code], False)
            elif code in (38, 48):
                kind = codes.pop(0)
                color = codes.pop(0) if kind == 5 else "#%02x%02x%02x" % (codes.pop(0), codes.pop(0), codes.pop(0))
                setattr(self, "foreground" if code == 38 else "background", color)
            elif code == 39:
                self.foreground = None
            elif code == 49:
                self.background = None
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.foreground = code - 30 if code < 90 else code - 82
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.background = code - 40 if code < 100 else code - 92

    def colors(self, theme):
        """The colors of text and background, swapped if reversed."""
        foreground = color(self.foreground, theme) or theme["foreground"]
        background = color(self.background, theme) or theme["background"]
        return (background, foreground) if self.reversed else (foreground, background)


def color(number, theme):
    """Returns one of the 256 colors, or `None` for the default color."""
    if number is None or isinstance(number, str):
        return number
    if number < 16:
        return theme["colors"].split()[number]
    if number >= 232:
        return "#%02x%02x%02x" % ((8 + 10 * (number - 232),) * 3)
    steps = (0, 95, 135, 175, 215, 255)
    number -= 16
    return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6], steps[number % 6])


def width(text):
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def svg(lines, theme):
    """Returns the lines as a picture, with a background and a text for each run of one style."""
    total_width = COLUMNS * CELL_WIDTH + 2 * MARGIN
    total_height = ROWS * CELL_HEIGHT + 2 * MARGIN
    grounds, texts = [], []
    # tmux continues attributes on the next line.
    style = Style()
    for row, line in enumerate(lines):
        column = 0
        for part in re.split(r"(\x1b\[[0-9;]*m)", line.replace("\x0e", "").replace("\x0f", "")):
            if part.startswith("\x1b["):
                style.apply(part[2:-1])
                continue
            if not part:
                continue
            x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
            length = width(part) * CELL_WIDTH
            foreground, background = style.colors(theme)
            if background != theme["background"]:
                grounds.append(f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="{CELL_HEIGHT}" fill="{background}"/>')
            attributes = ' font-weight="bold"' if style.bold else ""
            attributes += ' text-decoration="underline"' if style.underlined else ""
            # One or two words per piece, so that columns are aligned with any font.
            for piece in re.finditer(r"\S+(?: \S+)*", part):
                x = MARGIN + (column + width(part[: piece.start()])) * CELL_WIDTH
                length = width(piece.group()) * CELL_WIDTH
                texts.append(
                    f'<text x="{x:.1f}" y="{y + 13}" fill="{foreground}" textLength="{length:.1f}"{attributes}>'
                    f"{html.escape(piece.group())}</text>"
                )
            column += width(part)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total_width:.0f} {total_height}"'
            f' width="{total_width:.0f}" height="{total_height}" font-size="{FONT_SIZE}" xml:space="preserve"'
            ' font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace">',
            f'<rect width="100%" height="100%" rx="8" fill="{theme["background"]}" stroke="#8c959f" stroke-opacity="0.4"/>',
            # Otherwise, there would be a seam between neighbors whose border is between two pixels.
            '<g shape-rendering="crispEdges">',
            *grounds,
            "</g>",
            *texts,
            "</svg>",
            "",
        ]
    )


def texts(picture):
    """Returns the text of each row of a picture without spaces, with the same numbers in all pictures.

    The shortened path in the header is as long as the process ID allows, so it is only an ellipsis.
    """
    rows = {}
    for row, text in re.findall(r'<text x="[^"]*" y="([0-9]+)"[^>]*>([^<]+)</text>', picture):
        rows.setdefault(row, []).append(html.unescape(text).replace(" ", ""))
    return [re.sub(r"[0-9]+", "0", re.sub(r"…[\w/]*/toggles", "…", "".join(parts))) for parts in rows.values()]


def difference(path, terminal, folder):
    """Waits up to ten seconds until the screen shows the texts of a picture, and returns what differs, or nothing."""
    with open(path, encoding="utf-8") as file:
        old = texts(file.read())
    for _ in range(50):
        new = texts(svg([line.replace(folder, FOLDER) for line in terminal.lines()], THEMES["light"]))
        if new == old:
            return []
        time.sleep(0.2)
    return [os.path.relpath(path, ROOT), *difflib.unified_diff(old, new, "old", "new", n=0, lineterm="")]


def temporary_folder():
    """Creates a folder of its own in another one, whose name is short enough for the length of `FOLDER`."""
    while True:
        parent = f"/tmp/{secrets.token_hex(2)}"
        try:
            os.mkdir(parent, 0o700)
        except FileExistsError:
            continue
        folder = os.path.join(parent, os.path.basename(FOLDER))
        assert len(folder) == len(FOLDER)
        os.mkdir(folder)
        return folder


def main():
    arguments = sys.argv[1:]
    checks = "--check" in arguments
    programs = [argument for argument in arguments if argument != "--check"]
    toggles = os.path.abspath(programs[0] if programs else os.path.join(ROOT, ".build/debug/toggles"))
    outdated = []
    if not os.access(toggles, os.X_OK):
        sys.exit(f"There is no program {toggles}. Build it with `swift build --product toggles`, or pass the path of another one.")
    pictures = os.path.join(ROOT, "Documentation", "Pictures")
    os.makedirs(pictures, exist_ok=True)
    for name, keys, text in PICTURES:
        folder = temporary_folder()
        try:
            terminal = Terminal(toggles, folder)
            try:
                terminal.wait("new_checkout")
                # Not only the process ID: what the app received arrives after it, and changes what keys do.
                terminal.wait("remote READY")
                for key in keys:
                    if isinstance(key, tuple):
                        terminal.wait(*reversed(key))
                    else:
                        terminal.run("send-keys", key)
                terminal.wait(text)
                paths = {theme: os.path.join(pictures, f"{name}-{theme}.svg") for theme in THEMES}
                if checks:
                    outdated += [line for path in paths.values() for line in difference(path, terminal, folder)]
                    continue
                lines = [line.replace(folder, FOLDER) for line in terminal.settled()]
            finally:
                terminal.end()
        finally:
            shutil.rmtree(os.path.dirname(folder))
        for theme, path in paths.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write(svg(lines, THEMES[theme]))
            print(os.path.relpath(path, ROOT))
    if outdated:
        sys.exit("\n".join([*outdated, "These pictures are old. Draw them again with Scripts/console-pictures.py."]))
    if checks:
        print(f"ok      {len(PICTURES)} pictures show the console")


main()
