"""The Swift code of pages in Documentation, as files that a compiler can check."""
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# The pages whose code is checked, all of it, and the platforms for code that uses a framework of Apple's.
PAGES = {
    "Adopting.md": ["ios", "macos"],
    "CommandLineTool.md": ["macos"],
    "GettingStarted.md": ["macos"],
    "Installation.md": ["macos"],
    "Lint.md": ["macos"],
    "MacApp.md": ["macos"],
    "Observability.md": ["ios", "macos"],
    "OtherServices.md": ["ios", "macos"],
    "Overrides.md": ["ios", "macos"],
    "Servers.md": ["macos"],
    "StateFile.md": ["macos"],
    "iOSApp.md": ["ios"],
}

# Modules that don't exist on Linux.
APPLE_MODULES = {"AppKit", "Combine", "OpenFeature", "SwiftUI", "UIKit", "XCTest", "os"}

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
    "OpenFeature": "Tests/ApplePlatforms/Adapters/OpenFeature.swift",
}

# What code without imports of its own can use.
IMPORTS = ["FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesHTTP", "Foundation"]


class Snippet:
    """A block of Swift code on a page."""

    def __init__(self, page, line, text):
        self.page, self.line, self.text = page, line, text
        self.place = f"Documentation/{page}:{line}"
        self.name = f"{page.removesuffix('.md')}-{line}"
        self.imports = re.findall(r"^(?:@\w+ )*import (\w+)", text, re.MULTILINE)

    @property
    def platforms(self):
        """The platforms to check the code for, if Linux doesn't have its modules."""
        return PAGES[self.page] if APPLE_MODULES & set(self.imports) else []

    @property
    def is_manifest(self):
        """Whether the code is a package's manifest, or a part of one."""
        return "import PackageDescription" in self.text or self.text.startswith(("dependencies:", ".package("))

    @property
    def example(self):
        """The example whose files contain the code, if its modules are built only there."""
        return "Server" if "Hummingbird" in self.imports else None

    @property
    def file_name(self):
        """The name of the file: code outside of declarations is only allowed in `main.swift`."""
        return "Snippet.swift" if re.search(r"^@main$", self.text, re.MULTILINE) else "main.swift"

    @property
    def source(self):
        """The code as a file, in which lines have their numbers on the page."""
        lines = []
        if self.is_manifest:
            return self._manifest()
        if not self.imports:
            lines += [f"import {each}" for each in IMPORTS]
        lines.append(f'#sourceLocation(file: "{os.path.join(ROOT, "Documentation", self.page)}", line: {self.line})')
        return "\n".join([*lines, self.text, ""])

    def _manifest(self):
        if "import PackageDescription" in self.text:
            return self.text
        text = self.text
        if text.startswith(".package("):
            text = f"dependencies: [{text.rstrip(',')}]"
        return f'import PackageDescription\nlet package = Package(name: "Snippet", {text.rstrip().rstrip(",")})\n'


def snippets():
    """All Swift code of the pages, in the order of the pages."""
    for page in sorted(PAGES):
        with open(os.path.join(ROOT, "Documentation", page)) as file:
            text = file.read()
        for match in re.finditer(r"^( *)```swift\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
            indentation = len(match[1])
            lines = [line[indentation:] for line in match[2].splitlines()]
            yield Snippet(page, text[: match.start(2)].count("\n") + 1, "\n".join(lines))


def stand_ins_for(files):
    """The names of the SDKs that files import and that have a stand-in."""
    found = set()
    for path in files:
        with open(path) as file:
            found.update(re.findall(r"^import (\w+)", file.read(), re.MULTILINE))
    return sorted(found & set(STAND_INS))


def context_files(snippet):
    """The files with declarations that some code uses without declaring them, besides the generated ones."""
    context = ["Context.swift"]
    if re.search(r"\bclient\b", snippet.text) and not re.search(r"\b(let client\b|client:)", snippet.text):
        context.append("Client.swift")
    adapters = [os.path.join(ROOT, ADAPTERS[each]) for each in snippet.imports if each in ADAPTERS]
    return [*[os.path.join(HERE, "Context", each) for each in context], *adapters]
