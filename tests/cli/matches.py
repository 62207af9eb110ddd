"""The computer against players who move at random, through the command.

usage: matches.py GRUNDY FOLDER MATCHES

In compounds of random small games with cycles, the computer wins every won position and never loses a draw. Prints
every match that violates this.
"""

import json
import os
import random
import subprocess
import sys

grundy, folder, matches = sys.argv[1], sys.argv[2], int(sys.argv[3])
seed = int(os.environ.get("GRUNDY_SEED", "1"))
chance = random.Random(seed)


def make_games():
    names = []
    for number in range(12):
        names.append(os.path.join(folder, f"random{number}.edges"))
        order = chance.randint(3, 6)
        with open(names[-1], "w") as file:
            for v in range(order):
                print(v, file=file)
            for v in range(1, order):
                for w in chance.sample(range(order), chance.randint(1, 3)):
                    print(v, w, file=file)
    return names


def component(games):
    if chance.random() < 0.3:
        return f"nim:{chance.randint(0, 4)}"
    return f"{chance.choice(games)}@{chance.randint(0, 2)}"


def expression(games):
    operator = chance.choice([" + ", " + ", " & ", " | "])
    parts = [component(games) for _ in range(chance.randint(1, 3))]
    if len(parts) == 3 and chance.random() < 0.5:
        inner = chance.choice([" + ", " & ", " | "])
        parts = [parts[0], f"({inner.join(parts[1:])})"]
    return operator.join(parts)


def outcome(text, options):
    run = subprocess.run([grundy, "best", "--json", text] + options, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)["outcome"]


def script():
    """Numbers of moves, some of them invalid, and replies to offers of a draw."""
    return "".join(f"{chance.randint(1, 8)}\n" + "n\n" * (i % 3 == 0) for i in range(400))


def play(text, options, first):
    command = [grundy, "play", text, "--first", first] + options
    run = subprocess.run(command, input=script(), capture_output=True, text=True)
    if run.returncode != 0 or run.stderr != "":
        return f"exit code {run.returncode}: {run.stderr}"
    if "the computer wins after" in run.stdout:
        return "computer"
    return "person" if "you win after" in run.stdout else "nobody"


games = make_games()
seen = {"P": 0, "N": 0, "D": 0}
failures = 0
for number in range(matches):
    text = expression(games)
    options = ["--misere"] if number % 4 == 0 else []
    letter = outcome(text, options)
    first = "computer" if letter == "N" or (letter == "D" and number % 2 == 0) else "me"
    winner = play(text, options, first)
    seen[letter] += 1
    right = winner in ("computer", "nobody") if letter == "D" else winner == "computer"
    if not right:
        failures += 1
        print(f"seed {seed}: {text} {options}, {letter}, first {first}: {winner}")
if min(seen.values()) < matches / 20:
    failures += 1
    print(f"too few matches of a kind: {seen}")
sys.exit(1 if failures > 0 else 0)
