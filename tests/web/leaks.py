"""Neither the server nor its commands leak memory.

usage: leaks.py GRUNDY FOLDER
"""

import sys
from concurrent.futures import ThreadPoolExecutor

from server import Server, demand, edges

grundy, folder = sys.argv[1:]
with Server(grundy, folder, "examples/ring.edges", "wythoff:2,2", "--time", "300") as server:
    # Sends all requests at once, because the leak check takes seconds at the end of every command.
    bodies = ({"game": edges("a b\n")}, {"game": edges("a b\n")}, {"game": edges("a b c\n")}, {"game": 7})
    with ThreadPoolExecutor() as pool:
        for status, data in pool.map(lambda body: server.post("solve", body), bodies):
            demand(status in (200, 400), data)
    demand(server.post("solve", bodies[0])[0] == 200, "a cached answer")
    demand(server.ask("GET", "/api/examples")[0] == 200)
    demand(server.ask("GET", "/nothing")[0] == 404)
