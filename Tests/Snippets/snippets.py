"""The Swift code of all pages, as files that a compiler can check."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Pages whose code isn't checked, with the reason.
UNCHECKED = {
    "Documentation/LintRules.md": "RuleExampleTests runs the rules on this code, some of which is wrong on purpose",
}

PLATFORMS = ["ios", "macos"]

# Modules that don't exist on Linux, with the platforms to check their code for.
APPLE_MODULES = {
    **dict.fromkeys(["Combine", "OpenFeature", "SwiftUI", "XCTest", "os"], PLATFORMS),
    "AppKit": ["macos"],
    "UIKit": ["ios"],
}

# Other names that don't exist on Linux.
APPLE_NAMES = ["KeychainSecretStore", "forSecurityApplicationGroupIdentifier"]

# The example whose sources contain the code that imports a module, because only that example's check builds the module.
EXAMPLES = {"Hummingbird": "Server"}

# The adapter for an SDK, which code that imports the SDK can use.
ADAPTERS = {
    "FirebaseRemoteConfig": "Examples/Firebase/FirebaseValues.swift",
    "LaunchDarkly": "Examples/LaunchDarkly/LaunchDarklyValues.swift",
    "OpenFeature": "Examples/OpenFeature/ToggleProvider.swift",
}

# The stand-in for an SDK or a package.
STAND_INS = {
    "FirebaseRemoteConfig": "Tests/Diagnostics/Firebase/FirebaseRemoteConfig.swift",
    "LaunchDarkly": "Tests/Diagnostics/LaunchDarkly/LaunchDarkly.swift",
    "Logging": "Tests/Diagnostics/Logging/Logging.swift",
    "OpenFeature": "Tests/Diagnostics/OpenFeature/OpenFeature.swift",
}

# What code without imports can use if no code above it on its page has imports. Otherwise, it can use what the first of
# that code imports.
IMPORTS = ["FeatureToggles", "FeatureTogglesHTTP", "FeatureTogglesRemote", "Foundation"]

# Macros that only Apple's SDK has, and code without them that contains the same expressions.
MACROS = [
    (r"@Entry var (\w+) = (\w+)(\(.*\))", r"var \1: \2 { get { \2\3 } set {} }"),
    (r"^#Preview(\(\".*\"\))? \{", "let _: @MainActor () -> any View = {"),
]

# The beginning of a part of a package's manifest.
PART_OF_MANIFEST = re.compile(r"(traits|dependencies|targets): \[|\.package\(")


class Snippet:
    """A block of Swift code on a page."""

    def __init__(self, page, line, text, page_imports):
        self.page, self.line, self.text = page, line, text
        self.place = f"{page}:{line}"
        self.name = re.sub(r"\W", "-", f"{page.removesuffix('.md')}-{line}")
        self.own_imports = imports(text)
        self.imports = self.own_imports if self.own_imports or self.is_manifest else page_imports or IMPORTS

    @property
    def platforms(self):
        """The platforms to check the code for, if Linux doesn't have its modules."""
        needed = [APPLE_MODULES[each] for each in self.imports if each in APPLE_MODULES]
        needed += [PLATFORMS for each in APPLE_NAMES if re.search(rf"\b{each}\b", self.text)]
        return [each for each in PLATFORMS if all(each in some for some in needed)] if needed else []

    @property
    def is_manifest(self):
        """Whether the code is a package's manifest, or a part of one."""
        return "import PackageDescription" in self.text or PART_OF_MANIFEST.match(self.text) is not None

    @property
    def example(self):
        """The example whose files contain the code, if its modules are built only there."""
        return next((EXAMPLES[each] for each in self.imports if each in EXAMPLES), None)

    @property
    def file_name(self):
        """The name of the file: code outside of declarations is only allowed in `main.swift`."""
        return "Snippet.swift" if re.search(r"^@main$", self.text, re.MULTILINE) else "main.swift"

    @property
    def source(self):
        """The code as a file, in which lines have their numbers on the page."""
        if self.is_manifest:
            return self._manifest()
        text = self.text
        for pattern, replacement in MACROS:
            text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
        lines = [] if self.own_imports else [f"import {each}" for each in self.imports]
        return "\n".join([*lines, source_location(self.page, self.line), text, ""])

    def _manifest(self):
        if "import PackageDescription" in self.text:
            return self.text
        text = self.text
        if text.startswith(".package("):
            text = f"dependencies: [{text.rstrip(',')}]"
        return f'import PackageDescription\nlet package = Package(name: "Snippet", {text.rstrip().rstrip(",")})\n'

    @property
    def context(self):
        """A file with the declarations that the code uses without declaring them.

        The folder Context has files for pages, for modules that the code imports, and for all code. An empty line
        separates declarations. A declaration is left out if the code, or one of the files before, has the same name.
        """
        page = os.path.basename(self.page).removesuffix(".md")
        declared, needed, lines = declarations(self.text), set(), []
        for name in [f"Pages/{page}", *[f"Modules/{each}" for each in self.imports], "All"]:
            path = f"Tests/Snippets/Context/{name}.swift"
            if not os.path.exists(os.path.join(ROOT, path)):
                continue
            text, added = read(path), set()
            needed.update(imports(text))
            for match in re.finditer(r"(\S.*?)(?:\n\n(?=\S)|\s*\Z)", text, re.DOTALL):
                names = declarations(match[1])
                if names and not names & declared:
                    added |= names
                    lines += [source_location(path, line_number(text, match.start())), match[1]]
            declared |= added
        return "\n".join([*[f"import {each}" for each in sorted(needed)], *lines, ""])

    @property
    def adapters(self):
        """The adapters for SDKs that the code can use."""
        return [os.path.join(ROOT, ADAPTERS[each]) for each in self.imports if each in ADAPTERS]

    def write(self, folder):
        """Writes the files of the code, and returns their paths."""
        os.makedirs(folder, exist_ok=True)
        paths = []
        for name, text in [(self.file_name, self.source), ("Context.swift", self.context)]:
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "w") as file:
                file.write(text)
        return [*paths, *self.adapters]


