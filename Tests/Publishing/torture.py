#!/usr/bin/env python3
"""Lets publishers compete for a target, and kills some of them.

    Tests/Publishing/torture.py PROGRAM [--publishers 8] [--rounds 200] [--kills 0.1] [--to TARGET] [--option …]

PROGRAM is the path of `toggles`. Each round of each publisher is a process of its own. A share of the processes is killed
after a random time. Meanwhile, a reader reads the target all the time. Fails unless

- every publication that succeeded is one revision of the history, and no other one has its content
- the history has no gaps, and its last revision is at the target, after a last publication
- no read is torn, and the revisions that the reader sees never go back

With --to, the target can be in another store, which must be empty; the reader only reads files.
"""
import argparse, collections, concurrent.futures, json, os, random, signal, subprocess, sys, tempfile, threading, time

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--publishers", type=int, default=8)
parser.add_argument("--rounds", type=int, default=200)
parser.add_argument("--kills", type=float, default=0.1)
parser.add_argument("--to")
parser.add_argument("--option", action="append", default=[], help="passed to publish and history, as --endpoint=URL")
arguments = parser.parse_args()
program = os.path.abspath(arguments.program)
folder = tempfile.mkdtemp(prefix="publishers-")
target = arguments.to or os.path.join(folder, "live.json")
environment = dict(os.environ, HOME=folder, NO_COLOR="1")
codes = collections.Counter()
wins, problems, revisions = [], [], []
lock, end = threading.Lock(), threading.Event()


def publish(name, content, delay=None):
    path = os.path.join(folder, name + ".json")
    with open(path, "w") as file:
        json.dump({"flags": {}, "metadata": {"by": content}}, file)
    command = [program, "publish", path, "--to", target, "--alone", "--yes"] + arguments.option
    process = subprocess.Popen(command, env=dict(environment, TOGGLES_AUTHOR=name), cwd=folder,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if delay == "entry":
        # Between the entry of the history and the document, if this process is fast enough.
        while process.poll() is None and author_of_last_entry() != name:
            pass
        process.send_signal(signal.SIGKILL)
    elif delay is not None:
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
    output, _ = process.communicate()
    return process.returncode, output


def author_of_last_entry():
    names = [int(name[:-5]) for name in os.listdir(target + ".history") if name[:-5].isdigit()]
    try:
        with open(f"{target}.history/{max(names)}.json") as file:
            return json.load(file)["author"]
    except (FileNotFoundError, ValueError):
        return None


def publisher(number):
    generator = random.Random(number)
    for round in range(arguments.rounds):
        content = f"{number}-{round}"
        delay = generator.uniform(0, pace) if generator.random() < arguments.kills else None
        if delay is not None and arguments.to is None and generator.random() < 0.5: delay = "entry"
        code, output = publish(f"publisher{number}", content, delay)
        with lock:
            codes[code] += 1
            if code == 0:
                wins.append(content)
            elif code not in (3, -signal.SIGKILL):
                problems.append(f"{content}: exit code {code}: {output}")


def reader():
    last = 0
    while not end.is_set():
        try:
            with open(target, "rb") as file:
                text = file.read()
        except FileNotFoundError:
            continue
        try:
            revision = json.loads(text)["metadata"]["revision"]
        except (ValueError, KeyError) as error:
            problems.append(f"torn read of {len(text)} bytes: {error}")
            continue
        if revision < last:
            problems.append(f"revision {revision} after {last}")
        last = revision
        revisions.append(revision)


start = time.monotonic()
code, output = publish("first", "first")
pace = 2 * (time.monotonic() - start) * max(1, arguments.publishers / (os.cpu_count() or 1))
if code != 0:
    sys.exit(f"the first publication failed with exit code {code}: {output}")
wins.append("first")
threads = [threading.Thread(target=publisher, args=(number,)) for number in range(arguments.publishers)]
watcher = threading.Thread(target=reader)
if arguments.to is None:
    watcher.start()
for thread in threads: thread.start()
for thread in threads: thread.join()
code, output = publish("last", "last")
if code != 0:
    problems.append(f"the last publication failed with exit code {code}: {output}")
wins.append("last")
end.set()
if arguments.to is None:
    watcher.join()

history = subprocess.run([program, "history", target, "--limit", "1000000", "--json"] + arguments.option, env=environment,
                         cwd=folder, capture_output=True, text=True)
entries = list(reversed(json.loads(history.stdout or "[]")))
if [entry["revision"] for entry in entries] != list(range(1, len(entries) + 1)):
    problems.append(f"the history has gaps: {[entry['revision'] for entry in entries]}")


def content(entry):
    raw = subprocess.run([program, "history", target, "--revision", str(entry["revision"]), "--raw"] + arguments.option,
                         env=environment, cwd=folder, capture_output=True, text=True)
    return json.loads(raw.stdout)["metadata"]["by"]


with concurrent.futures.ThreadPoolExecutor(arguments.publishers) as pool:
    contents = list(pool.map(content, entries))
twice = [content for content, count in collections.Counter(contents).items() if count > 1]
lost = set(wins) - set(contents)
if twice: problems.append(f"published twice: {twice}")
if lost: problems.append(f"lost: {sorted(lost)}")
if not contents or contents[-1] != "last": problems.append("the last publication is not the last revision")
if arguments.to is None:
    with open(target) as file:
        if json.load(file)["metadata"]["by"] != "last": problems.append("the last publication is not at the target")
killed = codes[-signal.SIGKILL]
print(f"{arguments.publishers} publishers × {arguments.rounds} rounds in {time.monotonic() - start:.0f} s: "
      f"{len(entries)} revisions, {len(wins)} successes, {codes[3]} conflicts, {killed} killed, "
      f"{len(entries) - len(wins)} of them completed by others, {len(revisions)} reads")
if len(entries) < arguments.rounds or arguments.to is None and not revisions:
    problems.append("this is too little to prove anything")
if arguments.kills > 0 and arguments.rounds >= 20 and killed == 0:
    problems.append("no publisher was killed")
for problem in problems[:20]: print(problem)
sys.exit(1 if problems else 0)
