"""Tests that grundy-certify quotient accepts misère quotients of octal games, and accepts no changed one that is false.

usage: quotients.py CERTIFY GRUNDY [CODES]

CODES is how many random codes are tried (default 20). What an accepted claim says about small sums is compared with
outcomes that are computed here, from the definition. Needs only Python's standard library.
"""

import functools
import itertools
import json
import os
import random
import sys
import tempfile

from checks import certify, expect, finish, grundy, judge, run

codes = int(sys.argv[3]) if len(sys.argv) > 3 else 20
generator = random.Random(6)
# Orders of quotients [PS08].
PUBLISHED = {("0.123", 30): 20, ("0.77", 80): 40}


def rules(code):
    """What may replace a heap of n beans, as a function of n."""
    digits = [int(code[0])] + [int(d) for d in code[2:]]

    def options(n):
        for t, d in enumerate(digits):
            if d & 1 and t == n and t > 0:
                yield ()
            if d & 2 and 0 < t < n:
                yield (n - t,)
            if d & 4:
                for a in range(1, n - t):
                    yield (a, n - t - a)

    return options


def outcomes(code):
    """Whether a sorted sum of heaps is a P-position in misère play, from the definition."""
    options = rules(code)

    @functools.lru_cache(maxsize=None)
    def is_lost(heaps):
        moves = [tuple(sorted(heaps[:i] + part + heaps[i + 1:])) for i, n in enumerate(heaps) for part in options(n)]
        return bool(moves) and not any(is_lost(after) for after in moves)

    return is_lost


def is_true(claim, sums):
    """Whether the claimed values tell the outcomes of these sums, and of all sums of at most three heaps up to 7."""
    is_lost = outcomes(claim["game"]["code"])
    phi, period, p = claim["phi"], claim["period"], set(claim["levels"][0]["P"])
    word_of = {0: []}
    queue = [0]
    for x in queue:
        for i, row in enumerate(claim["cayley"]):
            if row[x] not in word_of:
                word_of[row[x]] = word_of[x] + [i]
                queue.append(row[x])

    def value(n):
        while n >= len(phi):
            n -= period["length"]
        return phi[n]

    def claimed(heaps):
        x = 0
        for n in heaps:
            for i in word_of[value(n)]:
                x = claim["cayley"][i][x]
        return x in p

    most = 7 if period else min(7, len(phi) - 1)
    small = itertools.chain.from_iterable(
        itertools.combinations_with_replacement(range(1, most + 1), k) for k in range(4))
    return all(claimed(heaps) == is_lost(heaps) for heaps in itertools.chain(small, sums))


def changed(claim):
    """A copy of the claim with one change."""
    claim = json.loads(json.dumps(claim))
    kind = generator.randrange(7)
    level, size = claim["levels"][0], claim["size"]
    if kind == 0:
        x = generator.randrange(size)
        level["P"] = sorted(set(level["P"]) ^ {x})
    elif kind == 1:
        claim["phi"][generator.randrange(1, len(claim["phi"]))] = generator.randrange(size)
    elif kind == 2:
        generator.choice(claim["cayley"])[generator.randrange(size)] = generator.randrange(size)
    elif kind == 3:
        pair = generator.choice(level["transitions"])
        at = generator.randrange(len(pair[1]))
        pair[1] = pair[1][:at] + generator.choice("0123456789abcdef") + pair[1][at + 1:]
    elif kind == 4:
        code = claim["game"]["code"]
        at = generator.randrange(2, len(code))
        claim["game"]["code"] = code[:at] + str(generator.randrange(8)) + code[at + 1:]
    elif kind == 5:
        del level["transitions"][generator.randrange(len(level["transitions"]))]
    elif claim["period"]:
        claim["period"]["start"] = max(1, claim["period"]["start"] + generator.choice((-2, -1, 1)))
        claim["period"]["length"] = max(1, claim["period"]["length"] + generator.choice((-1, 0, 1)))
    return claim


