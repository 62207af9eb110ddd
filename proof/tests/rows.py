"""Tests that grundy-certify row accepts proved periods of rows of games on vectors, and rejects changed ones.

usage: rows.py CERTIFY GRUNDY [GAMES]

GAMES is how many random games are tried (default 100). A changed claim must be certified exactly if the conditions of
docs/vectors.md hold for it; values, conditions and what is true are computed here, from the definitions. Needs only
Python's standard library.
"""

import itertools
import json
import os
import random
import re
import sys
import tempfile

from checks import certify, check_words, expect, finish, grundy, judge, run

games = int(sys.argv[3]) if len(sys.argv) > 3 else 100
generator = random.Random(1907)
WYTHOFF = "vector{(1,0)*,(0,1)*,(1,1)*}"
FURTHER = 40  # columns that are computed to see whether what is certified is true


def parse(game):
    """The vectors, whether there is overshoot, the row and its axis."""
    inside, row = re.fullmatch(r"vector\{(.*)\}:(.*)", game).groups()
    vectors = [(tuple(map(int, v.split(","))), star == "*") for v, star in re.findall(r"\(([\d,]+)\)(\*?)", inside)]
    row = row.split(",")
    return vectors, inside.endswith("overshoot"), [0 if y == "x" else int(y) for y in row], row.index("x")


def rows_of(row, axis):
    """All rows: the row itself and those with smaller coordinates, which come first; x is 0 in them."""
    return list(itertools.product(*(range(1 if i == axis else y + 1) for i, y in enumerate(row))))


def at(row, axis, x):
    return row[:axis] + (x,) + row[axis + 1:]


def values_of(game, columns):
    """The values of all positions of the rows with x < columns, from the definition."""
    vectors, overshoot, row, axis = parse(game)
    values = {}
    for x in range(columns):
        for other in rows_of(row, axis):
            position, seen = at(other, axis, x), set()
            for v, is_ray in vectors:
                for k in itertools.count(1):
                    follower = tuple(a - k * b for a, b in zip(position, v))
                    if min(follower) < 0:
                        if overshoot:
                            seen.add(0)
                        break
                    seen.add(values[follower])
                    if not is_ray:
                        break
            values[position] = next(y for y in itertools.count() if y not in seen)
    return values


def is_along(v, axis):
    return all(y == 0 for i, y in enumerate(v) if i != axis)


