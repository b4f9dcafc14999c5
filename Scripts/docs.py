#!/usr/bin/env python3
"""Runs the steps of `make docs` that need more than a command, for Scripts/docs.sh.

usage: Scripts/docs.py graphs SCRATCH BINARIES MODULE...  writes the symbol graph of each module
       Scripts/docs.py symbols SCRATCH MODULE...     collects symbol graphs, and reports missing documentation
       Scripts/docs.py tutorials SCRATCH BINARIES    compiles the code of the tutorials, section by section
       Scripts/docs.py catalogs SCRATCH MODULE...    copies catalogs and articles, with links for docc, and checks links
       Scripts/docs.py archives SCRATCH DOCC BASE MODULE...  converts catalogs to archives, for a path of the site or ""
       Scripts/docs.py curation SCRATCH MODULE...    reports symbols missing from the topics on a module's page
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "ApplePlatforms"))
import swiftpackage  # noqa: E402

ARTICLES = ROOT / "Documentation"

# The folder of symbolic links to the articles. They link to files, because docc doesn't follow links to folders.
LINKS = ROOT / "Sources" / "App" / "FeatureToggles" / "FeatureToggles.docc" / "Articles"

# The most words of an article that people write, and the articles that may be longer: two generated ones.
MAXIMUM_WORDS = 2_500
LONG = {"CommandLineReference.md", "LintRules.md"}

# Symbols that don't exist on every platform, or without optional dependencies; pages mention them without a link.
UNLINKED = {"KeychainSecretStore", "AsyncHTTPClientTransport"}


def folder(module):
    """The folder of a module, which is in the folder of its floor."""
    return next(ROOT.glob(f"Sources/*/{module}/"), ROOT / "Sources" / module)


def catalog(module):
    return folder(module) / f"{module}.docc"


def package(scratch):
    """This package, as its manifest describes it."""
    return swiftpackage.Package(ROOT, scratch / "descriptions")


# Symbol graphs


def graphs(scratch, binaries, *modules):
    """Compiles the declarations of each module again, with the modules of the debug build, to write its symbol graph.

    `swift symbolgraph-extract` wouldn't need the sources, but the declarations in its graphs lack attributes such as
    `@escaping`, and the symbols that a module exports from another one.
    """
    folder = scratch / "graphs"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    described = package(scratch)
    options = [
        "-swift-version", "6", "-package-name", re.sub(r"^\d|\W", "_", described.identity), "-suppress-warnings",
        *["-D" + each for each in ("SWIFT_PACKAGE", "DEBUG", *described.default_traits())],
        "-wmo", "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies-without-types",
        "-emit-symbol-graph", "-emit-symbol-graph-dir", folder, "-symbol-graph-minimum-access-level", "public",
        "-emit-extension-block-symbols", *includes(pathlib.Path(binaries)),
    ]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        outputs = list(pool.map(lambda each: graph(described.targets[each], scratch, options), modules))
    problems = [f"{name}: error: no symbol graph\n{output}" for name, output in zip(modules, outputs) if output]
    return problems, None


def graph(target, scratch, options):
    """Writes the symbol graph of a target. Returns the compiler's output if this fails."""
    platform = "macos" if sys.platform == "darwin" else "linux"
    options = list(options)
    for name, value in target.options("swift", platform, "debug", target.package.default_traits()):
        if name == "enableUpcomingFeature":
            options += ["-enable-upcoming-feature", value]
        elif name == "define":
            options.append("-D" + value)
    folder = scratch / "emitted"
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [
            "swiftc", "-emit-module", "-parse-as-library", "-module-name", target.name,
            "-emit-module-path", folder / f"{target.name}.swiftmodule", *options, *target.files(".swift"),
        ],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    return done.stdout if done.returncode else ""


def includes(binaries):
    """The options with which the compiler finds the modules of the debug build, and those of C targets."""
    maps = [*ROOT.glob("Sources/*/*/include/module.modulemap")]
    maps += ROOT.glob(".build/checkouts/*/Sources/*/include/module.modulemap")
    found = ["-I", binaries / "Modules"]
    for each in sorted(maps):
        found += ["-I", each.parent]
    # The module maps of C targets that have none themselves.
    for each in sorted(binaries.glob("*.build/module.modulemap")):
        found += ["-Xcc", f"-fmodule-map-file={each}"]
    return found


