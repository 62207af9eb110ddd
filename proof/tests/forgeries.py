"""Tests that grundy-certify and grundy verify read the same arrays as NumPy, or refuse a file.

usage: forgeries.py CERTIFY GRUNDY

Forges the game or its solution in each of many ways: archives in which a second archive or a second array is
hidden, headers that readers understand differently, and changed entries of columns. grundy-certify must refuse
every file that grundy could not have written, with exit code 3. If grundy verify accepts a file, Python's zipfile
and NumPy's rules for headers must find the right arrays in it. A changed column is never accepted by either.
Needs only Python's standard library; if NumPy is there, it is asked, too.
"""

import ast
import io
import os
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

import archives
from archives import Member, archive

try:
    import numpy
except ImportError:
    numpy = None

certify, grundy = sys.argv[1:3]
failures = 0


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def expect(condition, what):
    global failures
    if not condition:
        failures += 1
        print("forgeries.py: " + what, file=sys.stderr)


# ---- what others read --------------------------------------------------------------------------


def read_array(data):
    """The header and the data of an array, as numpy.lib.format reads them."""
    if data[:6] != b"\x93NUMPY" or data[6] not in (1, 2, 3):
        raise ValueError("not an array")
    size = struct.unpack_from("<H" if data[6] == 1 else "<I", data, 8)[0]
    start = (10 if data[6] == 1 else 12) + size
    header = ast.literal_eval(data[start - size : start].decode("utf-8" if data[6] == 3 else "latin-1").strip(" \t"))
    if set(header) != {"descr", "fortran_order", "shape"} or not isinstance(header["fortran_order"], bool):
        raise ValueError("not the header of an array")
    return header, data[start:]


def integers(data):
    """An array as a list of integers, or None if it has another type."""
    header, body = read_array(data)
    descr = header["descr"]
    kinds = {"u1": "B", "i1": "b", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}
    if not isinstance(descr, str) or descr.lstrip("<>|=") not in kinds or header["fortran_order"]:
        return None
    count = 1
    for side in header["shape"]:
        count *= side
    kind = kinds[descr.lstrip("<>|=")]
    order = ">" if descr[0] == ">" else "<"
    return list(struct.unpack_from("%s%d%s" % (order, count, kind), body))


def others_read(data):
    """The arrays of integers that Python finds in an archive, by name without .npy; None if it finds none."""
    try:
        found = {}
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            for name in file.namelist():
                key = name[:-4] if name.endswith(".npy") else name
                found[key] = integers(file.read(name))
        if numpy is not None:
            with numpy.load(io.BytesIO(data)) as arrays:
                for key in arrays.files:
                    if arrays[key].dtype.kind in "iu" and arrays[key].flatten().tolist() != found[key]:
                        return None
        return found
    except (ValueError, SyntaxError, KeyError, zipfile.BadZipFile, struct.error, zlib.error, NotImplementedError,
            RuntimeError, EOFError, OSError, TypeError):
        return None


# ---- a game, its solution, and wrong ones ------------------------------------------------------

ROWS = [[1], [0, 2], [3], [], [4, 2], [4, 3], [0, 3]]  # values of all kinds
OTHER_ROWS = [[1], [0, 3], [3], [], [4, 2], [4, 3], [0, 3]]
COLUMNS = "outcome,grundy,k,remoteness,distance,counter,misere,misere_remoteness,hmin,draw_level,draw_remoteness"


