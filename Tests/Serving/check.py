#!/usr/bin/env python3
"""Tests the stores and `toggles mirror` with real servers on the loopback interface.

    Tests/Serving/check.py FOLDER          runs the checks for CI, at most three minutes
    Tests/Serving/check.py FOLDER --long   runs more rounds, kills, and clients, and prints a table

FOLDER contains toggles and toggles-remote. Servers come from Debian, except for the object storage: moto is an emulator
of S3 from PyPI, so it shows how requests are made, not how a provider behaves.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from servers import Apache, Etcd, Lighttpd, Missing, Moto, Nginx, Proxy, Servers, free_ports, program, wait_for

SECRET = "s3cr3t-value-of-the-test"
rows = []


def row(what, value, goal=None):
    rows.append((what, value, goal))
    print(f"  {what}: {value}{f' (goal: {goal})' if goal else ''}", flush=True)


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


class Remote:
    """The program toggles-remote."""

    def __init__(self, folder):
        self.program = str(pathlib.Path(folder) / "toggles-remote")
        self.toggles = str(pathlib.Path(folder) / "toggles")
        self.output = []

    def environment(self, extra):
        home = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TMPDIR": os.environ.get("TMPDIR", "/tmp")}
        return {**home, **extra}

    def run(self, *words, data=b"", env=()):
        result = subprocess.run(
            [self.program, *map(str, words)], input=data, capture_output=True, env=self.environment(dict(env)), timeout=60
        )
        self.output.append(result.stdout + result.stderr)
        expect(result.returncode >= 0 and result.returncode <= 5, f"{words}: {result.returncode} {result.stderr[-3000:]!r}")
        return result.returncode, result.stdout, result.stderr.decode()

    def read(self, address, *words, env=()):
        code, output, error = self.run("store", "read", address, *words, env=env)
        if code:
            return code, None, error
        line, _, body = output.partition(b"\n")
        return code, json.loads(line)["tag"], body

    def write(self, address, data, condition, *words, env=()):
        options = {None: ["--unconditional"], "": ["--if-absent"]}.get(condition, ["--if-tag", condition])
        code, output, error = self.run("store", "write", address, *options, *words, data=data, env=env)
        return code, json.loads(output)["tag"] if code == 0 else error

    def mirror(self, servers, source, file, *words, env=(), name="mirror"):
        return servers.start(
            [self.program, "mirror", source, file, *words], name, env=self.environment(dict(env))
        )


def document(number, padding=0):
    text = {"flags": {}, "metadata": {"revision": number, "padding": "x" * padding}}
    return json.dumps(text).encode()


def number_of(text):
    return json.loads(text)["metadata"]["revision"]


def fetch(url, headers=None):
    request = urllib.request.Request(url, headers=headers or {})
    with urllib.request.urlopen(request, timeout=5) as response:
        return response.read(), dict(response.headers)


# Stores


def honours(remote, address, *words, env=()):
    """Returns whether a store honours conditions, with two competing writes of each kind, as a probe does."""
    first = remote.write(address, document(1), "", *words, env=env)
    if first[0] != 0:
        return first
    if remote.write(address, document(2), "", *words, env=env)[0] != 3:
        return False
    code, tag, _ = remote.read(address, *words, env=env)
    expect(code == 0, "a file that was written can't be read")
    if remote.write(address, document(3), tag, *words, env=env)[0] != 0:
        return False
    return remote.write(address, document(4), tag, *words, env=env)[0] == 3


def race(remote, address, publishers, rounds, *words, env=()):
    """Lets publishers compete for each revision, and returns how many rounds had one winner, and how many had not."""
    code, tag, _ = remote.read(address, *words, env=env)
    state = {"tag": tag}
    wins = lost = 0
    with concurrent.futures.ThreadPoolExecutor(publishers) as pool:
        for number in range(10, 10 + rounds):
            texts = [document(number, padding) for padding in range(publishers)]
            answers = list(pool.map(lambda text: (remote.write(address, text, state["tag"], *words, env=env), text), texts))
            winners = [(answer, text) for answer, text in answers if answer[0] == 0]
            for answer, _ in answers:
                expect(answer[0] in (0, 3), f"a competing write ends with {answer}")
            code, tag, body = remote.read(address, *words, env=env)
            expect(code == 0, f"after a race: {body}")
            if len(winners) == 1 and winners[0][1] == body:
                wins += 1
            else:
                lost += 1
            state["tag"] = tag
    return wins, lost


def check_stores(remote, servers, rounds, publishers):
    etcd, apache, lighttpd, moto = Etcd(servers), Apache(servers), Lighttpd(servers), Moto(servers)
    stores = [
        ("etcd, 3 members", etcd.address("race.json"), [], {}),
        ("lighttpd with mod_webdav", lighttpd.url("flags/race.json"), [], {}),
        ("moto (an emulator of S3)", "s3://flags/race.json", ["--endpoint", moto.endpoint], moto.environment),
        ("Apache with mod_dav", apache.url("flags/race.json"), [], {}),
    ]
    for name, address, words, env in stores:
        expect(honours(remote, address, *words, env=env) is True, f"{name} does not honour conditions")
        # Apache's tags are weak for a second after a change, so a round takes longer.
        count = min(rounds, max(3, rounds // 10)) if "Apache" in name else rounds
        # Apache checks the tag before it receives the body, and replaces the file afterwards.
        is_safe = "Apache" not in name
        wins, lost = race(remote, address, publishers, count, *words, env=env)
        row(f"{name}: {publishers} publishers, {count} revisions", f"{wins} with one winner, {lost} not",
            "0 not" if is_safe else None)
        if is_safe:
            expect(lost == 0, f"{name}: {lost} rounds lost a write")
    window(remote, "Apache", apache, is_safe=False)
    window(remote, "lighttpd", lighttpd, is_safe=True)
    code, tag, _ = remote.read(etcd.address("none.json"))
    expect((code, tag) == (0, None), "a key that does not exist")
    expect(remote.write(etcd.address("big.json"), b"x" * 2_000_000, "")[0] == 2, "etcd's limit is not explained")
    return etcd, apache, moto


def window(remote, name, server, is_safe):
    """Shows whether a write can slip between a server's check of If-Match and its rename."""
    address = server.url("flags/window.json")
    remote.write(address, document(1), "")
    _, tag, _ = remote.read(address)
    body = document(2, 100)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.putrequest("PUT", "/flags/window.json")
    connection.putheader("If-Match", tag)
    connection.putheader("Content-Length", str(len(body)))
    # Apache asks for the body once it has accepted the condition.
    connection.putheader("Expect", "100-continue")
    connection.endheaders()
    expect(b" 100 " in connection.sock.recv(1024), f"{name} doesn't ask for the body")
    connection.send(body[:10])
    other = remote.write(address, document(3), tag)[0]
    connection.send(body[10:])
    status = connection.getresponse().status
    both = other == 0 and status < 300
    row(f"{name}: a slow and a fast write with one tag", "both succeed" if both else f"{status}, {other}")
    expect(not is_safe or (other, status) == (0, 412), f"{name} accepts two writes with one tag")


