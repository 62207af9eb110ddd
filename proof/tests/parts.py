"""Tests grundy-certify with solutions whose rows are parts of positions.

usage: parts.py CERTIFY GRUNDY [GAMES]

Random rules with split, with cycles, are solved by grundy, and so are some games of the gallery. grundy-certify
must certify the solutions. Then entries of columns and of moves are changed: what it certifies must be true in the
game of all sums, where this file computes values and outcomes from their definitions; and if all columns are right,
it must say so. GAMES is how many random rules are tried (default 60). Needs only Python's standard library.
"""

import os
import random
import re
import sys
import tempfile
import zipfile

import archives
from checks import certify, expect, finish, grundy, run

games = int(sys.argv[3]) if len(sys.argv) > 3 else 60
generator = random.Random(5)
COLUMNS = ("outcome", "grundy", "k", "counter")

with open(os.path.join(os.path.dirname(__file__), "..", "..", "examples", "tokens.lua"), encoding="utf-8") as script:
    RULES = re.split(r"(?s)(?<=local moves_of = ){.*?\n}", script.read())


def random_rules():
    """The rules of examples/tokens.lua with random moves. Letters of one block lead to one another; only lower
    blocks are added."""
    letters, block_of = "", {}
    for block in range(generator.randint(1, 4)):
        for _ in range(generator.randint(1, 3)):
            letters += chr(ord("a") + len(letters))
            block_of[letters[-1]] = block
    rows = []
    for letter in letters:
        block = block_of[letter]
        lower = [x for x in letters if block_of[x] < block]
        same = [x for x in letters if block_of[x] == block and (x != letter or generator.random() < 0.2)]
        moves = []
        for _ in range(generator.choice((0, 1, 2, 2, 3, 4))):
            if lower and generator.random() < 0.6:
                moves.append("".join(generator.choice(lower) for _ in range(generator.choice((0, 1, 2, 2, 3)))))
            else:
                moves.append(generator.choice(same) if same and generator.random() < 0.65 else "")
        rows.append("%s = { %s }" % (letter, ", ".join('"%s"' % move for move in moves)))
    return ("{ %s }" % ", ".join(rows)).join(RULES), letters


# ---- values and outcomes by definition -----------------------------------------------------------


def table_of(arrays):
    """The moves of every part, each a sorted tuple of parts."""
    starts, targets, sums, bounds, parts = (arrays[name][1] for name in
                                            ("indptr", "indices", "sum_rows", "sum_starts", "sum_parts"))
    return [[(q,) for q in targets[starts[p] : starts[p + 1]]] +
            [tuple(sorted(parts[bounds[s] : bounds[s + 1]])) for s in range(sums[p], sums[p + 1])]
            for p in range(len(starts) - 1)]


def explore(table, limit):
    """All sums that can be reached from single parts, with their followers; None if there are too many."""
    followers, waiting = {}, [(p,) for p in range(len(table))]
    while waiting:
        x = waiting.pop()
        if x in followers:
            continue
        followers[x] = {tuple(sorted(x[:i] + x[i + 1 :] + move)) for i, p in enumerate(x) for move in table[p]}
        waiting += followers[x]
        if len(followers) > limit:
            return None
    return followers


def outcomes_of(followers):
    """The outcomes, by backward induction from terminal positions."""
    sources, left, known = {}, {}, {}
    for x, row in followers.items():
        left[x] = len(row)
        for y in row:
            sources.setdefault(y, []).append(x)
    waiting = [x for x in followers if not left[x]]
    known.update((x, "P") for x in waiting)
    while waiting:
        y = waiting.pop()
        for x in sources.get(y, ()):
            if x in known:
                continue
            left[x] -= 1
            if known[y] == "P" or left[x] == 0:
                known[x] = "N" if known[y] == "P" else "P"
                waiting.append(x)
    return {x: known.get(x, "D") for x in followers}


