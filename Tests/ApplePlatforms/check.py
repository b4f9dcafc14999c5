#!/usr/bin/env python3
"""Type-checks this package for Apple's platforms, on Linux. README.md explains how, and its limits.

usage: Tests/ApplePlatforms/check.py [options]

  --platforms macos,ios        only for some platforms
  --configurations debug       only some of debug, release, internal
  --targets FeatureToggles     only some targets, and their dependencies; documents for code outside of targets
  --without-tests              no test targets
  --everywhere                 checks the libraries that are for macOS only on all platforms
  --floors ios=17.0            minimum versions other than the manifest's
  --warnings                   allows warnings
  --planted                    also checks that the errors in Planted are found, if there are no others
  --all                        also checks the libraries for extensions, simulators, and Mac Catalyst, and compares the
                               headers and overlays with what Apple publishes
  --times                      prints the slowest jobs
"""
import argparse
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import time

import documents
import libc
import planted
import symbols
from jobs import Job, run_all
from swiftpackage import Package
from xcodeproject import App

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRATCH = os.path.join(ROOT, ".build-apple")
CORES = os.cpu_count() or 2

# The names of the platforms in the manifest and in triples.
PLATFORMS = {"macos": "macosx", "ios": "ios", "tvos": "tvos", "watchos": "watchos", "visionos": "xros"}

# The configuration of the build and the traits in addition to the default ones: a debug build, an App Store build, and an
# optimized build with overrides.
CONFIGURATIONS = {"debug": ("debug", ()), "release": ("release", ()), "internal": ("release", ("InternalBuild",))}

# Where libraries are checked for all diagnostics of the compiler, in other cases only for those about names, types,
# availability, and isolation.
FULLY_CHECKED = {("macos", "debug"), ("ios", "debug"), ("ios", "release")}

# The toolchain's own modules that code may import.
TOOLCHAIN_MODULES = [
    "Swift", "SwiftOnoneSupport", "_Concurrency", "_RegexParser", "_StringProcessing", "Synchronization", "Observation",
    "Testing",
]

# Tests that also run in a simulator, whose system differs from macOS. They are checked for iOS, other tests for macOS.
with open(os.path.join(ROOT, ".swiftpm", "xcode", "xcshareddata", "xcschemes", "Libraries.xcscheme")) as scheme:
    SIMULATOR_TESTS = set(re.findall(r'BlueprintIdentifier = "(\w+Tests)"', scheme.read()))

# Environments other than devices, with their names in triples and their platforms.
ENVIRONMENTS = {"catalyst": ("macabi", ["ios"]), "simulator": ("simulator", ["ios", "tvos", "watchos", "visionos"])}

# What else apps build libraries for. The code of an extension imports the same modules as that of an app.
VARIANTS = {"extension": list(PLATFORMS), **{name: platforms for name, (_, platforms) in ENVIRONMENTS.items()}}

# Libraries that are checked for macOS only, with the reason. Executables, plugins, and other tests always are.
MAC_ONLY = {
    "DocumentSyntax": "only tools link it",
    "TestSupport": "only tests link it",
    "ToggleConsole": "needs a terminal",
    "ToggleDocuments": "only tools link it",
    "ToggleLint": "only tools link it",
    "ToggleManifest": "only tools link it",
    "ToggleSyntax": "only tools link it",
    "ToggleTool": "only tools link it",
}


class Toolchain:
    """The compilers, and the interfaces of their modules."""

    def __init__(self):
        frontend = os.path.realpath(shutil.which("swift-frontend") or shutil.which("swiftc"))
        self.folder = os.path.dirname(os.path.dirname(frontend))
        self.frontend = os.path.join(self.folder, "bin", "swift-frontend")
        self.clang = os.path.join(self.folder, "bin", "clang")
        self.resources = os.path.join(self.folder, "lib", "swift")
        self.version = subprocess.run(
            [self.frontend, "-version"], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ).stdout

    def interface(self, name):
        folder = os.path.join(self.resources, "linux", name + ".swiftmodule")
        found = sorted(
            each for each in os.listdir(folder)
            if each.endswith(".swiftinterface") and not each.endswith(".private.swiftinterface")
        )
        return os.path.join(folder, found[0])


