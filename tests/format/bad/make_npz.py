"""Makes the malformed .npz files of games/ and solutions/, one per error.

usage: make_npz.py        in its own folder; the files are kept in the repository, so this runs only when one is added
"""

import io
import pathlib
import zipfile

import numpy as np


def npy(array, allow_pickle=False):
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asanyarray(array), allow_pickle=allow_pickle)
    return out.getvalue()


def header(text, data=b"", length=None):
    text = text.encode()
    length = len(text) if length is None else length
    return b"\x93NUMPY\x01\x00" + length.to_bytes(2, "little") + text + data


def archive(members, method=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in members:
            about = zipfile.ZipInfo(name + ".npy")
            about.compress_type = method
            file.writestr(about, content if isinstance(content, bytes) else npy(content))
    return out.getvalue()


def put(path, content):
    pathlib.Path(path).write_bytes(content)


# ---- games: 0 -> 1, 0 -> 2, 1 -> 0 ------------------------------------------------------------

GAME = {"indices": np.array([1, 2, 0], "<i4"), "indptr": np.array([0, 2, 3, 3], "<i4"),
        "format": np.array(b"csr"), "shape": np.array([3, 3]), "data": np.ones(3, "i1")}


def game(file, changes=(), method=zipfile.ZIP_STORED, **members):
    kept = {key: value for key, value in {**GAME, **members}.items() if value is not None}
    content = archive(kept.items(), method)
    for old, new in changes:
        assert old in content, file
        content = content.replace(old, new)
    put(f"games/{file}.npz", content)


def central(name):
    """Returns the place of a member's entry in the central directory of the plain game."""
    content = archive(GAME.items())
    return content, content.rindex(b"PK\x01\x02", 0, content.rindex(name))


game("array-cut", changes=[(b"(4,), }", b"(9,), }")])
game("checksum", changes=[(GAME["indices"].tobytes(), np.array([1, 2, 1], "<i4").tobytes())])
game("csc", format=np.array("csc"))
game("data-count", data=np.ones(4))
game("data-objects", data=npy(np.array([1, None, "x"], dtype=object), allow_pickle=True))
game("format-number", format=np.array(5))
game("header-fields", data=np.zeros(3, dtype=[("a", "<i4")]))
game("header-key", data=header("{'descr': '|i1', 'fortran_order': False, 'shap': (3,), }\n", b"abc"))
game("header-key-twice",
     data=header("{'descr': '|i1', 'descr': '|i1', 'fortran_order': False, 'shape': (3,)}", b"abc"))
game("header-length", data=header("{'descr'", b"", 60000))
game("header-magic", data=b"NUMPY, but not an array")
game("header-number",
     data=header("{'descr': '|i1', 'fortran_order': False, 'shape': (99999999999999999999,)}"))
game("header-open", data=header("{'descr': '|i1', 'fortran_order': False, 'shape': ((((((((("))
game("header-short", data=b"\x93NUMPY")
game("header-short-2", data=b"\x93NUMPY\x02\x00\x01\x00")
game("header-tail", data=header("{'descr': '|i1', 'fortran_order': False, 'shape': (3,)}; x", b"abc"))
game("header-type", data=np.array([1, 2, 3], dtype="<M8[s]"))
game("header-version", data=b"\x93NUMPY\x04\x00\x01\x00\x00\x00{")
game("index-negative", indices=np.array([1, -2, 0]))
game("index-too-large", indices=np.array([1, 3, 0], "<u8"))
game("indices-count", indices=np.array([1, 2]), data=None)
game("indices-fortran", indices=np.asfortranarray(np.ones((2, 3), dtype="<i4")))
game("indices-real", indices=np.array([1.0, 2.0, 0.0]))
game("indices-two-dimensions", indices=np.ones((1, 3), dtype="<i4"))
game("indptr-decreases", indptr=np.array([0, 2, 1, 3]))
game("indptr-starts-late", indptr=np.array([1, 2, 3, 3]))
game("member-unknown", name=np.array(["a", "b", "c"]))
game("method", method=zipfile.ZIP_BZIP2)
game("names-byte", names=np.array([b"a", b"b", b"\xff"]))
game("names-count", names=np.array(["a", "b"]))
game("names-nul", names=np.array(["a", "b", "c\0d"]))
game("names-number", names=np.array([1, 2, 3]))
game("names-surrogate", names=np.array(["a", "b", "\ud800"]))
game("names-twice", names=np.array(["a", "b", "a"]))
game("no-indptr", indptr=None)
game("no-matrix", format=None)
game("shape-huge", shape=np.array([10**18, 10**18]))
game("shape-negative", shape=np.array([-1, -1]))
game("shape-not-square", shape=np.array([3, 4]))
put("games/empty.npz", b"")
put("games/text.npz", b"a b\nb c\n")
put("games/cut-short.npz", archive(GAME.items())[:-30])
put("games/member-twice.npz", archive(list(GAME.items()) + [("shape", GAME["shape"])]))
unnamed = io.BytesIO(archive(GAME.items()))
with zipfile.ZipFile(unnamed, "a") as file:
    file.writestr(zipfile.ZipInfo(""), b"")
put("games/member-without-name.npz", unnamed.getvalue())
put("games/coo.npz", archive([("row", GAME["indices"]), ("col", GAME["indices"]),
                              ("format", np.array(b"coo")), ("shape", GAME["shape"])]))

content, at = central(b"indices.npy")
encrypted = bytearray(content)
encrypted[at + 8] |= 1
put("games/encrypted.npz", bytes(encrypted))
bomb = bytearray(content)
for method, size in ((at + 10, at + 24), (8, 22)):  # in both headers; it is the first member
    bomb[method:method + 2] = b"\x08\x00"  # deflated, to nearly 4 GB
    bomb[size:size + 4] = b"\xf0\xff\xff\xff"
put("games/bomb.npz", bytes(bomb))

# Archives that other programs might read differently.
other = archive({**GAME, "indices": np.array([2, 1, 0], "<i4")}.items())
put("games/zip-after.npz", content + other)
put("games/zip-before.npz", other + content)
put("games/zip-comment.npz", content[:-2] + len(other).to_bytes(2, "little") + other)
put("games/zip-prefix.npz", b"x" + content)
put("games/zip-suffix.npz", content + b"x")
put("games/zip-local-name.npz", content.replace(b"indices.npy", b"indicez.npy", 1))
directory = content.index(b"PK\x01\x02")
put("games/zip-gap.npz", content[:directory] + bytes(8) + content[directory:-6]
    + (directory + 8).to_bytes(4, "little") + b"\0\0")
put("games/zip-unknown-twice.npz", archive(list(GAME.items()) + [("x", GAME["shape"])] * 2))
put("games/header-leading-zero.npz", archive({**GAME, "data": header(
    "{'descr': '|i1', 'fortran_order': False, 'shape': (03,), }\n", b"abc")}.items()))

# ---- solutions of solutions/game.edges: three positions ---------------------------------------

SOLUTION = {"outcome": np.frombuffer(b"PNP", "u1"), "grundy": np.array([0, 1, -1]),
            "k_indptr": np.array([0, 0, 0, 2]), "k_indices": np.array([0, 2])}


def solution(file, **members):
    kept = {key: value for key, value in {**SOLUTION, **members}.items() if value is not None}
    put(f"solutions/{file}.npz", archive(kept.items()))


solution("absent-alone", k_indptr=None, k_indices=None, k_absent=np.array([0, 1, 1], "u1"))
solution("absent-mark", k_absent=np.array([0, 1, 2], "u1"))
solution("absent-members", k_absent=np.array([1, 1, 1], "u1"))
solution("game", **GAME)
solution("letter", outcome=np.frombuffer(b"PNX", "u1"))
solution("letter-text", outcome=np.array(["P", "N", "P"]))
solution("length", outcome=np.frombuffer(b"PN", "u1"))
solution("negative", grundy=np.array([0, 1, -2]))
solution("number-too-large", grundy=np.array([0, 1, 2**32 - 1]))
solution("row-twice", names=np.array(["1", "2", "2"]))
solution("set-count", k_indices=np.array([0, 2, 3]))
solution("set-decreases", k_indptr=np.array([0, 2, 1, 2]))
solution("set-inf-in-k", k_indices=np.array([0, -1]))
solution("set-inf-not-last", j_indptr=np.array([0, 2, 2, 2]), j_indices=np.array([-1, 0]))
solution("set-no-indices", k_indices=None)
solution("set-no-values", grundy=None)
solution("set-order", k_indices=np.array([2, 0]))
solution("stranger", names=np.array(["1", "2", "4"]))
