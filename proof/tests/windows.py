"""Tests what grundy-certify says about windows of larger games.

usage: windows.py CERTIFY GRUNDY [FILES]

grundy solves windows of FILES (default 40) random games with cycles and loops. All columns must be certified. Then
single entries are changed: the answer must be that of a naive twin of the theorems in docs/infinite-proofs.md, and
what is certified must be true in the game of the rules and in random other games with the same window. Needs only Python's standard library.
"""

import os
import random
import sys
import tempfile

import archives
from checks import certify, expect, finish, grundy, run

files = int(sys.argv[3]) if len(sys.argv) > 3 else 40
generator = random.Random(59)
INFINITE, UNKNOWN = -1, -2
COLUMNS = ["outcome", "grundy", "k", "remoteness", "distance", "misere", "misere_remoteness", "j"]
LETTERS = ("outcome", "misere")
counts = {"windows": 0, "certified": 0, "wrong": 0}


# ---- games ---------------------------------------------------------------------------------------


def random_game():
    """Small random games, and position 0 with a move to each of them."""
    rows = [[]]
    for _ in range(4):
        first, order = len(rows), generator.randint(2, 9)
        rows[0].append(first)
        for _ in range(order):
            count = generator.choice((0, 1, 1, 2, 2, 3))
            rows.append(sorted({first + generator.randrange(order) for _ in range(count)}))
    return rows


RULES = """local rows = {{ {rows} }}
local order = {{ {order} }}
return {{
  start = function() return 0 end,
  moves = function(u) return rows[u + 1] end,
  order = function(u) return order[u + 1] end,
}}
"""


def solve(folder, rows, size):
    """Solves a window of a game; returns which positions are in it, and the arrays of the file."""
    rules, solution = os.path.join(folder, "rules.lua"), os.path.join(folder, "window.npz")
    order = [0] + [generator.randrange(100) for _ in rows[1:]]
    with open(rules, "w", encoding="ascii") as file:
        file.write(RULES.format(rows=", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows),
                                order=", ".join(map(str, order))))
    status, output = run(grundy, "solve", rules, "--window", str(size), "--columns", ",".join(COLUMNS), "-q",
                         "-o", solution)
    expect(status == 0, output)
    arrays = archives.read(solution)
    starts, data = arrays["position_starts"][1], arrays["positions"][1]
    positions = []
    for lo, hi in zip(starts, starts[1:]):  # the letter i and a number in groups of seven bits, the sign last
        number = sum((byte & 127) << 7 * i for i, byte in enumerate(data[lo + 1:hi]))
        positions.append(number >> 1)
    return solution, positions, arrays


def continuation(inside, leaves):
    """A random game with the window as its first positions."""
    order = len(inside) + generator.randint(1, 4)
    outside = range(len(inside), order)
    rows = [row + (generator.sample(outside, generator.randint(1, len(outside))) if leave else [])
            for row, leave in zip(inside, leaves)]
    return rows + [[generator.randrange(order) for _ in range(generator.randint(0, 3))] for _ in outside]


# ---- truth in a finite game, from the definitions --------------------------------------------------


def remotenesses(rows, misere):
    """Rounds of backward induction."""
    found, t = {u: int(misere) for u, row in enumerate(rows) if not row}, int(misere)
    while True:
        new = {}
        for u, row in enumerate(rows):
            if u not in found:
                if any(found.get(v, 1) % 2 == 0 for v in row):
                    new[u] = t + 1
                elif all(found.get(v, 0) % 2 == 1 for v in row):
                    new[u] = t + 1
        if not new:
            return [found.get(u, INFINITE) for u in range(len(rows))]
        found |= new
        t += 1


def distances(rows):
    found = {}
    for _ in rows:
        for u, row in enumerate(rows):
            if all(v in found for v in row):
                found[u] = max((found[v] + 1 for v in row), default=0)
    return [found.get(u, INFINITE) for u in range(len(rows))]


