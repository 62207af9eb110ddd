"""Runs commands with rules in C on a terminal, and interrupts them.

usage: control_c.py GRUNDY

Works in the current folder, which has slow.so and evil.so. A search saves its table when it is interrupted, from the
terminal, or by a signal to the whole group or to the process alone: each time it counts once, so the table is saved.
Prints failures, and exits with 1 if there are any.
"""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time

grundy = sys.argv[1]
failures = 0


def start(*words):
    """Starts it on a terminal of its own. A shell may have started this process with SIGINT ignored."""
    child, terminal = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.execv(grundy, [grundy, *words])
    return child, terminal


def wait_for(name):
    """Waits for a file that says that the work has begun, and removes it."""
    end = time.monotonic() + 60
    while not os.path.exists(name) and time.monotonic() < end:
        time.sleep(0.02)
    os.unlink(name)


def interrupt(name, send):
    global failures
    child, terminal = start("value", "./slow.so", "--table", name, "--no-progress")
    wait_for("searching")
    send(child, terminal)
    read = b""
    while True:
        try:
            block = os.read(terminal, 65536)
        except OSError:
            break
        if not block:
            break
        read += block
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    if code != 130 or read.count(b"interrupted") != 1 or not os.path.exists(name):
        failures += 1
        print(f"FAILED: {name}: exit code {code}, {read!r}, {os.listdir('.')}")


def quit_pager():
    """Ctrl-C is for a pager, which may stay for a long time."""
    global failures
    os.environ.update(TERM="xterm", PAGER="sh ./pager")
    child, terminal = start("solve", "./evil.so:none", "--pager")
    wait_for("paging")
    os.write(terminal, b"\x03")
    read = b""
    while True:
        try:
            read += os.read(terminal, 65536)
        except OSError:
            break
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    if code != 0 or b"paged" not in read:
        failures += 1
        print(f"FAILED: pager: exit code {code}, {read!r}")


def end_at_the_prompt():
    """The terminal is restored although a line was being edited."""
    global failures
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    during = before
    process = subprocess.Popen([grundy, "play", "./evil.so:later"], stdin=slave, stdout=slave, stderr=slave)
    read = b""
    while process.poll() is None:  # the terminal may have no reader
        if select.select([master], [], [], 0.1)[0]:
            read += os.read(master, 65536)
        if process.poll() is None and termios.tcgetattr(slave) != before:
            during = None
    if process.returncode != 3 or during is not None or termios.tcgetattr(slave) != before:
        failures += 1
        print(f"FAILED: prompt: exit code {process.returncode}, {during}, {read!r}")
    os.close(master)
    os.close(slave)


end_at_the_prompt()
with open("pager", "w") as script:
    script.write("trap '' INT\n: > paging\ncat > /dev/null\nsleep 2\necho paged\n")
quit_pager()
interrupt("terminal", lambda child, terminal: os.write(terminal, b"\x03"))
interrupt("group", lambda child, terminal: os.killpg(child, signal.SIGINT))
interrupt("process", lambda child, terminal: os.kill(child, signal.SIGTERM))
sys.exit(failures > 0)
