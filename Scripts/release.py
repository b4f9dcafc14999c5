#!/usr/bin/env python3
"""Creates a release: the changelog's section and a tag, and the files that people download.

usage: Scripts/release.py tag VERSION [--dry-run] [--output FOLDER]
       Scripts/release.py archive VERSION [--tools FOLDER] [--fast] [--output FOLDER]
       Scripts/release.py assemble VERSION [--repository URL] [--output FOLDER]

  tag       moves the unreleased changes to the version's section of the changelog, writes the version that the tools
            print, commits both, and tags the commit; pushing the tag starts the workflow that does the rest
  archive   packs what `make release` has built on this system
  assemble  makes all files to upload from the archives of all systems: artifact bundles with a variant for each system,
            the package of plugins that use them, the Homebrew formula, the installer, notes, and checksums

  VERSION       the version to release, such as 0.1.0
  --dry-run     write the changelog to the output folder, without changing the checkout or creating a tag
  --tools       the folder with the programs; what `make release` has built by default
  --fast        compress less, for tests
  --output      the folder for the files; .build-release/VERSION by default
  --repository  the URL of the repository on the web; the one of the remote `origin` by default

The command `tag` needs a checkout of the branch main without uncommitted changes. It doesn't push anything: review the
commit, and push it with its tag.
"""

import argparse
import datetime
import hashlib
import io
import json
import lzma
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = "swift-feature-toggles"
VERSION_FILE = os.path.join(ROOT, "Sources", "Tools", "ToggleTool", "ToolVersion.swift")
CHANGELOG = os.path.join(ROOT, "CHANGELOG.md")
PACKAGING = os.path.join(ROOT, "Packaging")
# The systems that have programs, with the triples that the package manager knows them by.
SYSTEMS = {
    "linux-arm64": ["aarch64-unknown-linux-gnu"],
    "linux-x86_64": ["x86_64-unknown-linux-gnu"],
    "macos-universal": ["arm64-apple-macosx", "x86_64-apple-macosx"],
}
# The programs, and the folders of an archive that contain them. Only plugins run the generator.
PROGRAMS = {"toggles": "bin", "toggles-lint": "bin", "toggles-remote": "bin", "toggles-generate": "libexec"}
BUNDLES = ["toggles", "toggles-lint", "toggles-generate"]
# What plugins need. They are a package of their own, because the package manager downloads every artifact bundle that a
# manifest names, whether or not its trait is enabled.
PLUGINS = ["GenerateToggles", "LintToggles"]
# The date of every file in an archive, so that the same programs result in the same archives.
TIME = (2020, 1, 1, 0, 0, 0)
# The programs contain the same tables of Unicode, so a compressor that remembers a whole program stores them once.
DICTIONARY = 128 << 20

class ReleaseError(Exception):
    """An error that prevents the release."""


