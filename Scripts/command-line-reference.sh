#!/usr/bin/env bash
# Generates Documentation/CommandLineReference.md from the help text of a built `toggles`.
#
# usage: Scripts/command-line-reference.sh [--check] [TOGGLES]
#
#   --check   writes nothing, and fails if the page is out of date
#   TOGGLES   the built command (default: .build/debug/toggles)
#
# The script needs the built command and python3.
set -euo pipefail
cd "$(dirname "$0")/.."

check=
if [ "${1:-}" = --check ]; then
    check=--check
    shift
fi
toggles=${1:-.build/debug/toggles}
if [ $# -gt 1 ] || [ "${toggles#-}" != "$toggles" ]; then
    sed -n '4,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
if [ ! -x "$toggles" ]; then
    echo "error: $toggles is missing; build it with \`swift build --product toggles\`" >&2
    exit 2
fi

"$toggles" --experimental-dump-help | python3 -c '
import difflib, json, re, sys

PAGE = "Documentation/CommandLineReference.md"


def escaped(text):
    """Escapes special characters outside of code, so that Markdown shows the text unchanged."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([<*\\[\]])", r"\\\1", part) for part in parts)


def cell(text):
    return escaped(" ".join(text.split())).replace("|", "\\|")


def spelled(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def value(argument):
    return "<" + argument.get("valueName", "value") + ">"


def synopsis(path, command):
    words = [path]
    for argument in shown(command):
        if argument["kind"] == "positional":
            word = value(argument)
        else:
            word = spelled(argument["preferredName"])
            if argument["kind"] == "option":
                word += " " + value(argument)
        if argument["isRepeating"]:
            word += " ..."
        words.append("[" + word + "]" if argument["isOptional"] else word)
    if command.get("subcommands"):
        words.append("<subcommand>")
    return " ".join(words)


def shown(command):
    return [
        each for each in command.get("arguments", [])
        if each["shouldDisplay"] and each["valueName"] not in ("version", "help")
    ]


def meaning(argument):
    texts = [argument.get("abstract", ""), argument.get("discussion", "")]
    if "defaultValue" in argument:
        texts.append("(default: " + argument["defaultValue"] + ")")
    return cell(" ".join(filter(None, texts)))


def table(command):
    rows = []
    for argument in shown(command):
        if argument["kind"] == "positional":
            name = value(argument)
        else:
            names = sorted(argument["names"], key=lambda each: each["kind"] == "long")
            name = ", ".join(spelled(each) for each in names)
            if argument["kind"] == "option":
                name += " " + value(argument)
        rows.append("| `" + name.replace("|", "\\|") + "` | " + meaning(argument) + " |")
    return ["| argument | meaning |", "|---|---|", *rows, ""] if rows else []


def prose(text):
    """Keeps paragraphs, and turns parts with a heading in capitals, such as EXAMPLES, into code blocks."""
    lines = []
    for part in re.split(r"\n\n+(?! )", text.strip("\n")):
        heading, _, rest = part.partition("\n")
        if rest and re.fullmatch(r"[A-Z][A-Z ]+", heading):
            rest = rest.split("\n")
            margin = min(len(each) - len(each.lstrip()) for each in rest if each.strip())
            lines += ["**" + heading.capitalize() + "**", "", "```text", *[each[margin:] for each in rest], "```", ""]
        elif any(each.startswith("  ") for each in part.split("\n")):
            lines += ["```text", *part.split("\n"), "```", ""]
        else:
            lines += [escaped(part), ""]
    return lines


def sections(command, parents=()):
    path = " ".join([*parents, command["commandName"]])
    if command["commandName"] == "help":
        return
    yield path, command
    for each in command.get("subcommands", []):
        if each["shouldDisplay"]:
            yield from sections(each, [*parents, command["commandName"]])


def page(root):
    lines = [
        "# Command-line reference", "",
        "This page lists every command of `toggles` with its arguments, as `toggles help COMMAND` prints them. Every command also",
        "has `-h` and `--help`, and `toggles --version` prints the version. For the commands by task, see",
        "[Command line](CommandLine.md).", "",
        "`Scripts/command-line-reference.sh` generates this page from the built command.", "",
    ]
    for path, command in sections(root):
        lines += ["#" * max(path.count(" ") + 1, 2) + " " + path, ""]
        lines += [escaped(command.get("abstract", "")), ""]
        runner = re.search(r"\((toggles-[a-z]+)\)\.$", command.get("abstract", ""))
        if runner and not shown(command):
            lines += [f"Runs `{runner.group(1)}`. `{path} --help` prints the arguments.", ""]
        else:
            lines += ["```text", synopsis(path, command), "```", ""]
        lines += table(command) + prose(command.get("discussion", ""))
    return "\n".join(lines).rstrip("\n") + "\n"


text = page(json.load(sys.stdin)["command"])
try:
    with open(PAGE, encoding="utf-8") as file:
        present = file.read()
except FileNotFoundError:
    present = ""
if "--check" not in sys.argv:
    if text != present:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)
    sys.exit(0)
if text != present:
    sys.stderr.writelines(difflib.unified_diff(
        present.splitlines(True), text.splitlines(True), PAGE, PAGE + ", from the help of toggles"
    ))
    sys.exit(f"error: {PAGE} is out of date; run Scripts/command-line-reference.sh and commit the page")
' $check