def values(rows):
    """The value is k if the sum with a heap of k is lost."""
    heap = max(map(len, rows)) + 1
    places = [(u, k) for u in range(len(rows)) for k in range(heap)]
    number = {place: i for i, place in enumerate(places)}
    product = [[number[v, k] for v in rows[u]] + [number[u, j] for j in range(k)] for u, k in places]
    lost = remotenesses(product, False)
    return [next((k for k in range(heap) if lost[number[u, k]] != INFINITE and lost[number[u, k]] % 2 == 0), INFINITE)
            for u in range(len(rows))]


def letter(remoteness):
    return 68 if remoteness == INFINITE else 80 if remoteness % 2 == 0 else 78


def truth(rows):
    """All columns of a finite game."""
    columns = {"grundy": values(rows), "distance": distances(rows), "remoteness": remotenesses(rows, False),
               "misere_remoteness": remotenesses(rows, True)}
    columns["outcome"] = list(map(letter, columns["remoteness"]))
    columns["misere"] = list(map(letter, columns["misere_remoteness"]))
    columns["j"] = [{columns["grundy"][v] for v in row} for row in rows]
    return columns


def is_true(column, entry, right, u):
    """Whether an entry of the window is true in a game with these columns."""
    if column in ("k", "j"):
        members = {x for x in entry if x != UNKNOWN}
        followers = right["j"][u] - ({INFINITE} if column == "k" else set())
        if column == "k" and right["grundy"][u] != INFINITE and UNKNOWN not in entry:
            return not members
        return members <= followers and (UNKNOWN in entry or members == followers)
    value = right[column][u]
    if column in LETTERS:
        return entry in (63, value)
    if entry >= INFINITE:
        return entry == value
    return entry == UNKNOWN or value != INFINITE and value <= -3 - entry and (value - (-3 - entry)) % 2 == 0


# ---- the twin of the theorems ----------------------------------------------------------------------


def optimistic(inside, leaves, misere):
    """Lower bounds for a player who can win, on move or not: the remoteness of the optimistic game."""
    n, top = len(inside), 4 * len(inside) + 9
    win, lose = [top] * n, [top] * n
    for _ in range(top):
        for u in range(n):
            wins = [lose[v] + 1 for v in inside[u]] + ([3 if misere else 1] if leaves[u] else [])
            losses = [win[v] + 1 for v in inside[u]] + ([2] if leaves[u] else [])
            if not losses:
                win[u], lose[u] = (1, top) if misere else (top, 0)
            else:
                win[u], lose[u] = min(top, *wins, top), min(top, max(losses))
    return [INFINITE if x >= top else x for x in win], [INFINITE if x >= top else x for x in lose]


def certain(inside, leaves):
    """What the theorems say, for each column: a function that tells whether an entry follows."""
    looped = [row + [u] if leave else row for u, (row, leave) in enumerate(zip(inside, leaves))]
    rules = {}
    for misere, outcome, remoteness in ((False, "outcome", "remoteness"), (True, "misere", "misere_remoteness")):
        upper, (win, lose) = remotenesses(looped, misere), optimistic(inside, leaves, misere)

        def follows(u, x, upper=upper, win=win, lose=lose):
            if x == INFINITE:
                return win[u] == lose[u] == INFINITE
            if x >= 0:
                low = lose[u] if x % 2 == 0 else win[u]
                return upper[u] == x and (low == INFINITE or x <= low)
            return x == UNKNOWN or upper[u] != INFINITE and upper[u] <= -3 - x and (upper[u] + 3 + x) % 2 == 0

        def letter_follows(u, x, upper=upper, follows=follows):
            if x == 68:
                return follows(u, INFINITE)
            return x == 63 or upper[u] != INFINITE and x == letter(upper[u])

        rules[remoteness], rules[outcome] = follows, letter_follows
    reach = list(leaves)
    for _ in inside:
        reach = [reach[u] or any(reach[v] for v in row) for u, row in enumerate(inside)]
    grundy_values, draws = values(looped), rules["remoteness"]
    rules["grundy"] = lambda u, x: (x == grundy_values[u] if x >= 0 or grundy_values[u] != INFINITE else
                                    x == UNKNOWN or not reach[u] or draws(u, INFINITE))
    return rules


