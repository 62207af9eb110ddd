"""grundy reads the files of SciPy and NumPy, and they read those of grundy.

usage: exchange.py FOLDER GRUNDY

Saves random matrices in FOLDER in every way that SciPy has, and solves them from there and from an edge list; both
solutions must agree. Then the other way round. Exits with 1 at the first difference, with a line that names it.
"""

import io
import json
import pathlib
import subprocess
import sys
import zipfile

import numpy as np
import scipy.sparse as sparse

folder = pathlib.Path(sys.argv[1])
grundy = sys.argv[2]
rng = np.random.default_rng(20240229)
NAMES = ["a", "b c", "é", "日本", "𝔾", '"', "\t", "\\", "∞", "-", "0", "x" * 40]


def run(*command, code=0):
    done = subprocess.run([str(word) for word in command], capture_output=True)
    if done.returncode != code:
        sys.exit(f"exit {done.returncode} instead of {code}: {command}\n{done.stderr.decode()}")
    return done.stdout


def solved(path, *options):
    return json.loads(run(grundy, "solve", path, "--json", "--columns", "all", *options))


def random_rows(order):
    """Returns the rows of a game as lists, unsorted and with duplicate moves."""
    rows = []
    for _ in range(order):
        row = list(rng.integers(0, order, rng.integers(0, 5))) if rng.random() < 0.8 else []
        rows.append(row + row[:1] * (rng.random() < 0.2))
    return rows


def csr_of(rows, index_type, data_type):
    """Returns a matrix with exactly these entries: SciPy must not sort them."""
    indptr = np.cumsum([0] + [len(row) for row in rows]).astype(index_type)
    indices = np.array([v for row in rows for v in row], dtype=index_type)
    data = rng.integers(0, 2, len(indices)).astype(data_type)  # zeros are moves, too
    matrix = sparse.csr_matrix((len(rows), len(rows)), dtype=data_type)
    matrix.data, matrix.indices, matrix.indptr = data, indices, indptr
    return matrix


def write_edges(path, rows, names=None):
    name = (lambda v: str(v)) if names is None else (lambda v: names[v])
    with open(path, "w") as out:
        for u in range(len(rows)):
            print(name(u), file=out)
        for u, row in enumerate(rows):
            for v in row:
                print(name(u), name(v), file=out)


def add_member(path, name, array):
    member = io.BytesIO()
    np.lib.format.write_array(member, array)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(name, member.getvalue())


def games_of_scipy_are_read():
    kinds = [np.float64, np.float32, np.int8, np.int64, np.bool_, np.complex128]
    for number in range(40):
        rows = random_rows(int(rng.integers(0, 30)))
        matrix = csr_of(rows, [np.int32, np.int64][number % 2], kinds[number % len(kinds)])
        edges, npz = folder / "game.edges", folder / "game.npz"
        if number % 3 == 2:
            matrix = sparse.csr_array(matrix)
        sparse.save_npz(npz, matrix, compressed=number % 4 < 2)
        write_edges(edges, rows)
        if solved(npz) != solved(edges):
            sys.exit(f"game {number} of SciPy is read as a different game")
        run(grundy, "convert", npz, folder / "ours.npz")
        ours = sparse.load_npz(folder / "ours.npz")
        found = [ours.indices[slice(*ours.indptr[u:u + 2])].tolist() for u in range(len(rows))]
        if found != [sorted(set(row)) for row in rows]:
            sys.exit(f"game {number} of SciPy is not sorted")


def names_added_with_numpy_are_read():
    rows = [[1, 2], [0], []]
    for names in (["a", "b", "c"], ["α", "∞", "𝔾raph"]):
        write_edges(folder / "game.edges", rows, names)
        for array in (np.array(names), np.array(names, dtype=">U7"),
                      np.array([name.encode() for name in names])):
            sparse.save_npz(folder / "game.npz", csr_of(rows, np.int32, np.float64))
            add_member(folder / "game.npz", "names.npy", array)
            sparse.load_npz(folder / "game.npz")
            if solved(folder / "game.npz") != solved(folder / "game.edges"):
                sys.exit(f"names of type {array.dtype} are read as different names")


def other_ways_to_save_are_read():
    """Big-endian indices, a format in Unicode, and no data at all."""
    rows = [[1, 2], [0], []]
    matrix = csr_of(rows, np.int32, np.float64)
    write_edges(folder / "game.edges", rows)
    np.savez(folder / "game.npz", indices=matrix.indices.astype(">i4"),
             indptr=matrix.indptr.astype(">i8"), format=np.array("csr"),
             shape=np.array([3, 3], dtype=np.uint8))
    if solved(folder / "game.npz") != solved(folder / "game.edges"):
        sys.exit("a matrix saved by hand is read as a different game")
    with zipfile.ZipFile(folder / "game.npz", "w") as archive:
        for name, array in (("indices", matrix.indices), ("indptr", matrix.indptr),
                            ("format", np.array(b"csr")), ("shape", np.array([3, 3]))):
            member = io.BytesIO()
            np.lib.format.write_array(member, array, version=(2, 0))
            archive.writestr(name + ".npy", member.getvalue())
    if solved(folder / "game.npz") != solved(folder / "game.edges"):
        sys.exit("arrays of version 2 are read incorrectly")


