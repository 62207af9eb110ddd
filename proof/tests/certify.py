"""Tests that grundy-certify accepts what the solver produces, and rejects what `grundy verify` does.

usage: certify.py CERTIFY GRUNDY [FILES]

Every one of the FILES (default 150) holds 20 random games, side by side, and every fifth also one with large values. In each,
single entries of the solution are changed, and both programs must give the same answer. Needs only Python's standard
library.
"""

import os
import random
import subprocess
import sys
import tempfile

import archives

GAMES_PER_FILE = 20
MUTATIONS_PER_FILE = 16
COLUMNS = "outcome,grundy,k,remoteness,distance,counter,misere,misere_remoteness,hmin,j,draw_level,draw_remoteness"

certify, grundy = sys.argv[1:3]
files = int(sys.argv[3]) if len(sys.argv) > 3 else 150
failures = 0


def run(*command):
    """Returns the exit code and everything printed."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


def expect(condition, what):
    global failures
    if not condition:
        failures += 1
        print("certify.py: " + what, file=sys.stderr)


def paths(folder):
    return (os.path.join(folder, name + ".npz") for name in ("game", "solution", "other"))


# ---- games -------------------------------------------------------------------------------------


def random_rows(generator):
    """A random game: sparse or dense, with or without cycles, loops and repeated moves."""
    order = generator.randint(1, 9)
    moves = generator.choice((1, 2, 2, 3, 5))
    acyclic = generator.random() < 0.15
    rows = []
    for u in range(order):
        count = 0 if generator.random() < 0.2 else generator.randint(0, moves)
        below = u if acyclic else order
        rows.append([generator.randrange(below) for _ in range(count)] if below else [])
    return rows


def side_by_side(games):
    rows = []
    for game in games:
        first = len(rows)
        rows += [[first + v for v in row] for row in game]
    return rows


def nim_with_pauses(heaps, reach, back):
    rows = [list(range(max(0, u - reach), u)) for u in range(heaps)] + [[] for _ in range(heaps)]
    for u in range(heaps):
        if u % (reach + 1) != 0:
            rows[u].append(heaps + u)
            rows[heaps + u] = [u, heaps - 1] if back else [u]
    return rows


def infinite_crowd(side):
    rows = [list(range(u)) for u in range(side)]
    crowd = [2 * side + x for x in range(side)]
    rows += [list(range(u)) + (crowd if u else []) for u in range(side)]
    return rows + [list(range(1, side)) + [2 * side + x] for x in range(side)]


def mixed(order, most, share, generator):
    rows = []
    for _ in range(order):
        count = 0 if generator.random() < share else generator.randint(1, most)
        rows.append([generator.randrange(order) for _ in range(count)])
    return rows


# The families of the benchmark that `grundy random` makes; families() makes the others.
MODELS = (
    [f"degree -n 3000 --degree {d} --sinks {s}" for d in (2, 4, 8) for s in (0.01, 0.05, 0.1, 0.2)]
    + ["power -n 3000 --degree 8", "dag -n 3000 --degree 8", "dag -n 3000 --degree 8 --ordered"]
    + [f"layered --degree 4 --width 10 --layers 300 --back {share}" for share in (0, 0.1)]
    + [
        f"board --width 30 --height 30 --piece {piece} {rule}"
        for piece in ("rook", "queen")
        for rule in ("", "--swaps", "--put-backs")
    ]
    + ["chain -n 3000", "chain -n 3000 --ordered"]
)


def families(folder):
    """Makes the games of all families, and returns their names and files."""
    generator = random.Random(1)
    made = {
        "mixed-15": mixed(2000, 15, 0.1, generator),
        "mixed-9": mixed(2000, 9, 0.2, generator),
        "nim-pauses": nim_with_pauses(100, 100, False),
        "nim-component": nim_with_pauses(100, 100, True),
        "nim-band": nim_with_pauses(650, 64, True),
        "infinite-crowd": infinite_crowd(40),
    }
    path = os.path.join(folder, "family.npz")
    for name, rows in made.items():
        archives.write(path, archives.game(rows))
        yield name, path
    for model in MODELS:
        code, output = run(grundy, "random", *model.split(), "-q", "-o", path)
        expect(code == 0, f"grundy random {model}: {output}")
        yield model, path


def test_families(folder):
    solution = os.path.join(folder, "solution.npz")
    for name, game in families(folder):
        code, output = run(grundy, "solve", game, "--columns", COLUMNS, "-q", "-o", solution)
        expect(code == 0, f"grundy solve {name}: {output}")
        code, output = run(certify, game, solution)
        certified = output.count(" certified\n")
        expect(code == 0 and certified == 12, f"{name}: exit code {code}\n{output}")


# ---- single entries ----------------------------------------------------------------------------


def mutate(arrays, generator):
    """Changes one entry of one array, and says which."""
    name = generator.choice(sorted(name for name, (_, values) in arrays.items() if values))
    kind, values = arrays[name]
    i = generator.randrange(len(values))
    if name in ("outcome", "misere"):
        new = generator.choice([x for x in b"PND" if x != values[i]])
    else:
        others = [values[i] - 1, values[i] + 1, -1, 0, generator.randint(0, 9)]
        new = generator.choice([x for x in others if x not in (values[i], -2)])
    changed = dict(arrays)
    changed[name] = kind, values[:i] + [new] + values[i + 1 :]
    return changed, f"{name}[{i}]: {values[i]} became {new}"


def test_random_games(folder):
    game, solution, changed = paths(folder)
    generator = random.Random(7)
    rejected = 0
    for number in range(files):
        games = [random_rows(generator) for _ in range(GAMES_PER_FILE)]
        if number % 5 == 0:
            games.append(nim_with_pauses(66, 66, True))  # sets of values over 61 are not masks
        rows = side_by_side(games)
        archives.write(game, archives.game(rows))
        code, output = run(grundy, "solve", game, "--columns", COLUMNS, "-q", "-o", solution)
        expect(code == 0, f"grundy solve: {output}")
        code, output = run(certify, game, solution)
        expect(code == 0, f"file {number}: exit code {code}\n{output}")
        arrays = archives.read(solution)
        for _ in range(MUTATIONS_PER_FILE):
            mutated, what = mutate(arrays, generator)
            archives.write(changed, mutated)
            verified = run(grundy, "verify", game, changed, "-q")
            certified = run(certify, game, changed)
            expect(
                (verified[0] == 0) == (certified[0] == 0) and certified[0] in (0, 1, 3),
                f"file {number}, {what}: grundy verify exits with {verified[0]}, "
                f"grundy-certify with {certified[0]}\n{verified[1]}{certified[1]}",
            )
            if what.startswith("grundy["):  # even if no other column depends on it
                code, output = run(certify, game, changed, "--columns", "grundy")
                expect(code == 1, f"file {number}, {what}: exit code {code}\n{output}")
            rejected += verified[0] == 1
    expect(rejected > files * MUTATIONS_PER_FILE / 2, f"only {rejected} changes were rejected")
    return rejected


# ---- bad input ---------------------------------------------------------------------------------


def test_bad_input(folder):
    game, solution, other = paths(folder)
    archives.write(game, archives.game([[1], [0, 2], []]))
    run(grundy, "solve", game, "-q", "-o", solution)
    arrays = archives.read(solution)

    def expect_code(code, text, *arguments):
        got, output = run(certify, *arguments)
        one_line = text in output and output.count("\n") == 1
        expect(got == code and one_line, f"{text}: exit code {got}\n{output}")

    expect(run(certify, "--help")[0] == 0, "--help fails")
    expect_code(2, "usage", game)
    expect_code(2, "usage", game, solution, "--colums", "outcome")
    expect_code(2, "usage", game, solution, "--columns")
    expect_code(2, '"outcomes" is not a column', game, solution, "--columns", "grundy,outcomes")
    expect_code(2, '"" is not a column', game, solution, "--columns", "")
    expect_code(3, "no column hmin", game, solution, "--columns", "outcome,hmin")
    expect_code(3, "is a directory", folder, solution)
    expect_code(3, "No such file", os.path.join(folder, "missing.npz"), solution)
    with open(other, "w", encoding="ascii") as file:
        file.write("a b\n" * 20)
    expect_code(3, "not an npz file", other, solution)
    with open(solution, "rb") as file:
        data = file.read()
    for size in range(0, len(data), 37):  # truncated
        with open(other, "wb") as file:
            file.write(data[:size])
        expect(run(certify, game, other)[0] == 3, f"a solution cut after {size} bytes is not rejected")
    for i in range(0, len(data), 3):
        with open(other, "wb") as file:
            file.write(data[:i] + bytes([data[i] ^ 0xFF]) + data[i + 1 :])
        code, output = run(certify, game, other)
        expect(code == 3, f"byte {i} is damaged: exit code {code}\n{output}")
    archives.write(other, dict(arrays, remoteness=("<i4", [0, 1])))
    code, output = run(certify, game, other)
    said = "remoteness has 2 entries; the game has 3 positions" in output
    expect(code == 3 and said, f"short remoteness: exit code {code}\n{output}")
    archives.write(other, dict(arrays, remoteness=("<i4", [-2, 1, 0])))
    code, output = run(certify, game, other)
    expect(code == 3 and "less than -1" in output, f"-2 as remoteness: exit code {code}\n{output}")
    archives.write(other, {})
    expect_code(4, "no column to check", game, other)
    plain = archives.game([[1], [0, 2], []])
    for name, values in (
        ("indices", [1, 0, 3]),
        ("indptr", [0, 2, 1, 3]),
        ("indptr", [0, 1, 3]),
        ("shape", [3, 4]),
        ("data", [1, 1]),
        ("data", [1, 0, 1]),
    ):
        archives.write(other, dict(plain, **{name: (plain[name][0], values)}))
        expect(run(certify, other, solution)[0] == 3, f"a game with {name} = {values} is not rejected")
    archives.write(other, dict(plain, format=("S", b"csc")))
    expect_code(3, "not in compressed rows", other, solution)
    rules = ("S", b"nim:3")
    archives.write(other, dict(plain, players=("|u1", [65, 66, 65])))
    expect_code(3, "without the member rules", other, solution)
    archives.write(other, dict(plain, rules=rules, players=("|u1", [65, 66, 65])))
    expect_code(6, "players", other, solution)
    archives.write(other, dict(plain, window=("|u1", [73, 73, 70])))
    expect_code(3, "the solution of a window needs the member window", other, solution)
    archives.write(other, dict(plain, kinds=("|u1", [1, 1, 2])))
    expect_code(6, "carry-on or entailing moves cannot be certified", other, solution)
    edges = os.path.join(folder, "turns.edges")
    with open(edges, "w", encoding="ascii") as file:
        file.write("a +> b\nb c\nc !> a\nc d\n")
    run(grundy, "convert", edges, game, "-q")
    run(grundy, "solve", game, "-q", "-o", other)
    expect_code(6, "carry-on or entailing moves cannot be certified", game, other)
    archives.write(game, plain)
    archives.write(other, dict(plain, rules=rules, sum_rows=("<i8", [0, 0, 0, 0])))
    expect_code(3, "no member sum_starts", other, solution)
    archives.write(other, dict(archives.game([[1], [0], []]), rules=rules, **arrays))
    expect_code(3, "a tablebase of another game", game, other)


# ---- the exit code -----------------------------------------------------------------------------


def test_exit_code(folder):
    """0 only if everything that is asked for is certified; wrong wins over not checked."""
    game, solution, other = paths(folder)
    archives.write(game, archives.game([[1], [0, 2], []]))
    run(grundy, "solve", game, "--columns", "all", "-q", "-o", solution)
    arrays = archives.read(solution)
    names = {name.replace("_indptr", "") for name in arrays if not name.endswith("_indices")}
    expect(len(names) == 10, f"the columns are {names}")
    arrays["qv"] = ("<i4", [0, 0, 0])  # a column that cannot be certified

    def expect_lines(code, verdicts, left_out=(), changed=None, asked=None):
        kept = {name: value for name, value in arrays.items() if name not in left_out}
        archives.write(other, dict(kept, **(changed or {})))
        got, output = run(certify, game, other, *(["--columns", asked] if asked else []))
        lines = dict(line.split(None, 1) for line in output.splitlines())
        said = all(lines.get(name, "").startswith(verdict) for name, verdict in verdicts.items())
        expect(got == code and said and len(lines) == len(verdicts),
               f"without {left_out}, with {changed}, {asked}: exit code {got}\n{output}")

    yes = {name: "certified" for name in names}
    no_qv = ("qv",)
    off = {"qv": "not checked"}
    expect_lines(4, yes | off)
    expect_lines(0, yes, no_qv)
    for name in names:
        expect_lines(0, {name: "certified"}, asked=name)
    expect_lines(4, {"qv": "not checked"}, asked="qv")
    expect_lines(4, {"qv": "not checked", "k": "certified"}, asked="qv,k")
    followers = {"j_indices": ("<i4", [x + (x >= 0) for x in arrays["j_indices"][1]])}
    expect_lines(1, {"j": "wrong", "k": "certified"}, changed=followers, asked="j,k")
    wrong = {"distance": ("<i4", [1, -1, 0])}
    expect_lines(1, yes | off | {"distance": "wrong"}, changed=wrong)
    expect_lines(1, {"distance": "wrong", "qv": "not checked"}, changed=wrong, asked="qv,distance")
    expect_lines(0, {"outcome": "certified"}, changed=wrong, asked="outcome")
    remote = {"remoteness": ("<i4", [-1, -1, 0])}
    expect_lines(1, {"remoteness": "wrong", "outcome": "certified"}, changed=remote, asked="remoteness,outcome")
    no_counter = no_qv + ("counter",)
    less = {name: "certified" for name in names if name not in ("grundy", "counter", "k", "j", "hmin")}
    sets = {name: "not checked: needs" for name in ("k", "j", "hmin")}
    expect_lines(4, less | sets | {"grundy": "not checked: needs counter"}, no_counter)
    del less["remoteness"]
    expect_lines(4, less | sets | {"grundy": "not checked", "outcome": "not checked"},
                 no_counter + ("remoteness",))
    expect_lines(4, {name: "certified" for name in names if name not in ("grundy", "k", "j", "hmin", "counter")}
                 | {"counter": "not checked: needs grundy"},
                 no_qv + ("hmin", "grundy", "k_indptr", "k_indices", "j_indptr", "j_indices"))
    expect_lines(4, {"misere": "not checked: needs a certified misere_remoteness"}, ("misere_remoteness",),
                 asked="misere")
    absent = {"k_absent": ("|u1", [1, 1, 1])}
    expect_lines(4, yes | {"k": "not checked: the file has the member k_absent"}, no_qv, absent)
    counters = {"counter": ("<i4", [x + (x == 0) for x in arrays["counter"][1]][::-1])}
    expect_lines(1, yes | {"grundy": "wrong: grundy or counter", "counter": "wrong: grundy or counter",
                           "k": "not checked", "j": "not checked", "hmin": "not checked"}, no_qv, counters)
    least = {"hmin": ("<i4", [x + (x > 0) for x in arrays["hmin"][1]])}
    expect_lines(1, yes | {"hmin": "wrong"}, no_qv, least)


def test_outcomes_by_values(folder):
    """Without remoteness, outcomes are certified by the values."""
    game, solution, other = paths(folder)
    archives.write(game, archives.game([[1], [0, 2], [3], [], [4, 2], [4, 3], [0, 3]]))  # values of all kinds
    run(grundy, "solve", game, "--columns", "outcome,grundy,counter", "-q", "-o", solution)
    arrays = archives.read(solution)
    right = arrays["outcome"][1]
    for i in range(len(right)):
        for letter in b"PND":
            archives.write(other, dict(arrays, outcome=("|u1", right[:i] + [letter] + right[i + 1 :])))
            code, output = run(certify, game, other)
            what = f"outcome[{i}] = {letter} instead of {right[i]}"
            expect(code == (letter != right[i]), f"{what}: exit code {code}\n{output}")


def test_draws(folder):
    """draw_level and draw_remoteness are certified together."""
    game, solution, other = paths(folder)
    archives.write(game, archives.game([[1], [0, 2], [3], [], [0], [6], [5, 0], [7]]))
    run(grundy, "solve", game, "--columns", "draw_level,draw_remoteness", "-q", "-o", solution)
    arrays = archives.read(solution)
    expect(arrays["draw_level"][1] == [1, 1, 0, 0, 1, 2, 2, -1], f"the levels are {arrays['draw_level']}")
    expect(run(certify, game, solution)[0] == 0, "levels of draws are not certified")
    for name in ("draw_level", "draw_remoteness"):
        archives.write(other, {x: values for x, values in arrays.items() if x != name})
        code, output = run(certify, game, other)
        expect(code == 4 and f"not checked: needs {name}\n" in output, f"without {name}: exit code {code}\n{output}")
        archives.write(other, dict(arrays, **{name: ("<i4", arrays[name][1][:-1] + [3])}))
        code, output = run(certify, game, other)
        expect(code == 1 and output.count("wrong: draw_level or draw_remoteness") == 2,
               f"wrong {name}: exit code {code}\n{output}")


with tempfile.TemporaryDirectory() as scratch:
    test_outcomes_by_values(scratch)
    test_draws(scratch)
    test_bad_input(scratch)
    test_exit_code(scratch)
    test_families(scratch)
    count = test_random_games(scratch)
if failures:
    sys.exit(f"certify.py: {failures} failures")
print(f"grundy-certify: accepted the solver on all families and {files * GAMES_PER_FILE} random games, "
      f"and rejected {count} changed solutions that grundy verify rejects")
