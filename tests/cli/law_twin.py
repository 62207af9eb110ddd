"""Compares grundy law with an evaluator written from the definition, on random games and laws.

Usage: law_twin.py GRUNDY FOLDER COUNT SEED. A law is a tree, which is written as an expression and
evaluated here: every node gives True, False or a number, or raises Outside."""

import json
import random
import subprocess
import sys

grundy, folder, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


class Outside(Exception):
    pass


def outcomes(moves):
    """The outcomes of a finite game, which may have cycles, by iteration to the fixed point."""
    known = {}
    changed = True
    while changed:
        changed = False
        for v, followers in moves.items():
            if v in known:
                continue
            if any(known.get(w) == "P" for w in followers):
                known[v] = "N"
            elif all(known.get(w) == "N" for w in followers):
                known[v] = "P"
            changed |= v in known
    return {v: known.get(v, "D") for v in moves}


def values(moves):
    """The values of a game without cycles."""
    known = {}
    def value(v):
        if v not in known:
            below = {value(w) for w in moves[v]}
            known[v] = next(n for n in range(len(below) + 1) if n not in below)
        return known[v]
    return {v: value(v) for v in moves}


class Game:
    """A game: its text, moves, outcomes, values (or None), and a function that looks positions up."""

    def __init__(self, text, moves, canon=None):
        self.text, self.moves, self.canon = text, moves, canon
        self.outcome = outcomes(moves)
        self.value = values(moves) if canon else None

    def at(self, *position):
        position = self.canon(position)
        if position not in self.moves:
            raise Outside
        return position


def named_game(number):
    """A random digraph, with cycles and loops."""
    size = random.randint(1, 12)
    moves = {f"x{i}": [] for i in range(size)}
    for name in moves:
        for _ in range(random.choice((0, 1, 2, 3))):
            moves[name].append(f"x{random.randrange(size)}")
    moves = {name: sorted(set(to), key=lambda w: int(w[1:])) for name, to in moves.items()}
    path = f"{folder}/twin{number}.edges"
    with open(path, "w") as out:
        for name, to in moves.items():
            print(name, file=out)
            for follower in to:
                print(name, follower, file=out)
    game = Game(path, moves)
    game.at = lambda name: name if name in moves else (_ for _ in ()).throw(Outside())
    return game


def vector_game(canonical):
    """Nim with two heaps, up to symmetry, or moves of random vectors without symmetry."""
    a, b = random.randint(0, 6), random.randint(0, 6)
    if canonical:
        canon = lambda p: tuple(sorted(p))
        rays = [(1, 0), (0, 1)] + ([(1, 1)] if random.random() < 0.5 else [])
        text = ("wythoff" if len(rays) == 3 else "nim") + f":{a},{b}"
        steps = [(i * k, j * k) for i, j in rays for k in range(1, 8)]
    else:
        canon = tuple
        steps = random.sample([(1, 0), (0, 1), (2, 1), (1, 2), (1, 1), (3, 0), (0, 2)], 3)
        text = "vector{" + ",".join(f"({i},{j})" for i, j in steps) + f"}}:{a},{b}"
    start, moves, todo = canon((a, b)), {}, []
    todo.append(start)
    while todo:
        p = todo.pop()
        if p in moves:
            continue
        to = {canon((p[0] - i, p[1] - j)) for i, j in steps if p[0] >= i and p[1] >= j}
        moves[p] = sorted(to)
        todo += to
    return Game(text, moves, canon)


# A node is a pair: the text, and a function of the game and the variables, a dictionary.

def number(game, names, depth):
    choice = random.random()
    if game.value is None or choice < 0.2:
        n = random.randint(0, 3)
        return str(n), lambda e: n
    who = random.choice(names)
    if choice < 0.5:
        return (f"{who}.G", lambda e: game.value[e[who]])
    i = random.randrange(2)
    if choice < 0.8 or depth == 0:
        return f"{who}.{'ab'[i]}", lambda e: e[who][i]
    text, position = other(game, names, depth - 1)
    return f"{text}.G", lambda e: game.value[position(e)]


def other(game, names, depth):
    """at(...), perhaps outside the table."""
    if game.value is None:
        name = f"x{random.randint(0, 13)}"
        return f'at("{name}")', lambda e: game.at(name)
    who = random.choice(names)
    i, j = random.randint(-1, 1), random.randint(-1, 1)
    swap = random.random() < 0.3
    first, second = ("b", "a") if swap else ("a", "b")
    def find(e):
        p = e[who][::-1] if swap else e[who]
        return game.at(p[0] + i, p[1] + j)
    return f"at({who}.{first} + {i}, {who}.{second} + {j})", find


