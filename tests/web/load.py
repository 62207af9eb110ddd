"""Many clients at once: no errors, and memory does not grow from round to round.

usage: load.py GRUNDY FOLDER
"""

import json
import os
import sys
import threading

from server import Server, demand, edges

grundy, folder = sys.argv[1:]
scale = int(os.environ.get("GRUNDY_SCALE", "100")) / 100
CLIENTS = 100
bodies = [json.dumps({"game": edges(f"a {name}\n{name} a\n{name} c\n")}).encode() for name in range(20)]


def client(server, number, failures, requests):
    try:
        connection = server.connect()
        for turn in range(requests):
            body = bodies[(number + turn) % len(bodies)]
            status, _, data = server.ask("POST", "/api/solve", body, connection=connection)
            if status != 200 or json.loads(data)["position"][0] != "a":
                failures.append((status, data))
        connection.close()
    except Exception as error:  # every exception is a failure
        failures.append(error)


def round_of(server, requests):
    failures = []
    threads = [threading.Thread(target=client, args=(server, number, failures, requests)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    demand(failures == [], failures[:5])
    return server.memory()


with Server(grundy, folder) as server:
    requests = max(1, int(20 * scale))
    round_of(server, requests)
    before = round_of(server, requests)
    after = [round_of(server, requests) for _ in range(3)][-1]
    demand(after < before + (8 << 20), before, after)
