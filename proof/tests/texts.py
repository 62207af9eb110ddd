"""Tests grundy-certify with edge lists and TSV files.

usage: texts.py CERTIFY GRUNDY

Random games are written with blanks, comments, arrows and names of all kinds, and their solutions with rows and
columns in any order: grundy-certify must certify them. Then bytes, words and lines of both files are changed: if
grundy-certify still certifies a solution, grundy verify must accept it, too. GRUNDY_SEED repeats a run.
"""

import os
import random
import subprocess
import sys
import tempfile

certify, grundy = sys.argv[1:3]
seed = int(os.environ.get("GRUNDY_SEED", random.randrange(10**9)))
GAMES, CHANGES = 60, 15
COLUMNS = "outcome,grundy,k,remoteness,distance,counter,misere,misere_remoteness,j,hmin,draw_level,draw_remoteness"
NAMES = ["a", "b", "B", "0", "01", "10", "a#b", "a->b", "a,b", '""', "+>", "é", "→", "x\\y", "\\t", "-", "inf", "{}",
         "vertex", "@@", "a" * 300, "~"]
failures = 0


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode(errors="replace")


def expect(condition, what):
    global failures
    if not condition:
        failures += 1
        print(f"texts.py: GRUNDY_SEED={seed}: {what}", file=sys.stderr)


def write(path, text):
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def random_game(generator):
    """An edge list in which every line is written in its own way."""
    names = generator.sample(NAMES, generator.randint(1, 9))
    lines = [f"{name}" for name in names if generator.random() < 0.3]
    for _ in range(generator.randint(0, 3 * len(names))):
        u, v = generator.choice(names), generator.choice(names)
        lines.append(u + generator.choice([" ", "\t", "  ", " -> ", " \f->\v "]) + v)
    generator.shuffle(lines)
    text = ""
    for line in lines:
        if generator.random() < 0.2:
            text += generator.choice(["", " ", "# a comment -> b", "\t#"]) + "\n"
        text += generator.choice(["", " ", "\t"]) + line + generator.choice(["", " ", " # a b c", " #", "\r"]) + "\n"
    return text if generator.random() < 0.8 else text.rstrip("\n")


def shuffled(table, generator):
    """The same table with other orders of rows and columns, and sometimes with carriage returns and empty lines."""
    rows = [line.split("\t") for line in table.split("\n")[:-1]]
    order = generator.sample(range(len(rows[0])), len(rows[0]))
    rows = [[row[i] for i in order] for row in rows]
    body = rows[1:]
    generator.shuffle(body)
    ends = generator.choice([["\n"], ["\n", "\r\n"], ["\n", "\n\n"]])
    return "".join("\t".join(row) + generator.choice(ends) for row in rows[:1] + body)


def changed(data, generator):
    """The bytes with one byte, entry or line changed."""
    kind = generator.randrange(5)
    if kind == 0 and data:
        i = generator.randrange(len(data))
        return data[:i] + bytes([generator.randrange(256)]) + data[i + 1 :]
    if kind == 1 and data:
        i = generator.randrange(len(data))
        return data[:i] + data[i + 1 :]
    if kind == 2:
        i = generator.randint(0, len(data))
        return data[:i] + generator.choice([b" ", b"\t", b"\n", b"#", b"0", b"->", b"inf", b"\\", b",", b"\r"]) + data[i:]
    lines = data.split(b"\n")
    i, j = generator.randrange(len(lines)), generator.randrange(len(lines))
    if kind == 3:
        lines[i], lines[j] = lines[j], lines[i]
        if generator.random() < 0.5:
            del lines[j]
        return b"\n".join(lines)
    fields = lines[i].split(b"\t")
    if generator.random() < 0.5 or len(lines) < 2:
        fields[generator.randrange(len(fields))] = generator.choice(
            [b"P", b"N", b"D", b"0", b"1", b"2", b"inf", b"-", b"{}", b"0,1", b"1,0", b"01", b"0,0", b""])
    else:
        other = lines[j].split(b"\t")
        k = generator.randrange(min(len(fields), len(other)))
        fields[k] = other[k]
    lines[i] = b"\t".join(fields)
    return b"\n".join(lines)


def test_random_games(folder, generator):
    game, solution = os.path.join(folder, "game.edges"), os.path.join(folder, "solution.tsv")
    counts = [0, 0]
    for _ in range(GAMES):
        text = random_game(generator)
        write(game, text)
        code, output = run(grundy, "solve", game, "-q", "--columns", COLUMNS, "-o", solution)
        expect(code == 0, f"solve: {code} {output} {text!r}")
        with open(solution, encoding="utf-8", newline="") as file:
            table = shuffled(file.read(), generator)
        write(solution, table)
        code, output = run(certify, game, solution)
        expect(code == 0, f"{code} {output} {text!r} {table!r}")
        for _ in range(CHANGES):
            files = [text.encode(), table.encode()]
            which = generator.random() < 0.7
            files[which] = changed(files[which], generator)
            write(game, files[0])
            write(solution, files[1])
            code, output = run(certify, game, solution)
            right, said = run(grundy, "verify", game, solution)
            if right != 0 and "UTF-8" not in said:  # for grundy-certify, other bytes are names, too
                counts[0] += 1
                expect(code in (1, 3, 4, 6), f"verify {right} {said}certify {code} {output} {files}")
            elif right == 0:
                counts[1] += 1
                expect(code in (0, 3, 4, 6), f"verify {right} {said}certify {code} {output} {files}")
    return counts


