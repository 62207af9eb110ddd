"""Games and solutions of other libraries: NetworkX, igraph, SciPy, pandas, and everything that has tables of Arrow.

Positions are numbered in C, so no conversion has a loop over moves in Python.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from . import _arguments, _arrays, _core
from ._errors import ArgumentError, InputError
from ._game import Game, _build, _numbers_of, _tails, range_numbers
from ._solution import _KINDS, Solution

if TYPE_CHECKING:
    import networkx
    import pandas
    import pyarrow
    import scipy.sparse
    from numpy.typing import NDArray


class ArrowTable(Protocol):
    """A table of any library for Arrow."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


class IgraphGraph(Protocol):
    """A graph of igraph."""

    def vcount(self) -> int: ...
    def is_directed(self) -> bool: ...
    def get_edgelist(self) -> list[tuple[int, int]]: ...


_ATTRIBUTES = ("label", "player", "outcome", "payoff")


def _with_attributes(keys: Sequence[Hashable], numbers: Mapping[Hashable, int], tails: Any, heads: Any,
                     attributes: Mapping[str, dict[Hashable, Any]]) -> Game[Any]:
    """Makes a game of numbered moves, and of labels, players, outcomes and payoffs by position."""
    labels = {position: str(label) for position, label in attributes["label"].items()}
    return Game._wrap(*_build(keys, numbers, tails, heads, (
        labels, attributes["player"], attributes["outcome"], attributes["payoff"])))


# ---- graphs

def from_networkx(graph: networkx.DiGraph) -> Game[Any]:
    """Makes a game of a directed graph of NetworkX. The node attributes player, outcome, payoff and
    label are used if there are any.

    >>> import grundy, networkx
    >>> grundy.from_networkx(networkx.path_graph(4, create_using=networkx.DiGraph)).solve().grundy
    array([1, 0, 1, 0], dtype=uint32)
    """
    if not hasattr(graph, "is_directed") or not hasattr(graph, "adjacency"):
        raise TypeError(f"graph must be a directed graph of NetworkX, not {graph!r}")
    _check_directed(graph)
    attributes: dict[str, dict[Hashable, Any]] = {name: {} for name in _ATTRIBUTES}
    for node, data in graph.nodes(data=True):
        if data:
            for name, found in attributes.items():
                if data.get(name) is not None:
                    found[node] = data[name]
    # The neighbours of a multigraph have one dict per edge.
    multiple = graph.is_multigraph() and any(
        "kind" in data for _, _, data in graph.edges(data=True))
    rows = ((node, row if type(row) is dict else dict(row)) for node, row in graph.adjacency())
    numbered, marked = _core.number_adjacency(graph.nodes, rows, "kind")
    if marked or multiple:
        raise ArgumentError("edges have the attribute kind; write the graph with "
                            "networkx.write_graphml, and read that file")
    return _with_attributes(*numbered, attributes)


def _check_directed(graph: Any) -> None:
    if not graph.is_directed():
        raise ArgumentError("the graph is not directed; use graph.to_directed() if a move may be "
                            "made in both directions")


def to_networkx(game: Game[Any]) -> networkx.DiGraph:
    """Does what Game.to_networkx does."""
    import networkx

    made = networkx.DiGraph()
    made.add_nodes_from(game.positions)
    made.add_edges_from(game.moves)
    if not game.is_impartial or game._core.has_labels:
        for number, position in enumerate(game.positions):
            made.nodes[position].update(_attributes_of(game, number))
    return made


