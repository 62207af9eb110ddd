"""Tests that grundy-certify position accepts certificates that prove their answer, and no others.

usage: positions.py CERTIFY GRUNDY [TABLES]

TABLES is how many random tables of parts are tried (default 60). Their parts come apart and lead back to each other.
Changed certificates and lists of moves must be accepted exactly if a checker written here accepts them, and what is
accepted must be true in the explicit game of all sums. Needs only Python's standard library.
"""

import os
import random
import sys
import tempfile

from checks import certify, expect, finish, grundy, run

tables = int(sys.argv[3]) if len(sys.argv) > 3 else 60
generator = random.Random(59)
GAMES = ["cram:2,3", "cram:3,4", "cram:4,4", "cram:3,4@../..", "kotzig:15,1,3", "kotzig:17,1,2", "coin-rows:9,5,3",
         "coin-rows:4,4", "node-kayles-grid:3,5", "wythoff:6,9", "chomp:3,4", "subtraction:19", "graph-kayles:path:8"]
counts = {"proved": 0, "true changes": 0, "refused changes": 0, "not read": 0, "found true": 0}


# ---- files -----------------------------------------------------------------------------------

def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def list_text(start, table):
    lines = ["grundy moves 1", "\t".join(["start", *start])]
    for part, moves in table.items():
        lines += [f"part\t{part}"] + ["\t".join(["move", *move]) for move in moves]
    return "\n".join(lines + ["end", ""])


def proof_text(answer, claims):
    return "\n".join(["grundy certificate 1", "# a test", answer]
                     + [("" if exact else ">=") + f"{value} {part}" for exact, value, part in claims] + [""])


def parse_list(text):
    """The start and the moves of parts in a list."""
    start, table = None, {}
    for line in text.split("\n"):
        word, *parts = line.split("\t")
        if word == "start":
            start = parts
        elif word == "part":
            table[parts[0]] = moves = []
        elif word == "move":
            moves.append(parts)
    return start, table


def parse_proof(text):
    lines = [line for line in text.split("\n")[1:] if not line.startswith("#") and line]
    claims = []
    for line in lines[1:]:
        value, part = line.split(" ", 1)
        claims.append((not value.startswith(">="), int(value.removeprefix(">=")), part))
    return lines[0], claims


# ---- a checker from the definition -----------------------------------------------------------

class Known:
    """Values and lower bounds that are proved."""

    def __init__(self):
        self.values, self.bounds = {}, {}

    def add_up(self, parts):
        """The nim-sum of the known values, and the lower bounds of the other parts."""
        total, others = 0, []
        for part in parts:
            if part in self.values:
                total ^= self.values[part]
            else:
                others.append(self.bounds.get(part, 0))
        return total, others

    def excludes(self, parts, value):
        total, others = self.add_up(parts)
        return total != value if not others else len(others) == 1 and others[0] > (total ^ value)

    def follows(self, moves, exact, value):
        sums = [self.add_up(move) for move in moves]
        reached = {total for total, others in sums if not others}
        return set(range(value)) <= reached and (not exact or all(self.excludes(move, value) for move in moves))

    def proves(self, start, answer):
        total, others = self.add_up(start)
        word, said = answer.split()
        if answer == "outcome N":
            return self.excludes(start, 0)
        return not others and total == (0 if word == "outcome" else int(said))

    def add(self, exact, value, part):
        if exact:
            self.values[part] = value
        else:
            self.bounds[part] = max(value, self.bounds.get(part, 0))


def is_proved(start, table, answer, claims):
    """Whether the claims prove the answer; None if the moves of a part are not listed."""
    known = Known()
    for exact, value, part in claims:
        if part not in table:
            return None
        if not known.follows(table[part], exact, value):
            return False
        known.add(exact, value, part)
    return known.proves(start, answer)


# ---- the game of all sums --------------------------------------------------------------------

def is_true(start, table, answer, most=4000):
    """Whether the answer is true in the game of all sums with a heap of Nim; None if it is too large or not listed."""
    word, said = answer.split()
    first = (tuple(sorted(start)), int(said) if word == "value" else 0)
    followers, todo = {}, [first]
    while todo:
        at = todo.pop()
        if at in followers:
            continue
        sums, heap = at
        if len(followers) > most or any(part not in table for part in sums):
            return None
        followers[at] = [(sums, h) for h in range(heap)]
        for i, part in enumerate(sums):
            followers[at] += [(tuple(sorted(sums[:i] + tuple(move) + sums[i + 1:])), heap) for move in table[part]]
        todo += followers[at]
    before, left = {at: [] for at in followers}, {at: len(l) for at, l in followers.items()}
    for at, list_ in followers.items():
        for to in list_:
            before[to].append(at)
    outcome, queue = {}, [at for at, count in left.items() if count == 0]
    for at in queue:
        outcome[at] = "P"
    while queue:
        at = queue.pop()
        for earlier in before[at]:
            if earlier in outcome:
                continue
            left[earlier] -= 1
            if outcome[at] == "P":
                outcome[earlier] = "N"
            elif left[earlier] == 0:
                outcome[earlier] = "P"
            else:
                continue
            queue.append(earlier)
    return outcome.get(first, "D") == ("P" if word == "value" else said)


