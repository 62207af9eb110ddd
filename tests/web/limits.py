"""Limits of time, memory and the queue: no request stops the others or the server.

usage: limits.py GRUNDY FOLDER
"""

import json
import os
import signal
import socket
import sys
import threading
import time

from server import Server, demand, edges

grundy, folder = sys.argv[1:]
sanitized = os.environ.get("GRUNDY_SANITIZED") == "1"
for_ever = 'return { start = function() local n = %d while true do n = n + 1 end end, moves = function() return {} end }'
endless = "return { start = function() return %d end, moves = function(p) return { p + 1 } end }"
greedy = 'return { start = function() local t = {} for i = 1, 1e9 do t[i] = i end return 1 end, moves = function() return {} end }'
small = {"game": edges("a b\n")}


def children(server):
    with open(f"/proc/{server.process.pid}/task/{server.process.pid}/children") as file:
        return file.read().split()


def slow_request(server, number):
    """Opens a connection and requests something that never ends."""
    body = json.dumps({"game": {"format": "lua", "text": for_ever % number}}).encode()
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=120)
    connection.sendall(b"POST /api/solve HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n%s" % (server.host.encode(), len(body), body))
    return connection


with Server(grundy, folder, "--time", "1", "--memory", "128M") as server:
    # A request that exceeds a limit is refused, and the refusal is not cached.
    for text in (for_ever % 0, endless % 1):
        status, data = server.post("solve", {"game": {"format": "lua", "text": text}})
        demand(status == 422 and data["error"]["code"] == 4, text, status, data)
    status, data = server.post("solve", {"game": {"format": "lua", "text": greedy}})
    demand(status == 422 and data["error"]["code"] == 4, status, data)
    # A slow layout does not check the time and is killed.
    tangle = edges("\n".join(f"{u} {v}" for u in range(120) for v in range(u + 1, 120)))
    status, data = server.post("draw", {"game": tangle, "layout": "dot"})
    demand(status == 422 and data["error"]["code"] == 4, status, str(data)[:200])
    demand(children(server) == [], children(server))
    demand(any(server.post("info", small)[0] == 200 for _ in range(30)), "a second is not enough on a busy machine, in 30 tries")

    # Equal requests share one command.
    answers = []
    shared = {"game": {"format": "lua", "text": for_ever % 2}}
    threads = [threading.Thread(target=lambda: answers.append(server.post("solve", shared)[0])) for _ in range(10)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    demand(len(children(server)) <= 1, children(server))
    for thread in threads:
        thread.join()
    demand(answers == [422] * 10, answers)

# Cached answers arrive at once, whatever else is running, and clients that send byte by byte block nobody.
with Server(grundy, folder, "--time", "600") as server:
    demand(server.post("info", small)[0] == 200, "a small game")
    busy = [slow_request(server, number) for number in range(os.cpu_count() + 2)]
    request = b"POST /api/info HTTP/1.1\r\nHost: %s\r\nContent-Length: 200\r\n\r\n" % server.host.encode()
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
    for at in range(5):
        for connection in slow:
            connection.sendall(request[at:at + 1])
        fast = server.connect()
        for _ in range(20):
            status, _, _ = server.ask("POST", "/api/info", json.dumps(small).encode(), connection=fast)
            demand(status == 200, status)
        fast.close()
        time.sleep(0.2)
    demand(0 < len(children(server)) <= os.cpu_count(), children(server))
    # The queue is limited. Queued requests are answered at once when the server shuts down.
    waiting = [slow_request(server, number) for number in range(100, 400)]
    refused = 0
    deadline = time.time() + 60
    while refused == 0 and time.time() < deadline:
        for connection in waiting:
            connection.setblocking(False)
            try:
                answer = connection.recv(4096)
                demand(b" 503 " in answer and b"Retry-After: 1" in answer, answer)
                refused += 1
            except BlockingIOError:
                pass
    demand(refused > 0, "no request was refused")
    demand(server.ask("POST", "/api/info", json.dumps(small).encode())[0] == 200, "a cached answer while the queue is full")
    server.process.send_signal(signal.SIGINT)
    connection = busy[0]
    connection.setblocking(True)
    answer = connection.recv(4096)
    demand(b" 503 " in answer, "the server shuts down without answering the waiting requests", answer)
    started = server.process
    for connection in busy + slow + waiting:
        connection.close()
    demand(started.wait(timeout=60) == 0)
    demand(os.listdir(server.folder) == [], os.listdir(server.folder))
    server.stop = lambda: None

# When a server is killed, its commands end.
with Server(grundy, folder, "--time", "600") as server:
    connection = slow_request(server, 1)
    while not children(server):
        time.sleep(0.05)
    child = children(server)[0]
    server.process.kill()
    server.process.wait()
    for _ in range(200):
        if not os.path.exists(f"/proc/{child}") or open(f"/proc/{child}/stat").read().split()[2] == "Z":
            break
        time.sleep(0.05)
    else:
        demand(False, "a command is still running")
    server.stop = lambda: None
    connection.close()
