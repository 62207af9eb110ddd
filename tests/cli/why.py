"""Reads the explanations of `grundy why` for random games, and checks every fact and every sentence.

usage: why.py GRUNDY FOLDER GAMES

The games are solved here, from the definitions and without the program. A sentence that is unknown or false ends the
test.
"""

import json
import os
import random
import re
import subprocess
import sys

grundy, folder, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
chance = random.Random(int(os.environ.get("GRUNDY_SEED", "1")))
INF = float("inf")


# ---- the definitions ---------------------------------------------------------------------------


def remoteness(moves, ends):
    """ends: terminal positions have 0 if the last player wins, 1 if the last player loses, INF for draws."""
    r = {v: ends.get(v, 0) if not moves[v] else INF for v in moves}
    changed = True
    while changed:
        changed = False
        for v in moves:
            if not moves[v]:
                continue
            even = [r[w] for w in moves[v] if r[w] % 2 == 0 and r[w] < INF]
            odd = [r[w] for w in moves[v] if r[w] % 2 == 1 and r[w] < INF]
            new = 1 + min(even) if even else 1 + max(odd) if len(odd) == len(moves[v]) else INF
            if new != r[v]:
                r[v] = new
                changed = True
    return r


def mex(numbers):
    m = 0
    while m in numbers:
        m += 1
    return m


def values(moves):
    """Algorithm G, level by level; the rest is infinite."""
    g = {v: INF for v in moves}
    for level in range(len(moves) + 1):
        changed = True
        while changed:
            changed = False
            for v in moves:
                if g[v] < INF or mex({g[w] for w in moves[v] if g[w] < INF}) != level:
                    continue
                if all(
                    g[w] < INF and g[w] != level or any(g[x] == level for x in moves[w])
                    for w in moves[v]
                ):
                    g[v] = level
                    changed = True
    return g


def forced(moves, player, success, who):
    """Returns where `who` can force play to end in `success`."""
    won = {v for v in moves if not moves[v] and v in success}
    changed = True
    while changed:
        changed = False
        for v in moves:
            if v in won or not moves[v]:
                continue
            kept = [w in won for w in moves[v]]
            if any(kept) if player[v] == who else all(kept):
                won.add(v)
                changed = True
    return won


# ---- the sentences -----------------------------------------------------------------------------

NAME = r'("(?:[^"\\]|\\.)*"|\([^()\\]*"[^()\\]*\)|[\w\'/-]+)'
VALUE = r"(\d+|∞\{[\d,]*\})"


def plain(name):
    return re.sub(r"\\(.)", r"\1", name[1:-1]) if name[0] in '"(' else name