# ---- random tables ---------------------------------------------------------------------------

def random_table():
    """Parts in layers. A move leads to one part of any layer up to its own, or to several of earlier ones."""
    layers, table = [], {}
    for i in range(generator.randint(2, 4)):
        layers.append([f"{'abcd'[i]}{j}" for j in range(generator.randint(1, 5))])
    earlier = []
    for layer in layers:
        for part in layer:
            moves = []
            for _ in range(generator.choice((0, 1, 2, 3, 4, 6))):
                if earlier and generator.random() < 0.6:
                    moves.append([generator.choice(earlier) for _ in range(generator.choice((0, 1, 2, 2, 3)))])
                else:
                    moves.append([generator.choice(earlier + layer)])
            table[part] = moves
        earlier = earlier + layer
    return table


def prove(table):
    """Claims, each of which follows from earlier ones: as many as there are."""
    known, claims, found = Known(), [], True
    while found:
        found = False
        for part in generator.sample(sorted(table), len(table)):
            if part in known.values:
                continue
            bound = known.bounds.get(part, 0)
            while known.follows(table[part], False, bound + 1):
                bound += 1
            exact = known.follows(table[part], True, bound)
            if exact or bound > known.bounds.get(part, 0):
                claims.append((exact, bound, part))
                known.add(*claims[-1])
                found = True
    return claims, known


def random_proof(table):
    """A start and an answer that the claims prove; None if there are none."""
    claims, known = prove(table)
    parts = sorted(known.values)
    if not parts:
        return None
    start = [generator.choice(parts) for _ in range(generator.choice((0, 1, 1, 2, 3)))]
    total, _ = known.add_up(start)
    answer = generator.choice([f"value {total}", "outcome P" if total == 0 else "outcome N"])
    if known.bounds and generator.random() < 0.3:
        other = start + [generator.choice(sorted(table))]
        if known.excludes(other, 0):
            start, answer = other, "outcome N"
    return start, answer, claims


def changed(start, table, answer, claims):
    """A copy with one change."""
    start, claims = list(start), list(claims)
    table = {part: [list(move) for move in moves] for part, moves in table.items()}
    kind = generator.randrange(10)
    at = generator.randrange(len(claims)) if claims else None
    part = generator.choice(sorted(table))
    moves = table[part]
    if kind == 0 and claims:
        exact, value, name = claims[at]
        claims[at] = (exact, max(0, value + generator.choice((-1, 1))), name)
    elif kind == 1 and claims:
        claims[at] = (not claims[at][0], *claims[at][1:])
    elif kind == 2 and claims:
        del claims[at]
    elif kind == 3 and claims:
        claims.insert(generator.randrange(len(claims)), claims.pop(at))
    elif kind == 4 and claims:
        claims[at] = (*claims[at][:2], part)
    elif kind == 5:
        answer = generator.choice(["outcome P", "outcome N", f"value {generator.randrange(4)}"])
    elif kind == 6 and moves:
        del moves[generator.randrange(len(moves))]
    elif kind == 7 and moves:
        moves[generator.randrange(len(moves))] = [generator.choice(sorted(table))]
    elif kind == 8:
        del table[part]
    else:
        start = start[1:] if start and generator.random() < 0.5 else start + [part]
    return start, table, answer, claims


def check(paths, start, table, answer, claims, is_right=None):
    """Compares the program with the checker above, and with the game of all sums."""
    write(paths[0], list_text(start, table))
    write(paths[1], proof_text(answer, claims))
    status, output = run(certify, "position", *paths)
    proved = is_proved(start, table, answer, claims)
    what = f"{start} {table} {answer} {claims}: exit code {status}\n{output}"
    expect(status == {True: 0, False: 1, None: 3}[proved], what)
    expect(is_right is None or proved == is_right, "not as expected: " + what)
    if status == 0:
        expect(output == f"{' + '.join(start) or 'no parts'}: {answer}: certified\n", what)
        truth = is_true(start, table, answer)
        expect(truth is not False, "not true: " + what)
        counts["found true"] += truth is True
    return status