def decide(inner, followers, sought):
    """Whether some follower decides: any if `sought`, otherwise all. Others may be outside."""
    is_outside = False
    for e in followers:
        try:
            if inner(e) == sought:
                return sought
        except Outside:
            is_outside = True
    if is_outside:
        raise Outside
    return not sought


def condition(game, names, depth):
    choice = random.random()
    if depth == 0 or choice < 0.25:
        if random.random() < 0.5:
            letter = random.choice("PN" if game.value else "PND")
            who = random.choice(names)
            return f"{who}.outcome == {letter}", lambda e: game.outcome[e[who]] == letter
        a, left = number(game, names, depth)
        b, right = number(game, names, depth)
        if random.random() < 0.5:
            return f"{a} <= {b}", lambda e: left(e) <= right(e)
        return f"{a} == {b}", lambda e: left(e) == right(e)
    if choice < 0.45:
        a, left = condition(game, names, depth - 1)
        b, right = condition(game, names, depth - 1)
        if random.random() < 0.5:
            return f"({a} and {b})", lambda e: left(e) and right(e)
        return f"({a} or {b})", lambda e: left(e) or right(e)
    if choice < 0.55:
        a, inner = condition(game, names, depth - 1)
        return f"not ({a})", lambda e: not inner(e)
    if choice < 0.65:
        text, position = other(game, names, depth)
        return f"{text}.outcome == P", lambda e: game.outcome[position(e)] == "P"
    bound = f"f{len(names)}"
    of = random.choice(names)
    a, inner = condition(game, names + [bound], depth - 1)
    before = "" if of == "p" and random.random() < 0.7 else f"{of}, "
    followers = lambda e: ({**e, bound: w} for w in game.moves[e[of]])
    if choice < 0.78:
        return f"all({before}{bound}, {a})", lambda e: decide(inner, followers(e), False)
    if choice < 0.9:
        return f"any({before}{bound}, {a})", lambda e: decide(inner, followers(e), True)
    n = random.randint(0, 2)
    return (f"count({before}{bound}, {a}) <= {n}",
            lambda e: sum([inner(x) for x in followers(e)]) <= n)


def size(position):
    if isinstance(position, str):
        return (0, ())
    return (max(position), position)


def expected(game, premise, conclusion):
    counts = {"tested": 0, "outside": 0, "vacuous": 0, "exceptions": 0}
    wrong = []
    for position in game.moves:
        e = {"p": position}
        try:
            if premise and not premise(e):
                counts["vacuous"] += 1
                continue
            holds = conclusion(e)
        except Outside:
            counts["outside"] += 1
            continue
        counts["tested"] += 1
        if not holds:
            counts["exceptions"] += 1
            wrong.append(position)
    name = lambda p: p if isinstance(p, str) else ",".join(map(str, p))
    return counts, [name(p) for p in sorted(wrong, key=size)] if game.value else sorted(map(name, wrong))


random.seed(seed)
seen = {"outside": 0, "vacuous": 0, "exceptions": 0}
for i in range(count):
    game = named_game(i) if i % 3 == 0 else vector_game(i % 3 == 1)
    text, conclusion = condition(game, ["p"], 3)
    premise = None
    if random.random() < 0.4:
        before, premise = condition(game, ["p"], 1)
        text = f"if {before} then {text}"
    ran = subprocess.run([grundy, "law", game.text, text, "--json"], capture_output=True, text=True)
    counts, wrong = expected(game, premise, conclusion)
    where = f"seed {seed}, {i}: grundy law '{game.text}' '{text}'"
    if ran.returncode not in (0, 1, 6):
        sys.exit(f"{where}: {ran.stderr}")
    answer = json.loads(ran.stdout)
    if {name: answer[name] for name in counts} != counts:
        sys.exit(f"{where}: {ran.stdout}, not {counts}")
    listed = [row["position"] for row in answer["games"][0]["listed"]]
    if (listed if game.value else sorted(listed)) != wrong:
        sys.exit(f"{where}: the exceptions are {listed}, not {wrong}")
    if ran.returncode != (1 if wrong else 6 if answer["holds"] is None else 0):
        sys.exit(f"{where}: the exit code is {ran.returncode}")
    for name in seen:
        seen[name] += counts[name] > 0
if count >= 50 and min(seen.values()) == 0:
    sys.exit(f"the laws are not diverse: {seen}")
