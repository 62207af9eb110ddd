"""Worked examples of [LM08] and [LN] whose figures are lost: the text says in words what happens at each step.

usage: cases.py GRUNDY

A game fits the text if each of its statements is true for it. Then its values must be those that the text arrives at.
"""

import itertools
import os
import random
import subprocess
import sys

grundy = sys.argv[1]
seed = int(os.environ.get("GRUNDY_SEED") or random.randrange(2**32))
dice = random.Random(seed)


def solve(game, *columns):
    arguments = [grundy, "solve", "-" if isinstance(game, list) else game, "--to", "tsv", "--columns", ",".join(columns), "-q"]
    text = "".join(game) if isinstance(game, list) else None
    rows = subprocess.run(arguments, check=True, capture_output=True, text=True, input=text).stdout.splitlines()[1:]
    return {row.split("\t")[0]: row.split("\t")[1:] for row in rows}


class Labelling:
    """The state of Algorithm 2 of [LM08]; positions without a label have none here."""

    def __init__(self, followers):
        self.followers, self.label, self.level = followers, {}, 0

    def first(self, u):
        """(C1), and (C3), which is the same: no follower has the label of this level."""
        return all(self.label.get(v) != self.level for v in self.followers[u])

    def both(self, u):
        """(C1) and (C2): followers without a finite label have a follower with the label of this level."""
        return self.first(u) and all(any(self.label.get(w) == self.level for w in self.followers[v])
                                     for v in self.followers[u] if self.label.get(v, "inf") == "inf")

    def set(self, names, label=None):
        self.label.update(dict.fromkeys(names, self.level if label is None else label))


def fits_case_a(followers):
    """[LM08, §3.1.1]"""
    state = Labelling(followers)
    if any(map(state.both, "abcd")) or not state.both("e"):
        return False
    state.set("e")
    if any(map(state.both, "abc")) or state.first("d") or not all(map(state.first, "abc")):
        return False
    state.set("abc", "inf")
    state.level = 1
    return state.both("d")


def fits_case_b(followers):
    """[LM08, §3.1.2]"""
    state = Labelling(followers)
    if any(map(state.both, "abcde")) or not state.both("f"):
        return False
    state.set("f")
    if any(map(state.both, "abc")) or not state.both("d") or state.first("e"):
        return False
    state.set("d")
    if not state.both("a") or any(map(state.first, "bce")):
        return False
    state.set("a")
    if any(map(state.first, "bce")):
        return False
    state.level = 1
    if not state.both("b") or not state.both("e"):
        return False
    state.set("be")
    if state.first("c"):
        return False
    state.level = 2
    return state.both("c")


def all_games(names, likely, unlikely):
    """Random games in which the last position is terminal. Some moves are likely and some unlikely, because otherwise few games
    would fit."""
    def chance(move):
        return 0.8 if move in likely else 0.03 if move in unlikely else 0.4

    while True:
        yield {u: "".join(v for v in names if u != names[-1] and dice.random() < chance(u + v)) for u in names}


def check(name, games, values):
    """Solves all games at once, and compares."""
    lines = [f"{i}{u} {i}{v}\n" for i, game in enumerate(games) for u in game for v in game[u]]
    found = solve(lines, "grundy")
    for i, game in enumerate(games):
        wrong = [u for u in game if f"{i}{u}" in found and found[f"{i}{u}"] != [values[u]]]
        if wrong:
            sys.exit(f"{name}: wrong values of {wrong}: GRUNDY_SEED={seed}, {game}")
    return len(games)


def nim():
    """[LN]: in Game 2, with two heaps, (x, x) are the P-positions; a heap of x has the number x."""
    for name, (outcome,) in solve("nim:9,9", "outcome").items():
        a, b = name.split(",")
        if (outcome == "P") != (a == b):
            sys.exit(f"nim: {name} is {outcome}")
    if any([name] != value for name, value in solve("nim:20", "grundy").items()):
        sys.exit("nim: a heap has another value")


wanted = 200
first = all_games("abcde", ("de", "ab", "bc", "ca"), ("ae", "be", "ce", "da", "db", "dc", "dd"))
second = all_games("abcdef", ("ef", "de", "bd", "cb", "ab", "ca"),
                   ("aa", "ad", "af", "bb", "bc", "be", "cc", "da", "dd", "df", "eb", "ec", "ee"))
count = check("case A", list(itertools.islice(filter(fits_case_a, first), wanted)),
              dict(zip("abcde", ("inf", "inf", "inf", "1", "0"))))
count += check("case B", list(itertools.islice(filter(fits_case_b, second), wanted)),
               dict(zip("abcdef", ("0", "1", "2", "0", "1", "0"))))
nim()
print(f"{count} games, all with the values of the text")
