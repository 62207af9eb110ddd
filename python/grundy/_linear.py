"""Linear games over GF(2)."""

from __future__ import annotations

from collections.abc import Hashable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _arguments, _core
from ._progress import Progress, showing

if TYPE_CHECKING:
    from ._game import Game


class Lift:
    """The linear game L(G) of a game without cycles [Sat72, §3]: an element consists of tokens on
    some positions, a move moves one token, and two tokens on the same position vanish.

    >>> import grundy
    >>> lift = grundy.open("wythoff:2,2").linear()
    >>> lift.rank, lift.basis
    (2, ['0,1', '0,2'])
    >>> lift.value("0,1", "0,2")
    3
    """

    game: Game[Any]  #: G

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._solution = game.solve("grundy,distance")
        self._core = _core.lift_new(game._core, self._solution._core)

    def __reduce__(self) -> tuple[Any, ...]:
        return Lift, (self.game,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lift) and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.game)

    @property
    def basis(self) -> list[Hashable]:
        """The first position of value 2^i for every i: F of [Sat72, Lemma 3.5]."""
        return [self.game._key(number) for number in self._core.basis()]

    @property
    def rank(self) -> int:
        """The rank of the Grundy function."""
        return len(self._core.basis())

    def value(self, *positions: Hashable) -> int:
        """Returns the value of tokens on these positions."""
        names = (self.game._name(self.game.number(position)) for position in positions)
        return self._core.value(" + ".join(_core.quote(name) for name in names))

    def __repr__(self) -> str:
        return f"L(G) of {self.game}, rank {self.rank}"


class LinearGame:
    """A linear game given by its moves, solved; :func:`read_linear` reads one.

    ``verdict`` is ``"ends"``, ``"cyclic"``, or which axiom fails. If play ends, ``simple`` are the
    simple elements with their ``values``, and ``grundy`` is the Grundy function: row i times s is
    bit i of the value of s. Otherwise ``witness`` proves the verdict: positions of a cycle, or two
    for which the axiom fails.
    """

    verdict: str
    dimension: int
    names: list[str]  #: of the moves
    witness: list[str] | None
    witness_moves: list[int]
    functionals: list[str] | None
    simple: list[str] | None
    values: list[int]
    grundy: list[str] | None

    def __init__(self, core: Any, text: bytes) -> None:
        self._core, self._text = core, text
        self.__dict__.update(core.describe())

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_again, (self._text,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LinearGame) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def value(self, element: str) -> int:
        """Returns the value of an element, such as ``"0110 + 1000"``."""
        return self._core.value(element)

    def __repr__(self) -> str:
        return (f"LinearGame of dimension {self.dimension} with {len(self.names)} moves: "
                f"{self.verdict}")


def read_linear(path: str | PathLike[str], *, progress: Progress = False) -> LinearGame:
    """Reads and solves a linear game given by its moves.

    >>> import grundy, pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "one.linear")
    >>> _ = path.write_text("dimension 2\\nmove 1 10 10\\nmove 2 01 01\\nmove 2,1 01 11\\n")
    >>> game = grundy.read_linear(path)
    >>> game, game.value("01"), game.value("11")
    (LinearGame of dimension 2 with 3 moves: ends, 2, 3)
    >>> folder.cleanup()
    """
    path = _arguments.path("path", path)
    with showing(progress) as bar:
        core = _core.linear_read(path, bar)
    return LinearGame(core, Path(path).read_bytes())


def _read_again(text: bytes) -> LinearGame:
    from tempfile import NamedTemporaryFile

    with NamedTemporaryFile() as file:
        file.write(text)
        file.flush()
        return read_linear(file.name)
