"""Measures the Python module: the time that importing it takes, what it adds to the C call that solves a game from SciPy,
how many moves per second rules in Python give, and what conversions cost. Each figure is the best of several runs;
everything but solving, which takes one thread, is measured in CPU time, and conversions as ratios to what one would do
by hand, in the same run.

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
    c_call, core = timed(lambda: _core.solve(game._core, "default", 0, None, None, False, None, 0, -1, None))
    solution = grundy.Solution(game, core)
    _ = solution.outcome, solution.grundy, solution.remoteness
    return c_call, time.perf_counter() - start - c_call


def moves(n):
    return [] if n == 1 else [n + 1] * (n < BOUND) + [n // p for p in (2, 3, 5) if n % p == 0]


def conversions(runs):
    """Prints the seconds of conversions, and their ratio to factorizing the columns, or to a pass over the edges."""
    import networkx
    import numpy
    import pandas

    def best(call):
        return min(timed(call, time.process_time)[0] for _ in range(runs))

    game = grundy.random("degree", positions=1_000_000, degree=10)
    integers = game.to_pandas()
    names = numpy.array([f"p{number}" for number in range(len(game))], dtype=object)
    texts = pandas.DataFrame({end: names[integers[end]] for end in integers.columns})
    named = grundy.from_pandas(texts)
    solution = named.solve()
    for what, frame, again in (("integers", integers, grundy.from_pandas(integers)), ("texts", texts, named)):
        hand = best(lambda: pandas.factorize(pandas.concat([frame.source, frame.target])))
        for name, call in (("from_pandas", lambda: grundy.from_pandas(frame)), ("from_arrow", lambda: grundy.from_arrow(again)),
                           ("to_pandas", again.to_pandas), ("to Arrow", again.__arrow_c_stream__)):
            seconds = best(call)
            print(f"{name:<12} {what:<9} {seconds:5.2f} s for {game.size:,} moves, {seconds / hand:.2f} of pandas.factorize")
    print(f"solution     to pandas {best(solution.to_pandas):5.2f} s, to Arrow {best(solution.__arrow_c_stream__):.2f} s "
          f"for {len(game):,} positions")
    graph = grundy.random("degree", positions=100_000, degree=10).to_networkx()
    assert isinstance(graph, networkx.DiGraph)
    numbers = {node: number for number, node in enumerate(graph)}
    hand = best(lambda: [(numbers[u], numbers[v]) for u, v in graph.edges()])
    seconds = best(lambda: grundy.from_networkx(graph))
    print(f"from_networkx          {seconds:5.2f} s for {graph.number_of_edges():,} moves, {seconds / hand:.2f} of a pass "
          "that numbers the ends of all edges")


def main(runs):
    print(f"import             {import_seconds(2 * runs) * 1000:8.1f} ms")
    matrix = scipy_matrix()
    c_call, rest = map(min, zip(*(solve_seconds(matrix) for _ in range(runs))))
    print(f"solve from SciPy   {c_call + rest:8.3f} s for {matrix.nnz:,} moves, {c_call:.3f} s of it in C: "
          f"{100 * rest / c_call:.1f} % more")
    explorations = [timed(lambda: grundy.explore(9, moves), time.process_time) for _ in range(runs)]
    seconds, game = min(explorations, key=lambda pair: pair[0])
    print(f"rules in Python    {game.size / seconds / 1e6:8.2f} million moves per second")
    conversions(min(runs, 3))
    print("load of the machine", *(f"{load:.1f}" for load in os.getloadavg()))


main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
