"""Compares what other people's programs found (solved.json) with solutions of the same games.

usage: solved.py GRUNDY FOLDER [long]

Prints one line per comparison that fails, and how many numbers were compared; with `long`, larger games are solved, too.
"""

import concurrent.futures
import itertools
import json
import math
import os
import re
import subprocess
import sys

grundy, folder = sys.argv[1], sys.argv[2]
is_long = sys.argv[3:] == ["long"]
here = os.path.dirname(__file__)
with open(os.path.join(here, "solved.json"), encoding="utf-8") as file:
    solved = json.load(file)

compared = 0
failures = 0


def expect(source, what, found, printed):
    """Compares lists of numbers."""
    global compared, failures
    compared += len(printed)
    if found != printed:
        failures += 1
        print(f"{source}: {what}: found {found}, expected {printed}")


def run(*arguments):
    return subprocess.run([grundy, *arguments], check=True, capture_output=True, text=True).stdout


def solve(game, column):
    rows = run("solve", game, "--to", "tsv", "--columns", column, "--quiet").splitlines()[1:]
    return dict(row.split("\t") for row in rows)


def values(game):
    return {name: int(value) for name, value in solve(game, "grundy").items()}


def value(game):
    return int(re.search(r"^value +(\d+)", run("value", game), re.MULTILINE).group(1))


def outcome(game):
    return next(iter(solve(game, "outcome").values()))


def in_parallel(function, tasks):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(function, tasks))


def graph(name, edges):
    path = os.path.join(folder, name + ".edges")
    with open(path, "w", encoding="ascii") as to:
        to.writelines(" ".join(edge) + "\n" for edge in edges)
    return path


# ---- Node Kayles -------------------------------------------------------------------------------


def petersen(n):
    """The generalized Petersen graph P(n, 2)."""
    for i in range(n):
        yield from ((f"a{i}", f"a{(i + 1) % n}"), (f"a{i}", f"b{i}"), (f"b{i}", f"b{(i + 2) % n}"))


def diamonds(n):
    """Diamonds that share vertices of degree three."""
    for i in range(n):
        yield (f"v{i}", f"v{i + 1}")
        yield from ((f"v{j}", f"{side}{i}") for j in (i, i + 1) for side in "uw")


def tailed_diamonds(n):
    """The same with two more vertices at each end. Node Kayles on it is the game Remove-a-Square, on a board of 2 by n + 2,
    says a comment of A316781."""
    yield from diamonds(n)
    yield from (("v0", "x"), ("v0", "y"), (f"v{n}", "z"), (f"v{n}", "t"))


def squares(n):
    """A path with a square on each of its edges."""
    for i in range(n):
        yield from ((f"u{i}", f"u{i + 1}"), (f"u{i}", f"v{i}"), (f"v{i}", f"w{i}"), (f"w{i}", f"u{i + 1}"))


def queens(n):
    """Squares of a board, joined if a queen moves from one to the other."""
    yield ("0-0",)
    for (a, b), (c, d) in itertools.combinations(itertools.product(range(n), repeat=2), 2):
        if a == c or b == d or abs(a - c) == abs(b - d):
            yield (f"{a}-{b}", f"{c}-{d}")


def node_kayles():
    most = {"petersen": 14, "diamonds": 20, "tailed_diamonds": 15, "squares": 18, "queens": 7} if is_long else {
        "petersen": 9, "diamonds": 11, "tailed_diamonds": 8, "squares": 9, "queens": 5}
    for entry in solved["node_kayles"]:
        family, first = entry["graphs"], entry["first"]
        numbers = range(first, most[family] + 1)
        games = ["node-kayles:" + graph(f"{family}{n}", globals()[family](n)) for n in numbers]
        expect(entry["sequence"], "values", in_parallel(value, games), entry["terms"][:len(games)])


# ---- Cram --------------------------------------------------------------------------------------


def cram():
    boards = ["4,4", "4,5", "4,6", "5,5"] + (["4,7", "4,8", "5,6"] if is_long else [])
    found = in_parallel(value, ["cram:" + board for board in boards])
    expect("igsolve", "values of Cram", found, [solved["cram"][board] for board in boards])


