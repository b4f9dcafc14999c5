"""Starts real servers on the loopback interface, and ends what it started, by process identifier.

etcd, nginx with nchan, Apache with mod_dav, and lighttpd with mod_webdav come from Debian. The object storage is moto, an emulator of S3.
"""

import contextlib
import http.client
import http.server
import json
import os
import pathlib
import shutil
import signal
import socket
import socketserver
import subprocess
import tempfile
import threading
import time
import urllib.request


class Missing(Exception):
    """A program that isn't installed."""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def wait_for(what, condition, seconds=20):
    """Returns the first true value of a condition, which may also throw until then."""
    end, last = time.monotonic() + seconds, None
    while time.monotonic() < end:
        try:
            value = condition()
            if value:
                return value
        except Exception as error:
            last = error
        time.sleep(0.02)
    raise AssertionError(f"no {what} within {seconds} seconds: {last}")


def listens(port):
    with socket.create_connection(("127.0.0.1", port), timeout=1):
        return True


def program(*names):
    for name in names:
        for folder in [None, "/usr/sbin:/usr/local/sbin"]:
            path = shutil.which(name, path=folder)
            if path:
                return path
    raise Missing(names[0])


class Servers:
    """Servers in a scratch folder, which is removed with them."""

    def __init__(self):
        # Readable, because servers that root starts work as other users.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="toggles-serving-"))
        os.chmod(self.folder, 0o755)
        self.processes = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def start(self, words, name, **options):
        log = open(self.folder / f"{name}.log", "ab")
        process = subprocess.Popen(
            [str(word) for word in words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options
        )
        self.processes.append(process)
        return process

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                process.terminate()
        for process in self.processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Etcd:
    """A cluster of etcd."""

    def __init__(self, servers, count=3, options=()):
        self.servers = servers
        ports = free_ports(2 * count)
        self.clients, self.peers = ports[:count], ports[count:]
        self.options = list(options)
        self.scheme = "https" if "--cert-file" in self.options else "http"
        self.members = [self.launch(index) for index in range(count)]
        self.wait()

    def launch(self, index, state="new"):
        names = ",".join(f"m{one}=http://127.0.0.1:{port}" for one, port in enumerate(self.peers))
        own = f"{self.scheme}://127.0.0.1:{self.clients[index]}"
        return self.servers.start(
            [program("etcd"), "--name", f"m{index}", "--data-dir", self.servers.folder / f"etcd{self.clients[0]}-{index}",
             "--listen-client-urls", own, "--advertise-client-urls", own,
             "--listen-peer-urls", f"http://127.0.0.1:{self.peers[index]}",
             "--initial-advertise-peer-urls", f"http://127.0.0.1:{self.peers[index]}",
             "--initial-cluster", names, "--initial-cluster-state", state, "--heartbeat-interval", "50",
             "--election-timeout", "500", *self.options],
            f"etcd{index}",
        )

    def restart(self, index):
        self.members[index] = self.launch(index)

    def kill(self, index):
        self.members[index].send_signal(signal.SIGKILL)
        self.members[index].wait()

    def post(self, path, body, index=0):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.clients[index]}/v3/{path}", json.dumps(body).encode(), method="POST"
        )
        with urllib.request.urlopen(request, timeout=5) as response:
            return json.load(response)

    def wait(self):
        if self.scheme == "https":
            for port in self.clients:
                wait_for("etcd", lambda: listens(port))
            return
        for index in range(len(self.members)):
            wait_for("etcd", lambda: "header" in self.post("kv/range", {"key": "eA=="}, index))

    def leader(self):
        for index in range(len(self.members)):
            try:
                status = self.post("maintenance/status", {}, index)
                if status["leader"] == status["header"]["member_id"]:
                    return index
            except OSError:
                continue
        return None

    def address(self, key, scheme=None):
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.clients)
        return f"{scheme or ('etcd' if self.scheme == 'https' else 'etcd+http')}://{hosts}/{key}"