def truth_of(table, limit=400):
    """The columns outcome, grundy and k: the value of x is n if x plus a heap of n is a P-position."""
    followers = explore(table, limit)
    if followers is None:
        return None
    heaps = 1
    while heaps <= max(len(row) for row in table):
        heaps *= 2
    product = {(x, n): {(y, n) for y in row} | {(x, m) for m in range(n)}
               for x, row in followers.items() for n in range(heaps)}
    lost = outcomes_of(product)
    value = {x: next((n for n in range(heaps) if lost[x, n] == "P"), -1) for x in followers}
    outcome = outcomes_of(followers)
    parts = [(p,) for p in range(len(table))]
    sets = [sorted({value[y] for y in followers[x] if value[y] >= 0}) if value[x] < 0 else [] for x in parts]
    return {"outcome": [ord(outcome[x]) for x in parts], "grundy": [value[x] for x in parts], "k": sets}


def on_cycle(table, p):
    seen, waiting = set(), [p]
    while waiting:
        for move in table[waiting.pop()]:
            waiting += set(move) - seen
            seen |= set(move)
    return p in seen


def claims_of(arrays):
    starts, entries = arrays["k_indptr"][1], arrays["k_indices"][1]
    return {"outcome": arrays["outcome"][1], "grundy": arrays["grundy"][1],
            "k": [entries[starts[p] : starts[p + 1]] for p in range(len(starts) - 1)]}


# ---- files -----------------------------------------------------------------------------------------


def read(path):
    """The arrays of integers, and the bytes of all members."""
    with zipfile.ZipFile(path) as file:
        return archives.read(path), {name[:-4]: file.read(name) for name in file.namelist()}


def verdicts(command, *files):
    status, output = run(command, *files)
    lines = [line.split() for line in output.splitlines()]
    return status, {words[0]: words[1].rstrip(":") for words in lines if len(words) > 1 and words[0] in COLUMNS}, output


def changed(arrays, name, place, number):
    kind, entries = arrays[name]
    return dict(arrays, **{name: (kind, entries[:place] + [number] + entries[place + 1 :])})


def forge(arrays):
    """One or two changes of columns; or a change of moves."""
    for _ in range(generator.choice((1, 1, 2))):
        name = generator.choice(("grundy", "grundy", "counter", "counter", "outcome", "k_indices", "sum_parts",
                                 "indices"))
        entries = arrays[name][1]
        if not entries:
            continue
        place = generator.randrange(len(entries))
        if name == "outcome":
            number = ord(generator.choice("PND"))
        elif name in ("sum_parts", "indices"):
            number = generator.randrange(len(arrays["grundy"][1]))
        else:
            number = generator.choice([entries[place] + d for d in (-2, -1, 1, 2)] + [-1])
            number = max(0 if name == "k_indices" else -1, number)
        arrays = changed(arrays, name, place, number)
    return arrays


def check_forgery(folder, arrays, members, seen):
    path = os.path.join(folder, "forged.npz")
    archives.write(path, {name: arrays.get(name, body) for name, body in members.items()})
    status, said, output = verdicts(certify, path, path)
    if status == 3:  # sets that are not in order
        seen["refused"] += 1
        return
    verified, by_verify, text = verdicts(grundy, "verify", path, path)
    truth, claims = truth_of(table_of(arrays)), claims_of(arrays)
    if truth is None:
        return
    what = f"table {table_of(arrays)}, {claims}, counter {arrays['counter'][1]}: {output}{text}"
    for column, claim in claims.items():
        if said.get(column) == "certified":
            expect(claim == truth[column], f"{column} is wrong for {what}")
            seen["certified"] += 1
        elif said.get(column) == "wrong":
            expect(status == 1, f"exit code {status} for {what}")
            seen["wrong"] += 1
    if verified == 0:
        expect(status == 0, f"grundy verify accepts what is not certified: {what}")
    if said.get("counter") == "certified" and verified in (0, 1):
        expect(by_verify.get("counter") == "right", f"counter is certified for {what}")
    if status == 0:
        expect(claims == truth, f"certified: {what}")
        seen["accepted"] += 1


