"""npz files as grundy writes them, byte by byte, and with any part of them changed."""

import struct
import zipfile
import zlib

LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
CODES = {"|u1": "B", "|i1": "b", "<i4": "i", "<i8": "q"}
ALIGNMENT = 64


def header(descr, shape):
    """The header of an array; shape is a text."""
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    return header_of(text)


def header_of(text, total=128, version=b"\x01\x00"):
    """A header with any dictionary."""
    length = struct.pack("<H" if version[0] == 1 else "<I", total - 8 - (2 if version[0] == 1 else 4))
    head = b"\x93NUMPY" + version + length + text.encode("latin-1")
    return head + b" " * (total - 1 - len(head)) + b"\n"


def array(kind, values):
    """An array of numbers, or for the kind S a text without dimensions."""
    if kind == "S":
        return header("|S%d" % len(values), "()") + values
    body = struct.pack("<%d%s" % (len(values), CODES[kind]), *values)
    return header(kind, "(%d,)" % len(values)) + body


class Member:
    """A member of an archive. The options replace what its headers say."""

    def __init__(self, name, body, stored=None, **options):
        self.name = name.encode() if isinstance(name, str) else name
        self.body = body                                     # as it is meant to be read
        self.stored = body if stored is None else stored     # as it is in the file
        self.options = options

    def fields(self, where):
        fields = {"version": 20, "flags": 0, "method": 0, "time": 0, "date": 33, "crc": zlib.crc32(self.body),
                  "packed": len(self.stored), "size": len(self.body), "name": self.name, "comment": b"",
                  "disk": 0, "attributes": 0o100644 << 16, "made": 3 << 8 | 45}
        for key, value in self.options.items():
            if key in fields:
                fields[key] = value
            elif key.startswith(where + "_"):
                fields[key[len(where) + 1 :]] = value
        return fields

    def local(self, offset):
        f = self.fields("local")
        zip64 = f.get("zip64", b"")
        start = offset + 30 + len(f["name"]) + len(zip64) + 6
        padding = -start % ALIGNMENT
        extra = zip64 + struct.pack("<HHH", 0xD935, 2 + padding, ALIGNMENT) + bytes(padding)
        extra = f.get("extra", extra)
        return LOCAL + struct.pack("<5H3I2H", f["version"], f["flags"], f["method"], f["time"], f["date"], f["crc"],
                                   f["packed"], f["size"], len(f["name"]), len(extra)) + f["name"] + extra

    def central(self, offset):
        f = self.fields("central")
        extra = f.get("extra", b"")
        return CENTRAL + struct.pack("<6H3I5H2I", f["made"], f["version"], f["flags"], f["method"], f["time"],
                                     f["date"], f["crc"], f["packed"], f["size"], len(f["name"]), len(extra),
                                     len(f["comment"]), f["disk"], 0, f["attributes"],
                                     f.get("offset", offset)) + f["name"] + extra + f["comment"]


def archive(members, comment=b"", before_directory=b"", before_end=b"", shift=0, **end):
    """The bytes of an archive. A member may have a gap (bytes before it) and a tail (bytes after it); shift is
    added to all offsets."""
    data, directory = b"", []
    for m in members:
        data += m.options.get("gap", b"")
        if not m.options.get("directory_only"):
            offset = len(data) + shift
            data += m.local(offset) + m.stored + m.options.get("tail", b"")
        else:
            offset = shift
        if not m.options.get("local_only"):
            directory.append(m.central(offset))
    data += before_directory
    count, records = len(directory), b"".join(directory)
    ending = {"disk": 0, "first_disk": 0, "here": count, "total": count, "size": len(records),
              "offset": len(data) + shift, "length": len(comment), **end}
    return data + records + before_end + END + struct.pack(
        "<4H2IH", ending["disk"], ending["first_disk"], ending["here"], ending["total"], ending["size"],
        ending["offset"], ending["length"]) + comment


# In the order in which grundy writes them.
ORDER = """indices indptr format shape data kinds rules source digraphs positions position_starts buckets sum_rows
sum_starts sum_parts players ends payoffs outcome grundy k_indptr k_indices k_absent remoteness distance counter
misere misere_remoteness hmin j_indptr j_indices player q1 q0 q-1 q2 abe barbara guarantee guarantee_moves cap
cap_moves qv draw_level draw_remoteness window c_indptr c_indices c_absent turn_remoteness turn_distance names
position_names""".split()


def members(arrays):
    """The members for arrays {name: (kind, values)} or {name: bytes}."""
    names = sorted(arrays, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    return [Member(name + ".npy", arrays[name] if isinstance(arrays[name], bytes) else array(*arrays[name]))
            for name in names]


def write(path, arrays):
    with open(path, "wb") as file:
        file.write(archive(members(arrays)))


def read(path):
    """The arrays of integers of a file that grundy wrote, as lists with their types."""
    arrays = {}
    with zipfile.ZipFile(path) as file:
        for name in file.namelist():
            data = file.read(name)
            kind = data[:128].decode("latin-1").split("'")[3]
            if kind in CODES:
                count = (len(data) - 128) // struct.calcsize("<" + CODES[kind])
                arrays[name[:-4]] = kind, list(struct.unpack("<%d%s" % (count, CODES[kind]), data[128:]))
    return arrays


def game(rows):
    """The arrays of a game given by the list of followers of every position."""
    starts, targets = [0], []
    for row in rows:
        targets += row
        starts.append(len(targets))
    return {
        "indices": ("<i4", targets),
        "indptr": ("<i8", starts),
        "format": ("S", b"csr"),
        "shape": ("<i8", [len(rows), len(rows)]),
        "data": ("|i1", [1] * len(targets)),
    }
