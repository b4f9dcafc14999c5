#!/usr/bin/env python3
"""Draws the pictures of `toggles report` in Documentation/Pictures, from a generated project with a long history.

    swift build --product toggles-lint
    Scripts/report-pictures.py                  writes Documentation/Pictures/report-{light,dark}.png
    Scripts/report-pictures.py --all FOLDER     writes pages and pictures at two widths to FOLDER, for review

Needs git and chromium.
"""

import argparse
import datetime
import os
import pathlib
import random
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TODAY = datetime.date(2026, 11, 21)
CATEGORIES = ["release"] * 9 + ["ops"] * 5 + ["experiment"] * 3 + ["permission"] * 2 + ["migration"]
LIVES = {"release": 45, "ops": 110, "experiment": 35, "permission": 500, "migration": 240}
OWNERS = ["payments", "search", "growth", "platform", "data", "community", "logistics"]
WORDS = [
    "checkout", "ranking", "banner", "delivery", "wish_list", "reviews", "login", "coupon", "profile", "stock", "returns",
    "invoice", "photo", "gift", "map", "chat", "video", "filter", "alert", "badge",
]
KINDS = ["new", "fast", "shared", "quiet", "bold", "smart", "early", "wide", "plain", "joint"]


def declaration(key, toggle):
    category = toggle["category"]
    lines = [f"  {key}:", f"    category: {category}"]
    if category == "experiment":
        lines += ["    values: [control, treatment]", "    default: control"]
    lines += [
        f"    description: Shows the {key.replace('_', ' ')} to people who asked for it.",
        f"    owner: {toggle['owner']}",
        f"    created: {toggle['created']}",
    ]
    lines.append("    permanent: true" if toggle["permanent"] else f"    expires: {toggle['expires']}")
    return "\n".join(lines) + "\n"


def history(count, commits):
    """Yields revisions of the manifest with their days. Toggles are added, extended, promoted, and mostly removed."""
    chance = random.Random(7)
    names = [f"{kind}_{word}" for kind in KINDS for word in WORDS]
    names += [f"{name}_{number}" for number in (2, 3, 4) for name in names]
    chance.shuffle(names)
    toggles, step = {}, 800 / commits
    for index in range(commits):
        day = TODAY - datetime.timedelta(days=round(800 - index * step))
        wanted = count * (index + 1) / commits
        born = 0
        while names and (born < 1 or len(toggles) < wanted):
            category = chance.choice(CATEGORIES)
            toggles[names.pop()] = {
                "category": category, "owner": chance.choice(OWNERS), "created": day,
                "expires": day + datetime.timedelta(days=LIVES[category]),
                "permanent": category in ("permission", "ops") and chance.random() < 0.4,
            }
            born += 1
        for key, toggle in list(toggles.items()):
            if toggle["permanent"] or toggle["expires"] > day:
                continue
            fate = chance.random()
            if fate < 0.25:
                del toggles[key]
            elif fate < 0.32:
                toggle["expires"] = day + datetime.timedelta(days=30)
            elif fate < 0.36 and toggle["category"] == "release":
                toggle["category"], toggle["expires"] = "ops", day + datetime.timedelta(days=60)
        text = "schema: 1\nnamespace: ShopToggles\napplication: shop\ntoggles:\n"
        yield day, text + "\n".join(declaration(key, toggles[key]) for key in toggles)


def make_project(folder, count, commits):
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", folder], check=True)
    stream = b""
    for day, text in history(count, commits):
        seconds = int(datetime.datetime(day.year, day.month, day.day, 12, tzinfo=datetime.timezone.utc).timestamp())
        data = text.encode()
        stream += f"commit refs/heads/main\ncommitter Ada <ada@example.com> {seconds} +0000\ndata 6\nChange\n".encode()
        stream += f"M 100644 inline toggles.yaml\ndata {len(data)}\n".encode() + data + b"\n"
    subprocess.run(["git", "-C", folder, "fast-import", "--quiet"], input=stream, check=True)
    subprocess.run(["git", "-C", folder, "checkout", "--quiet", "main"], check=True)


def draw(page, picture, width, height, is_dark):
    """Takes a screenshot of a page in a frame, which can be narrower than the browser's smallest window."""
    with tempfile.TemporaryDirectory() as folder:
        outer = pathlib.Path(folder) / "outer.html"
        outer.write_text(
            f'<meta name="color-scheme" content="light dark"><style>body {{ margin: 0 }}</style>'
            f'<iframe src="{page.resolve().as_uri()}" style="border: 0; width: {width}px; height: {height}px"></iframe>'
        )
        subprocess.run(
            [
                "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                f"--blink-settings=preferredColorScheme={0 if is_dark else 1}", f"--window-size={max(width, 500)},{height}",
                f"--user-data-dir={folder}/profile", f"--screenshot={picture.resolve()}", outer.as_uri(),
            ],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120,
        )


def report(project, page):
    tool = ROOT / ".build" / "debug" / "toggles-lint"
    subprocess.run(
        [
            tool, "report", "--manifest", f"{project}/toggles.yaml", "--root", project, "--date", str(TODAY), "--no-cache",
            "--no-findings", "--title", "the shop", "--html", page,
        ],
        check=True, stdout=subprocess.DEVNULL, env={**os.environ, "TOGGLES_DEFAULTS": "/nowhere"},
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", metavar="FOLDER")
    arguments = parser.parse_args()
    for tool in ("git", "chromium"):
        if not shutil.which(tool):
            raise SystemExit(f"{tool} is not installed")
    with tempfile.TemporaryDirectory() as folder:
        make_project(folder, 200, 300)
        if arguments.all:
            target = pathlib.Path(arguments.all)
            target.mkdir(parents=True, exist_ok=True)
            page = target / "large.html"
            report(folder, page)
            for width in (380, 1280):
                for is_dark in (False, True):
                    draw(page, target / f"large-{width}-{'dark' if is_dark else 'light'}.png", width, 2600, is_dark)
        else:
            page = pathlib.Path(folder) / "page.html"
            report(folder, page)
            for is_dark in (False, True):
                name = f"report-{'dark' if is_dark else 'light'}.png"
                draw(page, ROOT / "Documentation" / "Pictures" / name, 1280, 2000, is_dark)


main()