def _attributes_of(game: Game[Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    players, outcomes, payoffs = game.players, game.outcomes, game.payoffs
    if players is not None:
        found["player"] = players[number]
    if outcomes is not None and outcomes[number]:
        found["outcome"] = outcomes[number]
    elif payoffs is not None and not game._core.followers(number):
        found["payoff"] = float(payoffs[number])
    label = game._core.label(number)
    if label is not None:
        found["label"] = label
    return found


def from_igraph(graph: IgraphGraph) -> Game[Any]:
    """Makes a game of a directed graph of igraph. Positions are the vertex attribute name, or else
    the numbers of vertices; the vertex attributes player, outcome, payoff and label are used if
    there are any."""
    if not (hasattr(graph, "vcount") and hasattr(graph, "get_edgelist")):
        raise TypeError(f"graph must be a directed graph of igraph, not {graph!r}")
    import numpy

    _check_directed(graph)
    vertices: Any = graph.vs  # type: ignore[attr-defined]
    known, edges = vertices.attributes(), getattr(graph, "es", None)
    if edges is not None and "kind" in edges.attributes():
        raise ArgumentError("edges have the attribute kind; write the graph with "
                            "graph.write_graphml, and read that file")
    pairs = numpy.array(graph.get_edgelist(), dtype=numpy.uint32).reshape(-1, 2)
    tails, heads = numpy.ascontiguousarray(pairs.T)
    keys: Sequence[Hashable] = range(graph.vcount())
    numbers: Mapping[Hashable, int] = range_numbers(len(keys))
    if "name" in known:
        keys = vertices["name"]
        numbers = _numbers_of(keys)
        if len(numbers) < len(keys):
            raise InputError("two vertices have the same name")
    attributes = {name: {key: value for key, value in zip(keys, vertices[name]) if value is not None}
                  if name in known else {} for name in _ATTRIBUTES}
    if "name" in known or any(attributes.values()):
        return _with_attributes(keys, numbers, tails, heads, attributes)
    return Game._wrap(_core.from_moves(len(keys), tails, heads), keys, numbers)


# ---- matrices

def from_scipy(matrix: scipy.sparse.spmatrix | scipy.sparse.sparray,
               positions: Sequence[Hashable] | None = None, *,
               max_positions: int | None = None) -> Game[Any]:
    """Makes a game of a square sparse matrix: every stored entry (u, v) is a move from u to v.

    If the rows of a CSR matrix are sorted and its indices are 32-bit integers, they are used in
    place: the matrix must not be changed as long as the game exists. ``max_positions`` limits the
    rows, as in :class:`Game`.

    >>> import grundy, scipy.sparse
    >>> m = scipy.sparse.csr_array([[0, 1, 0], [1, 0, 1], [0, 0, 0]])
    >>> grundy.from_scipy(m).solve().remoteness
    array([2, 1, 0], dtype=uint32)
    >>> grundy.from_scipy(m, "abc").followers("b")
    ['a', 'c']
    """
    if not hasattr(matrix, "tocsr"):
        raise TypeError(f"matrix must be a sparse matrix, not a {type(matrix).__name__}; use "
                        "scipy.sparse.csr_array(matrix)")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ArgumentError(f"the matrix must be square, not {matrix.shape}")
    order, most = matrix.shape[0], _arguments.limit("max_positions", max_positions)
    if matrix.format != "csr":
        _core.check_unnamed(order, matrix.nnz, most)
        matrix = matrix.tocsr()
    offsets, indices = _rows_of_csr(matrix)
    _core.check_unnamed(order, len(indices), most)
    core = _core.borrow(offsets, indices)
    tails = None
    if core is None or positions is not None:
        tails = _tails(offsets)
    if core is None:
        core = _core.from_moves(order, tails, indices)
    if positions is None:
        return Game._wrap(core, range(order), range_numbers(order))
    keys = list(positions)
    if len(keys) != order:
        raise ArgumentError(f"there are {len(keys)} positions for {order} rows")
    return Game._wrap(*_build(keys, _numbers_of(keys), tails, indices, (None,) * 4))


def _rows_of_csr(rows: Any) -> tuple[Any, Any]:
    """Returns offsets and targets of a square CSR matrix, whose arrays anybody may have set."""
    import numpy

    order = rows.shape[0]
    for name in ("indptr", "indices"):
        given = getattr(rows, name)
        if not isinstance(given, numpy.ndarray) or given.ndim != 1 or given.dtype.kind not in "iu":
            raise ArgumentError(f"{name} of the matrix must be an array of integers")
    if len(rows.indptr) != order + 1:
        raise ArgumentError(f"indptr of the matrix has {len(rows.indptr)} entries; expected "
                            f"{order + 1} for {order} rows")
    if rows.indptr[0] != 0 or (rows.indptr[1:] < rows.indptr[:-1]).any():
        raise ArgumentError("indptr of the matrix must begin with 0 and never decrease")
    count = int(rows.indptr[-1])
    if count > len(rows.indices):
        raise ArgumentError(f"indptr of the matrix ends with {count}, and there are "
                            f"{len(rows.indices)} indices")
    indices = rows.indices[:count]
    if count and (indices.min() < 0 or indices.max() >= order):
        raise ArgumentError("an index of the matrix is not a column")
    if indices.dtype.itemsize != 4 or not indices.dtype.isnative:
        indices = indices.astype(numpy.uint32)
    return (numpy.ascontiguousarray(rows.indptr, dtype=numpy.int64),
            numpy.ascontiguousarray(indices))


# ---- tables

def from_pandas(frame: pandas.DataFrame, source: Hashable = "source",
                target: Hashable = "target") -> Game[Any]:
    """Makes a game of a DataFrame with one move per row.

    >>> import grundy, pandas
    >>> grundy.from_pandas(pandas.DataFrame({"source": ["a", "b"], "target": ["b", "c"]}))
    Game with 3 positions and 2 moves
    """
    if not hasattr(frame, "iloc") or not hasattr(frame, "columns"):
        raise TypeError(f"frame must be a DataFrame, not {frame!r}")
    for column in (source, target):
        if column not in frame.columns:
            raise ArgumentError(f"the DataFrame has no column {column!r}; its columns are "
                                f"{', '.join(map(str, frame.columns))}")
    import numpy

    columns = [series.astype(series.cat.categories.dtype) if hasattr(series, "cat") else series
               for series in (frame[source], frame[target])]
    if all(_is_int64(series.dtype) and not series.hasnans for series in columns):
        sources, targets = (numpy.ascontiguousarray(series, dtype=numpy.int64) for series in columns)
        return _numbered(*_core.number_integers(sources, targets))
    import pandas

    codes, found = pandas.factorize(pandas.concat(columns, ignore_index=True))
    if (codes < 0).any():
        row = int((codes < 0).argmax())
        raise ArgumentError(f"row {row % len(frame)} has no {'target' if row >= len(frame) else 'source'}")
    # As they first occur row by row, not column by column.
    order, tails, heads = _core.number_integers(*(
        numpy.ascontiguousarray(part, dtype=numpy.int64) for part in numpy.split(codes, 2)))
    listed = found.tolist()
    keys = [listed[number] for number in order]
    if set(map(type, keys)) <= {str}:
        return _numbered(keys, tails, heads)
    return Game._wrap(*_build(keys, _Numbers(keys), tails, heads, (None,) * 4))


def _is_int64(dtype: Any) -> bool:
    return getattr(dtype, "kind", "O") in "iu" and str(dtype).lower() != "uint64"


class _Numbers(Mapping[Hashable, int]):
    """The numbers of positions, found out when they are first asked for."""

    def __init__(self, keys: Sequence[Hashable]) -> None:
        self._keys = keys
        self._found: dict[Hashable, int] | None = None

    def _numbers(self) -> dict[Hashable, int]:
        if self._found is None:
            self._found = _numbers_of(self._keys)
        return self._found

    def __getitem__(self, position: Hashable) -> int:
        return self._numbers()[position]

    def __iter__(self) -> Any:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def _numbered(keys: list[Any], tails: bytes, heads: bytes) -> Game[Any]:
    """Makes a game of moves between positions that are all integers, or all texts."""
    if keys and isinstance(keys[0], str):
        return Game._wrap(_core.build(keys, tails, heads, None, None, None, None), keys, _Numbers(keys))
    game: Game[Any] = Game._wrap(_core.from_moves(len(keys), tails, heads), keys, _Numbers(keys))
    game._unnamed = True
    return game


def from_arrow(table: ArrowTable, source: str = "source", target: str = "target") -> Game[Any]:
    """Makes a game of a table with one move per row: of any object with ``__arrow_c_stream__``, such
    as a table of pyarrow, or a DataFrame of polars or of pandas. Positions are integers or texts.

    >>> import grundy
    >>> g = grundy.Game([("a", "b"), ("b", "c")])
    >>> grundy.from_arrow(g) == g
    True
    """
    if not hasattr(table, "__arrow_c_stream__"):
        raise TypeError(f"table must have __arrow_c_stream__, not {table!r}")
    names = _arguments.text("source", source), _arguments.text("target", target)
    try:
        return _numbered(*_core.arrow_moves(table.__arrow_c_stream__(), *names))
    except KeyError as missing:
        raise ArgumentError(f"the table has no column '{missing.args[0]}'") from None
    except (UnicodeDecodeError, ValueError) as wrong:
        raise InputError(str(wrong)) from None


def _key_array(game: Game[Any]) -> NDArray[Any]:
    """Returns the positions as an array: of integers, or of objects."""
    import numpy

    keys = game.positions._keys
    if isinstance(keys, range):
        return numpy.arange(len(keys))
    made = numpy.empty(len(keys), dtype=object)
    made[:] = keys
    if set(map(type, keys)) == {int}:
        try:
            return made.astype(numpy.int64)
        except OverflowError:
            pass
    return made


def moves_to_pandas(game: Game[Any]) -> pandas.DataFrame:
    """Does what Game.to_pandas does."""
    import pandas

    keys = _key_array(game)
    return pandas.DataFrame({"source": keys[_tails(game.offsets)], "target": keys[game.targets]})


def solution_to_pandas(solution: Solution[Any]) -> pandas.DataFrame:
    """Does what Solution.to_pandas does."""
    import pandas

    data = {name: found for name, _, found in _columns(solution)}
    keys = solution.game.positions._keys
    if isinstance(keys, range):
        index = pandas.RangeIndex(len(keys), name=solution._thing())
    else:
        index = pandas.Index(list(keys), tupleize_cols=False, name=solution._thing())
    return pandas.DataFrame(data, index=index)


def _columns(solution: Solution[Any]) -> Any:
    """Yields the name, the kind and the entries of every column. ∞ is inf, and a missing counter is
    NaN; so is a number that is not known in a window, or only bounded."""
    import numpy

    for name in solution.columns:
        found, kind = solution._column(name), _KINDS[name]
        if kind == "letters":
            characters = numpy.array([chr(code) for code in range(256)], dtype=object)
            yield name, kind, characters[numpy.asarray(found).view(numpy.uint8)]
        elif kind == "levels":
            names = numpy.array([_core.level_name(level) for level in range(256)], dtype=object)
            yield name, kind, names[numpy.asarray(found).view(numpy.uint8)]
        elif kind == "sets":
            yield name, kind, solution._core.sets(name)
        elif kind == "numbers" and (found >= _arrays.AT_MOST).any():
            absent = numpy.nan if name == "counter" else numpy.inf
            known = numpy.where(found >= _arrays.AT_MOST, numpy.nan, found)
            yield name, kind, numpy.where(found == _arrays.INFINITY, absent, known)
        else:
            yield name, kind, found


# ---- tables of Arrow: (name, format, length, nulls, buffers, children, dictionary)

def _texts(name: str, texts: Sequence[str]) -> tuple[Any, ...]:
    """Returns a column of texts."""
    import numpy

    joined = "".join(texts)
    lengths = map(len, texts if joined.isascii() else map(str.encode, texts))
    offsets = numpy.zeros(len(texts) + 1, dtype=numpy.int64)
    numpy.cumsum(numpy.fromiter(lengths, dtype=numpy.int64, count=len(texts)), out=offsets[1:])
    return (name, "U", len(texts), 0, (None, offsets, joined.encode()), (), None)


def _valid(missing: NDArray[Any]) -> Any:
    """Returns the bits that say what is there; None if everything is."""
    import numpy

    return numpy.packbits(~missing, bitorder="little") if missing.any() else None


def _integers(name: str, numbers: NDArray[Any]) -> tuple[Any, ...]:
    import numpy

    form = {"I": "I", "l": "l", "d": "g"}[numbers.dtype.char]
    missing = numpy.isnan(numbers) if form == "g" else numpy.zeros(0, dtype=bool)
    return (name, form, len(numbers), int(missing.sum()),
            (_valid(missing), numpy.ascontiguousarray(numbers)), (), None)


def _table(length: int, columns: Sequence[tuple[Any, ...]]) -> object:
    return _core.arrow_stream(("", "+s", length, 0, (None,), tuple(columns), None))


def moves_to_stream(game: Game[Any]) -> object:
    """Returns the moves for Arrow: texts are numbers of a dictionary, over memory of the library."""
    keys, ends = _key_array(game), {"source": _tails(game.offsets), "target": game.targets}
    if keys.dtype != object:
        return _table(game.size, [_integers(name, keys[end]) for name, end in ends.items()])
    names = _texts("", game._core.names())
    return _table(game.size, [(name, "I", len(end), 0, (None, end), (), names)
                              for name, end in ends.items()])


def solution_to_stream(solution: Solution[Any]) -> object:
    """Returns a solution for Arrow: ∞ is inf, what is not known is missing, and sets are lists."""
    import numpy

    keys, columns = _key_array(solution.game), []
    thing = solution._thing()
    columns.append(_texts(thing, solution.game._core.names()) if keys.dtype == object
                   else _integers(thing, keys))
    for name, kind, found in _columns(solution):
        if kind == "letters":
            letters = numpy.asarray(solution._column(name))
            missing = letters == b"?"
            columns.append((name, "U", len(letters), int(missing.sum()), (
                _valid(missing), numpy.arange(len(letters) + 1, dtype=numpy.int64), letters.view("u1")), (), None))
        elif kind == "levels":
            levels = _texts("", [_core.level_name(level) or "" for level in range(256)])
            entries = numpy.asarray(solution._column(name)).view("u1")
            columns.append((name, "C", len(entries), 0, (None, entries), (), levels))
        elif kind == "sets":
            offsets, members, absent = solution._core.set_arrays(name)
            numbers = numpy.frombuffer(members, dtype=numpy.uint32)
            if (numbers >= _arrays.AT_MOST).any():
                numbers = numpy.where(numbers == _arrays.INFINITY, numpy.inf, numpy.where(
                    numbers >= _arrays.AT_MOST, numpy.nan, numbers))
            missing = numpy.frombuffer(absent, dtype=bool)
            columns.append((name, "+L", len(missing), int(missing.sum()), (_valid(missing), offsets),
                            (_integers("item", numbers),), None))
        else:
            columns.append(_integers(name, found))
    return _table(len(solution), columns)


def pyarrow_table(source: ArrowTable) -> pyarrow.Table:
    """Returns a table of pyarrow, which need not be installed for anything else."""
    try:
        import pyarrow
    except ImportError:
        raise ImportError("this needs pyarrow, which is not installed; install it with "
                          "`python3 -m pip install pyarrow`") from None
    return pyarrow.table(source)
