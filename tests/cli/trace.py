"""Reads traces of random games, step by step, and checks every note against the labels so far.

usage: trace.py GRUNDY FOLDER GAMES
"""

import os
import random
import re
import subprocess
import sys

grundy, folder, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
chance = random.Random(int(os.environ.get("GRUNDY_SEED", "1")))
checked = {}


def lines_of(path, algorithm):
    run = subprocess.run([grundy, "trace", path, "--algorithm", algorithm], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    notes = (re.match(r" *\d+  (.*)", line) for line in run.stdout.splitlines())
    return [note.group(1) for note in notes if note]


def has(moves, label, u, i):
    return any(label.get(v) == i for v in moves[u])


def check_general(moves, notes):
    """Follows levels, passes and conditions in the notes; returns the labels."""
    label, counter, level = {}, 0, 0
    for note in notes:
        found = re.fullmatch(r"Level (\d+), (?:pass \d+|the rest): (\w+) (.*)", note)
        if found is None:
            assert re.fullmatch(r"No position has a label\. Level i .*|Level \d+ is over: \d+ without a label\.|Every position has a label\.", note), note
            continue
        i, u, rest = int(found.group(1)), found.group(2), found.group(3)
        assert i in (level, level + 1) and u not in label, note
        level = i
        spoiled = [v for v in moves[u] if label.get(v) in (None, "inf") and not has(moves, label, v, i)]
        kind = rest.split(":")[0]
        checked[kind] = checked.get(kind, 0) + 1
        if kind in ("fails C1", "fails C3"):
            v = re.search(r"the move to (\w+) leads to the label (\d+)", rest)
            assert v.group(1) in moves[u] and label.get(v.group(1)) == i == int(v.group(2)), note
        elif kind == "fails C2":
            v = re.search(r": (\w+) has (no label|the label ∞), and no move from (\w+) leads to the label (\d+)\.", rest)
            state = "inf" if v.group(2) == "the label ∞" else None
            assert v.group(1) == v.group(3) and v.group(1) in spoiled and label.get(v.group(1)) == state, note
            assert not has(moves, label, u, i), note
        elif kind == "satisfies C1 and C2":
            got = re.search(r"gets the label (\d+) and the counter (\d+)\.", rest)
            assert not has(moves, label, u, i) and not spoiled, note
            assert int(got.group(1)) == i and int(got.group(2)) == counter, note
            label[u] = i
            counter += 1
        elif kind == "satisfies C3":
            assert not has(moves, label, u, i), note
            label[u] = "inf"
        else:
            raise AssertionError(note)
    assert set(label) == set(moves)


def check_acyclic(moves, notes):
    label = {v: 0 for v in moves if not moves[v]}
    left = {v: set(moves[v]) for v in moves}
    for note in notes[1:]:
        x = re.match(r"(\w+) leaves the queue", note).group(1)
        assert x in label, note
        for v in moves:
            left[v].discard(x)
        for v, numbers, least in re.findall(r"Succ\[(\w+)\] is empty: the least number that is not in \{([\d,]*)\} is (\d+)\.", note):
            assert not left[v] and v not in label, note
            assert {int(n) for n in numbers.split(",")} == {label[w] for w in moves[v]}, note
            label[v] = int(least)
            assert label[v] == min(n for n in range(99) if n not in {label[w] for w in moves[v]}), note
    assert set(label) == set(moves)


for number in range(games):
    names = "abcdefghij"[: chance.randint(1, 10)]
    acyclic = number % 2 == 0
    moves = {v: [w for w in names if chance.random() < 0.25 and (not acyclic or w < v)] for v in names}
    path = os.path.join(folder, "trace.edges")
    with open(path, "w") as file:
        for v in names:
            print(v, file=file)
            for w in moves[v]:
                print(v, w, file=file)
    check_general(moves, lines_of(path, "general"))
    if acyclic:
        check_acyclic(moves, lines_of(path, "acyclic"))
assert games < 50 or len(checked) == 5, checked
print(sum(checked.values()), "trials are described correctly")