# Symbols


def symbols(scratch, *modules):
    """Gives each module a folder with its symbol graphs, and reports public symbols without documentation."""
    products = package(scratch).description["products"]
    libraries = {target for each in products if "library" in each["type"] for target in each["targets"]}
    missing = libraries - set(modules)
    problems = [f".spi.yml: error: the library {name} is missing from documentation_targets" for name in missing]
    seen = set()
    count = 0
    for module in modules:
        folder = scratch / "modules" / module
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        own = set()
        for path in sorted((scratch / "graphs").glob("*.symbols.json")):
            if re.split("[@.]", path.name)[0] != module:
                continue
            graph = without_own_extensions(json.loads(path.read_text()))
            # A module that exports another one contains the symbols of both. They are documented in the first one only.
            graph["symbols"] = [each for each in graph["symbols"] if each["identifier"]["precise"] not in seen]
            names = {each["identifier"]["precise"] for each in graph["symbols"]}
            graph["relationships"] = [each for each in graph["relationships"] if each["source"] in names]
            own |= names
            if graph["symbols"] or "@" not in path.name:
                (folder / path.name).write_text(json.dumps(graph))
            for symbol in filter(is_written, graph["symbols"]):
                count += 1
                if not symbol.get("docComment", {}).get("lines"):
                    problems.append(f"{place(symbol)}: error: no documentation: {'.'.join(symbol['pathComponents'])}")
        seen |= own
    return problems, f"{count} public symbols of {len(modules)} modules have documentation."


def without_own_extensions(graph):
    """Moves members of extensions into the types of other modules that the module exports by name.

    The compiler writes these types as the module's own symbols, and their extensions as symbols with the same path.
    """
    types = {
        tuple(each["pathComponents"]): each["identifier"]["precise"] for each in graph["symbols"]
        if each["kind"]["identifier"] in ("swift.class", "swift.enum", "swift.struct")
    }
    moved = {
        each["identifier"]["precise"]: types[tuple(each["pathComponents"])] for each in graph["symbols"]
        if each["kind"]["identifier"] == "swift.extension" and tuple(each["pathComponents"]) in types
    }
    graph["symbols"] = [each for each in graph["symbols"] if each["identifier"]["precise"] not in moved]
    relationships = []
    for each in graph["relationships"]:
        if each["kind"] != "extensionTo" or each["source"] not in moved:
            each = each | {end: moved.get(each[end], each[end]) for end in ("source", "target")}
            relationships.append(each)
    graph["relationships"] = relationships
    return graph


def is_written(symbol):
    """Whether a symbol is written in a source file of this package, and not derived by the compiler.

    Members from protocols of other modules also count as derived. A symbol for an extension represents all extensions of
    a type.
    """
    return (
        "location" in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]
        and symbol["kind"]["identifier"] != "swift.extension"
    )


def place(symbol):
    location = symbol["location"]
    path = location["uri"].removeprefix("file://").removeprefix(f"{ROOT}/")
    return f"{path}:{location['position']['line'] + 1}:{location['position']['character'] + 1}"


# Catalogs


def catalogs(scratch, *modules):
    """Copies the catalogs, with articles in place of the symbolic links to them."""
    problems = []
    linked = {path.name for path in LINKS.iterdir()}
    copies = scratch / "catalogs"
    shutil.rmtree(copies, ignore_errors=True)
    for module in modules:
        if not (catalog(module) / f"{module}.md").is_file():
            problems.append(f"{folder(module).relative_to(ROOT)}: error: it has no {module}.docc/{module}.md")
            continue
        copy = copies / f"{module}.docc"
        shutil.copytree(catalog(module), copy)
        page = copy / f"{module}.md"
        page.write_text(linked_page(page.read_text(), folder(module).relative_to(ROOT), modules, linked, problems))
    for path in sorted(ARTICLES.glob("*.md")):
        if path.name not in linked:
            problems.append(f"Documentation/{path.name}: error: {LINKS.relative_to(ROOT)} has no symbolic link to it")
        words = len(path.read_text().split())
        if words > MAXIMUM_WORDS and path.name not in LONG:
            problems.append(f"Documentation/{path.name}: error: {words} words, more than {MAXIMUM_WORDS}")
    copy = copies / "FeatureToggles.docc" / LINKS.name
    for name in sorted(linked):
        (copy / name).write_text(article(name, linked, copy, problems))
    return problems + broken_links(), None


