#!/usr/bin/env python3
"""Creates a release: the changelog's section, archives of the tools, artifact bundles, a Homebrew formula, and a tag.

usage: Scripts/release.py VERSION [--dry-run] [--tools FOLDER] [--output FOLDER] [--repository URL]

  VERSION       the version to release, such as 0.1.0
  --dry-run     write everything to the output folder, without changing the checkout or creating a tag
  --tools       use the programs in this folder, instead of building optimized ones
  --output      the folder for the files to upload; .build-release/VERSION by default
  --repository  the URL of the repository on the web; the one of the remote `origin` by default

Without --dry-run, the script needs a checkout of the branch main without uncommitted changes. It commits the changelog,
the version that the tools print, and the formula, and then tags the commit. It doesn't push anything: review the commit,
push it with its tag, and upload the output folder.
"""

import argparse
import datetime
import gzip
import hashlib
import io
import json
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
FORMULA = os.path.join(ROOT, "Packaging", "swift-feature-toggles.rb")
# Programs that plugins run. Their bundles save users of a plugin from compiling YAML or swift-syntax.
BUNDLES = ["toggles-generate", "toggles-lint"]
# The date of every file in an archive, so that the same programs result in the same archives.
TIME = (2020, 1, 1, 0, 0, 0)


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


def formula(template, version, repository, archive):
    """The Homebrew formula of a version."""
    values = {"REPOSITORY": repository, "VERSION": version, "LINUX_ARCHIVE": archive[0], "LINUX_SHA256": archive[1]}
    for name, value in values.items():
        template = template.replace("{{" + name + "}}", value)
    return template


# ---- Archives ----


