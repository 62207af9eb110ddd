"""Pictures of games, and algorithms step by step."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from . import _arguments, _arrays, _core
from ._errors import ArgumentError, Error
from ._solution import Solution, columns_text

if TYPE_CHECKING:
    from ._game import Game

_PALETTES = {"plain": 0, "safe": 1, "mono": 2}
_PARTS = {"all": 0, "questions": 1, "solution": 2}
_VIEWS = {"auto": 0, "graph": 1, "boards": 2, "names": 3}
_LEVELS = {"any": 0, "easy": 1, "medium": 2, "hard": 3}
_PAPERS = {"a4": 0, "letter": 1}
_SHOWN = 150  # positions of a game that notebooks draw without being asked
_DRAWN = 2000  # positions that Graphviz draws


class Picture(bytes):
    """The bytes of a picture, which notebooks show.

    >>> import grundy
    >>> picture = grundy.Game([("a", "b")]).draw()
    >>> picture
    <svg picture>
    >>> picture.text.rstrip().endswith("</svg>")
    True
    """

    format: str

    def __new__(cls, data: bytes, format: str) -> Picture:
        made = super().__new__(cls, data)
        made.format = format
        return made

    def __getnewargs__(self) -> tuple[bytes, str]:  # type: ignore[override]
        return bytes(self), self.format

    @property
    def text(self) -> str:
        """The picture as text: svg or dot."""
        return self.decode()

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to a file."""
        Path(_arguments.path("path", path)).write_bytes(self)

    def _repr_html_(self) -> str | None:
        # As an image: converters of notebooks remove elements of SVG, whose ids may also occur twice.
        if self.format != "svg":
            return None
        data = base64.b64encode(self).decode()
        return f'<img src="data:image/svg+xml;base64,{data}" style="max-width: 100%">'

    def _repr_svg_(self) -> str | None:
        # Without the declaration of XML, which is not allowed inside of a page.
        return self.text[self.text.index("<svg"):] if self.format == "svg" else None

    def _repr_png_(self) -> bytes | None:
        return bytes(self) if self.format == "png" else None

    def __repr__(self) -> str:
        return f"<{self.format} picture>"

    __str__ = __repr__


def draw(game: Game, format: str, *, solution: Solution | None, palette: str, layout: str,
         overlap: str, columns: str | Sequence[str], legend: bool, caption: str | None,
         around: Any, radius: int, current: Any, highlight: Iterable[Any], play: Sequence[Any],
         blank: bool, no_boards: bool, board: Any, scale: int,
         infinite: float | None) -> Picture:
    """Does what Game.draw does."""
    _arguments.choice("palette", palette, _PALETTES)
    radius = _arguments.integer("radius", radius, 0, 2**32 - 1)
    scale = _arguments.integer("scale", scale, 1, 8)
    _arguments.text("format", format)
    for name, given in (("layout", layout), ("overlap", overlap)):
        _arguments.text(name, given)
    _arguments.optional(_arguments.text, "caption", caption)
    _arguments.iterable("highlight", highlight), _arguments.iterable("play", play)
    legend, blank = _arguments.flag("legend", legend), _arguments.flag("blank", blank)
    shown = columns_text(columns) if columns else ""
    no_boards = _arguments.flag("no_boards", no_boards)
    if solution is None and board is None:
        solution = game._solved()
        missing = [name for name in shown.split(",") if name and name not in solution.columns]
        if missing or infinite is not None:
            solution = game.solve([*solution.columns, *missing], infinite=infinite)
    elif (solution is not None
          and _arguments.instance("solution", solution, Solution, "a Solution").game is not game):
        raise ArgumentError("the solution is of another game")
    vertices = None
    if around is not None:
        vertices = _arrays.numbers(_core.draw_around(
            game._core, game._core.transpose(None), game.number(around), radius, _DRAWN))
    highlighted = _arrays.numbers(sorted({game.number(position) for position in highlight}))
    numbers = [game.number(position) for position in play]
    played = _arrays.numbers(end for pair in zip(numbers, numbers[1:]) for end in pair)
    data = _core.draw(game._core, None if solution is None else solution._core, format, _PALETTES[palette], _unless_auto(layout),
                      shown, legend, caption, vertices, highlighted or None, played or None, blank,
                      scale, -1 if current is None else game.number(current),
                      _unless_auto(overlap), no_boards, -1 if board is None else game.number(board))
    return Picture(data, format)