def broken_links():
    """Reports links of the other pages, which aren't part of the site, to files and headings that don't exist."""
    problems = []
    pages = ["*.md", "Sources/README.md", "Tests/README.md", "Examples/*/README.md", "Tests/*/README.md"]
    for page in [page for pattern in pages for page in ROOT.glob(pattern)]:
        text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^()\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, fragment = target.partition("#")
            file = page.parent / path if path else page
            if not file.exists() or fragment and file.suffix == ".md" and fragment not in headings(file):
                problems.append(f"{page.relative_to(ROOT)}: error: there is no {target}")
    return sorted(problems)


def linked_page(text, place, modules, linked, problems):
    """Returns a module's page, with paths in place of its links to other modules and to articles of FeatureToggles.

    With `--dependency`, docc finds pages of another archive, but not in a module that extends types of that archive. If
    the site is in a subfolder, it completes these paths itself.
    """

    def link(match):
        module, _, name = match.group(1).partition("/")
        if module not in modules or name and (module != "FeatureToggles" or f"{name}.md" not in linked):
            problems.append(f"{place}: error: there is no {match.group(1)}")
        return f"](/documentation/{match.group(1).lower()})"

    return re.sub(r"\]\(doc:/([\w/]+)\)", link, text)


def article(name, linked, copy, problems):
    """Returns an article for docc, with links by name, and one picture for both light and dark appearance."""

    def link(match):
        text, target = match.groups()
        if re.match(r"[a-z]+:", target):
            return match.group()
        path, _, fragment = target.partition("#")
        path = path or name
        if path not in linked:
            if not (ARTICLES / path).exists():
                problems.append(f"Documentation/{name}: error: there is no {target}")
            return text
        if fragment:
            heading = headings(ARTICLES / path).get(fragment)
            if heading is None:
                problems.append(f"Documentation/{name}: error: there is no {target}")
                return text
            fragment = "#" + docc_fragment(heading)
        return f"[{text}](doc:{path.removesuffix('.md')}{fragment})"

    def picture(match):
        light = re.search(r'src="([^"]+)-light\.(\w+)"', match.group())
        text = re.search(r'alt="([^"]+)"', match.group())
        if light is None or text is None:
            problems.append(f"Documentation/{name}: error: a picture has no light version or no text")
            return ""
        base, suffix = light.groups()
        picture = pathlib.Path(base).name
        shutil.copy(ARTICLES / f"{base}-light.{suffix}", copy / f"{picture}.{suffix}")
        shutil.copy(ARTICLES / f"{base}-dark.{suffix}", copy / f"{picture}~dark.{suffix}")
        return f"![{text.group(1)}]({picture})"

    # Every second part is code, which stays unchanged.
    parts = re.split(r"(^ *```.*?^ *```$)", (ARTICLES / name).read_text(), flags=re.MULTILINE | re.DOTALL)
    for index in range(0, len(parts), 2):
        parts[index] = re.sub(r"<picture>.*?</picture>", picture, parts[index], flags=re.DOTALL)
        parts[index] = re.sub(r"(?<!!)\[([^\[\]]+)\]\(([^()\s]+)\)", link, parts[index])
    return "".join(parts)


