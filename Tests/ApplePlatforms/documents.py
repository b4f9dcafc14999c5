"""Jobs for Swift code outside of targets: the adapters in Examples, and the code on pages that needs Apple's modules."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Snippets"))
import snippets  # noqa: E402

# The products that the code may import.
LIBRARIES = [
    "DataMigration", "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesHTTP", "FeatureTogglesObservation",
    "FeatureTogglesOverrides", "FeatureTogglesTesting", "FeatureTogglesUI", "FeatureTogglesUsage",
    "ForcedUpdates",
]

# Other platforms have the same modules, as far as this code is concerned.
PLATFORMS = ["ios", "macos"]

OPTIONS = ["-swift-version", "6", "-warnings-as-errors", "-D", "DEBUG"]


def jobs(check, platform):
    """The jobs for a platform, in a debug build."""
    wanted = not check.options.targets or "documents" in check.options.targets
    if wanted and platform in PLATFORMS and "debug" in check.options.configurations:
        yield from adapter_jobs(check, platform)
        yield from snippet_jobs(check, platform)


def module(check, platform, name, files, libraries=(), options=OPTIONS, phases=("bodies",)):
    """A job that checks files as a module."""
    targets = [check.package.targets[each] for each in libraries if each in check.package.targets]
    dependencies = [check.target_job(each, platform, "debug") for each in targets]
    dependencies += check.base_jobs()
    dependencies += [check.overlay_job(each, platform) for each in check.overlay_names(platform)]
    dependencies += [stand_in_job(check, platform, each) for each in snippets.stand_ins_for(files)
                     if each != name]
    c_targets = {each.name: each for target in targets for each in check.closure(target, platform, "debug") if each.is_c}
    options = [*options, *[option for each in c_targets.values() for option in check.c_module_options(each)]]
    return check.module_job(
        f"{name}, {platform}", name.replace("-", "_"), platform, files,
        os.path.join(check.scratch, platform, "documents", name + ".swiftmodule"), dependencies, options,
        folders=("debug", "documents"), phases=phases,
    )


def stand_in_job(check, platform, name):
    """A job for the stand-in for an SDK."""
    key = ("stand-in", name, platform)
    if key not in check.jobs:
        check.jobs[key] = module(
            check, platform, name, [os.path.join(ROOT, snippets.STAND_INS[name])], options=["-swift-version", "5"],
            phases=("module",)
        )
    return check.jobs[key]


def adapter_jobs(check, platform):
    """The adapters, also in a module whose code is on the main actor by default, as in new Xcode projects."""
    for name, path in snippets.ADAPTERS.items():
        file = os.path.join(ROOT, path)
        yield module(check, platform, f"adapter-{name}", [file], LIBRARIES)
        yield module(
            check, platform, f"adapter-{name}-main-actor", [file], LIBRARIES,
            [*OPTIONS, "-default-isolation", "MainActor"],
        )


def snippet_jobs(check, platform):
    """The code on pages that needs modules of Apple's."""
    found = [each for each in snippets.snippets() if platform in each.platforms]
    if not found:
        return
    generated = os.path.join(check.scratch, "generated", "Snippets", "GeneratedToggles.swift")
    os.makedirs(os.path.dirname(generated), exist_ok=True)
    subprocess.run(
        [
            os.path.join(ROOT, ".build", "debug", "toggles-generate"), "--output", generated,
            "--manifest", os.path.join(ROOT, "Tests", "Snippets", "Context", "toggles.yaml"),
        ],
        check=True,
    )
    for each in found:
        files = [*each.write(os.path.join(check.scratch, "snippets", each.name)), generated]
        yield module(check, platform, f"page-{each.name}", files, LIBRARIES)
