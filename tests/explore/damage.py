"""Tablebases read by NumPy and SciPy, saved again, and damaged.

usage: damage.py FOLDER GRUNDY

Reads compiled.npz, mixed.npz, coloured.npz, digraph.npz and parts.npz in FOLDER. Exits with 1 at the first failure,
with a line that names it.
"""

import pathlib
import subprocess
import sys

import numpy as np
import scipy.sparse as sparse

folder = pathlib.Path(sys.argv[1])
grundy = sys.argv[2]


def run(*command):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def members(name):
    with np.load(folder / name) as archive:
        return dict(archive)


def expect(condition, what):
    if not condition:
        sys.exit(what)


def query(path, position):
    code, out, err = run(grundy, "value", path, position)
    expect(code == 0, f"{path}: exit {code}: {err}")
    return out


def refused(said, **changes):
    """Checks that the tablebase with these members changed (None: removed) is rejected in one line."""
    arrays = members(changes.pop("of", "compiled.npz"))
    for name, array in changes.items():
        arrays.pop(name, None)
        if array is not None:
            arrays[name] = array
    path = folder / "damaged.npz"
    np.savez(path, **arrays)
    code, out, err = run(grundy, "info", path)
    expect(code == 3 and out == "" and err.count("\n") == 1, f"{said}: exit {code}: {err}")
    expect(said in err, f"'{said}' is not in: {err}")
    path.unlink()


# The members.
compiled = members("compiled.npz")
order = len(compiled["outcome"])
expect(compiled["rules"].item() == b"fair-shares:12", "rules")
expect("source" not in compiled and "names" not in compiled, "members")
expect(compiled["positions"].dtype == np.uint8 and len(compiled["positions"]) == 8 * order, "bytes")
expect(len(compiled["buckets"]) % 64 == 0, "buckets")
matrix = sparse.load_npz(folder / "compiled.npz")
expect(matrix.shape == (order, order) and matrix.nnz == len(compiled["indices"]), "the matrix")
mixed = members("mixed.npz")
expect(mixed["source"].item() == (folder / "mixed.lua").read_bytes().rstrip(b"\0"), "the script")
starts = mixed["position_starts"]
expect(starts[0] == 0 and starts[-1] == len(mixed["positions"]), "starts")
coloured = members("coloured.npz")
expect(set(coloured["players"]) == {65, 66} and "payoffs" in coloured, "players")

# If NumPy saves it again, compressed or not, members move within the file, but everything is found.
for name, position in (("compiled.npz", "4,4,4"), ("mixed.npz", "3"), ("coloured.npz", "2,0")):
    for save in (np.savez, np.savez_compressed):
        save(folder / "again.npz", **members(name))
        expect(query(folder / "again.npz", position) == query(folder / name, position), name)
(folder / "again.npz").unlink()

# Rules.
refused("rules.npy: this is not a text", rules=np.array([1, 2]))
refused("rules.npy: this is not a text", rules=np.array([b"fair", b"shares"]))
refused("rules.npy: there are control characters", rules=np.array(b"fair\x7fshares"))
refused("rules.npy: there are control characters", rules=np.array(b"fair\nshares"))
refused("rules.npy: 'nowhere:3' is neither a game of the gallery", rules=np.array(b"nowhere:3"))
refused("rules.npy: 'x.lua' is a script", rules=np.array(b"x.lua"))
refused("rules.npy: './x.so:4' is a shared object", rules=np.array(b"./x.so:4"))
refused("rules.npy: 'terminal(./x.so:4, 0)' has rules in a file", rules=np.array(b"terminal(./x.so:4, 0)"))
refused("are wrong; expected", rules=np.array(b"fair-shares:0"))
refused("positions.npy: it has", rules=np.array(b"fair-shares:60"))
refused("is not known", rules=None)
refused("is not known", other=np.array([1]))
refused("there are rules, too", names=np.array([str(i) for i in range(order)]))
refused("mixed.lua:1: ", of="mixed.npz", source=np.array(b"nonsense"))
refused("not where the rules start", of="mixed.npz", rules=np.array(b"mixed.lua:5"))

# Positions.
refused("no member 'positions.npy'", positions=None)
refused("positions.npy: it has", positions=compiled["positions"][:-1])
refused("positions.npy: its items", positions=compiled["positions"].astype(np.int32))
refused("not where the rules start", positions=np.roll(compiled["positions"], 8))
refused("no member 'position_starts.npy'", of="mixed.npz", position_starts=None)
refused("position_starts.npy: entry 0", of="mixed.npz", position_starts=starts + 1)
refused("position_starts.npy: entry 3", of="mixed.npz", position_starts=np.where(
    np.arange(len(starts)) == 3, starts[2], starts))
