"""Slow, greedy and disconnected clients, killed servers and a lack of file descriptors do not affect other clients.

usage: slow.py GRUNDY FOLDER
"""

import contextlib
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from server import Server, demand, edges

grundy, folder = sys.argv[1:]
TOKEN = "0123456789abcdefXYZ"
MANY = 600  # more than the connections of the server
PATIENCE = 120  # seconds that a busy machine may need for a quick request
small = {"game": edges("a b\n")}
for_ever = "return { start = function() local n = %d while true do n = n + 1 end end, moves = function() return {} end }"


def wait_until(holds, *what):
    deadline = time.monotonic() + PATIENCE
    while not holds():
        demand(time.monotonic() < deadline, *what)
        time.sleep(0.05)


def children(server):
    with open(f"/proc/{server.process.pid}/task/{server.process.pid}/children") as file:
        return file.read().split()


def cpu_seconds(process):
    with open(f"/proc/{process.pid}/stat") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def clients(server, count, data, source="127.0.0.1"):
    """Opens connections from that address and sends these bytes on each of them."""
    made = []
    try:
        for _ in range(count):
            made.append(socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0)))
            with contextlib.suppress(OSError):  # it may have been dropped already
                made[-1].sendall(data)
        yield made
    finally:
        for connection in made:
            connection.close()


def demand_answer(connection, *what):
    connection.settimeout(PATIENCE)
    answer = connection.recv(4096)
    demand(answer.startswith(b"HTTP/1.1 200 "), *what, answer)


def call(server, name, body, *fields):
    body = json.dumps(body).encode()
    head = "".join(f"{line}\r\n" for line in (f"POST /api/{name} HTTP/1.1", f"Host: {server.host}", *fields))
    return head.encode() + b"Content-Length: %d\r\n\r\n" % len(body) + body


def slow_call(server, number):
    """Opens a connection and requests something that never ends."""
    connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    connection.sendall(call(server, "solve", {"game": {"format": "lua", "text": for_ever % number}}))
    return connection


def unfinished_heads_do_not_block_others(server):
    with clients(server, MANY, b"GET / HTTP/1.1\r\nX: "):
        for _ in range(3):
            demand(server.post("info", small)[0] == 200, "while others send their heads slowly")


def an_address_can_only_displace_its_own_connections(server):
    with clients(server, 1, b"GET /api/version HTTP/1.1\r\nHost: ", "127.0.0.3") as (patient,):
        with clients(server, MANY, b"GET / HTTP/1.1\r\nX: ", "127.0.0.2"):
            patient.sendall(f"{server.host}\r\n\r\n".encode())
            demand_answer(patient, "a head that was begun before those of another address")


def unfinished_bodies_do_not_block_others(server):
    head = f"POST /api/info HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: 1000\r\n\r\n".encode()
    with clients(server, MANY, head + b"{"):
        demand(server.post("info", small)[0] == 200, "while others send their bodies slowly")


def unfinished_bodies_do_not_use_up_the_memory(server):
    """All bodies together may have 256 MiB."""
    head = f"POST /api/info HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: {8 << 20}\r\n\r\n".encode()
    with clients(server, 40, head + b" " * (7 << 20)):
        has_room = any(server.post("info", b" " * (6 << 20))[0] != 503 for _ in range(10))
        demand(has_room, "while others hold large bodies")


def a_head_has_ten_seconds(server):
    with clients(server, 1, b"GET / HTTP/1.1\r\nX: ") as (connection,):
        begun = time.monotonic()
        connection.settimeout(0.5)
        answer = None
        while answer is None:
            demand(time.monotonic() - begun < 40, "a client that sends a byte now and then is kept")
            try:
                connection.sendall(b"y")  # which does not give it more time
                answer = connection.recv(4096)
            except TimeoutError:
                pass
            except OSError:
                answer = b""
        demand(answer == b"" and time.monotonic() - begun > 8, answer, time.monotonic() - begun)


def a_head_may_come_in_pieces(server):
    request = call(server, "info", small)
    with clients(server, 1, b"") as (connection,):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in request:
            connection.sendall(bytes([byte]))
        demand_answer(connection, "byte by byte")


def jobs_of_clients_that_have_gone_are_cancelled(server):
    first, second = slow_call(server, 1), slow_call(server, 1)
    wait_until(lambda: len(children(server)) == 1, "no command runs")
    demand(server.post("info", small)[0] == 200)  # so that both have been read
    shared = children(server)
    demand(len(shared) == 1, "they share a command", shared)
    first.close()
    time.sleep(0.5)
    demand(children(server) == shared, "the other one still waits")
    second.close()
    third = slow_call(server, 1)
    third.settimeout(2)
    with contextlib.suppress(TimeoutError):
        demand(False, "a new client gets the answer of a cancelled command", third.recv(4096))
    third.close()
    wait_until(lambda: children(server) == [], "the running command is not cancelled")
    busy = [slow_call(server, number) for number in range(2, 2 + os.cpu_count())]
    wait_until(lambda: len(children(server)) == os.cpu_count())
    queued = [slow_call(server, number) for number in range(100, 350)]
    for connection in queued + busy:
        connection.close()
    wait_until(lambda: children(server) == [], "the queued commands are not cancelled")
    demand(server.post("info", {"game": edges("new game\n")})[0] == 200)
    closing = slow_call(server, 1000)
    closing.shutdown(socket.SHUT_WR)
    demand(closing.recv(4096).startswith(b"HTTP/1.1 400 "), "a client that has closed its sending end looks as if it had gone")
    wait_until(lambda: children(server) == [])
    closing.close()


