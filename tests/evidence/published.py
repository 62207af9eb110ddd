"""Compares numbers that others published (published.json) with those of the program.

usage: published.py GRUNDY

Prints one line per comparison that fails, and how many numbers were compared.
"""

import json
import os
import subprocess
import sys

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


def heaps(code, most, *options):
    arguments = [grundy, "heap", code, "--max", str(most), "--json", "--quiet", *options]
    return json.loads(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout)


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


def wythoff():
    """The terms are the antidiagonals of the table of values."""
    terms = published["wythoff"]["terms"]
    side = next(n for n in range(100) if n * (n + 1) // 2 >= len(terms))
    arguments = [grundy, "solve", f"wythoff:{side},{side}", "--to", "tsv", "--columns", "grundy"]
    text = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    values = {}
    for line in text.splitlines()[1:]:
        name, value = line.split("\t")
        a, b = map(int, name.split(","))
        values[a, b] = values[b, a] = int(value)
    found = [values[b, n - b] for n in range(side) for b in range(n + 1)]
    expect(published["wythoff"]["sequence"], "terms", found[:len(terms)], terms)


octal_games()
sequences()
wythoff()
print(f"{compared} numbers compared")
sys.exit(1 if failures else 0)