def bombs_are_refused():
    """Small files that expand to large arrays are rejected before they allocate the announced memory."""
    game = {"indices": np.zeros(1, "<i4"), "indptr": np.array([0, 1]), "format": np.array("csr"),
            "shape": np.array([1, 1])}
    much = {"data": np.zeros(10**8, "i1"), "indices": np.zeros(10**8, "i1"),
            "names": np.zeros(1, "<U20000000")}
    for name, array in much.items():
        np.savez_compressed(folder / "bomb.npz", **{**game, name: array})
        run(grundy, "solve", folder / "bomb.npz", code=3)


def games_of_ours_are_read_by_scipy():
    for number in range(20):
        order = int(rng.integers(1, 30))
        rows = random_rows(order)
        names = [f"é{v}" for v in range(order)] if number % 2 else None
        write_edges(folder / "game.edges", rows, names)
        run(grundy, "convert", folder / "game.edges", folder / "ours.npz")
        matrix = sparse.load_npz(folder / "ours.npz")
        matrix.check_format(full_check=True)
        if matrix.format != "csr" or matrix.indices.dtype != np.int32 or matrix.dtype != np.int8:
            sys.exit(f"our matrix is {matrix.format} with {matrix.indices.dtype} and {matrix.dtype}")
        if [set(row) for row in rows] != [set(matrix[u].indices) for u in range(order)]:
            sys.exit(f"SciPy reads game {number} of ours as a different one")
        if not (matrix.data == 1).all() or not matrix.has_canonical_format:
            sys.exit("our matrix is wrong")
        with np.load(folder / "ours.npz") as arrays:
            if (list(arrays["names"]) if "names" in arrays else None) != names:
                sys.exit(f"NumPy reads different names in game {number}")
        sparse.save_npz(folder / "again.npz", matrix)
        write_edges(folder / "game.edges", rows)
        if solved(folder / "again.npz") != solved(folder / "game.edges"):
            sys.exit(f"game {number} is different after SciPy saved it again")


def sets_of(arrays, name, row):
    return arrays[name + "_indices"][slice(*arrays[name + "_indptr"][row:row + 2])].tolist()


def compare_solution(arrays, text):
    """Returns the arrays of NumPy for the columns of our JSON."""
    none = {"inf": -1, None: -1}
    for row in range(len(text["position"])):
        for name, column in text.items():
            entry = column[row]
            if name == "position":
                same = "names" not in arrays or arrays["names"][row] == entry
            elif name in ("outcome", "misere"):
                same = chr(arrays[name][row]) == entry
            elif name == "value":
                finite = entry if isinstance(entry, int) else -1
                same = arrays["grundy"][row] == finite and sets_of(arrays, "k", row) == (
                    [] if finite >= 0 else entry["infinite"])
            elif name == "j":
                same = sets_of(arrays, name, row) == [none.get(x, x) for x in entry]
            else:
                same = arrays[name][row] == none.get(entry, entry)
            if not same:
                sys.exit(f"NumPy reads {name} of row {row} incorrectly")


def check_aligned(path):
    content = path.read_bytes()
    for member in zipfile.ZipFile(path).infolist():
        at = member.header_offset
        data = at + 30 + sum(int.from_bytes(content[at + i:at + i + 2], "little") for i in (26, 28))
        if data % 64 != 0 or member.compress_type != zipfile.ZIP_STORED:
            sys.exit(f"{member.filename} begins at {data}")


def solutions_of_ours_are_read_by_numpy():
    for number in range(10):
        rows = random_rows(int(rng.integers(1, 20)))
        names = NAMES[:len(rows)] if number % 2 and len(rows) <= len(NAMES) else None
        game = folder / "game.npz"
        sparse.save_npz(game, csr_of(rows, np.int32, np.float64))
        if names is not None:
            add_member(game, "names.npy", np.array(names))
        run(grundy, "solve", game, "--columns", "all", "-o", folder / "ours.npz")
        check_aligned(folder / "ours.npz")
        with np.load(folder / "ours.npz") as file:
            arrays = dict(file)
        types = {name: array.dtype for name, array in arrays.items() if name != "names"}
        letters = ("outcome", "misere")
        if any(types[name] != (np.uint8 if name in letters else np.int32) for name in types):
            sys.exit(f"the arrays have the wrong types: {types}")
        compare_solution(arrays, solved(game))
        for save in (np.savez, np.savez_compressed):
            save(folder / "again.npz", **arrays)
            run(grundy, "verify", game, folder / "again.npz")
        small = {name: array if name in letters + ("names",) else array.astype(">i4")
                 for name, array in arrays.items()}
        np.savez(folder / "again.npz", **small)
        run(grundy, "verify", game, folder / "again.npz")
        if "names" in arrays:
            shuffle_rows(game, arrays)
        arrays["grundy"][-1] += 1
        np.savez(folder / "again.npz", **arrays)
        run(grundy, "verify", game, folder / "again.npz", code=1)


def shuffle_rows(game, arrays):
    """With names, rows may be in any order."""
    order = rng.permutation(len(arrays["outcome"]))
    shuffled = {name: array[order] for name, array in arrays.items()
                if "_" not in name or name == "misere_remoteness"}
    for name in ("k", "j"):
        sets = [sets_of(arrays, name, row) for row in order]
        shuffled[name + "_indptr"] = np.cumsum([0] + [len(row) for row in sets])
        shuffled[name + "_indices"] = np.array([x for row in sets for x in row], dtype=np.int64)
    np.savez(folder / "again.npz", **shuffled)
    run(grundy, "verify", game, folder / "again.npz")


games_of_scipy_are_read()
names_added_with_numpy_are_read()
other_ways_to_save_are_read()
bombs_are_refused()
games_of_ours_are_read_by_scipy()
solutions_of_ours_are_read_by_numpy()
