"""Solutions: what is known about every position, as arrays."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import reduce
from operator import xor
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, overload

from . import _arguments, _arrays, _core
from ._errors import ArgumentError
from ._progress import Progress, showing
from ._views import P

if TYPE_CHECKING:
    import numpy
    import pandas
    import pyarrow
    from numpy.typing import NDArray

    from ._game import Game
    from ._letters import Letters
    from ._answers import Evaluation, Report
    from ._position import Position
    from ._values import Value

_KINDS = {name: kind for name, kind, _ in _core.columns_info()}
_SUMMARIES = {name: summary for name, _, summary in _core.columns_info()}
#: Names of columns as attributes: q-1 is called qm1 in Python.
_ATTRIBUTES = {name.replace("q-1", "qm1"): name for name in _KINDS}

READS_GAME, WRITES_GAME, READS_SOLUTION, WRITES_SOLUTION = range(4)


class Play(NamedTuple):
    """How a game is played: the last player loses if ``misere``, A wants to get ``payoff``, and
    infinite play is worth ``infinite``."""

    misere: bool
    payoff: float | None
    infinite: float | None


def play_of(misere: bool = False, payoff: float | None = None,
            infinite: float | None = None) -> Play:
    """Returns the kind of play that these arguments ask for."""
    return Play(_arguments.flag("misere", misere),
                None if payoff is None else _arguments.real("payoff", payoff),
                None if infinite is None else _arguments.real("infinite", infinite))


def columns_text(columns: str | Sequence[str] | None) -> str:
    """Returns columns as the library reads them: names separated by commas."""
    if columns is None:
        return "default"
    names = (columns.split(",") if isinstance(columns, str)
             else list(_arguments.iterable("columns", columns)))
    for name in names:
        _arguments.text("a column", name)
    return ",".join(_ATTRIBUTES.get(name.strip(), name.strip()) for name in names)


class Sets(Sequence["frozenset[float | None] | None"]):
    """A column of sets, one per position: ``None`` where there is none.

    >>> import grundy
    >>> s = grundy.Game([("a", "b"), ("b", "b"), ("b", "c")]).solve()
    >>> list(s.k)
    [None, frozenset({0}), None]
    """

    def __init__(self, solution: Solution[Any], column: str) -> None:
        self._solution, self._column, self._order = solution, column, len(solution)

    def __len__(self) -> int:
        return self._order

    @overload
    def __getitem__(self, number: int) -> frozenset[float | None] | None: ...
    @overload
    def __getitem__(self, number: slice) -> list[frozenset[float | None] | None]: ...

    def __getitem__(self, number: int | slice) -> (
            frozenset[float | None] | None | list[frozenset[float | None] | None]):
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(self._order))]
        found = self._solution._core.set_at(self._column, range(self._order)[number])
        return None if found is None else frozenset(found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(x == y for x, y in zip(self, other))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _column_of, (self._solution, self._column)

    def __repr__(self) -> str:
        return f"<{self._order} sets {self._column}>"


def _column_of(solution: Solution[Any], name: str) -> Any:
    return solution.column(name)


def _restored(game: Game[Any], data: bytes) -> Solution[Any]:
    """Makes the solution that was pickled."""
    return Solution(game, _core.solution_text(game._core, data, "npz"))


class Solution(Mapping[P, "Position[P]"], Generic[P]):
    """Everything known about every position of a game: a mapping from positions to what is known
    about each, and the same column by column.

    Every column is an attribute: an array over memory of the library with one entry per position,
    in the order of ``game.positions``. Columns of letters are :class:`Letters`, ∞ is
    :data:`grundy.INFINITY` in columns of numbers, and sets are a sequence of frozensets.

    In the solution of a window, what depends on positions outside is not known: a letter is
    ``"?"``, a number :data:`grundy.UNKNOWN`, or an upper bound with the bit
    :data:`grundy.AT_MOST`, and a set with the member None may have more members.

    >>> import grundy
    >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
    >>> s = g.solve()
    >>> s.columns
    ('outcome', 'grundy', 'k', 'remoteness', 'distance', 'counter')
    >>> s.outcome, s.outcome == "P"
    (Letters(['P', 'N', 'P']), array([ True, False,  True]))
    >>> s.remoteness
    array([2, 1, 0], dtype=uint32)
    >>> s.distance == grundy.INFINITY
    array([ True,  True, False])
    >>> s["a"]
    Position a: P-position, value 0, remoteness 2
    >>> len(s), "a" in s, [position for position, found in s.items() if found.outcome == "N"]
    (3, True, ['b'])
    """

    game: Game[P]  #: the game that it is of

    def __init__(self, game: Game[P], core: Any) -> None:
        self.game = game
        self._core = core
        self._arrays: dict[str, Any] = {}

    # ---- columns

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self._core.columns()

    def column(self, name: str) -> NDArray[Any] | Sets:
        """Returns a column by its name, as the attribute of that name does.

        >>> import grundy
        >>> grundy.Game([("a", "b")]).solve().column("grundy")
        array([1, 0], dtype=uint32)
        """
        return self._column(name)

    def _column(self, name: str) -> Any:
        name = _ATTRIBUTES.get(_arguments.text("name", name), name)
        if name not in self._arrays:
            if name not in self.columns:
                raise ArgumentError(f"the solution has no column '{name}'")
            if _KINDS[name] == "sets":
                return Sets(self, name)  # it refers to the solution, so that does not keep it
            view = self._core.array(name, len(self.game))
            is_text = _KINDS[name] in ("letters", "levels")
            self._arrays[name] = _arrays.letters(view) if is_text else _arrays.of(view)
        return self._arrays[name]

    if TYPE_CHECKING:  # the columns that a solution can have
        abe: Letters
        barbara: Letters
        c: Sets
        cap: NDArray[numpy.float64]
        cap_moves: NDArray[numpy.uint32]
        counter: NDArray[numpy.uint32]
        distance: NDArray[numpy.uint32]
        draw_level: NDArray[numpy.uint32]
        draw_remoteness: NDArray[numpy.uint32]
        grundy: NDArray[numpy.uint32]
        guarantee: NDArray[numpy.float64]
        guarantee_moves: NDArray[numpy.uint32]
        hmin: NDArray[numpy.uint32]
        j: Sets
        k: Sets
        misere: Letters
        misere_remoteness: NDArray[numpy.uint32]
        outcome: Letters
        player: Letters
        q0: NDArray[numpy.uint32]
        q1: NDArray[numpy.uint32]
        q2: NDArray[numpy.uint32]
        qm1: NDArray[numpy.uint32]
        qv: NDArray[numpy.uint32]
        remoteness: NDArray[numpy.uint32]
        turn_distance: NDArray[numpy.uint32]
        turn_remoteness: NDArray[numpy.uint32]
        window: Letters
    else:
        def __getattr__(self, name):
            if name.startswith("_") or name not in _ATTRIBUTES:
                raise AttributeError(f"a solution has no attribute '{name}'")
            if _ATTRIBUTES[name] not in self._core.columns():
                raise AttributeError(f"the solution has no column '{_ATTRIBUTES[name]}'; "
                                     f"solve with columns='{_ATTRIBUTES[name]}'")
            return self.column(name)

    def __dir__(self) -> list[str]:
        return sorted(set(super().__dir__()) |
                      {name for name, column in _ATTRIBUTES.items() if column in self.columns})

    def _entry(self, name: str, number: int) -> Any:
        """Returns the entry of a column as a Python object: ∞ is ``math.inf``, letters are str,
        and no counter is ``None``. What is not known in a window, or only bounded, is ``None``."""
        name = _ATTRIBUTES.get(name, name)
        kind, found = _KINDS[name], self._column(name)[number]
        if kind == "letters":
            return None if found == "?" else found
        if kind == "levels":
            return _core.level_name(ord(found or "\0"))
        if kind == "sets":
            return found if found is None else frozenset(found)
        if kind == "reals":
            return None if math.isnan(found) else float(found)
        if int(found) == _arrays.INFINITY:
            return None if name == "counter" else math.inf
        return None if int(found) >= _arrays.AT_MOST else int(found)

    def _value(self, number: int) -> Value | None:
        """Returns the value of a position by its number; None if it is not known."""
        from ._values import Value

        nimber = self._entry("grundy", number)
        if nimber is None:
            return None
        k = self._entry("k", number) if "k" in self.columns else None
        if self.game._core.kinds() is None:
            return Value(nimber, None if k and None in k else k)
        # In a game with kinds of moves, K alone does not determine the value.
        known = k is not None and "c" in self.columns
        return Value(nimber, k, self._entry("c", number) if known else None)

    def evaluate(self, position: Hashable) -> Evaluation:
        """Evaluates any position whose parts are in the solution of a game that was opened with
        ``split=True``, as the sum of its parts; in other games, a position.

        >>> import grundy
        >>> s = grundy.open("cram:3,4", split=True).solve()
        >>> s.evaluate("..../####/....")
        P-position, value 0
        """
        from ._answers import evaluation
        from ._values import Value

        if not self.game.has_parts:
            found = self.game._position(self.game.number(position))._bound(self)
            return evaluation(found.outcome, found.value, found.remoteness, found.distance)
        parts = self.game.parts(_arguments.text("position", position))
        total = reduce(xor, (self._value(self.game.number(part)) for part in parts), Value(0))
        return evaluation(total.outcome, total)

    # ---- positions

    def __len__(self) -> int:
        return len(self.game)

    def __getitem__(self, position: Hashable) -> Position[P]:
        return self.game.at(position)._bound(self)

    def __contains__(self, position: object) -> bool:
        return position in self.game

    def __iter__(self) -> Iterator[P]:
        return iter(self.game.positions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        if self is other:
            return True
        if set(self.columns) != set(other.columns) or self.game != other.game:
            return False
        if self.game.positions == other.game.positions:
            return all(_same(self.column(name), other.column(name)) for name in self.columns)
        return all(self[position]._entries(self.columns) == other[position]._entries(self.columns)
                   for position in self)

    def __hash__(self) -> int:
        return hash((self.game, frozenset(self.columns)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self._core.write_text(self.game._core, "npz", "", None, False))

    def __copy__(self) -> Solution[P]:
        return self

    def __deepcopy__(self, memo: object) -> Solution[P]:
        return self

    def where(self, outcome: str) -> list[P]:
        """Returns the positions with this outcome.

        >>> import grundy
        >>> grundy.Game([("a", "b"), ("b", "c")]).solve().where("P")
        ['a', 'c']
        """
        if _arguments.text("outcome", outcome) not in ("P", "N", "D", "A", "B", "?"):
            raise ArgumentError(f"{outcome!r} is not an outcome; use P, N, D, A or B, or ? where it "
                                "is not known")
        numbers = (self.outcome == outcome).nonzero()[0]
        return [self.game._key(number) for number in numbers.tolist()]

    def summary(self) -> dict[str, int]:
        """Returns counts and maxima.

        >>> import grundy
        >>> counts = grundy.open("wythoff:3,5").solve().summary()
        >>> counts["p"], counts["n"], counts["largest_value"]
        (3, 15, 6)
        """
        return self._core.summary()

    # ---- checking

    @_arguments.answers("verify")
    def verify(self, *, payoff: float | None = None, infinite: float | None = None,
               progress: Progress = False) -> Report:
        """Checks every column against its definition, with code that shares nothing with the
        solver.

        >>> import grundy
        >>> grundy.open("wythoff:3,5").solve().verify()
        Report: right
        """
        from ._answers import Report

        payoff = None if payoff is None else _arguments.real("payoff", payoff)
        infinite = None if infinite is None else _arguments.real("infinite", infinite)
        with showing(progress) as bar:
            return Report(self._core.verify(self.game._core, payoff, infinite, False, bar))

    # ---- writing

    def table(self, columns: str | Sequence[str] | None = None, rows: int | None = 50) -> str:
        """Returns a table for people, of the first ``rows`` positions.

        >>> import grundy
        >>> print(grundy.Game([("a", "b"), ("b", "a")]).solve().table("outcome,grundy"))
        vertex  outcome  grundy
        a       D        inf
        b       D        inf
        """
        most = len(self) if rows is None else _arguments.integer("rows", rows)
        shown = range(min(len(self), most))
        text = self._core.write_text(self.game._core, "table", self._columns(columns),
                                     _arrays.numbers(shown), True)
        return text.decode().rstrip("\n")

    def _columns(self, columns: str | Sequence[str] | None) -> str:
        return "" if columns is None else columns_text(columns)

    def to_text(self, format: str = "tsv", columns: str | Sequence[str] | None = None) -> str:
        """Returns the solution as text in a format of the library: tsv, csv or json.

        >>> import grundy
        >>> print(grundy.Game([("a", "b")]).solve("outcome").to_text("csv"), end="")
        vertex,outcome
        a,N
        b,P
        """
        if not _core.format_can(_arguments.text("format", format), WRITES_SOLUTION) or format == "npz":
            raise ArgumentError(f"'{format}' is not a text format of solutions")
        return self._core.write_text(self.game._core, format, self._columns(columns), None,
                                     False).decode()

    def to_dict(self, columns: str | Sequence[str] | None = None) -> dict[str, object]:
        """Returns the solution as ``grundy solve --json`` prints it.

        >>> import grundy
        >>> grundy.Game([("a", "b")]).solve("outcome").to_dict()["outcome"]
        ['N', 'P']
        """
        import json

        return json.loads(self.to_text("json", columns))

    def save(self, path: str | PathLike[str], format: str | None = None,
             columns: str | Sequence[str] | None = None, *, tablebase: bool = False,
             progress: Progress = False) -> None:
        """Writes the solution to a file, in the format of its ending: .tsv, .csv, .json or .npz.

        With ``tablebase=True`` the file also has the rules and all positions of a game that was
        explored; :func:`grundy.tablebase` opens it without exploring.

        >>> import grundy, os, tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = os.path.join(folder.name, "wythoff.npz")
        >>> grundy.open("wythoff:3,5").solve().save(path, tablebase=True)
        >>> grundy.tablebase(path)["1,2"]
        Position 1,2: P-position, value 0, remoteness 2
        >>> folder.cleanup()
        """
        path = _arguments.path("path", path)
        chosen = _arguments.optional(_arguments.text, "format", format) or _core.format_of(
            path, WRITES_SOLUTION)
        if _arguments.flag("tablebase", tablebase):
            chosen = "npz"
        if not _core.format_can(chosen, WRITES_SOLUTION):
            raise ArgumentError(f"'{format or path}' is not a format of solutions; use .tsv, .csv, "
                                ".json or .npz")
        with showing(progress) as bar:
            self._core.write_file(self.game._core, path, chosen, self._columns(columns), tablebase,
                                  bar)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a DataFrame of all columns, indexed by position. ∞ is inf, and a missing counter
        is NaN; so is a number that is not known in a window, or only bounded.

        >>> import grundy
        >>> grundy.Game([("a", "b"), ("b", "a"), ("b", "c")]).solve().to_pandas()[
        ...     ["outcome", "grundy", "remoteness"]]
                 outcome  grundy  remoteness
        position                            
        a              P       0           2
        b              N       1           1
        c              P       0           0
        """
        from ._exchange import solution_to_pandas

        return solution_to_pandas(self)

    def to_arrow(self) -> pyarrow.Table:
        """Returns a table of pyarrow with all columns and the positions. ∞ is inf, what is not known
        is missing, and sets are lists. Other libraries for Arrow read the solution itself:
        ``polars.DataFrame(solution)``."""
        from ._exchange import pyarrow_table

        return pyarrow_table(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        from ._exchange import solution_to_stream

        return solution_to_stream(self)

    # ---- display

    def _thing(self) -> str:
        return "part" if self.game.has_parts else "position"

    def __repr__(self) -> str:
        counts = self.summary()
        of = f"Solution of {_count(len(self), self._thing())}"
        if "outcome" not in self.columns:
            return f"{of}: {', '.join(self.columns)}"
        if "player" in self.columns:
            shares = f"{counts['a']} A, {counts['b']} B, {counts['d']} draws"
        else:
            shares = f"{counts['p']} P, {counts['n']} N, {counts['d']} draws"
        if "window" in self.columns:
            shares += f", {counts['unknown']} not known"
        return f"{of}: {shares}"

    def _repr_html_(self) -> str:
        import html

        rows = 20
        # Values show K; in games with kinds of moves, not all of it.
        shows_k = "grundy" in self.columns and self.game._core.kinds() is None
        names = [name for name in self.columns if name != "k" or not shows_k]
        head = "".join(f'<th title="{html.escape(_SUMMARIES[name])}">{html.escape(name)}</th>'
                       for name in names)
        lines = []
        for number in range(min(rows, len(self))):
            cells = "".join(f"<td>{html.escape(self._shown(name, number))}</td>" for name in names)
            lines.append(f"<tr><th>{html.escape(self.game._name(number))}</th>{cells}</tr>")
        if len(self) > rows:
            more = f"… and {_count(len(self) - rows, 'more position')}"
            lines.append(f'<tr><td colspan="{len(names) + 1}">{more}</td></tr>')
        return (f"<table><thead><tr><th>{self._thing()}</th>{head}</tr></thead>"
                f"<tbody>{''.join(lines)}</tbody></table>")

    def _shown(self, name: str, number: int) -> str:
        if name == "grundy" and self._value(number) is not None:
            return str(self._value(number))
        entry = self._entry(name, number)
        if entry is None and "window" in self.columns:
            found = self._column(name)[number]
            if _KINDS[name] == "numbers" and found != _arrays.UNKNOWN:
                return f"≤ {found - _arrays.AT_MOST}"
            return "–" if found is None else "?"
        if entry is None:
            return "–"
        if isinstance(entry, frozenset):
            members = sorted(x for x in entry if x is not None)
            words = ["∞" if x == math.inf else str(x) for x in members]
            return "{" + ",".join(words + ["?"] * (None in entry)) + "}"
        return "∞" if entry == math.inf else str(entry)


def _same(first: Any, second: Any) -> bool:
    """Whether two columns are equal; NaN equals itself."""
    if isinstance(first, Sets):
        return first == second
    return bytes(memoryview(first)) == bytes(memoryview(second))


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