# ---- Chomp with three rows ---------------------------------------------------------------------


def chomp():
    """Every P-position (p, q, r) of a bar with three rows and 40 columns, or 24."""
    width = 40 if is_long else 24
    lost = set()
    for name, letter in solve(f"chomp:3,{width}", "outcome").items():
        if letter == "P":
            rows = tuple(map(int, name.split(",")))
            columns = tuple(sum(row > i for row in rows) for i in range(rows[0]))
            lost.update(shape + (0,) * (3 - len(shape)) for shape in (rows, columns) if len(shape) <= 3)
    table = solved["chomp"]
    terms = table["numbers_of_p_positions"]["terms"][:width + 1]
    expect("A029899", "numbers", [sum(p <= n for p, _, _ in lost) for n in range(len(terms))], terms)
    for n, p in enumerate(table["p_of_equal_lower_rows"]["terms"]):
        if p <= width:
            expect("A029900", f"P-positions (p, {n}, {n})", [a for a, b, c in lost if b == c == n], [p])
    for p, r in zip(table["p_of_equal_upper_rows"]["terms"], table["r_of_equal_upper_rows"]["terms"]):
        if p <= width:
            expect("A029901", f"P-positions ({p}, {p}, r)", [c for a, b, c in lost if a == b == p], [r])
    family = table["families"]
    for p, q, r in zip(family["p"], family["q"], family["r"]):
        members = [(k + p + q, k + q, r) for k in range(width - p - q + 1)]
        expect(family["sequences"], f"a family with r = {r}", [member in lost for member in members], [True] * len(members))
    for r, pairs in table["few"]["r"].items():
        expect("A147983", f"r = {r}", sorted([a, b] for a, b, c in lost if c == int(r)), sorted(pairs))


# ---- CGSuite -----------------------------------------------------------------------------------


def rules(name, *arguments):
    return f"{os.path.join(here, 'rules', name)}.lua:{','.join(map(str, arguments))}"


def turning():
    for name, printed in solved["turning"].items():
        found = values(rules("turning", name, len(printed)))
        expect("CGSuite", name, [found[str(n)] for n in range(1, len(printed) + 1)], printed)


def remembering():
    for name, printed in solved["remembering"].items():
        found = values(rules("remembering", name, 10, 20))
        expect("CGSuite", name, [found[f"10,{m}"] for m in range(21)], printed)
    for n, row in enumerate(solved["not_as_many"]):
        expect("CGSuite", f"heap {n}", [found[f"{n},{m}"] for m in range(11)], [int(digit) for digit in row])


def wythoff():
    for r, printed in solved["wythoff"].items():
        found = values(rules("wythoff", r, 10, 20))
        expect("CGSuite", f"Wythoff's game with r = {r}", [found[f"10,{b}"] for b in range(21)], printed)
    for r in range(1, 6):  # P-positions [Fra82]
        alpha = (2 - r + math.sqrt(r * r + 4)) / 2
        pairs = [(int(i * alpha), int(i * (alpha + r))) for i in range(15 if is_long else 8)]
        found = values(rules("wythoff", r, *pairs[-1]))
        expect("[Fra82]", f"P-positions with r = {r}", [found[f"{a},{b}"] for a, b in pairs], [0] * len(pairs))


# ---- cops and robber ---------------------------------------------------------------------------


def connected_graphs(order):
    """One graph of each kind, as sets of edges."""
    pairs = list(itertools.combinations(range(order), 2))
    seen = set()
    for size in range(order - 1, len(pairs) + 1):
        for edges in itertools.combinations(pairs, size):
            kind = min(tuple(sorted(tuple(sorted((p[a], p[b]))) for a, b in edges))
                       for p in itertools.permutations(range(order)))
            if kind not in seen:
                seen.add(kind)
                reached = {0}
                for _ in range(order):
                    reached |= {v for edge in edges for v in edge if reached & set(edge)}
                if len(reached) == order:
                    yield edges


