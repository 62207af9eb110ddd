"""Runs a command and interrupts it.

usage: interrupt.py SIGNAL SECONDS FIFO COMMAND ARGUMENT...

FIFO is - or a pipe that the command reads: then the time starts when the command has opened it and read a few moves
from it. Exits with the command's code, with 200 + SIGNAL if the signal killed it, or with 99 if it does not end.
"""

import os
import signal
import subprocess
import sys
import time

number = getattr(signal, "SIG" + sys.argv[1])
seconds = float(sys.argv[2])
fifo = sys.argv[3]


def listen():
    """A shell may have started this process with the signal ignored."""
    signal.signal(number, signal.SIG_DFL)


command = subprocess.Popen(sys.argv[4:], preexec_fn=listen)
writer = None
if fifo != "-":
    writer = os.open(fifo, os.O_WRONLY)
    os.write(writer, b"a b\nb a\n" * 1000)
time.sleep(seconds)
command.send_signal(number)
try:
    if writer is not None:
        # A signal just before a read is noticed only after it, so the read has to end eventually.
        try:
            command.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.close(writer)
    code = command.wait(timeout=60)
except subprocess.TimeoutExpired:
    command.kill()
    code = 99
sys.exit(200 - code if code < 0 else code)
