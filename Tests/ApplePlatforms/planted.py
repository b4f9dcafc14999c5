"""Adds a file with an error to a target, one file of Planted at a time, and expects the check to find it."""
import os
import re
import subprocess


def planted_files(folder):
    """The files of Planted, with the facts in their first lines."""
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            yield os.path.join(folder, name), dict(re.findall(r"^// (\w+): (.*)$", file.read(), re.MULTILINE))


def jobs_of(check, folder):
    """The targets for planted errors. Their variants are only built if libraries are checked for them as well."""
    for path, facts in planted_files(folder):
        if "variant" in facts and not check.options.all:
            continue
        apps = {each.name: each for each in check.apps}
        target = apps.get(facts["target"]) or check.package.targets[facts["target"]]
        yield path, facts, check.target_job(
            target, facts["platform"], facts.get("configuration", "debug"), facts.get("variant")
        )


def run(check, folder, pool):
    """Prints the errors that were not found, and returns whether all were."""

    def attempt(each):
        path, facts, job = each
        # The last command checks the bodies of functions.
        command = list(job.action[-1])
        if "-emit-module" in command:
            output = command.index("-o")
            command[output:output + 2] = []
            command[command.index("-emit-module")] = "-typecheck"
        if path.endswith(".swift"):
            # The target's own files are only read.
            command.append("-primary-file")
        done = subprocess.run([*command, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        expected = facts.get("expects")
        if expected is None and done.returncode != 0:
            return f"== {os.path.basename(path)} has no planted mistake, but the check reported\n{done.stdout}"
        if expected and (done.returncode == 0 or expected not in done.stdout):
            return f"== {os.path.basename(path)} is not found: expected ‘{expected}’\n{done.stdout}"
        return None

    attempts = list(jobs_of(check, folder))
    misses = [miss for miss in pool.map(attempt, attempts) if miss]
    print("\n".join([*misses, f"{len(attempts) - len(misses)} of {len(attempts)} planted files give the expected result"]))
    return not misses
