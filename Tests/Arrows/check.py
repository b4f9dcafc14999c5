#!/usr/bin/env python3
"""Checks the arrows between the targets of this package, which CONTRIBUTING.md draws as four floors.

usage: Tests/Arrows/check.py [--planted]

  --planted  also checks that each of the mistakes at the end of this file is found

Fails if:
- a target depends on one of a higher floor
- a target depends on another one, or on a product, that none of its files imports
- a file imports a target that its own doesn't depend on
- a file imports a target and names nothing of it
- a file names a type of a target that it doesn't import, unless a module that it imports exports this type by name

The check reads `swift package dump-package` and the sources, without comments and strings, for all platforms and traits.
The last two rules compare words, so they miss an import whose only words are also declared by another module.
"""
import collections
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FLOORS = ["Sources/Ground", "Sources/App", "Sources/Knowledge", "Sources/Tools", ("Tests", "Examples")]
# Modules of products whose names differ: Yams' C target is not a separate product.
MODULES = {"Yams": "CYaml"}
# Types of other packages with the name of one of this package's.
OUTSIDE = {"FlyingFox": {"HTTPHeaders"}, "Testing": {"SourceLocation"}}

IMPORT = re.compile(
    r"^[ \t]*((?:@\w+(?:\([^)\n]*\))? |public |package |internal |private |fileprivate )*)import "
    r"(?:(?:struct|enum|class|protocol|func|typealias|actor|let|var) )?(\w+)(?:\.(\w+))?",
    re.MULTILINE,
)
START = re.compile(r'//|/\*|(#*)("""|")')
TYPE = re.compile(r"\b(struct|enum|class|protocol|actor|typealias) `?(\w+)")
TOP_LEVEL_TYPE = re.compile(
    r"^(?:@\w+(?:\([^)\n]*\))? |final |indirect )*(?:public|package) (?:final |indirect )*"
    r"(?:struct|enum|class|protocol|actor|typealias) (\w+)",
    re.MULTILINE,
)
MEMBER = re.compile(r"\b(?:func|var|let|case|subscript|associatedtype) `?(\w+)|, (\w+)(?=[,(\n])")
WORD = re.compile(r"(?<![\w.])[A-Z]\w*")


def code(text):
    """A text without comments and strings, but with the expressions in them."""
    parts, position = [], 0
    while start := START.search(text, position):
        parts.append(text[position:start.start()])
        opening = start.group(0)
        if opening in ("//", "/*"):
            end = text.find("\n" if opening == "//" else "*/", start.end())
            position = len(text) if end < 0 else end + (0 if opening == "//" else 2)
        else:
            expressions, position = string(text, start.end(), start.group(1), start.group(2))
            parts.append('"" ' + expressions)
    return "".join(parts) + text[position:]


def string(text, position, hashes, quotes):
    """The expressions in a string, and its end."""
    expressions = ""
    special = re.compile(rf'\\{hashes}\(|\\{hashes}.|{quotes}{hashes}', re.DOTALL)
    while found := special.search(text, position):
        position = found.end()
        if found.group(0) == quotes + hashes:
            break
        if found.group(0).endswith("("):
            start, depth = position, 1
            while depth and position < len(text):
                if text[position] == '"':
                    quote = '"""' if text.startswith('"""', position) else '"'
                    position = string(text, position + len(quote), "", quote)[1]
                    continue
                depth += {"(": 1, ")": -1}.get(text[position], 0)
                position += 1
            expressions += code(text[start:position - 1]) + " "
    else:
        position = len(text)
    return expressions, position


class Source:
    def __init__(self, path, text):
        self.path = path
        text = code(text)
        # module: the types that are imported by name, or None for all of it
        self.imports = {}
        self.exports = {}
        for attributes, module, name in IMPORT.findall(text):
            for found in [self.imports] + ([self.exports] if "@_exported" in attributes else []):
                if not name or found.get(module, ()) is None:
                    found[module] = None
                else:
                    found.setdefault(module, set()).add(name)
        body = IMPORT.sub("", text)
        self.words = set(re.findall(r"[A-Za-z_]\w*", body))
        self.types = set(WORD.findall(body))
        self.declared_types = {name for _, name in TYPE.findall(body)} | set(re.findall(r"[<,] *(\w+)(?=[:,>])", body))
        self.top_level_types = set(TOP_LEVEL_TYPE.findall(body))
        self.declared = self.declared_types | {a or b for a, b in MEMBER.findall(body)}
        self.declared -= {"let", "var", "self", "init"}


class Target:
    def __init__(self, description, texts):
        self.name = description["name"]
        self.module = re.sub(r"\W", "_", self.name)
        self.kind = description["type"]
        self.path = description.get("path") or f"{'Tests' if self.kind == 'test' else 'Plugins'}/{self.name}"
        self.dependencies, self.products = [], []
        for each in description["dependencies"]:
            (kind, values), = each.items()
            (self.products if kind == "product" else self.dependencies).append(values[0])
        excluded = [os.path.join(self.path, each) for each in description.get("exclude", [])]
        self.sources = [
            Source(path, text) for path, text in texts.items()
            if path.startswith(self.path + "/") and not any(path == each or path.startswith(each + "/") for each in excluded)
        ]
        self.types = set().union(*(each.top_level_types for each in self.sources))
        self.declared_types = set().union(*(each.declared_types for each in self.sources))
        self.declared = set().union(*(each.declared for each in self.sources))
        self.exports = {}
        for each in self.sources:
            self.exports.update(each.exports)

    @property
    def floor(self):
        return next(index for index, folder in enumerate(FLOORS) if self.path.startswith(folder))


