#!/usr/bin/env python3
"""Checks a server against Documentation/StoreMigrationWire.md, with requests that the app never sends or sends twice.

    check.py URL SCHEMA [FOLDER]

SCHEMA is Schemas/backfill.schema.json. With a folder, also checks the rows, checkpoints, and the report in it.
"""

import hashlib
import http.client
import json
import os
import re
import sqlite3
import sys
import time
import urllib.parse

failures = []


def check(name, found, expected):
    if found != expected:
        failures.append(name)
        print(f"FAILED  {name}: {found!r} instead of {expected!r}")


class Schema:
    """As much of JSON Schema as this schema uses."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.root = json.load(file)

    def check(self, name, value):
        for problem in self.problems(self.root["definitions"][name], value):
            failures.append(name)
            print(f"FAILED  {name}: {problem} in {json.dumps(value)}")

    def problems(self, schema, value, path="$"):
        if "$ref" in schema:
            yield from self.problems(self.root["definitions"][schema["$ref"].rsplit("/", 1)[1]], value, path)
            return
        if "anyOf" in schema:
            if not any(not list(self.problems(choice, value, path)) for choice in schema["anyOf"]):
                yield f"{path} fits none"
            return
        kinds = {"object": dict, "string": str, "array": list, "boolean": bool, "null": type(None), "integer": int}
        kind = schema.get("type")
        if kind and (not isinstance(value, kinds[kind]) or kind == "integer" and isinstance(value, bool)):
            yield f"{path} is not a {kind}"
            return
        if "const" in schema and value != schema["const"]:
            yield f"{path} is not {schema['const']}"
        if "enum" in schema and value not in schema["enum"]:
            yield f"{path} is none of {schema['enum']}"
        if "minimum" in schema and value < schema["minimum"]:
            yield f"{path} is less than {schema['minimum']}"
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{path} doesn't match {schema['pattern']}"
        for name in schema.get("required", []):
            if name not in value:
                yield f"{path}.{name} is missing"
        for name, member in schema.get("properties", {}).items():
            if isinstance(value, dict) and name in value:
                yield from self.problems(member, value[name], f"{path}.{name}")
        if isinstance(value, list):
            for index, element in enumerate(value):
                yield from self.problems(schema.get("items", {}), element, f"{path}[{index}]")


class Client:
    def __init__(self, url):
        self.address = urllib.parse.urlsplit(url).netloc

    def __call__(self, method, path, body=None, **headers):
        """Returns the status, and the object in the body."""
        connection = http.client.HTTPConnection(self.address, timeout=10)
        try:
            connection.request(method, path, body=body, headers={n.replace("_", "-"): v for n, v in headers.items()})
            answer = connection.getresponse()
            content = answer.read()
            if content:
                check(f"{method} {path[:40]}: the type", answer.headers["Content-Type"], "application/json")
            return answer.status, json.loads(content) if content else None
        finally:
            connection.close()

    def raw(self, text):
        """Sends a request without the headers that a library adds, and returns the status."""
        connection = http.client.HTTPConnection(self.address, timeout=10)
        connection.connect()
        connection.sock.sendall(text.encode())
        status = connection.sock.recv(100).split()[1]
        connection.close()
        return int(status)


def main():
    request, schema = Client(sys.argv[1]), Schema(sys.argv[2])
    content = b'{"id":1,"modified":5,"text":"one"}\n{"id":2,"modified":6,"text":"two"}\n'
    digest = hashlib.sha256(content).hexdigest()
    # A different user each time, with characters that a path or a file's name must not contain as they are.
    user = f"check/../\u00e9 {time.time_ns()}"
    path = f"/uploads/{urllib.parse.quote(user, safe='')}/{digest}"
    finish = json.dumps({"version": 1, "start": 1_795_252_500_123, "size": len(content)})

    def offset(expected):
        status, answer = request("GET", path)
        schema.check("progress", answer)
        check("the offset", (status, answer["offset"]), (200, expected))

    def refused(name, expected, result):
        status, answer = result
        check(name, status, expected)
        schema.check("error", answer)
        return answer

    # An upload with repeated requests
    offset(0)
    refused("the phase of an unknown file", 404, request("GET", f"{path}/phase"))
    check("the first bytes", request("POST", f"{path}?offset=0", content[:20]), (204, None))
    for name, place in (("bytes that were sent before", 0), ("bytes after a gap", 30)):
        answer = refused(name, 409, request("POST", f"{path}?offset={place}", content[:20]))
        schema.check("conflict", answer)
        check(f"{name}: the offset", answer["offset"], 20)
    offset(20)
    refused("the phase of an unfinished file", 404, request("GET", f"{path}/phase"))
    check("an incomplete file", request("PUT", path, finish), (200, {"version": 1, "matches": False}))
    offset(0)
    check("all bytes", request("POST", f"{path}?offset=0", content), (204, None))
    for _ in range(2):
        status, answer = request("PUT", path, finish)
        schema.check("match", answer)
        check("a complete file", (status, answer["matches"]), (200, True))
    offset(len(content))
    refused("bytes after the end", 409, request("POST", f"{path}?offset=0", content[:20]))
    for _ in range(200):
        status, answer = request("GET", f"{path}/phase")
        schema.check("phase", answer)
        if answer["phase"] == "done":
            break
        time.sleep(0.05)
    check("the phase", (status, answer), (200, {"version": 1, "phase": "done"}))
    # The same content, after dual writes have begun again
    later = json.dumps({"version": 1, "start": 1_795_252_600_000, "size": len(content), "unknown": True})
    check("a later start", request("PUT", path, later)[1], {"version": 1, "matches": True})

    # Other bytes than those of the digest
    other = hashlib.sha256(b"other").hexdigest()
    wrong = path.replace(digest, other)
    check("other bytes", request("POST", f"{wrong}?offset=0", content), (204, None))
    check("another digest", request("PUT", wrong, finish), (200, {"version": 1, "matches": False}))
    check("discarded bytes", request("GET", wrong)[1], {"version": 1, "offset": 0})

    # A file without content
    empty = hashlib.sha256(b"").hexdigest()
    nothing = path.replace(digest, empty)
    message = json.dumps({"version": 1, "start": 1_795_252_700_000, "size": 0})
    check("an empty file", request("PUT", nothing, message), (200, {"version": 1, "matches": True}))
    check("no bytes", request("GET", nothing)[1], {"version": 1, "offset": 0})

    # Malformed requests
    malformed = [
        ("POST", path, b"x"), ("POST", f"{path}?offset=-1", b"x"), ("POST", f"{path}?offset=x", b"x"),
        ("PUT", path, b""), ("PUT", path, b"{"), ("PUT", path, b"[]"), ("PUT", path, b'{"version":2}'),
        ("PUT", path, b'{"version":1,"start":"soon","size":1}'), ("PUT", path, b'{"version":1,"start":true,"size":1}'),
        ("PUT", path, b'{"version":1,"start":1,"size":-1}'), ("PUT", path, b'{"version":1,"start":1.5,"size":1}'),
        ("PUT", path, b'{"version":1,"start":1e400,"size":1}'), ("PUT", path, b'\xff{"version":1}'),
        ("PUT", path, b'{"version":true,"start":1,"size":1}'), ("PUT", path, b"[" * 100_000),
        ("POST", f"{path}?offset=0&offset=70", b"x"), ("GET", f"/uploads/%zz/{digest}", None),
        ("GET", path.upper(), None), ("GET", f"/uploads/ada/{digest[1:]}", None), ("GET", f"/uploads/%FF/{digest}", None),
        ("GET", f"/uploads//{digest}", None), ("GET", f"/uploads/{'a' * 2000}/{digest}", None),
        ("GET", f"/uploads/%00/{digest}", None),
    ]
    for method, place, body in malformed:
        status, answer = request(method, place, body)
        expected = 404 if place == path.upper() else 400
        refused(f"{method} {place[-40:]} {body}", expected, (status, answer))
    for method, body in (("GET", None), ("POST", b"x"), ("PUT", finish)):
        refused(f"{method} of another resource", 404, request(method, f"{path}/rows?offset=0", body))
    for method in ("DELETE", "PATCH"):
        refused(method, 405, request(method, path))
    refused("too many bytes", 413, request("POST", f"{path}?offset=0", b"x" * ((1 << 20) + 1)))
    check("no length", request.raw(f"POST {path}?offset=0 HTTP/1.1\r\nHost: x\r\n\r\n"), 411)
    check("a length that isn't a number", request.raw(f"PUT {path} HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n"), 400)
    offset(len(content))

    if len(sys.argv) > 3:
        folder = sys.argv[3]
        with sqlite3.connect(os.path.join(folder, "queue.db"), timeout=30) as database:
            rows = [(phase, json.loads(text)) for phase, text in database.execute("SELECT phase, text FROM backfill_queue")]
        for phase, row in rows:
            schema.check("row", row)
            check(f"the phase of {row['user']}", phase, row["phase"])
        with sqlite3.connect(os.path.join(folder, "new.db"), timeout=30) as database:
            checkpoints = [json.loads(text) for (text,) in database.execute("SELECT text FROM checkpoint")]
        for checkpoint in checkpoints:
            schema.check("checkpoint", checkpoint)
        with open(os.path.join(folder, "backfill.json"), encoding="utf-8") as file:
            schema.check("report", json.load(file))
        check("that there are rows and checkpoints", min(len(rows), len(checkpoints)) > 0, True)
    print("the server conforms" if not failures else f"{len(failures)} checks failed")
    sys.exit(1 if failures else 0)


main()