def run(*command, **options):
    """Runs a command, and returns its output."""
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, **options)
    if result.returncode != 0:
        raise ReleaseError(f"‘{' '.join(command)}’ failed with exit code {result.returncode}")
    return result.stdout.strip()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def digest(path):
    """The SHA-256 of a file, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


# ---- Texts ----

SEMANTIC_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?")


def checked_version(version):
    """Returns the version if it is a valid semantic version."""
    if not SEMANTIC_VERSION.fullmatch(version):
        raise ReleaseError(f"‘{version}’ is not a version; write three numbers, such as 0.1.0, or 0.1.0-beta.1")
    return version


def released(changelog, version, day):
    """Returns the changelog with its unreleased changes in the section of a version, and the notes of the version."""
    headings = list(re.finditer(r"^## \[(.+?)\].*$", changelog, re.MULTILINE))
    if not headings or headings[0].group(1) != "Unreleased":
        raise ReleaseError("the first section of CHANGELOG.md must be ‘## [Unreleased]’")
    if any(heading.group(1) == version for heading in headings):
        raise ReleaseError(f"CHANGELOG.md already has a section for {version}")
    first = headings[0]
    end = headings[1].start() if len(headings) > 1 else len(changelog)
    # The text before the first group of changes describes the unreleased section.
    notes = re.search(r"^### .*", changelog[first.end() : end], re.MULTILINE | re.DOTALL)
    if not notes:
        raise ReleaseError("the section ‘Unreleased’ of CHANGELOG.md has no changes; a release needs at least one")
    text = notes.group().strip()
    section = f"## [Unreleased]\n\n## [{version}] - {day.isoformat()}\n\n{text}\n"
    rest = changelog[end:]
    return changelog[: first.start()] + section + ("\n" + rest if rest else ""), text + "\n"


def section(changelog, version):
    """Returns the notes of a version: its section of the changelog."""
    found = re.search(rf"^## \[{re.escape(version)}\].*\n", changelog, re.MULTILINE)
    if not found:
        raise ReleaseError(f"CHANGELOG.md has no section for {version}; create it with ‘Scripts/release.py tag {version}’")
    return changelog[found.end() :].split("\n## [", 1)[0].strip() + "\n"


def with_version(source, version):
    """Returns the source file with another version."""
    changed, count = re.subn(r'(static let current = ")[^"]*(")', rf"\g<1>{version}\g<2>", source)
    if count != 1:
        raise ReleaseError(f"{os.path.relpath(VERSION_FILE, ROOT)} must contain the version once, but contains it {count} times")
    return changed


def web_address(remote):
    """The address of a repository on the web."""
    remote = re.sub(r"\.git$", "", remote.rstrip("/"))
    remote = re.sub(r"^(?:ssh://)?git@([^:/]+)[:/]", r"https://\1/", remote)
    if not re.match(r"https://[^/]+/.+", remote):
        raise ReleaseError(f"‘{remote}’ is not a web URL; write --repository https://HOST/OWNER/{PACKAGE}")
    return remote


def filled(template, values):
    """Returns a file of the folder Packaging with its placeholders replaced."""
    text = read(os.path.join(PACKAGING, template))
    for name, value in values.items():
        text = text.replace("{{" + name + "}}", value)
    missing = re.search(r"\{\{\w+\}\}", text)
    if missing:
        raise ReleaseError(f"Packaging/{template} contains {missing.group()}, which has no value")
    return text


# ---- Archives ----


def tar(path, folder, root, preset=6):
    """Archives a folder, so that the same files always result in the same bytes."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for parent, folders, files in os.walk(folder):
            folders.sort()
            for name in sorted(files):
                file = os.path.join(parent, name)
                information = archive.gettarinfo(file, os.path.join(root, os.path.relpath(file, folder)))
                information.uid = information.gid = 0
                information.uname = information.gname = "root"
                information.mtime = int(datetime.datetime(*TIME, tzinfo=datetime.timezone.utc).timestamp())
                with open(file, "rb") as opened:
                    archive.addfile(information, opened)
    filters = [{"id": lzma.FILTER_LZMA2, "preset": preset, "dict_size": DICTIONARY}]
    with lzma.open(path, "wb", filters=filters) as compressed:
        compressed.write(content.getvalue())


def bundle(path, name, programs, version):
    """Makes an artifact bundle of one program, as specified in SE-0305.

    `programs` contains the program's path by system.
    """
    variants = [
        {"path": f"{system}/{name}", "supportedTriples": SYSTEMS[system]} for system in sorted(programs)
    ]
    manifest = {
        "schemaVersion": "1.0",
        "artifacts": {name: {"type": "executable", "version": version, "variants": variants}},
    }
    root = f"{name}.artifactbundle"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        entry = zipfile.ZipInfo(f"{root}/info.json", TIME)
        entry.external_attr = 0o100644 << 16
        archive.writestr(entry, json.dumps(manifest, indent=2) + "\n", zipfile.ZIP_DEFLATED)
        for system in sorted(programs):
            entry = zipfile.ZipInfo(f"{root}/{system}/{name}", TIME)
            entry.external_attr = 0o100755 << 16
            with open(programs[system], "rb") as file:
                archive.writestr(entry, file.read(), zipfile.ZIP_DEFLATED)


def this_system():
    """Returns the name of this system in `SYSTEMS`."""
    if platform.system() == "Darwin":
        return "macos-universal"
    name = f"{platform.system().lower()}-{platform.machine().replace('aarch64', 'arm64')}"
    if name not in SYSTEMS:
        raise ReleaseError(f"there are no releases for {name}, only for {', '.join(SYSTEMS)}")
    return name


def archive_name(version, system):
    return f"{PACKAGE}-{version}-{system}.tar.xz"


# ---- Commands ----


def tag(version, options):
    """Commits the changelog and the version, and tags the commit."""
    if run("git", "tag", "--list", version):
        raise ReleaseError(f"there is already a tag {version}")
    changelog, notes = released(read(CHANGELOG), version, datetime.date.today())
    source = with_version(read(VERSION_FILE), version)
    if options.dry_run:
        write(os.path.join(options.output, "CHANGELOG.md"), changelog)
        return
    if run("git", "status", "--porcelain"):
        raise ReleaseError("the checkout has changes; commit or stash them first")
    if run("git", "branch", "--show-current") != "main":
        raise ReleaseError("releases are made on the branch main")
    write(VERSION_FILE, source)
    write(CHANGELOG, changelog)
    run("git", "add", CHANGELOG, VERSION_FILE)
    run("git", "commit", "--quiet", "--message", f"Release {version}")
    run("git", "tag", "--annotate", version, "--message", notes)
    print(f"tagged; to publish, run `git push origin main {version}`")