refused("position_starts.npy: entry 1", of="mixed.npz", position_starts=np.where(
    np.arange(len(starts)) == 1, -5, starts))
refused("position_starts.npy: its length is", of="mixed.npz", position_starts=starts[:-1])
refused("positions.npy: it has", of="mixed.npz", positions=mixed["positions"][:-1])
for byte in (0, 255):
    damaged = mixed["positions"].copy()
    damaged[starts[2]] = byte
    refused("positions.npy: position 2 is damaged", of="mixed.npz", positions=damaged)
endless = mixed["positions"].copy()
endless[starts[1]] = ord("a")
endless[starts[1] + 1 : starts[2]] = 128
refused("positions.npy: position 1 is damaged", of="mixed.npz", positions=endless)

# Buckets: 12 tags, their number, 12 numbers.
buckets = compiled["buckets"].view(np.uint32).reshape(-1, 16)


def changed(bucket, word, value):
    copy = buckets.copy()
    copy[bucket, word] = value
    return copy.view(np.uint8).ravel()


some = int(np.argmax(buckets[:, 3] > 0))
refused("no member 'buckets.npy'", buckets=None)
refused("expected a multiple of 64", buckets=compiled["buckets"][:-1])
refused("expected at most 12", buckets=changed(some, 3, 13))
refused(f"expected a number below {order}", buckets=changed(some, 4, order))
refused("and room for more", buckets=changed(some, 3, buckets[some, 3] - 1))
refused("and room for more", buckets=compiled["buckets"][:0])
full = np.zeros((order // 12 + (order % 12 > 0), 16), np.uint32)
full[:, 3] = 12
refused("and room for more", buckets=full.view(np.uint8).ravel())

# Players, ends, payoffs.
first = np.arange(len(coloured["players"])) == 0
refused("players.npy: entry 0 is 67", of="coloured.npz", players=np.where(
    first, 67, coloured["players"]).astype(np.uint8))
refused("both of A", of="coloured.npz", players=np.full_like(coloured["players"], 65))
refused("payoffs.npy: entry 0", of="coloured.npz", payoffs=coloured["payoffs"] + first)
refused("expected a finite number", of="coloured.npz", payoffs=np.where(
    coloured["payoffs"] == 0, 0, np.inf))
refused("expected players.npy", of="coloured.npz", players=None)
refused("nothing says how it ends", of="coloured.npz", payoffs=None)
refused("give only one", of="coloured.npz", ends=coloured["players"])
refused("ends.npy: entry 0", of="coloured.npz", payoffs=None, ends=coloured["players"])
refused("ends.npy: its items", of="coloured.npz", payoffs=None, ends=coloured["payoffs"])

# Digraphs among the arguments.
checksum = members("digraph.npz")["digraphs"]
expect(checksum.dtype == np.uint8 and len(checksum) == 8, "the checksum")
refused("no member 'digraphs.npy'", of="digraph.npz", digraphs=None)
refused("this is not a checksum; expected 8 bytes", of="digraph.npz", digraphs=checksum[:-1])
refused("has changed since", of="digraph.npz", digraphs=checksum + np.uint8(1))
refused("digraphs.npy: its items", of="digraph.npz", digraphs=checksum.astype(np.int32))
refused("digraphs.npy: its items", of="digraph.npz", digraphs=checksum.reshape(2, 4))

# Sums of parts.
parts = members("parts.npz")
rows, starts, sums = parts["sum_rows"], parts["sum_starts"], parts["sum_parts"]
count = len(parts["outcome"])
last = np.arange(len(sums)) == len(sums) - 1
refused("no member 'sum_rows.npy'", of="parts.npz", sum_rows=None)
refused("no member 'sum_starts.npy'", of="parts.npz", sum_starts=None)
refused("no member 'sum_parts.npy'", of="parts.npz", sum_parts=None)
refused("sum_rows.npy: entry 0 is -1 and follows 0", of="parts.npz", sum_rows=rows - 1)
refused("expected numbers that do not decrease", of="parts.npz", sum_starts=starts[::-1].copy())
refused(f"expected a number below {count}", of="parts.npz", sum_parts=np.where(last, count, sums))
refused(f"is -1; expected a number below {count}", of="parts.npz", sum_parts=np.where(last, -1, sums))
refused("these are not sums of parts that have moves", of="parts.npz", sum_parts=np.where(last, 0, sums))
refused("sum_rows.npy: the positions of these rules do not come apart", sum_rows=np.zeros(order + 1, np.int64),
        sum_starts=np.zeros(1, np.int64), sum_parts=np.zeros(0, np.int32))
refused("a part of the start is missing", of="parts.npz", rules=np.array(parts["rules"].item().replace(b":bcd", b":g")))