def worksheet(game: Game, *, columns: str | Sequence[str], title: str | None, part: str,
              misere: bool, palette: str, layout: str, overlap: str, best_moves: bool, show: str,
              level: str, exercises: int | None, variants: int, seed: int | None, paper: str,
              no_name: bool, language: str) -> Picture:
    """Does what Game.draw does if a worksheet is asked for."""
    _arguments.choice("palette", palette, _PALETTES)
    _arguments.choice("part", part, _PARTS)
    _arguments.choice("show", show, _VIEWS)
    _arguments.choice("level", level, _LEVELS)
    _arguments.choice("paper", paper, _PAPERS)
    asked = columns_text(columns) if columns else ""
    heading = game._source if title is None else _arguments.text("title", title)
    return Picture(_core.worksheet(game._core, asked, heading, _PARTS[part],
                                   _arguments.flag("misere", misere), _PALETTES[palette],
                                   _unless_auto(layout), _unless_auto(overlap), game._source,
                                   _arguments.flag("best_moves", best_moves), _VIEWS[show],
                                   _LEVELS[level],
                                   0 if exercises is None else _arguments.integer("exercises", exercises, 1, 100),
                                   _arguments.integer("variants", variants, 1, 26),
                                   _arguments.limit("seed", seed),
                                   _PAPERS[paper], _arguments.flag("no_name", no_name),
                                   _arguments.language(language)), "html")


def _unless_auto(word: str) -> str | None:
    return None if word == "auto" else word


def small_picture(game: Game) -> Picture | None:
    """Returns the picture of a game that is small enough to be looked at, for notebooks."""
    if not 0 < len(game) <= _SHOWN or game.size > 10 * _SHOWN:
        return None
    try:
        return game.draw()
    except Error:
        return None


# ---- traces

_TRACINGS = {"auto": 0, "acyclic": 1, "general": 2}
_TEXT, _MARKDOWN, _HTML, _JSON = range(4)


@dataclass(frozen=True)
class TraceStep:
    """One step of an algorithm: what it says, the position that it is about, and the table."""

    sentence: str
    focus: str | None  #: the position that the step is about
    table: tuple[tuple[str, ...], ...]  #: one row per position, after the step


class Trace(Sequence["TraceStep"]):
    """The steps of an algorithm. In a notebook it is a page with a slider.

    >>> import grundy
    >>> trace = grundy.Game([("a", "b")]).trace()
    >>> trace.headings, trace[0].table
    (('Succ', 'Prec', 'L_succ', 'l'), (('{b}', '{}', '{0}', ''), ('{}', '{a}', '{}', '0')))
    """

    headings: tuple[str, ...]  #: of the columns of the table
    names: tuple[str, ...]  #: of the positions, one per row

    def __init__(self, game: Game[Any], algorithm: str = "auto", language: str = "en") -> None:
        _arguments.choice("algorithm", algorithm, _TRACINGS)
        self._language = _arguments.language(language)
        self._game, self._algorithm = game, algorithm
        self._data = data = json.loads(self._write(_JSON))
        self.headings = tuple(data["headings"])
        self.names = tuple(data["positions"])
        table = [[""] * len(self.headings) for _ in self.names]
        steps = []
        for step in data["steps"]:
            for row, column, text in step["changes"]:
                table[row][column] = text
            focus = None if step["focus"] is None else self.names[step["focus"]]
            steps.append(TraceStep(step["sentence"], focus, tuple(map(tuple, table))))
        self._steps = tuple(steps)

    def _write(self, format: int) -> str:
        return _core.trace(self._game._core, _TRACINGS[self._algorithm], format,
                           self._language).decode()

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, index: int) -> TraceStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[TraceStep, ...]: ...

    def __getitem__(self, index: int | slice) -> TraceStep | tuple[TraceStep, ...]:
        return self._steps[index]

    def __iter__(self) -> Iterator[TraceStep]:
        return iter(self._steps)

    def to_dict(self) -> dict[str, object]:
        """Returns the run as ``grundy trace --json`` prints it."""
        return self._data

    def to_text(self) -> str:
        """Returns all steps as text."""
        return self._write(_TEXT)

    def to_markdown(self) -> str:
        """Returns all steps as Markdown."""
        return self._write(_MARKDOWN)

    def to_html(self) -> str:
        """Returns a page with the drawn game, the table and a slider."""
        return self._write(_HTML)

    __str__ = to_text

    def __repr__(self) -> str:
        return f"Trace of {len(self)} steps"

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.to_html())}" sandbox="allow-scripts" '
                'style="width: 100%; height: 42em; border: 0"></iframe>')
