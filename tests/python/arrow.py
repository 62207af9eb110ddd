"""A producer and a consumer of tables for the Arrow C data interface, with ctypes, because no library for Arrow is
needed: what they do is written from the specification."""

import ctypes

import numpy

c_int64, c_char_p, c_void_p, POINTER = ctypes.c_int64, ctypes.c_char_p, ctypes.c_void_p, ctypes.POINTER


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


FREE_SCHEMA, FREE_ARRAY, FREE_STREAM = (ctypes.CFUNCTYPE(None, POINTER(kind)) for kind in (Schema, Array, Stream))
GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, POINTER(Stream), POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, POINTER(Stream), POINTER(Array))
GET_ERROR = ctypes.CFUNCTYPE(c_void_p, POINTER(Stream))

Schema._fields_ = [("format", c_char_p), ("name", c_char_p), ("metadata", c_char_p), ("flags", c_int64),
                   ("n_children", c_int64), ("children", POINTER(POINTER(Schema))), ("dictionary", POINTER(Schema)),
                   ("release", FREE_SCHEMA), ("private_data", c_void_p)]
Array._fields_ = [("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64),
                  ("n_children", c_int64), ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(Array))),
                  ("dictionary", POINTER(Array)), ("release", FREE_ARRAY), ("private_data", c_void_p)]
Stream._fields_ = [("get_schema", GET_SCHEMA), ("get_next", GET_NEXT), ("get_last_error", GET_ERROR),
                   ("release", FREE_STREAM), ("private_data", c_void_p)]

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]
pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = c_void_p, [ctypes.py_object, c_char_p]
NAME = b"arrow_array_stream"
FULL = ctypes.create_string_buffer(b"the disk is full")


# ---- a producer

class Column:
    """A column: its format, length, buffers (arrays, bytes or None), how many are missing, an offset and a dictionary."""

    def __init__(self, format, length, buffers, nulls=0, offset=0, children=(), dictionary=None, name=""):
        self.format, self.length, self.buffers, self.nulls = format, length, buffers, nulls
        self.offset, self.children, self.dictionary, self.name = offset, children, dictionary, name


def bits(valid):
    return numpy.packbits(numpy.array(valid, dtype=bool), bitorder="little")