def headings(path):
    """The headings of an article, by their fragments on the repository's site."""
    text = re.sub(r"^ *```.*?^ *```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    found = {}
    for heading in re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE):
        plain = heading.replace("`", "")
        found[re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")] = plain
    return found


def docc_fragment(heading):
    return "-".join(re.sub(r"[^\w\- ]", "", heading).split())


# Archives


def archives(scratch, docc, base, *modules):
    """Converts the catalogs of modules to archives with docc, several at a time, and reports its warnings."""

    def convert(module):
        # With --warnings-as-errors, there would be no archive for `curation` to check.
        command = [
            docc, "convert", scratch / "catalogs" / f"{module}.docc", "--additional-symbol-graph-dir",
            scratch / "modules" / module, "--fallback-display-name", module, "--fallback-bundle-identifier", module,
            "--transform-for-static-hosting", *(["--hosting-base-path", base] if base else []), "--ide-console-output",
            "--output-path", scratch / "archives" / f"{module}.doccarchive",
        ]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        found = re.findall(r"^.*(?:warning|error):.*$", done.stdout, re.MULTILINE | re.IGNORECASE)
        return found or ([f"{module}: error: docc failed\n{done.stdout}"] if done.returncode else [])

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        return [problem for problems in pool.map(convert, modules) for problem in problems], None


# Topics


def curation(scratch, *modules):
    """Reports symbols that are missing from the topics on a module's page, which docc lists by kind."""
    problems = []
    for module in modules:
        path = scratch / "archives" / f"{module}.doccarchive" / "data" / "documentation" / f"{module.lower()}.json"
        if not path.exists():
            continue
        page = json.loads(path.read_text())
        for section in page.get("topicSections", []):
            if section.get("generated") and section["title"] != "Extended Modules":
                titles = [page["references"][each]["title"] for each in section["identifiers"]]
                names = ", ".join(title for title in titles if title not in UNLINKED)
                if names:
                    place = (catalog(module) / f"{module}.md").relative_to(ROOT)
                    problems.append(f"{place}: error: missing from its topics: {names}")
    return problems, None


# Tutorials


def tutorials(scratch, binaries):
    """Compiles the code of the tutorials at the end of each section.

    A step replaces the file that it names. Later tutorials continue with the files of earlier ones.
    """
    folder = catalog("FeatureToggles") / "Tutorials"
    contents = (folder / "Tutorials.tutorial").read_text()
    resources = {path.name: path for path in folder.rglob("*") if path.is_file()}
    project = {}
    problems = []
    count = 0
    for tutorial in re.findall(r'@TutorialReference\(tutorial: "doc:(\w+)"\)', contents):
        text = (folder / f"{tutorial}.tutorial").read_text()
        for number, section in enumerate(re.split(r"^ *@Section", text, flags=re.MULTILINE)[1:], 1):
            for name, file in re.findall(r'@Code\(name: "([^"]+)", file: "?([^",)]+)"?', section):
                if file not in resources:
                    problems.append(f"{tutorial}.tutorial: error: there is no {file}")
                elif name != "Terminal":
                    project[name] = resources[file]
            output = compiled(project, scratch / "tutorials", pathlib.Path(binaries))
            count += 1
            if output:
                problems.append(f"{tutorial}.tutorial: error: section {number} does not compile:\n{output}")
    return problems, f"The code of {count} sections compiles."


def compiled(project, folder, binaries):
    """Compiles a package's files: the manifest, an app's module, and its tests. Returns the output if this fails."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, path in project.items():
        shutil.copy(path, folder / name)
    swift = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent
    includes = ["-I", binaries / "Modules", "-I", ROOT / "Sources" / "Ground" / "CToggleAtomics" / "include"]
    jobs = []
    if "Package.swift" in project:
        api = swift / "lib" / "swift" / "pm" / "ManifestAPI"
        jobs.append(["swiftc", "-typecheck", "-I", api, "-package-description-version", "6.2.0", "Package.swift"])
    if "toggles.yaml" in project:
        jobs.append([binaries / "toggles-generate", "--manifest", "toggles.yaml", "--output", "Generated.swift"])
    tests = [name for name in project if name.endswith("Tests.swift")]
    sources = [name for name in project if name.endswith(".swift") and name not in ("Package.swift", *tests)]
    options = ["-swift-version", "6", "-warnings-as-errors", "-enable-testing", *includes]
    if sources:
        jobs.append([
            "swiftc", "-emit-module", "-module-name", "Shop", "-parse-as-library", *options, *sources,
            *(["Generated.swift"] if "toggles.yaml" in project else []),
        ])
    if tests:
        jobs.append(["swiftc", "-typecheck", "-parse-as-library", *options, "-I", ".", *tests])
    for job in jobs:
        done = subprocess.run(job, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            return done.stdout
    return ""


COMMANDS = {
    "graphs": graphs, "symbols": symbols, "catalogs": catalogs, "archives": archives, "curation": curation,
    "tutorials": tutorials,
}


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    scratch = pathlib.Path(sys.argv[2])
    problems, summary = COMMANDS[sys.argv[1]](scratch, *sys.argv[3:])
    for problem in sorted(problems):
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    if summary:
        print(summary)


main()