class Game:
    """A game, its solution, and a check for every kind of sentence."""

    def __init__(self, moves, ends=None, player=None, payoffs=None, misere=False):
        self.moves, self.player, self.payoffs, self.misere = moves, player, payoffs, misere
        self.ends = ends or {}
        if player is None:
            self.r = remoteness(moves, {v: {"P": 0, "N": 1, "D": INF}[e] for v, e in self.ends.items()})
            self.g = values(moves) if not self.ends else None
            self.outcome = {v: "D" if x == INF else "PN"[int(x) % 2] for v, x in self.r.items()}
        elif payoffs is None:
            wins = {c: forced(moves, player, {v for v in moves if self.ends.get(v) == c}, c) for c in "AB"}
            self.outcome = {v: "A" if v in wins["A"] else "B" if v in wins["B"] else "D" for v in moves}

    def value_text(self, v):
        if self.g[v] < INF:
            return str(self.g[v])
        return "∞{%s}" % ",".join(str(x) for x in sorted({self.g[w] for w in self.moves[v] if self.g[w] < INF}))

    def values_at(self, v):
        return {self.g[w] for w in self.moves[v]}

    def sure(self, v, player):
        """Returns the best payoff that the player can guarantee at v."""
        better = max if player == "A" else min
        reached = [
            p
            for p in set(self.payoffs.values())
            if v
            in forced(
                self.moves,
                self.player,
                {w for w in self.payoffs if (self.payoffs[w] >= p if player == "A" else self.payoffs[w] <= p)},
                player,
            )
        ]
        return better(reached) if reached else None

    # Each takes the words of the sentence, and the subject of the paragraph.

    def check_no_move(self, v):
        return not self.moves[v] and not self.ends and self.player is None

    def check_misere_end(self, v):
        return not self.moves[v] and self.ends.get(v) == "N" and self.misere

    def check_over(self, v, outcome, how):
        said = {"the player who moved last wins": "P", "the player who moved last loses": "N"}
        return not self.moves[v] and self.ends.get(v, "P") == outcome == said[how]

    def check_drawn_end(self, v):
        return not self.moves[v] and self.ends.get(v, "P") == "D"

    def check_n(self, v, w):
        return self.outcome[v] == "N" and w in self.moves[v] and self.outcome[w] == "P"

    def check_p(self, v):
        return self.outcome[v] == "P" and self.moves[v] and all(self.outcome[w] == "N" for w in self.moves[v])

    def check_d(self, v, w):
        return (
            self.outcome[v] == "D"
            and all(self.outcome[x] != "P" for x in self.moves[v])
            and w in self.moves[v]
            and self.outcome[w] == "D"
        )

    def is_exit(self, v, w):
        """A move from a draw to a position where the opponent of the player who makes it wins."""
        opponent = "N" if self.player is None else "AB".replace(self.player[v], "")
        return w in self.moves[v] and self.outcome[w] == opponent

    def stays(self, line, leaving):
        """A line of moves between draws, and where its exits lead to."""
        line = [plain(name) for name in line.split(" -> ")]
        exits = {w for v in line for w in self.moves[v] if self.is_exit(v, w)}
        named = re.fullmatch(r"Leaving to (.*?)(?: or (\d+) other positions?)? lets the opponent win, so nobody leaves\.", leaving)
        fine = leaving == "No move from there lets the opponent win." if named is None else True
        listed = set() if named is None else {plain(name) for name in re.findall(NAME, named[1]) if name != "or"}
        others = int(named[2] or 0) if named else 0
        return (
            line[0] == self.subject
            and all(self.outcome[v] == "D" for v in line)
            and all(w in self.moves[v] for v, w in zip(line, line[1:]))
            and fine
            and listed <= exits
            and len(listed) + others == len(exits)
            and line
        )

    def check_stay(self, line, leaving):
        """The last position is the first one of the cycle."""
        line = self.stays(line, leaving)
        return line and line[-1] in line[:-1] and len(set(line)) == len(line) - 1

    def check_draw_line(self, line, leaving):
        line = self.stays(line, leaving)
        return line and not self.moves[line[-1]] and len(set(line)) == len(line)

    def check_answer(self, w, w2, x):
        return w == w2 and w in self.moves[self.subject] and x in self.moves[w] and self.outcome[x] == "P"

    def check_fatal(self, w):
        return w in self.moves[self.subject] and not self.moves[w] and self.outcome[w] == "N"

    def check_infinite_remoteness(self, v):
        return self.r[v] == INF

    def check_remoteness_over(self, v, n):
        return not self.moves[v] and self.r[v] == int(n)

    def check_odd(self, v, n, w, m):
        even = [self.r[x] for x in self.moves[v] if self.r[x] < INF and self.r[x] % 2 == 0]
        return self.r[v] == int(n) and w in self.moves[v] and self.r[w] == int(m) == min(even)

    def check_even(self, v, n, w, m):
        all_odd = all(self.r[x] < INF and self.r[x] % 2 == 1 for x in self.moves[v])
        largest = max(self.r[x] for x in self.moves[v])
        return self.r[v] == int(n) and all_odd and w in self.moves[v] and self.r[w] == int(m) == largest

    def check_line(self, line, n):
        names = [plain(x) for x in re.findall(NAME + "(?: -> |$)", line)]
        steps = list(zip(names, names[1:]))
        legal = all(y in self.moves[x] for x, y in steps)
        return names[0] == self.subject and legal and not self.moves[names[-1]] and len(steps) == int(n)

    def check_zero(self, v):
        return self.g[v] == 0 and 0 not in self.values_at(v)

    def listed(self, v, text):
        found = [(int(x), plain(w)) for x, w in re.findall(r"(\d+) \(" + NAME + r"\)", text)]
        assert found
        return found if all(w in self.moves[v] and self.g[w] == x for x, w in found) else None

    def check_finite(self, v, n, others, text, n2):
        found = self.listed(v, text)
        whole = others or [x for x, _ in found] == list(range(int(n)))
        return found and whole and self.g[v] == int(n) == int(n2) and int(n) not in self.values_at(v)

    def check_back(self, w, value, w2, x, n, less, more):
        v = self.subject
        return (
            w == w2
            and w in self.moves[v]
            and x in self.moves[w]
            and self.value_text(w) == value
            and self.g[w] > self.g[v]
            and self.g[v] == self.g[x] == int(n)
            and int(less) < int(more)
        )

    def check_none_finite(self, v, value):
        return self.value_text(v) == value == "∞{}"

    def check_infinite(self, v, value, others, text, no_other):
        found = self.listed(v, text)
        finite = sorted(x for x in self.values_at(v) if x < INF)
        whole = bool(others) != bool(no_other) and (others or [x for x, _ in found] == finite)
        return found and whole and self.value_text(v) == value and self.g[v] == INF

    def check_spoiled(self, m, w, value, w2, m2):
        v = self.subject
        return (
            w == w2
            and m == m2
            and w in self.moves[v]
            and int(m) == mex({x for x in self.values_at(v) if x < INF})
            and self.g[w] == INF
            and self.value_text(w) == value
            and int(m) not in self.values_at(w)
        )

    def check_more(self, n, *_):
        return int(n) > 0 and len(self.moves[self.subject]) > 12

    def check_end(self, v, text):
        said = {"it is a draw": "D", "A wins": "A", "B wins": "B"}
        if text.startswith("A gets "):
            return not self.moves[v] and self.payoffs[v] == float(text[7:])
        return not self.moves[v] and self.ends[v] == said[text]

    def check_own_win(self, v, p, winner, w, winner2):
        return (
            self.player[v] == p == winner == winner2
            and self.outcome[v] == winner
            and w in self.moves[v]
            and self.outcome[w] == winner
        )

    def check_other_win(self, v, p, winner, winner2):
        return (
            self.player[v] == p != winner == winner2
            and self.outcome[v] == winner
            and all(self.outcome[w] == winner for w in self.moves[v])
        )

    def check_neither(self, v, p, p2, w, q):
        return (
            self.player[v] == p == p2 != q
            and self.outcome[v] == "D"
            and all(self.outcome[x] != p for x in self.moves[v])
            and w in self.moves[v]
            and self.outcome[w] != q
        )

    def check_force(self, winner, n):
        return self.outcome[self.subject] == winner and 0 < int(n) <= 2 * len(self.moves)

    def check_level(self, v, player, level, n=None):
        """Levels of a player: what the player can force, and what the player can avoid."""
        other = "B" if player == "A" else "A"
        ends = {v for v in self.moves if not self.moves[v]}
        of = {c: {v for v in ends if self.ends[v] == c} for c in "ABD"}
        win = v in forced(self.moves, self.player, of[player], player)
        draw = v in forced(self.moves, self.player, of[player] | of["D"], player)
        end = v in forced(self.moves, self.player, ends, player)
        loses = v in forced(self.moves, self.player, of[other], other)
        kept = "not to lose, though play may never end"
        expected = (
            "a win" if win
            else "a drawn end or better" if draw
            else (kept + "; or else an end, perhaps lost" if end else kept) if not loses
            else "an end, perhaps lost" if end
            else "nothing"
        )
        return level == expected and (n is None) == (level in (kept, "nothing"))

    def check_moves(self, v, p):
        return self.moves[v] and self.player[v] == p

    def check_nothing(self, player, v):
        return self.sure(v, player) is None

    def check_sure(self, player, bound, amount, v, w):
        return (
            bound == ("least" if player == "A" else "most")
            and self.player[v] == player
            and self.sure(v, player) == float(amount)
            and w in self.moves[v]
            and self.sure(w, player) == float(amount)
        )

    def check_held(self, player, bound, amount, v, bound2):
        best = self.sure(v, player)
        kept = [self.sure(w, player) for w in self.moves[v]]
        good = all(k is not None and (k >= best if player == "A" else k <= best) for k in kept)
        return bound == bound2 and self.player[v] != player and best == float(amount) and good