def test_codes(path):
    rejected = accepted = 0
    tried = list(PUBLISHED)
    while len(tried) < codes:
        code = generator.choice("00004") + "." + "".join(str(generator.randrange(8)) for _ in range(generator.randint(1, 3)))
        if set(code[2:]) != {"0"}:
            tried.append((code, 12))
    for code, most in tried:
        status, output = run(grundy, "heap", code, "--misere", "--quotient", "--max", str(most), "--max-elements", "300",
                             "--certificate", path)
        if status != 0:  # larger, or infinite
            continue
        with open(path, encoding="utf-8") as file:
            claim = json.load(file)
        if claim.get("claim") != "quotient" or claim["size"] == 1:
            continue
        if (code, most) in PUBLISHED:
            expect(claim["size"] == PUBLISHED[code, most], f"{code}: order {claim['size']}")
        status, output = judge("quotient", claim, path)
        expect(status == 0 and output.endswith("certified\n"), f"{code}: exit code {status}\n{output}")
        largest = 10 if claim["period"] else min(10, len(claim["phi"]) - 1)
        sums = [tuple(sorted(generator.randint(1, largest) for _ in range(generator.randint(1, 4)))) for _ in range(12)]
        expect(is_true(claim, sums), f"{code}: the certified quotient does not tell outcomes")
        for _ in range(6):
            other = changed(claim)
            status, output = judge("quotient", other, path)
            expect(status in (0, 1), f"exit code {status} for {json.dumps(other)}\n{output}")
            if status == 0:
                accepted += 1
                expect(is_true(other, sums), f"certified, but false: {json.dumps(other)}")
            else:
                rejected += 1
    return accepted, rejected


def forgeries(path):
    """Certificates with members that would be printed, or believed, although the checker does not see them."""
    run(grundy, "heap", "0.123", "--misere", "--quotient", "--certificate", path)
    with open(path, encoding="utf-8") as file:
        right = json.load(file)
    level = right["levels"][0]
    yield {**right, "levels": [{**level, "P": level["P"] + level["P"][:1]}]}
    yield {**right, "levels": [{**level, "P": level["P"][::-1]}]}
    yield {**right, "levels": [{**level, "other": 0}]}
    yield {**right, "period": {**right["period"], "start": 0}}
    yield {**right, "period": {**right["period"], "length": 0}}
    yield {**right, "generators": right["generators"] + right["generators"][-1:],
           "cayley": right["cayley"] + [[0] * right["size"]]}
    yield {**right, "heaps": right["heaps"] + 1}
    yield {**right, "phi": []}
    yield {**right, "other": 0}
    yield {**right, "game": {**right["game"], "options": []}}


def test_bad_input(path):
    run(grundy, "heap", "0.3", "--misere", "--quotient", "--certificate", path)
    with open(path, encoding="utf-8") as file:
        right = json.load(file)
    for member, value, expected in (("format", "other", 4), ("play", "normal", 4), ("claim", "lower bound", 4),
                                    ("game", {"options": []}, 4), ("game", {"code": "0.9"}, 4), ("game", {"code": "x"}, 3),
                                    ("size", 100000, 4), ("size", -1, 3), ("phi", [5], 3), ("cayley", [], 3),
                                    ("levels", [], 3), ("period", 7, 3), ("phi", None, 3)):
        status, output = judge("quotient", {**right, member: value}, path)
        expect(status == expected and output.count("\n") == 1, f"{member} = {value}: exit code {status}\n{output}")
    for name in right:
        status, output = judge("quotient", {key: right[key] for key in right if key != name}, path)
        expect(status == 3, f"without {name}: exit code {status}\n{output}")
    for forged in forgeries(path):
        status, output = judge("quotient", forged, path)
        expect(status == 3 and output.count("\n") == 1, f"exit code {status} for {json.dumps(forged)}\n{output}")
    for text in ("", "[", "7", "{}", '{"format": "grundy misere quotient 1"', "[" * 100000):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        status, output = run(certify, "quotient", path)
        expect(status == 3 and output.count("\n") == 1, f"{text[:40]!r}: exit code {status}\n{output}")


with tempfile.TemporaryDirectory() as folder:
    where = os.path.join(folder, "quotient.json")
    accepted_changes, rejected_changes = test_codes(where)
    test_bad_input(where)
expect(rejected_changes > accepted_changes, f"only {rejected_changes} changes were rejected")
finish(f"grundy-certify quotient: rejected {rejected_changes} changes and accepted {accepted_changes} others, which agree with search")