class Apache:
    """Apache with mod_dav, whose files are in `root`."""

    def __init__(self, servers, options="", dav=True):
        (self.port,) = free_ports(1)
        base = servers.folder / f"apache{self.port}"
        self.root = base / "root"
        self.root.mkdir(parents=True)
        owner = "www-data" if os.geteuid() == 0 else None
        if owner:
            for folder in [base, self.root]:
                shutil.chown(folder, owner)
        modules = pathlib.Path("/usr/lib/apache2/modules")
        names = ["mpm_event", "authz_core", "authn_core", "authn_file", "authz_user", "auth_basic", "dav", "dav_fs",
                 "alias", "headers", "rewrite", "unixd"]
        loaded = "\n".join(
            f"LoadModule {name}_module {modules / f'mod_{name}.so'}"
            for name in names
            if (modules / f"mod_{name}.so").exists()
        )
        configuration = base / "apache.conf"
        configuration.write_text(f"""
{loaded}
ServerName 127.0.0.1
Listen 127.0.0.1:{self.port}
PidFile {base}/pid
ErrorLog {base}/error.log
DefaultRuntimeDir {base}
{f"User {owner}" if owner else ""}
{f"Group {owner}" if owner else ""}
DavLockDB {base}/locks
DocumentRoot {self.root}
<Directory {self.root}>
    Require all granted
    {"Dav On" if dav else ""}
    {options}
</Directory>
""")
        self.process = servers.start([program("apache2", "httpd"), "-f", configuration, "-DFOREGROUND"], "apache")
        wait_for("Apache", lambda: listens(self.port))

    def url(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"


class Lighttpd:
    """lighttpd with mod_webdav, whose files are in `root`."""

    def __init__(self, servers):
        (self.port,) = free_ports(1)
        base = servers.folder / f"lighttpd{self.port}"
        self.root = base / "root"
        self.root.mkdir(parents=True)
        if not pathlib.Path("/usr/lib/lighttpd/mod_webdav.so").exists():
            raise Missing("lighttpd-mod-webdav")
        configuration = base / "lighttpd.conf"
        configuration.write_text(f"""
server.modules = ( "mod_webdav" )
server.bind = "127.0.0.1"
server.port = {self.port}
server.document-root = "{self.root}"
server.upload-dirs = ( "{base}" )
mimetype.assign = ( ".json" => "application/json" )
webdav.activate = "enable"
""")
        self.process = servers.start([program("lighttpd"), "-D", "-f", configuration], "lighttpd")
        wait_for("lighttpd", lambda: listens(self.port))

    def url(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"


class Nginx:
    """nginx, which serves the files in `root`, and announces changes at /events if it has nchan."""

    def __init__(self, servers, root, dav=False, workers=1):
        self.servers = servers
        self.port, self.inner = free_ports(2)
        base = servers.folder / f"nginx{self.port}"
        (base / "temporary").mkdir(parents=True)
        self.root = pathlib.Path(root)
        self.root.mkdir(parents=True, exist_ok=True)
        root_user = os.geteuid() == 0
        if dav and root_user:
            for folder in [base, base / "temporary", self.root]:
                shutil.chown(folder, "www-data")
        nchan = pathlib.Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
        if not nchan.exists():
            raise Missing("libnginx-mod-nchan")
        self.configuration = base / "nginx.conf"
        self.configuration.write_text(f"""
load_module {nchan};
{"user www-data;" if root_user else ""}
daemon off;
worker_processes {workers};
worker_rlimit_nofile 16384;
pid {base}/pid;
error_log {base}/error.log warn;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    {" ".join(f"{name}_temp_path {base}/temporary/{name};" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])}
    default_type application/json;
    server {{
        listen 127.0.0.1:{self.port} backlog=4096;
        root {self.root};
        location / {{ add_header Cache-Control "no-cache"; {"dav_methods PUT DELETE MKCOL; create_full_put_path on;" if dav else ""} }}
        location = /events {{ nchan_subscriber eventsource; nchan_channel_id flags; nchan_eventsource_ping_interval 15; }}
    }}
    server {{
        listen 127.0.0.1:{self.inner};
        location = /publish {{ nchan_publisher; nchan_channel_id flags; nchan_message_buffer_length 1; nchan_message_timeout 1h; }}
    }}
}}
""")
        self.launch()

    def launch(self):
        self.process = self.servers.start([program("nginx"), "-c", self.configuration], "nginx")
        wait_for("nginx", lambda: listens(self.port) and listens(self.inner))

    def workers(self):
        """The workers that run, without those that have ended and that nginx hasn't noticed yet."""
        text = subprocess.run(["ps", "-o", "pid=,stat=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        workers = map(str.split, text.stdout.splitlines())
        return [int(number) for number, state in workers if not state.startswith("Z")]

    def url(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"

    @property
    def publish(self):
        return f"http://127.0.0.1:{self.inner}/publish"


class Moto:
    """moto, an emulator of S3 from PyPI, with the bucket `flags`."""

    def __init__(self, servers):
        (self.port,) = free_ports(1)
        self.process = servers.start([program("moto_server"), "-H", "127.0.0.1", "-p", self.port], "moto")
        wait_for("moto", lambda: listens(self.port), 60)
        # In moto's threads, checking a condition and writing are two steps, between which another write can slip.
        self.endpoint = f"http://127.0.0.1:{Proxy(self.port, one_by_one=True).port}"
        request = urllib.request.Request(f"{self.endpoint}/flags", method="PUT")
        request.add_header("Authorization", "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/aws4_request")
        wait_for("bucket", lambda: urllib.request.urlopen(request, timeout=5).status == 200)

    environment = {
        "AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing-secret", "AWS_REGION": "us-east-1",
    }


class Proxy:
    """A proxy in this process that can change or cut off requests to a server."""

    def __init__(self, port, strips=(), cuts=None, after=None, one_by_one=False):
        """Creates a proxy.

        - strips: the header fields that it removes
        - cuts: a method whose response it doesn't return, after the server has handled the request
        - after: called with the method before a request is passed on
        - one_by_one: whether a request waits for the response to the one before
        """
        outer = self
        turn = threading.Lock() if one_by_one else contextlib.nullcontext()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self):
                try:
                    super().handle_one_request()
                except (ConnectionError, ValueError):
                    self.close_connection = True

            def pass_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                outer.requests.append((self.command, self.path, dict(self.headers)))
                if after:
                    after(self.command)
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                headers = {
                    name: value for name, value in self.headers.items()
                    if name.lower() not in [*strips, "connection", "host"]
                }
                headers["Host"] = self.headers["Host"]
                with turn:
                    connection.request(self.command, self.path, body, headers)
                    response = connection.getresponse()
                    content = response.read()
                if self.command == cuts:
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                    return
                self.send_response(response.status)
                for name, value in response.getheaders():
                    if name.lower() not in ["transfer-encoding", "connection", "content-length", "date", "server"]:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_DELETE = do_GET = do_HEAD = do_MKCOL = do_POST = do_PUT = pass_on

            def log_message(self, *_):
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

        self.requests = []
        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"

    def close(self):
        self.server.shutdown()