SENTENCES = [
    (rf"{NAME} is a P-position: it has no moves, and a player who cannot move loses\.", "no_move"),
    (rf"{NAME} is an N-position: it has no moves, and a player who cannot move wins\.", "misere_end"),
    (rf"{NAME} is an? ([PN])-position: play is over, and (.*)\.", "over"),
    (rf"{NAME} is a draw: play is over\.", "drawn_end"),
    (rf"{NAME} is an N-position: the move to {NAME} leads to a P-position\.", "n"),
    (rf"{NAME} is a P-position: every move leads to an N-position\.", "p"),
    (rf"{NAME} is a draw: no move leads to a P-position, and the move to {NAME} leads to a draw\.", "d"),
    (r"You can stay: (.*) … (Leaving to .*|No move from there .*)", "stay"),
    (r"Play can end in a draw: (.*)\. (Leaving to .*|No move from there .*)", "draw_line"),
    (rf"  The move to {NAME} is answered by {NAME} -> {NAME}, which leads to a P-position\.", "answer"),
    (rf"  The move to {NAME} ends the play, and the player who makes it loses\.", "fatal"),
    (rf"{NAME} has infinite remoteness: neither player can force a win\.", "infinite_remoteness"),
    (rf"{NAME} has remoteness (\d+): play is over\.", "remoteness_over"),
    (rf"{NAME} has remoteness (\d+): the fastest win is the move to {NAME}, which has the least even remoteness, (\d+)\.", "odd"),
    (rf"{NAME} has remoteness (\d+): every move leads to a position of odd remoteness, and the longest resistance is {NAME}, with remoteness (\d+)\.", "even"),
    (r"  Best play: (.*), (\d+) moves?\.", "line"),
    (rf"{NAME} has value 0: no move leads to value 0\.", "zero"),
    (rf"{NAME} has value (\d+): (among others, )?moves lead to values? (.*), and none leads to value (\d+)\.", "finite"),
    (rf"  The move to {NAME}, of value {VALUE}, can be reversed by {NAME} -> {NAME}: the value is (\d+) again, and the counter is (\d+), less than (\d+)\.", "back"),
    (rf"{NAME} has value {VALUE}: no move leads to a finite value\.", "none_finite"),
    (rf"{NAME} has value (∞.*?\}}): (among others, )?moves lead to values? (.*?)(, and to no other finite value)?\.", "infinite"),
    (rf"  It cannot be (\d+), the least missing value: the move to {NAME}, of value {VALUE}, cannot be reversed, since no move from {NAME} leads to value (\d+)\.", "spoiled"),
    (r"  (\d+) more moves? (is|are) (answered|reversed) in the same way\.", "more"),
    (rf"At {NAME} play is over: (.*)\.", "end"),
    (rf"At {NAME} ([AB]) moves, and ([AB]) wins: the move to {NAME} leads to a win for ([AB])\.", "own_win"),
    (rf"At {NAME} ([AB]) moves, and ([AB]) wins: every move leads to a win for ([AB])\.", "other_win"),
    (rf"At {NAME} ([AB]) moves, and neither player can force a win: no move leads to a win for ([AB]), and the move to {NAME} avoids a win for ([AB])\.", "neither"),
    (r"  ([AB]) can force it within (\d+) moves?\.", "force"),
    (rf"At {NAME} ([AB]) can be sure of: (.*?)(?: in at most (\d+) moves?)?\.", "level"),
    (rf"At {NAME} ([AB]) moves\.", "moves"),
    (rf"([AB]) can be sure of nothing at {NAME}: the other player can keep the play from ending\.", "nothing"),
    (rf"([AB]) can be sure of a payoff of at (least|most) (\S+) at {NAME}: the move to {NAME} leads to that\.", "sure"),
    (rf"([AB]) can be sure of a payoff of at (least|most) (\S+) at {NAME}: every move leads to at (least|most) that\.", "held"),
]
SENTENCES = [(re.compile(pattern), check) for pattern, check in SENTENCES]
checked = {check: 0 for _, check in SENTENCES}


