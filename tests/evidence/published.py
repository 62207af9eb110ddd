"""Compares numbers that others published (published.json) with those of the program.

usage: published.py GRUNDY

Prints one line per comparison that fails, and how many numbers were compared.
"""

import concurrent.futures
import json
import math
import os
import subprocess
import sys
import tempfile

grundy = sys.argv[1]
with open(os.path.join(os.path.dirname(__file__), "published.json"), encoding="utf-8") as file:
    published = json.load(file)

compared = 0
failures = 0

# docs/evidence.md quotes these statements and says why they are wrong.
WRONG = {("A071436", "last exception"): 326639}


def expect(source, what, found, printed):
    """Compares lists of numbers."""
    global compared, failures
    compared += len(printed)
    if found != printed:
        failures += 1
        where = next((i for i, pair in enumerate(zip(found, printed)) if pair[0] != pair[1]), "the end")
        print(f"{source}: {what} differ at {where}")


def run(*arguments):
    return subprocess.run([grundy, *arguments], check=True, capture_output=True, text=True).stdout


def heaps(code, most, *options):
    return json.loads(run("heap", code, "--max", str(most), "--json", "--quiet", *options))


def octal_games():
    for game in published["octal"]["games"]:
        preperiod = [int(digit, 36) for digit in game["preperiod"]]
        period = [int(digit, 36) for digit in game["period"]]
        found = heaps(game["code"], 2000)
        printed = preperiod + 3 * period
        expect(game["code"], "values", found["values"][:len(printed)], printed)
        lengths = [found["period"]["preperiod"], found["period"]["length"]]
        expect(game["code"], "lengths of preperiod and period", lengths, [len(preperiod), len(period)])


def period_of(entry):
    found = heaps(entry["game"], 1000000, "--stop-at-period")["period"]
    source = entry["sequence"]
    exception = WRONG.get((source, "last exception"), entry["last_exception"])
    expect(source, "period", [found["length"]], [entry["period"]])
    expect(source, "last exception", [found["preperiod"] - 1], [exception])


def sequences():
    for entry in published["oeis"]:
        first, terms = entry["first"], entry["terms"]
        found = heaps(entry["game"], first + len(terms) - 1)["values"][first:]
        expect(entry["sequence"], "terms", found, terms)
        if "period" in entry:
            period_of(entry)


def games_with_the_same_values():
    """Entries name other games whose heaps are larger by some tokens, and have the same values."""
    tasks = [(entry, code, shift) for entry in published["oeis"] for code, shift in entry.get("same", {}).items()]

    def values(task):
        entry, code, shift = task
        return heaps(code, entry["first"] + len(entry["terms"]) - 1 + shift)["values"]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (entry, code, shift), found in zip(tasks, pool.map(values, tasks)):
            first = entry["first"] + shift
            expect(entry["sequence"], f"values of {code}", found, [0] * first + entry["terms"])


# ---- subtraction games -------------------------------------------------------------------------


def members(name, most):
    """The numbers of a set, from 1 to most."""
    if name == "squares":
        return [n * n for n in range(1, math.isqrt(most) + 1)]
    if name == "primes":
        return [n for n in range(2, most + 1) if all(n % d for d in range(2, math.isqrt(n) + 1))]
    found, a, b = [], 1, 2
    while a <= most:
        found.append(a)
        a, b = (b, a + b) if name == "Fibonacci numbers" else (a * b, b + 1)
    return found


def take(name, most):
    return "take{" + ",".join(map(str, members(name, most))) + "}"


def subtraction():
    for entry in published["subtraction"]:
        most = len(entry["terms"]) - 1
        expect(entry["sequence"], "terms", heaps(take(entry["set"], most), most)["values"], entry["terms"])


def factorials():
    """A comment of A014587: the period 25 is broken at 5050 for the first time, by the value 4."""
    found = heaps(take("factorials", 5050), 5050)["values"]
    expect("A014587", "first exception", [next(n for n in range(25, 5051) if found[n] != found[n - 25])], [5050])
    expect("A014587", "value of 5050", found[5050:], [4])


def zeros():
    for entry in published["zeros"]:
        most = entry["terms"][-1]
        code = take(entry["game"], most) if entry["game"] == "squares" else entry["game"]
        found = heaps(code, most)["values"]
        expect(entry["sequence"], "zeros", [n for n, value in enumerate(found) if value == 0], entry["terms"])


