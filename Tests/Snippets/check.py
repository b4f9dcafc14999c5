#!/usr/bin/env python3
"""Type-checks the Swift code of the pages that snippets.py lists, on Linux or macOS, with the built modules.

Code that needs SwiftUI or another framework of Apple's is checked by `make check-apple`. Code that needs Hummingbird has
to be part of an example, whose check builds it.

usage: Tests/Snippets/check.py FOLDER     FOLDER contains the debug build
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


def command(snippet, folder, build):
    """Writes the files of some code, and returns the command that checks them."""
    folder.mkdir()
    file = folder / snippet.file_name
    file.write_text(snippet.source)
    options = ["-swift-version", "6", "-warnings-as-errors", "-diagnostic-style", "llvm"]
    if snippet.is_manifest:
        toolchain = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent
        api = toolchain / "lib" / "swift" / "pm" / "ManifestAPI"
        return ["swiftc", "-typecheck", *options, "-I", api, "-package-description-version", "6.2.0", file]
    return [
        "swiftc", "-typecheck", *options, "-enable-upcoming-feature", "MemberImportVisibility", "-D", "DEBUG",
        "-I", build / "Modules", "-I", ROOT / "Sources" / "CToggleAtomics" / "include",
        # A C module that swift-configuration's modules need.
        "-I", ROOT / ".build" / "checkouts" / "swift-system" / "Sources" / "CSystem" / "include",
        *(["-parse-as-library"] if snippet.file_name != "main.swift" else []),
        "-I", folder.parent / "modules", file, *snippets.context_files(snippet), *sorted((folder.parent / "generated").glob("*.swift")),
    ]


def is_quoted(snippet):
    """Whether an example contains the code, except for lines with an ellipsis."""
    wanted = [line for line in snippet.text.splitlines() if line.strip() and "…" not in line]
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
    if len(sys.argv) != 2:
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
        found = list(snippets.snippets())
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
