"""Runs a command on a pseudo-terminal and prints its output.

usage: on_terminal.py NAME=VALUE... -- COMMAND ARGUMENT...
"""

import os
import pty
import sys

split = sys.argv.index("--")
for setting in sys.argv[1:split]:
    name, value = setting.split("=", 1)
    os.environ[name] = value
command = sys.argv[split + 1 :]

child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
while True:
    try:
        block = os.read(terminal, 65536)
    except OSError:
        break
    if not block:
        break
    sys.stdout.buffer.write(block)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
