#!/usr/bin/env python3
"""Type-checks the Swift code of all pages, on Linux or macOS, with the built modules.

Code that needs SwiftUI or another framework of Apple's is checked by `make check-apple`. Code that needs Hummingbird has
to be part of an example, whose check builds it.

usage: Tests/Snippets/check.py FOLDER [PAGE...]     FOLDER contains the debug build; without PAGE, all pages are checked
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import snippets

ROOT = pathlib.Path(snippets.ROOT)

# All pages have at least so many snippets.
LEAST = 100

# Correct code, which needs the generated toggles, and code with an error.
PLANTED = ["_ = AppToggles.registry", "let planted: Int = AppToggles.registry"]
PLANTED_ERROR = "cannot convert value of type 'ToggleRegistry'"


def command(snippet, folder, build):
    """Writes the files of some code, and returns the command that checks them."""
    file, *context = snippet.write(folder)
    options = ["-swift-version", "6", "-warnings-as-errors", "-diagnostic-style", "llvm"]
    if snippet.is_manifest:
        toolchain = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent
        api = toolchain / "lib" / "swift" / "pm" / "ManifestAPI"
        return ["swiftc", "-typecheck", *options, "-I", api, "-package-description-version", "6.2.0", file]
    checkouts = build.parent.parent / "checkouts"
    return [
        "swiftc", "-typecheck", *options, "-enable-upcoming-feature", "MemberImportVisibility", "-D", "DEBUG",
        "-I", build / "Modules", "-I", ROOT / "Sources" / "Ground" / "CToggleAtomics" / "include",
        # C modules that the console, the manifest, and swift-configuration need.
        "-I", build / "CNCurses.build", "-I", checkouts / "Yams" / "Sources" / "CYaml" / "include",
        "-I", checkouts / "swift-system" / "Sources" / "CSystem" / "include",
        *(["-parse-as-library"] if snippet.file_name != "main.swift" else []),
        "-I", folder.parent / "modules", file, *context, *sorted((folder.parent / "generated").glob("*.swift")),
    ]


def is_quoted(snippet):
    """Whether an example contains the code."""
    wanted = [line for line in snippet.text.splitlines() if line.strip()]
    for path in (ROOT / "Examples" / snippet.example / "Sources").rglob("*.swift"):
        lines = iter(path.read_text().splitlines())
        if all(line in lines for line in wanted):
            return True
    return False


def check(snippet, folder, build):
    """Returns the problem of some code, or None."""
    if snippet.platforms:
        return None
    if snippet.example:
        if is_quoted(snippet):
            return None
        return f"{snippet.place}: no file of Examples/{snippet.example} contains this code"
    done = subprocess.run(
        command(snippet, folder / snippet.name, build), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return f"{snippet.place}:\n{done.stdout}" if done.returncode else None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "generated").mkdir()
        (folder / "modules").mkdir()
        for name, path in snippets.STAND_INS.items():
            if name not in snippets.APPLE_MODULES:
                subprocess.run(
                    [
                        "swiftc", "-emit-module", "-parse-as-library", "-swift-version", "5", "-module-name", name,
                        "-emit-module-path", folder / "modules" / f"{name}.swiftmodule", ROOT / path,
                    ],
                    check=True,
                )
        subprocess.run(
            [
                build / "toggles-generate", "--manifest", ROOT / "Tests/Snippets/Context/toggles.yaml",
                "--output", folder / "generated" / "GeneratedToggles.swift",
            ],
            check=True,
        )
        found = [each for each in snippets.snippets() if each.page in sys.argv[2:] or len(sys.argv) == 2]
        if len(found) < (LEAST if len(sys.argv) == 2 else 1):
            sys.exit(f"there are only {len(found)} snippets on {', '.join(sys.argv[2:]) or 'all pages'}")
        # Reads a generated toggle, so it also shows that there are some.
        planted = [snippets.Snippet("planted", 1, text, []) for text in PLANTED]
        results = [check(each, folder, build) or "" for each in planted]
        if results[0] or PLANTED_ERROR not in results[1]:
            sys.exit("the compiler doesn't tell correct code from an error:\n" + "\n".join(results))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            problems = [each for each in pool.map(lambda each: check(each, folder, build), found) if each]
    for problem in problems:
        print(f"FAILED  {problem}")
    if problems:
        sys.exit(1)
    apple = sum(1 for each in found if each.platforms)
    print(f"ok      {len(found) - apple} of {len(found)} snippets; `make check-apple` checks the other {apple}")


if __name__ == "__main__":
    main()
