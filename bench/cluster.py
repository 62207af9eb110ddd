#!/usr/bin/env python3
"""Measures grundy-mpi on this machine and models wall time on a cluster.

usage: cluster.py [--launcher MPIRUN] [--positions N] GRUNDY GRUNDY_MPI

Several ranks on a few cores compete for them, so wall time is never reported. What is measured does
not depend on that: CPU seconds per move, bytes sent per move, and supersteps. The model divides the
work by the cores of all nodes, the bytes by the bandwidth of a node, and adds the latency of the
collective operations of every superstep.
"""

import argparse
import math
import os
import re
import resource
import subprocess
import tempfile

# The network and the nodes of the model: 16 cores, 100 Gbit/s, 2 microseconds from node to node.
CORES = 16
BYTES_PER_SECOND = 100e9 / 8
LATENCY = 2e-6
COLLECTIVES = 3  # operations of all ranks in a superstep
REVERSING = 12  # bytes sent per move while rows are built: the head, then the whole move


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def solve(launcher, program, ranks, game, folder):
    """Returns CPU seconds, supersteps, and bytes sent per move while solving."""
    run = subprocess.run(
        [launcher, "-n", str(ranks), program, "solve", game, "-o", folder + "/s.npz", "-q",
         "--threads", "1", "--timings"],
        check=True, capture_output=True, text=True)
    cpu = re.search(r"CPU of all ranks +([\d.]+) s", run.stderr)
    found = re.search(r"(\d+) supersteps, .* ([\d.]+) bytes sent per move", run.stderr)
    return float(cpu.group(1)), int(found.group(1)), float(found.group(2))


def modelled(moves, nodes, cpu, sent, supersteps):
    """Seconds on that many nodes; `sent` is per move if every message leaves its node."""
    work = cpu * moves / (nodes * CORES)
    network = sent * (1 - 1 / nodes) * moves / nodes / BYTES_PER_SECOND
    waiting = supersteps * COLLECTIVES * LATENCY * math.ceil(math.log2(nodes)) if nodes > 1 else 0
    return work + network + waiting


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--launcher", default="mpirun")
    parser.add_argument("--positions", default="1e6")
    parser.add_argument("grundy")
    parser.add_argument("grundy_mpi")
    options = parser.parse_args()
    os.environ.update(OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1",
                      OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    with tempfile.TemporaryDirectory() as folder:
        game = folder + "/game.npz"
        subprocess.run([options.grundy, "random", "degree", "-n", options.positions, "--degree",
                        "8", "--sinks", "0.1", "-q", "-o", game], check=True)
        info = subprocess.run([options.grundy, "info", game, "--json"], check=True,
                              capture_output=True, text=True).stdout
        moves = int(re.search(r'"moves": *(\d+)', info).group(1))
        before = cpu_seconds()
        subprocess.run([options.grundy, "solve", game, "-o", folder + "/l.npz", "-q", "--threads",
                        "1"], check=True)
        library = cpu_seconds() - before
        print(f"{moves} moves; nanoseconds of CPU per move; the library: {library / moves * 1e9:.1f}")
        print(f"{'ranks':>6} {'ns/move':>8} {'/library':>9} {'supersteps':>11} {'sent/move':>10}")
        for ranks in (1, 2, 4, 8):
            cpu, supersteps, sent = solve(options.launcher, options.grundy_mpi, ranks, game, folder)
            print(f"{ranks:>6} {cpu / moves * 1e9:>8.1f} {cpu / library:>9.2f} {supersteps:>11} "
                  f"{sent:>10.2f}")
            if ranks == 1:
                per_move = cpu / moves
            most = REVERSING + (sent * ranks / (ranks - 1) if ranks > 1 else 0)
    print(f"\nmodel: nodes of {CORES} cores, {BYTES_PER_SECOND / 1e9:.1f} GB/s and "
          f"{LATENCY * 1e6:.0f} us; seconds")
    print(f"{'nodes':>6} {'10^10 moves':>12} {'10^9 moves per node':>20}")
    for nodes in (1, 4, 16, 64, 256, 1024):
        strong = modelled(1e10, nodes, per_move, most, supersteps)
        weak = modelled(1e9 * nodes, nodes, per_move, most, supersteps)
        print(f"{nodes:>6} {strong:>12.2f} {weak:>20.2f}")


if __name__ == "__main__":
    main()
