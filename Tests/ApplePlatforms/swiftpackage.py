"""Packages and their targets, as `swift package dump-package` describes them."""
import glob
import hashlib
import json
import os
import subprocess


class Target:
    """A target, with its files and settings."""

    def __init__(self, package, description):
        self.package = package
        self.name = description["name"]
        # "regular", "executable", "plugin", "test", "macro", "system", "binary"
        self.kind = description["type"]
        self.folder = self._find_folder(description.get("path"))
        self.excluded = [os.path.join(self.folder, each) for each in description.get("exclude", [])]
        self.chosen = [os.path.join(self.folder, each) for each in description.get("sources") or []]
        self.resources = description.get("resources", [])
        self.plugins = [next(iter(each.values()))[0] for each in description.get("pluginUsages") or []]
        self.settings = description.get("settings", [])
        self._dependencies = description.get("dependencies", [])

    def _find_folder(self, path):
        root = self.package.folder
        if path:
            return os.path.normpath(os.path.join(root, path))
        parents = {"test": ["Tests"], "plugin": ["Plugins"]}.get(self.kind, ["Sources", "Source", "src", "srcs"])
        for parent in parents:
            if os.path.isdir(os.path.join(root, parent, self.name)):
                return os.path.join(root, parent, self.name)
        return os.path.join(root, parents[0])

    def files(self, *suffixes):
        """Its source files with one of the suffixes, in order."""
        found = []
        for folder in self.chosen or [self.folder]:
            if os.path.isfile(folder):
                found.append(folder)
            for each in suffixes:
                found += glob.glob(os.path.join(glob.escape(folder), "**", "*" + each), recursive=True)

        def is_excluded(path):
            # The Swift files of documentation are text.
            return ".docc" + os.sep in path or any(path == each or path.startswith(each + os.sep) for each in self.excluded)

        return sorted(path for path in found if path.endswith(suffixes) and not is_excluded(path))

    @property
    def is_c(self):
        return not self.files(".swift")

    def public_headers(self):
        return os.path.join(self.folder, "include")

    def dependencies(self, platform, traits):
        """Names of targets of the same package, and pairs of product and package."""
        targets, products = [], []
        for each in self._dependencies:
            (kind, values), = each.items()
            condition = values[-1]
            if condition and not _applies(condition, platform, None, traits):
                continue
            if kind == "product":
                products.append((values[0], values[1]))
            elif values[0] in self.package.targets:
                targets.append(values[0])
            elif kind == "byName":
                products.append((values[0], None))
        return targets, products

    def options(self, tool, platform, configuration, traits):
        """The settings for "swift" or "c", as pairs of their name and value."""
        for each in self.settings:
            if each["tool"] == tool and _applies(each.get("condition"), platform, configuration, traits):
                (name, value), = each["kind"].items()
                yield name, value.get("_0") if isinstance(value, dict) else value


def _applies(condition, platform, configuration, traits):
    if not condition:
        return True
    platforms = condition.get("platformNames") or []
    wanted = condition.get("traits")
    return (
        (not platforms or platform in platforms)
        and condition.get("config") in (None, configuration)
        and (not wanted or any(each in traits for each in wanted))
    )


class Package:
    """A package, with its targets by their names."""

    def __init__(self, folder, kept_in):
        self.folder = os.path.abspath(folder)
        self.identity = os.path.basename(self.folder).lower()
        self.description = self._describe(kept_in)
        self.name = self.description["name"]
        self.targets = {}
        for each in self.description["targets"]:
            self.targets[each["name"]] = Target(self, each)
        self.products = {each["name"]: each["targets"] for each in self.description["products"]}
        self.floors = {each["platformName"]: each["version"] for each in self.description["platforms"]}

    def default_traits(self):
        """The default traits, with those that they enable."""
        enabled = {each["name"]: each["enabledTraits"] for each in self.description.get("traits", [])}
        found, waiting = [], list(enabled.get("default", []))
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.append(name)
                waiting += enabled.get(name, [])
        return sorted(found)

    def _describe(self, kept_in):
        with open(os.path.join(self.folder, "Package.swift"), "rb") as file:
            digest = hashlib.sha256(self.folder.encode() + file.read()).hexdigest()
        # The environment that the manifest of this package reads.
        digest += os.environ.get("CI", "")
        path = os.path.join(kept_in, hashlib.sha256(digest.encode()).hexdigest() + ".json")
        if not os.path.exists(path):
            done = subprocess.run(
                ["swift", "package", "dump-package", "--package-path", self.folder],
                check=True, stdout=subprocess.PIPE, text=True,
            )
            os.makedirs(kept_in, exist_ok=True)
            with open(path, "w") as file:
                file.write(done.stdout)
        with open(path) as file:
            return json.load(file)
