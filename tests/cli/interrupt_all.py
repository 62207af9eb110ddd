"""Interrupts every command, during its work and at random moments.

usage: interrupt_all.py GRUNDY SEED

Works in the current folder. Prints failures, and exits with 1 if there are any. Deadlines are generous: the machine
may be busy.
"""

import os
import pty
import random
import select
import signal
import subprocess
import sys
import termios
import time

grundy = sys.argv[1]
chance = random.Random(int(sys.argv[2]))
LINE = "grundy: interrupted\n"
DEADLINE = 60  # seconds; without a watchdog the commands below run for hours
failures = 0

# Lua inside one C function: this pattern backtracks for hours.
PATTERN = 'string.find(("a"):rep(60), ("a-"):rep(60) .. "b")'
RULES = """return {
  title = "Hangs",
  start = function() return 0 end,
  moves = function(p) %s return p < 3 and { p + 1 } or {} end,
  show = function(p) %s return "p" .. p end,
}
"""
FILES = {
    "moves.lua": RULES % ("if p == 1 then " + PATTERN + " end", ""),
    "show.lua": RULES % ("", "if p == 2 then " + PATTERN + " end"),
    "loop.lua": RULES % ("", "while p == 2 do end"),
    "classes": "p0 x\n",
    "small.edges": "a b\nb c\n",
    "slow.sh": "while :; do :; done\n",
    "rules.c": "\n",
}


def lay_out():
    """A drawing that takes Graphviz very long."""
    return "".join(f"{chance.randrange(1900)} {chance.randrange(1900)}\n" for _ in range(8000))


def fail(what, words, errors=""):
    global failures
    failures += 1
    print(f"FAILED: {what}\n  command: {' '.join(words)}\n  stderr: {errors!r}")


def listen():
    """A shell may have started this process with signals ignored."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def start(words, environment=None):
    return subprocess.Popen([grundy] + words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, preexec_fn=listen, text=True,
                            env={**os.environ, **(environment or {})})


def ticks(pid):
    """CPU time of the process, of its ended children, and of its running children."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = file.read().split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(int(field) for field in fields[11:15]) + sum(ticks(child) for child in children)


def used(process):
    """Returns the CPU seconds of the process and its children."""
    return ticks(process.pid) / os.sysconf("SC_CLK_TCK")


def is_waiting(process):
    """Whether it handles SIGINT already, and is blocked."""
    with open(f"/proc/{process.pid}/status") as file:
        status = dict(line.split(":", 1) for line in file)
    return int(status["SigCgt"], 16) >> signal.SIGINT - 1 & 1 == 1 and status["State"].strip().startswith("S")


def wait_until_busy(process, words, seconds):
    """Waits until it has computed that long, which is after its start; 0: until it is blocked."""
    end = time.monotonic() + 10 * DEADLINE
    while process.poll() is None:
        if used(process) > seconds if seconds > 0 else is_waiting(process):
            return
        if time.monotonic() > end:
            fail(f"it is not {'busy' if seconds > 0 else 'blocked'} after {10 * DEADLINE} s", words)
            return
        time.sleep(0.02)