def test_bad_input(folder):
    game, solution = os.path.join(folder, "game.edges"), os.path.join(folder, "solution.tsv")
    table = "vertex\toutcome\tremoteness\na\tN\t1\nb\tP\t0\n"

    def expect_code(code, text, game_text, table_text, *more):
        write(game, game_text)
        write(solution, table_text)
        got, output = run(certify, game, solution, *more)
        lines = output.splitlines()
        expect(got == code and text in output and (code in (0, 1) or len(lines) == 1),
               f"{game_text!r} {table_text!r}: exit code {got}\n{output}")

    expect_code(0, "certified", "a b", table)
    expect_code(0, "certified", "a b\na -> b # again\n", table)
    expect_code(0, "certified", "a b", table, "--columns", "outcome")
    expect_code(1, "wrong", "a b", table.replace("1", "2"))
    expect_code(1, "wrong", "a b\nb a", table)
    for text in ("a b c", "->", "a ->", "-> a", "a -> ->", "a -> b c", "a b -> c", "a \x01", "a \x7f", "\ufeffa b", "\x1f\x8b a",
                 '"a b" c', 'a "b', '"'):
        expect_code(3, ":1:", text, table)
        expect_code(3, "game.edges:3:", "a b\n# comment\n" + text, table)
    for text in ("@ a player=A", "@", "a +> b", "a => b", "a !> b"):
        expect_code(6, "cannot be certified", "a b\n" + text, table)
    expect_code(3, "no row", "a b\nc", table)
    expect_code(3, "tsv:3", "a c", table)
    expect_code(3, "no header", "a", "")
    expect_code(3, "two rows", "a b", table + "a\tN\t1\n")
    expect_code(3, "tsv:4", "a b", table + "a\tN\n")
    expect_code(3, "tsv:4", "a b", table + "a\tN\t1\t\n")
    expect_code(3, "tsv:1", "a b", table.replace("remoteness", "outcome"))
    expect_code(3, "unknown column", "a b", table.replace("remoteness", "speed"))
    expect_code(3, "tsv:2", "a b", table.replace("vertex", "part"))
    for entry in ("01", "-1", "", " 1", "1.0", "4294967295", "99999999999999999999", "i", "-", "INF"):
        expect_code(3, "is not an entry of the column remoteness", "a b", table.replace("1", entry))
    expect_code(3, "is not an entry of the column outcome", "a b", table.replace("N", "NN"))
    expect_code(1, "wrong", "a b", table.replace("N", "n"))
    expect_code(3, "no column k", "a b", table, "--columns", "k")
    expect_code(4, "no column to check", "a b", "vertex\na\nb\n")
    sets = "vertex\tgrundy\tk\tcounter\na\t1\t-\t1\nb\t0\t-\t0\n"
    expect_code(0, "certified", "a b", sets)
    expect_code(1, "wrong", "a b", sets.replace("-\t1", "{}\t1"))
    for entry in ("1,0", "0,0", "{0}", "0,", ",", "inf", "0,inf"):
        expect_code(3, "is not an entry of the column k", "a b", sets.replace("-\t1", entry + "\t1"))
    followers = "vertex\tgrundy\tcounter\tj\na\t1\t1\t0\nb\t0\t0\t{}\n"
    expect_code(0, "certified", "a b", followers)
    for entry in ("1", "{}", "0,inf", "inf", "0,1"):
        expect_code(1, "wrong", "a b", followers.replace("1\t0\n", f"1\t{entry}\n"))
    for entry in ("-", "inf,0", "0,0", "1,0", "00"):
        expect_code(3, "is not an entry of the column j", "a b", followers.replace("1\t0\n", f"1\t{entry}\n"))
    write(game, "a " + "b" * 70000)
    write(solution, table)
    code, output = run(certify, game, solution)
    expect(code == 4 and "use npz files" in output, f"a long line: {code} {output}")
    expect(run(certify, game, os.path.join(folder, "x.npz"))[0] == 2, "an edge list and an npz file are not refused")
    expect(run(certify, os.path.join(folder, "x.edges"), solution)[0] == 3, "a file that does not exist is not refused")
    expect(run(certify, folder, folder)[0] == 3, "a folder is not refused")
    # A sum of two edge lists.
    write(game, "a b\nb a\nb c")
    run(grundy, "solve", game, "-q", "-o", solution)
    code, output = run(certify, "sum", game, solution, "a", game, solution, "b")
    expect(code == 0 and "outcome            N, certified" in output and "1: a -> b, certified" in output, f"{code} {output}")
    expect(run(certify, "sum", game, solution, "x")[0] == 3, "an unknown position is not refused")


with tempfile.TemporaryDirectory() as scratch:
    test_bad_input(scratch)
    refused, accepted = test_random_games(scratch, random.Random(seed))
if failures:
    sys.exit(f"texts.py: {failures} failures")
print(f"grundy-certify: certified {GAMES} games as text, refused {refused} changed files, and contradicted grundy "
      f"verify at none of {refused + accepted}")
