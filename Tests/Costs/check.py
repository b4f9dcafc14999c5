#!/usr/bin/env python3
"""Checks that the CPU time of the commands grows no faster than their input.

usage: Tests/Costs/check.py PROGRAMS [--only TEXT] [--table]

  PROGRAMS  the folder with the programs toggles and toggles-lint; a debug build is enough
  --only    checks only the shapes whose names contain this text
  --table   prints every measurement, also of shapes that pass

For each shape of input in shapes.py, the check increases the size in powers of two until the command needs at least 0.05 seconds of CPU
time more than for an empty input, and then compares this size with four times of it. Time that is proportional to the
input becomes 4 times as much, and quadratic time 16 times. The limit is 8. CPU time doesn't depend on waiting, but it
does a little on what else runs on the machine, so a ratio above the limit is measured again before it counts.

Every shape names a text that the output contains only if the command has read the whole input. A command that takes
less for the larger size has probably refused it, so such a shape fails, too.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

from shapes import SHAPES

FACTOR = 4
LIMIT = 8
LEAST_SECONDS = 0.05
MOST_SECONDS = 60
ATTEMPTS = 3


class Unread(Exception):
    """The command didn't read the whole input, so its time says nothing."""


class Runner:
    def __init__(self, programs, folder):
        self.programs = programs
        self.folder = folder
        self.commands = 0

    def run(self, shape, size):
        """The CPU seconds of a shape's command for a size."""
        project = os.path.join(self.folder, "project")
        shutil.rmtree(project, ignore_errors=True)
        os.makedirs(os.path.join(project, ".git"))
        for name in ("objects", "refs"):
            os.makedirs(os.path.join(project, ".git", name))
        self.write(project, ".git/HEAD", "ref: refs/heads/main\n")
        for path, text in shape.files(size).items():
            self.write(project, path, text)
        self.import_history(project)
        home = os.path.join(self.folder, "home")
        os.makedirs(home, exist_ok=True)
        environment = {
            "PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8",
            "TOGGLES_DEFAULTS": project + "/defaults.json",
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
        }
        program, *arguments = shape.command(size) if callable(shape.command) else shape.command
        output = os.path.join(self.folder, "output")
        typed = os.path.join(self.folder, "typed")
        with open(typed, "w", encoding="utf-8") as file:
            file.write(shape.typed)
        with open(output, "wb") as file, open(typed, "rb") as standard_input:
            process = subprocess.Popen(
                ["sh", "-c", f'ulimit -t {MOST_SECONDS}; exec "$@"', "sh", os.path.join(self.programs, program)]
                + arguments,
                cwd=project, env=environment, stdin=standard_input, stdout=file, stderr=file,
            )
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.commands += 1
        seconds = usage.ru_utime + usage.ru_stime
        with open(output, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if process.returncode < 0 and seconds < MOST_SECONDS - 1:
            raise Unread(f"ended by signal {-process.returncode}", text)
        if process.returncode >= 0 and size and not re.search(shape.expected(size), text):
            raise Unread(f"the output for {size} lacks ‘{shape.expected(size)}’", text)
        return seconds

    @staticmethod
    def import_history(project):
        """Imports the file .git/import, the input of git fast-import."""
        path = os.path.join(project, ".git/import")
        if os.path.exists(path):
            with open(path, "rb") as file:
                subprocess.run(["git", "fast-import", "--quiet"], cwd=project, stdin=file, check=True)

    @staticmethod
    def write(project, path, text):
        path = os.path.join(project, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def ratio(self, shape):
        """The size that was compared, the seconds for it and for the larger one, and their ratio."""
        start = self.run(shape, 0)
        size = shape.size
        while True:
            small = self.run(shape, size) - start
            if small >= LEAST_SECONDS or size * FACTOR * 2 > shape.largest:
                break
            # Up to three doublings at once, as many as time that is proportional to the input would need.
            needed = LEAST_SECONDS / max(small, LEAST_SECONDS / 8)
            size *= 2
            while needed > 2 and size * FACTOR * 2 <= shape.largest:
                size *= 2
                needed /= 2
        large = self.run(shape, size * FACTOR) - start
        for _ in range(ATTEMPTS - 1):
            if large <= LIMIT * max(small, LEAST_SECONDS):
                break
            # A disturbance makes a measurement longer, so the shortest one counts.
            large = min(large, self.run(shape, size * FACTOR) - start)
            small = max(small, self.run(shape, size) - start)
        for _ in range(ATTEMPTS - 1):
            if large >= small:
                break
            # Without a disturbance, the smaller size takes less.
            small = min(small, self.run(shape, size) - start)
        if small >= LEAST_SECONDS / 2 and large < small:
            raise Unread(f"{large:.2f} s for {size * FACTOR} after {small:.2f} s for {size}", "")
        return size, small, large, large / max(small, LEAST_SECONDS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--only", default="")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    shapes = [shape for shape in SHAPES if options.only in shape.name]
    if not shapes:
        sys.exit(f"no shape contains ‘{options.only}’")
    programs = os.path.abspath(options.programs)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        results = list(pool.map(lambda shape: check(shape, programs, options.table), shapes))
    failures = sum(not passed for passed, _ in results)
    print(f"{len(shapes)} shapes, {sum(commands for _, commands in results)} commands, {failures} failures")
    sys.exit(1 if failures else 0)


def check(shape, programs, is_listed):
    """Whether a shape passes, and the number of commands that ran."""
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(programs, os.path.realpath(folder))
        try:
            size, small, large, ratio = runner.ratio(shape)
        except Unread as error:
            reason, output = error.args
            print(f"{shape.name:<44} FAILED: {reason}\n{output[-1000:]}", flush=True)
            return False, runner.commands
    row = f"{shape.name:<44} {size:>8} {small:8.2f} s {large:8.2f} s  × {ratio:.1f}"
    if ratio > LIMIT:
        print(f"{row}  FAILED: the limit is {LIMIT}", flush=True)
    elif is_listed:
        print(row, flush=True)
    return ratio <= LIMIT, runner.commands


if __name__ == "__main__":
    main()