def check_ignoring(remote, servers, apache, etcd, moto):
    """Stores and proxies that ignore conditions, which a probe must find."""
    nginx = Nginx(servers, servers.folder / "dav", dav=True)
    stripping = Proxy(apache.port, strips=["if-match", "if-none-match"])
    found = {
        "nginx with dav": honours(remote, nginx.url("a/probe.json")),
        "a proxy that removes If-Match and If-None-Match": honours(remote, stripping.url("flags/probe.json")),
    }
    for name, result in found.items():
        expect(result is False, f"{name} is taken for a store that honours conditions")
        row(name, "ignores conditions, found")
    (port,) = free_ports(1)
    servers.start([sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"], "python", cwd=servers.folder)
    wait_for("python", lambda: fetch(f"http://127.0.0.1:{port}/"))
    result = honours(remote, f"http://127.0.0.1:{port}/probe.json")
    expect(result is not True and result[0] == 2, f"python's http.server: {result}")
    row("python's http.server", "does not support writing, found")
    check_probe(remote, servers, {
        "nginx with dav": (nginx.url("b/flags.json"), [1], [], {}),
        "a proxy that removes the conditions": (stripping.url("flags/b.json"), [1], [], {}),
        "python's http.server": (f"http://127.0.0.1:{port}/flags.json", [1, 2], [], {}),
        "etcd": (etcd.address("probed.json"), [0], [], {}),
        "moto (an emulator of S3)": ("s3://flags/probed.json", [0], ["--endpoint", moto.endpoint], moto.environment),
        # The probe finds the race of its two writes only if they meet.
        "Apache with mod_dav": (apache.url("flags/probed.json"), [0, 1], [], {}),
    })
    stripping.close()


def check_probe(remote, servers, addresses):
    """Lets `toggles publish --probe` find what ignores conditions."""
    for name, (address, code, words, env) in addresses.items():
        result = subprocess.run(
            [remote.toggles, "publish", "--probe", address, *words], capture_output=True, text=True, cwd=servers.folder,
            env=remote.environment(env), timeout=60
        )
        expect(result.returncode in code, f"the probe of {name}: {result.returncode} {result.stderr}")
        row(f"toggles publish --probe, {name}", f"exit code {result.returncode}")
    left = [str(path) for path in servers.folder.rglob("probe-*.json")]
    expect(not left, f"files of probes are left: {left}")


def check_failures(remote, servers, apache, etcd, moto):
    cutting = Proxy(apache.port, cuts="PUT")
    code, message = remote.write(cutting.url("flags/cut.json"), document(1), "")
    expect(code == 5, f"a lost answer: {code} {message}")
    expect(remote.read(apache.url("flags/cut.json"))[2] == document(1), "the write was not done")
    cutting.close()
    row("an answer that is lost after the write", "exit code 5")
    for status in [301, 302, 307]:
        redirecting = Apache(servers, f"RedirectMatch {status} ^/(.*)$ http://127.0.0.1:{apache.port}/flags/$1")
        for result in [remote.write(redirecting.url("r.json"), document(1), None), remote.read(redirecting.url("r.json"))]:
            expect(result[0] == 2 and "redirects" in result[-1], f"{status}: {result}")
    row("301, 302, and 307", "refused")
    started = time.monotonic()
    expect(remote.read("http://127.0.0.1:1/x.json")[0] == 4, "a refused connection")
    expect(remote.read("http://name.invalid/x.json")[0] == 4, "an unknown name")
    expect(time.monotonic() - started < 5, "unreachable servers take too long")
    env = {**moto.environment, "AWS_ACCESS_KEY_ID": ""}
    expect(remote.read("s3://flags/x", "--endpoint", moto.endpoint, env=env)[0] == 2, "missing credentials")
    result = remote.read("s3://other/x", "--endpoint", moto.endpoint, env=moto.environment)
    expect(result[0] == 2 and "does not exist" in result[2], f"another bucket: {result}")
    for index in [0, 1]:
        etcd.kill(index)
    started = time.monotonic()
    code, message = remote.write(etcd.address("race.json"), b"lost", None)
    seconds = time.monotonic() - started
    expect(code == 4, f"without a majority: {code} {message}")
    row("etcd without a majority: a write ends", f"after {seconds:.1f} s with exit code 4", "2 s")
    expect(seconds < 3.5, "the publisher does not give up")
    for index in [0, 1]:
        etcd.restart(index)
    etcd.wait()
    expect(remote.read(etcd.address("race.json"))[2] != b"lost", "a write without a majority was done later")


def check_credentials(remote, servers):
    apache = Apache(servers, f"""
        AuthType Basic
        AuthName flags
        AuthUserFile {servers.folder}/users
        Require valid-user
    """.replace("Require all granted", ""))
    subprocess.run(["htpasswd", "-cb", servers.folder / "users", "ada", SECRET], check=True, capture_output=True)
    os.chmod(servers.folder / "users", 0o644)
    # Both rules of the folder apply, so the file's own is the one that matters.
    path = servers.folder / "password"
    path.write_text(SECRET + "\n")
    good = {"TOGGLES_USER": "ada", "TOGGLES_PASSWORD_FILE": str(path)}
    bad = {"TOGGLES_USER": "ada", "TOGGLES_PASSWORD": SECRET + "-wrong"}
    results = {name: remote.write(apache.url(f"{name}.json"), document(1), "", env=env)[0] for name, env in
               [("good", good), ("bad", bad)]}
    expect(results["good"] == 0, f"credentials: {results}")

    etcd = Etcd(servers, 1)
    etcd.post("auth/user/add", {"name": "root", "password": SECRET})
    etcd.post("auth/role/add", {"name": "root"})
    etcd.post("auth/user/grant", {"user": "root", "role": "root"})
    etcd.post("auth/enable", {})
    address = etcd.address("auth.json")
    expect(remote.write(address, document(1), "", env={"ETCDCTL_USER": f"root:{SECRET}"})[0] == 0, "etcd with a user")
    for env in [{}, {"ETCDCTL_USER": f"root:{SECRET}-wrong"}]:
        result = remote.read(address, env=env)
        expect(result[0] == 2 and "ETCDCTL_USER" in result[2], f"etcd with {env}: {result}")
    expect(not any(SECRET.encode() in output for output in remote.output), "a secret is in an output")
    row("secrets in outputs", "0", "0")


def check_tls(remote, servers):
    folder = servers.folder / "tls"
    folder.mkdir()

    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=folder)

    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key", "-out",
            "ca.pem", "-days", "2", "-subj", "/CN=Test")
    for name in ["server", "client"]:
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key", "-out",
                f"{name}.csr", "-subj", f"/CN={name}")
        (folder / "extensions").write_text("subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
                "-out", f"{name}.pem", "-extfile", "extensions")
    etcd = Etcd(servers, 1, ["--cert-file", folder / "server.pem", "--key-file", folder / "server.key",
                             "--client-cert-auth", "--trusted-ca-file", folder / "ca.pem"])
    address = etcd.address("tls.json")
    names = {"ETCDCTL_CACERT": folder / "ca.pem", "ETCDCTL_CERT": folder / "client.pem", "ETCDCTL_KEY": folder / "client.key"}
    env = {name: str(path) for name, path in names.items()}
    wait_for("etcd with TLS", lambda: remote.write(address, document(1), None, env=env)[0] == 0)
    expect(remote.read(address, env=env)[2] == document(1), "etcd with a client certificate")
    for missing in ["ETCDCTL_CACERT", ("ETCDCTL_CERT", "ETCDCTL_KEY")]:
        left = {name: path for name, path in env.items() if name not in missing}
        code, _, message = remote.read(address, env=left)
        expect(code in (2, 4) and message, f"etcd without {missing}: {code} {message}")
    row("etcd with an own authority and client certificates", "reads and writes")