def test_random(folder):
    seen = {"refused": 0, "certified": 0, "wrong": 0, "accepted": 0, "infinite": 0, "cycles": 0, "parts": 0}
    rules, base = os.path.join(folder, "rules.lua"), os.path.join(folder, "base.npz")
    for number in range(games):
        script, letters = random_rules()
        with open(rules, "w", encoding="utf-8") as file:
            file.write(script)
        status, output = run(grundy, "solve", f"{rules}:{letters}", "-q", "-o", base)
        expect(status == 0, f"solve: exit code {status}: {output}{script}")
        arrays, members = read(base)
        if "sum_rows" not in arrays:
            continue
        status, said, output = verdicts(certify, base, base)
        expect(status == 0 and sorted(said) == sorted(COLUMNS), f"exit code {status}: {output}{script}")
        truth = truth_of(table_of(arrays))
        if truth is not None:
            expect(claims_of(arrays) == truth, f"grundy solves {script} wrongly: {claims_of(arrays)} is not {truth}")
        seen["parts"] += len(arrays["grundy"][1])
        seen["infinite"] += arrays["grundy"][1].count(-1)
        seen["cycles"] += sum(on_cycle(table_of(arrays), p) for p, x in enumerate(arrays["grundy"][1]) if x >= 0)
        for _ in range(10 if arrays["grundy"][1] else 0):
            check_forgery(folder, forge(arrays), members, seen)
        if number % 10 == 0:
            test_columns(folder, arrays, members)
    expect(min(seen[what] for what in seen if what != "refused") > 0, f"not everything was tried: {seen}")
    return seen


def test_columns(folder, arrays, members):
    """Columns that are missing, and columns that positions have but parts do not."""
    path = os.path.join(folder, "other.npz")
    archives.write(path, {name: body for name, body in members.items() if name != "counter"})
    status, said, output = verdicts(certify, path, path)
    expect((status, said["grundy"]) in ((0, "certified"), (4, "not")), f"without counter: {status} {output}")
    zeros = {"remoteness": ("<i4", [0] * len(arrays["grundy"][1]))}
    archives.write(path, {**members, **zeros})
    status, output = run(certify, path, path)
    expect(status == 4 and "remoteness         not checked" in output, f"with remoteness: {status} {output}")
    status, output = run(certify, "sum", path, path, "0")
    expect(status == 6, f"sum: {status} {output}")
    for name in ("sum_rows", "sum_starts", "sum_parts"):
        archives.write(path, {key: body for key, body in members.items() if key != name})
        status, output = run(certify, path, path)
        expect(status == 3, f"without {name}: {status} {output}")
        kind, entries = arrays[name]
        wrong = changed(arrays, name, -1, len(entries) + 7) if entries else dict(arrays, **{name: (kind, [9])})
        archives.write(path, {key: wrong.get(key, body) for key, body in members.items()})
        status, output = run(certify, path, path)
        expect(status == 3, f"wrong {name}: {status} {output}")


def test_gallery(folder):
    base = os.path.join(folder, "gallery.npz")
    for game in ("coin-rows:2,40", "coin-rows:3,9", "cram:4,4", "node-kayles-grid:4,4", "node-kayles:path:40",
                 "graph-kayles:cycle:14"):
        status, output = run(grundy, "solve", game, "-q", "-o", base)
        expect(status == 0, f"{game}: {output}")
        status, said, output = verdicts(certify, base, base)
        expect(status == 0 and "grundy" in said, f"{game}: exit code {status}: {output}")
        arrays, members = read(base)
        expect("sum_rows" in arrays, f"{game} does not come apart")
        place = generator.randrange(len(arrays["grundy"][1]))
        wrong = changed(arrays, "grundy", place, arrays["grundy"][1][place] ^ 1)
        archives.write(base, {name: wrong.get(name, body) for name, body in members.items()})
        status, said, output = verdicts(certify, base, base)
        expect(status == 1 and said["grundy"] == "wrong", f"{game} with a wrong value: {status} {output}")


with tempfile.TemporaryDirectory() as scratch:
    test_gallery(scratch)
    counts = test_random(scratch)
finish(f"grundy-certify with parts: {counts['parts']} parts of random rules, {counts['infinite']} of infinite value, "
       f"{counts['cycles']} of finite value on cycles; "
       f"of the forgeries {counts['accepted']} were right and certified, {counts['refused']} bad input")