def test_tables(paths):
    for _ in range(tables):
        table = random_table()
        for _ in range(2):
            proof = random_proof(table)
            if proof is None:
                break
            start, answer, claims = proof
            check(paths, start, table, answer, claims, True)
            counts["proved"] += 1
            for _ in range(8):
                other = changed(start, table, answer, claims)
                status = check(paths, *other)
                counts[{0: "true changes", 1: "refused changes"}.get(status, "not read")] += 1


# ---- games of grundy -------------------------------------------------------------------------

def test_games(paths):
    """What grundy writes is accepted, and has the answer of grundy."""
    for game in GAMES:
        for options in ([], ["--columns", "outcome"]):
            status, output = run(grundy, "value", game, "--certificate", paths[1], *options)
            expect(status == 0, f"{game}: {output}")
            said = dict(line.split() for line in output.splitlines() if not line.startswith("searched"))
            answer = f"value {said['value']}" if "value" in said else f"outcome {said['outcome']}"
            status, output = run(grundy, "verify", game, "--certificate", paths[1], "--list-moves", paths[0])
            expect(status == 0, f"{game}: {output}")
            status, output = run(certify, "position", *paths)
            expect(status == 0 and output.endswith(f": {answer}: certified\n"), f"{game}: {output}")
            start, table = parse_list(read(paths[0]))
            read_answer, claims = parse_proof(read(paths[1]))
            expect(read_answer == answer and is_proved(start, table, answer, claims), f"{game}: {answer}")
            for _ in range(4):
                other = changed(start, table, answer, claims)
                # Unlisted parts are not positions of the game of all sums, so that truth is not asked for.
                proved = is_proved(*other)
                write(paths[0], list_text(*other[:2]))
                write(paths[1], proof_text(*other[2:]))
                status, output = run(certify, "position", *paths)
                expect(status == {True: 0, False: 1, None: 3}[proved], f"{game}: exit code {status}, {other[2:]}")


RULES = """
local table_of = {{ {} }}
local function sorted(p) table.sort(p) return p end
return {{
  start = function() return {{ {} }} end,
  moves = function(p)
    local moves = {{}}
    for i = 1, #p do
      for _, to in ipairs(table_of[p[i]]) do
        local q = {{}}
        for j = 1, #p do if j ~= i then q[#q + 1] = p[j] end end
        for _, part in ipairs(to) do q[#q + 1] = part end
        moves[#moves + 1] = sorted(q)
      end
    end
    return moves
  end,
  split = function(p)
    local parts = {{}}
    for i = 1, #p do parts[i] = {{ p[i] }} end
    return parts
  end,
  show = function(p) return "p" .. table.concat(p, ".") end,
  parse = function(text)
    local p = {{}}
    for n in text:gmatch("%d+") do p[#p + 1] = tonumber(n) end
    return p
  end,
}}
"""


