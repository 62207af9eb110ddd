"""Positions, compounds of several positions, their best moves, and matches."""

from __future__ import annotations

import math
import random as _random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import ArgumentError, UnableError
from ._progress import Progress, showing
from ._solution import _ATTRIBUTES
from ._values import Ordinal, Value, number

if TYPE_CHECKING:
    from ._game import Game
    from ._pictures import Picture
    from ._solution import Solution

_SIGNS = {0: "+", 1: "&", 2: "|"}
_OUTCOMES = {"P": "P-position", "N": "N-position", "D": "draw", "A": "A wins", "B": "B wins"}
_EXPLORED = 100_000  # positions of a compound that are explored to explain it


@dataclass(frozen=True)
class Evaluation:
    """Everything known about a position; None where something is not known.

    >>> import grundy
    >>> (grundy.nim(3) + grundy.nim(5)).evaluate()
    N-position, value 6, remoteness 7
    """

    outcome: str | None  #: P, N or D
    value: Value | Ordinal | None
    remoteness: Any  #: an int, ``math.inf`` or an Ordinal
    distance: Any  #: the length of the longest play
    counter: Any
    by: Mapping[str, str] = field(repr=False, default_factory=dict)  #: theorems or searches
    limit: str = field(repr=False, default="")  #: why something is not known

    @classmethod
    def _make(cls, found: Mapping[str, Any], limit: str = "") -> Evaluation:
        value: Any = found["value"]
        if isinstance(value, str):
            value = Ordinal(value)
        elif value is not None:
            value = Value(value, found["k"])
        return cls(found["outcome"], value, number(found["remoteness"]), number(found["distance"]),
                   number(found["counter"]), found["by"], limit)

    def __repr__(self) -> str:
        words = [_OUTCOMES[self.outcome] if self.outcome else "outcome not known"]
        if self.value is not None:
            words.append(f"value {self.value}")
        if self.remoteness is not None and self.remoteness != math.inf:
            words.append(f"remoteness {self.remoteness}")
        return ", ".join(words)


class Explanation(str):
    """Sentences; shown as they are."""

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Step:
    """What a move does in one component, numbered from 0."""

    component: int
    source: Any  #: the position before
    target: Any  #: the position after


