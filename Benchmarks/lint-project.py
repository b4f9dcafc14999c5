#!/usr/bin/env python3
"""Writes a generated project: toggles.yaml with N toggles, and N Swift files that each read a few.

    lint-project.py N FOLDER [LINES]     LINES of code in each file, 150 by default
"""

import pathlib
import random
import sys


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    lines = int(sys.argv[3]) if len(sys.argv) == 4 else 150
    chance = random.Random(count)
    sources = folder / "Sources"
    sources.mkdir(parents=True, exist_ok=True)
    manifest = ["schema: 1", "namespace: AppToggles", "toggles:"]
    for number in range(count):
        manifest += [
            f"  toggle_number_{number}:",
            "    category: ops",
            f"    description: The purpose of number {number} in this generated application.",
            "    owner: team",
            "    created: 2026-11-01",
            "    expires: 2026-12-31",
        ]
    (folder / "toggles.yaml").write_text("\n".join(manifest) + "\n")
    (folder / "Package.swift").write_text("// swift-tools-version: 6.2\n")
    (folder / "words").write_text("".join(f"toggleNumber{number}\n" for number in range(count)))
    for file in range(count):
        # The toggle with the same number, so that all are read, and a random one.
        reads = [file, chance.randrange(count)]
        text = ["import FeatureToggles", "", f"struct Screen{file} {{", "    let toggles: any FeatureToggle"]
        number = 0
        while len(text) < lines:
            text += [f"    func step{number}(_ values: [Int]) -> Int {{", f"        let sum = values.reduce({number}, +)"]
            if number < len(reads):
                text += [
                    f"        if toggles.isEnabled(.toggleNumber{reads[number]}) {{", "            return sum * 2",
                    "        }",
                ]
            text += ["        return sum > 10 ? sum : values.map { $0 + 1 }.count", "    }"]
            number += 1
        (sources / f"Screen{file}.swift").write_text("\n".join(text + ["}"]) + "\n")


main()
