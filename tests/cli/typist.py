"""Runs a command on a pseudo-terminal, types a line at every prompt, and prints its output.

usage: typist.py NAME=VALUE... -- KEYS... -- COMMAND ARGUMENT...

KEYS are sent when the command has begun a line with "> " and reads single keys (or after a second, if it never does,
as on a dumb terminal); they may contain escapes such as \\r or \\x03. Exits with the command's code, or with 99 if it
does not end.
"""

import os
import pty
import select
import signal
import sys
import termios
import time

settings_end = sys.argv.index("--")
keys_end = sys.argv.index("--", settings_end + 1)
keys = [k.encode().decode("unicode_escape").encode() for k in sys.argv[settings_end + 1 : keys_end]]
command = sys.argv[keys_end + 1 :]

child, terminal = pty.fork()
if child == 0:
    for setting in sys.argv[1:settings_end]:
        name, value = setting.split("=", 1)
        os.environ[name] = value
    os.execvp(command[0], command)


def wait_for_keys_one_by_one():
    """Keys typed before the line editor has started would go to the terminal instead."""
    for _ in range(100):
        if not termios.tcgetattr(terminal)[3] & termios.ICANON:
            return
        time.sleep(0.01)


written = b""
fresh = b""
while True:
    if not select.select([terminal], [], [], 60)[0]:
        os.kill(child, signal.SIGKILL)
        sys.stdout.buffer.write(written)
        sys.exit(99)
    try:
        block = os.read(terminal, 65536)
    except OSError:
        break
    if not block:
        break
    written += block
    fresh += block
    if keys and fresh.endswith(b"\n> "):
        fresh = b""
        wait_for_keys_one_by_one()
        os.write(terminal, keys.pop(0))
sys.stdout.buffer.write(written)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
