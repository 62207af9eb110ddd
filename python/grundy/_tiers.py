"""Games that are too large to store, solved tier by tier into a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any, NamedTuple

from . import _arguments, _core
from ._answers import Evaluation
from ._errors import ArgumentError
from ._progress import Progress, showing
from ._solution import columns_text


class Tier(NamedTuple):
    """A tier, in the order in which tiers are solved."""

    number: int  #: as the rules give it
    indices: int  #: how many positions it can have
    leads_to: int  #: to how many other tiers moves can lead


class TiersSummary(NamedTuple):
    """What solving tiers found. Counts include positions that play does not reach from the start."""

    tiers: int
    resumed: int  #: tiers that an earlier run had solved
    positions: int
    p: int
    n: int
    d: int


class TiersReport(NamedTuple):
    """What verifying a folder of tiers found."""

    right: bool  #: no condition fails at the positions that were checked
    positions: int  #: how many were checked
    all: bool  #: these are all positions
    wrong: str  #: the first violation

    def __bool__(self) -> bool:
        return self.right


class TiersEvaluation(Evaluation):
    """What a folder of tiers says about a position; None where it says nothing. It has outcome,
    value, remoteness, counter, tier and index; in two-coloured games ``player`` is who moves, A or
    B, ``q1`` how soon A wins, as in solutions, and ``q0`` likewise, if a draw is good enough."""

    counter: int | None
    tier: int
    index: int
    player: str | None
    q1: float | None
    q0: float | None


class Tiers:
    """Rules with ranks, tier by tier, and perhaps a folder with the solution; see :func:`tiers`.

    >>> import grundy, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> t = grundy.tiers("chomp:2,3")
    >>> t.solve(folder.name, "outcome,remoteness").positions
    8
    >>> t["1,1"]
    N-position, remoteness 1
    >>> grundy.tiers(folder.name).start.outcome
    'N'
    >>> folder.cleanup()
    """

    def __init__(self, core: Any, text: str, libraries: bool) -> None:
        self._core, self._opened = core, (text, libraries)

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened_again, self._opened

    def solve(self, folder: str | PathLike[str], columns: str | Sequence[str] = "outcome", *,
              memory: int | str | None = None, progress: Progress = False) -> TiersSummary:
        """Solves every tier and writes a file per tier to the folder. A run that was interrupted
        is continued by the next one. ``columns`` are outcome, remoteness, grundy and counter, and
        in two-coloured games outcome, q1 and q0; ``memory`` limits the bytes for the tables of a
        tier.

        Afterwards positions are looked up in this folder.
        """
        folder = _arguments.path("folder", folder)
        with showing(progress) as bar:
            found = TiersSummary(*self._core.solve(folder, columns_text(columns),
                                                   _arguments.memory(memory), bar))
        self._opened = folder, True  # these rules have been loaded before
        return found

    def verify(self, *, sample: int = 0, seed: int = 0, progress: Progress = False) -> TiersReport:
        """Checks the folder from the moves alone: all positions, which needs the column remoteness,
        counter, or q1 and q0; or ``sample`` random ones.

        >>> import grundy, tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> t = grundy.tiers("chomp:2,2")
        >>> _ = t.solve(folder.name, "grundy,counter")
        >>> t.verify().right
        True
        >>> folder.cleanup()
        """
        sample = _arguments.integer("sample", sample)
        seed = _arguments.integer("seed", seed, 0, 2**64 - 1)
        with showing(progress) as bar:
            return TiersReport(*self._core.verify(sample, seed, bar))

    def __iter__(self) -> Iterator[Tier]:
        """Iterates over the tiers, in the order in which they are solved."""
        return (Tier(*tier) for tier in self._core.list())

    def __len__(self) -> int:
        return len(self._core.list())

    def __getitem__(self, position: str) -> TiersEvaluation:
        if not isinstance(position, str):
            raise ArgumentError(f"a position of tiers is its name, not {position!r}")
        return TiersEvaluation(self._core.find(position))

    @property
    def start(self) -> TiersEvaluation:
        """What is known about the start."""
        return TiersEvaluation(self._core.find(""))

    def __repr__(self) -> str:
        count = len(self)
        return f"Tiers: {count:,} tier{'' if count == 1 else 's'}"


def tiers(text: str | PathLike[str], *, libraries: bool = False, progress: Progress = False) -> Tiers:
    """Opens a folder of tiers, which ``grundy solve GAME --tiers FOLDER`` or :meth:`Tiers.solve` has
    written, to look positions up; or rules with ranks, to solve them tier by tier. ``libraries``
    allows a folder to load a shared object.

    >>> import grundy
    >>> grundy.tiers("tic-tac-toe")
    Tiers: 10 tiers
    """
    text, libraries = _arguments.path("text", text), _arguments.flag("libraries", libraries)
    with showing(progress) as bar:
        return Tiers(_core.tiers_open(text, libraries, bar), text, libraries)


def _opened_again(text: str, libraries: bool) -> Tiers:
    return tiers(text, libraries=libraries)