def distance_is_right(inside, leaves, column):
    for u, row in enumerate(inside):
        x = column[u]
        followers = [column[v] for v in row]
        if x == INFINITE and INFINITE not in followers:
            return False
        if x >= 0 and (leaves[u] or min(followers, default=0) < 0 or x != max(followers, default=-1) + 1):
            return False
    return True


def set_is_right(inside, leaves, column, u, entry, grundy_column):
    followers = [grundy_column[v] for v in inside[u]]
    if column == "k" and grundy_column[u] >= 0:
        return not entry
    known = {x for x in followers if x != UNKNOWN and (column == "j" or x >= 0)}
    complete = not leaves[u] and UNKNOWN not in followers
    return entry - {UNKNOWN} <= known and (UNKNOWN in entry or complete and entry == known)


# ---- files -----------------------------------------------------------------------------------------


def rank(x):
    return x if x >= 0 else 10**9 - x if x == UNKNOWN else 2 * 10**9


def as_arrays(column, entries):
    if column in ("k", "j"):
        starts, members = [0], []
        for entry in entries:
            members += sorted(entry, key=rank)
            starts.append(len(members))
        return {column + "_indptr": ("<i4", starts), column + "_indices": ("<i4", members)}
    return {column: ("|u1" if column in LETTERS else "<i4", entries)}


def read_column(column, arrays):
    if column in ("k", "j"):
        starts, members = arrays[column + "_indptr"][1], arrays[column + "_indices"][1]
        return [set(members[lo:hi]) for lo, hi in zip(starts, starts[1:])]
    return arrays[column][1]


def forge(column, entry, order):
    """Another entry of the column."""
    if column in LETTERS:
        return generator.choice([x for x in (80, 78, 68, 63) if x != entry])
    if column in ("k", "j"):
        return entry ^ {generator.choice((0, 1, 2, UNKNOWN) + ((INFINITE,) if column == "j" else ()))}
    near = [entry - 1, entry + 1, entry - 2, entry + 2, INFINITE, UNKNOWN, UNKNOWN, 0, 1]
    if column.endswith("remoteness"):
        near += [-3 - entry, -3 - entry, -4 - entry, -5 - entry, -3 - generator.randrange(order)]
        least = -2 - order
    else:
        least = UNKNOWN
    return generator.choice([x for x in near if least <= x < order and x != entry])


def verdicts(output):
    return {words[0]: words[1] for line in output.splitlines() if (words := line.split())[0] in COLUMNS}


def check_changes(folder, inside, leaves, arrays, games):
    base = archives.game(inside) | {"window": ("|u1", [70 if leave else 73 for leave in leaves])}
    columns = {column: read_column(column, arrays) for column in COLUMNS}
    rules = certain(inside, leaves)
    path = os.path.join(folder, "changed.npz")
    for column in COLUMNS:
        for u in range(len(inside)):
            expect(all(is_true(column, columns[column][u], right, u) for right in games),
                   f"{inside} {leaves}: {column} of {u} is {columns[column][u]}, which is not always true")
        for _ in range(5):
            u = generator.randrange(len(inside))
            changed = list(columns[column])
            changed[u] = forge(column, changed[u], len(inside))
            if column in ("k", "j"):
                right = set_is_right(inside, leaves, column, u, changed[u], columns["grundy"])
            elif column == "distance":
                right = distance_is_right(inside, leaves, changed)
            else:
                right = rules[column](u, changed[u])
            archives.write(path, base | as_arrays("grundy", columns["grundy"]) | as_arrays(column, changed))
            status, output = run(certify, path, path, "--columns", column)
            answer = verdicts(output).get(column)
            what = f"{inside} {leaves}: {column} of {u} changed from {columns[column][u]} to {changed[u]}: {output}"
            expect((status, answer) == ((0, "certified") if right else (1, "wrong")), what)
            if answer == "certified":
                expect(all(is_true(column, changed[u], right, u) for right in games), "not true: " + what)
            counts[answer] = counts.get(answer, 0) + 1


