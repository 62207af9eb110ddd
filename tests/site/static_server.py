"""Serves a folder from loopback, as any web server does, for tests of the static site."""

import functools
import http.server
import os
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    """Answers with files; `requests` collects the paths, and other sites may read them if the server is open. Some hosts
    redirect x.html to x."""

    def __init__(self, *given, server_is_open, redirects, requests, **named):
        self.is_open = server_is_open
        self.redirects = redirects
        self.requests = requests
        super().__init__(*given, **named)

    def end_headers(self):
        if self.is_open:
            self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def do_GET(self):
        self.requests.append(self.path)
        if self.redirects and self.path.endswith(".html"):
            self.send_response(301)
            self.send_header("Location", self.path.removesuffix(".html"))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if self.redirects and os.path.exists(self.translate_path(self.path) + ".html"):
            self.path += ".html"
        try:
            super().do_GET()
        except ConnectionError:
            pass  # the browser has closed the page

    def log_message(self, *_):
        pass


class StaticServer:
    """Runs during a with statement, and until `stop`."""

    def __init__(self, folder, is_open=False, redirects=False):
        self.requests = []
        handler = functools.partial(Handler, directory=folder, server_is_open=is_open,
                                    redirects=redirects, requests=self.requests)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.is_running = False

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.is_running = True
        return self

    def stop(self):
        if self.is_running:
            self.server.shutdown()
            self.server.server_close()
        self.is_running = False

    def __exit__(self, *_):
        self.stop()