def rare_values():
    printed = published["rare"]["heaps"]
    values = heaps("grundy", printed[-1][0])["values"]
    found = [[n, value] for n, value in enumerate(values) if bin(value >> 1).count("1") % 2 == 0]
    expect(published["rare"]["source"], "rare values", found, printed)


# ---- CGSuite -----------------------------------------------------------------------------------


def genus(printed):
    """Completes a genus that CGSuite writes without the numbers that follow from others."""
    value, _, superscripts = printed.partition("^")
    if superscripts == "":
        superscripts = {"0": "120", "1": "031"}.get(value, value)
    if len(superscripts) == 1 or superscripts == value:
        separator = "," if int(value) > 7 else ""
        superscripts += f"{separator}{int(superscripts) ^ 2}"
    return f"{value}^{superscripts}"


def cgsuite():
    for game in published["cgsuite"]["games"]:
        code, values = game["game"], game["values"]
        found = heaps(code, 2000)
        expect("CGSuite", f"values of {code}", found["values"][:len(values)], values)
        if "period" in game:
            expect("CGSuite", f"period of {code}", [found["period"]["preperiod"], found["period"]["length"]], game["period"])
        rows = run("heap", code, "--misere", "--genus", "--max", str(len(values) - 1), "--to", "tsv", "--quiet")
        found = [line.split("\t")[1] for line in rows.splitlines()[1:]]
        expect("CGSuite", f"genera of {code}", found, [genus(text) for text in game["genera"]])


# ---- a remark about a book ---------------------------------------------------------------------


def remarks():
    """Comments of A071431 and A071506 on what [BCG82] says; docs/evidence.md quotes them."""
    values, chess = heaps("0.17", 200)["values"], heaps("0.137", 200)["values"]
    different = [n for n in range(1, 200, 2) if values[n] != chess[n - 1] ^ 1]
    expect("A071431", "first exception", different[:1], [49])
    values = heaps("0.1707", 40)["values"]
    for code in (f"0.4{v}{z}{w}" for v in "13" for z in "45" for w in "13"):
        expect("A071506", f"equality of {code}", [heaps(code, 41)["values"][1:] == values], [False])


# ---- Wythoff's game ----------------------------------------------------------------------------


def wythoff():
    """The terms are the antidiagonals of the table of values."""
    terms = published["wythoff"]["terms"]
    side = next(n for n in range(100) if n * (n + 1) // 2 >= len(terms))
    text = run("solve", f"wythoff:{side},{side}", "--to", "tsv", "--columns", "grundy")
    values = {}
    for line in text.splitlines()[1:]:
        name, value = line.split("\t")
        a, b = map(int, name.split(","))
        values[a, b] = values[b, a] = int(value)
    found = [values[b, n - b] for n in range(side) for b in range(n + 1)]
    expect(published["wythoff"]["sequence"], "terms", found[:len(terms)], terms)


def wythoff_pairs():
    """The P-positions of a box, and those of the automaton that is proved for all positions."""
    game, terms = "vector{(1,0)*,(0,1)*,(1,1)*}", published["wythoff_pairs"]["terms"]
    side = terms[1][-1]
    text = run("vector", f"{game}:{side},{side}", "--outcomes", "--to", "tsv")
    rows = [line.split("\t")[1:] for line in text.splitlines()[1:]]
    pairs = [(a, b) for a, row in enumerate(rows) for b, outcome in enumerate(row) if outcome == "P" and 0 < a <= b]
    with tempfile.TemporaryDirectory() as folder:
        law = os.path.join(folder, "law.json")
        run("law", f"{game}:99,99", "--automaton", "zeckendorf", "--certificate", law, "--quiet")
        proved = [json.loads(run("value", "--law", law, f"{a},{b}", "--json"))["outcome"] for a, b in zip(*terms)]
    for sequence, found, printed in zip(published["wythoff_pairs"]["sequences"], zip(*pairs), terms):
        expect(sequence, "terms", list(found), printed)
    expect("A000201", "outcomes by the automaton", proved, ["P"] * len(terms[0]))


for test in (octal_games, sequences, games_with_the_same_values, subtraction, factorials, zeros, rare_values, cgsuite,
             remarks, wythoff, wythoff_pairs):
    test()
print(f"{compared} numbers compared")
sys.exit(1 if failures else 0)
