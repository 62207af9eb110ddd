#!/usr/bin/env python3
"""Measures grundy-mpi on this machine and models wall time on a cluster.

usage: cluster.py [--launcher MPIRUN] [--positions N] [--runs N] GRUNDY GRUNDY_MPI

Several ranks on a few cores compete for them, so wall time is never reported. What is measured does
not depend on that: CPU seconds per move without waiting, bytes sent per move, supersteps and
rounds. The library and all numbers of ranks take turns, and the least CPU time of each counts.

The model adds up, for a network that is stated below,
  - the work of all ranks, divided by the cores,
  - the bytes that leave a node, divided by its bandwidth,
  - in every round, a message from every rank to every other one, and
  - in every superstep, the latency of collective operations over a tree of nodes.
Reading the game and writing the solution take as long as the file system does, and are stated
separately.
"""

import argparse
import math
import os
import re
import resource
import subprocess
import tempfile

CORES = 16  # of a node, used by ...
RANKS = 4  # ... as many ranks with four threads each
BYTES_PER_SECOND = 100e9 / 8  # of a node
LATENCY = 2e-6  # seconds from node to node
MESSAGE = 0.5e-6  # seconds of a rank for every message, however short
STORAGE = 20e9  # bytes per second of the file system, for all nodes together
COLLECTIVES = 3  # operations of all ranks in a superstep
DEGREE = 8
STRONG = 1e10  # moves in all
WEAK = 1.5e7  # moves per node: 1,024 nodes then have nearly the largest number of positions


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def solve_alone(program, game, folder):
    """Returns the CPU seconds of the library."""
    before = cpu_seconds()
    subprocess.run([program, "solve", game, "-o", folder + "/l.npz", "-q", "--threads", "1",
                    "--algorithm", "counting"], check=True)
    return cpu_seconds() - before


def solve(launcher, program, ranks, game, folder):
    """Returns CPU seconds, supersteps, rounds and bytes sent per move. One rank needs no launcher,
    and all CPU time of its process counts."""
    command = [program] if ranks == 1 else [launcher, "-n", str(ranks), program]
    before = cpu_seconds()
    run = subprocess.run(command + ["solve", game, "-o", folder + "/s.npz", "-q", "--threads", "1",
                                    "--timings"], check=True, capture_output=True, text=True)
    cpu = cpu_seconds() - before
    if ranks > 1:
        cpu = float(re.search(r"CPU of all ranks +([\d.]+) s", run.stderr).group(1))
    steps = re.search(r"(\d+) supersteps, (\d+) rounds", run.stderr)
    sent = re.search(r"sent per move: ([\d.]+) for rows, ([\d.]+) while", run.stderr)
    return (cpu, int(steps.group(1)), int(steps.group(2)),
            float(sent.group(1)) + float(sent.group(2)))


def modelled(moves, nodes, measured):
    """Seconds on that many nodes; `sent` is per move if every message leaves its node."""
    cpu, sent, supersteps, rounds = measured
    seconds = cpu * moves / (nodes * CORES)
    if nodes == 1:
        return seconds
    leaving = sent * (1 - 1 / nodes) * moves / nodes
    seconds += leaving / BYTES_PER_SECOND
    least = math.ceil(leaving / RANKS / 2**25)  # rounds of the default --exchange, half full
    seconds += max(rounds, least) * MESSAGE * (nodes * RANKS - 1)
    return seconds + supersteps * COLLECTIVES * LATENCY * math.ceil(math.log2(nodes))


def print_model(measured):
    print(f"\nmodel: nodes of {CORES} cores and {RANKS} ranks, {BYTES_PER_SECOND / 1e9:.1f} GB/s, "
          f"{LATENCY * 1e6:.0f} us, {MESSAGE * 1e6:.1f} us per message; seconds, without files")
    print(f"{'nodes':>6} {'10^10 moves':>12} {'efficiency':>11} {'1.5*10^7 per node':>22}")
    alone = modelled(STRONG, 1, measured)
    for nodes in (1, 4, 16, 64, 256, 1024):
        strong = modelled(STRONG, nodes, measured)
        print(f"{nodes:>6} {strong:>12.2f} {alone / strong / nodes:>11.2f} "
              f"{modelled(WEAK * nodes, nodes, measured):>22.2f}")
    size = 4 + 33 / DEGREE  # bytes per move: heads; offsets and six columns
    print(f"files: {STRONG * size / STORAGE:.1f} s for 10^10 moves at {STORAGE / 1e9:.0f} GB/s")


def make_game(grundy, positions, game):
    """Returns how many moves the game has."""
    subprocess.run([grundy, "random", "degree", "-n", positions, "--degree", str(DEGREE), "--sinks",
                    "0.1", "-q", "-o", game], check=True)
    info = subprocess.run([grundy, "info", game, "--json"], check=True, capture_output=True,
                          text=True).stdout
    return int(re.search(r'"moves": *(\d+)', info).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--launcher", default="mpirun")
    parser.add_argument("--positions", default="1e6")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("grundy")
    parser.add_argument("grundy_mpi")
    options = parser.parse_args()
    os.environ.update(OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1",
                      OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    counts = (1, 2, 4, 8)
    with tempfile.TemporaryDirectory() as folder:
        game = folder + "/game.npz"
        moves = make_game(options.grundy, options.positions, game)
        alone, runs = [], {ranks: [] for ranks in counts}
        for _ in range(options.runs):
            alone.append(solve_alone(options.grundy, game, folder))
            for ranks in counts:
                runs[ranks].append(solve(options.launcher, options.grundy_mpi, ranks, game, folder))
    library = min(alone)
    print(f"{moves} moves; nanoseconds of CPU per move; the library: {library / moves * 1e9:.1f}")
    print(f"{'ranks':>6} {'ns/move':>8} {'/library':>9} {'supersteps':>11} {'rounds':>7} "
          f"{'sent/move':>10}")
    for ranks in counts:
        cpu, supersteps, rounds, sent = min(runs[ranks])
        print(f"{ranks:>6} {cpu / moves * 1e9:>8.1f} {cpu / library:>9.2f} {supersteps:>11} "
              f"{rounds:>7} {sent:>10.2f}")
    print_model((cpu / moves, sent * ranks / (ranks - 1), supersteps, rounds))


if __name__ == "__main__":
    main()