# Publishers


def check_publishers(remote, servers, publishers, rounds):
    """Lets processes of `toggles publish` compete on each store that honours conditions, and kills some of them."""
    etcd, lighttpd, moto = Etcd(servers), Lighttpd(servers), Moto(servers)
    torture = pathlib.Path(__file__).parents[1] / "Publishing" / "torture.py"
    stores = [
        ("files", None, [], {}),
        ("lighttpd with mod_webdav", lighttpd.url("flags/raced.json"), [], {}),
        ("moto (an emulator of S3)", "s3://flags/raced.json", [f"--option=--endpoint={moto.endpoint}"], moto.environment),
        ("etcd, 3 members", etcd.address("raced.json"), [], {}),
    ]
    for name, address, words, env in stores:
        result = subprocess.run(
            [sys.executable, "-B", torture, remote.toggles, f"--publishers={publishers}", f"--rounds={rounds}", *words,
             *([] if address is None else [f"--to={address}"])],
            capture_output=True, text=True, env={**os.environ, **env}
        )
        expect(result.returncode == 0, f"publishers on {name}:\n{result.stdout}{result.stderr}")
        row(f"{name}: toggles publish", result.stdout.strip(), "one winner a revision, 0 lost, no gaps")


# Mirrors


class Publisher:
    """Writes revisions to a key as fast as it is told to, and knows which are acknowledged."""

    def __init__(self, etcd, key):
        self.etcd, self.key = etcd, key
        self.revision = 0

    def publish(self):
        import base64
        self.revision += 1
        body = {"key": base64.b64encode(self.key.encode()).decode(),
                "value": base64.b64encode(document(self.revision, random.randrange(200))).decode()}
        for index in range(6):
            try:
                self.etcd.post("kv/put", body, index % len(self.etcd.members))
                return self.revision
            except OSError:
                time.sleep(0.2)
        return None


