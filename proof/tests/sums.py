"""Tests grundy-certify sum against the explicit product of the components.

usage: sums.py CERTIFY GRUNDY [SUMS]

SUMS is how many sums of random games are tried (default 150). Needs only Python's standard library.
"""

import itertools
import os
import random
import sys
import tempfile

import archives
from checks import certify, expect, finish, grundy, run

sums = int(sys.argv[3]) if len(sys.argv) > 3 else 150
generator = random.Random(4)


def outcomes(games):
    """The outcome of every position of the product, by iterating the rules for won and lost positions."""
    places = list(itertools.product(*(range(len(rows)) for rows in games)))
    followers = {
        x: [x[:i] + (v,) + x[i + 1:] for i, rows in enumerate(games) for v in rows[x[i]]] for x in places
    }
    known = {}
    while True:
        new = {}
        for x in places:
            if x not in known:
                if any(known.get(y) == "P" for y in followers[x]):
                    new[x] = "N"
                elif all(known.get(y) == "N" for y in followers[x]):
                    new[x] = "P"
        if not new:
            return {x: known.get(x, "D") for x in places}, followers
        known |= new


def random_rows():
    order = generator.randint(1, 6)
    return [[generator.randrange(order) for _ in range(generator.choice((0, 1, 2, 2, 3)))] for _ in range(order)]


def solve(folder, number, rows):
    game, solution = (os.path.join(folder, f"{what}{number}.npz") for what in ("game", "solution"))
    rows = [sorted(set(row)) for row in rows]
    archives.write(game, archives.game(rows))
    status, output = run(grundy, "solve", game, "-q", "-o", solution)
    expect(status == 0, output)
    return game, solution


def check(games, files, position, right, followers):
    words = [w for (game, solution), u in zip(files, position) for w in (game, solution, str(u))]
    status, output = run(certify, "sum", *words)
    lines = output.splitlines()
    what = f"{games} at {position}: {output}"
    expect(status == 0 and lines[0].split() == ["outcome", right[position] + ",", "certified"], what)
    expect(len(lines) == (2 if right[position] == "N" else 1), what)
    if right[position] == "N" and len(lines) == 2:
        number, source, _, target, _ = lines[1].replace("winning move", "").replace(":", "").replace(",", "").split()
        i = int(number) - 1
        after = position[:i] + (int(target),) + position[i + 1:]
        expect(int(source) == position[i] and after in followers[position] and right[after] == "P", what)


def test_random_sums(folder):
    seen = {"P": 0, "N": 0, "D": 0}
    for _ in range(sums):
        games = [random_rows() for _ in range(generator.randint(1, 3))]
        files = [solve(folder, i, rows) for i, rows in enumerate(games)]
        right, followers = outcomes(games)
        for letter in "PND":  # rare outcomes are tried, too
            choices = [x for x in right if right[x] == letter]
            if choices:
                check(games, files, generator.choice(choices), right, followers)
                seen[letter] += 1
    expect(min(seen.values()) > 0, f"outcomes tried: {seen}")
    return sum(seen.values())


def test_refusals(folder):
    game, solution = solve(folder, 0, [[1], [0, 2], []])
    other = os.path.join(folder, "other.npz")
    arrays = archives.read(solution)
    changed = dict(arrays, grundy=(arrays["grundy"][0], [arrays["grundy"][1][0] + 2] + arrays["grundy"][1][1:]))
    archives.write(other, changed)
    lacking = {name: array for name, array in arrays.items() if name != "counter"}
    for code, words in ((1, (game, other, "0")), (3, (game, solution, "9")), (2, (game, solution)), (2, ()),
                        (3, (game, game + "x", "0"))):
        status, output = run(certify, "sum", *words)
        expect(status == code and output.count("\n") == 1, f"exit code {status} for {words}: {output}")
    archives.write(other, lacking)
    status, output = run(certify, "sum", game, solution, "0", game, other, "0")
    expect(status == 4 and "component 2" in output, f"exit code {status}: {output}")


def names(words):
    """The member names of a file: characters of four bytes, padded with zeros."""
    size = max(len(word) for word in words)
    body = b"".join(word.ljust(size, "\0").encode("utf-32-le") for word in words)
    return archives.header(f"<U{size}", f"({len(words)},)") + body


def test_names(folder):
    """Names that are the same without zeros, that add lines to the answer, or that are too few."""
    files = solve(folder, 0, [[0, 1], [2], []])
    arrays = [archives.read(path) for path in files]
    arrays[0].update(archives.game([[0, 1], [2], []]))

    def judge_names(words, position):
        paths = [os.path.join(folder, f"named{i}.npz") for i in (0, 1)]
        for path, content in zip(paths, arrays):
            archives.write(path, {**content, "names": names(words)})
        return run(certify, "sum", *paths, position)

    status, output = judge_names(["a", "b", "an end"], "b")
    expect(status == 0 and output.splitlines()[1].split(None, 2)[2] == "1: b -> an end, certified", output)
    status, output = judge_names(["a", "b", "x, certified\noutcome            D"], "b")
    expect(status == 0 and output.count("\n") == 2 and "x, certified?outcome" in output, f"exit code {status}: {output}")
    for words in (["\0b", "b", "c"], ["a", "b\0c", "c"], ["a", "b"], ["a", "b", "c", "d"], ["a", "b", "b"]):
        status, output = judge_names(words, "b")
        expect(status == 3 and output.count("\n") == 1, f"exit code {status} for {words}: {output}")


with tempfile.TemporaryDirectory() as scratch:
    test_names(scratch)
    test_refusals(scratch)
    count = test_random_sums(scratch)
finish(f"grundy-certify sum: {count} positions of sums have the outcome of the product, and winning moves win")
