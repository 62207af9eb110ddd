"""Tests that grundy-certify heap accepts proved periods of heap games, and rejects changed ones.

usage: heaps.py CERTIFY GRUNDY [CODES]

CODES is how many random codes are tried (default 60). A changed claim must be rejected exactly if it is false; what
is true is computed here, from the definition. Needs only Python's standard library.
"""

import json
import os
import random
import sys
import tempfile

from checks import check_words, expect, finish, grundy, judge, run

codes = int(sys.argv[3]) if len(sys.argv) > 3 else 60
generator = random.Random(59)
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# [GS56]; 0.3F and Lasker's Nim have a saltus [BCG82].
PUBLISHED = {"0.77": (71, 12, 0), "0.137": (52, 34, 0), "0.07": (53, 34, 0), "0.156": (3479, 349, 0),
             "0.3F": (0, 6, 3), "4.3...": (1, 4, 4)}


def nim_sums(values, heaps, beans):
    """The nim-sums of the values of this many heaps, with this many beans in total."""
    if heaps == 0:
        return {0} if beans == 0 else set()
    if heaps == 1:
        return {values[beans]} if beans > 0 else set()
    return {values[a] ^ x for a in range(1, beans - heaps + 2) for x in nim_sums(values, heaps - 1, beans - a)}


def values_of(code, count):
    """The values of heaps below `count`, from the definition."""
    forever = code.endswith("...")
    digits = [DIGITS.index(d) for d in code.removesuffix("...") if d != "."]
    digits += [3 if forever else 0] * (count - len(digits))
    values = []
    for n in range(count):
        seen = set()
        for t, d in enumerate(digits[:n + 1]):
            for heaps in range(2 if t == 0 else 0, 6):
                if d >> heaps & 1:
                    seen |= nim_sums(values, heaps, n - t)
        values.append(next(x for x in range(len(seen) + 1) if x not in seen))
    return values


def is_true(claim):
    """Whether the values are right and the period holds as far as the theorem without saltus looks, or 60 heaps more."""
    code, period = claim["code"], claim["period"]
    preperiod, length, saltus = period["preperiod"], period["length"], period["saltus"]
    if saltus == 0:
        left = max([1] + [b for d in code if d in DIGITS for b in range(6) if DIGITS.index(d) >> b & 1])
        bound = left * (max(1, preperiod) + length) + len(code)
    else:
        bound = max(1, preperiod) + len(code) + 2 * length + 60
    right = values_of(code, max(len(claim["values"]), bound))
    return (right[:len(claim["values"])] == claim["values"]
            and all(right[n + length] == right[n] + saltus for n in range(preperiod, len(right) - length)))


def changed(claim):
    """A copy of the claim with one change."""
    claim = json.loads(json.dumps(claim))
    kind = generator.randrange(6)
    if kind == 0:
        at = generator.randrange(len(claim["values"]))
        claim["values"][at] += generator.choice((1, 2)) if claim["values"][at] == 0 else generator.choice((-1, 1))
    elif kind == 1:
        claim["period"]["preperiod"] = max(0, claim["period"]["preperiod"] - generator.randint(1, 3))
    elif kind == 2:
        claim["period"]["length"] = max(1, claim["period"]["length"] + generator.choice((-1, 1)))
    elif kind == 3:
        at = generator.randrange(2, len(claim["code"].removesuffix("...")))
        digits = "3" if claim["code"].endswith("...") else DIGITS[:16 if len(claim["values"]) < 100 else 8]
        claim["code"] = claim["code"][:at] + generator.choice(digits) + claim["code"][at + 1:]
    elif kind == 4:
        claim["period"]["saltus"] = max(0, claim["period"]["saltus"] + generator.choice((-1, 1)))
    else:
        del claim["values"][generator.randrange(1, len(claim["values"])):]  # fewer values: still true
    return claim


def random_code():
    """A code with one to three digits: octal, or hexadecimal with larger digits often."""
    base = generator.choice((8, 16, 16))
    first = generator.choice([d for d in range(0, base, 4)])
    return DIGITS[first] + "." + "".join(DIGITS[generator.randrange(base)] for _ in range(generator.randint(1, 3)))


