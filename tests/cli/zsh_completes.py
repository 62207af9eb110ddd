"""Types lines into zsh on a pseudo-terminal, followed by the Tab key.

usage: zsh_completes.py FOLDER TYPED=SHOWN...     FOLDER contains the file _grundy

Every line TYPED must become SHOWN, up to the cursor. Prints failures and exits with 1.
"""

import os
import pty
import select
import signal
import sys
import time

SECONDS = 30  # time limit for an answer

folder, pairs = sys.argv[1], [pair.split("=", 1) for pair in sys.argv[2:]]
child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="dumb", LC_ALL="C.UTF-8", HOME=folder)
    os.execvp("zsh", ["zsh", "-f", "-i"])


def read_until(text):
    """Returns the output of zsh until it contains that text, or until the time is up."""
    written = b""
    end = time.monotonic() + SECONDS
    while text.encode() not in written and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            written += os.read(terminal, 65536)
    return written.decode(errors="replace")


def type_in(text):
    os.write(terminal, text.encode())


type_in(
    f"PROMPT='> '; COLUMNS=200; fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; "
    "print rea''dy\n"
)
failures = 0
if "ready" not in read_until("ready\r\n"):
    print("zsh does not start")
    failures += 1
for typed, shown in pairs:
    type_in(typed + "\t")
    written = read_until(shown)
    if shown not in written:
        print(f"{typed!r} became {written!r} instead of {shown!r}")
        failures += 1
    type_in("\x15")  # kills the line
os.kill(child, signal.SIGKILL)
sys.exit(1 if failures else 0)