class Check:
    def __init__(self, options):
        self.options = options
        self.scratch = SCRATCH
        self.workers = CORES
        self.has_compared_headers = None
        self.toolchain = Toolchain()
        self.sdk = os.path.join(SCRATCH, "sdk")
        self.descriptions = os.path.join(SCRATCH, "descriptions")
        self.package = Package(options.package, self.descriptions)
        self.floors = dict(self.package.floors)
        self.floors.update(options.floors)
        self.packages = {}
        # The example apps, whose targets are not in a package.
        projects = sorted(glob.glob(os.path.join(self.package.folder, "Examples", "*", "*.xcodeproj")))
        self.apps = [App(each, self.package) for each in projects]
        self.jobs = {}
        self.overlay_files = self._overlay_files()

    # ---- Modules of the toolchain ----

    # The lowest version of each platform.
    LOWEST = {"macos": "11.0", "ios": "14.0", "tvos": "14.0", "watchos": "7.0", "visionos": "1.0"}

    def toolchain_triples(self):
        """The triples for the toolchain's modules, by place. All have the same length, which `_stamp` relies on."""
        for platform in PLATFORMS:
            for environment in [None, *(each for each in ENVIRONMENTS if platform in ENVIRONMENTS[each][1])]:
                triple = self.triple(platform, self.LOWEST[platform] + ".", environment)
                name, version, rest = re.split(r"(?<=\d)(\.)(?=-|$)", triple)
                yield place(platform, environment), name + version + "0" * (36 - len(triple)) + rest

    def toolchain_job(self, name):
        """Compiles a textual interface of the toolchain, once for all platforms."""
        key = ("toolchain", name)
        if key in self.jobs:
            return self.jobs[key]
        with open(self.toolchain.interface(name)) as file:
            text = file.read()
        dependencies = [
            self.toolchain_job(each) for each in re.findall(r"^(?:\S+ )*import (\w+)$", text, re.MULTILINE)
            if each in TOOLCHAIN_MODULES and each != name
        ]
        if name not in ("Swift", "SwiftOnoneSupport"):
            # The compiler imports it into modules that it doesn't optimize.
            dependencies.append(self.toolchain_job("SwiftOnoneSupport"))
        output = os.path.join(SCRATCH, "toolchain", name + ".swiftmodule")
        interface = os.path.join(SCRATCH, "toolchain", name + ".swiftinterface")
        triple = dict(self.toolchain_triples())["macos"]
        adapted = self._for_apple(name, text, triple)
        command = [
            self.toolchain.frontend, "-compile-module-from-interface", interface, "-o", output,
            "-module-name", name, "-target", triple, "-disable-objc-interop", "-resource-dir",
            # The contents of an interface were checked when the toolchain was built.
            self.toolchain.resources, "-I", os.path.dirname(output), "-sdk", self.sdk, *self.cache_options(),
            "-disable-availability-checking", *(["-parse-stdlib"] if "-parse-stdlib" in text.split("\n")[2] else []),
        ]

        def compile():
            os.makedirs(os.path.dirname(output), exist_ok=True)
            with open(interface, "w") as file:
                file.write(adapted)
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode == 0:
                self._stamp(output, triple)
            return done.returncode == 0, done.stdout

        key_text = "\0".join([self.toolchain.version, *map(str, self.toolchain_triples()), adapted, *command])
        self.jobs[key] = Job(f"interface of {name}", output + ".stamp", compile, [], dependencies, key_text)
        return self.jobs[key]

    @staticmethod
    def _for_apple(name, text, triple):
        """Converts the interface of a module for Linux to one for Apple's platforms."""
        text = re.sub(r"-target \S+-linux-gnu", "-target " + triple, text)
        # Optimizing the code that callers can inline takes longer than checking it, and makes no difference to them.
        text = re.sub(r"^(// swift-module-flags: .*) -O ", r"\1 -Onone ", text, count=1, flags=re.MULTILINE)
        text = re.sub(r"^import Glibc$", "", text, flags=re.MULTILINE)
        text = with_vision(text)
        # Interfaces don't contain the code for older systems.
        text = re.sub(r"@backDeployed\(before: [^)]*\)", "", text)
        if name == "Swift":
            # Float80 and its C functions exist only on Intel.
            text = re.sub(r"_stdlib_(remainderl|squareRootl)\([^)]*\)", "_stdlib_onIntelOnly()", text)
            text += "\n@usableFromInline internal func _stdlib_onIntelOnly() -> Swift.Float80\n"
        if name == "Synchronization":
            # The lock for Linux; its implementation makes no difference to callers.
            text += "\n@usableFromInline internal func _swift_stdlib_gettid() -> Swift.UInt32\n"
        return text

    def _stamp(self, module, triple):
        """Copies a compiled module for each platform and environment.

        It contains the availability of all platforms, and differs only in the triple, which the frontend compares.
        """
        with open(module, "rb") as file:
            content = file.read()
        for folder, other in self.toolchain_triples():
            assert len(other) == len(triple)
            path = os.path.join(SCRATCH, folder, "toolchain", os.path.basename(module))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content.replace(triple.encode(), other.encode()))

    # ---- Overlays, which replace the SDK ----

    @staticmethod
    def _overlay_files():
        found = {}
        for name in sorted(os.listdir(os.path.join(HERE, "Overlays"))):
            path = os.path.join(HERE, "Overlays", name)
            if name.endswith(".swift"):
                found[name[: -len(".swift")]] = [path]
            elif os.path.isdir(path):
                found[name] = [os.path.join(path, each) for each in sorted(os.listdir(path)) if each.endswith(".swift")]
        return found

    def overlay_names(self, platform, environment=None):
        """The overlays of a platform: all except those whose first line names other platforms."""
        names = []
        for name, files in self.overlay_files.items():
            with open(files[0]) as file:
                only = re.match(r"// Only on ([\w, ]+)\.", file.readline())
            # Code for Mac Catalyst can import AppKit, but not use its views and applications.
            is_empty = environment == "catalyst" and name == "AppKit"
            if not only or platform in only.group(1).lower().split(", ") or is_empty:
                names.append(name)
        return names

    def remove_other_overlays(self, platform):
        """Removes modules that an earlier check made for a platform that doesn't have them any more."""
        for name in self.overlay_files.keys() - set(self.overlay_names(platform)):
            module = os.path.join(SCRATCH, platform, "overlays", name + ".swiftmodule")
            for each in (module, module + ".stamp"):
                if os.path.exists(each):
                    os.remove(each)

    def overlay_job(self, name, platform, environment=None):
        key = ("overlay", name, platform, environment)
        if key in self.jobs:
            return self.jobs[key]
        files = []
        for path in self.overlay_files[name]:
            with open(path) as file:
                copy = os.path.join(SCRATCH, "overlays", os.path.relpath(path, os.path.join(HERE, "Overlays")))
                files.append(written(copy, with_vision(file.read())))
        if environment == "catalyst" and name == "AppKit":
            files = [written(os.path.join(SCRATCH, "overlays", "catalyst", "AppKit.swift"), "")]
        dependencies = []
        # An overlay for several platforms can import one of another platform conditionally.
        available = self.overlay_names(platform, environment)
        for each in imports(files):
            if each in available and each != name:
                dependencies.append(self.overlay_job(each, platform, environment))
        dependencies += self.base_jobs()
        output = os.path.join(SCRATCH, place(platform, environment), "overlays", name + ".swiftmodule")
        self.jobs[key] = self.module_job(
            f"overlay {name}, {place(platform, environment)}", name, platform, files, output, dependencies,
            ["-swift-version", "6", "-enable-library-evolution", "-experimental-skip-all-function-bodies",
             "-suppress-warnings"], inputs=self.headers(), environment=environment,
        )
        return self.jobs[key]

    @staticmethod
    def headers():
        return [
            os.path.join(folder, name)
            for folder, _, names in os.walk(os.path.join(HERE, "Headers")) for name in sorted(names)
        ]

    def base_jobs(self):
        return [self.toolchain_job(name) for name in TOOLCHAIN_MODULES]

    # ---- Modules ----

    def triple(self, platform, floor=None, environment=None):
        version = floor or self.floors.get(platform) or self.LOWEST[platform]
        ending = "-" + ENVIRONMENTS[environment][0] if environment else ""
        return f"arm64-apple-{PLATFORMS[platform]}{version}{ending}"

    @staticmethod
    def cache_options():
        return ["-module-cache-path", os.path.join(SCRATCH, "clang")]

    def module_job(
        self, label, name, platform, files, output, dependencies, options, inputs=(), folders=(), floor=None,
        phases=("module",), environment=None
    ):
        """Checks a module.

        - phases: What the compiler does. "module" checks all of it and keeps the module for others that import it,
          "interface" only keeps the module, and "bodies" only checks it, with fewer diagnostics than "module": for
          example, it doesn't report a missing return.
        """
        command = [
            self.toolchain.frontend, "-module-name", name, "-target", self.triple(platform, floor, environment),
            "-disable-objc-interop", "-sdk", self.sdk,
            "-resource-dir", self.toolchain.resources, *self.cache_options(),
            "-plugin-path", os.path.join(self.toolchain.resources, "host", "plugins"),
            *[each for folder in (*folders, "overlays", "toolchain")
              for each in ("-I", os.path.join(SCRATCH, place(platform, environment), folder))],
            # The headers of C targets include no Swift headers.
            "-diagnostic-style", "llvm", *options, *files,
        ]
        if not any(os.path.basename(each) == "main.swift" for each in files):
            command.insert(1, "-parse-as-library")
        os.makedirs(os.path.dirname(output), exist_ok=True)
        actions = {
            "module": ["-emit-module", "-o", output],
            "interface": ["-emit-module", "-o", output, "-experimental-skip-non-inlinable-function-bodies"],
            "bodies": ["-typecheck"],
        }
        commands = [[command[0], *actions[each], *command[1:]] for each in phases]
        return Job(label, output + ".stamp", commands, [*files, *inputs], dependencies)

    def target_job(self, target, platform, configuration, variant=None):
        own = target.package is self.package
        # Other packages have no configuration.
        key = ("target", target.package.identity, target.name, platform, configuration if own else None, variant)
        if key in self.jobs:
            return self.jobs[key]
        if target.is_c:
            job = self.c_job(target, platform, configuration, variant)
        else:
            job = self.swift_job(target, platform, configuration, variant)
        self.jobs[key] = job
        return job

    def dependencies(self, target, platform, configuration):
        """The targets that a target depends on."""
        traits = self.traits(target, configuration)
        names, products = target.dependencies(platform, traits)
        found = [target.package.targets[each] for each in names]
        for product, identity in products:
            package = self.package_of(product, identity)
            found += [package.targets[each] for each in package.products[product]]
        return [each for each in found if each.kind == "regular" or each.kind == "executable" and target.kind == "test"]

    def package_of(self, product, identity):
        checkouts = os.path.join(ROOT, ".build", "checkouts")
        for name in sorted(os.listdir(checkouts)):
            if identity is None or name.lower() == identity.lower():
                if name not in self.packages:
                    self.packages[name] = Package(os.path.join(checkouts, name), self.descriptions)
                if product in self.packages[name].products:
                    return self.packages[name]
        raise SystemExit(f"check.py: no package has the product {product}; run `swift package resolve`")

    def traits(self, target, configuration):
        """The traits of a target's package; other packages are built without any."""
        if target.package is not self.package:
            return []
        return [*self.package.default_traits(), *CONFIGURATIONS[configuration][1]]

    def swift_job(self, target, platform, configuration, variant):
        build, traits = CONFIGURATIONS[configuration][0], self.traits(target, configuration)
        own = target.package is self.package
        is_app = isinstance(target, App)
        # An internal build differs from a debug build only in code for DEBUG, which `require_equal_interfaces` restricts.
        imported = "debug" if configuration == "internal" else configuration
        environment = variant if variant in ENVIRONMENTS else None
        dependencies = [self.target_job(each, platform, imported, environment)
                        for each in self.dependencies(target, platform, configuration)]
        dependencies += self.base_jobs()
        dependencies += [self.overlay_job(each, platform, environment)
                         for each in self.overlay_names(platform, environment)]
        files = target.files(".swift")
        name = re.sub(r"\W", "_", target.name)
        mode = "5"
        if target.package.description["toolsVersion"]["_version"] >= "6":
            mode = "6"
        mode = (target.package.description["swiftLanguageVersions"] or [mode])[0]
        options = [] if is_app else ["-package-name", re.sub(r"\W", "_", target.package.identity)]
        for kind, value in target.options("swift", platform, build if own else "release", traits):
            if kind in ("enableUpcomingFeature", "enableExperimentalFeature"):
                flag = "-enable-upcoming-feature" if kind == "enableUpcomingFeature" else "-enable-experimental-feature"
                options += [flag, value]
            elif kind == "define":
                options.append("-D" + value)
            elif kind == "swiftLanguageMode":
                mode = value
            elif kind == "unsafeFlags":
                options += [each for each in value if each not in ("-Xfrontend",)]
        options += ["-swift-version", mode.split(".")[0]]
        options += [] if is_app else ["-DSWIFT_PACKAGE", *["-D" + each for each in traits]]
        if own:
            folders = [imported, "packages"]
            output = os.path.join(SCRATCH, place(platform, variant), configuration, name + ".swiftmodule")
            options += ["-application-extension"] if variant == "extension" else []
            options += ["-DDEBUG", "-enable-testing"] if build == "debug" and not is_app else []
            options += [] if self.options.warnings else ["-warnings-as-errors"]
            files = files + self.generated_files(target)
        else:
            folders = ["packages"]
            output = os.path.join(SCRATCH, place(platform, environment), "packages", name + ".swiftmodule")
            options += ["-suppress-warnings", "-experimental-skip-all-function-bodies",
                        # They are not checked, and the overlays lack most of the SDK that they need.
                        "-experimental-allow-module-with-compiler-errors"]
        inputs = self.headers()
        # C modules are read from their headers.
        for each in self.closure(target, platform, configuration):
            if each.is_c:
                options += self.c_module_options(each)
                inputs += each.files(".h")
        label = f"{target.name}, {place(platform, variant)}" + (f", {configuration}" if own else "")
        floor = target.floor(platform) if is_app else None
        phases = self.phases(target, platform, configuration, variant) if own else ("module",)
        return self.module_job(
            label, name, platform, files, output, dependencies, options, inputs, folders, floor, phases, environment
        )

    def phases(self, target, platform, configuration, variant):
        if variant == "extension":
            return ("bodies",)
        if not self.is_checked_in(configuration, target, platform):
            return ("interface",)
        if target.kind == "test" or isinstance(target, App):
            return ("bodies",)
        # The other diagnostics hardly depend on the platform and configuration, and Linux reports them too.
        if target.kind == "regular" and (platform, configuration) in FULLY_CHECKED and not variant:
            return ("module",)
        return ("interface", "bodies")

    def closure(self, target, platform, configuration):
        found = []
        for each in self.dependencies(target, platform, configuration):
            found += [each, *self.closure(each, platform, configuration)]
        return list(dict.fromkeys(found))

    def generated_files(self, target):
        """The sources that plugins and resources add to a target."""
        folder = os.path.join(SCRATCH, "generated", target.name)
        files = []
        embedded = [each["path"] for each in target.resources if "embedInCode" in each["rule"]]
        if embedded:
            names = [re.sub(r"\W", "_", os.path.basename(each)) for each in embedded]
            lines = "".join(f"static let {name}: [UInt8] = []\n" for name in names)
            files.append(written(os.path.join(folder, "embedded_resources.swift"),
                                 "struct PackageResources {\n" + lines + "}\n"))
        if "GenerateToggles" in target.plugins:
            places = [os.path.join(each, "toggles.yaml") for each in (target.folder, target.package.folder)]
            manifest = next(each for each in places if os.path.exists(each))
            outputs = [os.path.join(folder, each) for each in ("GeneratedToggles.swift", "GeneratedToggles+Types.swift")]
            tool = os.path.join(ROOT, ".build", "debug", "toggles-generate")
            if not os.path.exists(tool):
                raise SystemExit("check.py: run `swift build --product toggles-generate` first")
            os.makedirs(folder, exist_ok=True)
            subprocess.run(
                [tool, "--manifest", manifest, "--output", outputs[0], "--types-output", outputs[1]], check=True
            )
            files += outputs
        return files

    # ---- C ----

    def module_map(self, target):
        """The module map of a C target: its own, or the one that the package manager generates."""
        own = os.path.join(target.public_headers(), "module.modulemap")
        if os.path.exists(own):
            return own
        umbrella = os.path.join(target.public_headers(), target.name + ".h")
        what = f'umbrella header "{umbrella}"' if os.path.exists(umbrella) else f'umbrella "{target.public_headers()}"'
        path = os.path.join(SCRATCH, "modulemaps", target.name, "module.modulemap")
        return written(path, f"module {target.name} {{\n    {what}\n    export *\n}}\n")

    def c_module_options(self, target):
        """The options to import a C target."""
        return ["-Xcc", "-fmodule-map-file=" + self.module_map(target), "-Xcc", "-I" + target.public_headers()]

    def c_job(self, target, platform, configuration, variant):
        build, traits = CONFIGURATIONS[configuration][0], self.traits(target, configuration)
        folder = os.path.join(SCRATCH, place(platform, variant), configuration)
        environment = variant if variant in ENVIRONMENTS else None
        if target.package is not self.package:
            return Job(f"{target.name}, {platform}", None, lambda: (True, ""), target.files(".h"))
        command = [
            self.toolchain.clang, "-fsyntax-only", "-target", self.triple(platform, environment=environment),
            "-isysroot", self.sdk, *(["-fapplication-extension"] if variant == "extension" else []),
            "-fmodules", "-fmodules-cache-path=" + os.path.join(SCRATCH, "clang"), "-fmodule-name=" + target.name,
            "-I", target.public_headers(), "-DSWIFT_PACKAGE=1", *(["-DDEBUG=1"] if build == "debug" else []),
            *([] if self.options.warnings else ["-Werror"]),
        ]
        for kind, value in target.options("c", platform, build, traits):
            if kind == "define":
                command.append("-D" + value)
            elif kind == "headerSearchPath":
                command += ["-I", os.path.join(target.folder, value)]
        files = target.files(".c", ".m", ".cpp", ".mm")
        return Job(
            f"{target.name}, {place(platform, variant)}, {configuration}", os.path.join(folder, target.name + ".stamp"),
            [[*command, *files]] if files else [], [*files, *target.files(".h"), *self.headers()],
            key=self.toolchain.version,
        )

    # ---- The whole package ----

    def targets(self, platform):
        """The targets of this package, and the example apps, for a platform."""
        for app in self.apps:
            if platform in app.platforms and (not self.options.targets or app.name in self.options.targets):
                yield app
        for target in self.package.targets.values():
            if self.options.targets and target.name not in self.options.targets:
                continue
            if target.kind == "test" and self.options.without_tests:
                continue
            if target.name in SIMULATOR_TESTS:
                if platform == "ios":
                    yield target
                continue
            if platform == "macos" or (
                target.kind == "regular" and (target.name not in MAC_ONLY or self.options.everywhere)
            ):
                yield target

    def is_checked_in(self, configuration, target, platform):
        """Whether a target is checked in a configuration, and not only compiled for others that import it.

        In debug, all targets are. In release, targets with conditional code are: on iOS all of them, on the other platforms
        if a file contains such code and depends on the platform as well. On macOS, all libraries and executables are,
        because their dependencies may differ. An internal build differs from a debug build only in code for DEBUG. The
        command line always needs overrides, so it's checked in an internal build.
        """
        if configuration == "debug" or isinstance(target, App):
            return True
        if target.kind in ("plugin", "test"):
            return False
        if target.name == "TogglesCLI":
            return configuration == "internal"
        if configuration == "internal":
            return platform in ("macos", "ios") and any(has_condition(each, "DEBUG") for each in texts(target))
        if platform == "macos":
            return True
        modules = "|".join(self.overlay_files)
        return any(
            has_condition(each, "OVERRIDES|DEBUG") and (
                platform == "ios" or has_condition(each, r"canImport\(|os\(|targetEnvironment\(")
                or re.search(rf"^\s*(@?\w+ )*import ({modules})$", each, re.MULTILINE)
            )
            for each in texts(target)
        )

    def require_equal_interfaces(self):
        """Fails if a library declares something for other modules only in debug builds."""
        for target in self.package.targets.values():
            for text in texts(target) if target.kind == "regular" else []:
                for part in re.findall(r"^ *#(?:if|elseif)\b[^\n]*\bDEBUG\b(.*?)^ *#endif", text, re.MULTILINE | re.DOTALL):
                    if re.search(r"\b(public|package|open)\b", part):
                        raise SystemExit(
                            f"check.py: {target.name} declares something that is not internal only in debug builds, with "
                            "whose modules the check of internal builds compiles other targets"
                        )

    def plan(self):
        self.require_equal_interfaces()
        jobs = []
        for platform in self.options.platforms:
            for configuration in self.options.configurations:
                for target in self.targets(platform):
                    if self.is_checked_in(configuration, target, platform):
                        jobs.append(self.target_job(target, platform, configuration))
            jobs += documents.jobs(self, platform)
            if self.options.all:
                jobs += self.variant_jobs(platform)
        return jobs

    def variant_jobs(self, platform):
        """The libraries that apps link, in the configurations in which they are checked for the platform."""
        for variant in VARIANTS:
            for target in self.targets(platform) if platform in VARIANTS[variant] else []:
                for configuration in self.options.configurations:
                    is_linked = target.kind == "regular" and target.name not in MAC_ONLY
                    if is_linked and self.is_checked_in(configuration, target, platform):
                        yield self.target_job(target, platform, configuration, variant)

    def run(self):
        os.makedirs(os.path.join(self.sdk, "usr"), exist_ok=True)
        include = os.path.join(self.sdk, "usr", "include")
        if os.path.islink(include):
            os.remove(include)
        os.symlink(os.path.join(HERE, "Headers"), include)
        begin = time.monotonic()
        for platform in self.options.platforms:
            self.remove_other_overlays(platform)
        wanted = self.plan()
        order = run_all(wanted, CORES)
        failures = [job for job in order if job.succeeded is False]
        for job in failures:
            print(f"== {job.name}\n{job.output.strip()}")
        blocked = [job.name for job in order if job.is_blocked]
        if blocked:
            print("== Not checked, because their dependencies have errors\n" + "\n".join(blocked))
        if self.options.times:
            for job in sorted(order, key=lambda job: -job.seconds)[:25]:
                print(f"{job.seconds:6.1f} s  {job.name}")
        kept = sum(job.was_kept for job in order)
        print(
            f"{len(order)} modules, {kept} of them unchanged since they were checked, in {time.monotonic() - begin:.0f} s; "
            f"{len(failures)} have errors"
        )
        if failures or self.options.all and not self.options.targets and not self.compare():
            return False
        if not self.options.planted:
            return True
        folder = os.path.join(HERE, "Planted")
        # The targets without the planted files.
        failed = [job for job in run_all([job for _, _, job in planted.jobs_of(self, folder)], CORES) if not job.succeeded]
        if failed:
            print("== The targets for planted errors have other errors\n" + failed[0].name + "\n" + failed[0].output)
            return False
        with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
            return planted.run(self, folder, pool)

    def compare(self):
        """Compares the headers and overlays with what Apple publishes, and returns whether they agree."""
        self.has_compared_headers = libc.run(self, HERE)
        return symbols.run(self, HERE) and self.has_compared_headers is not False

    def limits(self):
        limits = ["linking", "run time", "32-bit watches"]
        limits += [] if self.options.all else ["extensions", "simulators", "Mac Catalyst"]
        limits += [] if self.has_compared_headers else ["whether Headers agrees with Darwin's headers"]
        return (
            f"Not checked: {', '.join(limits)}, and declarations of the SDK beyond Tests/ApplePlatforms/Headers and "
            "Overlays."
        )