def fits(game, line):
    """Returns whether the line is a true sentence."""
    for pattern, check in SENTENCES:
        found = pattern.fullmatch(line)
        if found is None:
            continue
        words = [w if w is None else plain(w) if re.fullmatch(NAME, w) else w for w in found.groups()]
        checked[check] += 1
        return getattr(game, "check_" + check)(*words)
    return False


def without_misere(line):
    """Returns the sentence without the words that every sentence about an outcome or a remoteness in misere play has."""
    line, count = re.subn(r" in misere play(?=: )|misere (?=remoteness(?: \d+)?: )", "", line)
    assert count == (0 if line.startswith(("  ", "You can stay: ")) else 1), line
    return line


# ---- the facts ---------------------------------------------------------------------------------


def value_of(shape):
    """Returns a value of JSON as a sentence has it."""
    return str(shape) if isinstance(shape, int) else "∞{%s}" % ",".join(map(str, shape["infinite"]))


def check_staying(game, fact):
    """The path and the cycle are moves between draws, and all moves that leave them are exits."""
    line = fact["path"] + fact["cycle"]
    steps = list(zip(line, line[1:])) + ([(line[-1], fact["cycle"][0])] if fact["cycle"] else [])
    exits = [(move["from"], move["to"]) for move in fact["exits"]]
    return (
        line[0] == fact["position"]
        and all(game.outcome[v] == "D" for v in line)
        and all(w in game.moves[v] for v, w in steps)
        and len(set(line)) == len(line)
        and sorted(exits) == sorted((v, w) for v in line for w in game.moves[v] if game.is_exit(v, w))
        and fact["ends"] == (not fact["cycle"]) == (not game.moves[line[-1]])
    )


