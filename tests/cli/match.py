"""Referees random matches on random games with `grundy match` and `grundy best --all-moves`, and checks every answer.

usage: match.py GRUNDY FOLDER GAMES

The games are solved here, from the definition and without the program.
"""

import json
import os
import random
import subprocess
import sys

grundy, folder, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
chance = random.Random(int(os.environ.get("GRUNDY_SEED", "1")))


def outcomes(moves):
    """Returns P, N or D of every position."""
    found = {}
    changed = True
    while changed:
        changed = False
        for v in moves:
            if v in found:
                continue
            after = [found.get(w) for w in moves[v]]
            if "P" in after:
                found[v] = "N"
            elif all(o == "N" for o in after):
                found[v] = "P"
            changed = changed or v in found
    return {v: found.get(v, "D") for v in moves}


def run(*words, codes=(0,)):
    done = subprocess.run([grundy, *words, "--json"], capture_output=True, text=True)
    assert done.returncode in codes and done.stderr == "", (words, done.returncode, done.stderr)
    return json.loads(done.stdout)


VERDICT = {"N": "win", "P": "loss", "D": "draw"}
OF_MOVE = {"P": "win", "N": "loss", "D": "draw"}
WORTH = {"win": 1, "draw": 0, "loss": -1}


def effect(before, after):
    """What a move did to the player who made it, from the outcomes before and after it."""
    was, now = WORTH[VERDICT[before]], WORTH[OF_MOVE[after]]
    if was < 0:
        return "loses"
    if now >= was:
        return "keeps-win" if was > 0 else "keeps-draw"
    return "gives-win-away" if was > 0 else "gives-draw-away"


def check_position(said, moves, of, v, turn):
    assert said["turn"] == turn and said["player"] is None, said
    assert said["components"][0]["position"] == said["components"][0]["reduced"] == v, said
    assert said["components"][0]["board"] is None, said
    assert said["verdict"] == VERDICT[of[v]] and said["outcome"] == of[v], (said, of[v])
    assert said["over"] == (not moves[v]), said


def check_moves(said, moves, of, v):
    assert said["move_count"] == len(said["moves"]) == len(moves[v]) and said["complete"], said
    best = max((WORTH[OF_MOVE[of[w]]] for w in moves[v]), default=0)
    for move in said["moves"]:
        step, = move["steps"]
        w = step["to"]
        assert step["from"] == v and w in moves[v] and "path" not in step, said
        assert move["outcome"] == of[w] and move["verdict"] == OF_MOVE[of[w]], (said, of[w])
        assert not move["best"] or WORTH[move["verdict"]] == best, said
    assert not moves[v] or any(move["best"] for move in said["moves"]), said


def check_history(path, said, moves, of, line, reply):
    players = ("first", "second")
    assert len(said["history"]) == len(line) - 1 and len(said["positions"]) == len(line), said
    for i, v in enumerate(line):
        check_position(said["positions"][i], moves, of, v, players[i % 2])
        same = [w for w in line[:i + 1][::-1][::2] if w == v]
        assert said["positions"][i]["occurrences"] == len(same), (said, line)
    for i, entry in enumerate(said["history"]):
        assert entry["number"] == i + 1 and entry["by"] == players[i % 2], said
        assert entry["reply"] == (reply and i == len(line) - 2), said
        assert entry["effect"] == effect(of[line[i]], of[line[i + 1]]), (entry, line)
        assert entry["steps"][0]["to"] == line[i + 1], entry
        assert entry["verdict"] == OF_MOVE[of[line[i + 1]]] and entry["outcome"] == of[line[i + 1]], entry
        listed, = [move for move in run("best", "--all-moves", f"{path}@{line[i]}")["moves"]
                   if move["steps"][0]["to"] == line[i + 1]]
        assert all(entry[member] == listed[member] for member in listed), (entry, listed)
        away = entry["effect"].startswith("gives")
        assert (entry["better"] is not None) == away, entry
        assert ("gives the" in entry["sentence"]) == away, entry
        if away:
            w = entry["better"]["steps"][0]["to"]
            assert w in moves[line[i]] and effect(of[line[i]], of[w]).startswith("keeps"), entry


def winner(moves, line):
    if moves[line[-1]]:
        return None
    return "second" if len(line) % 2 == 1 else "first"


checked = {}
for number in range(games):
    order = chance.randint(2, 9)
    moves = {f"p{v}": [] for v in range(order)}
    for v in moves:
        moves[v] = chance.sample(sorted(moves), min(order, chance.choice([0, 1, 2, 2, 3])))
    path = os.path.join(folder, f"match{number}.edges")
    with open(path, "w") as file:
        for v in moves:
            print(v, file=file)
            for w in moves[v]:
                print(v, "->", w, file=file)
    of = outcomes(moves)
    line = [chance.choice(sorted(moves))]
    blunders = [[v, w] for v in sorted(moves) for w in moves[v] if effect(of[v], of[w]).startswith("gives")]
    if blunders and chance.randint(0, 1) == 0:
        line = chance.choice(blunders)
    while moves[line[-1]] and len(line) < 8 and chance.randint(0, 5) > 0:
        line.append(chance.choice(moves[line[-1]]))
    said = run("best", "--all-moves", f"{path}@{line[0]}")
    check_position(said, moves, of, line[0], "first")
    check_moves(said, moves, of, line[0])
    said = run("match", f"{path}@{line[0]}", *line[1:])
    assert said["legal"] and said["illegal"] is None and said["winner"] == winner(moves, line), said
    check_history(path, said, moves, of, line, False)
    check_moves(said, moves, of, line[-1])
    for entry in said["history"]:
        checked[entry["effect"]] = checked.get(entry["effect"], 0) + 1
    wrong = [w for w in moves if w not in moves[line[-1]]]
    if wrong:
        said = run("match", f"{path}@{line[0]}", *line[1:], wrong[0], line[0], "--reply", "perfect", codes=(1,))
        assert not said["legal"] and said["illegal"]["number"] == len(line), said
        check_history(path, said, moves, of, line, False)
    for level in ("perfect", "fair", "easy"):
        words = ("match", f"{path}@{line[0]}", *line[1:], "--reply", level, "--seed", str(number))
        said = run(*words)
        assert said == run(*words)
        longer = line + ([said["history"][-1]["steps"][0]["to"]] if moves[line[-1]] else [])
        check_history(path, said, moves, of, longer, len(longer) > len(line))
        assert said["winner"] == winner(moves, longer), said
        if level == "perfect" and len(longer) > len(line):
            assert not said["history"][-1]["effect"].startswith("gives"), said
    os.remove(path)
if games >= 40:
    assert set(checked) == {"keeps-win", "keeps-draw", "loses", "gives-win-away", "gives-draw-away"}, checked
print(games, "matches are right")