def test_scripts(folder, paths):
    """The list that grundy writes has the moves of the rules."""
    listed = 0
    for _ in range(tables // 2):
        names = random_table()
        number = {part: i + 1 for i, part in enumerate(names)}
        rows = [[[number[part] for part in move] for move in moves] for moves in names.values()]
        start = [generator.randint(1, len(rows)) for _ in range(generator.choice((1, 2, 3)))]
        rules = os.path.join(folder, "table.lua")
        write(rules, RULES.format(
            ", ".join("{" + ", ".join("{" + ", ".join(map(str, move)) + "}" for move in moves) + "}" for moves in rows),
            ", ".join(map(str, sorted(start)))))
        status, output = run(grundy, "value", rules, "--certificate", paths[1])
        if status != 0:
            expect(status == 4 and "certificate" in output, output)
            continue
        status, output = run(grundy, "verify", rules, "--certificate", paths[1], "--list-moves", paths[0])
        expect(status == 0, f"{rows} at {start}: {output}")
        listed_start, table = parse_list(read(paths[0]))
        expect(sorted(listed_start) == sorted(f"p{n}" for n in start), f"{rows} at {start}: {listed_start}")
        for part, moves in table.items():
            right = sorted(sorted(f"p{n}" for n in move) for move in rows[int(part[1:]) - 1])
            unique = [list(move) for move in dict.fromkeys(map(tuple, right))]
            found = sorted(sorted(move) for move in moves)
            expect(found in (right, unique), f"{rows}: {part} has moves {found}")
            listed += 1
        status, output = run(certify, "position", *paths)
        expect(status == 0, f"{rows} at {start}: {output}")
    return listed


# ---- bad input -------------------------------------------------------------------------------

def test_bad_input(paths):
    moves = "grundy moves 1\n# a\nstart\ta\tb\npart\ta\nmove\npart\tb\nmove\ta\nmove\tx\ty\npart\tz\nend\n"
    proof = "grundy certificate 1\n# a\nvalue 1\n0 z\n1 a\n>=1 b\n"
    proof_n = "grundy certificate 1\noutcome N\n0 z\n1 a\n>=2 b\n"
    small = moves.replace("move\tx\ty\n", "move\n")
    right = "grundy certificate 1\nvalue 3\n0 z\n1 a\n2 b\n"
    longest = "x" * 70000
    cases = [
        (0, small, right), (0, small[:-1], right[:-1]), (0, small + "# more\n", right + "# more\n"),
        (0, small, right.replace("value 3", "outcome N")), (0, small.replace("\ta\tb", ""), right.replace("3", "0", 1)),
        (0, small, right.replace("2 b", ">=2 b").replace("value 3", "outcome N")),
        (0, small.replace("\ta\tb", "\tb\tb"), right.replace("value 3", "outcome P")),
        (1, moves, right), (1, moves, proof), (1, moves, proof_n), (1, small, right.replace("value 3", "value 2")),
        (1, small, right.replace("value 3", "outcome P")), (1, small, right.replace("2 b", ">=2 b")),
        (1, small, right.replace("1 a\n2 b", "2 b\n1 a")), (1, small, right.replace("2 b", "4294967294 b")),
        (1, small, "grundy certificate 1\nvalue 3\n"), (1, small.replace("\ta\tb", "\ta\tq"), right),
        (3, "", right), (3, small, ""), (3, small[:-4], right), (3, small.replace("moves 1", "moves 2"), right),
        (3, small.replace("start", "begin"), right), (3, small.replace("part\tb", "part\ta"), right),
        (3, small.replace("part\tb", "part\tb\tc"), right), (3, small.replace("part\ta\n", ""), right),
        (3, small + "\n", right), (3, small + "move\ta\n", right), (3, small.replace("move\ta", "move a"), right),
        (3, small.replace("part\tz", "part"), right), (3, small.replace("\n", "\r\n"), right),
        (3, small.replace("part\tb", "\npart\tb"), right), (3, small, right + "\n"),
        (3, small, right.replace("\n", "\r\n")), (3, small, right.replace("certificate 1", "certificate 2")),
        (3, small, right.replace("value 3", "value -3")), (3, small, right.replace("value 3", "value 03")),
        (3, small, right.replace("value 3", "outcome D")), (3, small, right.replace("value 3", "value 3 ")),
        (3, small, right.replace("2 b", "2  b")), (3, small, right.replace("2 b", "2b")),
        (3, small, right.replace("2 b", "4294967295 b")), (3, small, right.replace("2 b", "> =2 b")),
        (3, small, right.replace("2 b", "02 b")), (3, small, right.replace("2 b", "2 c")),
        (3, small, "1 a\n" + right), (3, small, right.replace("value 3\n", "")),
        (4, small.replace("part\tz", "part\t" + longest), right), (4, small, right.replace("2 b", "2 " + longest)),
    ]
    for code, moves_text, proof_text_ in cases:
        write(paths[0], moves_text)
        write(paths[1], proof_text_)
        status, output = run(certify, "position", *paths)
        expect(status == code and output.count("\n") == 1,
               f"exit code {status} instead of {code} for {moves_text[:200]!r} and {proof_text_[:200]!r}\n{output[:300]}")
    # Names that could be taken for several parts or for an answer.
    for name in ("a + b", "a: value 7: certified #", ""):
        write(paths[0], f"grundy moves 1\nstart\t{name}\npart\t{name}\nend\n")
        write(paths[1], f"grundy certificate 1\nvalue 0\n0 {name}\n")
        status, output = run(certify, "position", *paths)
        expect(status == 0 and output == f'"{name}": value 0: certified\n', f"{name!r}: exit code {status}\n{output}")
    expect(run(certify, "position")[0] == 2, "position without files")
    expect(run(certify, "position", paths[0])[0] == 2, "position with one file")
    expect(run(certify, "position", paths[0], paths[1] + "nothing")[0] == 3, "a file that does not exist")
    expect(run(certify, "position", os.path.dirname(paths[0]), paths[1])[0] == 3, "a folder")


with tempfile.TemporaryDirectory() as temporary:
    files = [os.path.join(temporary, name) for name in ("moves", "proof")]
    test_bad_input(files)
    test_tables(files)
    test_games(files)
    scripted = test_scripts(temporary, files)
expect(min(counts.values()) > 0 and scripted > 0, f"{counts}, {scripted} parts of scripts")
finish(f"grundy-certify position: accepted {counts['proved']} certificates of random tables and {counts['true changes']} "
       f"changes that prove their answer, refused {counts['refused changes'] + counts['not read']}; {counts['found true']} are true in the game of all sums")