def check_line(game, fact):
    steps = list(zip(fact["line"], fact["line"][1:]))
    legal = all(w in game.moves[v] for v, w in steps)
    return fact["line"][0] == game.subject and legal and fact["moves"] == len(steps)


def check_followers(game, fact):
    v, found = fact["position"], fact["followers"]
    listed = [item["value"] for item in found]
    known = sorted({x for x in game.values_at(v) if x < INF})
    smaller = [x for x in known if x < game.g[v]]
    return (
        game.value_text(v) == value_of(fact["value"])
        and all(item["position"] in game.moves[v] and game.g[item["position"]] == item["value"] for item in found)
        and listed == smaller[: len(listed)]
        and fact["complete"] == (len(listed) == len(smaller))
    )


def check_payoff(game, fact):
    v, player = fact["position"], fact["player"]
    if fact["to"] is None:
        return game.player[v] != player and game.sure(v, player) == fact["payoff"]
    return fact["to"] in game.moves[v] and game.sure(v, player) == game.sure(fact["to"], player) == fact["payoff"]


# Each takes the game and the fact; the names of parameters are those of docs/explain.md.
FACTS = {
    "terminal": lambda g, f: (g.check_misere_end if f["misere"] else g.check_no_move)(f["position"]),
    "end": lambda g, f: not g.moves[f["position"]] and g.ends.get(f["position"], "P") == f["outcome"],
    "n_position": lambda g, f: g.check_n(f["position"], f["to"]),
    "p_position": lambda g, f: g.check_p(f["position"]),
    "answer": lambda g, f: g.check_answer(f["to"], f["to"], f["reply"]),
    "losing_end": lambda g, f: g.check_fatal(f["to"]),
    "draw": lambda g, f: g.check_d(f["position"], f["to"]),
    "staying": check_staying,
    "infinite_remoteness": lambda g, f: g.check_infinite_remoteness(f["position"]),
    "end_remoteness": lambda g, f: g.check_remoteness_over(f["position"], f["remoteness"]),
    "fastest_win": lambda g, f: g.check_odd(f["position"], f["remoteness"], f["to"], f["to_remoteness"]),
    "longest_resistance": lambda g, f: g.check_even(f["position"], f["remoteness"], f["to"], f["to_remoteness"]),
    "best_play": check_line,
    "finite_value": check_followers,
    "infinite_value": check_followers,
    "reversible": lambda g, f: g.check_back(
        f["to"], value_of(f["to_value"]), f["to"], f["back"], f["value"], f["counter"], f["less_than"]
    ),
    "irreversible": lambda g, f: g.check_spoiled(f["missing"], f["to"], value_of(f["to_value"]), f["to"], f["missing"]),
    "players_end": lambda g, f: not g.moves[f["position"]] and g.ends[f["position"]] == f["outcome"],
    "players_win": lambda g, f: (
        g.player[f["position"]] == f["mover"]
        and g.outcome[f["position"]] == f["winner"]
        and (f["to"] is None) == (f["mover"] != f["winner"])
        and all(g.outcome[w] == f["winner"] for w in (g.moves[f["position"]] if f["to"] is None else [f["to"]]))
    ),
    "forced_win": lambda g, f: g.outcome[g.subject] == f["winner"] and f["moves"] > 0,
    "players_draw": lambda g, f: g.outcome[f["position"]] == g.outcome[f["to"]] == "D" and f["mover"] != f["opponent"],
    "level": lambda g, f: (f["moves"] is None) == (f["level"] in ("draw", "nothing")),
    "payoff_end": lambda g, f: g.payoffs[f["position"]] == f["payoff"],
    "mover": lambda g, f: g.check_moves(f["position"], f["mover"]),
    "no_payoff": lambda g, f: g.check_nothing(f["player"], f["position"]),
    "payoff": check_payoff,
}
seen_facts = set()


