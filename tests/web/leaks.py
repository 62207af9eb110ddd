"""A server, and commands that it runs, free what they have.

usage: leaks.py GRUNDY FOLDER
"""

import sys

from server import Server, demand, edges

grundy, folder = sys.argv[1:]
with Server(grundy, folder, "examples/ring.edges", "wythoff:2,2", "--time", "60") as server:
    for body in ({"game": edges("a b\n")}, {"game": edges("a b\n")}, {"game": edges("a b c\n")}, {"game": 7}):
        status, data = server.post("solve", body)
        demand(status in (200, 400), data)
    demand(server.ask("GET", "/api/examples")[0] == 200)
    demand(server.ask("GET", "/nothing")[0] == 404)
