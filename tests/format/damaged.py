"""Changes one entry or one array of a correct solution, and checks the answer of grundy verify.

usage: damaged.py GRUNDY BASE        BASE.edges is the game, BASE.tsv, .json and .npz its solution
"""

import json
import math
import pathlib
import subprocess
import sys

import numpy as np

grundy, base = sys.argv[1:]
LETTERS = {"player": "AB", "outcome": "ABD"}
LEVELS = ["bounded-win", "bounded-draw", "draw", "draw/bounded-loss", "bounded-loss", "nothing"]
REALS = ["guarantee", "cap"]
MOVES = ["guarantee_moves", "cap_moves"]  # not unique: another number may be correct
LARGEST = 4294967294
failures = 0


def expect(what, path, codes):
    global failures
    run = subprocess.run([grundy, "verify", base + ".edges", path], capture_output=True, text=True)
    lines = run.stderr.splitlines()
    good = run.returncode in codes and "Sanitizer" not in run.stderr
    if run.returncode == 3:
        good = good and run.stdout == "" and len(lines) == 1 and lines[0].startswith(str(path))
    if not good:
        failures += 1
        print(f"{what}: exit code {run.returncode} instead of {codes}: {run.stderr or run.stdout}")


def codes_of(column, well_formed, same):
    """Returns the exit codes allowed for a changed entry."""
    if not well_formed:
        return [3]
    if same:
        return [0]
    return [0, 1] if column in MOVES else [1]


# ---- TSV ----------------------------------------------------------------------------------------


def is_tsv_entry(column, text):
    if column in LETTERS:
        return len(text) == 1 and text in LETTERS[column]
    if column in ("abe", "barbara"):
        return text in LEVELS
    if column in REALS:
        return text in ("-", "1.5", "-1", "7", "4294967295")
    return text == "inf" or (text.isdigit() and int(text) <= LARGEST)


def damage_tsv():
    rows = [line.split("\t") for line in pathlib.Path(base + ".tsv").read_text().splitlines()]
    path = base + "-damaged.tsv"
    texts = ["", "x", "A", "P", "draw", "inf", "-", "nan", "-1", "1.5", "7", "1e999", "4294967295", "{}"]
    for place, column in enumerate(rows[0]):
        for text in texts if place > 0 else []:
            changed = [list(row) for row in rows]
            changed[1][place] = text
            pathlib.Path(path).write_text("".join("\t".join(row) + "\n" for row in changed))
            expect(f"tsv: {column} is {text!r}", path,
                   codes_of(column, is_tsv_entry(column, text), text == rows[1][place]))
    for what, changed in {
        "a row is missing": rows[:-1],
        "a row is there twice": rows + rows[-1:],
        "a row is too short": rows[:-1] + [rows[-1][:-1]],
        "a row is too long": rows[:-1] + [rows[-1] + ["1"]],
        "a column is there twice": [row + row[-1:] for row in rows],
    }.items():
        pathlib.Path(path).write_text("".join("\t".join(row) + "\n" for row in changed))
        expect(f"tsv: {what}", path, [3])


# ---- JSON ---------------------------------------------------------------------------------------


def is_json_entry(column, value):
    if column in LETTERS:
        return isinstance(value, str) and len(value) == 1 and value in LETTERS[column]
    if column in ("abe", "barbara"):
        return isinstance(value, str) and value in LEVELS
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if column in REALS:
        return value is None or number
    return value == "inf" or (number and isinstance(value, int) and 0 <= value <= LARGEST)


def damage_json():
    solution = json.loads(pathlib.Path(base + ".json").read_text())
    path = base + "-damaged.json"
    values = [None, True, "", "x", "A", "AB", "draw", "inf", [1], {}, -1, 1.5, 7, LARGEST + 1]
    for column, entries in solution.items():
        if column == "position":
            continue
        for value in values:
            changed = dict(solution, **{column: [value] + entries[1:]})
            pathlib.Path(path).write_text(json.dumps(changed))
            same = value == entries[0] and not isinstance(value, bool)
            expect(f"json: {column} is {value!r}", path,
                   codes_of(column, is_json_entry(column, value), same))
        for what, other in {"short": entries[:-1], "long": entries + entries[-1:], "empty": [],
                            "null": None, "a string": "AB", "an object": {}}.items():
            pathlib.Path(path).write_text(json.dumps(dict(solution, **{column: other})))
            expect(f"json: {column} is {what}", path, [3])


# ---- npz ----------------------------------------------------------------------------------------


def entries_of_npz(column, array):
    """Yields entries to try, each with the allowed exit codes."""
    if column in LETTERS or column in ("abe", "barbara"):
        may = LETTERS.get(column, "WRDMLO")
        return [(ord(c), codes_of(column, c in may, ord(c) == array[0])) for c in "ABDPNWRMLOX\0\xff"]
    if column in REALS:
        return [(x, codes_of(column, not math.isinf(x), x == array[0] or (x != x and array[0] != array[0])))
                for x in (0.0, 7.0, math.nan, math.inf, -math.inf)]
    return [(x, codes_of(column, -1 <= x <= LARGEST, x == array[0]))
            for x in (-2, -1, 7, LARGEST + 1, 2 ** 62)]


def damage_npz():
    solution = dict(np.load(base + ".npz"))
    path = base + "-damaged.npz"
    for column, array in solution.items():
        if column == "names":
            continue
        for entry, codes in entries_of_npz(column, array):
            changed = array.astype(np.int64) if array.dtype == np.int32 else array.copy()
            changed[0] = entry
            np.savez(path, **dict(solution, **{column: changed}))
            expect(f"npz: {column} is {entry!r}", path, codes)
        other = "float32" if column in REALS else "float64"
        for what, changed in {
            "short": array[:-1],
            "long": np.append(array, array[-1:]),
            "empty": array[:0],
            "a table": np.stack([array, array]),
            "a scalar": array[0],
            other: np.nan_to_num(array).astype(other),
            "complex": array.astype(complex),
            "text": array.astype(str),
        }.items():
            np.savez(path, **dict(solution, **{column: changed}))
            expect(f"npz: {column} is {what}", path, [3])


damage_tsv()
damage_json()
damage_npz()
sys.exit(failures > 0)