def fail(path, start, line):
    print(f"{path}@{start}: {line}")
    sys.exit(1)


def check(game, path, start, depth):
    words = ["--depth", str(depth)] + (["--misere"] if game.misere else [])
    run = subprocess.run([grundy, "why", f'"{path}"@"{start}"', "--json", *words], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    answer = json.loads(run.stdout)
    for paragraph in answer["paragraphs"]:
        game.subject = paragraph[0]["position"]
        for fact in paragraph:
            for said, indent in [(fact, "")] + [(detail, "  ") for detail in fact["details"]]:
                line = indent + said["sentence"]
                if not fits(game, without_misere(line) if game.misere else line):
                    fail(path, start, line)
                if not FACTS[said["kind"]](game, said):
                    fail(path, start, said)
                if said.get("misere", game.misere) != game.misere:
                    fail(path, start, said)
                seen_facts.add(said["kind"])


# ---- random games ------------------------------------------------------------------------------

NAMES = ["a", "b", "c c", 'd"d', "e.", "f", "g", "h, 1", "i\\j"]


def random_moves(order, degree, fits_move):
    moves = {v: [] for v in NAMES[:order]}
    for v in moves:
        for w in chance.sample(NAMES[:order], min(order, chance.randint(0, degree))):
            if fits_move(v, w):
                moves[v].append(w)
    return moves


def quoted(name):
    """In DOT a backslash is literal unless a quote follows."""
    return name if re.fullmatch(r"\w+", name) else '"' + name.replace('"', '\\"') + '"'


def write(path, moves, attributes):
    """Returns the game as DOT, in which names may be arbitrary."""
    with open(path, "w") as file:
        print("digraph {", file=file)
        for v, words in attributes.items():
            print(f"  {quoted(v)} [{', '.join(words)}];", file=file)
        for v in moves:
            for w in moves[v]:
                print(f"  {quoted(v)} -> {quoted(w)};", file=file)
        print("}", file=file)


def make(kind, path):
    order = chance.randint(1, len(NAMES))
    player = {v: chance.choice("AB") for v in NAMES[:order]} if kind in ("coloured", "payoffs") else None
    moves = random_moves(order, 4, lambda v, w: player is None or player[v] != player[w])
    attributes = {v: [] for v in moves}
    ends, payoffs = {}, None
    over = [v for v in moves if not moves[v]]
    if kind == "ended":
        ends = {v: chance.choice("PND") for v in over}
    elif kind == "coloured":
        ends = {v: chance.choice("ABD") for v in over}
    elif kind == "payoffs":
        payoffs = {v: chance.randint(-2, 2) / 2 for v in over}
    for v in moves:
        if player:
            attributes[v].append(f"player={player[v]}")
        if v in ends:
            attributes[v].append("outcome=" + ("draw" if ends[v] == "D" else ends[v]))
        if payoffs and v in payoffs:
            attributes[v].append(f'payoff="{payoffs[v]}"')
    write(path, moves, attributes)
    if (kind == "payoffs" and not over) or (kind == "ended" and set(ends.values()) <= {"P"}):
        return None
    return Game(moves, ends, player, payoffs)


for number in range(games):
    kind = ["plain", "plain", "ended", "coloured", "payoffs"][number % 5]
    path = os.path.join(folder, f"why{number}.dot")
    game = make(kind, path)
    if game is not None:
        for start in game.moves:
            check(game, path, start.replace("\\", "\\\\").replace('"', '\\"'), chance.choice([1, 2, 9]))
    if kind == "plain" and number % 2 == 0:
        misere = Game(game.moves, {v: "N" for v in game.moves if not game.moves[v]}, misere=True)
        for start in misere.moves:
            check(misere, path, start.replace("\\", "\\\\").replace('"', '\\"'), 9)
    os.remove(path)
missing = [check for check, count in checked.items() if count == 0 and check != "more"]
if missing and games >= 100:
    sys.exit(f"sentences that never occurred: {missing}")
if games >= 100 and set(FACTS) - seen_facts:
    sys.exit(f"facts that never occurred: {set(FACTS) - seen_facts}")
print(sum(checked.values()), "sentences are true")