def check_mirrors(remote, servers, changes, kills, clients, figures):
    etcd = Etcd(servers)
    publisher = Publisher(etcd, "shop.json")
    publisher.publish()
    sites = []
    for index in range(2):
        nginx = Nginx(servers, servers.folder / f"site{index}")
        sites.append(nginx)

    def start(index):
        nginx = sites[index]
        return remote.mirror(
            servers, etcd.address("shop.json"), nginx.root / "shop.json", "--notify", nginx.publish, "--health",
            servers.folder / f"health{index}.json", name=f"mirror{index}"
        )

    mirrors = [start(index) for index in range(2)]
    for nginx in sites:
        wait_for("file", lambda: (nginx.root / "shop.json").exists())

    def served(nginx, revision):
        return number_of(fetch(nginx.url("shop.json"))[0]) >= revision

    # From then on, the mirrors watch.
    publisher.publish()
    for nginx in sites:
        wait_for("first change", lambda: served(nginx, publisher.revision))
    times = []
    for _ in range(changes):
        revision = publisher.publish()
        committed = time.monotonic()
        for nginx in sites:
            while not served(nginx, revision):
                expect(time.monotonic() - committed < 10, f"revision {revision} does not arrive")
                time.sleep(0.001)
        times.append(time.monotonic() - committed)
        time.sleep(random.random() * 0.02)
    times.sort()
    row(f"commit to a read from both nginx, {changes} changes",
        f"{1000 * times[len(times) // 2]:.1f} ms median, {1000 * times[int(len(times) * 0.99)]:.1f} ms p99", "50 ms p99")

    # The entity tag moves with each change, although changes of one second can have the same size.
    tags = set()
    for _ in range(5):
        revision = publisher.publish()
        wait_for("revision", lambda: served(sites[0], revision))
        tags.add(fetch(sites[0].url("shop.json"))[1]["ETag"])
    expect(len(tags) == 5, f"nginx serves several documents with one entity tag: {tags}")
    row("entity tags of 5 documents from nginx", "5 different ones", "5")

    tag = fetch(sites[0].url("shop.json"))[1]["ETag"]
    try:
        fetch(sites[0].url("shop.json"), {"If-None-Match": tag})
        raise AssertionError("nginx does not answer with 304")
    except urllib.error.HTTPError as error:
        expect(error.code == 304, f"nginx answers with {error.code}")

    if figures:
        check_speed(remote, servers, sites[0])
    check_events(publisher, sites, clients)
    children = subprocess.run(["ps", "-o", "args=", "--ppid", str(mirrors[0].pid)], capture_output=True, text=True).stdout
    expect(not children, f"a mirror runs {children}, which goes on when the mirror is killed")
    resident = max(memory(mirror.pid) for mirror in mirrors)
    row("memory of a mirror, with the pages of its program",
        f"{resident[0] / 1024:.1f} MB, of which {resident[1] / 1024:.1f} MB its own", "20 MB in a release build")

    check_kills(remote, servers, etcd, publisher, sites, mirrors, start, kills)

    def is_healthy():
        health = json.loads((servers.folder / "health0.json").read_text())
        return health["state"] == "current" and health["revision"] == publisher.revision

    # It is written after the file.
    wait_for("health of the last revision", is_healthy)

    # Compaction while a mirror is stopped.
    mirrors[0].send_signal(signal.SIGSTOP)
    for _ in range(5):
        publisher.publish()
    status = etcd.post("maintenance/status", {})
    etcd.post("kv/compaction", {"revision": status["header"]["revision"]})
    mirrors[0].send_signal(signal.SIGCONT)
    wait_for("revision after a compaction", lambda: served(sites[0], publisher.revision))

    # Without a majority, readers get what there is.
    leader = etcd.leader() or 0
    for index in {leader, (leader + 1) % 3}:
        etcd.kill(index)
    for index in range(2):
        health = servers.folder / f"health{index}.json"
        wait_for("loss of the majority", lambda: json.loads(health.read_text())["state"] == "unreachable", 90)
    for nginx in sites:
        expect(number_of(fetch(nginx.url("shop.json"))[0]) == publisher.revision, "readers are affected")
    row("etcd without a majority: readers", "unchanged", "unchanged")
    for index in {leader, (leader + 1) % 3}:
        etcd.restart(index)
    etcd.wait()
    publisher.publish()
    for nginx in sites:
        wait_for("revision after a majority is back", lambda: served(nginx, publisher.revision), 30)

    check_older(remote, servers, etcd)

    for mirror, number in zip(mirrors, [signal.SIGTERM, signal.SIGINT]):
        started = time.monotonic()
        mirror.send_signal(number)
        code = mirror.wait(5)
        expect(code == 0, f"a mirror ends with {code} after signal {number}")
        expect(time.monotonic() - started < 2, "a mirror does not end within 2 seconds")
    row("a mirror ends after a signal", "within 2 s", "2 s")
    left = [path.name for nginx in sites for path in nginx.root.iterdir() if path.name != "shop.json"]
    expect(len(left) <= len(sites), f"files that are left: {left}")