class Case:
    """Right and wrong members of one of the two files; the other file is right."""

    def __init__(self, folder, which):
        self.which = which
        self.game, self.solution, self.forged = (os.path.join(folder, x + ".npz") for x in ("game", "solution", "forged"))
        archives.write(self.game, archives.game(ROWS))
        code, output = run(grundy, "solve", self.game, "--columns", COLUMNS, "-q", "-o", self.solution)
        assert code == 0, output
        with open(self.game if which == "game" else self.solution, "rb") as file:
            data = file.read()
        self.right = archives.game(ROWS) if which == "game" else archives.read(self.solution)
        assert archive(archives.members(self.right)) == data, "archives.py does not write what grundy writes"
        self.wrong = dict(self.right)
        if which == "game":
            self.wrong = archives.game(OTHER_ROWS)
        else:
            kind, values = self.right["remoteness"]
            self.wrong["remoteness"] = kind, [x + 2 for x in values]
        self.changed = "indices" if which == "game" else "remoteness"

    def answers(self, data):
        with open(self.forged, "wb") as file:
            file.write(data)
        files = (self.forged, self.solution) if self.which == "game" else (self.game, self.forged)
        return run(certify, *files), run(grundy, "verify", *files, "-q")

    def members(self, right=True, **options):
        """The members; options are those of the member that differs."""
        made = archives.members(self.right if right else self.wrong)
        for member in made:
            if member.name == self.changed.encode() + b".npy":
                member.options.update(options)
        return made

    def index(self):
        return [m.name for m in self.members()].index(self.changed.encode() + b".npy")

    def right_numbers(self):
        return {name: list(values) for name, (kind, values) in self.right.items() if kind != "S"}


# ---- archives ----------------------------------------------------------------------------------


def deflate(data):
    z = zlib.compressobj(9, zlib.DEFLATED, -15)
    return z.compress(data) + z.flush()


def end_64(begin, size, count, at):
    return struct.pack("<4sQ2H2I4Q", b"PK\x06\x06", 44, 3 << 8 | 45, 45, 0, 0, count, count, size, begin) + struct.pack(
        "<4sIQI", b"PK\x06\x07", 0, at, 1)


