"""Compares operators on rules with games written here from their definitions.

usage: operators.py GRUNDY

Nothing here uses symmetry, and positions are tuples and sets.
"""

import functools
import itertools
import subprocess
import sys

grundy = sys.argv[1]


def solve(game, column):
    """Maps the names of positions to entries of the column."""
    text = subprocess.run([grundy, "solve", game, "--to", "tsv", "--columns", column], check=True,
                          capture_output=True, text=True).stdout
    return dict(line.split("\t") for line in text.splitlines()[1:])


def mex(numbers):
    seen = set(numbers)
    return next(n for n in itertools.count() if n not in seen)


def nim(p):
    return {p[:i] + (left,) + p[i + 1:] for i in range(len(p)) for left in range(p[i])}


def wythoff(p):
    return nim(p) | {(p[0] - k, p[1] - k) for k in range(1, min(p) + 1)}


def name(p):
    return ",".join(map(str, p))


def check(what, game, expected):
    found = {p: int(value) for p, value in solve(game, "grundy").items()}
    assert found and all(found[p] == expected(p) for p in found), (what, found)
    print(what, len(found), "positions")


# ---- pass ----------------------------------------------------------------------------------------


@functools.cache
def passed(p, left):
    """The value of Nim with passes [MFL11]; a terminal position has no pass."""
    options = [passed(q, left) for q in nim(p)]
    if left > 0 and any(p):
        options.append(passed(p, left - 1))
    return mex(options)


def pass_value(text):
    heaps, left = text.split("/")
    return passed(tuple(map(int, heaps.split(","))), int(left))


check("pass", "pass(nim:7,7,7)", pass_value)
check("two passes", "pass(nim:3,4,5, 2)", pass_value)

# The P-positions of three heaps of at most 7, in one command. Without the pass they are those of
# Nim; before it has been used, they are others.
lost = {p for p, outcome in solve("pass(nim:7,7,7)", "outcome").items() if outcome == "P"}
triples = list(itertools.combinations_with_replacement(range(8), 3))
assert lost == ({f"{name(t)}/0" for t in triples if t[0] ^ t[1] ^ t[2] == 0} |
                {f"{name(t)}/1" for t in triples if passed(t, 1) == 0}), sorted(lost)
assert {"0,0,0/1", "0,1,2/1"} <= lost and "1,1,0/1" not in lost


# ---- block ---------------------------------------------------------------------------------------


@functools.cache
def blocked(p, forbidden, most):
    options = []
    for q in wythoff(p) - forbidden:
        for size in range(most + 1):
            options += [blocked(q, frozenset(s), most) for s in itertools.combinations(sorted(wythoff(q)), size)]
    return mex(options)


def block_value(most):
    def value(text):
        parts = [tuple(map(int, part.split(","))) for part in text.split("!")]
        return blocked(parts[0], frozenset(parts[1:]), most)
    return value


check("block", "block(wythoff:3,4, 1)", block_value(1))
check("block two", "block(wythoff:2,3, 2)", block_value(2))


# ---- terminal and restrict -----------------------------------------------------------------------


@functools.cache
def ended(p):
    return 0 if p in {(1, 1), (0, 2), (2, 0)} else mex(ended(q) for q in wythoff(p))


# Play ends at symmetric positions, too: 2,0 and 0,2 are the same.
check("terminal", "terminal(wythoff:6,7, 1,1, 2,0)", lambda text: ended(tuple(map(int, text.split(",")))))


@functools.cache
def restricted(p):
    return mex(restricted(q) for q in wythoff(p) if q[0] <= q[1] + 1 and sum(q) % 5 != 3)


check("restrict", "restrict(wythoff:6,7, a <= b + 1 and (a + b) % 5 ~= 3)",
      lambda text: restricted(tuple(map(int, text.split(",")))))


# ---- together ------------------------------------------------------------------------------------


@functools.cache
def both(p, left):
    options = [both(q, left) for q in nim(p) if q[0] != 1]
    if left > 0 and any(q[0] != 1 for q in nim(p)):
        options.append(both(p, left - 1))
    return mex(options)


check("pass of restrict", "pass(restrict(nim:4,5, a ~= 1))",
      lambda text: both(tuple(map(int, text.split("/")[0].split(","))), int(text.split("/")[1])))
