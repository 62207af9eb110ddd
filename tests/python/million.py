"""Makes a million calls of the Python module and checks that memory does not grow.

usage: million.py
"""

import gc
import sys

import grundy

GAME = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
SOLUTION = GAME.solve()
CALLS = [lambda: grundy.Game([("a", "b")]), lambda: GAME.solve("outcome"), lambda: SOLUTION["b"].value,
         lambda: grundy.nim(3) + grundy.nim(4), lambda: (GAME.at("a") + grundy.nim(1)).outcome,
         lambda: GAME._core.names(), lambda: grundy.Value(3) + 5, lambda: SOLUTION._core.array("grundy", 3)]
ROUNDS = 1_000_000 // len(CALLS)
MOST_PAGES = 2000  # of 4 KiB


def pages():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1])


def main():
    for _ in range(ROUNDS // 10):
        for call in CALLS:
            call()
    gc.collect()
    before, blocks = pages(), sys.getallocatedblocks()
    for _ in range(ROUNDS):
        for call in CALLS:
            call()
    gc.collect()
    grown, more = pages() - before, sys.getallocatedblocks() - blocks
    print(f"{ROUNDS * len(CALLS):,} calls: {grown} more pages, {more} more blocks")
    return 1 if grown > MOST_PAGES or more > 100 else 0


sys.exit(main())
