"""Makes the 1st, 2nd, 3rd … allocation of every call fail: the answer is MemoryError, never a crash, and afterwards
everything works.

usage: allocations.py      with tests/python/preload/failing.c preloaded
"""

import ctypes
import sys

from calls import CALLS

failing = ctypes.CDLL(None)
failing.failing_start.argtypes = [ctypes.c_long]
failing.failing_stop.restype = ctypes.c_bool

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
