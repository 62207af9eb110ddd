"""Questions about games that are given by text, as the command asks them."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _arguments, _core
from ._answers import Evaluation
from ._members import InfoAnswer, LawAnswer, MatchRecordAnswer, SweepAnswer
from ._game import Game, open
from ._progress import Progress, showing
from ._solution import READS_GAME, columns_text

if TYPE_CHECKING:
    import pandas


@_arguments.answers("value")
def value(expression: str, columns: str | Sequence[str] = "outcome,grundy", *,
          misere: bool = False, table: str | PathLike[str] | None = None,
          certificate: str | PathLike[str] | None = None, law: str | PathLike[str] | None = None,
          max_positions: int | None = None, memory: int | str | None = None,
          progress: Progress = False) -> Evaluation:
    """Evaluates one position given by text. Rules are searched, so that far fewer positions are
    needed than for a solution. ``positions`` of the answer is how many were. With ``law``, a
    certificate of :func:`automaton`, the expression is a position alone, of any size.

    >>> import grundy
    >>> found = grundy.value("kotzig:12,1,3")
    >>> found.outcome, found.searched
    ('N', True)
    """
    limits = (_arguments.limit("max_positions", max_positions), _arguments.memory(memory))
    table = _arguments.optional(_arguments.path, "table", table)
    certificate = _arguments.optional(_arguments.path, "certificate", certificate)
    law = _arguments.optional(_arguments.path, "law", law)
    with showing(progress) as bar:
        return Evaluation(_core.value(_arguments.text("expression", expression),
                                      columns_text(columns), _arguments.flag("misere", misere),
                                      *limits, table, certificate, law, bar))


class GameInfo(InfoAnswer):
    """What a game looks like, without solving it: ``positions``, ``moves``, ``components`` and so
    on, and how much memory solving it takes.

    >>> import grundy
    >>> found = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")]).info()
    >>> found.positions, found.moves, found.components.cyclic, found.moves_out.max
    (3, 3, 1, 2)
    """


@_arguments.answers("info")
def info(game: Game[Any] | str | PathLike[str], format: str | None = None, *, split: bool = True,
         window: int | None = None, max_positions: int | None = None, memory: int | str | None = None,
         progress: Progress = False) -> GameInfo:
    """Returns the size, the degrees and the components of a game. A game that is a text is opened,
    with the arguments of :func:`open`; if its positions come apart, its parts are explored.

    >>> import grundy
    >>> grundy.info("wythoff:3,5").acyclic, grundy.info("cram:3,3").parts
    (True, 12)
    """
    opened = game
    if not isinstance(opened, Game):
        if not isinstance(opened, (str, PathLike)):
            raise TypeError(f"game must be a Game, a str or a path, not {game!r}")
        opened = open(opened, format, split=split, window=window, max_positions=max_positions,
                    memory=memory, progress=progress)
    with showing(progress) as bar:
        return GameInfo(_core.info(opened._core, bar))


class Record(MatchRecordAnswer):
    """The record of a match: ``game``, the players ``first`` and ``second``, and ``moves`` with
    their comments. ``text`` is the record as a text."""

    def __str__(self) -> str:
        return self.text


@_arguments.answers("record")
def record(record: str | PathLike[str], expression: str | None = None, *,
           progress: Progress = False) -> Record:
    """Reads the record of a match and checks its moves. A str is the text of the record, a path the
    file that contains it.

    >>> import grundy
    >>> match = grundy.record("game nim:5\\n1. 3  # a mistake\\n2. 0\\n1. 0\\n")
    >>> [(move.number, move.by, move.text, move.parent) for move in match.moves]
    [(1, 'first', '3', 0), (2, 'second', '0', 1), (1, 'first', '0', 0)]
    >>> match.moves[0].comment
    'a mistake'
    """
    name = "record"
    if isinstance(record, PathLike):
        name, record = fspath(record), Path(record).read_text(encoding="utf-8")
    text = _arguments.text("record", record)
    game = _arguments.optional(_arguments.text, "expression", expression)
    with showing(progress) as bar:
        return Record(_core.record(name, text, game, bar))


class Law(LawAnswer):
    """What testing a law found: ``holds`` is True, False, or None if the test says nothing about the
    law; ``tested`` is the number of positions, ``exceptions`` how many of them contradict the law,
    ``counterexample`` the first of them, and ``games`` has the results game by game."""

    def __bool__(self) -> bool:
        return bool(self.holds)

    def __repr__(self) -> str:
        if self.holds is None:
            return f"Law {self.law}: not confirmed"
        if self.holds:
            return f"Law {self.law}: holds at {self.tested:,} positions"
        return (f"Law {self.law}: {self.exceptions:,} exceptions in {self.tested:,} positions, such "
                f"as {self.counterexample.position if self.counterexample else '?'}")


@_arguments.answers("law")
def law(game: Game[Any] | str, law: str, *, where: str | None = None, max_exceptions: int = 100,
        format: str | None = None, max_positions: int | None = None, memory: int | str | None = None,
        progress: Progress = False) -> Law:
    """Tests a conjecture at the positions of a game, or of many games if the text has ranges.
    ``law`` is a condition, or a file in Lua.

    >>> import grundy
    >>> grundy.law("nim:6,6", "G == a ~ b")
    Law G == a ~ b: holds at 28 positions
    >>> found = grundy.law("wythoff:4,4", "G <= a + b - 1")
    >>> found.holds, found.counterexample.position
    (False, '0,0')
    """
    if not isinstance(game, str):
        _arguments.instance("game", game, Game, "a Game or a str")
    text, core = (game, None) if isinstance(game, str) else ("game", game._core)
    form = _arguments.format_of(format, READS_GAME, "games")
    where = None if where is None else _arguments.text("where", where)
    most = _arguments.integer("max_exceptions", max_exceptions)
    limits = (_arguments.limit("max_positions", max_positions), _arguments.memory(memory))
    with showing(progress) as bar:
        return Law(_core.law(text, _arguments.text("law", law), where, most, form, *limits,
                             core, bar))


def _period_cells(row: dict[str, Any]) -> dict[str, Any]:
    if "period" not in row:
        return {}
    period = row["period"] or {}
    return {"preperiod": period.get("preperiod"), "period": period.get("length"),
            "saltus": period.get("saltus"), "largest": row["largest"]}


class Sweep(SweepAnswer):
    """The evaluations of many games: ``rows`` has one per game, with its ``arguments``.

    >>> import grundy
    >>> found = grundy.sweep("wythoff:1..3,2")
    >>> [row.value for row in found.rows]
    [0, 1, 5]
    """

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a DataFrame with one row per game: its arguments, and what was found out: the
        outcome and the value, or preperiod, period, saltus and the largest value.

        >>> import grundy
        >>> grundy.sweep("wythoff:1..2,2").to_pandas()
           a  b outcome value
        0  1  2       P     0
        1  2  2       N     1
        """
        import pandas

        names = [name for name in ("outcome", "value", "remoteness", "distance")
                 if any(row[name] is not None for row in self._data["rows"])]
        return pandas.DataFrame([{**row._data["arguments"],
                                  **{name: getattr(row, name) for name in names},
                                  **_period_cells(row._data)}
                                 for row in self.rows])

    def __repr__(self) -> str:
        left = f", {self.unanswered:,} without an answer" if self.unanswered else ""
        return f"Sweep of {self.games:,} games{left}"


@_arguments.answers("sweep")
def sweep(game: str, columns: str | Sequence[str] | None = None, *, misere: bool = False,
          each: float | None = None, max_positions: int | None = None, memory: int | str | None = None,
          progress: Progress = False) -> Sweep:
    """Evaluates many games, one per value of a range, such as ``kotzig:5..60,1,3``.

    Rows such as ``take{choose(1..10,3)}:x`` have a ``period`` and a ``largest`` value.

    >>> import grundy
    >>> grundy.sweep("wythoff:1..3,1..3")
    Sweep of 9 games
    >>> grundy.sweep("take{choose(1..4,2)}:x").rows[0].period.length
    3
    """
    seconds = 0.0 if each is None else _arguments.real("each", each)
    limits = (_arguments.limit("max_positions", max_positions), _arguments.memory(memory))
    with showing(progress) as bar:
        return Sweep(_core.sweep(_arguments.text("game", game),
                                 None if columns is None else columns_text(columns),
                                 _arguments.flag("misere", misere), *limits, seconds, bar))
