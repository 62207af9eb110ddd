"""Kills runs of `grundy solve --tiers` at random moments, and lets them continue.

usage: kills.py COMMAND FOLDER KILLS        GRUNDY_SEED sets the seed

Every folder that is finished must have the same files, byte by byte, as one of a run that was never killed.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

grundy, folder, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
seed = int(os.environ.get("GRUNDY_SEED", "20260101"))
choose = random.Random(seed)

GAMES = [("quixo:3", "outcome,remoteness"), ("chomp:4,5", "grundy,counter"), ("mu-torere", "outcome,q1,q0")]


def solve(game, columns, tiers, **how):
    return subprocess.Popen(
        [grundy, "solve", game, "--tiers", tiers, "--columns", columns, "-q"], stdin=subprocess.DEVNULL, **how
    )


def files(tiers):
    contents = {}
    for name in sorted(os.listdir(tiers)):
        with open(os.path.join(tiers, name), "rb") as file:
            contents[name] = file.read()
    return contents


kills = ends = 0
while kills < wanted:
    game, columns = GAMES[ends % len(GAMES)]
    expected, again = os.path.join(folder, "expected"), os.path.join(folder, "again")
    for tiers in expected, again:
        shutil.rmtree(tiers, ignore_errors=True)
    start = time.monotonic()
    if solve(game, columns, expected).wait() != 0:
        sys.exit(f"{game} was not solved")
    duration = time.monotonic() - start
    here = 0
    while True:
        run = solve(game, columns, again)
        # Moments from the start to beyond the end; after ten kills the run may finish.
        moment = choose.uniform(0, 1.1 * duration) if here < 10 else None
        try:
            code = run.wait(timeout=moment)
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
            run.wait()
            kills += 1
            here += 1
            continue
        if code != 0:
            sys.exit(f"seed {seed}: {game}: exit code {code} after {here} kills")
        break
    found, right = files(again), files(expected)
    if {n: b for n, b in found.items() if n in right} != right:
        sys.exit(f"seed {seed}: {game}: other files after {here} kills")
    # A kill between naming a temporary file and renaming it leaves that file.
    if any(n.endswith(".tier") and n not in right for n in found):
        sys.exit(f"seed {seed}: {game}: unexpected files {sorted(set(found) - set(right))}")
    ends += 1
print(f"{kills} kills, {ends} runs came to the same end")