def files_may_run_out(server):
    """The server does not know this limit, and must not retry all the time."""
    most = len(os.listdir(f"/proc/{server.process.pid}/fd")) + 10
    before = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (most, before[1]))
    with clients(server, 40, b"GET / HTTP/1.1\r\nX: "):
        before_that = cpu_seconds(server.process)
        with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
            wait_until(lambda: cpu_seconds(busy) > 1)
            most = cpu_seconds(busy)  # CPU seconds of a process that never waits on this machine
            busy.kill()
        used = cpu_seconds(server.process) - before_that
        demand(used < most / 4, "waiting for file descriptors keeps the CPU busy:", used, most)
        demand(server.ask("GET", "/api/version")[0] == 200, "without file descriptors")
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, before)
    demand(server.post("info", small)[0] == 200)


def kill(server):
    server.process.kill()
    server.process.wait()
    server.stop = lambda: None


def make_folder(path, mode, mode_of_lock):
    os.mkdir(path)
    os.chmod(path, mode)
    open(os.path.join(path, "lock"), "w").close()
    os.chmod(os.path.join(path, "lock"), mode_of_lock)


def folders_of_killed_servers_are_removed():
    place = os.path.join(folder, "temporary")
    secret = os.path.join(folder, "precious")
    make_folder(secret, 0o700, 0o600)
    with Server(grundy, folder, "--time", "600") as killed:
        connection = slow_call(killed, 1)
        wait_until(lambda: children(killed) != [])
        kill(killed)
        connection.close()
    left = os.listdir(place)
    demand(len(left) == 1 and left[0].startswith("grundy-serve-"), left)
    # Folders that do not belong to a server stay, whatever their names.
    empty, shared, public, other = ("grundy-serve-empty", "grundy-serve-shared", "grundy-serve-public", "grundy-other")
    link, file = "grundy-serve-link", "grundy-serve-file"
    others = (empty, shared, public, other, link, file)
    os.mkdir(os.path.join(place, empty), 0o700)
    make_folder(os.path.join(place, shared), 0o755, 0o600)
    make_folder(os.path.join(place, public), 0o700, 0o644)
    make_folder(os.path.join(place, other), 0o700, 0o600)
    os.symlink(secret, os.path.join(place, link))
    open(os.path.join(place, file), "w").close()
    with Server(grundy, folder, "--time", "600") as server:
        demand(left[0] not in os.listdir(place), "the next server removes it")
        mine = set(os.listdir(place)) - set(others)
        demand(len(mine) == 1, mine)
        with Server(grundy, folder) as another:
            demand(mine < set(os.listdir(place)), "the folder of a running server stays")
            demand(another.post("info", small)[0] == 200 and server.post("info", small)[0] == 200)
            another.process.terminate()
            demand(another.process.wait(PATIENCE) == 0)
            another.stop = lambda: None
        server.process.terminate()
        demand(server.process.wait(PATIENCE) == 0)
        server.stop = lambda: None
    demand(set(os.listdir(place)) == set(others), os.listdir(place))
    demand(os.listdir(secret) == ["lock"], "a link is not followed")
    for name in (link, file):
        os.remove(os.path.join(place, name))
    for name in (empty, shared, public, other):
        shutil.rmtree(os.path.join(place, name))


def servers_may_start_at_the_same_time():
    with contextlib.ExitStack() as stack:
        started = [stack.enter_context(Server(grundy, folder)) for _ in range(3)]
        for server in started:
            kill(server)
        with ThreadPoolExecutor(6) as pool:
            again = [stack.enter_context(server) for server in pool.map(lambda _: Server(grundy, folder), range(6))]
        for server in again:
            demand(server.post("info", small)[0] == 200, "a folder is missing")
        for server in again:
            server.process.terminate()
        for server in again:
            demand(server.process.wait(PATIENCE) == 0)
            server.stop = lambda: None
    demand(os.listdir(os.path.join(folder, "temporary")) == [])


with Server(grundy, folder, "--time", "600") as server:
    for test in (unfinished_heads_do_not_block_others, an_address_can_only_displace_its_own_connections, unfinished_bodies_do_not_block_others,
                 unfinished_bodies_do_not_use_up_the_memory, a_head_has_ten_seconds, a_head_may_come_in_pieces, jobs_of_clients_that_have_gone_are_cancelled, files_may_run_out):
        test(server)

with Server(grundy, folder, "--listen", "0.0.0.0", "--token", TOKEN) as server:
    data = call(server, "info", small)  # without the token
    with clients(server, MANY, data[:-1]):
        status, _, _ = server.ask("GET", "/api/version", headers={"Authorization": "Bearer " + TOKEN})
        demand(status == 200, "while others without a token send slowly")

folders_of_killed_servers_are_removed()
servers_may_start_at_the_same_time()