def archives_of(case, first, second):
    """Forged archives: what one reader finds is `first`, what another one might find is `second`."""
    good, bad = archive(case.members(first)), archive(case.members(second))
    at = case.index()
    body_bad = case.members(second)[at].body
    name = case.changed.encode() + b".npy"

    def with_option(**options):
        return archive(case.members(first, **options))

    def replaced(**options):
        """The member that differs, with other options, for which `body` and `stored` are set anew."""
        made = case.members(first)
        made[at] = Member(name, made[at].body, **options)
        return archive(made)

    def added(*more, **end):
        return archive(case.members(first) + list(more), **end)

    made = case.members(first)
    body = made[at].body
    yield "prefix", b"x" + good
    yield "prefix of zeros", bytes(64) + good
    yield "shifted prefix", bytes(64) + archive(case.members(first), shift=64)
    yield "archive before", bad + good
    yield "shifted archive before", bad + archive(case.members(first), shift=len(bad))
    yield "suffix", good + b"x"
    yield "suffix of zeros", good + bytes(64)
    yield "archive after", good + bad
    yield "shifted archive after", good + archive(case.members(second), shift=len(good))
    yield "comment", archive(case.members(first), comment=b"by hand")
    yield "comment of zeros", archive(case.members(first), comment=bytes(22))
    yield "archive in the comment", archive(case.members(first), comment=bad)
    yield "shifted archive in the comment", archive(case.members(first), comment=archive(
        case.members(second), shift=len(good)))
    yield "end record in the comment", archive(case.members(first), comment=bad[-22:])
    yield "comment of another length", archive(case.members(first), length=7)
    yield "cut", good[:-1]
    yield "member twice", added(Member(name, body_bad))
    yield "same member twice", added(Member(name, body))
    yield "member first and last", archive([Member(name, body_bad)] + case.members(first))
    yield "second local header", archive(case.members(first) + [Member(name, body_bad, local_only=True)])
    yield "hidden local header", archive([Member(name, body_bad, local_only=True)] + case.members(first))
    yield "name without ending", added(Member(name[:-4], body_bad))
    yield "unknown member", added(Member("nonsense.npy", body_bad))
    yield "empty name", added(Member("", b""))
    yield "folder", added(Member("folder/", b""))
    yield "member in a folder", added(Member(b"./" + name, body_bad))
    yield "upper case", added(Member(name.upper(), body_bad))
    yield "name with a NUL", added(Member(name + b"\0", body_bad))
    yield "NUL and ending", added(Member(name + b"\0.npy", body_bad))
    yield "other order", archive(made[::-1])
    yield "last first", archive(made[-1:] + made[:-1])
    yield "local name", with_option(local_name=b"x" + name[1:])
    yield "central name", with_option(central_name=b"x" + name[1:])
    yield "longer local name", with_option(local_name=name + b"x")
    yield "local size", with_option(local_size=len(body) - 4, local_packed=len(body) - 4)
    yield "central size", with_option(central_size=len(body) - 4, central_packed=len(body) - 4)
    yield "sizes that differ", with_option(size=len(body) - 4)
    yield "size past the end", with_option(central_size=1 << 30, central_packed=1 << 30)
    yield "local checksum", with_option(local_crc=1)
    yield "central checksum", with_option(central_crc=1)
    yield "checksum", with_option(crc=1)
    yield "no checksum", with_option(crc=0)
    yield "encrypted", with_option(flags=1)
    yield "locally encrypted", with_option(local_flags=1)
    yield "patch", with_option(flags=1 << 5)
    yield "masked", with_option(flags=1 << 13)
    yield "UTF-8 name", with_option(flags=1 << 11)
    yield "descriptor announced", with_option(flags=8)
    descriptor = struct.pack("<4sIII", b"PK\x07\x08", zlib.crc32(body), len(body), len(body))
    yield "descriptor", with_option(flags=8, tail=descriptor)
    yield "descriptor and empty header", with_option(flags=8, local_crc=0, local_size=0, local_packed=0,
                                                     tail=descriptor)
    yield "descriptor not announced", with_option(tail=descriptor)
    yield "wrong descriptor", with_option(flags=8, tail=descriptor[:4] + b"xxxx" + descriptor[8:])
    yield "method", with_option(method=12)
    yield "local method", with_option(local_method=8)
    yield "deflate announced", with_option(method=8)
    yield "deflated", replaced(stored=deflate(body), method=8)
    yield "deflated and more", replaced(stored=deflate(body) + b"more", method=8)
    yield "deflated twice", replaced(stored=deflate(body) + deflate(body_bad), method=8)
    yield "deflated and cut", replaced(stored=deflate(body)[:-3], method=8)
    yield "deflated with another size", replaced(stored=deflate(body + bytes(8)), method=8)
    yield "gap", with_option(gap=bytes(10))
    yield "gap before the directory", archive(made, before_directory=bytes(10))
    yield "archive before the directory", archive(made, before_directory=bad)
    yield "gap before the end", archive(made, before_end=bytes(10))
    yield "directory before the end", archive(made, before_end=b"".join(
        m.central(0) for m in case.members(second)))
    yield "overlapping members", with_option(central_offset=made[0].options.get("offset", 0))
    yield "offset", with_option(central_offset=1)
    yield "no padding", with_option(local_extra=b"")
    yield "longer padding", with_option(local_extra=struct.pack("<HHH", 0xD935, 66, 64) + bytes(64))
    yield "padding of ones", good.replace(struct.pack("<H", 64) + bytes(3), struct.pack("<H", 64) + b"\1\1\1", 1)
    yield "field at the wrong place", with_option(local_extra=b"xx")
    unicode_path = struct.pack("<HHBI", 0x7075, 5 + len(b"data.npy"), 1, zlib.crc32(name)) + b"data.npy"
    yield "other name in the directory", with_option(central_extra=unicode_path)
    yield "other name in the header", with_option(local_extra=unicode_path)
    yield "extra field", with_option(central_extra=struct.pack("<HH", 0x5455, 0))
    yield "broken extra field", with_option(central_extra=struct.pack("<HH", 0x5455, 9))
    sizes = struct.pack("<HHQQ", 1, 16, len(body), len(body))
    yield "zip64 sizes", with_option(local_zip64=sizes, local_size=0xFFFFFFFF, local_packed=0xFFFFFFFF)
    yield "zip64 sizes as NumPy writes them", with_option(local_zip64=sizes)
    yield "zip64 sizes that differ", with_option(local_zip64=struct.pack("<HHQQ", 1, 16, 9, 9))
    yield "zip64 sizes in the directory", with_option(central_extra=sizes)
    yield "zip64 sizes only in the directory", with_option(central_extra=sizes, central_size=0xFFFFFFFF,
                                                           central_packed=0xFFFFFFFF)
    directory = len(b"".join(m.central(0) for m in made))
    begin, count = len(good) - 22 - directory, len(made)
    yield "zip64 end", archive(made, before_end=end_64(begin, directory, count, begin + directory))
    yield "zip64 end alone", archive(made, before_end=end_64(begin, directory, count, begin + directory),
                                     here=0xFFFF, total=0xFFFF, size=0xFFFFFFFF, offset=0xFFFFFFFF)
    second_made = case.members(second)
    other = b"".join(m.central(o) for m, o in zip(second_made, offsets_of(made)))
    yield "zip64 end of another directory", archive(
        made, before_end=other + end_64(begin + directory, len(other), count, begin + directory + len(other)))
    hidden = end_64(0, directory, count, begin + directory + 4)
    last = made[-1]
    last.options["central_extra"] = struct.pack("<HH", 0x5455, len(hidden)) + hidden
    yield "zip64 end in the directory", archive(made)
    del last.options["central_extra"]
    yield "disk", with_option(central_disk=1)
    yield "disk at the end", archive(made, disk=1)
    yield "first disk at the end", archive(made, first_disk=1)
    yield "fewer members", archive(made, here=count - 1, total=count - 1)
    yield "more members", archive(made, here=count + 1, total=count + 1)
    yield "counts that differ", archive(made, here=count - 1)
    yield "no members", archive(made, here=0, total=0)
    yield "directory too short", archive(made, size=directory - 1)
    yield "directory too long", archive(made, size=directory + 1)
    yield "directory elsewhere", archive(made, offset=begin - 5)
    yield "comment of a member", with_option(central_comment=b"comment")
    yield "date", with_option(date=34)
    yield "version", with_option(local_version=10)
    yield "maker", with_option(made=20)
    yield "attributes", with_option(attributes=0)
    yield "hole in the array", replaced(stored=body[:128], size=128)