def test_codes(path):
    """Random codes with a period below 500 heaps, or 60 if moves leave three heaps, and changes of their claims."""
    rejected = accepted = unproved = grown = 0
    tried = list(PUBLISHED)
    while len(tried) < codes:
        tried.append(random_code())
    for code in tried:
        if set(code[2:]) == {"0"}:
            continue
        several = any(DIGITS.index(d) >= 8 for d in code if d in DIGITS)
        most = "10000" if code in PUBLISHED else "60" if several else "500"
        status, output = run(grundy, "heap", code, "--stop-at-period", "--max", most, "--json")
        if status != 0:  # no period up to there
            continue
        claim = json.loads(output)
        saltus = claim["period"]["saltus"]
        if code in PUBLISHED:
            found = (claim["period"]["preperiod"], claim["period"]["length"], saltus)
            expect(found == PUBLISHED[code], f"{code}: {found} instead of {PUBLISHED[code]}")
        status, output = judge("heap", claim, path)
        expect(status == 0 and output.endswith("certified\n"), f"{code}: exit code {status}\n{output}")
        expect((f"saltus {saltus}:" in output) == (saltus > 0), f"{code}: {output}")
        grown += saltus > 0
        if len(claim["values"]) > 600:
            continue
        for _ in range(6):
            other = changed(claim)
            status, output = judge("heap", other, path)
            true = is_true(other)
            if other["period"]["saltus"] > 0 or other["code"].endswith("..."):
                # A true claim need not follow from the theorem, and a false one need not be decided.
                expect(status in ((0, 4) if true else (1, 4)), f"exit code {status} for {json.dumps(other)}\n{output}")
                unproved += status == 4
            else:
                expect(status == (0 if true else 1), f"exit code {status} for {json.dumps(other)}\n{output}")
            accepted += status == 0
            rejected += status == 1
    expect(grown > 2, f"{grown} codes have a saltus")
    return accepted, rejected, unproved


def test_bad_input(path):
    right = '{"code": "0.3", "period": {"preperiod": 0, "length": 2, "saltus": 0}, "values": [0, 1, 0, 1]}'
    cases = {
        0: [right, right.replace("[0, 1, 0, 1]", json.dumps([0, 1] * 300000))],
        1: [right.replace('"saltus": 0', '"saltus": 1'), right.replace("[0, 1, 0, 1]", "[0, 1, 0, 2]"), right.replace('"length": 2', '"length": 3'),
            '{"code": "0.77", "period": {"preperiod": 0, "length": 1, "saltus": 0}, "values": [0, 999999999999]}'],
        3: ["", "{", right[:-1], right + "x", right.replace("0.3", "0,3"), right.replace("0.3", "1.3"),
            right.replace("[0,", "[-1,"), right.replace("[0,", "[01,"), right.replace("[0,", "[0x0,"),
            right.replace('"length": 2', '"length": 0'), right.replace("{", '{"code": "0.3", ', 1),
            right.replace('"values"', '"other"'), right.replace("[0, 1, 0, 1]", "[]"), "[" * 100000],
        4: [right.replace("0.3", "0.3..."), right.replace("0.3", "0.1..."), right.replace("0.3", "0.(13)"),
            '{"code": "0.8", "period": {"preperiod": 0, "length": 99999, "saltus": 0}, "values": [0]}',
            right.replace('"length": 2', '"length": 999999'), '{"code": "0.3", "period": null}'],
    }
    check_words("heap", cases, path)


with tempfile.TemporaryDirectory() as folder:
    file_path = os.path.join(folder, "claim.json")
    test_bad_input(file_path)
    counts = test_codes(file_path)
expect(min(counts[:2]) > 0, f"changes that are accepted and rejected: {counts}")
finish(f"grundy-certify heap: accepted {counts[0]} true and rejected {counts[1]} false changes of proved periods, "
       f"and did not decide {counts[2]}")