def test_random_windows(folder):
    for _ in range(files):
        rows = random_game()
        size = generator.randint(2, len(rows) - 1)
        solution, positions, arrays = solve(folder, rows, size)
        if "window" not in arrays:  # the window is the whole game
            continue
        counts["windows"] += 1
        place = {u: i for i, u in enumerate(positions)}
        inside = [[place[v] for v in rows[u] if v in place] for u in positions]
        leaves = [any(v not in place for v in rows[u]) for u in positions]
        read = archives.game([sorted(row) for row in inside])
        expect(sorted(read["indices"][1]) == sorted(arrays["indices"][1]), "the moves are not those of the rules")
        expect(arrays["window"][1] == [70 if leave else 73 for leave in leaves], "the frontier is another one")
        status, output = run(certify, solution, solution)
        expect(status == 0 and verdicts(output) == {column: "certified" for column in COLUMNS},
               f"{rows}, window {positions}: {output}")
        outside = [u for u in range(len(rows)) if u not in place]
        number = {u: i for i, u in enumerate(positions + outside)}
        renamed = [[number[v] for v in rows[u]] for u in positions + outside]
        games = [truth(game) for game in [renamed] + [continuation(inside, leaves) for _ in range(3)]]
        check_changes(folder, [sorted(row) for row in inside], leaves, arrays, games)


# ---- single cases ----------------------------------------------------------------------------------


def test_refusals(folder):
    path, other = os.path.join(folder, "a.npz"), os.path.join(folder, "b.npz")
    game = archives.game([[1], [0, 2], []])
    solution = {"outcome": ("|u1", [63, 78, 80])}
    marks = {"window": ("|u1", [70, 73, 73])}

    def expect_code(code, said, first, second, *options):
        archives.write(path, first)
        archives.write(other, second)
        status, output = run(certify, path, other, *options)
        expect(status == code and said in output, f"exit code {status}, expected {code} and {said!r}: {output}")

    expect_code(0, "outcome            certified", game | marks, solution | marks)
    expect_code(3, "needs the member window", game | marks, solution)
    expect_code(3, "the game is whole", game, solution | marks)
    expect_code(3, "not that of the game", game | marks, solution | {"window": ("|u1", [73, 70, 73])})
    expect_code(3, "not F or I", *[x | {"window": ("|u1", [70, 73, 74])} for x in (game, solution)])
    expect_code(3, "no position is on the frontier", *[x | {"window": ("|u1", [73, 73, 73])} for x in (game, solution)])
    expect_code(4, "there is no column", game | marks, marks)
    expect_code(4, "cannot check this column of a window", game | marks, marks | {"hmin": ("<i4", [0, 0, 0])})
    expect_code(4, "part of the game", game | marks, solution | marks, "--columns", "window")
    expect_code(4, "needs a certified grundy", game | marks,
                marks | {"j_indptr": ("<i4", [0, 0, 0, 0]), "j_indices": ("<i4", [])})
    expect_code(3, "less than -5", game | marks, marks | {"remoteness": ("<i4", [-6, 1, 0])})
    for column in ("grundy", "distance"):
        expect_code(3, "less than -2", game | marks, marks | {column: ("<i4", [-3, 1, 0])})
    expect_code(6, "players", game | marks | {"rules": ("S", b"x"), "ends": ("|u1", [0, 0, 80])}, solution | marks)
    values_of = {"grundy": ("<i4", [-2, 1, 0]), "counter": ("<i4", [-1, 0, 0])}
    archives.write(path, game | marks | values_of)
    status, output = run(certify, "sum", path, path, "1")
    expect(status == 6 and "windows" in output, f"a sum with a window: exit code {status}: {output}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_refusals(folder)
        test_random_windows(folder)
    expect(min(counts["certified"], counts["wrong"]) > counts["windows"] > files // 3, f"too few changes of each kind: {counts}")
    finish(f"windows.py: {counts['windows']} windows, {counts['wrong']} changed entries refused, {counts['certified']} also true")


main()
