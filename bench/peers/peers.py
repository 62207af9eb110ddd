"""Compares grundy with other ways to solve the same file of moves: user CPU time of whole programs, from reading the file to
writing the answers. Every round runs all of them one after the other; the figure is the least of the rounds. All must agree.

usage: peers.py GRUNDY [--game MODEL] [--rounds R] [--skip NAME]... [--peer NAME=COMMAND]...

MODEL is what follows `grundy random`, such as 'board --piece rook --width 100 --height 100 --swaps'.

COMMAND is another program, called with two more arguments, the moves and the file to write: a line per position with
its number, a tab, and its outcome or value (-1 for an infinite one).
"""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from collections import deque

HERE = os.path.dirname(os.path.abspath(__file__))


def read_moves(path):
    followers, predecessors = {}, {}
    with open(path, encoding="ascii") as file:
        for line in file:
            u, v = map(int, line.split())
            for table, key, other in ((followers, u, v), (predecessors, v, u)):
                table.setdefault(key, []).append(other)
    for v in list(predecessors):
        followers.setdefault(v, [])
    return followers, predecessors


def label(positions, degree, predecessors):
    """Retrograde analysis by one queue."""
    left = {v: degree(v) for v in positions}
    outcome = {v: "P" for v in positions if left[v] == 0}
    queue = deque(outcome)
    while queue:
        v = queue.popleft()
        for u in predecessors(v):
            if u in outcome:
                continue
            if outcome[v] == "N":
                left[u] -= 1
                if left[u] > 0:
                    continue
            outcome[u] = "N" if outcome[v] == "P" else "P"
            queue.append(u)
    return {v: outcome.get(v, "D") for v in positions}


def python(path):
    followers, predecessors = read_moves(path)
    return label(followers, lambda v: len(followers[v]), lambda v: predecessors.get(v, ()))


def networkx(path):
    import networkx as nx

    game = nx.read_edgelist(path, create_using=nx.DiGraph, nodetype=int)
    return label(list(game), game.out_degree, game.predecessors)


def algorithm_g(path):
    """The labels of Algorithm G [FY86, §3], level by level, with passes over all positions as in the paper."""
    followers, _ = read_moves(path)
    value, open_positions, level = {}, set(followers), 0
    while open_positions:
        changed = True
        while changed:
            changed = False
            for u in list(open_positions):
                if any(value.get(v) == level for v in followers[u]):
                    continue
                rest = (v for v in followers[u] if value.get(v, -1) == -1)
                if all(any(value.get(w) == level for w in followers[v]) for v in rest):
                    value[u] = level
                    open_positions.discard(u)
                    changed = True
        for u in list(open_positions):
            if not any(value.get(v) == level for v in followers[u]):
                value[u] = -1
                open_positions.discard(u)
        level += 1
    return value


PYTHON = {"python": python, "networkx": networkx, "algorithm-g": algorithm_g}


def run_here(name, path, output):
    with open(output, "w", encoding="ascii") as file:
        file.writelines(f"{v}\t{answer}\n" for v, answer in PYTHON[name](path).items())


def user_seconds(command):
    """Runs the command and returns its user CPU time."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{shlex.join(command)} fails with {process.returncode}")
    return usage.ru_utime


def read_answers(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return {row[0]: "-1" if row[1] == "inf" else row[1] for row in rows if row[0] != "vertex"}


def commands(arguments, moves, folder):
    """Returns pairs: a name, and the command that writes the file NAME of the folder."""
    def output(name):
        return os.path.join(folder, name)

    retrograde = output("retrograde")
    subprocess.run(["cc", "-O2", "-o", retrograde, os.path.join(HERE, "retrograde.c")], check=True)
    for name, columns in (("grundy, outcomes", "outcome"), ("grundy, values", "grundy,k"), ("grundy, default columns", "")):
        chosen = ["--columns", columns] if columns else []
        yield name, [arguments.grundy, "solve", moves, "--threads", "1", "--quiet", "--to", "tsv", *chosen, "-o", output(name)]
    yield "C, one queue", [retrograde, moves, output("C, one queue")]
    for name in PYTHON:
        yield name, [sys.executable, os.path.abspath(__file__), "--run", name, moves, output(name)]
    for peer in arguments.peer:
        name, _, command = peer.partition("=")
        yield name, [*shlex.split(command), moves, output(name)]


def write_moves(arguments, path):
    game = subprocess.run([arguments.grundy, "random", *shlex.split(arguments.game), "--quiet"], check=True,
                          capture_output=True, text=True)
    with open(path, "w", encoding="ascii") as file:
        file.writelines(line + "\n" for line in game.stdout.splitlines() if " " in line)


def check_agreement(folder, names):
    """Compares the answers with those of grundy, position by position."""
    outcomes, values = (read_answers(os.path.join(folder, name)) for name in ("grundy, outcomes", "grundy, values"))
    for name in names:
        answers = read_answers(os.path.join(folder, name))
        known = outcomes if set(answers.values()) <= set("PND") else values
        wrong = [v for v in known if answers.get(v) != known[v]]
        if wrong:
            sys.exit(f"{name}: differs at {len(wrong)} positions, the first is {wrong[0]}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("grundy")
    parser.add_argument("--game", default="degree --positions 200000 --degree 8")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--skip", action="append", default=[])
    parser.add_argument("--peer", action="append", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        moves = os.path.join(folder, "moves.edges")
        write_moves(arguments, moves)
        entries = [(name, command) for name, command in commands(arguments, moves, folder) if name not in arguments.skip]
        seconds = {name: [] for name, _ in entries}
        for _ in range(arguments.rounds):
            for name, command in entries:
                seconds[name].append(user_seconds(command))
        check_agreement(folder, seconds)
        least = min(seconds["grundy, default columns"])
        print("program\tuser CPU seconds\tratio")
        for name, times in seconds.items():
            ratio = f"{min(times) / least:.2f}" if least > 0 else ""  # the clock may be too coarse for a small game
            print(f"{name}\t{min(times):.3f}\t{ratio}")


if sys.argv[1:2] == ["--run"]:
    run_here(*sys.argv[2:])
else:
    main()