def integers(values, dtype, offset=0):
    """A column of integers; None is missing. The first `offset` entries are left out."""
    format = dict(zip(("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), "cCsSiIlL"))[dtype]
    data = numpy.array([0 if value is None else value for value in values], dtype=dtype)
    valid = [value is not None for value in values]
    return Column(format, len(values) - offset, [None if all(valid) else bits(valid), data],
                  -1 if not all(valid) else 0, offset)


def texts(values, format="u", offset=0):
    """A column of texts: u and U have offsets, vu has views."""
    encoded = [b"" if value is None else value.encode() for value in values]
    valid = [value is not None for value in values]
    mask, nulls = (None, 0) if all(valid) else (bits(valid), -1)
    if format == "vu":
        views, long = bytearray(), b""
        for text in encoded:
            views += len(text).to_bytes(4, "little", signed=True)
            if len(text) <= 12:
                views += text.ljust(12, b"\0")
            else:
                views += text[:4] + (0).to_bytes(4, "little") + len(long).to_bytes(4, "little")
                long += text
        return Column(format, len(values) - offset, [mask, bytes(views), long, numpy.array([len(long)])], nulls, offset)
    ends = numpy.cumsum([0, *map(len, encoded)], dtype="i4" if format == "u" else "i8")
    return Column(format, len(values) - offset, [mask, ends, b"".join(encoded)], nulls, offset)


def encoded(values, entries, dtype="i4"):
    """A column of numbers of entries."""
    found = integers(values, dtype)
    found.dictionary = entries
    return found


class Table:
    """A table of batches, each a dict of columns with the same names. It counts what is not released."""

    def __init__(self, *batches, offset=0, fails_at=None):
        self.batches, self.offset, self.fails_at = batches, offset, fails_at
        self.alive, self._kept = 0, []

    def _schema(self, out, column):
        self.alive += 1
        children = [Schema() for _ in column.children]
        for child, of in zip(children, column.children):
            self._schema(child, of)
        dictionary = Schema() if column.dictionary is not None else None
        if dictionary is not None:
            self._schema(dictionary, column.dictionary)
        release = FREE_SCHEMA(lambda pointer: self._free(pointer, children, dictionary))
        rows = (POINTER(Schema) * len(children))(*map(ctypes.pointer, children))
        self._kept.append((children, dictionary, release, rows))
        out.format, out.name, out.n_children, out.children = (column.format.encode(), column.name.encode(),
                                                              len(children), rows)
        if dictionary is not None:
            out.dictionary = ctypes.pointer(dictionary)
        out.release = release

    def _array(self, out, column):
        self.alive += 1
        children = [Array() for _ in column.children]
        for child, of in zip(children, column.children):
            self._array(child, of)
        dictionary = Array() if column.dictionary is not None else None
        if dictionary is not None:
            self._array(dictionary, column.dictionary)
        held = [None if buffer is None else numpy.frombuffer(buffer, dtype="u1") if isinstance(buffer, bytes) else buffer
                for buffer in column.buffers]
        places = (c_void_p * max(1, len(held)))(*(None if one is None else one.ctypes.data for one in held))
        release = FREE_ARRAY(lambda pointer: self._free(pointer, children, dictionary))
        rows = (POINTER(Array) * len(children))(*map(ctypes.pointer, children))
        self._kept.append((children, dictionary, release, rows, held, places))
        out.length, out.null_count, out.offset = column.length, column.nulls, column.offset
        out.n_buffers, out.buffers = len(held), places
        out.n_children, out.children = len(children), rows
        if dictionary is not None:
            out.dictionary = ctypes.pointer(dictionary)
        out.release = release

    def _free(self, pointer, children, dictionary):
        self.alive -= 1
        for one in [*children, *([dictionary] if dictionary is not None else [])]:
            if one.release:
                one.release(ctypes.pointer(one))
        pointer.contents.release = type(pointer.contents.release)()

    def _batch(self, columns):
        for name, column in columns.items():
            column.name = name
        length = next(iter(columns.values())).length - self.offset
        return Column("+s", length, [None], children=list(columns.values()), offset=self.offset)

    def __arrow_c_stream__(self, requested_schema=None):
        left = list(self.batches)

        def get_schema(stream, out):
            self._schema(out.contents, self._batch(self.batches[0]))
            return 0

        def get_next(stream, out):
            ctypes.memset(out, 0, ctypes.sizeof(Array))
            if self.fails_at == len(self.batches) - len(left):
                return 5
            if left:
                self._array(out.contents, self._batch(left.pop(0)))
            return 0

        stream = Stream(GET_SCHEMA(get_schema), GET_NEXT(get_next), GET_ERROR(lambda stream: ctypes.addressof(FULL)),
                        FREE_STREAM(lambda stream: None))
        self._kept.append(stream)
        return new_capsule(ctypes.addressof(stream), NAME, None)


# ---- a consumer

def is_valid(array, at):
    if not array.n_buffers or not array.buffers[0]:
        return True
    return bool(ctypes.cast(array.buffers[0], POINTER(ctypes.c_uint8))[at // 8] >> at % 8 & 1)


def entries(schema, array):
    """Returns the entries of a column as Python objects."""
    format, first, count = schema.format.decode(), array.offset, array.length
    kinds = {"C": ctypes.c_uint8, "I": ctypes.c_uint32, "l": c_int64, "g": ctypes.c_double}
    if schema.dictionary:
        words = entries(schema.dictionary.contents, array.dictionary.contents)
        numbers = ctypes.cast(array.buffers[1], POINTER(kinds[format]))
        return [words[numbers[i]] for i in range(first, first + count)]
    if format in kinds:
        items = ctypes.cast(array.buffers[1], POINTER(kinds[format]))
        return [items[i] if is_valid(array, i) else None for i in range(first, first + count)]
    ends = ctypes.cast(array.buffers[1], POINTER(c_int64))
    if format == "+L":
        members = entries(schema.children[0].contents, array.children[0].contents)
        return [members[ends[i]:ends[i + 1]] if is_valid(array, i) else None for i in range(first, first + count)]
    assert format == "U", format
    data = ctypes.string_at(array.buffers[2], ends[first + count])
    return [data[ends[i]:ends[i + 1]].decode() if is_valid(array, i) else None for i in range(first, first + count)]


def consumed(table):
    """Returns the columns of a table as lists."""
    capsule = table.__arrow_c_stream__()
    stream = Stream.from_address(pointer_of(capsule, NAME))
    schema, array, last = Schema(), Array(), Array()
    assert stream.get_schema(ctypes.pointer(stream), ctypes.pointer(schema)) == 0
    assert stream.get_next(ctypes.pointer(stream), ctypes.pointer(array)) == 0
    assert stream.get_next(ctypes.pointer(stream), ctypes.pointer(last)) == 0 and not last.release
    found = {}
    for i in range(schema.n_children):
        child, column = schema.children[i].contents, array.children[i].contents
        found[child.name.decode()] = entries(child, column)
        assert column.length == array.length
    array.release(ctypes.pointer(array))
    schema.release(ctypes.pointer(schema))
    stream.release(ctypes.pointer(stream))
    assert not (array.release or schema.release or stream.release)
    return found