def check_speed(remote, servers, nginx):
    """Compares requests for the published file with those for a plain file of the same size, on one nginx."""
    (nginx.root / "plain.json").write_bytes((nginx.root / "shop.json").read_bytes())
    speeds = collections.defaultdict(list)
    for _ in range(3):
        for name in ["plain.json", "shop.json"]:
            tag = fetch(nginx.url(name))[1]["ETag"]
            for status, fields in [(200, []), (304, ["-H", f"If-None-Match: {tag}"])]:
                result = subprocess.run(
                    [program("ab"), "-q", "-k", "-c", "32", "-n", "20000", *fields, nginx.url(name)], capture_output=True,
                    text=True, check=True
                )
                expect("Failed requests:        0" in result.stdout, f"ab: {result.stdout}")
                speeds[status, name].append(float(re.search(r"Requests per second: +([\d.]+)", result.stdout)[1]))
    (nginx.root / "plain.json").unlink()
    for status in [200, 304]:
        own, plain = (sorted(speeds[status, name])[1] for name in ["shop.json", "plain.json"])
        row(f"answers with {status} a second, one nginx worker, beside ab", f"{own:,.0f}; a plain file: {plain:,.0f}",
            "nginx's own")


def check_older(remote, servers, etcd):
    """Lets a CDN answer with old bytes, and restores a backup: the file stays, unless people accept the revision."""
    cdn = Nginx(servers, servers.folder / "cdn")
    steps = [
        (7, [], 0, 7), (5, [], 1, 7), (5, ["--accept-revision", 6], 1, 7), (5, ["--accept-revision", 5], 0, 5), (6, [], 0, 6)
    ]
    places = {"a CDN with old bytes": cdn.url("old.json"), "a restored backup": etcd.address("old.json")}
    for name, address in places.items():
        file = servers.folder / f"{name.split()[-1]}.json"
        for revision, words, expected, kept in steps:
            if name.startswith("a CDN"):
                (cdn.root / "old.json").write_bytes(document(revision))
            else:
                expect(remote.write(address, document(revision), None)[0] == 0, "the backup can't be restored")
            code, _, error = remote.run("mirror", address, file, "--once", *words)
            expect(code == expected, f"{name}, revision {revision} {words}: {code} {error}")
            expect(number_of(file.read_bytes()) == kept, f"{name}, revision {revision} {words}: the file has another one")
            expect(code == 0 or f"--accept-revision {revision}" in error, f"{name}: no advice in {error}")
        row(f"{name}: a lower revision", "rejected; --accept-revision takes it", "the newer one stays")


