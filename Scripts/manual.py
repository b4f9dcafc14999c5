#!/usr/bin/env python3
"""Prints the manual page of a built command-line tool, from the description of its commands that it prints itself.

usage: Scripts/manual.py TOOL     TOOL is the path of a program that uses ArgumentParser, such as `toggles`

The page has the format of ArgumentParser's plugin generate-manual, which would build the tool and itself once more.
"""
import json
import subprocess
import sys
import time


def escaped(text):
    """Escapes backslashes, and characters that not every program for manuals reads."""
    return "".join(
        "\\e" if each == "\\" else each if each.isascii() else f"\\[u{ord(each):04X}]" for each in text
    )


def argument(text):
    """A text as an argument of a macro."""
    text = escaped(text.replace("\n", " ")).replace('"', "\\(dq")
    return f'"{text}"' if not text or " " in text else text


def lines(text):
    """The lines of a text. The first character of a line must not make it a macro, and it must not be empty."""
    for line in text.split("\n"):
        yield "\\&" + escaped(line) if line.startswith((".", "'")) else escaped(line) or ".Pp"


def value(info):
    return "Ar " + argument(info.get("valueName", "") + ("..." if info["isRepeating"] else ""))


def option(info, names):
    """An option or flag with some of its names, whose first dash the macro adds."""
    spelled = [argument(("-" if each["kind"] == "long" else "") + each["name"]) for each in names]
    return "Fl " + " , ".join(spelled) + (" " + value(info) if info["kind"] == "option" else "")


def shown(command):
    return [each for each in command.get("arguments", []) if each["shouldDisplay"]]


def synopsis(info):
    text = value(info) if info["kind"] == "positional" else option(info, [info["preferredName"]])
    return ".Op " + text if info["isOptional"] else "." + text


def term(info):
    if info["kind"] == "positional":
        return value(info)
    return option(info, sorted(info["names"], key=lambda each: each["kind"] != "short"))


def paragraphs(*texts):
    """Texts that may be missing, with a break between them."""
    found = [list(lines(text)) for text in texts if text is not None]
    for index, each in enumerate(found):
        yield from ([".Pp"] if index else []) + each


def description(command):
    """The discussion, arguments, and subcommands of a command."""
    items = [
        line for info in shown(command)
        for line in [".It " + term(info), *paragraphs(info.get("abstract"), info.get("discussion"))]
    ]
    for each in command.get("subcommands", []):
        items += [".It Em " + argument(", ".join([each["commandName"], *each.get("aliases", [])]))]
        items += [*paragraphs(each.get("abstract"), each.get("discussion")), *description(each)]
    return [".Bl -tag -width 6n", *items, ".El"] if items else []


def page(command):
    name = command["commandName"]
    return [
        time.strftime(".Dd %B %-d, %Y", time.gmtime()), f".Dt {name.upper()} 1", ".Os",
        ".Sh NAME", ".Nm " + argument(name), ".Nd " + argument(command.get("abstract", "")),
        ".Sh SYNOPSIS", ".Nm", *([".Ar subcommand"] if "subcommands" in command else []),
        *map(synopsis, shown(command)),
        ".Sh DESCRIPTION", *paragraphs(command.get("discussion")), *description(command),
        '.Sh "EXIT STATUS"', ".Ex -std",
    ]


if len(sys.argv) != 2:
    sys.exit(__doc__)
help = json.loads(subprocess.run([sys.argv[1], "--experimental-dump-help"], check=True, stdout=subprocess.PIPE).stdout)
print("\n".join(page(help["command"])))
