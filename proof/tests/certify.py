"""Tests that grundy-certify accepts what the solver produces, and rejects what `grundy verify` does.

usage: certify.py CERTIFY GRUNDY [FILES]

Every one of the FILES (default 150) holds 20 random games, side by side. In each, single entries of
the solution are changed, and both programs must give the same answer. Needs only Python's standard
library.
"""

import os
import random
import struct
import subprocess
import sys
import tempfile
import zipfile

GAMES_PER_FILE = 20
MUTATIONS_PER_FILE = 16
COLUMNS = "outcome,grundy,k,remoteness,distance,counter,misere,misere_remoteness"
CODES = {"|u1": "B", "<i4": "i", "<i8": "q"}

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


# ---- npz files ---------------------------------------------------------------------------------


def read_npz(path):
    """Returns the arrays as lists, with their types."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            size = struct.unpack_from("<H", data, 8)[0]
            header = data[10 : 10 + size].decode("latin-1")
            kind = header.split("'descr': '")[1].split("'")[0]
            if kind in CODES:
                body = data[10 + size :]
                count = len(body) // struct.calcsize("<" + CODES[kind])
                arrays[name[:-4]] = kind, list(struct.unpack("<%d%s" % (count, CODES[kind]), body))
    return arrays


def npy(kind, shape, body):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (kind, shape)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + body


def write_npz(path, arrays, compression=zipfile.ZIP_STORED, matrix=b"csr"):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, (kind, values) in arrays.items():
            body = struct.pack("<%d%s" % (len(values), CODES[kind]), *values)
            archive.writestr(name + ".npy", npy(kind, "(%d,)" % len(values), body))
        if "indptr" in arrays:
            archive.writestr("format.npy", npy("|S3", "()", matrix))


def game_arrays(rows):
    """The arrays of a game given by the list of followers of every position."""
    starts, targets = [0], []
    for row in rows:
        targets += row
        starts.append(len(targets))
    return {
        "indices": ("<i4", targets),
        "indptr": ("<i8", starts),
        "shape": ("<i8", [len(rows), len(rows)]),
        "data": ("|u1", [1] * len(targets)),
    }


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
        write_npz(path, game_arrays(rows))
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
        expect(code == 0 and certified == 7, f"{name}: exit code {code}\n{output}")


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
        rows = side_by_side([random_rows(generator) for _ in range(GAMES_PER_FILE)])
        write_npz(game, game_arrays(rows))
        code, output = run(grundy, "solve", game, "--columns", COLUMNS, "-q", "-o", solution)
        expect(code == 0, f"grundy solve: {output}")
        code, output = run(certify, game, solution)
        expect(code == 0, f"file {number}: exit code {code}\n{output}")
        arrays = read_npz(solution)
        for _ in range(MUTATIONS_PER_FILE):
            mutated, what = mutate(arrays, generator)
            write_npz(changed, mutated)
            verified = run(grundy, "verify", game, changed, "-q")
            certified = run(certify, game, changed)
            expect(
                (verified[0] == 0) == (certified[0] == 0) and certified[0] in (0, 1, 3),
                f"file {number}, {what}: grundy verify exits with {verified[0]}, "
                f"grundy-certify with {certified[0]}\n{verified[1]}{certified[1]}",
            )
            rejected += verified[0] == 1
    expect(rejected > files * MUTATIONS_PER_FILE / 2, f"only {rejected} changes were rejected")
    return rejected


# ---- bad input ---------------------------------------------------------------------------------


def test_bad_input(folder):
    game, solution, other = paths(folder)
    write_npz(game, game_arrays([[1], [0, 2], []]))
    run(grundy, "solve", game, "-q", "-o", solution)
    arrays = read_npz(solution)

    def expect_code(code, text, *arguments):
        got, output = run(certify, *arguments)
        one_line = text in output and output.count("\n") == 1
        expect(got == code and one_line, f"{text}: exit code {got}\n{output}")

    expect(run(certify, "--help")[0] == 0, "--help fails")
    expect_code(2, "usage", game)
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
    for i in range(0, len(data), 29):  # damaged: never certified with other numbers, never a crash
        with open(other, "wb") as file:
            file.write(data[:i] + bytes([data[i] ^ 0xFF]) + data[i + 1 :])
        code, output = run(certify, game, other)
        survived = code in (0, 3, 4) and "exception" not in output
        expect(survived, f"byte {i} is damaged: exit code {code}\n{output}")
    write_npz(other, arrays, zipfile.ZIP_DEFLATED)
    expect_code(3, "is compressed", game, other)
    write_npz(other, dict(arrays, remoteness=("<i4", [0, 1])))
    expect_code(3, "remoteness has 2 entries; the game has 3 positions", game, other)
    write_npz(other, dict(arrays, remoteness=("<i4", [-2, 1, 0])))
    expect_code(3, "less than -1", game, other)
    write_npz(other, {})
    expect_code(4, "no column can be checked", game, other)
    for name, values in (
        ("indices", [1, 0, 3]),
        ("indptr", [0, 2, 1, 3]),
        ("indptr", [0, 1, 3]),
        ("shape", [3, 4]),
    ):
        broken = game_arrays([[1], [0, 2], []])
        broken[name] = broken[name][0], values
        write_npz(other, broken)
        expect(run(certify, other, solution)[0] == 3, f"a game with {name} = {values} is not rejected")
    write_npz(other, game_arrays([[1], [0, 2], []]), matrix=b"csc")
    expect_code(3, "not in compressed rows", other, solution)
    write_npz(other, dict(game_arrays([[1], [0, 2], []]), players=("|u1", [65, 66, 65])))
    expect_code(6, "players", other, solution)
    write_npz(other, dict(game_arrays([[1], [0, 2], []]), window=("|u1", [73, 73, 70])))
    expect_code(6, "windows", other, solution)
    write_npz(other, dict(game_arrays([[1], [0, 2], []]), sum_rows=("<i8", [0, 0, 0, 0])))
    expect_code(6, "parts", other, solution)
    del arrays["remoteness"]
    write_npz(other, arrays)
    code, output = run(certify, game, other)
    certified = output.count(" certified\n")
    expect(code == 0 and certified == 4, f"no remoteness: exit code {code}\n{output}")
    del arrays["counter"]
    write_npz(other, arrays)
    code, output = run(certify, game, other)
    said = "not checked: needs a certified remoteness or grundy" in output
    expect(code == 0 and said, f"no counter: exit code {code}\n{output}")


def test_outcomes_by_values(folder):
    """Without remoteness, outcomes are certified by the values."""
    game, solution, other = paths(folder)
    write_npz(game, game_arrays([[1], [0, 2], [3], [], [4, 2], [4, 3], [0, 3]]))  # values of all kinds
    run(grundy, "solve", game, "--columns", "outcome,grundy,counter", "-q", "-o", solution)
    arrays = read_npz(solution)
    right = arrays["outcome"][1]
    for i in range(len(right)):
        for letter in b"PND":
            write_npz(other, dict(arrays, outcome=("|u1", right[:i] + [letter] + right[i + 1 :])))
            code, output = run(certify, game, other)
            what = f"outcome[{i}] = {letter} instead of {right[i]}"
            expect(code == (letter != right[i]), f"{what}: exit code {code}\n{output}")


with tempfile.TemporaryDirectory() as scratch:
    test_outcomes_by_values(scratch)
    test_bad_input(scratch)
    test_families(scratch)
    count = test_random_games(scratch)
if failures:
    sys.exit(f"certify.py: {failures} failures")
print(f"grundy-certify: accepted the solver on all families and {files * GAMES_PER_FILE} random games, "
      f"and rejected {count} changed solutions that grundy verify rejects")