def memory(process):
    text = pathlib.Path(f"/proc/{process}/status").read_text()
    return tuple(int(re.search(rf"{name}:\s+(\d+)", text)[1]) for name in ["VmRSS", "RssAnon"])


def check_events(publisher, sites, clients):
    """Measures how soon clients on event streams hear of a change."""
    import selectors
    import socket

    selector = selectors.DefaultSelector()
    streams = []
    for number in range(clients):
        nginx = sites[number % len(sites)]
        stream = socket.create_connection(("127.0.0.1", nginx.port))
        stream.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        stream.setblocking(False)
        selector.register(stream, selectors.EVENT_READ)
        streams.append(stream)

    def drain(until, what=b"data:"):
        heard = {}
        while time.monotonic() < until and len(heard) < clients:
            for key, _ in selector.select(0.05):
                try:
                    part = key.fileobj.recv(65536)
                except BlockingIOError:
                    continue
                expect(part, "an event stream ended")
                if what in part and key.fileobj not in heard:
                    heard[key.fileobj] = time.monotonic()
        return heard

    opened = drain(time.monotonic() + 30, b"200 OK")
    expect(len(opened) == clients, f"{clients - len(opened)} of {clients} event streams are not opened")
    # The message before, which nginx sends to new clients.
    drain(time.monotonic() + 0.5)
    times = []
    for _ in range(5):
        publisher.publish()
        committed = time.monotonic()
        heard = drain(committed + 5)
        expect(len(heard) == clients, f"{clients - len(heard)} of {clients} clients hear nothing")
        times += [moment - committed for moment in heard.values()]
        time.sleep(0.1)
    times.sort()
    row(f"commit to {clients} clients on event streams",
        f"{1000 * times[len(times) // 2]:.1f} ms median, {1000 * times[int(len(times) * 0.99)]:.1f} ms p99", "100 ms")
    for stream in streams:
        selector.unregister(stream)
        stream.close()


