"""Measures the Python module: the time that importing it takes, what it adds to the C call that solves a game from SciPy,
and how many moves per second rules in Python give. Each figure is the best of several runs; importing and rules, which
take one thread, are measured in CPU time.

usage: python.py [RUNS]      with the module grundy in PYTHONPATH or installed
"""

import os
import subprocess
import sys
import time

import grundy
from grundy import _core

POSITIONS, DEGREE = 1_389_000, 8  # 10 million moves, because a tenth of the positions are sinks
BOUND = 200_000


def timed(call, clock=time.perf_counter):
    start = clock()
    result = call()
    return clock() - start, result


def import_seconds(runs):
    code = "import time; t = time.process_time(); import grundy; print(time.process_time() - t)"
    return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(runs))


def scipy_matrix():
    """Returns a matrix as SciPy makes it, with offsets of 32 bits."""
    matrix = grundy.random("degree", positions=POSITIONS, degree=DEGREE).to_scipy()
    matrix.indptr = matrix.indptr.astype("int32")
    return matrix


def solve_seconds(matrix):
    """Returns the seconds of the C call that solves a game, and those of the rest, from the matrix to arrays."""
    start = time.perf_counter()
    game = grundy.from_scipy(matrix)
    c_call, core = timed(lambda: _core.solve(game._core, "default", 0, None, None, False, None))
    solution = grundy.Solution(game, core)
    _ = solution.outcome, solution.grundy, solution.remoteness
    return c_call, time.perf_counter() - start - c_call


def moves(n):
    return [] if n == 1 else [n + 1] * (n < BOUND) + [n // p for p in (2, 3, 5) if n % p == 0]


def main(runs):
    print(f"import             {import_seconds(2 * runs) * 1000:8.1f} ms")
    matrix = scipy_matrix()
    c_call, rest = map(min, zip(*(solve_seconds(matrix) for _ in range(runs))))
    print(f"solve from SciPy   {c_call + rest:8.3f} s for {matrix.nnz:,} moves, {c_call:.3f} s of it in C: "
          f"{100 * rest / c_call:.1f} % more")
    explorations = [timed(lambda: grundy.explore(9, moves), time.process_time) for _ in range(runs)]
    seconds, game = min(explorations, key=lambda pair: pair[0])
    print(f"rules in Python    {game.size / seconds / 1e6:8.2f} million moves per second")
    print("load of the machine", *(f"{load:.1f}" for load in os.getloadavg()))


main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
