"""Views of games: what a game is, without a copy."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from ._errors import PositionError

if TYPE_CHECKING:
    from ._game import Game

P = TypeVar("P", bound=Hashable)
_SHOWN = 60  # entries of a view that are printed


class PositionsView(Sequence[P], Generic[P]):
    """The positions of a game, in the order of their numbers. It is read only, and ``in`` takes a
    lookup instead of a search.

    >>> import grundy
    >>> positions = grundy.Game([("a", "b"), ("b", "c")]).positions
    >>> positions, positions[1], "c" in positions, positions == ["a", "b", "c"]
    (['a', 'b', 'c'], 'b', True, True)
    """

    def __init__(self, game: Game[P], keys: Sequence[P]) -> None:
        self._game, self._keys = game, keys

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, number: int) -> P: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[P]: ...

    def __getitem__(self, number: int | slice) -> P | Sequence[P]:
        return self._keys[number]

    def __iter__(self) -> Iterator[P]:
        return iter(self._keys)

    def __contains__(self, position: object) -> bool:
        try:
            return self._keys[self._game.number(position)] == position
        except (PositionError, TypeError):
            return False

    def index(self, position: object, *bounds: int) -> int:
        """Returns the number of a position."""
        if bounds:
            return self._keys.index(position, *bounds)
        return self._game.number(position)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PositionsView):
            other = other._keys
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(map(_equal, self._keys, other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if len(self) <= _SHOWN or isinstance(self._keys, range):
            return repr(self._keys)
        return f"[{', '.join(map(repr, self._keys[:3]))}, …, {self._keys[-1]!r}]"


def _equal(first: object, second: object) -> bool:
    return first is second or first == second


class MovesView(Set[tuple[P, P]], Generic[P]):
    """The moves of a game: a set of pairs, in the order of the positions. As with the views of
    NetworkX, calling it returns it, too.

    >>> import grundy
    >>> moves = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")]).moves
    >>> len(moves), ("b", "c") in moves, moves - {("a", "b")} == {("b", "a"), ("b", "c")}
    (3, True, True)
    >>> moves
    MovesView([('a', 'b'), ('b', 'a'), ('b', 'c')])
    """

    def __init__(self, game: Game[P]) -> None:
        self._game = game

    @classmethod
    def _from_iterable(cls, moves: Iterable[tuple[P, P]]) -> set[tuple[P, P]]:  # type: ignore[override]
        return set(moves)

    def __len__(self) -> int:
        return self._game.size

    def __iter__(self) -> Iterator[tuple[P, P]]:
        keys, core = self._game.positions, self._game._graph
        for number, tail in enumerate(keys):
            for head in core.followers(number):
                yield tail, keys[head]

    def __contains__(self, move: object) -> bool:
        try:
            tail, head = iter(move)  # type: ignore[call-overload]
            return self._game.number(head) in self._game._graph.followers(self._game.number(tail))
        except (PositionError, TypeError, ValueError):
            return False

    def __call__(self) -> MovesView[P]:
        return self

    def __repr__(self) -> str:
        if len(self) > _SHOWN:
            return f"MovesView with {len(self):,} moves"
        return f"MovesView([{', '.join(map(repr, self))}])"
