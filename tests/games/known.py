"""Compares known results about the games of the gallery with those of the program.

usage: known.py GRUNDY FOLDER

Every claim in the headers of games/*.lua is tested here.
"""

import itertools
import math
import os
import subprocess
import sys

grundy, folder = sys.argv[1], sys.argv[2]


def run(*arguments):
    return subprocess.run([grundy, *arguments], check=True, capture_output=True, text=True).stdout


def solve(game, *columns):
    """Maps names to entries, or to tuples of entries; the start comes first."""
    text = run("solve", game, "--to", "tsv", "--columns", ",".join(columns))
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return {row[0]: row[1] if len(columns) == 1 else tuple(row[1:]) for row in rows}


def start(game, column):
    return next(iter(solve(game, column).values()))


def values(game):
    return {name: int(value) for name, value in solve(game, "grundy").items()}


def numbers(name):
    return tuple(int(word) for word in name.split(","))


def graph(name, edges):
    path = os.path.join(folder, name + ".edges")
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f"{' '.join(map(str, edge))}\n" for edge in edges)
    return path


def path_graph(n):
    return graph(f"path{n}", [(0,)] + [(i, i + 1) for i in range(n - 1)])


def cycle(n):
    return graph(f"cycle{n}", [(i, (i + 1) % n) for i in range(n)])


def complete(n):
    return graph(f"complete{n}", [(0,)] + list(itertools.combinations(range(n), 2)))


# ---- heaps -------------------------------------------------------------------------------------


def subtraction():
    for k in range(1, 6):
        found = values(f"subtraction:30,{','.join(map(str, range(1, k + 1)))}")
        assert all(value == int(n) % (k + 1) for n, value in found.items())
    for subset in ([1, 4, 10], [1, 3, 8], [2, 5, 7], [3, 4, 9], [6, 10, 15]):
        found = values(f"subtraction:60,{','.join(map(str, subset))}")
        for n, value in found.items():
            pair = int(n) >= subset[0] and found[str(int(n) - subset[0])] == 0
            assert (value == 1) == pair, (subset, n)


