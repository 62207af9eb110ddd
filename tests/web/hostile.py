"""Hostile headers, bodies and paths get a 4xx or no answer, and the server keeps running.

usage: hostile.py GRUNDY FOLDER
"""

import json
import os
import random
import re
import socket
import sys
from concurrent.futures import ThreadPoolExecutor

from server import Server, demand, edges

grundy, folder = sys.argv[1:]
chance = random.Random(int(os.environ.get("GRUNDY_SEED", "1")))
scale = int(os.environ.get("GRUNDY_SCALE", "100")) / 100
GAME = json.dumps({"game": edges("a b\n")}).encode()


def status_of(answer):
    found = re.match(rb"HTTP/1\.[01] (\d+)", answer)
    return int(found.group(1)) if found else None


def expect(server, what, data, *statuses):
    status = status_of(server.raw(data))
    demand(status in statuses, what, status, statuses)
    demand(server.is_alive(), what)


def answers_to(server, requests, wait):
    """Returns pairs of requests and answers. Sends several at once, because waiting for silence takes time."""
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda data: server.raw(data, wait), requests))
    demand(server.is_alive(), "one of these requests crashes the server:", requests)
    return zip(requests, answers)


def other_sites_are_refused(server):
    host = server.host
    for value in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "localhost:1", f"127.0.0.1.evil:{server.port}",
                  "", " ", "a" * 5000, f"{host}/", f"x@{host}", "[::1", "\x00"):
        status = status_of(server.raw(f"GET /api/version HTTP/1.1\r\nHost: {value}\r\n\r\n".encode()))
        demand(status is None or 400 <= status < 500, "Host", value, status)
    expect(server, "no host", b"GET /api/version HTTP/1.1\r\n\r\n", 400, 403)
    expect(server, "no host, in HTTP/1.0", b"GET /api/version HTTP/1.0\r\n\r\n", 403)
    expect(server, "two hosts", f"GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n".encode(), 400, 403)
    for origin in ("http://evil.example", "null", f"https://{host}", "http://localhost:1", ""):
        status, _, data = server.ask("POST", "/api/solve", GAME, {"Origin": origin})
        demand(status == 403 and json.loads(data)["error"]["code"] == 2, "Origin", origin, status)
    for origin in (f"http://{host}", f"http://localhost:{server.port}"):
        status, _, _ = server.ask("POST", "/api/solve", GAME, {"Origin": origin})
        demand(status == 200, "Origin", origin, status)