class Load:
    """Publishes with processes of `toggles publish`, one after the other, which can be killed."""

    def __init__(self, remote, folder, address):
        self.remote, self.folder, self.address = remote, folder, address
        self.over, self.running = threading.Event(), None
        self.codes, self.problems, self.acknowledged = collections.Counter(), [], []
        self.number = 0
        self.thread = threading.Thread(target=self.work)

    def publish(self):
        self.number += 1
        path = self.folder / "load.json"
        path.write_text(json.dumps({"flags": {}, "metadata": {"by": self.number, "padding": "x" * random.randrange(200)}}))
        self.running = subprocess.Popen(
            [self.remote.toggles, "publish", path, "--to", self.address, "--alone", "--yes"], cwd=self.folder,
            env=self.remote.environment({"TOGGLES_AUTHOR": f"load-{self.number}"}), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        )
        output, _ = self.running.communicate()
        code = self.running.returncode
        self.codes[code] += 1
        if code == 0:
            self.acknowledged.append(self.number)
        # While a leader is elected, nothing is published; an answer can be lost with the member.
        elif code not in (4, 5, -signal.SIGKILL):
            self.problems.append(f"publication {self.number} ends with {code}: {output}")
        return code

    def work(self):
        while not self.over.is_set():
            self.publish()

    def kill(self):
        """Kills the publisher that runs, if there is one; returns whether that's so."""
        running = self.running
        if running is None or running.poll() is not None:
            return False
        running.kill()
        return True

    def history(self, *words):
        result = subprocess.run(
            [self.remote.toggles, "history", self.address, *words], cwd=self.folder, capture_output=True, text=True,
            env=self.remote.environment({})
        )
        expect(result.returncode == 0, f"toggles history {words}: {result.stderr}")
        return json.loads(result.stdout)


def kill_worker(nginx):
    """Kills a worker; returns whether it was there, because nginx may just be replacing it."""
    with contextlib.suppress(ProcessLookupError, IndexError):
        os.kill(random.choice(nginx.workers()), signal.SIGKILL)
        return True
    return False


