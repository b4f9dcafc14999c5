"""Apps of this repository, as their Xcode projects describe them."""
import glob
import os
import re


class App:
    """The app of an Xcode project with one target, whose sources are synchronized folders."""

    # Like the targets of packages.
    kind, is_c, resources = "executable", False, []
    # The names of platforms in build settings.
    PLATFORMS = {"macosx": "macos", "iphoneos": "ios", "appletvos": "tvos", "watchos": "watchos", "xros": "visionos"}
    FLOORS = {"MACOSX_DEPLOYMENT_TARGET": "macos", "IPHONEOS_DEPLOYMENT_TARGET": "ios"}

    def __init__(self, path, package):
        self.folder = os.path.dirname(path)
        self.package = package
        with open(os.path.join(path, "project.pbxproj")) as file:
            root = _read(file.read())
        self._objects = root["objects"]
        project = self._object(root["rootObject"])
        (target,) = self._objects_of(project["targets"])
        self.name = target["name"]
        self.sources = [
            os.path.normpath(os.path.join(self.folder, each["path"]))
            for each in self._objects_of(target["fileSystemSynchronizedGroups"])
        ]
        self._products = [each["productName"] for each in self._objects_of(target["packageProductDependencies"])]
        plugins = [self._object(each["productRef"])["productName"] for each in self._objects_of(target["dependencies"])]
        self.plugins = [each.removeprefix("plugin:") for each in plugins]
        self._settings = {}
        for list in (project["buildConfigurationList"], target["buildConfigurationList"]):
            for each in self._objects_of(self._object(list)["buildConfigurations"]):
                self._settings.setdefault(each["name"], {}).update(each["buildSettings"])
        self._require_files()

    def _object(self, identifier):
        return self._objects[identifier]

    def _objects_of(self, identifiers):
        return [self._objects[each] for each in identifiers]

    def _require_files(self):
        """Fails if the project names a file or a package that doesn't exist."""
        paths = list(self.sources)
        for each in self._objects.values():
            if each["isa"] == "PBXFileReference" and each["sourceTree"] == "SOURCE_ROOT":
                paths.append(os.path.join(self.folder, each["path"]))
            elif each["isa"] == "XCLocalSwiftPackageReference":
                paths.append(os.path.join(self.folder, each["relativePath"], "Package.swift"))
        missing = [each for each in paths if not os.path.exists(each)]
        missing += [f"the product {each}" for each in self._products if each not in self.package.products]
        if missing:
            raise SystemExit(f"check.py: the project of {self.name} names {', '.join(missing)}, which doesn't exist")

    @property
    def platforms(self):
        names = self._settings["Debug"]["SUPPORTED_PLATFORMS"].split()
        return [self.PLATFORMS[each] for each in names if each in self.PLATFORMS]

    def floor(self, platform):
        """The minimum version of the system, which can be higher than the package's."""
        return next(self._settings["Debug"][key] for key, value in self.FLOORS.items() if value == platform)

    def files(self, *suffixes):
        found = [glob.glob(os.path.join(glob.escape(each), "**", "*"), recursive=True) for each in self.sources]
        return sorted(path for each in found for path in each if path.endswith(suffixes))

    def dependencies(self, platform, traits):
        """The targets of the products that it links."""
        return [each for product in self._products for each in self.package.products[product]], []

    def options(self, tool, platform, configuration, traits):
        name = "Internal" if "InternalBuild" in traits else configuration.capitalize()
        settings = self._settings[name]
        yield "swiftLanguageMode", settings["SWIFT_VERSION"]
        for each in settings.get("SWIFT_ACTIVE_COMPILATION_CONDITIONS", "").split():
            if each != "$(inherited)":
                yield "define", each


def _read(text):
    """Returns a property list in the format of projects: dictionaries, lists, and strings."""
    text = re.sub(r"/\*.*?\*/|^//[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)
    tokens = iter(re.findall(r'"(?:[^"\\]|\\.)*"|[\w$./]+|[{}()=;,]', text))

    def value(token):
        if token == "{":
            found = {}
            for key in iter(tokens.__next__, "}"):
                assert next(tokens) == "="
                found[_string(key)] = value(next(tokens))
                assert next(tokens) == ";"
            return found
        if token == "(":
            found = []
            for each in iter(tokens.__next__, ")"):
                found.append(value(each))
                assert next(tokens) == ","
            return found
        return _string(token)

    return value(next(tokens))


def _string(token):
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else token
