"""Makes calls of every kind many times and compares the bytes that malloc has given away, which include Python's own
objects, and the references to objects that are never freed: a call that leaks a single block or reference each time is
found, and so is one that releases a reference twice.

usage: leaks.py ROUNDS      with PYTHONMALLOC=malloc, the caches of malloc off, and without sanitizers; 0 rounds: only
                            make every call, for valgrind
"""

import ctypes
import gc
import sys

from calls import ARRAYS, CALLS, ERRORS, GAME, RING, SOLUTION
from memory import bytes_used, libc

SHARED = [None, True, False, 0, 1, 2, "", (), b"", frozenset(), "a", "b", "c", range, RING, GAME, SOLUTION, GAME._core,
          SOLUTION._core, type(GAME._core), type(SOLUTION._core), type(GAME), type(SOLUTION)]
LEAST = 16  # bytes of the smallest block that can leak with every call


def fails(call):
    def attempt():
        try:
            call()
        except Exception:
            return
        raise AssertionError("the call should fail")

    return attempt


def references():
    return [sys.getrefcount(thing) for thing in SHARED]


def leaked(call, rounds):
    """Returns the bytes per call that are not freed, and the largest change per call of the number of references to
    one object. Caches may grow once, a leak grows every time: the least of three measurements counts."""
    grown, drift = [], []
    for _ in range(3):
        bytes_before, before = bytes_used(), references()
        for _ in range(rounds):
            call()
        grown.append((bytes_used() - bytes_before) / rounds)
        drift.append(max(abs(new - old) for new, old in zip(references(), before)) / rounds)
    return min(grown), min(drift)


def can_measure(rounds):
    """Returns whether a leaked block and a leaked reference are noticed."""
    increment = ctypes.pythonapi.Py_IncRef
    increment.argtypes = [ctypes.py_object]
    return leaked(lambda: libc.malloc(LEAST), rounds)[0] >= LEAST and leaked(lambda: increment(None), rounds)[1] >= 1


def main(rounds):
    calls = {**CALLS, **ARRAYS, **{name: fails(call) for name, call in ERRORS.items()}}
    wrong = 0
    if rounds and not can_measure(rounds):
        print("leaks are not noticed")
        return 1
    for name, call in calls.items():
        for _ in range(max(1, rounds // 10)):
            call()
        gc.freeze()  # what exists already is not collected, which would take most of the time
        if rounds:
            grown, drift = leaked(call, rounds)
            if grown >= LEAST / 2 or drift >= 0.5:
                print(f"{name}: every call leaks {grown:.1f} bytes and {drift:.1f} references")
                wrong += 1
    print(f"{len(calls)} kinds of calls")
    return 1 if wrong else 0


sys.exit(main(int(sys.argv[1])))
