"""Makes a million calls of the Python module and checks that memory does not grow.

usage: million.py      with the caches of malloc off and without sanitizers
"""

import sys

import grundy
from memory import bytes_used

GAME = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
SOLUTION = GAME.solve()
CALLS = [lambda: grundy.Game([("a", "b")]), lambda: GAME.solve("outcome"), lambda: SOLUTION["b"].value,
         lambda: grundy.nim(3) + grundy.nim(4), lambda: (GAME.at("a") + grundy.nim(1)).outcome,
         lambda: GAME._core.names(), lambda: grundy.Value(3) ^ 5, lambda: SOLUTION._core.array("grundy", 3)]
ROUNDS = 1_000_000 // len(CALLS)
MOST = 4096  # bytes that may remain


def main():
    for _ in range(ROUNDS // 10):
        for call in CALLS:
            call()
    before, blocks = bytes_used(), sys.getallocatedblocks()
    for _ in range(ROUNDS):
        for call in CALLS:
            call()
    grown, more = bytes_used() - before, sys.getallocatedblocks() - blocks
    print(f"{ROUNDS * len(CALLS):,} calls: {grown} more bytes, {more} more blocks")
    return 1 if grown > MOST or more > 100 else 0


sys.exit(main())