def imports(text):
    """The modules that code imports."""
    return re.findall(r"^(?:@\w+ )*import (\w+)", text, re.MULTILINE)


def declarations(text):
    """The names of what code declares, except inside of other declarations."""
    kinds = "let|var|func|struct|class|enum|protocol|actor|typealias"
    return set(
        re.findall(rf"^(?:@\w+ |\w+ )*(?:{kinds}) (\w+)", text, re.MULTILINE)
        + re.findall(r"^(extension .+?) \{", text, re.MULTILINE)
    )


def line_number(text, index):
    return text[:index].count("\n") + 1


def source_location(path, line):
    return f'#sourceLocation(file: "{os.path.join(ROOT, path)}", line: {line})'


def read(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


def pages():
    """All pages, without the links to them in catalogs, and without hidden folders."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(files):
            path = os.path.join(folder, name)
            if name.endswith(".md") and not os.path.islink(path):
                yield os.path.relpath(path, ROOT)


def snippets():
    """All Swift code of the pages."""
    for page in pages():
        if page in UNCHECKED:
            continue
        text, page_imports = read(page), []
        blocks = list(re.finditer(r"^( *)```swift\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL))
        if len(blocks) != len(re.findall(r"(?:```|~~~) *swift\b", text, re.IGNORECASE)):
            sys.exit(f"{page}: a block of Swift code has another form than the others, so it can't be checked")
        for match in blocks:
            indentation = len(match[1])
            code = "\n".join(line[indentation:] for line in match[2].splitlines())
            snippet = Snippet(page, line_number(text, match.start(2)), code, page_imports)
            if not snippet.is_manifest:
                page_imports = page_imports or snippet.own_imports
            yield snippet


def stand_ins_for(files):
    """The names of the SDKs that files import and that have a stand-in."""
    found = set()
    for path in files:
        with open(path) as file:
            found.update(imports(file.read()))
    return sorted(found & set(STAND_INS))
