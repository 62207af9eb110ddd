"""Measures grundy-certify and grundy verify on the same random game, in one run.

usage: speed.py CERTIFY GRUNDY [POSITIONS]

The game has POSITIONS positions (default 2,500,000); one in twenty is terminal, the others have four moves each.
Prints the CPU time and the memory of both programs, and the quotient of the times.
"""

import os
import subprocess
import sys
import tempfile

certify, grundy = sys.argv[1:3]
positions = sys.argv[3] if len(sys.argv) > 3 else "2500000"


def measure(*command):
    """Returns the CPU time in seconds and the memory in MB, after the command has ended with 0."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"speed.py: {' '.join(command)} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


with tempfile.TemporaryDirectory() as folder:
    edges, game, solution = (os.path.join(folder, name) for name in ("game.edges", "game.npz", "solution.npz"))
    subprocess.run([grundy, "random", "degree", "-n", positions, "--degree", "4", "--sinks", "0.05", "-o", edges], check=True)
    subprocess.run([grundy, "convert", edges, game], check=True)
    subprocess.run([grundy, "solve", game, "-q", "-o", solution], check=True)
    slow, memory = measure(certify, game, solution)
    fast, other = measure(grundy, "verify", game, solution)
print(f"grundy-certify  {slow:7.2f} s CPU  {memory:6.0f} MB")
print(f"grundy verify   {fast:7.2f} s CPU  {other:6.0f} MB")
print(f"quotient        {slow / fast:7.1f}")
