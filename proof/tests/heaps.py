"""Tests that grundy-certify heap accepts proved periods of octal games, and rejects changed ones.

usage: heaps.py CERTIFY GRUNDY [CODES]

CODES is how many random codes are tried (default 60). A changed claim must be rejected exactly if it is false; what
is true is computed here, from the definition. Needs only Python's standard library.
"""

import json
import os
import random
import sys
import tempfile

from checks import certify, expect, finish, grundy, judge, run

codes = int(sys.argv[3]) if len(sys.argv) > 3 else 60
generator = random.Random(59)
PUBLISHED = {"0.77": (71, 12), "0.137": (52, 34), "0.07": (53, 34), "0.156": (3479, 349)}


def values_of(code, count):
    """The values of heaps below `count`, from the definition."""
    digits = [int(code[0])] + [int(d) for d in code[2:]]
    values = []
    for n in range(count):
        seen = set()
        for t, d in enumerate(digits):
            if d & 1 and t == n and t > 0:
                seen.add(0)
            if d & 2 and 0 < t < n:
                seen.add(values[n - t])
            if d & 4:
                seen.update(values[a] ^ values[n - t - a] for a in range(1, n - t))
        values.append(next(x for x in range(count + 1) if x not in seen))
    return values


def is_true(claim):
    """Whether the values are right and the period holds as far as 2,000 heaps and the bound of the theorem."""
    code, preperiod, period = claim["code"], claim["period"]["preperiod"], claim["period"]["length"]
    bound = 2 * max(1, preperiod) + 2 * period + len(code)
    right = values_of(code, max(len(claim["values"]), bound))
    return (right[:len(claim["values"])] == claim["values"]
            and all(right[n + period] == right[n] for n in range(preperiod, len(right) - period)))


def changed(claim):
    """A copy of the claim with one change."""
    claim = json.loads(json.dumps(claim))
    kind = generator.randrange(5)
    if kind == 0:
        at = generator.randrange(len(claim["values"]))
        claim["values"][at] += generator.choice((1, 2)) if claim["values"][at] == 0 else generator.choice((-1, 1))
    elif kind == 1:
        claim["period"]["preperiod"] = max(0, claim["period"]["preperiod"] - generator.randint(1, 3))
    elif kind == 2:
        claim["period"]["length"] = max(1, claim["period"]["length"] + generator.choice((-1, 1)))
    elif kind == 3:
        at = generator.randrange(2, len(claim["code"]))
        claim["code"] = claim["code"][:at] + str(generator.randrange(8)) + claim["code"][at + 1:]
    else:
        del claim["values"][generator.randrange(1, len(claim["values"])):]  # fewer values: still true
    return claim


def test_codes(path):
    """Random codes with a period below 500 heaps, and changes of their claims."""
    rejected = accepted = 0
    tried = list(PUBLISHED)
    while len(tried) < codes:
        tried.append(generator.choice("04") + "." + "".join(str(generator.randrange(8)) for _ in range(generator.randint(1, 3))))
    for code in tried:
        if set(code[2:]) == {"0"}:
            continue
        most = "10000" if code in PUBLISHED else "500"
        status, output = run(grundy, "heap", code, "--stop-at-period", "--max", most, "--json")
        if status != 0:  # no period up to there
            continue
        claim = json.loads(output)
        if claim["period"]["saltus"] != 0:
            continue
        if code in PUBLISHED:
            found = (claim["period"]["preperiod"], claim["period"]["length"])
            expect(found == PUBLISHED[code], f"{code}: {found} instead of {PUBLISHED[code]}")
        status, output = judge("heap", claim, path)
        expect(status == 0 and output.endswith("certified\n"), f"{code}: exit code {status}\n{output}")
        if len(claim["values"]) > 600:
            continue
        for _ in range(6):
            other = changed(claim)
            status, output = judge("heap", other, path)
            true = is_true(other)
            expect(status == (0 if true else 1), f"exit code {status} for {json.dumps(other)}\n{output}")
            accepted += true
            rejected += not true
    return accepted, rejected


def test_bad_input(path):
    right = '{"code": "0.3", "period": {"preperiod": 0, "length": 2, "saltus": 0}, "values": [0, 1, 0, 1]}'
    cases = {
        0: [right],
        1: [right.replace("[0, 1, 0, 1]", "[0, 1, 0, 2]"), right.replace('"length": 2', '"length": 3')],
        3: ["", "{", right[:-1], right + "x", right.replace("0.3", "0,3"), right.replace("0.3", "1.3"),
            right.replace("[0,", "[-1,"), right.replace("[0,", "[01,"), right.replace("[0,", "[0x0,"),
            right.replace('"length": 2', '"length": 0'), right.replace("{", '{"code": "0.3", ', 1),
            right.replace('"values"', '"other"'), "[" * 100000],
        4: [right.replace("0.3", "0.8"), right.replace("0.3", "0.3..."), right.replace('"saltus": 0', '"saltus": 1'),
            right.replace('"length": 2', '"length": 999999'), '{"code": "0.3", "period": null}'],
    }
    for code, texts in cases.items():
        for text in texts:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            status, output = run(certify, "heap", path)
            expect(status == code and output.count("\n") == 1, f"exit code {status} for {text[:200]}\n{output}")
    expect(run(certify, "heap")[0] == 2, "heap without a file")
    expect(run(certify, "heap", path, "--columns", "grundy")[0] == 2, "heap with --columns")
    expect(run(certify, "heap", path + "nothing")[0] == 3, "a file that does not exist")
    expect(run(certify, "heap", os.path.dirname(path))[0] == 3, "a folder")


with tempfile.TemporaryDirectory() as folder:
    file_path = os.path.join(folder, "claim.json")
    test_bad_input(file_path)
    counts = test_codes(file_path)
expect(min(counts) > 0, f"changes that are true and false: {counts}")
finish(f"grundy-certify heap: accepted {counts[0]} true and rejected {counts[1]} false changes of proved periods")
