"""Jobs whose results are kept; each runs after its dependencies, several at a time."""
import concurrent.futures
import hashlib
import json
import os
import subprocess
import threading
import time


class Job:
    """Commands, or a function, whose result depends only on its inputs."""

    def __init__(self, name, stamp, action, inputs=(), dependencies=(), key=""):
        """
        - name: The name to print when it fails.
        - stamp: The file for its fingerprint and output. None runs it every time.
        - action: Commands as lists, of which each runs if the one before succeeded, or a function that returns whether it
          succeeded and its output.
        - inputs: The files whose content it depends on.
        - dependencies: The jobs that have to succeed before it.
        - key: Anything else that it depends on.
        """
        self.name, self.stamp, self.action = name, stamp, action
        self.inputs, self.dependencies, self.key = list(inputs), list(dependencies), key
        self.succeeded = None
        self.output = ""
        self.fingerprint = None
        self.was_kept = False
        self.seconds = 0.0

    @property
    def is_blocked(self):
        """Whether it did not run because a dependency failed."""
        return self.succeeded is None

    def run(self):
        if not all(each.succeeded for each in self.dependencies):
            return
        self.fingerprint = self._fingerprint()
        if self.stamp and os.path.exists(self.stamp):
            with open(self.stamp) as file:
                kept = json.load(file)
            if kept["fingerprint"] == self.fingerprint:
                self.succeeded, self.output, self.was_kept = kept["succeeded"], kept["output"], True
                return
        begin = time.monotonic()
        if callable(self.action):
            self.succeeded, self.output = self.action()
        else:
            self.succeeded = True
            for command in self.action:
                if self.succeeded:
                    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                    self.succeeded, self.output = done.returncode == 0, self.output + done.stdout
        self.seconds = time.monotonic() - begin
        if self.stamp:
            os.makedirs(os.path.dirname(self.stamp), exist_ok=True)
            with open(self.stamp + ".new", "w") as file:
                json.dump({"fingerprint": self.fingerprint, "succeeded": self.succeeded, "output": self.output}, file)
            os.replace(self.stamp + ".new", self.stamp)

    def _fingerprint(self):
        digest = hashlib.sha256(self.key.encode())
        if not callable(self.action):
            digest.update("\0".join(each for command in self.action for each in command).encode())
        for path in self.inputs:
            digest.update(path.encode() + b"\0" + content_digest(path))
        for each in self.dependencies:
            digest.update(each.fingerprint.encode())
        return digest.hexdigest()


_digests = {}


def content_digest(path):
    """The digest of a file, which is read once."""
    if path not in _digests:
        with open(path, "rb") as file:
            _digests[path] = hashlib.sha256(file.read()).digest()
    return _digests[path]


def run_all(jobs, workers):
    """Runs jobs and their dependencies; jobs that most others wait for run first."""
    order, weights = [], {}

    def visit(job):
        if job in weights:
            return
        weights[job] = 0
        for each in job.dependencies:
            visit(each)
        order.append(job)

    for job in jobs:
        visit(job)
    dependents = {job: [] for job in order}
    for job in order:
        for each in job.dependencies:
            dependents[each].append(job)
    for job in reversed(order):
        weights[job] = 1 + max((weights[each] for each in dependents[job]), default=0)
    missing = {job: len(set(job.dependencies)) for job in order}
    ready = sorted((job for job in order if not missing[job]), key=lambda job: -weights[job])
    lock, done = threading.Condition(), [0]

    def work():
        while True:
            with lock:
                while not ready and done[0] < len(order):
                    lock.wait()
                if done[0] == len(order):
                    return
                job = ready.pop(0)
            try:
                job.run()
            except Exception as error:
                job.succeeded, job.output = False, f"{type(error).__name__}: {error}\n"
            with lock:
                done[0] += 1
                for each in set(dependents[job]):
                    missing[each] -= 1
                    if not missing[each]:
                        ready.append(each)
                ready.sort(key=lambda job: -weights[job])
                lock.notify_all()

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for each in [pool.submit(work) for _ in range(workers)]:
            each.result()
    return order
