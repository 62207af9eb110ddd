"""Every answer has the members that `grundy help --contract` describes, and no others; every described
member occurs in some answer.

usage: types.py GRUNDY FOLDER
"""

import json
import os
import subprocess
import sys

grundy, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
contract = json.loads(subprocess.run([grundy, "help", "--contract"], capture_output=True, check=True).stdout)
types = {t["name"]: t for t in contract["types"]}
answers = {o["name"]: o["answer"] for o in contract["operations"]}
seen, wrong = set(), []

RING, COLOURED, PAYOFFS = "examples/ring.edges", "examples/two-coloured.edges", "examples/payoffs.edges"
WRONG = os.path.join(folder, "wrong.tsv")
RECORD = os.path.join(folder, "record.txt")
SOLUTION, FORM = os.path.join(folder, "solution.tsv"), os.path.join(folder, "form.lua")
LINES = [
    f"solve {RING}", f"solve {COLOURED} --columns all", f"solve {PAYOFFS}", "solve cram:3,3",
    f"info {RING}", f"info {COLOURED}", "info cram:3,3", "info wythoff:9,9 --window 20",
    f"verify {RING} {SOLUTION}", f"verify {RING} {WRONG}",
    "value nim:3+nim:5", f"value {RING}@c", f"value {COLOURED}@a1",
    f"best {RING}@b", f"best {RING}@c --all-moves", "best nim:3+nim:4", "best tic-tac-toe", "best nim:3 --boards 1,2", "best ordinal:w",
    f"best {PAYOFFS}@a1", f"best {PAYOFFS}@a1 --payoff 2", "best kotzig:9,1,2+kayles:8", "best examples/turns/moons.edges@half+nim:3",
    f"why {RING}@b", f"why {RING}@c --depth 2", "why nim:3+nim:5", f"why {COLOURED}@a1",
    f"trace {RING}", "trace nim:4",
    f"match {RING}@b c --reply perfect", f"match {RING}@b z", "match tic-tac-toe --reply easy", "match nim:3+nim:5 2 4",
    f"match {PAYOFFS}@a1 --reply perfect", "match nim:1 0", f"record {RECORD}",
    "heap kayles", "heap kayles --stop-at-period --max 20", "heap kayles --rare", "heap kayles --misere --max 9",
    "heap kayles --misere --quotient --max 9", "heap kayles --misere --quotient --max-elements 20",
    "heap kayles --misere --genus --max 9", "heap kayles --misere --heaps 3,4", "heap kayles --heaps 3,4",
    "vector vector{(1,0)*,(0,1)}:2,3", "vector vector{(1)*}:3 --outcomes",
    "sweep nim:1..3", "sweep wythoff:30..31,30 --max-positions 10", "sweep take{1..2}:x", "sweep [kayles|0.3]:x --misere", "sweep vector{(1..2)*}:x", "sweep cops-and-robber:path:3..4 --columns outcome,rounds",
    "law wythoff:3,4 G<=a+b", "law wythoff:3,4 G<=a", "law wythoff:1..3,4 G<=a", f"law wythoff:3,4 {FORM}",
    "solve absent.edges", "solve", "law wythoff:9,9 G<=a --max-positions 10",
]


def is_of(value, name):
    """Returns whether a value is of a type without members."""
    return {"string": isinstance(value, str), "boolean": isinstance(value, bool), "null": value is None, "unknown": True,
            "object": isinstance(value, dict), "integer": isinstance(value, int) and not isinstance(value, bool),
            "number": isinstance(value, (int, float)) and not isinstance(value, bool)}[name]


def fits(value, text):
    """Returns whether a value may be of a type, by its outermost part; check_value looks inside."""
    if text.endswith("[]"):
        return isinstance(value, list)
    if text[0] == '"':
        return value == json.loads(text)
    if text[0].isupper():
        kind = types[text]
        if kind["is"] is not None:
            return any(fits(value, one) for one in kind["is"].split(" | "))
        needed = {m["name"] for m in kind["members"] if m["name"][-1] not in "?*"}
        return isinstance(value, dict) and (needed <= set(value) or text not in ("Infinite", "Ordinal"))
    return is_of(value, text)


def check_value(value, text, path):
    one = next((one for one in text.split(" | ") if fits(value, one)), None)
    if one is None:
        wrong.append(f"{path} is {json.dumps(value)[:60]}, not {text}")
    elif one.endswith("[]"):
        for i, item in enumerate(value):
            check_value(item, one[:-2], f"{path}[{i}]")
    elif one[0].isupper():
        check_type(value, types[one], path)


def check_type(value, kind, path):
    if kind["is"] is not None:
        check_value(value, kind["is"], path)
        return
    members = {m["name"].rstrip("?"): m for m in kind["members"]}
    for name, item in value.items():
        if name not in members and "*" not in members:
            wrong.append(f"{path}.{name} is not described")
            continue
        member = members.get(name) or members["*"]
        seen.add((kind["name"], member["name"]))
        check_value(item, member["type"], f"{path}.{name}")
    for name, member in members.items():
        if name not in value and member["name"][-1] not in "?*":
            wrong.append(f"{path}.{name} is missing")


subprocess.run([grundy, "solve", RING, "--columns", "all", "-q", "-o", SOLUTION], check=True)
with open(WRONG, "w") as file:
    file.write("vertex\tremoteness\n" + "".join(f"{position}\t7\n" for position in "abcgdef"))
with open(RECORD, "w") as file:
    file.write("game nim:1 + nim:2\nsecond computer fair\n1. 2 0  # a comment\n2. 1 0\n1. 2 1\n")
with open(FORM, "w") as file:
    file.write("return { value = function(p) return p.a end }")
for line in LINES:
    done = subprocess.run([grundy, *line.split(), "--json"], capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout)
    check_type(answer, types["Failure" if "error" in answer else answers[line.split()[0]]], line)
for kind in types.values():
    for member in kind["members"]:
        if (kind["name"], member["name"]) not in seen:
            wrong.append(f"no answer has {kind['name']}.{member['name']}")
print("\n".join(wrong[:40]))
sys.exit(1 if wrong else 0)