def place(platform, variant):
    """The name of a platform with a variant, and of the folder for its modules."""
    return f"{platform}-{variant}" if variant else platform


def with_vision(text):
    """Adds the availability on visionOS that an SDK derives from iOS, to declarations that name none."""

    def add(match):
        version = re.search(r"\biOS (\d+)(?:\.(\d+))?", match[1])
        if "visionOS" in match[1] or not version:
            return match[0]
        major, minor = int(version[1]), int(version[2] or 0)
        first = {4: "1.1", 5: "1.2"}.get(minor, "1.0") if major == 17 else "1.0"
        vision = first if major < 18 else f"2.{minor}" if major < 26 else f"{major}.{minor}"
        return f"@available({match[1]}visionOS {vision}, *)"

    return re.sub(r"@available\(([^()]*, )\*\)", add, text)


def read(path):
    with open(path) as file:
        return file.read()


def texts(target):
    return map(read, target.files(".swift"))


def has_condition(text, names):
    """Whether a text has an `#if` with one of some names, which are a regular expression."""
    return re.search(rf"^\s*#(if|elseif)\b.*({names})", text, re.MULTILINE)


def imports(files):
    """The names of the modules that files import."""
    found = set()
    for path in files:
        with open(path) as file:
            found.update(re.findall(r"^\s*(?:@?\w+ )*import (?:(?:struct|class|enum|func|var) )?(\w+)", file.read(), re.MULTILINE))
    return sorted(found)


def written(path, text):
    """Writes a file unless it already has the content."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or open(path).read() != text:
        with open(path, "w") as file:
            file.write(text)
    return path


def parse(arguments):
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    names = lambda text: text.split(",")
    parser.add_argument("--platforms", type=names, default=list(PLATFORMS))
    parser.add_argument("--configurations", type=names, default=list(CONFIGURATIONS))
    parser.add_argument("--targets", type=names, default=[])
    parser.add_argument("--floors", type=lambda text: dict(each.split("=") for each in text.split(",")), default={})
    parser.add_argument("--without-tests", action="store_true")
    parser.add_argument("--everywhere", action="store_true")
    parser.add_argument("--warnings", action="store_true")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--package", default=ROOT)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    check = Check(parse(sys.argv[1:]))
    is_clean = check.run()
    print(check.limits())
    sys.exit(0 if is_clean else 1)
