"""Runs `grundy serve` for tests, and sends requests to it."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile


class Server:
    """Runs during a with statement. The server must end by itself on a signal, and remove its files."""

    def __init__(self, grundy, folder, *words):
        self.folder = os.path.join(folder, "temporary")
        os.makedirs(self.folder, exist_ok=True)
        handle, self.errors = tempfile.mkstemp(prefix="server-errors-", dir=folder)
        with open(handle, "w") as errors:
            self.process = subprocess.Popen(
                [grundy, "serve", "--port", "0", *words], stdout=subprocess.PIPE, stderr=errors, text=True,
                env={**os.environ, "TMPDIR": self.folder})
        line = self.process.stdout.readline()
        found = re.search(r"http://([^/]*):(\d+)/", line)
        assert found, line + open(self.errors).read()
        self.address, self.port = found.group(1), int(found.group(2))  # as printed
        self.host = f"127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.stop()
        else:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        code = self.process.wait(timeout=300)
        errors = open(self.errors).read()
        assert code == 0, (code, errors)
        assert errors == "", errors
        assert os.listdir(self.folder) == [], os.listdir(self.folder)

    def is_alive(self):
        return self.process.poll() is None

    def memory(self):
        """Returns the resident memory in bytes."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def connect(self, address="127.0.0.1"):
        return http.client.HTTPConnection(address, self.port, timeout=900)

    def ask(self, method, path, body=None, headers=None, connection=None):
        """Returns status, headers and bytes; the body is sent as JSON unless it is bytes."""
        mine = connection or self.connect()
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        mine.request(method, path, body, headers or {})
        answer = mine.getresponse()
        data = answer.read()
        if connection is None:
            mine.close()
        return answer.status, answer.headers, data

    def post(self, name, body, **rest):
        status, headers, data = self.ask("POST", "/api/" + name, body, **rest)
        if headers["Content-Type"] == "application/json":
            data = json.loads(data)
        return status, data

    def raw(self, data, wait=5):
        """Sends bytes and returns the answer until the server closes the connection, or sends nothing for that many
        seconds."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            try:
                connection.sendall(data)
            except OSError:
                pass
            answer = b""
            try:
                while True:
                    part = connection.recv(65536)
                    if not part:
                        return answer
                    answer += part
            except OSError:
                return answer


def edges(text):
    return {"format": "edges", "text": text}


def demand(holds, *what):
    """An assertion that cannot be switched off; `what` is printed on failure."""
    if not holds:
        print(*what, file=sys.stderr)
        raise AssertionError(what)
