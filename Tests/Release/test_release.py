"""Tests of the texts and archives that Scripts/release.py creates, and of the actions that workflows use."""

import datetime
import json
import os
import re
import sys
import tarfile
import tempfile
import unittest
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "Scripts"))
sys.dont_write_bytecode = True

import release  # noqa: E402

DAY = datetime.date(2026, 12, 1)


class ChangelogTests(unittest.TestCase):
    def test_unreleased_changes_move_to_the_version(self):
        text, notes = release.released(
            "# Changelog\n\n## [Unreleased]\n\nWhat will be 0.2.0.\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-11-01\n\n- B.\n",
            "0.2.0", DAY,
        )
        self.assertEqual(
            text,
            "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- A.\n\n"
            "## [0.1.0] - 2026-11-01\n\n- B.\n",
        )
        self.assertEqual(notes, "### Added\n\n- A.\n")

    def test_first_release_has_no_older_section(self):
        text, _ = release.released("## [Unreleased]\n\n### Added\n\n- A.\n", "0.1.0", DAY)
        self.assertEqual(text, "## [Unreleased]\n\n## [0.1.0] - 2026-12-01\n\n### Added\n\n- A.\n")

    def test_invalid_changelogs_are_rejected(self):
        for text, message in [
            ("", "the first section"),
            ("## [0.1.0] - 2026-11-01\n\n### Added\n", "the first section"),
            ("## [Unreleased]\n\nNothing yet.\n", "has no changes"),
            ("## [Unreleased]\n\n## [0.1.0]\n\n### Added\n\n- B.\n", "already has a section for 0.1.0"),
            ("## [Unreleased]\n\n## [0.0.9]\n\n### Added\n\n- B.\n", "has no changes"),
        ]:
            with self.subTest(text=text), self.assertRaisesRegex(release.ReleaseError, message):
                release.released(text, "0.1.0", DAY)


    def test_notes_are_the_section_of_the_version(self):
        changelog = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n- A.\n\n## [0.1.0] - 2026-11-01\n\n- B.\n"
        self.assertEqual(release.section(changelog, "0.2.0"), "- A.\n")
        self.assertEqual(release.section(changelog, "0.1.0"), "- B.\n")
        with self.assertRaisesRegex(release.ReleaseError, "no section for 0.2"):
            release.section(changelog, "0.2")