def check_kills(remote, servers, etcd, publisher, sites, mirrors, start, kills):
    """Kills members, mirrors, nginx workers, and publishers at random, while readers read."""
    over = threading.Event()
    problems, reads, repeated = [], [0] * len(sites), [0] * len(sites)

    def read(index):
        # A worker that is killed takes the connections with it that it had accepted.
        for _ in range(3):
            try:
                return number_of(fetch(sites[index].url("shop.json"))[0])
            except (ConnectionError, http.client.HTTPException) as error:
                failure = error
            except urllib.error.URLError as error:
                if not isinstance(error.reason, ConnectionError):
                    raise
                failure = error
            repeated[index] += 1
        raise failure

    def reading(index):
        last = 0
        while not over.is_set():
            try:
                number = read(index)
                if number < last:
                    problems.append(f"{number} after {last}")
                last = number
            except json.JSONDecodeError as error:
                problems.append(f"torn: {error}")
            except (OSError, http.client.HTTPException) as error:
                problems.append(f"{type(error).__name__}: {error}")
            reads[index] += 1

    load = Load(remote, servers.folder, etcd.address("shop.json"))
    threads = [threading.Thread(target=reading, args=[index]) for index in range(len(sites))] + [load.thread]
    for thread in threads:
        thread.start()
    counts = {"member": 0, "mirror": 0, "worker": 0, "publisher": 0}
    try:
        for number in range(kills):
            kind = random.choices(["member", "mirror", "worker", "publisher"], [1, 4, 5, 3])[0]
            if kind == "member":
                index = etcd.leader()
                if index is None:
                    kind = "mirror"
                else:
                    etcd.kill(index)
                    etcd.restart(index)
                    etcd.wait()
            if kind == "publisher":
                wait_for("publisher", load.kill)
            if kind == "mirror":
                index = random.randrange(len(mirrors))
                mirrors[index].kill()
                mirrors[index].wait()
                mirrors[index] = start(index)
            if kind == "worker":
                wait_for("worker of nginx", lambda: kill_worker(random.choice(sites)))
            counts[kind] += 1
            time.sleep(random.random() * 0.2)
    finally:
        load.over.set()
        load.thread.join()
    expect(wait_for("a last publication", lambda: load.publish() == 0, 60), "nothing can be published")
    publisher.revision = number_of(remote.read(etcd.address("shop.json"))[2])
    for nginx in sites:
        wait_for("the last revision", lambda: number_of(fetch(nginx.url("shop.json"))[0]) == publisher.revision, 30)
    over.set()
    for thread in threads:
        thread.join()
    named = ", ".join(f"{count} × {name}" for name, count in counts.items())
    row(f"{kills} kills ({named}) and {sum(reads)} reads",
        f"{len(problems)} failed, torn, or out of order; {sum(repeated)} repeated, since their worker was killed", "0")
    expect(not problems, f"readers saw {problems[:5]}")
    expect(all(counts.values()) and sum(reads) > kills, f"too little was killed or read: {counts}, {sum(reads)} reads")
    expect(not load.problems, f"publishers: {load.problems[:3]}")
    entries = list(reversed(load.history("--limit", "1000000", "--json")))
    numbers = [entry["revision"] for entry in entries]
    authors = collections.Counter(entry["author"] for entry in entries)
    lost = [number for number in load.acknowledged if authors[f"load-{number}"] == 0]
    twice = [author for author, count in authors.items() if count > 1]
    gaps = numbers != list(range(numbers[0], numbers[0] + len(numbers)))
    row(f"{sum(load.codes.values())} publications meanwhile, {load.codes[-signal.SIGKILL]} of them killed",
        f"{len(load.acknowledged)} confirmed, {len(lost)} lost, {len(twice)} twice, {'with' if gaps else 'no'} gaps in the history",
        "0 lost, 0 twice, no gaps")
    expect(load.acknowledged and not lost and not twice and not gaps, f"{lost} {twice} {numbers if gaps else ''}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", help="the name of one part")
    arguments = parser.parse_args()
    random.seed(os.environ.get("SERVING_SEED", "1"))
    remote = Remote(arguments.folder)
    started = time.monotonic()

    def stores(servers):
        etcd, apache, moto = check_stores(remote, servers, 200 if arguments.long else 10, 8 if arguments.long else 4)
        check_ignoring(remote, servers, apache, etcd, moto)
        check_failures(remote, servers, apache, etcd, moto)

    def secrets(servers):
        check_credentials(remote, servers)
        check_tls(remote, servers)

    def mirrors(servers):
        many = arguments.long
        check_mirrors(remote, servers, 300 if many else 50, 1_000 if many else 20, 1_000 if many else 100, many)

    def publishers(servers):
        check_publishers(remote, servers, *((8, 200) if arguments.long else (4, 3)))

    parts = {"stores": stores, "secrets": secrets, "publishers": publishers, "mirrors": mirrors}
    for name, part in parts.items():
        if arguments.only in (None, name):
            print(f"== {name}", flush=True)
            with Servers() as servers:
                try:
                    part(servers)
                except BaseException:
                    for log in servers.folder.glob("*.log"):
                        print(f"-- {log.name}\n{log.read_text(errors='replace')[-1500:]}", file=sys.stderr)
                    raise
    expect(rows, "nothing was checked")
    print(f"\n{len(rows)} results in {time.monotonic() - started:.0f} seconds")


if __name__ == "__main__":
    try:
        main()
    except Missing as error:
        sys.exit(f"{error} is not installed; run Scripts/install-dependencies.sh serving")
