"""Measures grundy-certify and grundy verify on the same solutions of a random game.

usage: speed.py CERTIFY GRUNDY [POSITIONS [ROUNDS [MODEL]]]

The game has POSITIONS positions (default 2,500,000). By default one in twenty is terminal, and the others have four
moves each; MODEL is another model of 'grundy random', such as "dag --degree 4". Each line of the table is a solution
with some columns. Both programs check it in turn, ROUNDS times (default 3). The table has the medians of their CPU
times, their quotient and the memory in MB; and where perf counts instructions, these in thousands of millions.
"""

import os
import statistics
import subprocess
import sys
import tempfile

certify, grundy = sys.argv[1:3]
positions = sys.argv[3] if len(sys.argv) > 3 else "2500000"
rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
model = sys.argv[5].split() if len(sys.argv) > 5 else ["degree", "--degree", "4", "--sinks", "0.05"]

DEFAULT = "outcome,grundy,k,remoteness,distance,counter"
SOLUTIONS = [
    "remoteness", "outcome,remoteness", "distance", "misere_remoteness", "misere,misere_remoteness",
    "draw_level,draw_remoteness", "grundy,counter", "grundy,counter,k", "grundy,counter,j", "grundy,counter,hmin",
    DEFAULT, DEFAULT + ",misere,misere_remoteness,hmin,j,draw_level,draw_remoteness"]


def measure(*command):
    """Returns the CPU time in seconds and the memory in MB, after the command has ended with 0."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"speed.py: {' '.join(command)} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def instructions(*command):
    """Returns how many instructions a command executes, or None if they cannot be counted here."""
    try:
        done = subprocess.run(["perf", "stat", "-x", ",", "-e", "instructions:u", *command], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, check=False)
    except FileNotFoundError:
        return None
    counts = [line.split(",")[0] for line in done.stderr.splitlines() if "instructions" in line]
    return int(counts[0]) if done.returncode == 0 and counts and counts[0].isdigit() else None


def name_of(columns):
    """A short name of a solution, for the table."""
    if columns == DEFAULT:
        return "default columns"
    return "all columns" if columns.startswith(DEFAULT) else columns.replace(",", ", ")


def print_row(columns, pairs, counts):
    """Prints the medians of both programs."""
    slow, fast = (statistics.median(run[i][0] for run in pairs) for i in (0, 1))
    memory, other = (max(run[i][1] for run in pairs) for i in (0, 1))
    row = f"{name_of(columns):26} {slow:8.2f} {fast:8.2f} {slow / fast:9.1f} {memory:8.0f} {other:8.0f}"
    if None not in counts:
        row += f" {counts[0] / 1e9:8.1f} {counts[1] / 1e9:8.1f} {counts[0] / counts[1]:9.1f}"
    print(row, flush=True)


with tempfile.TemporaryDirectory() as folder:
    game = os.path.join(folder, "game.npz")
    subprocess.run([grundy, "random", model[0], "-n", positions, *model[1:], "-q", "-o", game], check=True)
    print(f"{'CPU time in s, memory in MB':26} {'certify':>8} {'verify':>8} {'quotient':>9} {'certify':>8} {'verify':>8}")
    for asked in SOLUTIONS:
        solution = os.path.join(folder, "solution.npz")
        subprocess.run([grundy, "solve", game, "-q", "--columns", asked, "-o", solution], check=True)
        programs = [(certify, game, solution), (grundy, "verify", game, solution)]
        measured = [[measure(*program) for program in programs] for _ in range(rounds)]
        print_row(asked, measured, [instructions(*program) for program in programs])
