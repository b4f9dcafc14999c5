#!/usr/bin/env bash
# Generates Documentation/CommandLineReference.md from the help texts of the built command-line tools.
#
# usage: Scripts/command-line-reference.sh [--check] [TOGGLES]
#
#   --check   writes nothing, and fails if the page is out of date
#   TOGGLES   the built `toggles` (default: .build/debug/toggles)
#
# The script needs python3, and `toggles`, `toggles-lint`, and `toggles-remote` in the same folder.
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
for tool in "$toggles" "$(dirname "$toggles")"/toggles-{lint,remote}; do
    if [ ! -x "$tool" ]; then
        echo "error: $tool is missing; build it with \`swift build --product ${tool##*/}\`" >&2
        exit 2
    fi
done

python3 -c '
import difflib, json, os, re, subprocess, sys

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
            if "inverse" in argument:
                word += " | " + spelled(argument["inverse"])
        if argument["isRepeating"]:
            word += " ..."
        # A flag always counts as optional, even if the command rejects a call without it.
        is_optional = argument["isOptional"] and not argument.get("abstract", "").endswith(" Required.")
        words.append("[" + word + "]" if is_optional else word)
    if command.get("subcommands"):
        words.append("<subcommand>")
    return " ".join(words)


def shown(command):
    found = []
    for each in command.get("arguments", []):
        if not each["shouldDisplay"] or each["valueName"] in ("version", "help"):
            continue
        last = found[-1] if found else None
        # A flag such as --no-scheduled, which follows --scheduled and has the same description.
        if last and last["kind"] == each["kind"] == "flag" and each["valueName"] == "no-" + last["valueName"]:
            found[-1] = {**last, "inverse": each["preferredName"]}
        else:
            found.append(each)
    return found


def meaning(argument):
    texts = [argument.get("abstract", ""), argument.get("discussion", "")]
    if argument.get("defaultValue"):
        texts.append("(default: " + argument["defaultValue"] + ")")
    return cell(" ".join(filter(None, texts)))


def table(command):
    rows = []
    for argument in shown(command):
        if argument["kind"] == "positional":
            name = value(argument)
        else:
            names = sorted(argument["names"], key=lambda each: each["kind"] == "long")
            names += [argument["inverse"]] if "inverse" in argument else []
            name = ", ".join(spelled(each) for each in names)
            if argument["kind"] == "option":
                name += " " + value(argument)
        rows.append("| `" + name.replace("|", "\\|") + "` | " + meaning(argument) + " |")
    return ["| argument | meaning |", "|---|---|", *rows, ""] if rows else []


def prose(text):
    """Keeps paragraphs, and turns parts with a heading in capitals, such as EXAMPLES, into code blocks."""
    lines = []
    for part in filter(None, re.split(r"\n\n+(?! )", text.strip("\n"))):
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


def dumped(tool):
    text = subprocess.run([tool, "--experimental-dump-help"], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(text)["command"]


def delegated(command, tool, tools):
    """Returns a command as the program that runs it describes it, with the name of that program.

    In `toggles`, such a command takes any arguments, and its abstract ends in the name of the program.
    """
    runner = re.search(r"\((toggles-[a-z]+)\)\.$", command.get("abstract", ""))
    if runner is None:
        return command
    name = runner.group(1)
    if name not in tools:
        tools[name] = dumped(os.path.join(os.path.dirname(tool), name))
    found = next(each for each in tools[name]["subcommands"] if each["commandName"] == command["commandName"])
    return {**found, "runner": name}


def sections(command, parents=()):
    path = " ".join([*parents, command["commandName"]])
    if command["commandName"] == "help":
        return
    yield path, command
    for each in command.get("subcommands", []):
        if each["shouldDisplay"]:
            yield from sections(each, [*parents, command["commandName"]])


def page(tool):
    root = dumped(tool)
    tools = {}
    root["subcommands"] = [delegated(each, tool, tools) for each in root["subcommands"]]
    lines = [
        "# Command-line reference", "",
        "This page lists every command of `toggles` with its arguments, as `toggles COMMAND --help` prints them.",
        "`toggles --version` prints the version. For the commands by task, see [Command line](CommandLine.md).", "",
        "`Scripts/command-line-reference.sh` generates this page from the built command-line tools.", "",
    ]
    for path, command in sections(root):
        lines += ["#" * max(path.count(" ") + 1, 2) + " " + path, ""]
        lines += [escaped(command.get("abstract", "")), ""]
        if "runner" in command:
            lines += ["Runs `" + command["runner"] + "`.", ""]
        lines += ["```text", synopsis(path, command), "```", ""]
        lines += table(command) + prose(command.get("discussion", ""))
    return "\n".join(lines).rstrip("\n") + "\n"


text = page(sys.argv[1])
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
        present.splitlines(True), text.splitlines(True), PAGE, PAGE + ", from the help of the tools"
    ))
    sys.exit(f"error: {PAGE} is out of date; run Scripts/command-line-reference.sh and commit the page")
' "$toggles" $check
