"""What --memory promises: the figures of a dry run, of `info` and of refusals are the same, a run with exactly that much
succeeds within it, and one with less is refused at once.

usage: memory.py GRUNDY FOLDER

Memory is what a process holds besides pages of files (RssAnon), read several hundred times per second.
"""

import json
import os
import re
import subprocess
import sys
import time

GRUNDY, FOLDER = sys.argv[1:]
DISK = os.path.join(FOLDER, "scratch")
ALL = "outcome,remoteness,distance,grundy,k,misere,misere_remoteness"
UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
failures = []


def expect(condition, *what):
    if not condition:
        failures.append(" ".join(map(str, what)))


def path(name):
    return os.path.join(FOLDER, name)


def held(process):
    """Returns the bytes that a process holds, or 0 if it has ended."""
    try:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            return next((1024 * int(line.split()[1]) for line in status if line.startswith("RssAnon")), 0)
    except (FileNotFoundError, ProcessLookupError):
        return 0


def run(*arguments):
    """Runs the command; returns its exit code, what it printed to both streams, and the largest memory seen."""
    process = subprocess.Popen([GRUNDY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    peak = 0
    while process.poll() is None:
        peak = max(peak, held(process))
        time.sleep(0.001)
    out, err = process.communicate()
    return process.returncode, out, err, peak


def bytes_of(text, pattern):
    """Returns the figure that the pattern finds in a text, in bytes."""
    found = re.search(pattern.replace("FIGURE", r"([\d.]+) (KiB|MiB|GiB)"), text)
    return int(float(found[1]) * UNITS[found[2]]) if found else None


def check_refusal(game, columns, memory, figure):
    code, _, err, _ = run("solve", game, "--columns", columns, "--scratch", DISK, "--memory", str(memory), "-o",
                          path("refused.npz"))
    expect(code == 4, game, columns, memory, "exit code", code, err)
    said = bytes_of(err, "solving needs at least FIGURE; --memory allows")
    if said is None:  # less than the command needs before it reads the game
        expect("the command alone uses" in err, game, columns, memory, err)
    else:
        expect(said == figure, game, columns, memory, "the refusal says", said, "instead of", figure)
    expect(not os.path.exists(path("refused.npz")) and not os.listdir(DISK), "something was written")


def check_run(game, columns, memory, threads):
    code, _, err, peak = run("solve", game, "--columns", columns, "--scratch", DISK, "--memory", str(memory), "--threads",
                             threads, "-o", path("got.npz"))
    expect(code == 0, game, columns, memory, threads, "exit code", code, err)
    expect(peak <= memory, game, columns, threads, "held", peak, "with --memory", memory)
    with open(path("got.npz"), "rb") as got, open(path("expected.npz"), "rb") as expected:
        expect(got.read() == expected.read(), game, columns, memory, "another solution")


def check_figures(game, columns):
    _, out, err, _ = run("solve", game, "--columns", columns, "--scratch", DISK, "--dry-run")
    figure = bytes_of(out, r"at least FIGURE to solve these columns with moves on disk \(--scratch\)")
    expect(figure is not None, game, columns, out, err)
    if figure is None:
        return
    for memory in (figure // 2, figure * 9 // 10, figure - 1):
        check_refusal(game, columns, memory, figure)
    run("solve", game, "--columns", columns, "-o", path("expected.npz"))
    for memory, threads in ((figure, "1"), (figure, "8"), (figure + figure // 16, "2"), (2 * figure, "8")):
        check_run(game, columns, memory, threads)


def check_ways(game, columns):
    """Without a scratch file, each of the two figures suffices, too; between them the lean way is taken."""
    _, out, err, _ = run("solve", game, "--columns", columns, "--dry-run")
    figures = [bytes_of(out, "at most FIGURE to solve these columns"), bytes_of(out, "FIGURE if that is too much")]
    expect(figures[0] is not None, game, columns, out, err)
    for memory in filter(None, figures):
        code, _, err, peak = run("solve", game, "--columns", columns, "--memory", str(memory), "-o", path("way.npz"))
        expect(code == 0, game, columns, memory, "exit code", code, err)
        expect(peak <= memory, game, columns, "held", peak, "with --memory", memory)
    least = min(filter(None, figures))
    code, _, err, _ = run("solve", game, "--columns", columns, "--memory", str(least // 2), "-o", path("refused.npz"))
    expect(code == 4, game, columns, least // 2, "exit code", code, err)


def check_info(game):
    """The figures of info are those of the default columns."""
    _, out, _, _ = run("info", game, "--json")
    default = json.loads(out)["solve_scratch_bytes"]
    _, out, _, _ = run("solve", game, "--scratch", DISK, "--dry-run")
    expect(bytes_of(out, "at least FIGURE to solve") == default, game, "info says", default, "and a dry run", out)


def check_scratch():
    models = {
        "degree": (["degree", "-n", "50000", "--degree", "8", "--sinks", "0.1"], "grundy,k,counter"),
        "dense": (["degree", "-n", "10000", "--degree", "40", "--sinks", "0.02"], "grundy,k"),
        "board": (["board", "--width", "50", "--height", "50", "--piece", "queen", "--put-backs"], "grundy,k"),
        "chain": (["chain", "-n", "20000"], "grundy,k,counter"),
        "tiny": (["chain", "-n", "3"], "grundy,k,counter"),
    }
    games = {name: columns for name, (_, columns) in models.items()}
    for name, (model, _) in models.items():
        run("random", *model, "-o", path(f"{name}.npz"))
    games["sets"] = "k"  # each loop can move to heaps of 60 values, so that K takes more than everything else
    with open(path("sets.edges"), "w", encoding="ascii") as file:
        file.writelines(f"h{i} h{j}\n" for i in range(60) for j in range(i))
        file.writelines(f"x{i} x{i}\n" + "".join(f"x{i} h{j}\n" for j in range(60)) for i in range(9000))
    run("convert", path("sets.edges"), path("sets.npz"))
    for name, columns in games.items():
        game = path(f"{name}.npz")
        check_info(game)
        for wanted in ("outcome", columns, ALL):
            check_figures(game, wanted)
            check_ways(game, wanted)
    run("convert", path("board.npz"), path("board.edges"))  # in memory; reading it takes more than solving
    check_info(path("board.edges"))


def check_peaks():
    """Commands that start no thread do not use the memory of stacks."""
    with open(path("sequence.txt"), "w", encoding="ascii") as file:
        file.writelines(f"{i * i % 1009}\n" for i in range(1800000))
    tails, heads = (" ".join(f"{letter}{i}" for i in range(count)) for letter, count in (("a", 3300), ("b", 1000)))
    with open(path("groups.dot"), "w", encoding="ascii") as file:
        file.write(f"digraph {{ {{{tails}}} -> {{{heads}}} }}\n")
    codes = {"period": set(), "convert": set()}
    for memory in range(32, 80, 3):
        for line in (("period", path("sequence.txt")), ("convert", path("groups.dot"), path("groups.npz"))):
            code, _, err, peak = run(*line, "--memory", f"{memory}M", "--threads", "8")
            codes[line[0]].add(code)
            expect(code == 0 or (code == 4 and f"--memory allows {memory}.0 MiB" in err), line, memory, code, err)
            expect(peak <= memory * 2**20, *line, "held", peak, "with --memory", memory, "MiB")
    expect(codes == {"period": {0, 4}, "convert": {0, 4}}, "no limit was in between:", codes)


os.mkdir(DISK)
check_scratch()
check_peaks()
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