class Move:
    """A move: its steps, and what is known about the position that it leads to.

    >>> import grundy
    >>> move = (grundy.nim(3) + grundy.nim(5)).best()[0]
    >>> move
    2: 5 -> 3
    >>> move.steps
    (Step(component=1, source='5', target='3'),)
    >>> move.after.outcome, move.position
    ('P', nim:3 + nim:3)
    """

    def __init__(self, origin: Playable, found: tuple) -> None:
        self._origin = origin
        self._steps, self._text, after = found
        if len(origin._leaves()) == 1:
            self._text = self._text.removeprefix("1: ")
        self.after = Evaluation._make(after)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, one per component that moves."""
        leaves = self._origin._leaves()
        return tuple(Step(part, leaves[part]._key_at(source), leaves[part]._key_at(target))
                     for part, source, target in self._steps)

    @property
    def position(self) -> Playable:
        """The position after the move."""
        return self._origin._after({part: target for part, _, target in self._steps})

    @property
    def target(self) -> Any:
        """The position after the move, of the only component that moves."""
        if len(self._steps) != 1:
            raise ArgumentError("the move has several steps; use move.steps")
        return self.steps[0].target

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._steps == other._steps

    def __hash__(self) -> int:
        return hash(tuple(self._steps))


class Moves(list):
    """A list of moves, with the evaluation of the position.

    >>> import grundy
    >>> best = grundy.nim(3).best()
    >>> best, best.evaluation.outcome, best.complete
    ([3 -> 0], 'N', True)
    """

    evaluation: Evaluation | None  #: of the position before the move
    complete: bool  #: the list has all moves, or all that are equally good

    def __init__(self, moves: Sequence[Move], evaluation: Evaluation | None, complete: bool) -> None:
        super().__init__(moves)
        self.evaluation = evaluation
        self.complete = complete


class Playable:
    """A position of one game or of several. ``+`` joins positions so that a move is made in one of
    them, ``&`` in all of them, and ``|`` in any nonempty selection of them.

    >>> import grundy
    >>> grundy.nim(1) + grundy.nim(2) & grundy.nim(3)
    (nim:1 + nim:2) & nim:3
    >>> sum(grundy.nim(heap) for heap in (1, 2, 3))
    nim:1 + nim:2 + nim:3
    """

    # ---- for subclasses

    def _leaves(self) -> list[_Leaf]:
        raise NotImplementedError

    def _program(self, misere: bool) -> tuple:
        raise NotImplementedError

    def _after(self, targets: Mapping[int, int]) -> Playable:
        raise NotImplementedError

    def _compound(self, misere: bool) -> Any:
        return _core.compound_new(misere, self._program(misere))

    # ---- operators

    def _joined(self, other: object, kind: int) -> Compound:
        if isinstance(other, int) and not isinstance(other, bool):
            other = nim(other)
        if not isinstance(other, Playable):
            return NotImplemented
        parts: list[Playable] = []
        for side in (self, other):
            parts += side.parts if isinstance(side, Compound) and side._kind == kind else [side]
        return Compound(kind, parts)

    def __add__(self, other: object) -> Compound:
        return self._joined(other, 0)

    def __and__(self, other: object) -> Compound:
        return self._joined(other, 1)

    def __or__(self, other: object) -> Compound:
        return self._joined(other, 2)

    def __radd__(self, other: object) -> Playable:
        # sum() begins with 0.
        return self if isinstance(other, int) and other == 0 else self + other

    __rand__, __ror__ = __and__, __or__

    def __mul__(self, times: object) -> Playable:
        if not isinstance(times, int):
            return NotImplemented
        if times < 1:
            raise ArgumentError("a compound has at least one component")
        return self if times == 1 else Compound(0, [self] * times)

    __rmul__ = __mul__

    # ---- evaluating

    def evaluate(self, *, misere: bool = False, search: bool = True, limit: int = 0,
                 memory: int = 0, progress: Progress = False) -> Evaluation:
        """Evaluates the position, by theorems where they apply, and otherwise by a search of at
        most ``limit`` positions within ``memory`` bytes.

        >>> import grundy
        >>> e = (grundy.nim(2) & grundy.nim(3)).evaluate()
        >>> e.outcome, e.remoteness, e.by["remoteness"]
        ('N', 1, 'theorem [Smi66, (9)]')
        >>> (grundy.nim(1) + grundy.nim(1)).evaluate(misere=True).outcome
        'N'
        """
        with showing(progress) as bar:
            found, reason = self._compound(misere).evaluate(not search, limit, memory, bar)
        return Evaluation._make(found, reason)

    @property
    def outcome(self) -> str | None:
        """P, N or D in normal play; None if it is not known."""
        return self.evaluate().outcome

    @property
    def value(self) -> Any:
        """The value: an integer, or ∞ with a set K."""
        return self.evaluate().value

    @property
    def remoteness(self) -> Any:
        """The number of moves with which the winner wins as fast as possible."""
        return self.evaluate().remoteness

    def best(self, *, misere: bool = False, most: int = 10_000, search: bool = True,
             limit: int = 0, memory: int = 0, progress: Progress = False) -> Moves:
        """Returns the best moves: at an N-position those that win, at a draw those that keep it. A
        player who always makes the first one wins every won position and never loses a draw. At a
        P-position every move loses; the first one resists longest.

        >>> import grundy
        >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
        >>> (g.at("a") + grundy.nim(5) + grundy.heap("kayles", 7)).best()
        [2: 5 -> 2, 3: 7 -> 1,5 (take 1 from 7 leaving 1 and 5)]
        >>> (grundy.nim(1) + grundy.nim(1) + grundy.nim(3)).best(misere=True)
        [3: 3 -> 1]
        """
        with showing(progress) as bar:
            found, reason, moves, complete = self._compound(misere).best(most, not search, limit,
                                                                         memory, bar)
        evaluation = Evaluation._make(found, reason)
        listed = [Move(self, move) for move in moves]
        if evaluation.outcome in ("N", "D") and complete:
            good = "P" if evaluation.outcome == "N" else "D"
            listed = [move for move in listed if move.after.outcome in (good, None)]
        return Moves(listed, evaluation, complete)

    def moves(self, most: int = 10_000, *, misere: bool = False) -> Moves:
        """Returns the moves of the position, good or bad.

        >>> import grundy
        >>> grundy.nim(2).moves()
        [2 -> 0, 2 -> 1]
        """
        listed, complete = self._compound(misere).moves(most)
        return Moves([Move(self, move) for move in listed], None, complete)

    def explore(self, limit: int = 1_000_000, *, misere: bool = False,
                progress: Progress = False) -> Game:
        """Returns the game of all positions that can be reached from this one.

        >>> import grundy
        >>> (grundy.nim(1) + grundy.nim(2)).explore().positions
        ['1, 2', '0, 2', '1, 0', '1, 1', '0, 0', '0, 1']
        """
        from ._game import Game

        with showing(progress) as bar:
            return Game._wrap(self._compound(misere).explore(limit, bar))

    def why(self, depth: int = 1) -> Explanation:
        """Explains the position in sentences that can be checked one by one; ``depth`` 2 also
        explains the positions that are given as reasons.

        >>> import grundy
        >>> grundy.nim(1).why()
        1 is an N-position: the move to 0 leads to a P-position.
        1 has remoteness 1: the fastest win is the move to 0, which has the least even remoteness, 0.
          Best play: 1 -> 0, 1 move.
        1 has value 1: moves lead to value 0 (0), and none leads to value 1.
        """
        return self.explore(_EXPLORED)._position(0).why(depth)

    def play(self, *, first: int = 0, misere: bool = False, progress: Progress = False) -> Match:
        """Starts a match from this position; see :class:`Match`."""
        return Match(self, first, misere, progress)

    def __repr__(self) -> str:
        return str(self)


class _Leaf(Playable):
    """A position of one component."""

    def _component(self, misere: bool) -> Any:
        raise NotImplementedError

    def _key_at(self, at: int) -> Any:
        raise NotImplementedError

    def _number_of(self, position: Any) -> int:
        raise NotImplementedError

    def _moved(self, at: int) -> _Leaf:
        raise NotImplementedError

    _at: int

    def _leaves(self) -> list[_Leaf]:
        return [self]

    def _program(self, misere: bool) -> tuple:
        return ((self._component(misere), self._at),)

    def _after(self, targets: Mapping[int, int]) -> Playable:
        return self._moved(targets[0]) if 0 in targets else self


class Position(_Leaf):
    """A position of a game.

    Columns of the solution are attributes: ``outcome``, ``value`` (with K), ``remoteness``,
    ``distance``, ``counter``, ``misere``, ``player`` and so on.

    >>> import grundy
    >>> s = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")]).solve()
    >>> s["b"]
    Position b: N-position, value 1, remoteness 1
    >>> s["b"].outcome, s["b"].value, s["b"].distance, s["b"].followers
    ('N', 1, inf, ['a', 'c'])
    >>> s["b"].best()
    [b -> c, b -> a]
    """

    def __init__(self, game: Game, at: int, solution: Solution | None = None) -> None:
        self.game = game
        self._at = at
        self._solution = solution

    def _bound(self, solution: Solution) -> Position:
        return Position(self.game, self._at, solution)

    # ---- as a component

    def _component(self, misere: bool) -> Any:
        return self.game._component(misere)

    def _key_at(self, at: int) -> Any:
        return self.game._key(at)

    def _number_of(self, position: Any) -> int:
        return self.game.number(position)

    def _moved(self, at: int) -> Position:
        return Position(self.game, at, self._solution)

    # ---- what it is

    @property
    def number(self) -> int:
        """The number of the position in its game."""
        return self._at

    @property
    def name(self) -> str:
        """The name of the position in files and pictures."""
        return self.game._name(self._at)

    @property
    def key(self) -> Any:
        """The object that the position was made of; its name in games that were opened or read."""
        return self.game._key(self._at)

    @property
    def followers(self) -> list[Any]:
        """The positions one move away."""
        self.game._require()
        return [self.game._key(to) for to in self.game._core.followers(self._at)]

    @property
    def is_terminal(self) -> bool:
        """Whether no move can be made."""
        self.game._require()
        frontier = self.game.frontier
        leaves = frontier is not None and bool(frontier[self._at])
        return not leaves and not self.game._core.followers(self._at)

    @property
    def label(self) -> str | None:
        """The text that pictures show, if the game has one."""
        return self.game._core.label(self._at)

    # ---- what is known

    def solution(self) -> Solution:
        """Returns the solution in which the position is looked up."""
        return self.game._solved() if self._solution is None else self._solution

    def _solution_with(self, column: str) -> Solution | None:
        """Returns a solution that has the column; None if the game does not have it."""
        solution = self.solution()
        if column not in solution.columns:
            solution = self.game._solved()
        return solution if column in solution.columns else None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in _ATTRIBUTES:
            raise AttributeError(f"a position has no attribute '{name}'")
        solution = self.solution()
        if _ATTRIBUTES[name] not in solution.columns:
            solution = self.game._solved_for(name)
        return solution.entry(name, self._at)

    @property
    def outcome(self) -> str | None:
        """P, N or D; in two-coloured games A, B or D; None in games with payoffs, and where it is not
        known in a window."""
        found = self._solution_with("outcome")
        return None if found is None else found.entry("outcome", self._at)

    @property
    def value(self) -> Any:
        """The value: an integer, or ∞ with a set K; None in games that have no values, and where it
        is not known in a window."""
        found = self._solution_with("grundy")
        return None if found is None else found.value(self._at)

    @property
    def remoteness(self) -> Any:
        """The number of moves with which the winner wins as fast as possible; ∞ in a draw; None in
        games with payoffs."""
        found = self._solution_with("remoteness")
        return None if found is None else found.entry("remoteness", self._at)

    def best(self, *, misere: bool = False, progress: Progress = False, **limits: Any) -> Moves:
        """Returns the best moves, as :meth:`Playable.best` does; in a game with payoffs one move
        with which the player gets the payoff that can be forced.

        >>> import grundy
        >>> grundy.Game({"a": "bc"}, players={"a": "A", "b": "B", "c": "B"},
        ...             payoffs={"b": 1, "c": 2}).at("a").best()
        [a -> c]
        """
        if self.game._core.payoffs() is None:
            return super().best(misere=misere, progress=progress, **limits)
        found = [] if self.is_terminal else [self.play(misere=misere, progress=progress).best()]
        return Moves(found, None, False)

    def why(self, depth: int = 1) -> Explanation:
        """Explains the outcome, the remoteness and the value in sentences.

        >>> import grundy
        >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
        >>> print(g.at("b").why().splitlines()[0])
        b is an N-position: the move to c leads to a P-position.
        """
        self.game._require()
        solution = self.game._solved()
        return Explanation(_core.explain(self.game._core, solution._core, self._at, depth, 0,
                                         False).decode().rstrip("\n"))

    def draw(self, radius: int = 2, **options: Any) -> Picture:
        """Draws the positions at most ``radius`` moves from this one; see :meth:`Game.draw`."""
        return self.game.draw(around=self.key, radius=radius, highlight=[self.key], **options)

    def _facts(self) -> str:
        solution = self.solution()
        facts = []
        if "player" in solution.columns:
            facts.append(f"player {solution.entry('player', self._at)} to move")
        if "outcome" in solution.columns:
            outcome = solution.entry("outcome", self._at)
            facts.append(_OUTCOMES[outcome] if outcome else "outcome not known")
        if "grundy" in solution.columns and solution.value(self._at) is not None:
            facts.append(f"value {solution.value(self._at)}")
        for name in ("remoteness", "guarantee", "cap"):
            if name in solution.columns:
                entry = solution.entry(name, self._at)
                if entry is not None and entry != math.inf:
                    facts.append(f"{name} {entry}")
        return ", ".join(facts)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        facts = self._facts()
        return f"Position {self.name}: {facts}" if facts else f"Position {self.name}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and self._at == other._at

    def __hash__(self) -> int:
        return hash((id(self.game), self._at))


def _word(text: str) -> str:
    """Returns the text as a word of an expression, in quotes if it needs them."""
    return text if re.fullmatch(r"[\w.,:/-]+", text) else _core.quote(text)


class _NamedGame:
    """A game given by a text, which is opened once more when it is first used in misère play."""

    def __init__(self, text: str, source: str, component: Any) -> None:
        self._text, self._source, self.made = text, source, component
        self._misere: Any = None

    def component(self, misere: bool) -> Any:
        # Only digraphs are solved for one kind of play; their positions have the same numbers in
        # the other.
        if not misere or not self.made.is_digraph:
            return self.made
        if self._misere is None:
            self._misere = _core.expression_open(self._text, True, None).component(0)[0]
        return self._misere

    def text_at(self, at: int) -> str:
        name = self.made.name(at)
        if self.made.is_digraph and not self._source.startswith("take{"):
            return f"{_word(self._source)}@{_word(name)}"
        return f"{self._source}:{name}"


class NamedPosition(_Leaf):
    """A position of a game that is not a digraph, such as a heap: see :func:`nim`, :func:`heap` and
    :func:`position`."""

    def __init__(self, text: str, game: _NamedGame, at: int) -> None:
        self._text, self._game, self._at = text, game, at

    def _component(self, misere: bool) -> Any:
        return self._game.component(misere)

    def _key_at(self, at: int) -> Any:
        return self._game.made.name(at)

    def _number_of(self, position: Any) -> int:
        return self._game.made.find(str(position))

    def _moved(self, at: int) -> NamedPosition:
        return NamedPosition(self._game.text_at(at), self._game, at)

    @property
    def name(self) -> str:
        """The name of the position."""
        return self._game.made.name(self._at)

    def __str__(self) -> str:
        return self._text


class Compound(Playable):
    """Several positions played together.

    >>> import grundy
    >>> c = grundy.nim(1) | grundy.nim(2)
    >>> c.kind, c.parts
    ('selective', [nim:1, nim:2])
    """

    def __init__(self, kind: int, parts: Sequence[Playable]) -> None:
        self._kind = kind
        self.parts: list[Playable] = list(parts)

    @property
    def kind(self) -> str:
        """sum, conjunctive or selective."""
        return ("sum", "conjunctive", "selective")[self._kind]

    def _leaves(self) -> list[_Leaf]:
        return [leaf for part in self.parts for leaf in part._leaves()]

    def _program(self, misere: bool) -> tuple:
        actions = [action for part in self.parts for action in part._program(misere)]
        return (*actions, (self._kind, len(self.parts)))

    def _after(self, targets: Mapping[int, int]) -> Compound:
        parts, begin = [], 0
        for part in self.parts:
            count = len(part._leaves())
            moved = {i - begin: to for i, to in targets.items() if begin <= i < begin + count}
            parts.append(part._after(moved) if moved else part)
            begin += count
        return Compound(self._kind, parts)

    def __str__(self) -> str:
        return f" {_SIGNS[self._kind]} ".join(
            f"({part})" if isinstance(part, Compound) else str(part) for part in self.parts)


# ---- positions that are not of a digraph

def position(text: str, *, progress: Progress = False) -> NamedPosition:
    """Returns the position of one game given by text, as in the expressions of the command: a heap,
    coins, an ordinal, or a file or rules with a position.

    >>> import grundy
    >>> grundy.position("ordinal:(w*2+3)").value
    ω*2+3
    >>> (grundy.position("wythoff:3,5@1,2") + grundy.position("coins:1.05")).outcome
    'N'
    >>> grundy.position("wythoff:3,5@1,2").best(misere=True)[0].position
    wythoff:3,5@0,1
    """
    with showing(progress) as bar:
        expression = _core.expression_open(text, False, bar)
    if expression.compound().count != 1:
        raise ArgumentError("the text has several games; join positions with +, & and |")
    component, at = expression.component(0)
    return NamedPosition(text, _NamedGame(text, expression.source(0), component), at)


_NIM = _NamedGame("nim:0", "nim", _core.component_nim())


def nim(heap: int) -> NamedPosition:
    """Returns a heap of Nim.

    >>> import grundy
    >>> (grundy.nim(3) + grundy.nim(5)).value
    6
    """
    heap = index(heap)
    if not 0 <= heap < 2**31:
        raise ArgumentError("a heap of Nim has from 0 to 2147483647 tokens")
    return NamedPosition(f"nim:{heap}", _NIM, heap)


# ---- matches

class Match:
    """A match of two players, 0 and 1.

    >>> import grundy
    >>> match = (grundy.nim(1) + grundy.nim(2)).play()
    >>> match.best()
    2: 2 -> 1
    >>> match.move(match.best())
    >>> match.move({0: "0"})
    >>> match.turn, match.worth, match.position
    (0, (1.0, -1.0), nim:0 + nim:1)
    >>> match.move("2: 1 -> 0")
    >>> match.is_over, match.winner
    (True, 0)
    >>> match.undo(), match.is_over
    (True, False)
    """

    def __init__(self, start: Playable, first: int = 0, misere: bool = False,
                 progress: Progress = False) -> None:
        leaves = start._leaves()
        component = leaves[0]._component(misere) if len(leaves) == 1 else None
        self.start = start
        self._compound = start._compound(misere)
        self._leaves = leaves
        with showing(progress) as bar:
            self._core = _core.match_new(self._compound, component, first, bar)

    # ---- where it is

    def _now(self) -> tuple:
        return self._core.position(self._core.length())

    @property
    def turn(self) -> int:
        """The player to move."""
        return self._now()[0]

    @property
    def worth(self) -> tuple[float, float]:
        """What the position is worth to each player: 1 a win, 0 a draw, -1 a loss; in a game with
        payoffs the payoff that the player can be sure of."""
        return self._now()[1:3]

    @property
    def is_over(self) -> bool:
        """Whether the player to move has no move."""
        return self._now()[3]

    @property
    def winner(self) -> int | None:
        """The player who has won; None if play goes on or has ended in a draw."""
        _, first, second, is_over, _ = self._now()
        return None if not is_over or first == second else int(second > first)

    def colour(self, player: int) -> str | None:
        """Returns A or B in a two-coloured game."""
        return self._core.colour(player)

    @property
    def occurrences(self) -> int:
        """How often the position has occurred with the same player to move."""
        return self._core.occurrences()

    @property
    def position(self) -> Playable:
        """The current position."""
        return self.start._after(dict(enumerate(self._compound.positions())))

    @property
    def history(self) -> list[tuple[Step, ...]]:
        """The moves made so far, each as a tuple of steps."""
        found = []
        for length in range(self._core.length()):
            steps = self._core.position(length)[4]
            found.append(tuple(Step(part, self._leaves[part]._key_at(source),
                                    self._leaves[part]._key_at(target))
                               for part, source, target in steps))
        return found

    def __len__(self) -> int:
        return self._core.length()

    # ---- moving

    def moves(self, most: int = 10_000) -> Moves:
        """Returns the moves of the current position."""
        listed, complete = self._compound.moves(most)
        origin = self.position
        return Moves([Move(origin, move) for move in listed], None, complete)

    def best(self, *, progress: Progress = False) -> Move:
        """Returns a best move for the player to move."""
        with showing(progress) as bar:
            _, found = self._core.best(bar)
        return Move(self.position, found)

    def move(self, move: Any, *, progress: Progress = False) -> None:
        """Makes a move: a :class:`Move` or its text, the position moved to if there is only one
        component, or a mapping from components, numbered from 0, to positions."""
        steps = self._steps(move)
        with showing(progress) as bar:
            self._core.move(steps, bar)

    def _steps(self, move: Any) -> list[tuple[int, int, int]]:
        now = self._compound.positions()
        if isinstance(move, Move):
            return move._steps
        if isinstance(move, Mapping):
            for part in move:
                if part not in range(len(self._leaves)):
                    raise ArgumentError(f"the compound has no component {part}")
            return [(part, now[part], self._leaves[part]._number_of(to))
                    for part, to in move.items()]
        if isinstance(move, str):
            listed = next((found for found in self.moves() if str(found) == move), None)
            if listed is not None:
                return listed._steps
        if len(self._leaves) > 1:
            raise ArgumentError(f"'{move}' is not a move; give a mapping from components to "
                                "positions")
        return [(0, now[0], self._leaves[0]._number_of(move))]

    def undo(self) -> bool:
        """Takes back the last move; False if there is none."""
        return self._core.undo()

    def reply(self, level: str = "perfect", seed: int | None = None) -> Move:
        """Makes a move for the player to move and returns it: always a best one at the level
        perfect, and with ``easy`` a random one half of the time.

        >>> import grundy
        >>> match = grundy.nim(3).play()
        >>> match.reply()
        3 -> 0
        """
        chances = {"perfect": 0.0, "fair": 0.25, "easy": 0.5}
        if level not in chances:
            raise ArgumentError(f"'{level}' is not a level; use perfect, fair or easy")
        if self.is_over:
            raise UnableError("play is over")
        dice = _random.Random(seed)
        chosen = dice.choice(self.moves(1000)) if dice.random() < chances[level] else self.best()
        self.move(chosen)
        return chosen

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"player {self.turn} to move"
        return f"Match after {len(self)} moves: {self.position}, {state}"