def depth_of(game):
    """The largest number that a move subtracts from x; rays along the row do not count."""
    vectors, _, row, axis = parse(game)
    depth = 0
    for v, is_ray in vectors:
        if not (is_ray and is_along(v, axis)):
            multiples = [row[i] // y for i, y in enumerate(v) if y > 0 and i != axis] + ([] if is_ray else [1])
            depth = max(depth, min(multiples) * v[axis])
    return depth


def is_proved(claim):
    """Whether the conditions of Theorem 1 or 2 hold, and the period of the row follows."""
    vectors, overshoot, row, axis = parse(claim["game"])
    along = [v[axis] for v, is_ray in vectors if is_ray and is_along(v, axis)]
    grows = 1 in along and not overshoot
    n, p, q, depth = claim["at"], claim["rows_period"], claim["period"], depth_of(claim["game"])
    if n < depth or (along and not grows):
        return False
    start = max(claim["preperiod"], n - depth)
    values = values_of(claim["game"], max(n + p, start + p + q))
    for other in rows_of(row, axis):
        entry = [values[at(other, axis, x)] for x in range(n + p)]
        if any(entry[x + p] != entry[x] + (p if grows else 0) for x in range(n - depth, n)):
            return False
        if grows and set(entry) != set(range(p)) | {y + p for y in entry[:n]}:
            return False
    entry = [values[at(tuple(row), axis, x)] for x in range(start + p + q)]
    return (entry[:len(claim["values"])] == claim["values"]
            and all(entry[x + q] == entry[x] + claim["saltus"] for x in range(claim["preperiod"], start + p)))


def is_true(claim):
    """Whether the values are right and the period holds, as far as some more columns show it."""
    _, _, row, axis = parse(claim["game"])
    count = claim["preperiod"] + 2 * claim["period"] + claim["rows_period"] + FURTHER
    values = values_of(claim["game"], count)
    entry = [values[at(tuple(row), axis, x)] for x in range(count)]
    return (entry[:len(claim["values"])] == claim["values"]
            and all(entry[x + claim["period"]] == entry[x] + claim["saltus"]
                    for x in range(claim["preperiod"], count - claim["period"])))


def random_game():
    """The text of a random game, and a row of it."""
    dimension = generator.randint(1, 4)
    axis = generator.randrange(dimension)
    vectors = []
    while len(vectors) < generator.randint(1, 4):
        v = [generator.choice((0, 0, 1, 1, 2, 3)) for _ in range(dimension)]
        if any(v):
            vectors.append(f"({','.join(map(str, v))}){generator.choice(('', '', '*'))}")
    if generator.random() < 0.3:  # values grow
        vectors.append(f"({','.join('1' if i == axis else '0' for i in range(dimension))})*")
    if generator.random() < 0.25:
        vectors.append("overshoot")
    row = ["x" if i == axis else str(generator.randint(0, 7 - dimension)) for i in range(dimension)]
    return f"vector{{{','.join(vectors)}}}", ",".join(row)


def prove(game, row, path, limit):
    """The certificate that grundy writes; None if it proves no period."""
    corner = row.replace("x", "9")
    status, output = run(grundy, "vector", f"{game}:{corner}", "--slice", row, "--period", "--max-positions", limit,
                         "--certificate", path)
    expect(status in (0, 4), f"{game}:{row}: exit code {status}\n{output}")
    if status != 0:
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def changed(claim):
    """A copy of the claim with one change."""
    claim = json.loads(json.dumps(claim))
    kind = generator.randrange(8)
    if kind == 0:
        i = generator.randrange(len(claim["values"]))
        claim["values"][i] += 1 if claim["values"][i] == 0 else generator.choice((-1, 1))
    elif kind in (1, 2):  # the list of values becomes longer or shorter, and remains right where it can
        name = "preperiod" if kind == 1 else "period"
        claim[name] = max(kind - 1, claim[name] + generator.choice((-1, 1)))
        _, _, row, axis = parse(claim["game"])
        values = values_of(claim["game"], claim["preperiod"] + claim["period"])
        claim["values"] = [values[at(tuple(row), axis, x)] for x in range(claim["preperiod"] + claim["period"])]
    elif kind == 3:
        claim["saltus"] = max(0, claim["saltus"] + generator.choice((-1, 1)))
    elif kind == 4:
        claim["at"] = max(0, claim["at"] + generator.randint(-4, 4))
    elif kind == 5:
        claim["rows_period"] = max(1, claim["rows_period"] * generator.choice((1, 2)) + generator.choice((-1, 0, 1)))
    else:
        digits = [m.start() for m in re.finditer(r"\d", claim["game"])]
        i = generator.choice(digits)
        game = claim["game"][:i] + str(generator.randrange(4)) + claim["game"][i + 1:]
        if all(any(v) for v, _ in parse(game)[0]):  # otherwise it would not be a game
            claim["game"] = game
    return claim


def is_usual(text):
    """Whether no number of the game has a superfluous zero in front."""
    return not re.search(r"(?<!\d)0\d", text)


def test_games(path):
    """Random games, and changes of their certificates."""
    counts = {"accepted": 0, "rejected": 0, "repeat": 0, "grow": 0}
    tried = [(WYTHOFF, f"{y},x") for y in range(7)] + [(WYTHOFF, "x,4"), ("vector{(1,2),(2,1),(3,3)}", "7,x")]
    listed = len(tried)
    while len(tried) < games:
        tried.append(random_game())
    for i, (game, row) in enumerate(tried):
        claim = prove(game, row, path, "5000" if i < listed else "1000")
        if claim is None:
            continue
        expect(is_proved(claim) and is_true(claim), f"not proved: {json.dumps(claim)}")
        status, output = run(certify, "row", path)
        expect(status == 0 and output.endswith(": certified\n"), f"exit code {status} for {json.dumps(claim)}\n{output}")
        counts["grow" if claim["saltus"] > 0 else "repeat"] += 1
        for _ in range(6):
            other = changed(claim)
            if not is_usual(other["game"]):
                continue
            proved = is_proved(other)
            status, output = judge("row", other, path)
            expect(status == (0 if proved else 1), f"exit code {status} for {json.dumps(other)}\n{output}")
            if proved:
                expect(is_true(other), f"the theorem is false for {json.dumps(other)}")
            counts["accepted" if proved else "rejected"] += 1
    expect(min(counts.values()) > 0, f"games of both theorems, and changes that are proved and not: {counts}")
    return counts


def test_words(path):
    right = ('{"format": "grundy vector period 1", "game": "vector{(1),(2)}:x", "preperiod": 0, "period": 3, '
             '"saltus": 0, "at": 2, "rows_period": 3, "values": [0, 1, 2]}')
    expect(judge("row", json.loads(right), path) ==
           (0, "vector{(1),(2)}:x: values at 0 to 2, preperiod 0, period 3: certified\n"), "the words of a claim")
    game = '"vector{(1),(2)}:x"'
    cases = {
        0: [right, right.replace(game, '"vector{(2),(1),(2)}:x"'), right.replace('"at": 2', '"at": 5')],
        1: [right.replace("1, 2]", "1, 3]"), right.replace('"at": 2', '"at": 1'), right.replace(game, '"vector{(1)*}:x"'),
            right.replace(game, '"vector{(1),(2),overshoot}:x"'), right.replace('"rows_period": 3', '"rows_period": 2'),
            right.replace('"saltus": 0', '"saltus": 3'), right.replace('"saltus": 0', '"saltus": 999999999999')],
        3: ["", "{", right[:-1], right + "x", right.replace("(2)}", "(0)}"), right.replace("(2)}", "(2,1)}"),
            right.replace("(2)}", "(02)}"), right.replace("(2)}", "(2)"), right.replace(":x", ""), right.replace(":x", ":3"),
            right.replace(":x", ":x,x"), right.replace(":x", ":x,"), right.replace(":x", ":y"), right.replace(":x", ":x "),
            right.replace("(1),(2)", "overshoot"), right.replace("(1),", "overshoot,(1),"),
            right.replace("(2)}", "(2,0,0,0,0)}"), right.replace("(1),(2)", ""), right.replace("(2)", "(2)**"),
            right.replace("1, 2]", "1, 2, 0]"), right.replace('"period": 3', '"period": 0'),
            right.replace('"rows_period": 3', '"rows_period": 0'), right.replace("{", '{"more": 1, ', 1),
            right.replace('"at"', '"to"'), right.replace('"at": 2', '"at": -2'), right.replace('"at": 2', '"at": "2"'),
            right.replace('"values"', '"at": 2, "values"')],
        4: [right.replace("vector period 1", "misere quotient 1"), right.replace(game, '"pass(vector{(1),(2)}:x, 1)"'),
            right.replace("(2)}", "(-2)}"), right.replace("(2)}", "(2000000000)}"),
            right.replace("(1),(2)}:x", "(1,0),(0,2)}:999999999,x"), right.replace('"at": 2', '"at": 999999999'),
            right.replace(game, '"vector{(1,0)*,(0,1)*}:9,x"').replace('"at": 2', '"at": 900000')],
    }
    check_words("row", cases, path)


with tempfile.TemporaryDirectory() as folder:
    file_path = os.path.join(folder, "row.proof")
    test_words(file_path)
    found = test_games(file_path)
finish(f"grundy-certify row: certified {found['repeat']} rows that repeat and {found['grow']} that grow; "
       f"accepted {found['accepted']} proved and rejected {found['rejected']} other changes")