def problems(description, texts):
    targets = {each["name"]: Target(each, texts) for each in description["targets"] if each["type"] != "plugin"}
    modules = {each.module: each for each in targets.values()}
    owners = collections.defaultdict(set)
    for target in targets.values():
        for name in target.types:
            owners[name].add(target.module)
    for target in targets.values():
        yield from problems_of(target, targets, modules, owners)


def problems_of(target, targets, modules, owners):
    imported = set().union(*(each.imports for each in target.sources), set())
    for name in target.dependencies:
        dependency = targets[name]
        if dependency.floor > target.floor:
            yield f"{target.name} depends on {name}, which is on a higher floor"
        # Tests run programs.
        if dependency.module not in imported and not (target.kind == "test" and dependency.kind == "executable"):
            yield f"{target.name} depends on {name}, but none of its files imports it"
    for name in target.products:
        if MODULES.get(name, name) not in imported:
            yield f"{target.name} depends on the product {name}, but none of its files imports it"
    allowed = {targets[name].module for name in target.dependencies}
    for source in target.sources:
        # Other types that are visible, because this or an imported module exports them by name.
        visible = set(target.declared_types)
        for module, names in target.exports.items():
            visible |= modules[module].types if names is None and module in modules else names or set()
        for module, names in source.imports.items():
            visible |= OUTSIDE.get(module, set())
            if module not in modules:
                continue
            other = modules[module]
            if module not in allowed:
                yield f"{source.path}: error: imports {module}, on which {target.name} doesn't depend"
            known = other.declared.union(*(each or set() for each in other.exports.values()))
            if module not in source.exports and known and not source.words & (known if names is None else names):
                yield f"{source.path}: error: imports {module}, but names nothing of it"
            visible |= other.types if names is None else names
            for exported in other.exports.values():
                visible |= exported or set()
        for name in sorted(source.types - visible - source.declared_types):
            if len(owners[name]) == 1:
                owner, = owners[name]
                if owner != target.module:
                    yield f"{source.path}: error: names {name}, but doesn't import {owner}"


def description():
    done = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def texts():
    found = {}
    for folder in ["Sources", "Tests", "Examples"]:
        for parent, folders, names in os.walk(os.path.join(ROOT, folder)):
            folders[:] = [each for each in folders if not each.startswith(".") and not each.endswith(".docc")]
            for name in names:
                if name.endswith(".swift"):
                    path = os.path.join(parent, name)
                    with open(path, encoding="utf-8") as file:
                        found[os.path.relpath(path, ROOT)] = file.read()
    return dict(sorted(found.items()))


# The expected problem, the target that gets the dependency, and the file that gets the text.
PLANTED = [
    ("ToggleBase depends on FeatureToggles, which is on a higher floor", ("ToggleBase", "FeatureToggles"), None),
    ("ToggleLint depends on StoreMigration, but none of its files imports it", ("ToggleLint", "StoreMigration"), None),
    (
        "imports FeatureTogglesRemote, on which StoreMigration doesn't depend", None,
        ("Sources/App/StoreMigration/Planted.swift", "import FeatureTogglesRemote\nlet planted: FlagDocument? = nil\n"),
    ),
    (
        "imports FeatureToggles, but names nothing of it", None,
        ("Sources/App/FeatureTogglesRemote/Planted.swift", "import FeatureToggles\n// ToggleClient\nlet planted9 = \"ToggleClient\"\n"),
    ),
    (
        "names FlagDocument, but doesn't import FeatureTogglesRemote", None,
        ("Tests/FeatureTogglesHTTPTests/Planted.swift", "import FeatureTogglesHTTP\nlet planted: FlagDocument? = nil\n"),
    ),
    (
        "names PathText, but doesn't import ToggleBase", None,
        ("Sources/Tools/TogglesCLI/Planted.swift", "import FeatureToggles\nlet planted: (JSONValue, ToggleClient, PathText)? = nil\n"),
    ),
]


def main():
    known, files = description(), texts()
    found = sorted(set(problems(known, files)))
    for each in found:
        print(each)
    if "--planted" in sys.argv[1:]:
        for expected, dependency, file in PLANTED:
            planted = json.loads(json.dumps(known))
            for target in planted["targets"]:
                if dependency and target["name"] == dependency[0]:
                    target["dependencies"].append({"byName": [dependency[1], None]})
            new = set(problems(planted, {**files, **dict([file] if file else [])})) - set(found)
            if not any(expected in each for each in new):
                print(f"planted: error: expected ‘… {expected}’, found {sorted(new)}")
                found.append(expected)
    if not found:
        print("Every arrow points down, and is used.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
