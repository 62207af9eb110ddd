"""Relations on the positions of a game, quotients, and maps between games."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any

from . import _arguments, _arrays, _core
from ._errors import ArgumentError
from ._progress import Progress, showing
from ._solution import Solution, _count

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from ._game import Game


class Quotient:
    """A relation on the positions of a game, and the game of its classes.

    >>> import grundy
    >>> g = grundy.open("wythoff:3,3")
    >>> q = g.quotient()
    >>> q
    Quotient with 9 classes of 10 positions
    >>> grundy.open("wythoff:6,6", unreduced=True).quotient(by="grundy")
    Quotient with 11 classes of 49 positions
    """

    source: Game[Any]  #: the game whose positions are related
    game: Game[str]  #: one position per class
    classes: NDArray[numpy.uint32]  #: the class of each position

    def __init__(self, game: Game[Any],
                 classes: Mapping[Any, Hashable] | Sequence[int] | str | PathLike[str] | None, by: str,
                 progress: Progress) -> None:
        from ._game import Game

        _arguments.choice("by", by, ("compatible", "grundy"))
        self.source = game
        self.classes, names = self._relation(classes, by, progress)
        count = int(self.classes.max()) + 1 if len(self.classes) else 0
        with showing(progress) as bar:
            core = _core.quotient(game._core, self.classes, count, names, bar)
        self.game = Game._wrap(core)

    def _relation(self, classes: Any, by: str, progress: Progress) -> tuple[Any, Any]:
        game, found = self.source, _arrays.blank(len(self.source))
        if classes is None:
            with showing(progress) as bar:
                _core.relation(game._core, by == "grundy", found, bar)
            return found, None
        if isinstance(classes, (str, PathLike)):
            return found, _core.classes_read(game._core, os.fspath(classes), found)
        if not isinstance(classes, Mapping):
            if len(classes) != len(game):
                raise ArgumentError("there must be one class per position")
            classes = dict(zip(game.positions, classes))
        numbers: dict[Hashable, int] = {}
        for number, position in enumerate(game.positions):
            if position not in classes:
                raise ArgumentError(f"position {position!r} has no class")
            found[number] = numbers.setdefault(classes[position], len(numbers))
        return found, None

    def class_of(self, position: Hashable) -> str:
        """Returns the position of the quotient that represents a position.

        >>> import grundy
        >>> grundy.Game({"a": "bc", "b": "d", "c": "d"}).quotient().class_of("c")
        'b'
        """
        return self.game._key(int(self.classes[self.source.number(position)]))

    def check(self, *, progress: Progress = False) -> RelationReport:
        """Checks whether the relation is compatible, and whether it is semicompatible.

        >>> import grundy
        >>> grundy.Game([("a", "b"), ("b", "c")]).quotient({"a": 0, "b": 0, "c": 1}).check()
        RelationReport(compatible=False, semicompatible=False)
        """
        with showing(progress) as bar:
            found = _core.relation_check(self.source._core, self.classes, len(self.game), bar)
        compatible, semicompatible, defined = found
        return RelationReport(compatible is None, semicompatible is None if defined else None,
                              self._violation(compatible), self._violation(semicompatible))

    def _violation(self, found: tuple | None) -> tuple | None:
        if found is None:
            return None
        at_ends, first, second, move = found
        keys = [self.source._key(first), self.source._key(second)]
        return (*keys, None if at_ends else self.source._key(move))

    def __repr__(self) -> str:
        return f"Quotient with {len(self.game):,} classes of {_count(len(self.source), 'position')}"


@dataclass(frozen=True, repr=False)
class RelationReport:
    """Which properties a relation has. A counterexample is (first, second, move): the first has
    this move, and the related second has no move to a position related to it; without a move, the
    two differ in who moves or in the outcome."""

    compatible: bool
    semicompatible: bool | None  #: None if the notion is not defined for the game
    compatible_violation: tuple[Hashable, ...] | None = None
    semicompatible_violation: tuple[Hashable, ...] | None = None

    def __repr__(self) -> str:
        return (f"RelationReport(compatible={self.compatible}, "
                f"semicompatible={self.semicompatible})")


@dataclass(frozen=True)
class MapViolation:
    """Why a map lacks a property: the condition that fails, and for which positions."""

    condition: str
    u: Hashable
    v: Hashable
    w: Hashable


class Map:
    """A map from the positions of a game to those of another, checked.

    >>> import grundy
    >>> r = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
    >>> m = r.map_to(grundy.Game([("x", "y")]), {"a": "y", "b": "x", "c": "y"})
    >>> m.is_homomorphism, m.violations["homomorphism"].condition
    (False, 'lost move')
    >>> m.preserves_values, m.transport().verify().right
    (True, True)
    """

    source: Game[Any]
    target: Game[Any]
    image: NDArray[numpy.uint32]  #: the number of the image of each position
    d: NDArray[numpy.uint32]  #: d of [FY86, Thm. 7]
    violations: dict[str, MapViolation | None]  #: by property; None if it has the property

    def __init__(self, source: Game[Any], target: Game[Any],
                 image: Mapping[Any, Hashable] | Callable[[Any], Hashable] | str | PathLike[str],
                 d: Mapping[Any, int] | None) -> None:
        self.source, self.target = source, target
        self.image, given = self._arrays(image, d)
        least = _arrays.blank(len(source))
        found = _core.map_check(source._core, target._core, self.image, given, least, None)
        self.d = least if given is None else given
        names = ("homomorphism", "surjective", "d-morphism", "theorem 7")
        self.violations = {
            name: self._violation(one) for name, one in zip(names, found)}

    def _arrays(self, image: Any, d: Mapping[Any, int] | None) -> tuple[Any, Any]:
        source, target = self.source, self.target
        images, ds = _arrays.blank(len(source)), _arrays.blank(len(source))
        if isinstance(image, (str, PathLike)):
            with_d = _core.map_read(source._core, target._core, image, images, ds)
            return images, ds if with_d else None
        missing = next((position for mapping in (image, d) if isinstance(mapping, Mapping)
                        for position in source.positions if position not in mapping), None)
        if missing is not None:
            raise ArgumentError(f"position {missing!r} has no image, or no d")
        function: Callable = image.__getitem__ if isinstance(image, Mapping) else image
        for number, position in enumerate(source.positions):
            images[number] = target.number(function(position))
            if d is not None:
                ds[number] = self._checked_d(position, d[position])
        return images, None if d is None else ds

    def _checked_d(self, position: Any, d: Any) -> int:
        if not 0 <= index(d) < _arrays.INFINITY:
            raise ArgumentError(f"d of {position!r} is {d}; expected a number from 0 to "
                                f"{_arrays.INFINITY - 1}")
        return index(d)

    def _violation(self, found: tuple) -> MapViolation | None:
        condition, u, v, w = found
        if not condition:
            return None
        in_target = {"not covered": "w", "no preimage": "w"}.get(condition, "")

        def key(number: int, name: str) -> Any:
            if number == _arrays.INFINITY:
                return None
            return (self.target if name in in_target else self.source)._key(number)

        return MapViolation(condition, key(u, "u"), key(v, "v"), key(w, "w"))

    @property
    def is_homomorphism(self) -> bool:
        """λ(F(u)) = F(λ(u)) for all u [Sat72, Def. 1.6]."""
        return self.violations["homomorphism"] is None

    @property
    def is_surjective(self) -> bool:
        """Every position of the target is an image."""
        return self.violations["surjective"] is None

    @property
    def is_d_morphism(self) -> bool:
        """[FY86, Def. 5]."""
        return self.violations["d-morphism"] is None

    @property
    def preserves_values(self) -> bool:
        """The hypothesis of [FY86, Thm. 7], so values are those of the images."""
        return self.violations["theorem 7"] is None

    def transport(self) -> Solution[Any]:
        """Returns the solution of the source with the columns grundy, k and counter, computed from
        that of the target [FY86, Thm. 7]."""
        if not self.preserves_values:
            raise ArgumentError("the map does not satisfy the hypothesis of [FY86, Thm. 7]")
        solved = self.target.solve("grundy,k,counter")
        return Solution(self.source, _core.map_transport(self.source._core, self.image, self.d,
                                                         solved._core))

    def __repr__(self) -> str:
        held = [name for name, violation in self.violations.items() if violation is None]
        return f"Map: {', '.join(held) or 'none of the properties'}"