class VersionTests(unittest.TestCase):
    def test_versions_are_semantic(self):
        for version in ["0.1.0", "1.20.3", "1.0.0-beta.1"]:
            self.assertEqual(release.checked_version(version), version)
        for version in ["", "1", "1.0", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.0\n", "1.0.0 "]:
            with self.subTest(version=version), self.assertRaises(release.ReleaseError):
                release.checked_version(version)

    def test_source_contains_the_version_once(self):
        self.assertEqual(release.with_version('static let current = "0.1.0"', "0.2.0"), 'static let current = "0.2.0"')
        for source in ["", 'static let current = "1"\nstatic let current = "2"']:
            with self.subTest(source=source), self.assertRaises(release.ReleaseError):
                release.with_version(source, "0.2.0")

    def test_package_source_contains_the_version(self):
        self.assertIn('"9.9.9"', release.with_version(release.read(release.VERSION_FILE), "9.9.9"))


class AddressTests(unittest.TestCase):
    def test_remotes_become_web_addresses(self):
        for remote in [
            "https://example.com/a/b", "https://example.com/a/b.git", "https://example.com/a/b/",
            "git@example.com:a/b.git", "ssh://git@example.com/a/b.git",
        ]:
            with self.subTest(remote=remote):
                self.assertEqual(release.web_address(remote), "https://example.com/a/b")

    def test_folders_are_rejected(self):
        with self.assertRaises(release.ReleaseError):
            release.web_address("/srv/git/a.git")


class ArchiveTests(unittest.TestCase):
    def test_archives_are_reproducible(self):
        with tempfile.TemporaryDirectory() as folder:
            files = os.path.join(folder, "files", "bin")
            os.makedirs(files)
            for name in ["b", "a"]:
                release.write(os.path.join(files, name), name)
                os.chmod(os.path.join(files, name), 0o755)
            first, second = os.path.join(folder, "1.tar.xz"), os.path.join(folder, "2.tar.xz")
            release.tar(first, os.path.join(folder, "files"), "root")
            os.utime(os.path.join(files, "a"), (1, 1))
            release.tar(second, os.path.join(folder, "files"), "root")
            self.assertEqual(release.digest(first), release.digest(second))
            with tarfile.open(first) as archive:
                self.assertEqual(archive.getnames(), ["root/bin/a", "root/bin/b"])
                self.assertEqual(archive.getmember("root/bin/a").mode & 0o111, 0o111)

    def test_bundles_have_a_variant_for_each_system(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = {}
            for system in release.SYSTEMS:
                programs[system] = os.path.join(folder, system)
                release.write(programs[system], system)
            path = os.path.join(folder, "toggles.artifactbundle.zip")
            release.bundle(path, "toggles", programs, "0.1.0")
            with zipfile.ZipFile(path) as archive:
                manifest = json.loads(archive.read("toggles.artifactbundle/info.json"))
                variants = manifest["artifacts"]["toggles"]["variants"]
                for variant in variants:
                    name = f"toggles.artifactbundle/{variant['path']}"
                    self.assertEqual(archive.getinfo(name).external_attr >> 16 & 0o777, 0o755)
            triples = [triple for variant in variants for triple in variant["supportedTriples"]]
            self.assertEqual(
                triples,
                [
                    "aarch64-unknown-linux-gnu", "x86_64-unknown-linux-gnu", "arm64-apple-macosx", "x86_64-apple-macosx",
                ],
            )

    def test_placeholders_without_values_are_rejected(self):
        with self.assertRaisesRegex(release.ReleaseError, "install.sh.in contains {{VERSION}}"):
            release.filled("install.sh.in", {"REPOSITORY": "https://example.com/a/b"})


class ActionTests(unittest.TestCase):
    # The oldest major versions that GitHub and Docker support. Raise them when a version is announced to be retired.
    OLDEST = {
        "actions/attest-build-provenance": 3, "actions/checkout": 5, "actions/download-artifact": 5,
        "actions/upload-artifact": 4, "docker/setup-qemu-action": 3, "github/codeql-action/upload-sarif": 4,
    }

    def test_pages_and_workflows_use_supported_versions(self):
        paths = [os.path.join(release.ROOT, "action.yml"), os.path.join(release.ROOT, "README.md")]
        for folder in ("Documentation", ".github"):
            for parent, _, names in os.walk(os.path.join(release.ROOT, folder)):
                paths += [os.path.join(parent, name) for name in names if name.endswith((".md", ".yml"))]
        used = set()
        for path in paths:
            with open(path, encoding="utf-8") as file:
                for action, version in re.findall(r"uses: ([\w./-]+)@(?:\w{40} # )?v(\d+)", file.read()):
                    used.add(action)
                    self.assertIn(action, self.OLDEST, path)
                    self.assertGreaterEqual(int(version), self.OLDEST[action], f"{action} in {path}")
        self.assertEqual(used, set(self.OLDEST))

    def test_workflows_on_pages_install_what_they_run(self):
        # With empty arguments, the action only installs the programs.
        with open(os.path.join(release.ROOT, "action.yml"), encoding="utf-8") as file:
            self.assertRegex(file.read(), r"- name: Run toggles\n      if: inputs\.arguments != ''\n")
        found = 0
        folder = os.path.join(release.ROOT, "Documentation")
        for path in [os.path.join(release.ROOT, "README.md")] + [
            os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".md")
        ]:
            with open(path, encoding="utf-8") as file:
                blocks = re.findall(r"^```ya?ml\n(# \.github/workflows/.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
            for block in blocks:
                before, command, _ = block.partition("run: toggles ")
                if command:
                    found += 1
                    self.assertRegex(before, r"uses: OWNER/swift-feature-toggles@\S+\n +with: \{ arguments: \"\" \}", path)
        self.assertGreater(found, 0)

    def test_workflows_name_commits(self):
        # A tag can move to another commit, which would run with the permissions of a release.
        folder = os.path.join(release.ROOT, ".github", "workflows")
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for action in re.findall(r"uses: (.*)", file.read()):
                    self.assertRegex(action, r"^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", name)


if __name__ == "__main__":
    unittest.main()
