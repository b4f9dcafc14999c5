#!/usr/bin/env python3
"""A stand-in for the services that Scripts/send-update-push.sh calls, on loopback.

usage: server.py FOLDER

Writes its port to FOLDER/port, and the path, headers, and content of each request to FOLDER/NUMBER.json.
"""

import http.server
import json
import os
import sys

folder = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    count = 0

    def do_POST(self):
        content = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        Handler.count += 1
        with open(f"{folder}/{Handler.count}.json", "w") as file:
            headers = {name.lower(): value for name, value in self.headers.items()}
            json.dump({"path": self.path, "headers": headers, "content": content}, file)
        if self.path == "/token":
            # As Google's service answers: with white space.
            return self.answer(200, {"access_token": "ya29.a-b_c", "expires_in": 3599, "token_type": "Bearer"})
        if self.path == "/refused/token":
            return self.answer(400, {"error": "invalid_grant"})
        if "/missing/" in self.path or '"topic":"missing"' in content:
            return self.answer(404, {"error": {"status": "NOT_FOUND"}})
        return self.answer(200, {"name": "projects/shop-1/messages/1"} if "/projects/" in self.path else None)

    def answer(self, status, value):
        text = json.dumps(value, indent=2).encode() if value else b""
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
with open(f"{folder}/port.new", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(f"{folder}/port.new", f"{folder}/port")
server.serve_forever()