def wythoff():
    found = {numbers(name): value for name, value in values("wythoff:40,40").items()}
    rows = [[0], [1, 2], [2, 0, 1], [3, 4, 5, 6], [4, 5, 3, 2, 7], [5, 3, 4, 0, 6, 8]]
    for b, row in enumerate(rows):
        assert [found[a, b] for a in range(b + 1)] == row
    assert [found[a, a] for a in range(13)] == [0, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15, 10]
    for (a, b), value in found.items():
        k = b - a
        assert (value == 0) == (a == (k + math.isqrt(5 * k * k)) // 2)
        assert a > 0 or value == b


def euclid():
    for a, b in ((24, 7), (100, 61), (89, 55), (97, 40), (60, 36), (1, 30), (71, 100), (233, 10)):
        for name, value in values(f"euclid:{a},{b}").items():
            x, y = numbers(name)
            assert value == (y * y - x * x) // (x * y)
            assert (value == 0) == (y * y - x * y - x * x < 0)


def kotzig():
    for n in range(1, 19):
        assert (start(f"kotzig:{n},1,2", "outcome") == "P") == (n in (1, 3, 7)), n
    for n in range(2, 15, 2):
        for subset in ("1,3", "1,5", "3,5", "1,3,7"):
            assert start(f"kotzig:{n},{subset}", "outcome") == "N", (n, subset)


def wind_up():
    found = solve("wind-up:7,1,2,5", "grundy")
    assert [found[str(i)] for i in range(7)] == ["0", "1", "2", "0", "1", "2", "0"]
    found = solve("wind-up:10,1,4", "grundy", "k")
    infinite = {1: "0", 2: "{}", 3: "{}", 4: "0", 6: "0", 7: "{}", 8: "{}", 9: "0"}
    for i in range(10):
        assert found[str(i)] == (("inf", infinite[i]) if i in infinite else ("0", "-")), i


def fair_shares():
    lua = os.path.join("games", "fair-shares.lua")
    for almonds in (1, 6, 10, 15, 24):
        columns = ("outcome", "grundy", "k", "remoteness")
        script, compiled = (solve(f"{game}:{almonds}", *columns) for game in (lua, "fair-shares"))
        assert script == compiled, almonds
    assert set(solve(f"{lua}:6", "grundy").values()) == {"0", "1", "2", "3"}
    ten = solve(f"{lua}:10", "outcome", "grundy")
    assert {"P", "N"} == {outcome for outcome, _ in ten.values()}
    assert "inf" in {value for _, value in ten.values()}
    assert len(ten) == 42
    assert len(solve(f"{lua}:7", "outcome")) == 2
    assert len(solve(f"{lua}:6,1", "outcome")) == 15
    sixty = list(solve("fair-shares:60", "outcome").values())
    assert [sixty.count(outcome) for outcome in "PND"] == [9, 244, 966214]


# ---- counters ----------------------------------------------------------------------------------


def nim():
    for game in ("3,4,5", "0,0", "7", "2,2,3,1"):
        for name, value in values("nim:" + game).items():
            nim_sum = 0
            for heap in numbers(name):
                nim_sum ^= heap
            assert value == nim_sum, name


def northcott():
    for game in ("5,1,2", "6,4", "4,0,2", "6,1,2,3", "2", "2,0"):
        found = solve("northcott:" + game, "grundy")
        for name, value in found.items():
            nim_sum = 0
            for row in name.split("/"):
                nim_sum ^= row.index("o") - row.index("x") - 1
            assert value == str(nim_sum), name
    assert start("northcott:5,1,2", "distance") == "inf"


def welter():
    for coins in ("2,5,7", "9,14", "3,6,9,11", "0,1,2,9", "13"):
        for name, value in values("welter:" + coins).items():
            squares = numbers(name)
            expected = 0
            for square in squares:
                expected ^= square
            for a, b in itertools.combinations(squares, 2):
                power = (a - b) & (b - a)
                expected ^= 2 * power - 1
            assert value == expected, name
            if len(squares) == 2:
                assert value == (squares[0] ^ squares[1]) - 1


# ---- boards ------------------------------------------------------------------------------------


def mirrored(rows):
    return tuple(sum(row > column for row in rows) for column in range(rows[0]))


def chomp():
    for rows, columns in itertools.product(range(1, 5), range(1, 6)):
        outcome = start(f"chomp:{rows},{columns}", "outcome")
        assert outcome == ("P" if rows == columns == 1 else "N")
    for name, outcome in solve("chomp:2,9", "outcome").items():
        upper, lower = (numbers(name) + (0,))[:2]
        assert (outcome == "P") == (lower == upper - 1), name
    for n in range(2, 6):
        found = {numbers(k): v for k, v in solve(f"chomp:{n},{n}", "outcome").items()}
        for r, c in itertools.product(range(n), repeat=2):
            bitten = (n,) * r + (c,) * (n - r) if c > 0 else (n,) * r
            if bitten:
                outcome = found[max(bitten, mirrored(bitten))]
                assert (outcome == "P") == (r == c == 1), (n, r, c)


def tic_tac_toe():
    assert start("tic-tac-toe", "outcome") == "D"
    found = solve("tic-tac-toe", "outcome")
    assert len(found) == 765
    images = set()
    for name in found:
        board = name.split("/")
        for _ in range(4):
            board = ["".join(row) for row in zip(*board[::-1])]
            images.update(("/".join(board), "/".join(board[::-1])))
    assert len(images) == 5478
    ends = [line.split()[-1] for line in run("convert", "tic-tac-toe", "-", "--to", "edges").splitlines()
            if "outcome=" in line]
    assert [ends.count("outcome=" + end) for end in ("A", "B", "draw")] == [91, 44, 3]


def three_mens_morris():
    found = solve("three-mens-morris", "outcome")
    assert found["X:.../.../..."] == "A"
    assert found["O:.../.X./..."] == "A"
    assert "A" not in (found["O:X../.../..."], found["O:.X./.../..."])
    assert start("three-mens-morris:any", "outcome") == "D"


def endless():
    assert start("mu-torere", "outcome") == "D"
    assert start("pong-hau-ki", "outcome") == "D"


def dodgem():
    assert start("dodgem", "outcome") == "A"
    assert start("dodgem:4", "outcome") == "D"


# ---- graphs ------------------------------------------------------------------------------------


def node_kayles():
    text = run("heap", "0.137", "--max", "20", "--to", "tsv")
    chess = [int(line.split("\t")[1]) for line in text.splitlines()[1:]]
    for n in range(1, 21):
        assert int(start("node-kayles:" + path_graph(n), "grundy")) == chess[n]
        assert int(start("node-kayles:" + complete(n), "grundy")) == 1
    for n in range(3, 17):
        assert int(start("node-kayles:" + cycle(n), "grundy")) == (chess[n - 3] == 0)


def value(game):
    lines = run("value", game).splitlines()
    return int(lines[1].split()[1])


def node_kayles_grid():
    """Paths, ladders, three rows (A316632) and four rows."""
    text = run("heap", "0.137", "--max", "30", "--to", "tsv")
    chess = [int(line.split("\t")[1]) for line in text.splitlines()[1:]]
    for n in range(1, 31):
        assert value(f"node-kayles-grid:1,{n}") == chess[n]
        assert value(f"node-kayles-grid:{n},1") == chess[n]
    for n in range(1, 15):
        assert value(f"node-kayles-grid:2,{n}") == n % 2
    for n, expected in enumerate([2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3], 1):
        assert value(f"node-kayles-grid:3,{n}") == expected
    for n in range(1, 8):
        assert value(f"node-kayles-grid:4,{n}") == (chess[4] if n == 1 else 0)


def naive_cram(cells):
    """By definition, for a set of cells as a whole."""
    if cells not in naive_cram.known:
        reached = {naive_cram(cells - {(r, c), other})
                   for r, c in cells for other in ((r + 1, c), (r, c + 1)) if other in cells}
        naive_cram.known[cells] = next(v for v in itertools.count() if v not in reached)
    return naive_cram.known[cells]


naive_cram.known = {}


def cram():
    """One row is Dawson's Kayles; symmetry decides boards with an even number of cells."""
    text = run("heap", "0.07", "--max", "30", "--to", "tsv")
    dawson = [int(line.split("\t")[1]) for line in text.splitlines()[1:]]
    for n in range(1, 31):
        assert value(f"cram:1,{n}") == dawson[n]
    for rows, columns in ((2, 2), (2, 5), (3, 3), (3, 4), (2, 7), (3, 5), (4, 4)):
        cells = frozenset(itertools.product(range(rows), range(columns)))
        assert value(f"cram:{rows},{columns}") == naive_cram(cells)
        assert value(f"cram:{columns},{rows}") == naive_cram(cells)
    for rows in range(2, 6):
        for columns in range(rows, 8 if rows < 4 else 6):
            odd = rows % 2 + columns % 2
            if odd < 2:
                assert (value(f"cram:{rows},{columns}") == 0) == (odd == 0)


def graph_kayles():
    text = run("heap", "kayles", "--max", "20", "--to", "tsv")
    kayles = [int(line.split("\t")[1]) for line in text.splitlines()[1:]]
    for n in range(1, 21):
        assert value("graph-kayles:" + path_graph(n)) == kayles[n]
        assert value(f"coin-rows:2,{n}") == kayles[n]
    for n in range(3, 12):
        assert value("graph-kayles:" + cycle(n)) == 0
        assert value("graph-kayles:" + complete(n)) == n % 3


def coin_rows():
    for n in range(1, 30):
        assert value(f"coin-rows:1,{n}") == n % 2
    for most in range(2, 5):
        for n in range(1, 14, 3):
            assert value(f"coin-rows:{most},{n}") > 0
            assert value(f"coin-rows:{most},{n},{n}") == 0
            assert value(f"coin-rows:{most},{n},4") == (
                value(f"coin-rows:{most},{n}") ^ value(f"coin-rows:{most},4"))


def cops_and_robber():
    game = "cops-and-robber:"
    tree = graph("tree", [(i, (i - 1) // 2) for i in range(1, 12)])
    for cop_win in (tree, path_graph(9), complete(1), complete(5), cycle(3)):
        assert start(game + cop_win, "outcome") == "A"
    for n in range(4, 9):
        assert start(f"{game}{cycle(n)},1", "outcome") == "D"
        assert start(f"{game}{cycle(n)},2", "outcome") == "A"
    petersen = [start(f"{game}examples/petersen.edges,{cops}", "outcome") for cops in (1, 2, 3)]
    assert petersen == ["D", "D", "A"]


def capture_times():
    """Rounds, as [BGHK09] counts them; grids after [Meh11]."""
    def rounds(game):
        lines = run("sweep", "cops-and-robber:" + game, "--columns", "rounds", "--quiet").splitlines()
        return [int(line.split("\t")[-1].replace("inf", "-1")) for line in lines[1:]]
    assert rounds("path:1..12") == [0] + [n // 2 for n in range(2, 13)]
    assert rounds("cycle:4..13,2") == [(n + 1) // 4 for n in range(4, 14)]
    assert rounds("cycle:3..6,1") == [1, -1, -1, -1]
    assert rounds("grid:2..4,2..5,2") == [
        (m + n) // 2 - 1 for m in range(2, 5) for n in range(2, 6)]
    assert rounds("examples/petersen.edges,1..3") == [-1, -1, 1]
    assert rounds("complete:2,1..3") == [1, 0, 0]


def families():
    """Graphs by name have the answers of the same graphs in files. On paths and cycles, the former
    come from a heap game, and the latter from the rules."""
    def grid(m, n):
        cells = list(itertools.product(range(m), range(n)))
        near = [(a, b) for a, b in itertools.combinations(cells, 2)
                if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
        return graph(f"grid{m}{n}", [("-".join(map(str, a)), "-".join(map(str, b))) for a, b in near])
    star = [(0, "a1"), ("a1", "a2"), (0, "b1"), (0, "c1"), ("c1", "c2"), ("c2", "c3")]
    pairs = {f"path:{n}": path_graph(n) for n in range(1, 11)}
    pairs.update({f"cycle:{n}": cycle(n) for n in range(3, 11)})
    pairs.update({f"complete:{n}": complete(n) for n in range(2, 6)})
    pairs.update({f"grid:{m},{n}": grid(m, n) for m, n in ((1, 3), (2, 3), (3, 3), (3, 4))})
    pairs["star:2,1,3"] = graph("star", star)
    pairs["tree:0,1,1,2,2,4"] = graph("trees", [(1, 2), (1, 3), (2, 4), (2, 5), (4, 6)])
    for family, path in pairs.items():
        for game in ("node-kayles", "graph-kayles"):
            for options in (("--columns", "outcome,grundy,remoteness,distance"), ("--misere",)):
                answers = [run("value", f"{game}:{g}", *options).splitlines() for g in (family, path)]
                answers = [[line for line in lines if line.split()[0] in
                            ("outcome", "value", "remoteness", "distance")] for lines in answers]
                assert answers[0] == answers[1] and answers[0], (game, family, options, answers)
        cops = [run("value", f"cops-and-robber:{g},cops=1", "--columns", "outcome,remoteness")
                for g in (family, path)]
        assert cops[0] == cops[1], family
    values_of = {}
    for family in ("path", "cycle"):
        lines = run("sweep", f"node-kayles:{family}:3..200", "--columns", "grundy").splitlines()
        values_of[family] = [int(line.split("\t")[1]) for line in lines[1:]]
    rows = run("sweep", "node-kayles:[path|cycle]:x").splitlines()[1:]
    for line in rows:
        family, preperiod, period = line.split("\t")[:3]
        found, first, length = values_of[family], int(preperiod) - 3, int(period)
        assert all(found[n] == found[n + length] for n in range(first, len(found) - length)), line
        if first > 0:
            assert found[first - 1] != found[first - 1 + length], line
        for less in range(1, length):
            assert any(found[n] != found[n + less] for n in range(first, len(found) - less)), line
    large = 52 + 34 * 10**9
    assert value(f"node-kayles:path:{large + 5}") == values_of["path"][52 + 5 - 3]


def annihilation():
    wythoff_graph = os.path.join(folder, "wythoff.edges")
    run("convert", "wythoff:2,3", wythoff_graph)
    for path in ("examples/lm08.edges", "examples/nim-2.edges", path_graph(9), wythoff_graph):
        single = values(path)
        if any("," in name for name in single):  # then tokens are named by numbers
            single = {str(i): value for i, value in enumerate(single.values(), 1)}
        for name, value in values("annihilation:" + path).items():
            expected = 0
            for vertex in [] if name == "-" else name.split(","):
                expected ^= single[vertex]
            assert value == expected, (path, name)
    both = graph("both", [("a", "b"), ("b", "a")])
    assert start(f"annihilation:{both},a,b", "grundy") == "1"
    assert run("best", f"{both}@a + {both}@b").split()[:2] == ["outcome", "D"]


def nimstring():
    for n in range(1, 8):
        chain = ["ground1", *range(n), "ground2"]
        assert start("nimstring:" + graph(f"chain{n}", list(zip(chain, chain[1:]))), "grundy") == ("1" if n < 3 else "0")
    for n in range(3, 8):
        assert start("nimstring:" + cycle(n), "grundy") == ("1" if n == 3 else "0")
    for size, value in (("1,1", "1"), ("1,2", "1"), ("1,3", "1"), ("2,2", "0")):
        assert start("nimstring-grid:" + size, "grundy") == value


def top_entails():
    rows = [line.split("\t") for line in run("heap", "top-entails", "--max", "34000", "--to", "tsv").splitlines()[1:]]
    assert [int(heap) for heap, value in rows if value == "inf"] == [1, 3, 2403, 2505, 33243]
    assert " ".join(value for _, value in rows[:16]) == "0 inf 0 inf 1 0 2 1 3 0 1 3 4 0 3 4"


def tripiece():
    assert set(solve("tripiece:triangle", "grundy").values()) == {"0", "1", "2", "inf"}
    assert set(solve("tripiece:triangle", "k").values()) == {"-", "0,1,2"}
    assert set(solve("tripiece:square", "c").values()) == {"-", "3"}


def every_game_starts_by_itself():
    needs_a_graph = ("node-kayles", "nimstring", "graph-kayles", "cops-and-robber", "annihilation")
    for file in sorted(os.listdir("games")):
        name, ending = os.path.splitext(file)
        if ending == ".lua" and name not in needs_a_graph:
            run("info", os.path.join("games", file))


for test in (nim, subtraction, wythoff, euclid, kotzig, wind_up, fair_shares, northcott, welter, chomp,
             tic_tac_toe, three_mens_morris, endless, dodgem, node_kayles, node_kayles_grid,
             cram, graph_kayles, coin_rows, cops_and_robber, capture_times, families, annihilation,
             nimstring, tripiece, top_entails, every_game_starts_by_itself):
    try:
        test()
    except (AssertionError, subprocess.CalledProcessError) as wrong:
        sys.exit(f"{test.__name__}: {wrong!r} {getattr(wrong, 'stderr', '')}")
