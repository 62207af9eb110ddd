"""Makes the 1st, 2nd, 3rd … allocation of every call fail: the answer is MemoryError, never a crash, and afterwards
everything works.

usage: allocations.py      with tests/python/preload/failing.c preloaded
"""

import ctypes
import sys
import tempfile

import grundy

failing = ctypes.CDLL(None)
failing.failing_start.argtypes = [ctypes.c_long]
failing.failing_stop.restype = ctypes.c_bool

RING = [("a", "b"), ("b", "a"), ("b", "c")]
GAME = grundy.Game(RING)
SOLUTION = GAME.solve()
FOLDER = tempfile.TemporaryDirectory()

CALLS = {
    "game": lambda: grundy.Game(RING),
    "players": lambda: grundy.Game([("a", "b")], players={"a": "A", "b": "B"}, outcomes={"b": "A"}),
    "solve": lambda: GAME.solve("all"),
    "reduced": lambda: GAME.solve(reduce=True),
    "verify": lambda: SOLUTION.verify(),
    "sets": lambda: SOLUTION.k[1],
    "sum": lambda: (GAME.at("a") + grundy.nim(5)).best(),
    "heap": lambda: grundy.heap("kayles", 7).best(),
    "expression": lambda: grundy.position("ordinal:(w*2+3)").evaluate(),
    "explain": lambda: GAME.at("b").why(),
    "dot": lambda: GAME.draw("dot"),
    "trace": lambda: GAME.trace(),
    "match": lambda: GAME.at("b").play().best(),
    "linear": lambda: grundy.Game([("a", "b")]).linear().value("a"),
    "ordinal": lambda: grundy.omega * 2 + 1,
    "heaps": lambda: grundy.heap("kayles").solve(50).period,
    "random": lambda: grundy.random("gnp", positions=20, p=0.1),
    "explore": lambda: grundy.explore(5, range),
    "parse": lambda: grundy.parse("a b\nb c"),
    "open": lambda: grundy.open("wythoff:1,2").positions,
    "text": lambda: SOLUTION.to_text("csv"),
    "save": lambda: SOLUTION.save(FOLDER.name + "/s.tsv"),
    "product": lambda: grundy.product([GAME, GAME]),
    "hereditary": lambda: GAME.hereditary_sets(),
    "value": lambda: grundy.Value.infinite({1, 2}) + 3,
}
MOST = 400  # allocations of a call that are made to fail


def attempt(call, n):
    """Returns whether an allocation failed, and the exception."""
    failing.failing_start(n)
    try:
        call()
        caught = None
    except BaseException as error:
        caught = error
    return failing.failing_stop(), caught


def main():
    tried = 0
    for name, call in CALLS.items():
        call()
        for n in range(1, MOST):
            failed, caught = attempt(call, n)
            if not failed:
                break
            tried += 1
            memory = isinstance(caught, MemoryError) or getattr(caught, "reason", "") == "memory"
            if caught is not None and not memory:
                print(f"{name}: allocation {n} failed: {type(caught).__name__}: {caught}")
                return 1
        call()
    print(f"{tried} allocations failed")
    return 0


sys.exit(main())
