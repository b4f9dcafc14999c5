"""Compares the overlays with Symbols.tsv, which lists the symbols of the SDK that the user interfaces use.

Prints the differences, and the symbols that are missing from the table.
"""
import csv
import json
import os
import re
import subprocess

from jobs import Job, run_all

# The targets whose symbols the table lists, besides the example apps.
TARGETS = ["FeatureTogglesUI", "ForcedUpdates"]

PLATFORMS = {"macOS": "macos", "iOS": "ios", "tvOS": "tvos", "watchOS": "watchos", "visionOS": "visionos"}


def run(check, folder):
    """Prints the differences, and returns whether there are none."""
    table = read(os.path.join(folder, "Symbols.tsv"))
    uses, graphs = {}, {}
    for name, platform in PLATFORMS.items():
        if platform in check.options.platforms:
            targets = [check.package.targets[each] for each in TARGETS]
            targets += [each for each in check.apps if platform in each.platforms]
            uses[name] = [use_job(check, each, platform) for each in targets]
            graphs[name] = graph_job(check, platform)
    failed = [job for job in run_all([*sum(uses.values(), []), *graphs.values()], check.workers) if not job.succeeded]
    for job in failed:
        print(f"== {job.name}\n{job.output.strip()}")
    if failed:
        return False
    graphs = {name: json.loads(job.output) for name, job in graphs.items()}
    used = {usr for jobs in uses.values() for job in jobs for usr in job.output.split("\n")}
    # The availability of a symbol on each platform, as the overlay of the platform declares it.
    declared = {}
    for name, graph in graphs.items():
        for usr in used & graph.keys():
            module, path, introduced, deprecated = graph[usr]
            declared.setdefault((module, path), {}).setdefault(usr, {})[name] = (introduced, deprecated)
    problems = []
    for symbol, overloads in sorted(declared.items()):
        for found in overloads.values():
            lines = [{name: each[name] for name in each if name in graphs} for each, _ in table.get(symbol, [])]
            floors = {name: version(check.floors.get(platform)) for name, platform in PLATFORMS.items()}
            if not any(normal(found, floors) == normal(each, floors) for each in lines):
                wanted = " or ".join(map(text, lines)) or "nothing"
                problems.append(f"{'.'.join(symbol)}: {wanted} in Symbols.tsv, {text(found)} in the overlay")
    # Without all platforms, uses on the others are not known.
    unused = sorted(table.keys() - declared.keys()) if len(graphs) == len(PLATFORMS) else []
    problems += [f"{'.'.join(symbol)}: in Symbols.tsv, but not used" for symbol in unused]
    print("\n".join([*(f"== {each}" for each in sorted(set(problems))), summary(declared, table, len(set(problems)))]))
    return not problems


def summary(declared, table, problems):
    documented = sum(any(source == "documentation" for _, source in table.get(each, [])) for each in declared)
    return (
        f"{len(declared)} symbols of the SDK compared with Symbols.tsv, which has the documented availability of "
        f"{documented} of them; {problems} differ"
    )


# ---- The table ----

def read(path):
    """The lines for each symbol: its availability on each platform, and where that is known from."""
    table = {}
    with open(path) as file:
        rows = csv.reader((line for line in file if not line.startswith("#")), delimiter="\t")
        for module, symbol, platforms, source in rows:
            if source not in ("documentation", "known"):
                raise SystemExit(f"Symbols.tsv: ‘{source}’ of {symbol} is neither ‘documentation’ nor ‘known’")
            found = {}
            for each in platforms.split(", "):
                match = re.fullmatch(r"(\w+)(?: ([\d.]+))?(?:-([\d.]+))?", each)
                if not match or match[1] not in PLATFORMS:
                    raise SystemExit(f"Symbols.tsv: ‘{each}’ of {symbol} is not a platform with versions")
                found[match[1]] = (version(match[2]), version(match[3]))
                if source == "known" and (match[2] or match[3]):
                    raise SystemExit(f"Symbols.tsv: look up the versions of {symbol} in Apple's documentation")
            table.setdefault((module, symbol), []).append((found, source))
    return table


