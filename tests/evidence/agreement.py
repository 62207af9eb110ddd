"""Solves random games with cycles and loops in every way there is, and compares all columns with their definitions.

usage: agreement.py GRUNDY FOLDER GAMES [NAME=COMMAND...]

GRUNDY solves batches of games. Each COMMAND, split at spaces, solves the file {game} and writes {solution}: other programs and
options. If the module grundy can be imported, it solves every game by itself. GRUNDY_SEED sets the seed.
Prints one line per difference, and how many games were compared.
"""

import json
import math
import os
import random
import subprocess
import sys

import definitions

grundy, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
others = dict(argument.split("=", 1) for argument in sys.argv[4:])
seed = int(os.environ.get("GRUNDY_SEED") or random.randrange(2**32))
dice = random.Random(seed)
differences = 0

COLUMNS = ("outcome", "grundy", "k", "remoteness", "distance", "counter", "misere", "misere_remoteness", "hmin", "j")
MOST_GAMES = 60  # in a batch
LARGE = 1000  # so many games are also solved together, with little memory
RULES = os.path.join(os.path.dirname(__file__), "rules", "walk.lua")


# ---- games -------------------------------------------------------------------------------------


def random_game():
    """Returns a digraph in which loops are as likely as other moves, or one with long cycles or many terminal positions."""
    order = dice.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15))
    kind = dice.randrange(4)
    if kind == 0:  # a cycle with exits and chords
        game = {u: {(u + 1) % order} for u in range(order)}
        for _ in range(dice.randrange(order + 1)):
            game[dice.randrange(order)].add(dice.randrange(order))
        game[order] = set()
        game[dice.randrange(order)].add(order)
        return game
    p = dice.choice((0.08, 0.15, 0.25, 0.4, 0.7))
    game = {u: {v for v in range(order) if dice.random() < p} for u in range(order)}
    if kind == 1:  # mostly downwards, so that values become large
        game = {u: {v for v in range(order) if v < u and dice.random() < 0.8 or dice.random() < 0.06} for u in game}
    elif kind == 2:
        for u in dice.sample(sorted(game), order // 2):
            game[u] = set()
    return game


def reachable(game, u):
    found, waiting = {u}, [u]
    while waiting:
        for v in game[waiting.pop()] - found:
            found.add(v)
            waiting.append(v)
    return found


def tiers(game):
    """Maps positions to numbers such that no move leads to a smaller number, and cycles have one number."""
    reach = {u: reachable(game, u) for u in game}
    sizes = sorted({len(reach[u]) for u in game}, reverse=True)
    most = dice.randrange(1, 5)
    return {u: min(sizes.index(len(reach[u])), most) for u in game}


def batch(games):
    """Joins games into one. Names say the game, the position and a tier."""
    names = {}
    for i, game in enumerate(games):
        tier = tiers(game)
        names.update({(i, u): f"t{tier[u]}-{i}-{u}" for u in game})
    used = sorted({int(name[1:].split("-")[0]) for name in names.values()})
    for key, name in names.items():  # tiers without gaps
        t, rest = name[1:].split("-", 1)
        names[key] = f"t{used.index(int(t))}-{rest}"
    return {names[i, u]: {names[i, v] for v in games[i][u]} for i, u in names}


def write(game, path):
    lines = [f"{u} {v}\n" for u in game for v in game[u]] + [f"{u}\n" for u in game]
    dice.shuffle(lines)
    with open(path, "w", encoding="ascii") as file:
        file.writelines(lines)


# ---- solutions ---------------------------------------------------------------------------------


def number(text):
    return None if text == "-" else math.inf if text == "inf" else int(text)


def entry(column, text):
    if column in ("outcome", "misere"):
        return text
    if column in ("k", "j"):
        return None if text == "-" else {number(word) for word in text.strip("{}").split(",") if word}
    return number(text)


def parse(text):
    """Turns a table with tabs into a dict of columns."""
    head, *rows = [line.split("\t") for line in text.splitlines()]
    columns = [i for i, name in enumerate(head) if name in COLUMNS]
    return {head[i]: {row[0]: entry(head[i], row[i]) for row in rows} for i in columns}


def run(*arguments, text=None):
    done = subprocess.run(arguments, capture_output=True, text=True, input=text, check=False)
    if done.returncode != 0:
        sys.exit(f"GRUNDY_SEED={seed}: {' '.join(arguments)}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def compare(way, game, expected, found, counters=None):
    """Compares the columns that were found; `counters` maps positions to what is compared in place of counters."""
    global differences
    for column, entries in found.items():
        if column == "counter":
            right = definitions.is_counterfunction(game, expected["grundy"], counters or entries)
        else:
            right = entries == expected[column]
        if not right:
            differences += 1
            wrong = "" if column == "counter" else next((u for u in game if entries.get(u) != expected[column][u]), "")
            print(f"{way}: the column {column} differs {wrong}: GRUNDY_SEED={seed}, {game}")


def by_command(game, path, expected):
    """In memory, through the quotient, with both algorithms, and checked by verify."""
    solve = (grundy, "solve", path, "--to", "tsv", "--columns", "all", "--quiet")
    for options in ((), ("--check",), ("--reduce",), ("--algorithm", "lazy"), ("--algorithm", "counting", "--threads", "3")):
        found = parse(run(*solve, *options))
        assert found.keys() == set(COLUMNS)
        compare("solve " + " ".join(options), game, expected, found)


def by_tiers(game, path, expected):
    place = os.path.join(folder, "tiers")
    run("rm", "-rf", place)
    columns = "outcome,remoteness,grundy,counter"
    run(grundy, "solve", f"{RULES}:{path}", "--tiers", place, "--columns", columns, "--quiet")
    run(grundy, "verify", f"{RULES}:{path}", "--tiers", place, "--quiet")
    found = parse(run(grundy, "value", place, "-", text="".join(f"{u}\n" for u in game)))
    # A counter belongs to its tier, and play never returns from later ones.
    pairs = {u: None if c is None else (-int(u[1:].split("-")[0]), c) for u, c in found["counter"].items()}
    compare("--tiers", game, expected, found, pairs)


def by_others(game, path, expected):
    archive = os.path.join(folder, "game.npz")
    solution = os.path.join(folder, "solution.npz")
    run(grundy, "convert", path, archive, "--quiet")
    for way, command in others.items():
        if os.path.exists(solution):
            os.unlink(solution)
        run(*(word.format(game=archive, solution=solution) for word in command.split()))
        found = parse(run(grundy, "solve", archive, "--solution", solution, "--check", "--to", "tsv", "--quiet"))
        compare(way, game, expected, found)


def by_little_memory(game, expected):
    """Copies of all games in one, with the least memory that suffices, so that moves stay on disk."""
    copies = 200000 // len(game) + 1
    many, archive, disk = (os.path.join(folder, name) for name in ("many.edges", "many.npz", "disk"))
    with open(many, "w", encoding="ascii") as file:
        for i in range(copies):
            file.writelines(f"{u}-{i} {v}-{i}\n" for u in game for v in game[u])
            file.writelines(f"{u}-{i}\n" for u in game if not game[u])
    run(grundy, "convert", many, archive, "--quiet")
    memory = json.loads(run(grundy, "info", archive, "--json"))["solve_scratch_bytes"]
    solution = os.path.join(folder, "many-solution.npz")
    code = 4
    while code == 4:
        code = subprocess.run([grundy, "solve", archive, "-o", solution, "--scratch", disk, "--memory", str(memory), "--quiet"],
                              stderr=subprocess.DEVNULL, check=False).returncode
        memory += memory // 16
    found = parse(run(grundy, "solve", archive, "--solution", solution, "--check", "--to", "tsv", "--quiet"))
    for i in range(copies):
        compare("little memory", game, expected,
                {column: {u: entries[f"{u}-{i}"] for u in game} for column, entries in found.items()})


def by_module(module, game, expected):
    """One game at a time, in this process."""
    solved = module.Game({u: sorted(game[u]) for u in game}, positions=list(game)).solve("all")

    def read(column, item):
        if column in ("outcome", "misere"):
            return str(item)
        if column in ("k", "j"):
            return item
        return int(item) if item != module.INFINITY else None if column == "counter" else math.inf

    compare("the module", game, expected,
            {column: {u: read(column, item) for u, item in zip(game, getattr(solved, column))} for column in COLUMNS})


def main():
    try:
        import grundy as module
    except ImportError:
        module = None
    left = count
    all_games = {}
    all_expected = {column: {} for column in COLUMNS if column != "counter"}
    while left > 0:
        games = [random_game() for _ in range(min(left, dice.randrange(1, MOST_GAMES)))]
        left -= len(games)
        game = batch(games)
        expected = {column: {} for column in COLUMNS if column != "counter"}
        for i in range(len(games)):  # the definitions are applied to one game at a time
            part = {u: game[u] for u in game if u.split("-")[1] == str(i)}
            for column, entries in definitions.solution(part).items():
                expected[column].update(entries)
            if module:
                by_module(module, part, {column: {u: expected[column][u] for u in part} for column in expected})
        path = os.path.join(folder, "game.edges")
        write(game, path)
        by_command(game, path, expected)
        by_tiers(game, path, expected)
        by_others(game, path, expected)
        if len(all_games) < 20000:
            mark = f"b{left}"
            all_games.update({f"{u}-{mark}": {f"{v}-{mark}" for v in game[u]} for u in game})
            for column, entries in expected.items():
                all_expected[column].update({f"{u}-{mark}": item for u, item in entries.items()})
    if count >= LARGE:
        by_little_memory(all_games, all_expected)
    ways = 6 + len(others) + (module is not None) + (count >= LARGE)
    print(f"{count} games, solved in {ways} ways")
    return 1 if differences else 0


sys.exit(main())