def end_of(process, words):
    """Returns its exit code and its messages; None if it did not end."""
    began = time.monotonic()
    try:
        process.wait(timeout=DEADLINE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        fail(f"it still runs after {time.monotonic() - began:.0f} s", words)
        return None, ""
    process.stdin.close()
    errors = process.stderr.read()
    process.stderr.close()
    return process.returncode, errors


def check_folder(words, outputs):
    there = sorted(os.listdir("out"))
    if there != sorted(outputs):
        fail(f"the folder contains {there} instead of {sorted(outputs)}", words)
        for name in set(there) - set(outputs):
            os.unlink("out/" + name)


def prepare(words):
    """Creates the outputs named in the command line."""
    outputs = [word[4:] for word in words if word.startswith("out/")]
    for name in outputs:
        with open("out/" + name, "w") as file:
            file.write("old")
    return outputs


def check_untouched(words, outputs):
    for name in outputs:
        with open("out/" + name, "rb") as file:
            if file.read() != b"old":
                fail(f"{name} was replaced", words)
        os.unlink("out/" + name)


def interrupt(words, number=signal.SIGINT, busy=0.5, twice=False, environment=None):
    """Sends the signal while the command works; `busy` 0: while it is blocked."""
    outputs = prepare(words)
    process = start(words, environment)
    wait_until_busy(process, words, busy)
    process.send_signal(number)
    if twice:
        time.sleep(chance.random() / 4)
        process.send_signal(number)
    code, errors = end_of(process, words)
    if code is not None and (code != 130 or errors != LINE):
        fail(f"exit code {code}", words, errors)
    check_folder(words, outputs)
    check_untouched(words, outputs)


def expire(words, environment=None):
    """--time ends work that cannot be interrupted."""
    outputs = prepare(words)
    process = start(words + ["--time", "0.5"], environment)
    code, errors = end_of(process, words)
    if code != 4 or errors.count("\n") != 1 or "the time is up" not in errors:
        fail(f"exit code {code}", words, errors)
    check_folder(words, outputs)
    check_untouched(words, outputs)


def expire_at_the_prompt(words):
    """The terminal is restored although a line was being edited."""
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    process = subprocess.Popen([grundy] + words + ["--time", "2"], stdin=slave, stdout=slave,
                               stderr=slave)
    read = b""
    while process.poll() is None:  # the terminal may have no reader
        if select.select([master], [], [], 0.1)[0]:
            read += os.read(master, 65536)
    if process.returncode != 4 or termios.tcgetattr(slave) != before:
        fail(f"exit code {process.returncode}, or the terminal is not restored", words, read.decode())
    os.close(master)
    os.close(slave)


def can_be_nameless():
    try:
        os.close(os.open("out", os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return False
    return True


def kill(words):
    """A file without a name disappears even with a process that cannot clean up."""
    process = start(words)
    wait_until_busy(process, words, 0.5)
    process.kill()
    end_of(process, words)
    check_folder(words, [])


def surprise(words):
    """At a random moment: the command is interrupted, has finished, or has no handler yet."""
    process = start(words)
    time.sleep(0.6 * chance.random() ** 2)
    process.send_signal(signal.SIGTERM)
    code, errors = end_of(process, words)
    outputs = [word[4:] for word in words if word.startswith("out/")]
    if code == 130 and errors != LINE:
        fail("unexpected message", words, errors)
    if code not in (None, 0, 130, -signal.SIGTERM):
        fail(f"exit code {code}", words, errors)
    there = sorted(os.listdir("out"))
    if not set(there) <= set(outputs) or (code == 0 and len(there) < len(outputs)):
        fail(f"exit code {code}, and the folder contains {there}", words)
    for name in there:
        os.unlink("out/" + name)


os.mkdir("out")
for name, text in {**FILES, "large.edges": lay_out()}.items():
    with open(name, "w") as file:
        file.write(text)

named = {"LD_PRELOAD": os.path.abspath("named_files.so"), "GRUNDY_TEST_NAMED_FILES": "1",
         "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}

# Inside one C function of Lua, in every command that uses rules.
for line in [
    "solve moves.lua -o out/s.tsv",
    "solve show.lua -o out/s.tsv",
    "solve loop.lua",
    "verify moves.lua small.edges --solution-from tsv",
    "info moves.lua",
    "convert moves.lua out/g.npz",
    "product disjunctive small.edges moves.lua -o out/p.edges",
    "best moves.lua",
    "value moves.lua",
    "sweep moves.lua:1..3 -o out/w.tsv",
    "play moves.lua",
    "why show.lua",
    "draw show.lua -o out/d.svg",
    "trace show.lua -o out/t.html",
    "quotient show.lua -o out/q.edges --map out/m.tsv",
    "quotient moves.lua --classes classes -o out/r.edges",
    "map moves.lua small.edges classes -o out/m.tsv",
    "rules check moves.lua",
]:
    interrupt(line.split(), chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP]))

# A second signal changes nothing, nor does a file system on which temporary files need names.
interrupt("solve show.lua -o out/s.tsv".split(), twice=True)
interrupt("solve show.lua -o out/s.tsv".split(), environment=named)
interrupt("convert moves.lua out/g.npz".split(), twice=True, environment=named)
interrupt("trace show.lua -o out/t.html".split(), environment=named)

# The time is up.
expire("solve moves.lua -o out/s.tsv".split())
expire("solve show.lua -o out/s.tsv".split(), environment=named)
expire("trace show.lua -o out/t.html".split(), environment=named)

expire_at_the_prompt("play small.edges@a".split())

# Other long work, and waiting.
interrupt("draw large.edges --layout dot -o out/d.svg".split(), busy=3)
interrupt("draw large.edges --layout dot -o out/d.svg".split(), busy=3, environment=named)
interrupt("heap 4.007 --max 1e7 -o out/h.tsv".split())
interrupt("heap 4.007 --max 1e7 -o out/h.tsv --checkpoint saved".split())
interrupt("random degree -n 2e7 --degree 4 -o out/g.npz".split(), signal.SIGTERM)
interrupt("experiment dag --degree 8 --vary n=1e6,2e6 --games 1000 -o out/x.csv".split())
interrupt("play small.edges@a".split(), busy=0)
interrupt("solve -".split(), busy=0)
interrupt("rules build rules.c -o out/rules.so".split(), signal.SIGTERM,
          environment={"CC": "sh slow.sh"})

if can_be_nameless():
    kill("solve show.lua -o out/s.tsv".split())

for i in range(3):
    for line in ["random degree -n 3e4 --degree 3 -o out/g.edges",
                 "heap kayles --max 3e5 -o out/h.tsv --plot out/h.svg",
                 "quotient large.edges -o out/q.edges --map out/m.tsv"]:
        surprise(line.split())

sys.exit(1 if failures else 0)