def is_dismantlable(order, edges):
    """Removes vertices whose neighbours are neighbours of another one, as long as there are any [NW83]."""
    near = {u: {u} | {v for edge in edges if u in edge for v in edge} for u in range(order)}
    while len(near) > 1:
        corner = next((u for u in near for v in near if u != v and near[u] <= near[v]), None)
        if corner is None:
            return False
        del near[corner]
        for others in near.values():
            others.discard(corner)
    return True


def cop_number(name, edges, most=3):
    path = graph(name, [(str(edge[0]), *map(str, edge[1:])) for edge in edges])
    return next((cops for cops in range(1, most + 1) if outcome(f"cops-and-robber:{path},{cops}") == "A"), None)


def cops_and_robber():
    """One cop wins on the graphs that can be dismantled [NW83], and two on all others with fewer than ten vertices [BBB14]."""
    for order in range(2, 6 if is_long else 5):
        graphs = list(connected_graphs(order))
        found = in_parallel(lambda task: cop_number(f"graph{order}-{task[0]}", task[1]), enumerate(graphs))
        expect("[NW83]", f"graphs with {order} vertices", found, [1 if is_dismantlable(order, g) else 2 for g in graphs])


def cube(dimension):
    return [(a, a | 1 << i) for a in range(2**dimension) for i in range(dimension) if not a >> i & 1]


def dodecahedron():
    """The generalized Petersen graph P(10, 2)."""
    return [edge for i in range(10) for edge in ((i, (i + 1) % 10), (i, i + 10), (i + 10, (i + 2) % 10 + 10))]


def heawood():
    return [(i, (i + 1) % 14) for i in range(14)] + [(i, (i + 5) % 14) for i in range(0, 14, 2)]


def named_graphs():
    """Graphs without short cycles need as many cops as their least degree, and planar graphs at most three [AF84]; the cube of
    dimension d needs half of d + 1, rounded up [MM87]."""
    expect("[MM87]", "cop number of the cube", [cop_number("cube3", cube(3))], [2])
    if is_long:
        expect("[MM87]", "cop number of the cube of dimension 4", [cop_number("cube4", cube(4))], [3])
        expect("[AF84]", "cop number of the dodecahedron", [cop_number("dodecahedron", dodecahedron())], [3])
        expect("[AF84]", "two cops on the Heawood graph", [cop_number("heawood", heawood(), 2)], [None])


# ---- the end of Quixo --------------------------------------------------------------------------


def follows(fewer, more):
    """The numbers of marks of the boards that can follow, and these themselves."""
    found, waiting = set(), [(fewer, more)]
    while waiting:
        marks = waiting.pop()
        if marks not in found and sum(marks) <= 25:
            found.add(marks)
            waiting += [tuple(sorted((marks[0] + 1, marks[1]))), (marks[0], marks[1] + 1)]
    return found


def quixo():
    game = os.path.join(folder, "quixo_end.so")
    subprocess.run([grundy, "rules", "build", os.path.join(here, "rules", "quixo_end.c"), "-o", game],
                   check=True, capture_output=True)
    ends = [(0, 25), (1, 24), (2, 23), (3, 21), (4, 21), (5, 20)]
    if is_long:
        ends += [(6, 19), (8, 17), (9, 16), (10, 15), (11, 14), (12, 13), (6, 18), (3, 20)]
    for fewer, more in ends:
        place = os.path.join(folder, f"quixo-{fewer}-{more}")
        text = run("solve", f"{game}:5,{fewer},{more}", "--tiers", place).replace(",", "")
        found = [int(re.search(rf"(\d+) {kind}", text).group(1)) for kind in ("N-position", "P-position", "draw")]
        printed = [0, 0, 0]
        for a, b in follows(fewer, more):
            for marks in {f"{a},{b}", f"{b},{a}"}:
                printed = [x + y for x, y in zip(printed, solved["quixo"][marks])]
        expect("quixo-cpp", f"boards with {fewer} and {more} marks", found, printed)


for test in (node_kayles, cram, chomp, turning, remembering, wythoff, cops_and_robber, named_graphs, quixo):
    test()
print(f"{compared} numbers compared")
sys.exit(1 if failures else 0)