def version(text):
    """A version as a list of numbers, without zeros at its end."""
    numbers = [int(each) for each in (text or "0").split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers


def normal(availability, floors):
    """Only what matters to code for the lowest supported versions."""
    return {
        name: (max(introduced, floors[name]), deprecated) for name, (introduced, deprecated) in availability.items()
    }


def text(availability):
    parts = []
    for name in PLATFORMS:
        if name in availability:
            introduced, deprecated = (".".join(map(str, each)) for each in availability[name])
            parts.append(name + (" " + introduced if introduced else "") + ("-" + deprecated if deprecated else ""))
    return ", ".join(parts)


# ---- What the overlays declare, and what the targets use ----

def graph_job(check, platform):
    """The symbols of the overlays of a platform: their module, path, and first and last versions."""
    names = check.overlay_names(platform)
    places = [os.path.join(check.scratch, platform, each) for each in ("overlays", "toolchain")]
    folder = os.path.join(check.scratch, platform, "symbols")
    command = [
        os.path.join(check.toolchain.folder, "bin", "swift-symbolgraph-extract"), "-target", check.triple(platform),
        *[each for place in places for each in ("-I", place)], "-sdk", check.sdk, "-resource-dir",
        check.toolchain.resources, *check.cache_options(), "-skip-synthesized-members", "-output-dir", folder,
    ]

    def extract():
        os.makedirs(folder, exist_ok=True)
        found = {}
        for name in names:
            done = subprocess.run(
                [*command, "-module-name", name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
            if done.returncode:
                return False, done.stdout
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name)) as file:
                for symbol in json.load(file)["symbols"]:
                    found[symbol["identifier"]["precise"]] = [
                        re.split(r"[@.]", name)[0], ".".join(symbol["pathComponents"]),
                        *availability(symbol, platform),
                    ]
        return True, json.dumps(found)

    return Job(
        f"symbols of the overlays, {platform}", os.path.join(check.scratch, platform, "symbols.stamp"), extract,
        dependencies=[check.overlay_job(each, platform) for each in names], key="\0".join([*command, *names]),
    )


def availability(symbol, platform):
    """The versions that introduced and deprecated a symbol on a platform."""
    for each in symbol.get("availability", []):
        if PLATFORMS.get(each.get("domain")) == platform:
            versions = []
            for key in ("introduced", "deprecated"):
                numbers = each.get(key, {})
                versions.append(version(".".join(str(numbers.get(part, 0)) for part in ("major", "minor", "patch"))))
            return versions
    return [[], []]


def use_job(check, target, platform):
    """The identifiers of all declarations that a target uses."""
    checked = check.target_job(target, platform, "debug")
    folder = os.path.join(check.scratch, platform, "uses", target.name)
    command = list(checked.action[-1])
    if "-emit-module" in command:
        output = command.index("-o")
        command[output:output + 2] = []
        command[command.index("-emit-module")] = "-typecheck"
    command[command.index("-typecheck"):command.index("-typecheck") + 1] = ["-dump-ast", "-dump-ast-format", "json"]
    files = [each for each in command if each.endswith(".swift")]
    trees = [os.path.join(folder, f"{index}.json") for index in range(len(files))]
    options = [each for each in command if not each.endswith(".swift")]
    for file, tree in zip(files, trees):
        options += ["-primary-file", file, "-o", tree]

    def find():
        os.makedirs(folder, exist_ok=True)
        done = subprocess.run(options, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            return False, done.stdout
        found = set()
        for tree in trees:
            with open(tree) as file:
                found.update(re.findall(r'"(?:decl_usr|decl|protocol|override|witness)":"(s:[^"]+)"', file.read()))
            os.remove(tree)
        return True, "\n".join(sorted(found))

    return Job(
        f"uses of {target.name}, {platform}", os.path.join(folder, "uses.stamp"), find, dependencies=[checked],
        key="\0".join(options),
    )
