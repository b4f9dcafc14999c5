#!/usr/bin/env python3
"""Measures `toggles console` on a pseudo-terminal, and prints each figure with its goal.

usage: console.py TOGGLES BENCHMARK [--runs N] [--idle SECONDS] [--attached] [--kills N]

TOGGLES is the command as built by `make install`, BENCHMARK the program TogglesBenchmark. The terminal has 100 columns and
30 rows. A paint ends with the last byte before a pause. If htop and ncdu are installed, they are measured in the same run
for comparison: htop shows the processes of the machine, ncdu a folder of 10,000 files.
"""
import argparse
import fcntl
import json
import os
import pty
import random
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROWS, COLUMNS = 30, 100


class Console:
    """A console that runs on a terminal."""

    def __init__(self, command, environment):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            # Waits until the parent has set the size.
            os.read(0, 1)
            os.write(1, b"\0")
            os.execve(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        attributes = termios.tcgetattr(self.terminal)
        attributes[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(self.terminal, termios.TCSANOW, attributes)
        # Before the program starts, because this process may not be scheduled immediately afterward.
        self.begin = time.perf_counter()
        os.write(self.terminal, b"x")
        while b"\0" not in os.read(self.terminal, 1):
            pass

    def paint(self, silence, limit=5.0):
        """Waits for the end of an output, and returns the time of the last byte, the number of bytes, and the bytes."""
        last, output = None, b""
        end = time.perf_counter() + limit
        while time.perf_counter() < end:
            wait = silence if output else end - time.perf_counter()
            if not select.select([self.terminal], [], [], max(0, wait))[0]:
                break
            try:
                part = os.read(self.terminal, 1 << 16)
            except OSError:
                break
            if not part:
                break
            last = time.perf_counter()
            output += part
        return last, output

    def see(self, text, end=None, start=0):
        """Returns the time since a start at which the output contained a text, or `None` if it didn't by the end."""
        end = end or time.perf_counter() + 10
        output = b""
        while time.perf_counter() < end:
            last, part = self.paint(0.001, limit=max(0, end - time.perf_counter()))
            output += part
            if text in output:
                return last - start
        return None

    def press(self, keys, silence=0.012):
        """Returns the milliseconds from a key to the end of the paint, and the number of its bytes."""
        start = time.perf_counter()
        os.write(self.terminal, keys)
        last, output = self.paint(silence, limit=1.0)
        return ((last - start) * 1e3 if last else None), len(output)

    def usage(self):
        """Returns the CPU time in nanoseconds, the number of voluntary context switches, and the resident KiB."""
        cpu = sleeps = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            folder = f"/proc/{self.pid}/task/{thread}"
            cpu += int(open(f"{folder}/schedstat").read().split()[0])
            sleeps += field(f"{folder}/status", "voluntary_ctxt_switches")
        return cpu, sleeps, field(f"/proc/{self.pid}/status", "VmRSS")

    def memory(self):
        """Describes the resident memory: the total, the private part, and the part mapped from files."""
        names = ("VmRSS", "RssAnon", "RssFile")
        total, own, mapped = (field(f"/proc/{self.pid}/status", name) / 1024 for name in names)
        return f"{total:.1f} MiB ({own:.1f} private, {mapped:.1f} of files)"

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def field(path, name):
    for line in open(path):
        if line.startswith(name + ":"):
            return int(line.split()[1])
    return 0


def quantile(values, share):
    values = sorted(value for value in values if value is not None)
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def write_overrides(path, overrides):
    """Replaces a local defaults file as an editor does, and returns the time at which it was replaced."""
    with open(path + ".new", "w") as file:
        json.dump({"version": 1, "toggles": overrides}, file)
    start = time.perf_counter()
    os.rename(path + ".new", path)
    return start


def row(what, figure, goal):
    print(f"{what:<54} {figure:>34}   {goal}", flush=True)


def summary(values, share=0.5):
    """Describes measurements; fails if more than a fifth of them saw nothing."""
    seen = [value for value in values if value is not None]
    if not seen or len(seen) * 5 < len(values) * 4:
        sys.exit(f"only {len(seen)} of {len(values)} measurements saw the expected output")
    values = seen
    name = "p50" if share == 0.5 else "p95"
    return f"{min(values):.2f} ms, {name} {quantile(values, share):.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("toggles")
    parser.add_argument("benchmark")
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--idle", type=float, default=10)
    parser.add_argument("--attached", action="store_true", help="only measure consoles that show a running app")
    parser.add_argument("--kills", type=int, default=100, help="the number of consoles and apps to kill")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="console-")
    try:
        measure(os.path.abspath(options.toggles), os.path.abspath(options.benchmark), folder, options)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def measure(toggles, benchmark, folder, options):
    environment = {
        "HOME": folder, "XDG_CACHE_HOME": f"{folder}/cache", "XDG_CONFIG_HOME": f"{folder}/config",
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ.get("PATH", ""),
    }
    defaults = f"{folder}/toggles.json"
    for count in (50, 10_000):
        with open(f"{folder}/{count}.yaml", "wb") as manifest:
            subprocess.run([benchmark, "manifest", str(count)], stdout=manifest, check=True)

    def console(count):
        return Console(
            [toggles, "console", "--manifest", f"{folder}/{count}.yaml", "--defaults", defaults], environment
        )

    def write(overrides):
        return write_overrides(defaults, overrides)

    write({})
    if options.attached:
        attached(toggles, benchmark, folder, environment, options)
        return

    def start(count, silence=0.06):
        screen = console(count)
        last, output = screen.paint(silence)
        screen.kill()
        # A smaller output is not a screen of toggles.
        return (last - screen.begin) * 1e3 if len(output) > 500 else None

    start(50)
    for count, goal in ((50, 10), (10_000, 200)):
        times = [start(count) for _ in range(options.runs)]
        row(f"start, {count:,} toggles", summary(times), f"p50 ≤ {goal} ms")

    screen = console(10_000)
    screen.paint(0.3)
    moves = [screen.press(b"j" if number < 100 else b"k") for number in range(200)]
    row("key to paint: move", summary([t for t, _ in moves]), "p50 ≤ 0.5 ms")
    row("bytes of a move", f"p50 {quantile([size for _, size in moves], 0.5)}", "≤ 300")
    screen.press(b"/", 0.1)
    times = []
    for _ in range(8):
        times += [screen.press(bytes([letter]))[0] for letter in b"feature_99"]
        times += [screen.press(b"\x7f")[0] for _ in b"feature_99"]
    row("key to paint: letter of a filter", summary(times), "p50 ≤ 3 ms")
    screen.press(b"\x1b", 0.3)
    screen.press(b"\x1b", 0.3)

    screen.paint(0.5, limit=1.5)
    before, begin = screen.usage(), time.perf_counter()
    screen.paint(options.idle, limit=options.idle)
    after, seconds = screen.usage(), time.perf_counter() - begin
    row("idle: wake-ups per second", f"{(after[1] - before[1]) / seconds:.2f}", "0")
    row("idle: CPU", f"{(after[0] - before[0]) / seconds / 1e7:.3f}%", "0.000%")
    row("resident memory", screen.memory(), "≤ 12 MiB private")

    times = []
    for number in range(40):
        begin = write({"some_feature_0": number % 2 == 0})
        last, _ = screen.paint(0.05, limit=1.0)
        times.append((last - begin) * 1e3 if last else None)
    row("external edit to paint", summary(times, 0.95), "p95 ≤ 20 ms")
    screen.kill()

    write({})
    screen = console(10_000)
    screen.paint(0.3)
    app = subprocess.Popen([benchmark, "follow", "some_feature_0", defaults], stdout=subprocess.PIPE)
    app.stdout.readline()
    screen.press(b"/", 0.1)
    screen.press(b"some_feature_0", 0.3)
    screen.press(b"\r", 0.1)
    times = []
    for _ in range(40):
        begin = time.perf_counter()
        os.write(screen.terminal, b" ")
        seen = select.select([app.stdout], [], [], 1.0)[0]
        if seen:
            os.read(app.stdout.fileno(), 1 << 12)
        times.append((time.perf_counter() - begin) * 1e3 if seen else None)
        screen.paint(0.05, limit=0.3)
    row("Space to a value in the app", summary(times, 0.95), "p95 ≤ 50 ms")
    app.kill()
    app.wait()
    screen.kill()
    attached(toggles, benchmark, folder, environment, options)
    compare(folder, environment, options)


class App:
    """A running app with 10,000 toggles and a state file."""

    def __init__(self, benchmark, defaults):
        self.process = subprocess.Popen(
            [benchmark, "app", "10000", defaults], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.process.stdout.readline()

    def activate(self, value):
        self.process.stdin.write(f"{value}\n".encode())
        self.process.stdin.flush()
        return time.perf_counter()

    def kill(self):
        self.process.kill()
        self.process.wait()


def project(folder, benchmark):
    """Writes 200 manifests with 10,000 toggles of one application, and returns their folder."""
    root = f"{folder}/project"
    text = subprocess.run([benchmark, "manifest", "10000"], capture_output=True, check=True, text=True).stdout
    entries = text.split("toggles:\n", 1)[1].split("\n  some_feature_")
    entries = [entries[0].rstrip("\n")] + ["  some_feature_" + entry.rstrip("\n") for entry in entries[1:]]
    for number in range(200):
        module = f"{root}/Sources/Module{number}"
        os.makedirs(module)
        with open(f"{module}/toggles.yaml", "w") as manifest:
            manifest.write(f"schema: 1\nnamespace: Module{number}Toggles\napplication: ManyToggles\naccess: public\n")
            manifest.write("toggles:\n" + "\n".join(entries[number * 50:(number + 1) * 50]) + "\n")
    os.makedirs(f"{root}/.git")
    open(f"{root}/Package.swift", "w").close()
    return root


def attached(toggles, benchmark, folder, environment, options):
    """Measures consoles that show a running app of 200 modules."""
    root = project(folder, benchmark)
    defaults = f"{root}/toggles.json"
    write_overrides(defaults, {})
    command = [toggles, "console", "--defaults", defaults]
    os.chdir(root)
    app = App(benchmark, defaults)
    state = f"{defaults}.state"
    time.sleep(2)

    def start():
        screen = Console(command, environment)
        last, output = screen.paint(0.1)
        screen.kill()
        return (last - screen.begin) * 1e3 if b"pid " in output else None

    start()
    times = [start() for _ in range(options.runs)]
    row("start, 200 manifests, 10,000 toggles, attached", summary(times), "p50 ≤ 200 ms")

    screen = Console(command, environment)
    screen.paint(0.5)
    screen.press(b"/", 0.1)
    screen.press(b"some_feature_4 ", 0.3)
    screen.press(b"\r", 0.3)
    times = []
    for number in range(1, 41):
        # Writing the state file takes at most a tenth of the app's time, so a later change isn't delayed.
        time.sleep(1)
        # Differs from the previous value in each letter, because the console writes only the cells that change.
        value = "".join(chr(ord("a") + (number + 5 * place) % 26) for place in range(8))
        begin = app.activate(value)
        output, last = b"", None
        while value.encode() not in output and time.perf_counter() < begin + 2:
            last, part = screen.paint(0.002, limit=0.2)
            output += part
        times.append((last - begin) * 1e3 if last and value.encode() in output else None)
    seen = [t for t in times if t]
    row(f"change in the app to the screen, {len(seen)} of 40 seen", summary(times, 0.95), "p95 ≤ 30 ms")
    screen.kill()
    app.kill()
    torture(command, benchmark, defaults, environment, options.kills)


def torture(command, benchmark, defaults, environment, kills):
    """Kills consoles while they write overrides, and apps while they write state files."""
    generator = random.Random(kills)
    confirmation = b"some_feature_0 = on"

    def override(limit):
        """Overrides a toggle in a new console, and returns it with the seconds until it confirms the write, or `None`."""
        # Without overrides, so that the row of an overridden toggle changes.
        write_overrides(defaults, {})
        screen = Console(command, environment)
        screen.see(b"some_feature_0")
        os.write(screen.terminal, b"/some_feature_0\r")
        screen.paint(0.05, limit=1.0)
        start = time.perf_counter()
        os.write(screen.terminal, b" ")
        return screen, screen.see(confirmation, start + limit(), start)

    # The moment of a kill is random between the key and twice the time that a console usually takes.
    times = []
    for _ in range(5):
        screen, seconds = override(lambda: 5)
        screen.kill()
        times.append(seconds)
    if None in times:
        sys.exit("the console confirmed no write within five seconds")
    usual = quantile(times, 0.5)
    lost = stale = acknowledged = 0
    for number in range(kills):
        app = App(benchmark, defaults) if number % 4 == 0 else None
        screen, seconds = override(lambda: generator.random() * 2 * usual)
        screen.kill()
        with open(defaults) as file:
            content = json.load(file)["toggles"]
        if seconds is not None:
            acknowledged += 1
            if "some_feature_0" not in content:
                lost += 1
        if app:
            pid = app.process.pid
            time.sleep(generator.random() * 0.02)
            app.kill()
            listing = subprocess.run(
                [command[0], "apps", "--json", "--defaults", defaults], capture_output=True, env=environment, text=True
            )
            if any(entry["process"] == pid for entry in json.loads(listing.stdout)["apps"]):
                stale += 1
    row(
        f"{kills} killed consoles, {(kills + 3) // 4} killed apps",
        f"{acknowledged} confirmed, {lost} lost, {stale} stale",
        "0 lost, 0 stale",
    )
    # Otherwise nearly all kills came before a write, or after it, and the row says nothing.
    if not kills // 10 <= acknowledged <= kills - kills // 10:
        sys.exit(f"only {min(acknowledged, kills - acknowledged)} of {kills} kills came before or after a write")
    if lost or stale:
        sys.exit("a confirmed write was lost, or a killed app is listed")


def compare(folder, environment, options):
    """Measures well-known programs on the same terminal in the same run."""
    files = f"{folder}/files"
    os.mkdir(files)
    for number in range(10_000):
        open(f"{files}/{number}", "w").close()
    for command, keys in ((["htop"], (b"\x1bOB", b"\x1bOA")), (["ncdu", files], (b"j", b"k"))):
        path = shutil.which(command[0])
        if not path:
            print(f"{command[0]} is not installed", flush=True)
            continue
        starts, screen = [], None
        for _ in range(max(3, options.runs // 3)):
            if screen:
                screen.kill()
            screen = Console([path] + command[1:], environment)
            last, output = screen.paint(0.3)
            starts.append((last - screen.begin) * 1e3)
        row(f"{command[0]}: start", summary(starts), "")
        moves = [screen.press(keys[0] if number < 20 else keys[1], 0.02) for number in range(40)]
        row(f"{command[0]}: key to paint: move", summary([t for t, _ in moves]), "")
        row(f"{command[0]}: bytes of a move", f"p50 {quantile([size for _, size in moves], 0.5)}", "")
        before, begin = screen.usage(), time.perf_counter()
        screen.paint(options.idle, limit=options.idle)
        after, seconds = screen.usage(), time.perf_counter() - begin
        row(f"{command[0]}: idle: wake-ups per second", f"{(after[1] - before[1]) / seconds:.2f}", "")
        row(f"{command[0]}: idle: CPU", f"{(after[0] - before[0]) / seconds / 1e7:.3f}%", "")
        row(f"{command[0]}: resident memory", screen.memory(), "")
        screen.kill()


if __name__ == "__main__":
    sys.exit(main())
