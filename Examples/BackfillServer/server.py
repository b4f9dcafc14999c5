#!/usr/bin/env python3
"""The server's half of a backfill from devices, with the standard library only.

    server.py FOLDER [--port PORT] [--copiers COUNT] [--fail-every COUNT]

Receives the exports of users' old stores, and copies their notes to new.db. Users wait in queue.db, whose rows the Swift
program next to it reads and writes, too. Documentation/StoreMigrationWire.md describes the requests and the rows.

--copiers 0 only receives. --fail-every N lets every Nth request fail, as if the network did.
"""

import argparse
import hashlib
import json
import os
import re
import secrets
import sqlite3
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAXIMUM_CHUNK = 1 << 20
MAXIMUM_UPLOAD = 1 << 30
MAXIMUM_USER = 1024
BATCH_SIZE = 10
LEASE = 2_000
MAXIMUM_ATTEMPTS = 8
TIME_LIMIT = 1 << 62


def now():
    return int(time.time() * 1000)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Refused(Exception):
    """A request that isn't carried out, with the status and the body of the answer."""

    def __init__(self, status, error, **members):
        super().__init__(error)
        self.status = status
        self.body = {"version": 1, "error": error, **members}


class Database:
    """An SQLite database, which other processes use, too."""

    def __init__(self, path, schema):
        self.lock = threading.Lock()
        self.connection = sqlite3.connect(path, timeout=30, check_same_thread=False, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        for statement in schema:
            self.connection.execute(statement)

    def transaction(self, body):
        with self.lock:
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                result = body(self.connection)
                self.connection.execute("COMMIT")
                return result
            except BaseException:
                self.connection.execute("ROLLBACK")
                raise


class Queue:
    """The users who wait for a copy: one row for each of them."""

    def __init__(self, path):
        self.database = Database(
            path,
            [
                "CREATE TABLE IF NOT EXISTS backfill_queue (user_id TEXT PRIMARY KEY, phase TEXT NOT NULL,"
                " due BIGINT NOT NULL, activity BIGINT NOT NULL, text TEXT NOT NULL)",
                "CREATE INDEX IF NOT EXISTS backfill_queue_phase"
                " ON backfill_queue (phase, activity DESC, user_id)",
            ],
        )

    @staticmethod
    def _read(connection, user):
        found = connection.execute("SELECT text FROM backfill_queue WHERE user_id = ?", (user,)).fetchone()
        if found:
            return json.loads(found[0])
        return {
            "version": 1, "user": user, "phase": "idle", "old": "beginning", "new": None,
            "activity": "beginning", "due": "beginning", "attempts": 0, "copied": 0,
        }

    @staticmethod
    def _write(connection, row):
        columns = [-(1 << 63) if row[name] == "beginning" else row[name] for name in ("due", "activity")]
        connection.execute(
            "INSERT OR REPLACE INTO backfill_queue VALUES (?, ?, ?, ?, ?)",
            (row["user"], row["phase"], *columns, compact(row)),
        )

    def change(self, user, change):
        def body(connection):
            row = self._read(connection, user)
            before = compact(row)
            change(row)
            if compact(row) != before:
                self._write(connection, row)
            return row

        return self.database.transaction(body)

    def user(self, user):
        return self.change(user, lambda row: None)

    def begin(self, user, start):
        """Sets when the new store began to receive all of the user's writes. The user waits, unless that is known."""

        def change(row):
            if row["new"] == start:
                return
            row["new"] = start
            row["activity"] = now()
            # A running copy compares the starts when it ends.
            if row["phase"] != "running" and row.get("start") != start:
                row.update(phase="waiting", due=now(), attempts=0)
                for name in ("lease", "failure"):
                    row.pop(name, None)

        self.change(user, change)

    def take(self):
        """Returns a user whose records may be copied, with a lease, or None."""

        def body(connection):
            found = connection.execute(
                "SELECT user_id FROM backfill_queue WHERE phase IN ('waiting', 'running') AND due <= ?"
                " ORDER BY activity DESC, user_id LIMIT 1",
                (now(),),
            ).fetchone()
            if not found:
                return None
            row = self._read(connection, found[0])
            if row["phase"] == "running":
                # The worker was killed.
                row.update(attempts=row["attempts"] + 1, failure="abandoned")
            if row["attempts"] >= MAXIMUM_ATTEMPTS:
                row["phase"] = "failed"
                row.pop("lease", None)
            else:
                row.update(phase="running", lease=secrets.token_hex(8), due=now() + LEASE, start=row["new"])
                row.pop("requested_again", None)
            self._write(connection, row)
            return row

        return self.database.transaction(body)

    def renew(self, taken):
        """Returns whether the worker still has its lease, which then lasts longer."""

        def change(row):
            if row.get("lease") == taken["lease"]:
                row["due"] = max(row["due"], now() + LEASE)

        return self.change(taken["user"], change).get("lease") == taken["lease"]

    def end(self, taken, copied=None, error=None):
        """Ends a lease with the number of copied records, or an error."""

        def change(row):
            if row["phase"] != "running" or row.get("lease") != taken["lease"]:
                return
            del row["lease"]
            row["due"] = now()
            outdated = row.pop("requested_again", False) or row["new"] not in (None, row.get("start"))
            if error is None:
                row.update(attempts=0, copied=copied)
                row.pop("failure", None)
                row["phase"] = "waiting" if outdated else "done" if row["new"] is not None else "idle"
                return
            row.update(attempts=row["attempts"] + 1, failure=type(error).__name__)
            if outdated:
                row.update(attempts=0, phase="waiting")
            elif row["attempts"] < MAXIMUM_ATTEMPTS:
                delay = min(3_600_000, 1_000 << (row["attempts"] - 1))
                row.update(phase="waiting", due=now() + delay)
            else:
                row["phase"] = "failed"

        self.change(taken["user"], change)

    def report(self):
        rows = self.database.transaction(
            lambda connection: connection.execute("SELECT phase, count(*) FROM backfill_queue GROUP BY phase").fetchall()
        )
        counts = dict.fromkeys(["waiting", "running", "done", "failed", "idle"], 0)
        for phase, count in rows:
            counts[phase if phase in counts else "failed"] += count
        return {"version": 1, "into": "new", "time": int(time.time()), **counts}


class Notes:
    """The new store, which commits records together with a checkpoint."""

    def __init__(self, path):
        self.database = Database(
            path,
            [
                "CREATE TABLE IF NOT EXISTS note (user TEXT NOT NULL, id INTEGER NOT NULL, modified INTEGER NOT NULL,"
                " text TEXT NOT NULL, copies INTEGER NOT NULL, PRIMARY KEY (user, id))",
                "CREATE TABLE IF NOT EXISTS checkpoint (user TEXT PRIMARY KEY, text TEXT NOT NULL)",
            ],
        )

    @staticmethod
    def _checkpoint(connection, user):
        found = connection.execute("SELECT text FROM checkpoint WHERE user = ?", (user,)).fetchone()
        return json.loads(found[0]) if found else None

    def checkpoint(self, user):
        return self.database.transaction(lambda connection: self._checkpoint(connection, user))

    def commit(self, user, notes, previous, checkpoint):
        def body(connection):
            if self._checkpoint(connection, user) != previous:
                raise RuntimeError("another process copies the records of the same user")
            for note in notes:
                # A note that is at least as new comes from a dual write.
                connection.execute(
                    "INSERT INTO note VALUES (?, ?, ?, ?, 1) ON CONFLICT (user, id) DO UPDATE SET copies = copies + 1,"
                    " text = CASE WHEN excluded.modified > modified THEN excluded.text ELSE text END,"
                    " modified = max(modified, excluded.modified)",
                    (user, note["id"], note["modified"], note["text"]),
                )
            connection.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?)", (user, compact(checkpoint)))

        self.database.transaction(body)