def archive(version, options):
    """Packs the programs of this system."""
    tools = options.tools or os.path.join(ROOT, ".build-release", "install")
    with tempfile.TemporaryDirectory() as folder:
        for name, place in PROGRAMS.items():
            program = os.path.join(tools, name)
            if not os.access(program, os.X_OK):
                raise ReleaseError(f"there is no program ‘{program}’; run `make release`")
            os.makedirs(os.path.join(folder, place), exist_ok=True)
            shutil.copy(program, os.path.join(folder, place, name))
        for name, place in {
            "toggles.1": "share/man/man1/toggles.1",
            "toggles.bash": "share/bash-completion/completions/toggles",
            "toggles.zsh": "share/zsh/site-functions/_toggles",
            "toggles.fish": "share/fish/vendor_completions.d/toggles.fish",
        }.items():
            file = os.path.join(tools, name)
            # Debug builds, which tests pack, have none.
            if os.path.exists(file) or not options.tools:
                write(os.path.join(folder, place), read(file))
        path = os.path.join(options.output, archive_name(version, this_system()))
        tar(path, folder, f"{PACKAGE}-{version}", preset=0 if options.fast else 6)
        print(path)


def assemble(version, options):
    """Makes the other files to upload from the archives."""
    output = options.output
    remote = options.repository or run("git", "remote", "get-url", "origin")
    repository = web_address(remote)
    archives = {
        system: os.path.join(output, archive_name(version, system))
        for system in SYSTEMS
        if os.path.exists(os.path.join(output, archive_name(version, system)))
    }
    if not archives:
        raise ReleaseError(f"there is no archive of {version} in {output}; make one with ‘Scripts/release.py archive’")
    uploads = list(archives.values())
    values = {"REPOSITORY": repository, "VERSION": version}
    for system in SYSTEMS:
        # A release that lacks a system has a formula that can't be installed there.
        values[system.upper().replace("-", "_") + "_SHA256"] = digest(archives[system]) if system in archives else "none"

    def add(name):
        uploads.append(os.path.join(output, name))
        return uploads[-1]

    with tempfile.TemporaryDirectory() as folder:
        for system, path in archives.items():
            with tarfile.open(path) as opened:
                opened.extractall(os.path.join(folder, system), filter="data")
        for name in BUNDLES:
            path = add(f"{name}.artifactbundle.zip")
            programs = {
                system: os.path.join(folder, system, f"{PACKAGE}-{version}", PROGRAMS[name], name) for system in archives
            }
            bundle(path, name, programs, version)
            values[name.upper().replace("-", "_") + "_CHECKSUM"] = digest(path)
    plugins = os.path.join(output, f"{PACKAGE}-plugins")
    write(os.path.join(plugins, "Package.swift"), filled("plugins/Package.swift.in", values))
    write(os.path.join(plugins, "README.md"), filled("plugins/README.md.in", values))
    shutil.copy(os.path.join(ROOT, "LICENSE"), plugins)
    for name in PLUGINS:
        shutil.copytree(os.path.join(ROOT, "Plugins", name), os.path.join(plugins, "Plugins", name), dirs_exist_ok=True)
    for name in [f"{PACKAGE}.rb", "install.sh"]:
        write(add(name), filled(f"{name}.in", values))
    write(add("notes.md"), section(read(options.changelog), version))
    write(os.path.join(output, "SHA256SUMS"), "".join(f"{digest(file)}  {os.path.basename(file)}\n" for file in uploads))
    for file in [*uploads, os.path.join(output, "SHA256SUMS")]:
        print(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in [tag, archive, assemble]:
        subparser = commands.add_parser(command.__name__, help=command.__doc__.split("\n")[0])
        subparser.set_defaults(command=command)
        subparser.add_argument("version", help="the version to release, such as 0.1.0")
        subparser.add_argument("--output", metavar="FOLDER", help="the folder for the files")
        if command is tag:
            subparser.add_argument("--dry-run", action="store_true", help="change neither the checkout nor its tags")
        if command is archive:
            subparser.add_argument("--tools", metavar="FOLDER", help="the folder with the programs")
            subparser.add_argument("--fast", action="store_true", help="compress less, for tests")
        if command is assemble:
            subparser.add_argument("--repository", metavar="URL", help="the URL of the repository on the web")
            subparser.add_argument("--changelog", metavar="FILE", default=CHANGELOG, help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        version = checked_version(options.version)
        options.output = os.path.abspath(options.output or os.path.join(ROOT, ".build-release", version))
        os.makedirs(options.output, exist_ok=True)
        options.command(version, options)
    except ReleaseError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
