"""Kills runs of `grundy heap --checkpoint` at random moments, and lets them continue.

usage: kills.py COMMAND FOLDER KILLS        GRUNDY_SEED sets the seed

Every run that finishes must have written the same bytes as one that was never killed.
"""

import os
import random
import signal
import subprocess
import sys
import time

grundy, folder, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
seed = int(os.environ.get("GRUNDY_SEED", "20260101"))
choose = random.Random(seed)

# One game per engine: splitting, taking, breaking.
GAMES = [("0.6", "400000"), ("take{1,5,17,41,88}", "20000000"), ("grundy", "60000"), ("4.007", "60000")]


def command(game, largest, output, *more):
    return [grundy, "heap", game, "--max", largest, "-o", os.path.join(folder, output), *more]


def duration_of_an_undisturbed_run(game, largest):
    start = time.monotonic()
    subprocess.run(command(game, largest, "expected.npz"), check=True)
    return time.monotonic() - start


def read(name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


kills = ends = 0
while kills < wanted:
    game, largest = GAMES[ends % len(GAMES)]
    save = os.path.join(folder, "save")
    duration = duration_of_an_undisturbed_run(game, largest)
    expected = read("expected.npz")
    here = 0
    while True:
        run = subprocess.Popen(
            command(game, largest, "again.npz", "--checkpoint", save, "--checkpoint-interval", "0.005")
        )
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
    if read("again.npz") != expected:
        sys.exit(f"seed {seed}: {game}: a different result after {here} kills")
    for name in os.listdir(folder):
        if name.startswith(".grundy-") or name in ("save", "again.npz"):
            os.unlink(os.path.join(folder, name))
    ends += 1
print(f"{kills} kills, {ends} runs came to the same result")