def offsets_of(members):
    offsets, at = [], 0
    for m in members:
        offsets.append(at)
        at += len(m.local(at)) + len(m.stored)
    return offsets


# ---- headers of arrays -------------------------------------------------------------------------


def arrays_of(case):
    """Other arrays for the member that differs, most of which NumPy does not read as grundy writes them."""
    kind, values = case.right[case.changed]
    n, data = len(values), struct.pack("<%di" % len(values), *values)
    swapped = struct.pack(">%di" % n, *values)
    wide = struct.pack("<%dq" % n, *values)
    assert kind == "<i4"
    plain = "{'descr': '<i4', 'fortran_order': False, 'shape': (%d,), }" % n

    def text(descr="'<i4'", order="False", shape=f"({n},)", end=", }"):
        return "{'descr': %s, 'fortran_order': %s, 'shape': %s%s" % (descr, order, shape, end)

    for shape in (f"(0x{n:x},)", f"(0o{n:o},)", f"(0b{n:b},)", f"(0{n},)", f"(+{n},)", f"(-{n},)", f"({n}L,)", f"({n}.0,)",
                  f"({n}e0,)", f"({n})", f"[{n}]", f"({n}, 1)", f"(1, {n})", f"({n}, )", f"( {n},)", f"(\t{n},)",
                  f"({n - 1},)", f"({n + 1},)", "()", "(0,)", f"({n}, 0)", "(True,)", f"({n},,)", f"(2, {n})",
                  f"(1_{n},)" if n > 9 else f"({n}_0,)", f"({2 ** 64 + n},)"):
        yield "shape " + shape, archives.header_of(text(shape=shape)) + data
    for descr in ("'i4'", "'=i4'", "'|i4'", "'int32'", "'<u4'", "'<l'", "'<f4'", "'<S4'", "'|O'", "'<i04'", "'<i4 '",
                  '"<i4"', "u'<i4'", "b'<i4'", "'<' 'i4'", "[('f', '<i4')]", "'<i4,'", "'\\x3ci4'"):
        yield "type " + descr, archives.header_of(text(descr=descr)) + data
    yield "big-endian", archives.header_of(text(descr="'>i4'")) + swapped
    yield "big-endian alias", archives.header_of(text(descr="'>i4'")) + data
    yield "eight bytes", archives.header_of(text(descr="'<i8'")) + wide
    yield "eight bytes announced", archives.header_of(text(descr="'<i8'")) + data
    for order in ("True", "0", "1", "None", "false", "not True", "'False'", "False or True"):
        yield "order " + order, archives.header_of(text(order=order)) + data
    halves = "'shape': (%d,)" % (n // 2)
    for what, words in (
        ("shape twice", text(end=", %s, }" % halves)),
        ("shape twice, right last", "{%s, " % halves + text()[1:]),
        ("type twice", text(end=", 'descr': '<u4', }")),
        ("type twice, right last", "{'descr': '<u4', " + text()[1:]),
        ("order twice", text(end=", 'fortran_order': True, }")),
        ("order twice, right last", "{'fortran_order': True, " + text()[1:]),
        ("other key", text(end=", 'x': 1, }")),
        ("no order", "{'descr': '<i4', 'shape': (%d,), }" % n),
        ("other order of keys", "{'shape': (%d,), 'fortran_order': False, 'descr': '<i4', }" % n),
        ("double quotes", plain.replace("'", '"')),
        ("no comma", text(end="}")),
        ("no spaces", plain.replace(" ", "")),
        ("line", plain.replace(", ", ",\n")),
        ("comment", plain + "# comment"),
        ("two dictionaries", plain + plain),
        ("parentheses", "(" + plain + ")"),
        ("key in two parts", plain.replace("'shape'", "'sh' 'ape'")),
        ("escaped key", plain.replace("'shape'", "'\\x73hape'")),
        ("spaces before", "  " + plain),
        ("call", plain.replace("{", "dict({", 1).replace("}", "})")),
        ("set", "{'descr', '<i4', 'fortran_order', False, 'shape', (%d,)}" % n),
    ):
        yield what, archives.header_of(words) + data
    right = archives.header_of(plain)
    yield "longer header", archives.header_of(plain, 192) + data
    yield "short header", archives.header_of(plain, 11 + len(plain)) + data
    yield "version 2", archives.header_of(plain, version=b"\x02\x00") + data
    yield "version 3", archives.header_of(plain, version=b"\x03\x00") + data
    yield "version 4", archives.header_of(plain, version=b"\x04\x00") + data
    yield "minor version", right[:7] + b"\x01" + right[8:] + data
    yield "no new line", right[:-1] + b" " + data
    yield "tab", right[:-2] + b"\t\n" + data
    yield "NUL", right[:-2] + b"\0\n" + data
    yield "more data", right + data + bytes(4)
    yield "less data", right + data[:-4]
    yield "no data", right
    yield "nothing", b""
    yield "another magic number", b"\x92" + right[1:] + data


# ---- the tests ---------------------------------------------------------------------------------


def judge(case, what, data, counts):
    """Checks the answers about a forged file."""
    (code, output), (verify, verified) = case.answers(data)
    seen = others_read(data)
    right = seen is not None and all(seen.get(name) == values for name, values in case.right_numbers().items())
    written = data == archive(case.members())
    what = f"{case.which}, {what}"
    expect(code == (0 if written else 3), f"{what}: grundy-certify exits with {code}\n{output}")
    expect(verify in (0, 1, 3), f"{what}: grundy verify exits with {verify}\n{verified}")
    expect(verify != 0 or right, f"{what}: grundy verify accepts what others read differently\n{verified}")
    expect(verify != 1 or (seen is not None and not right), f"{what}: grundy verify finds other arrays\n{verified}")
    expect(verify != 3 or verified.count("\n") == 1, f"{what}: more than one line\n{verified}")
    counts[verify] = counts.get(verify, 0) + 1


def test_archives(folder, counts):
    for which in ("solution", "game"):
        case = Case(folder, which)
        for first, second in ((True, False), (False, True)):
            for what, data in archives_of(case, first, second):
                if not first and data == archive(case.members(False)):
                    continue  # as grundy writes it, with wrong entries
                judge(case, f"{what}, {'right' if first else 'wrong'} first", data, counts)
        for what, body in arrays_of(case):
            made = case.members()
            made[case.index()] = Member(case.changed + ".npy", body)
            judge(case, what, archive(made), counts)


def test_archive_in_array(folder, counts):
    """The array data of a game, whose entries do not matter, holds a whole archive with a comment: the rest of
    the file."""
    case = Case(folder, "game")
    case.right = archives.game(ROWS + [list(range(7 + i)) for i in range(120)])
    archives.write(case.game, case.right)
    assert run(grundy, "solve", case.game, "-q", "-o", case.solution)[0] == 0
    made = case.members()
    at = offsets_of(made)[-1]
    at += len(made[-1].local(at)) + 128
    hidden = archive(archives.members(archives.game(OTHER_ROWS)), shift=at)
    assert made[-1].name == b"data.npy" and len(hidden) < len(made[-1].body) - 128
    rest = len(archive(made)) - at - len(hidden)
    hidden = hidden[:-2] + struct.pack("<H", rest)
    made[-1] = Member("data.npy", made[-1].body[:128] + hidden + made[-1].body[128 + len(hidden) :])
    data = archive(made)
    (code, output), (verify, verified) = case.answers(data)
    expect(code == 3, f"archive in an array: grundy-certify exits with {code}\n{output}")
    expect(verify == 0, f"archive in an array: grundy verify exits with {verify}\n{verified}")
    counts[verify] = counts.get(verify, 0) + 1


# ---- columns -----------------------------------------------------------------------------------

GAMES = {
    "cycles": ROWS,
    "no cycles": [list(range(max(0, u - 3), u)) for u in range(9)],
    "loops": [[0, 1], [1], [0, 3], [], [4, 3]],
    "two cycles": [[1], [0], [3, 1], [2, 4], []],
    "levels of draws": [[1], [0, 2], [3], [], [0], [6], [5, 0], [7]],
}


def others(name, value, order):
    """Other entries that could be there."""
    if name in ("outcome", "misere"):
        return [x for x in b"PND" if x != value]
    return [x for x in sorted({-1, 0, 1, 2, 3, order, value - 1, value + 1}) if x >= -1 and x != value]


def test_columns(folder):
    """Every entry of every column that solve writes is changed. Returns the number of changes, and of those that
    give other right counters."""
    changes = counters = 0
    for what, rows in GAMES.items():
        game, solution, forged = (os.path.join(folder, x + ".npz") for x in ("game", "solution", "forged"))
        archives.write(game, archives.game(rows))
        code, output = run(grundy, "solve", game, "--columns", "all,draw_level,draw_remoteness", "-q", "-o", solution)
        expect(code == 0, f"grundy solve: {output}")
        arrays = archives.read(solution)
        for name, (kind, values) in arrays.items():
            column = name.replace("_indptr", "").replace("_indices", "")
            for i, value in enumerate(values):
                for new in others(name, value, len(rows)):
                    archives.write(forged, dict(arrays, **{name: (kind, values[:i] + [new] + values[i + 1 :])}))
                    code, output = run(certify, game, forged)
                    verify, verified = run(grundy, "verify", game, forged, "-q")
                    line = [x for x in output.splitlines() if x.split()[0] == column]
                    told = f"{what}, {name}[{i}]: {value} became {new}: "
                    counter = name == "counter" and verify == 0  # another counterfunction
                    expect(code in (1, 3, 4) or (counter and code == 0), f"{told}grundy-certify exits with {code}\n{output}")
                    expect(verify in (1, 3) or counter, f"{told}grundy verify exits with {verify}\n{verified}")
                    expect(code == 3 or (line and (counter or not line[0].endswith("certified"))), f"{told}\n{output}")
                    if not counter:
                        code = run(certify, game, forged, "--columns", column)[0]
                        expect(code in (1, 3), f"{told}--columns {column} exits with {code}")
                    changes += 1
                    counters += counter
    return changes, counters


with tempfile.TemporaryDirectory() as scratch:
    tally = {}
    test_archives(scratch, tally)
    test_archive_in_array(scratch, tally)
    changed_entries, right_counters = test_columns(scratch)
forged_files = sum(tally.values())
expect(forged_files > 300, f"only {forged_files} files were forged")
if failures:
    sys.exit(f"forgeries.py: {failures} failures")
print(f"grundy-certify refused {forged_files} forged files, of which grundy verify refused {tally[3]}, found "
      f"{tally[1]} wrong and read {tally[0]} as Python does; of {changed_entries} changed entries none passed as right "
      f"but {right_counters} other counters, which are right, too")