def unknown_paths_are_refused(server):
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/../api/version/x", "//etc/passwd", "/api/", "/api/nothing",
                 "/api/solve/", "/API/SOLVE", "/web/page/index.html", "/.git/config", "/%00", "/api/solve%00", "/" + "a" * 10000,
                 "/\\..\\x", "/api/solve?x=" + "y" * 20000, "*", "http://evil.example/"):
        status = status_of(server.raw(f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()))
        demand(status is None or 400 <= status < 500, path[:60], status)
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "NONSENSE", "GET"):
        status = status_of(server.raw(f"{method} /api/solve HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()))
        demand(status in (400, 404, 405, 501), method, status)
    status, headers, _ = server.ask("POST", "/api/version", b"{}")
    demand(status == 405 and headers["Allow"] == "GET, HEAD", status)


def broken_requests_are_refused(server):
    host = server.host.encode()
    broken = (b"", b"\r\n\r\n", b"\x00" * 100, b"GET\r\n\r\n",
              b"GET / HTTP/9.9\r\nHost: " + host + b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01",
              b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n" + b"A: b\r\n" * 5000 + b"\r\n",
              b"GET / HTTP/1.1\r\nHost: " + host + b"\r\nX: " + b"y" * 100000 + b"\r\n\r\n",
              b"GET / HTTP/1.1\r\nHost: " + host + b"\r\nX\x00Y: z\r\n\r\n",
              b"POST /api/solve HTTP/1.1\r\nHost: " + host + b"\r\nContent-Length: -1\r\n\r\n",
              b"POST /api/solve HTTP/1.1\r\nHost: " + host + b"\r\nContent-Length: 99999999999999999999\r\n\r\n",
              b"POST /api/solve HTTP/1.1\r\nHost: " + host + b"\r\nContent-Length: 5, 6\r\n\r\nhello",
              b"POST /api/solve HTTP/1.1\r\nHost: " + host + b"\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
              b"POST /api/solve HTTP/1.1\r\nHost: " + host + b"\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
              b"POST /api/solve HTTP/1.1\r\nHost: " + host + b"\r\nContent-Length: 100\r\n\r\n{")
    for data, answer in answers_to(server, broken, wait=1):
        status = status_of(answer)
        demand(b"Content-Type" not in answer or b"Content-Type: application/json" in answer, answer)
        demand(status is None or 400 <= status < 600, data[:80], status)
        demand(status not in (200, 500), data[:80], status)
    expect(server, "in pieces", b"POST /api/info HTTP/1.1\r\nHost: " + host + b"\r\nTransfer-Encoding: chunked\r\n\r\n" +
           b"".join(b"1\r\n%c\r\n" % byte for byte in GAME) + b"0\r\n\r\n", 200)


def heads_that_programs_read_in_different_ways_are_refused(server):
    """Proxies and servers that disagree about where a request ends can be made to see different requests."""
    host = server.host.encode()
    start = b"POST /api/info HTTP/1.1\r\nHost: " + host + b"\r\n"
    length = b"Content-Length: %d" % len(GAME)
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(GAME), GAME)
    for what, data, status in (
            ("two lengths", start + length + b"\r\nContent-Length: 5\r\n\r\n" + GAME, 400),
            ("the same length twice", start + length + b"\r\n" + length + b"\r\n\r\n" + GAME, 400),
            ("a list of lengths", start + length + b", %d\r\n\r\n" % len(GAME) + GAME, 400),
            ("a signed length", start + b"Content-Length: +%d\r\n\r\n" % len(GAME) + GAME, 400),
            ("a length in hexadecimal", start + b"Content-Length: 0x%x\r\n\r\n" % len(GAME) + GAME, 400),
            ("a length and an encoding", start + length + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 400),
            ("an encoding and a length", start + b"Transfer-Encoding: chunked\r\n" + length + b"\r\n\r\n" + chunks, 400),
            ("two encodings", start + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 400),
            ("an unknown encoding", start + b"Transfer-Encoding: gzip\r\n\r\n" + chunks, 501),
            ("a list of encodings", start + b"Transfer-Encoding: chunked, identity\r\n\r\n" + chunks, 501),
            ("an encoding in HTTP/1.0", start.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n" + chunks, 400),
            ("bare line feeds", (start + length + b"\r\n\r\n").replace(b"\r", b"") + GAME, 400),
            ("one bare line feed", start + length + b"\n\r\n" + GAME, 400),
            ("a bare line feed at the end", start + length + b"\r\n\n" + GAME, 400),
            ("bare carriage returns", (start + length + b"\r\n\r\n").replace(b"\n", b"") + GAME, 400),
            ("a line feed in a value", start + length + b"\r\nX: a\nContent-Length: 5\r\n\r\n" + GAME, 400),
            ("a folded field", start + b"X: a\r\n b\r\n" + length + b"\r\n\r\n" + GAME, 400),
            ("a space before the colon", start + length.replace(b":", b" :") + b"\r\n\r\n" + GAME, 400),
            ("a field without a name", start + b": a\r\n" + length + b"\r\n\r\n" + GAME, 400),
            ("a field without a colon", start + b"a\r\n" + length + b"\r\n\r\n" + GAME, 400),
            ("an empty line first", b"\r\n" + start + length + b"\r\n\r\n" + GAME, 400),
            ("two spaces", start.replace(b" HTTP", b"  HTTP") + length + b"\r\n\r\n" + GAME, 400),
            ("HTTP/2.0", start.replace(b"1.1", b"2.0") + length + b"\r\n\r\n" + GAME, 505),
            ("a long target", b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n", 414),
            ("a large head", start + b"X: " + b"a" * 17000 + b"\r\n" + length + b"\r\n\r\n" + GAME, 431),
            ("many fields", start + b"X: a\r\n" * 200 + length + b"\r\n\r\n" + GAME, 431)):
        answer = server.raw(data, wait=60)
        demand(status_of(answer) == status, what, status, answer)
        demand(json.loads(answer.split(b"\r\n\r\n", 1)[1])["error"]["message"], what, answer)
    expect(server, "a good request", start + length + b"\r\n\r\n" + GAME, 200)
    expect(server, "in HTTP/1.0", start.replace(b"1.1", b"1.0") + length + b"\r\n\r\n" + GAME, 200)
    both = server.raw((start + length + b"\r\n\r\n" + GAME) * 2, wait=60)
    demand(both.count(b"HTTP/1.1 ") == 1 and b"Connection: close" in both, "a connection carries one request", both)


def large_bodies_are_refused_while_they_are_sent(server):
    start = f"POST /api/info HTTP/1.1\r\nHost: {server.host}\r\n".encode()
    megabyte = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
    for count in (9, 40):
        answer = server.raw(start + b"Transfer-Encoding: chunked\r\n\r\n" + megabyte * count + b"0\r\n\r\n", wait=60)
        demand(status_of(answer) == 413, count, "MiB in chunks", answer)
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(start + b"Transfer-Encoding: chunked\r\n\r\n" + megabyte * 9)  # the rest never comes
        demand(status_of(connection.recv(4096)) == 413, "chunks without an end")
    for size in (9 << 20, 1 << 40):
        answer = server.raw(start + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % size, wait=60)
        demand(status_of(answer) == 413, "refused before the body is sent", size, answer)
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(start + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(GAME))
        demand(status_of(connection.recv(4096)) == 100, "a body that is not too large")
        connection.sendall(GAME)
        demand(status_of(connection.recv(4096)) == 200, "the answer after the body")


def wrong_bodies_are_refused(server):
    no_json, complex = "the body is not a JSON object: ", "the body is too complex; "
    for body, message in (
            (b"", no_json), (b"null", no_json), (b"[]", "the body is not an object"), (b"7", no_json), (b'"x"', no_json), (b"{", no_json),
            (b"{}", "'game' is missing"), (b'{"game": 1}', "'game' is not an object"), (b'{"game": {}}', "'text' is missing "),
            (b'{"game": {"text": 5}}', "'text' is missing or not a string"), (b"\xff\xfe", no_json),
            (b'{"game": {"format": "exe", "text": ""}}', "'format' is not one of edges, "),
            (b'{"game": {"text": "a b\\u0000"}}', "a string contains a NUL; "),
            (b'{"game":{"text":"a"},"game":{"text":"b"}}', no_json + "duplicate object key "),
            (b'{"game": {"text": "a"}, "infinite": "x"}', "'infinite' is not a number"),
            (b'{"game": {"text": "a"}, "columns": 3}', "'columns' is not a list of 1 to 1000 items"),
            (b"[" * 100000, complex), (b'{"a":' * 100000, complex), (b'{"game":' + b"[" * 20 + b"]" * 20 + b"}", complex),
            (b"[" + b"0," * 200000 + b"0]", complex),
            (b'{"game": {"text": "a", "args": "1"}}', "'args' and 'files' are for rules and the gallery, not "),
            (b'{"game": {"text": "' + b"\\ud800" + b'"}}', no_json + "invalid Unicode ")):
        status, _, data = server.ask("POST", "/api/solve", body)
        demand(status == 400, body[:60], status, data[:200])
        demand(json.loads(data)["error"]["message"].startswith(message), body[:60], data)
    status, _, _ = server.ask("POST", "/api/solve", b'{"game": {"text": "' + b"#" * (9 << 20) + b'"}}')
    demand(status == 413, "9 MiB", status)
    status = status_of(server.raw(f"POST /api/solve HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: {1 << 40}\r\n\r\n".encode()))
    demand(status == 413, "1 TiB", status)
    status, _, _ = server.ask("POST", "/api/info", b'{"game": {"text": "' + b"# \\n" * (7 << 18) + b'"}}')
    demand(status == 200, "7 MiB", status)


def no_file_can_be_named(server):
    """Games of the gallery, arguments, files, entities and positions cannot name files of the server."""
    secret = os.path.join(folder, "secret.edges")
    with open(secret, "w") as file:
        file.write("very secret\n")
    script = 'return { args = { "d:digraph" }, start = function(d) return d.order end, moves = function() return {} end }'
    for game in ({"gallery": secret}, {"gallery": "../secret.edges"}, {"gallery": "-"}, {"gallery": "--help"}, {"gallery": ""}, {"gallery": "a/b"},
                 {"gallery": "wythoff", "args": secret}, {"format": "lua", "text": script, "args": secret},
                 {"format": "lua", "text": script, "args": ".."}, {"format": "lua", "text": script, "args": "board.edges"},
                 {"format": "lua", "text": script, "args": "x.edges", "files": {"../x.edges": "a b"}},
                 {"format": "lua", "text": script, "args": "x.edges", "files": {"x.so": "a b"}},
                 {"format": "lua", "text": script, "files": {"game1.edges": "a"}}, {"format": "../x", "text": ""}, {"format": "so", "text": ""},
                 {"format": "lua", "text": 'return io.open("%s")' % secret}, {"format": "lua", "text": 'return os.execute("true")'},
                 {"format": "lua", "text": 'return dofile("%s")' % secret}, {"format": "lua", "text": "\x1bLua"},
                 {"format": "graphml", "text": '<!DOCTYPE g [<!ENTITY x SYSTEM "file://%s">]><graphml><graph edgedefault="directed">'
                                               '<node id="&x;"/></graph></graphml>' % secret}):
        for name, rest in (("solve", {}), ("why", {"position": "a"}), ("draw", {})):
            status, data = server.post(name, {"game": game, **rest})
            demand(status in (400, 422) or "secret" not in str(data), game, status, data)
            demand(status in (200, 400, 422), game, status, data)
    for position in (secret, f'a"@"{secret}', f"a + {secret}@very", "a\nb"):
        status, data = server.post("best", {"components": [{"game": edges("a b"), "position": position}]})
        demand(status == 400, position, data)
    for heap in ("tokens", "kayles:1 + nim", f"{secret}@", "nim:3 +", "--help", "a b"):
        status, data = server.post("best", {"components": [{"heap": heap, "size": 7}]})
        demand(status == 400, heap, data)
    for path in (secret, "../../secret.edges", "../secret.edges", "/dev/stdin", "-"):
        reading = script.replace("d:digraph", "d:digraph=" + path).replace("d.order", "d.names[1]")
        status, data = server.post("solve", {"game": {"format": "lua", "text": reading}})
        demand(status == 400 and "very" not in str(data), path, data)
    for name in ("x.so", "libm.so", "game1.so"):
        status, data = server.post("best", {"components": [{"heap": name, "size": 7}]})
        demand(status == 400 and data["error"]["message"] == "shared objects may not be loaded here", name, data)
    status, data = server.post("solve", {"game": {"format": "lua", "text": script, "args": "board.edges", "files": {"board.edges": "a b\nb c\n"}}})
    demand(status == 200 and data["position"] == ["3"], data)


def with_noise(data):
    """Returns the bytes with some of them changed, doubled and left out."""
    data = bytearray(data)
    for _ in range(chance.randrange(1, 8)):
        at = chance.randrange(len(data))
        kind = chance.randrange(4)
        if kind == 0:
            data[at] = chance.randrange(256)
        elif kind == 1:
            data[at:at] = bytes([chance.randrange(256)]) * chance.randrange(1, 50)
        elif kind == 2:
            del data[at:at + chance.randrange(1, 20)]
        else:
            data[at:at] = chance.choice([b'"', b"\\", b"{", b"\r\n", b"\x00", b"/../", b"%00", b"\xc3\x28"])
    return bytes(data)


def noise_is_survived(server):
    seeds = [b"POST /api/%s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n%s" % (name, server.host.encode(), len(body), body)
             for name, body in ((b"info", GAME), (b"best", b'{"components": [{"nim": 3}, {"heap": "kayles", "size": 4}], "operator": "|"}'),
                                (b"convert", b'{"game": {"format": "dot", "text": "digraph {a -> b}"}, "to": "edges"}'))]
    requests = [with_noise(chance.choice(seeds)) for _ in range(int(150 * scale))]
    for data, answer in answers_to(server, requests, wait=0.5):
        status = status_of(answer)
        demand(status is None or 200 <= status < 500 or status in (501, 505), data, status)


with Server(grundy, folder) as server:
    for test in (other_sites_are_refused, unknown_paths_are_refused, broken_requests_are_refused,
                 heads_that_programs_read_in_different_ways_are_refused, large_bodies_are_refused_while_they_are_sent,
                 wrong_bodies_are_refused, no_file_can_be_named, noise_is_survived):
        test(server)
        demand(server.post("info", {"game": edges("a b\n")})[0] == 200, test.__name__)

TOKEN = "0123456789abcdefXYZ"
with Server(grundy, folder, "--listen", "0.0.0.0", "--token", TOKEN) as server:
    for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Basic " + TOKEN}, {"Cookie": "grundy-token=" + TOKEN[:-1]},
                    {"Cookie": "grundy-token="}, {"Authorization": "Bearer " + TOKEN + "x"}):
        for path in ("/", "/api/version", "/?token=wrong", "/api/nothing"):
            demand(server.ask("GET", path, headers=headers)[0] == 401, path, headers)
    demand(server.ask("GET", "/api/version", headers={"Authorization": "Bearer " + TOKEN})[0] == 200)
    demand(server.address != "0.0.0.0", "the address cannot be opened")
    status, headers, _ = server.ask("GET", "/?token=" + TOKEN, connection=server.connect(server.address))
    cookie = headers["Set-Cookie"]
    demand(status == 303 and headers["Location"] == "/" and "HttpOnly" in cookie and "SameSite=Strict" in cookie, status, cookie)
    demand(server.ask("GET", "/api/version", headers={"Cookie": cookie.split(";")[0]})[0] == 200)
    demand(server.ask("GET", "/api/version", headers={"Cookie": cookie.split(";")[0], "Host": "evil.example"})[0] == 403)