class Uploads:
    """The files that devices upload: one for each user and digest."""

    def __init__(self, folder):
        self.folder = folder
        self.lock = threading.Lock()
        os.makedirs(folder, exist_ok=True)

    def path(self, user, digest, is_finished):
        # A user's name can contain anything.
        name = hashlib.sha256(user.encode()).hexdigest()
        return os.path.join(self.folder, f"{name}.{digest}.{'done' if is_finished else 'part'}")

    def find(self, user, digest):
        """Returns the path and the size of a file, which may not exist yet."""
        finished = self.path(user, digest, True)
        path = finished if os.path.exists(finished) else self.path(user, digest, False)
        return path, os.path.getsize(path) if os.path.exists(path) else 0

    def append(self, user, digest, offset, chunk):
        with self.lock:
            path, size = self.find(user, digest)
            if size != offset or path.endswith(".done") and chunk:
                raise Refused(409, f"the server has {size} bytes, not {offset}", offset=size)
            if size + len(chunk) > MAXIMUM_UPLOAD:
                raise Refused(413, f"a file must not be larger than {MAXIMUM_UPLOAD} bytes")
            with open(path, "ab") as file:
                file.write(chunk)
                file.flush()
                os.fsync(file.fileno())

    def finish(self, user, digest, size):
        """Returns whether the file is complete; otherwise, its bytes are discarded."""
        with self.lock:
            path, found = self.find(user, digest)
            if path.endswith(".done"):
                return True
            computed = hashlib.sha256()
            if os.path.exists(path):
                with open(path, "rb") as file:
                    for block in iter(lambda: file.read(1 << 16), b""):
                        computed.update(block)
            if found != size or computed.hexdigest() != digest:
                if os.path.exists(path):
                    os.remove(path)
                return False
            if not os.path.exists(path):
                open(path, "wb").close()
            os.replace(path, self.path(user, digest, True))
            return True

    def newest(self, user):
        """Returns the path of the file that was finished last."""
        start = hashlib.sha256(user.encode()).hexdigest()
        paths = [
            os.path.join(self.folder, name)
            for name in os.listdir(self.folder)
            if name.startswith(start) and name.endswith(".done")
        ]
        return max(paths, key=os.path.getmtime)


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder, port, copiers, fail_every):
        super().__init__(("127.0.0.1", port), Handler)
        self.queue = Queue(os.path.join(folder, "queue.db"))
        self.notes = Notes(os.path.join(folder, "new.db"))
        self.uploads = Uploads(os.path.join(folder, "uploads"))
        self.report_path = os.path.join(folder, "backfill.json")
        self.fail_every = fail_every
        self.requests = 0
        self.counting = threading.Lock()
        self.wake = threading.Condition()
        self.write_report()
        for _ in range(copiers):
            threading.Thread(target=self.copy_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        # A client that is gone asks again.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def failure(self):
        """Returns how the present request fails: before it's carried out, or with a lost answer."""
        with self.counting:
            self.requests += 1
            if not self.fail_every or self.requests % self.fail_every:
                return None
            return "before" if self.requests // self.fail_every % 2 else "after"

    def write_report(self):
        with self.counting:
            temporary = f"{self.report_path}.tmp"
            with open(temporary, "w") as file:
                file.write(json.dumps(self.queue.report(), indent=2) + "\n")
            os.replace(temporary, self.report_path)

    # Copying

    def copy_forever(self):
        while True:
            taken = self.queue.take()
            if taken is None:
                with self.wake:
                    # A user may be due later.
                    self.wake.wait(timeout=0.2)
                continue
            if taken["phase"] == "running":
                try:
                    self.queue.end(taken, copied=self.copy(taken))
                except Exception as error:
                    print(f"{taken['user']}: {error}", file=sys.stderr, flush=True)
                    self.queue.end(taken, error=error)
            self.write_report()

    def copy(self, taken):
        """Copies a user's notes after the last committed batch, and returns how many were copied so far."""
        user, start = taken["user"], taken["new"]
        checkpoint = self.notes.checkpoint(user)
        if checkpoint is None or "copies_before" not in checkpoint:
            if checkpoint and checkpoint.get("done_before") == start:
                return checkpoint["copied"]
            begun = {**(checkpoint or {"version": 1, "copied": 0}), "copies_before": start}
            self.notes.commit(user, [], checkpoint, begun)
            checkpoint = begun
        with open(self.uploads.newest(user), encoding="utf-8") as file:
            notes = sorted((json.loads(line) for line in file), key=lambda note: note["id"])
        while True:
            last = int(checkpoint.get("cursor", -TIME_LIMIT))
            page = [note for note in notes if note["id"] > last][:BATCH_SIZE]
            following = {**checkpoint, "copied": checkpoint["copied"] + len(page)}
            is_last = len(page) < BATCH_SIZE
            if is_last:
                following["done_before"] = following.pop("copies_before")
                for name in ("cursor", "copied_by_this"):
                    following.pop(name, None)
            else:
                following["cursor"] = str(page[-1]["id"])
                following["copied_by_this"] = checkpoint.get("copied_by_this", 0) + len(page)
            if not self.queue.renew(taken):
                raise RuntimeError("another worker has the user")
            self.notes.commit(user, page, checkpoint, following)
            checkpoint = following
            if is_last:
                return checkpoint["copied"]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, *arguments):
        pass

    def send_error(self, code, message=None, explain=None):
        # Requests that the standard library refuses, such as one with another method.
        self.close_connection = True
        content = compact({"version": 1, "error": message or self.responses[code][0]}).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def refuse_method(self):
        self.send_error(405, "a resource only has the methods of Documentation/StoreMigrationWire.md")

    do_DELETE = do_HEAD = do_OPTIONS = do_PATCH = refuse_method

    def do_GET(self):
        self.carry_out(self.get)

    def do_POST(self):
        self.carry_out(self.append)

    def do_PUT(self):
        self.carry_out(self.complete)

    def carry_out(self, operation):
        failure = self.server.failure()
        try:
            # Also before a failure, because an unread body would be the next request.
            body = self.body()
            if failure == "before":
                raise Refused(503, "try again later")
            status, answer = operation(body, *self.address())
        except Refused as refusal:
            status, answer = refusal.status, refusal.body
        if failure == "after":
            self.close_connection = True
            return
        content = b"" if answer is None else compact(answer).encode()
        self.send_response(status)
        if answer is not None:
            self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        if status == 503:
            self.send_header("Retry-After", "1")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)

    def body(self):
        length = self.headers.get("Content-Length")
        if length is None:
            if self.command == "GET":
                return b""
            self.close_connection = True
            raise Refused(411, "Content-Length is missing")
        if not re.fullmatch(r"[0-9]{1,18}", length):
            self.close_connection = True
            raise Refused(400, "Content-Length is not a number")
        if int(length) > MAXIMUM_CHUNK:
            self.close_connection = True
            # A client that is still sending wouldn't read the answer.
            if int(length) <= 16 * MAXIMUM_CHUNK:
                self.rfile.read(int(length))
            raise Refused(413, f"a body must not be larger than {MAXIMUM_CHUNK} bytes")
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self.close_connection = True
            raise Refused(400, "the body is shorter than its Content-Length")
        return body

    def address(self):
        """Returns the user, the digest, the rest of the path, and the query of the request."""
        path, _, query = self.path.partition("?")
        parts = path.split("/")
        if len(parts) not in (4, 5) or parts[:2] != ["", "uploads"]:
            raise Refused(404, "there is no such resource")
        try:
            if re.search("%(?![0-9A-Fa-f]{2})", parts[2]):
                raise ValueError
            user = urllib.parse.unquote(parts[2], errors="strict")
        except ValueError:
            raise Refused(400, "the user is not percent-encoded UTF-8")
        if not user or "\0" in user or len(user.encode()) > MAXIMUM_USER:
            raise Refused(400, f"the user must have 1 to {MAXIMUM_USER} bytes, and no NUL")
        if not re.fullmatch("[0-9a-f]{64}", parts[3]):
            raise Refused(400, "the digest must have 64 lowercase hexadecimal digits")
        return user, parts[3], parts[4] if len(parts) == 5 else "", urllib.parse.parse_qs(query)

    # Requests

    def get(self, body, user, digest, rest, query):
        if rest == "":
            return 200, {"version": 1, "offset": self.server.uploads.find(user, digest)[1]}
        if rest != "phase":
            raise Refused(404, "there is no such resource")
        if not self.server.uploads.find(user, digest)[0].endswith(".done"):
            raise Refused(404, "the file is unknown or unfinished")
        row = self.server.queue.user(user)
        answer = {"version": 1, "phase": row["phase"]}
        if "failure" in row:
            answer["failure"] = row["failure"]
        return 200, answer

    def append(self, body, user, digest, rest, query):
        if rest:
            raise Refused(404, "there is no such resource")
        offsets = query.get("offset", [])
        if len(offsets) != 1 or not re.fullmatch(r"[0-9]{1,18}", offsets[0]):
            raise Refused(400, "there must be one ‘offset’, which is a number")
        self.server.uploads.append(user, digest, int(offsets[0]), body)
        return 204, None

    def complete(self, body, user, digest, rest, query):
        if rest:
            raise Refused(404, "there is no such resource")
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            raise Refused(400, "the body is not JSON")
        if not isinstance(message, dict) or message.get("version") != 1 or type(message["version"]) is not int:
            raise Refused(400, "the body must be an object of version 1")
        start, size = message.get("start"), message.get("size")
        for name, number in (("start", start), ("size", size)):
            # In Python, ‘true’ is a number.
            if type(number) is not int or abs(number) > TIME_LIMIT or name == "size" and number < 0:
                raise Refused(400, f"‘{name}’ must be a whole number")
        if not self.server.uploads.finish(user, digest, size):
            return 200, {"version": 1, "matches": False}
        self.server.queue.begin(user, start)
        self.server.write_report()
        with self.server.wake:
            self.server.wake.notify()
        return 200, {"version": 1, "matches": True}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=0, help="0 chooses a free one")
    parser.add_argument("--copiers", type=int, default=2)
    parser.add_argument("--fail-every", type=int, default=0)
    options = parser.parse_args()
    server = Server(options.folder, options.port, options.copiers, options.fail_every)
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
