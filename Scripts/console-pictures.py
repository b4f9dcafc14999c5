#!/usr/bin/env python3
"""Draws the pictures of the console in Documentation/Pictures from real screens.

usage: Scripts/console-pictures.py [TOGGLES]

TOGGLES is the program to run; .build/debug/toggles by default. It runs in tmux with this package's toggles.yaml, and is
attached to the storefront, which must be built in the same folder. Each picture shows the screen after some keys were pressed. Each is written as SVG twice, for light and dark pages. Needs tmux.
"""

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLUMNS, ROWS = 104, 26
CELL_WIDTH, CELL_HEIGHT, MARGIN, FONT_SIZE = 8.4, 18, 12, 14

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

# The name of a picture, the keys that lead to it, and a text on its screen.
PICTURES = [
    ("console-list", ["Space", "Down", "Down", "Down", "Space", "Down"], "2 overrides"),
    ("console-why", ["Space", "Down", "Down", "Down", "Space", "w"], "Sources, the first with a value decides"),
    ("console-filter", ["Space", "/", *"cat:ops re"], "cat:ops re"),
    ("console-help", ["?", *"reset"], "Reset"),
    ("console-rollout", ["/", *"search", "Enter", "w", *"JJJJJJJJJJJJJJJJJJJJ"], "Who gets what"),
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
        environment = dict(os.environ, TERM="xterm-256color", TOGGLES_DEFAULTS=f"{folder}/toggles.json")
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

    def wait(self, text):
        for _ in range(200):
            if text in self.run("capture-pane", "-p"):
                return
            time.sleep(0.05)
        sys.exit(f"The screen never showed ‘{text}’:\n" + self.run("capture-pane", "-p"))

    def picture(self):
        """Returns the lines on the screen with their escape sequences, once they no longer change."""
        before = None
        while True:
            now = self.run("capture-pane", "-e", "-p", "-N")
            if now == before:
                return now.rstrip("\n").split("\n")
            before = now
            time.sleep(0.2)

    def end(self):
        self.run("kill-server")


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


def main():
    toggles = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, ".build/debug/toggles"))
    if not os.access(toggles, os.X_OK):
        sys.exit(f"There is no program {toggles}. Build it with `swift build --product toggles`, or pass the path of another one.")
    pictures = os.path.join(ROOT, "Documentation", "Pictures")
    os.makedirs(pictures, exist_ok=True)
    for name, keys, text in PICTURES:
        # The header shows the path, which must be as long as its replacement in the picture.
        folder = tempfile.mkdtemp(prefix="shop-", suffix="-x", dir="/tmp")
        try:
            terminal = Terminal(toggles, folder)
            try:
                terminal.wait("new_checkout")
                terminal.wait("pid ")
                for key in keys:
                    terminal.run("send-keys", key)
                terminal.wait(text)
                lines = [line.replace(folder, "~/.config/storefront") for line in terminal.picture()]
            finally:
                terminal.end()
        finally:
            shutil.rmtree(folder)
        for theme in THEMES:
            path = os.path.join(pictures, f"{name}-{theme}.svg")
            with open(path, "w", encoding="utf-8") as file:
                file.write(svg(lines, THEMES[theme]))
            print(os.path.relpath(path, ROOT))


main()
