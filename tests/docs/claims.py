"""Prints what is wrong with the tables of published numbers and of claims in docs/evidence.md: tests, theorems and pages that do
not exist.

usage: claims.py TREE    the root of the project, or of a copy with the same folders"""

import pathlib
import re
import sys

HEADING = "## What we claim, and what backs it"
LEAST_ROWS = 50
LEAST_TESTS = 20

tree = pathlib.Path(sys.argv[1])
problems = []


def is_test(name):
    room, _, file = name.partition("/")
    return bool(file) and ((tree / name).is_file() or any((tree / "tests" / room).glob(file + ".*")))


def is_theorem(name):
    file, _, theorem = name.partition(".")
    path = tree / "proof" / (file + ".v")
    words = r"(Theorem|Lemma|Corollary|Fact|Proposition|Remark|Example)"
    return path.exists() and re.search(rf"^\s*{words} {theorem}\b", path.read_text(), re.M) is not None


def check_row(claim, page, backing):
    link = re.fullmatch(r"\[[^]]+\]\(([^)#]+)(#[^)]*)?\)", page)
    if link is None:
        problems.append(f"'{claim}' has no page")
    elif not (tree / "docs" / link[1]).exists():
        problems.append(f"'{claim}': {link[1]} does not exist")
    names = re.findall(r"`([^`]+)`", backing)
    if not names:
        problems.append(f"'{claim}' has no test and no theorem")
    for name in names:
        if not is_test(name) and not is_theorem(name):
            problems.append(f"'{claim}': there is no {name}")


text = (tree / "docs/evidence.md").read_text()
published, found, section = text.partition(HEADING + "\n")
tests = [name for line in published.splitlines() if line.startswith("|") for name in re.findall(r"`([^`]+)`", line.split("|")[-2])]
problems += [f"published numbers: there is no {name}" for name in sorted(set(tests)) if not is_test(name)]
if len(tests) < LEAST_TESTS:
    problems.append(f"published numbers have {len(tests)} tests; expected at least {LEAST_TESTS}")
rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in section.splitlines() if line.startswith("|")]
rows = [row for row in rows if row[1:] not in (["---", "---"], ["page", "test or proof"], ["", ""])]
for row in rows:
    if len(row) == 3:
        check_row(*row)
    else:
        problems.append(f"a row has {len(row)} cells: {row[0]}")
if not found or len(rows) < LEAST_ROWS:
    problems.append(f"the table has {len(rows)} rows; expected at least {LEAST_ROWS}")
claims = [row[0] for row in rows]
problems += [f"'{claim}' is claimed twice" for claim in sorted(set(claims)) if claims.count(claim) > 1]
print("\n".join(problems), end="\n" if problems else "")
sys.exit(len(problems) > 0)