def tar(path, folder, root):
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
    with open(path, "wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as compressed:
        compressed.write(content.getvalue())


def bundle(path, name, program, version, triple):
    """Makes an artifact bundle of one program, as specified in SE-0305."""
    manifest = {
        "schemaVersion": "1.0",
        "artifacts": {
            name: {
                "type": "executable",
                "version": version,
                "variants": [{"path": f"{triple}/bin/{name}", "supportedTriples": [triple]}],
            }
        },
    }
    root = f"{name}.artifactbundle"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        entry = zipfile.ZipInfo(f"{root}/info.json", TIME)
        entry.external_attr = 0o644 << 16
        archive.writestr(entry, json.dumps(manifest, indent=2) + "\n", zipfile.ZIP_DEFLATED)
        entry = zipfile.ZipInfo(f"{root}/{triple}/bin/{name}", TIME)
        entry.external_attr = 0o755 << 16
        with open(program, "rb") as file:
            archive.writestr(entry, file.read(), zipfile.ZIP_DEFLATED)


def triple():
    """Returns the triple of this machine without the system's version, as bundles use it."""
    target = json.loads(run("swiftc", "-print-target-info"))["target"]
    return target["unversionedTriple"]


# ---- The release ----


class Release:
    def __init__(self, options):
        self.options = options
        self.version = checked_version(options.version)
        self.output = os.path.abspath(options.output or os.path.join(ROOT, ".build-release", self.version))
        self.uploads = []

    def check(self):
        """Fails if there are uncommitted changes, or the version has been released."""
        if run("git", "tag", "--list", self.version):
            raise ReleaseError(f"there is already a tag {self.version}")
        if self.options.dry_run:
            return
        if run("git", "status", "--porcelain"):
            raise ReleaseError("the checkout has changes; commit or stash them first")
        if run("git", "branch", "--show-current") != "main":
            raise ReleaseError("releases are made on the branch main")

    def repository(self):
        remote = self.options.repository
        if not remote and self.options.dry_run and not run("git", "remote"):
            remote = f"https://example.com/{PACKAGE}"
        return web_address(remote or run("git", "remote", "get-url", "origin"))

    def build(self, folder):
        """Installs the programs into a folder, as `make install` does."""
        if not self.options.tools:
            run("make", "install", f"DESTDIR={folder}", "PREFIX=", stderr=None)
            return
        programs = os.path.join(folder, "bin")
        os.makedirs(programs)
        for name in sorted(os.listdir(self.options.tools)):
            file = os.path.join(self.options.tools, name)
            if re.fullmatch(r"toggles(-(remote|lint))?", name) and os.access(file, os.X_OK):
                shutil.copy(file, programs)
        if not os.path.exists(os.path.join(programs, "toggles")):
            raise ReleaseError(f"there is no program ‘toggles’ in {self.options.tools}")

    def program(self, name, installed):
        """Returns the path of a bundle's program: an installed one, or one that only plugins run."""
        path = os.path.join(installed, "bin", name)
        if os.path.exists(path):
            return path
        if self.options.tools:
            path = os.path.join(self.options.tools, name)
            if not os.path.exists(path):
                raise ReleaseError(f"there is no program ‘{name}’ in {self.options.tools}")
            return path
        options = run("Scripts/release-options.sh", ".build-release").split("\n")
        run("swift", "build", *options, "--product", name, stderr=None)
        return os.path.join(run("swift", "build", *options, "--show-bin-path"), name)

    def add(self, name):
        """Adds a file to upload, and returns its path."""
        self.uploads.append(name)
        return os.path.join(self.output, name)

    def run(self):
        self.check()
        changelog, notes = released(read(CHANGELOG), self.version, datetime.date.today())
        source = with_version(read(VERSION_FILE), self.version)
        repository = self.repository()
        os.makedirs(self.output, exist_ok=True)
        if not self.options.dry_run:
            # Must happen before the build, because the programs print the version.
            write(VERSION_FILE, source)
        try:
            with tempfile.TemporaryDirectory() as folder:
                self.build(folder)
                archive = f"{PACKAGE}-{self.version}-{platform.system().lower()}-{platform.machine()}.tar.gz"
                tar(self.add(archive), folder, f"{PACKAGE}-{self.version}")
                for name in BUNDLES:
                    path = self.add(f"{name}.artifactbundle.zip")
                    bundle(path, name, self.program(name, folder), self.version, triple())
        except BaseException:
            if not self.options.dry_run:
                run("git", "checkout", "--", VERSION_FILE)
            raise
        ruby = formula(
            read(os.path.join(ROOT, "Packaging", "formula.rb.in")),
            self.version, repository, (archive, digest(os.path.join(self.output, archive))),
        )
        write(self.add(os.path.basename(FORMULA)), ruby)
        write(self.add("notes.md"), notes + "\n" + self.checksums(repository))
        if self.options.dry_run:
            write(os.path.join(self.output, "CHANGELOG.md"), changelog)
        else:
            write(CHANGELOG, changelog)
            write(FORMULA, ruby)
            run("git", "add", CHANGELOG, FORMULA, VERSION_FILE)
            run("git", "commit", "--quiet", "--message", f"Release {self.version}")
            run("git", "tag", "--annotate", self.version, "--message", notes)
        for name in self.uploads:
            print(os.path.join(self.output, name))

    def checksums(self, repository):
        """Returns the text that users of the bundles copy into their manifests."""
        text = "### Artifact bundles\n\nFor plugins that run a program without compiling it:\n\n```swift\n"
        for name in BUNDLES:
            file = f"{name}.artifactbundle.zip"
            text += (
                f'.binaryTarget(\n    name: "{name}",\n    url: "{repository}/releases/download/{self.version}/{file}",\n'
                f'    checksum: "{digest(os.path.join(self.output, file))}"\n)\n'
            )
        return text + "```\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("version", help="the version to release, such as 0.1.0")
    parser.add_argument("--dry-run", action="store_true", help="change neither the checkout nor its tags")
    parser.add_argument("--tools", metavar="FOLDER", help="use the programs in this folder, instead of building them")
    parser.add_argument("--output", metavar="FOLDER", help="the folder for the files to upload")
    parser.add_argument("--repository", metavar="URL", help="the URL of the repository on the web")
    try:
        Release(parser.parse_args()).run()
    except ReleaseError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
