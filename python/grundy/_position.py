"""Positions, compounds of several positions, their best moves, and matches."""

from __future__ import annotations

import math
import random as _random
import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, cast

from . import _arguments, _core
from ._answer import Answer
from ._answers import _OUTCOMES, Evaluation
from ._members import BestAnswer, FactAnswer, MatchAnswer
from ._errors import ArgumentError, PositionError, UnableError
from ._progress import Progress, showing
from ._solution import _ATTRIBUTES, Play, _count, play_of
from ._views import P

if TYPE_CHECKING:
    from ._game import Game
    from ._pictures import Picture
    from ._solution import Solution
    from ._values import Ordinal, Value

_TURNS = {"first": 0, "second": 1}
_SIGNS = {0: "+", 1: "&", 2: "|"}
_LISTED = 12  # legal moves that a message lists
_EXPLORED = 100_000  # positions of a compound that are explored to explain it


class Explanation(str):
    """Sentences, shown as they are, and the facts that they state.

    >>> import grundy
    >>> why = grundy.nim(1).why()
    >>> [fact.kind for fact in why.facts]
    ['n_position', 'fastest_win', 'finite_value']
    >>> why.facts[0].to, why.facts[0].sentence
    ('0', '1 is an N-position: the move to 0 leads to a P-position.')
    """

    facts: tuple[FactAnswer, ...]  #: each with its kind, parameters, sentence and details
    _answer: Answer

    def __new__(cls, data: bytes | dict[str, object]) -> Explanation:
        found: Any = Answer(data)
        made = super().__new__(cls, "\n\n".join(
            "\n".join(line for fact in paragraph for line in (
                fact.sentence, *(f"  {detail.sentence}" for detail in fact.details)))
            for paragraph in found.paragraphs))
        made.facts = tuple(fact for paragraph in found.paragraphs for fact in paragraph)
        made._answer = found
        return made

    def to_dict(self) -> dict[str, object]:
        """Returns the facts as ``grundy why --json`` prints them."""
        return self._answer.to_dict()

    def __reduce__(self) -> tuple[Any, ...]:
        return Explanation, (self.to_dict(),)

    def _repr_html_(self) -> str:
        from ._display import of_explanation

        return of_explanation(self)

    def __repr__(self) -> str:
        return str(self)


#: The kinds of moves, in the order of their bits, with the arrows of edge lists.
_ARROWS = {"ordinary": "->", "carry-on": "+>", "local": "=>", "entailing": "!>"}

#: A step as the library takes it: the component from 0, numbers of positions, and the bit of the
#: kind; 0 if the compound has no kinds of moves, or if there is only one move to that position.
_Step = tuple[int, int, int, int]


@dataclass(frozen=True, repr=False)
class Step:
    """What a move does in one component; components are numbered from 1, as they are printed.

    In games with extra turns a move is a turn of several steps, one after the other.

    >>> import grundy
    >>> g = grundy.parse("moon +> end\\nmoon end")
    >>> (g.at("moon") + grundy.nim(2)).best()[0].steps
    (Step(component=1, from_='moon', to='end', kind='carry-on'), Step(component=2, from_='2', to='0'))
    """

    component: int
    from_: Hashable  #: the position before
    to: Hashable  #: the position after
    kind: str = "ordinary"  #: of the move: ordinary, carry-on, local or entailing

    def __repr__(self) -> str:
        kind = "" if self.kind == "ordinary" else f", kind={self.kind!r}"
        return f"Step(component={self.component!r}, from_={self.from_!r}, to={self.to!r}{kind})"


def _steps_of(leaves: Sequence[_Leaf], steps: Sequence[_Step]) -> tuple[Step, ...]:
    kinds = list(_ARROWS)
    return tuple(Step(part + 1, leaves[part]._key_at(source), leaves[part]._key_at(target),
                      kinds[max(kind.bit_length() - 1, 0)])
                 for part, source, target, kind in steps)


class Move(Evaluation):
    """A move: its steps, the evaluation of the position that it leads to, ``verdict``, which is
    win, draw or loss for the player who makes it, and whether it is one of the ``best``.

    >>> import grundy
    >>> move = (grundy.nim(3) + grundy.nim(5)).best()[0]
    >>> move
    2: 5 -> 3
    >>> move.steps
    (Step(component=2, from_='5', to='3'),)
    >>> move.outcome, move.verdict, move.best, move.position
    ('P', 'win', True, nim:3 + nim:3)
    """

    verdict: Literal["win", "draw", "loss"] | None  #: what the player who makes it gets
    best: bool  #: whether it is one of the best moves

    def __init__(self, origin: Playable, data: dict[str, Any] | bytes) -> None:
        super().__init__(data)
        self._origin = origin

    @property
    def _steps(self) -> list[_Step]:
        """The steps as the library takes them."""
        leaves, given = self._origin._leaves(), cast("list[dict[str, Any]]", self._data["steps"])
        return [(step["component"] - 1, leaves[step["component"] - 1]._number_at(step["from"]),
                 leaves[step["component"] - 1]._number_at(step["to"]),
                 1 << list(_ARROWS).index(step["kind"]) if "kind" in step else 0) for step in given]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, one per component that moves; in games with extra turns, one per move."""
        return _steps_of(self._origin._leaves(), self._steps)

    @property
    def position(self) -> Playable:
        """The position after the move."""
        if len(self._origin._leaves()) == 1:
            return self._origin._after({part: target for part, _, target, _ in self._steps})
        after = self._origin._compound(play_of()).after(self._steps)
        return self._origin._after(dict(enumerate(after)))

    @property
    def to(self) -> Hashable:
        """The position after the move, of the only component that moves."""
        if len(self.steps) != 1:
            raise ArgumentError("the move has several steps; use move.steps")
        return self.steps[0].to

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (self._origin, self._data)

    def __str__(self) -> str:
        alone = len(self._origin._leaves()) == 1
        return ", ".join(("" if alone else f"{step['component']}: ") + f"{step['from']} "
                         + f"{_ARROWS[step.get('kind', 'ordinary')]} {step['to']}"
                         + (f" ({step['words']})" if step["words"] else "")
                         for step in cast("list[dict[str, Any]]", self._data["steps"]))

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._data["steps"] == other._data["steps"]

    def __hash__(self) -> int:
        return hash(str(self))


class _Best(Evaluation, BestAnswer):  # type: ignore[misc]  # origins are a mapping in Python
    """The evaluation of a position, with the other members of the answer about its best moves."""


class Moves(list[Move]):
    """A list of moves, with the evaluation of the position.

    >>> import grundy
    >>> best = grundy.nim(3).best()
    >>> best, best.evaluation.outcome, best.complete
    ([3 -> 0], 'N', True)
    >>> best.to_dict()["moves"][0]["verdict"]
    'win'
    """

    evaluation: Evaluation  #: of the position before the move; empty in a list of all moves
    complete: bool  #: the list has all moves that were asked for

    def __init__(self, origin: Playable, data: bytes) -> None:
        self.evaluation = _Best(data)
        found: dict[str, Any] = self.to_dict()
        super().__init__(Move(origin, move) for move in found["moves"])
        self.complete = found["complete"]

    def to_dict(self) -> dict[str, object]:
        """Returns the answer as ``grundy best --json`` prints it."""
        return self.evaluation.to_dict()

    def _repr_html_(self) -> str:
        from ._display import of_moves

        return of_moves(self)


def _search(max_positions: Any, memory: Any) -> tuple[bool, int, int]:
    """Returns whether to search never, and the limits of a search, as the library takes them."""
    most = None if max_positions is None else _arguments.integer("max_positions", max_positions)
    return most == 0, most or 0, _arguments.memory(memory)


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

    def _program(self, play: Play) -> tuple:
        raise NotImplementedError

    def _after(self, targets: Mapping[int, int]) -> Playable:
        raise NotImplementedError

    def _compound(self, play: Play) -> Any:
        return _core.compound_new(play.misere, self._program(play))

    def _only(self, play: Play) -> Any:
        """Returns the component of a position of one game; None if there are several."""
        leaves = self._leaves()
        return leaves[0]._component(play) if len(leaves) == 1 else None

    def _sources(self) -> tuple[str, ...]:
        return tuple(leaf._source for leaf in self._leaves())

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

    def __add__(self, other: int | Playable) -> Compound:
        return self._joined(other, 0)

    def __and__(self, other: int | Playable) -> Compound:
        return self._joined(other, 1)

    def __or__(self, other: int | Playable) -> Compound:
        return self._joined(other, 2)

    def __radd__(self, other: int) -> Playable:
        # sum() begins with 0.
        return self if isinstance(other, int) and other == 0 else self + other

    __rand__, __ror__ = __and__, __or__

    def __mul__(self, times: int) -> Playable:
        if not isinstance(times, int) or isinstance(times, bool):
            return NotImplemented
        if times < 1:
            raise ArgumentError("a compound has at least one component")
        return self if times == 1 else Compound(0, [self] * times)

    __rmul__ = __mul__

    # ---- evaluating

    @_arguments.answers("value")
    def evaluate(self, *, misere: bool = False, max_positions: int | None = None,
                 memory: int | str | None = None, progress: Progress = False) -> Evaluation:
        """Evaluates the position, by theorems where they apply, and otherwise by a search of at
        most 20 million positions, or of ``max_positions`` (0: no search), within ``memory`` bytes.

        >>> import grundy
        >>> e = (grundy.nim(2) & grundy.nim(3)).evaluate()
        >>> e.outcome, e.remoteness, e.by["remoteness"].theorem
        ('N', 1, '[Smi66, (9)]')
        >>> (grundy.nim(1) + grundy.nim(1)).evaluate(misere=True).outcome
        'N'
        """
        how = _search(max_positions, memory)
        with showing(progress) as bar:
            return Evaluation(self._compound(play_of(misere)).evaluate(*how, bar))

    @property
    def _known(self) -> Evaluation:
        """The evaluation with the default limits, which is kept."""
        found = self.__dict__.get("_evaluation")
        if found is None:
            found = self.__dict__["_evaluation"] = self.evaluate()
        return found

    @property
    def rests_on(self) -> str:
        """What evaluations rest on apart from theorems and searches: ``swap``, a promise of rules
        whose positions are described as the player to move sees them; usually nothing, ''."""
        return self._compound(play_of()).rests_on

    @property
    def outcome(self) -> str | None:
        """P, N or D in normal play, A, B or D in a game with players; None if it is not known."""
        return self._known.outcome

    @property
    def value(self) -> Value | Ordinal | None:
        """The value: an integer, or ∞ with a set K; None if it is not known."""
        return self._known.value

    @property
    def remoteness(self) -> float | Ordinal | None:
        """The number of moves with which the winner wins as fast as possible; None if it is not
        known."""
        return self._known.remoteness

    @_arguments.answers("best")
    def best(self, *, turn: str = "first", misere: bool = False, payoff: float | None = None,
             infinite: float | None = None, all: bool = False, all_moves: bool = False,
             max_positions: int | None = None, memory: int | str | None = None,
             progress: Progress = False) -> Moves:
        """Returns the moves that keep what the player to move can get: at an N-position those that
        win, at a draw those that keep it, and in a game with payoffs those that guarantee the
        payoff. A player who always makes the first one wins every won position and never loses a
        draw. At a P-position every move loses; the first one resists longest. At most 12 moves are
        listed by default. ``memory`` limits the bytes of a search.

        >>> import grundy
        >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
        >>> (g.at("a") + grundy.nim(5) + grundy.heap("kayles", 7)).best()
        [2: 5 -> 2, 3: 7 -> 1,5 (take 1 from 7 leaving 1 and 5)]
        >>> (grundy.nim(1) + grundy.nim(1) + grundy.nim(3)).best(misere=True)
        [3: 3 -> 1]
        """
        _arguments.choice("turn", turn, _TURNS)
        many, every = _arguments.flag("all", all), _arguments.flag("all_moves", all_moves)
        how, play = _search(max_positions, memory), play_of(misere, payoff, infinite)
        compound = self._compound(play)
        with showing(progress) as bar:
            return Moves(self, compound.best(self._sources(), self._only(play), _TURNS[turn], every,
                                             10_000 if many or every else 12, *how, bar))

    def moves(self, most: int = 10_000, *, misere: bool = False) -> Moves:
        """Returns the moves of the position, good or bad.

        >>> import grundy
        >>> grundy.nim(2).moves()
        [2 -> 0, 2 -> 1]
        """
        return Moves(self, self._compound(play_of(misere)).moves(_arguments.integer("most", most)))

    def explore(self, max_positions: int = 1_000_000, *, misere: bool = False,
                progress: Progress = False) -> Game:
        """Returns the game of all positions that can be reached from this one, at most
        ``max_positions``.

        >>> import grundy
        >>> (grundy.nim(1) + grundy.nim(2)).explore().positions
        ['1, 2', '0, 2', '1, 0', '1, 1', '0, 0', '0, 1']
        """
        from ._game import Game

        most = _arguments.integer("max_positions", max_positions, 1)
        with showing(progress) as bar:
            return Game._wrap(self._compound(play_of(misere)).explore(most, bar))

    @_arguments.answers("why")
    def why(self, depth: int = 1, *, misere: bool = False,
            infinite: float | None = None, language: str = "en") -> Explanation:
        """Explains the position in sentences that can be checked one by one. In games with extra
        turns, ``depth`` changes nothing: only the position itself is explained.

        >>> import grundy
        >>> grundy.nim(1).why()
        1 is an N-position: the move to 0 leads to a P-position.
        1 has remoteness 1: the fastest win is the move to 0, which has the least even remoteness, 0.
          Best play: 1 -> 0, 1 move.
        1 has value 1: moves lead to value 0 (0), and none leads to value 1.
        """
        depth = _arguments.integer("depth", depth, 0, _arguments.MOST_NIMBER)
        play, words = play_of(misere, None, infinite), _arguments.language(language)
        if all(isinstance(leaf, NamedPosition) for leaf in self._leaves()):
            return Explanation(_core.why(str(self), depth, play.misere, play.infinite, words, None))
        compound = self._compound(play)
        if compound.has_turns:
            return Explanation(compound.explain(words))
        return self.explore(_EXPLORED)._position(0).why(depth, misere=misere, infinite=infinite,
                                                        language=language)

    @_arguments.answers("match")
    def play(self, *, first: int = 0, misere: bool = False, infinite: float | None = None,
             max_positions: int | None = None, progress: Progress = False) -> Match:
        """Starts a match from this position; see :class:`Match`."""
        return Match(self, first, misere, infinite, max_positions, progress)

    def _repr_html_(self) -> str:
        from ._display import of_playable

        return of_playable(self)

    def __repr__(self) -> str:
        return str(self)


class _Leaf(Playable):
    """A position of one component."""

    def _component(self, play: Play) -> Any:
        raise NotImplementedError

    def _key_at(self, at: int) -> Any:
        raise NotImplementedError

    def _number_of(self, position: Any) -> int:
        raise NotImplementedError

    def _number_at(self, name: str) -> int:
        raise NotImplementedError

    def _moved(self, at: int) -> _Leaf:
        raise NotImplementedError

    _at: int

    @property
    def _source(self) -> str:
        raise NotImplementedError

    @property
    def name(self) -> str:
        """The name of the position."""
        raise NotImplementedError

    def _leaves(self) -> list[_Leaf]:
        return [self]

    def _program(self, play: Play) -> tuple:
        return ((self._component(play), self._at),)

    def _after(self, targets: Mapping[int, int]) -> Playable:
        return self._moved(targets[0]) if 0 in targets else self


class Position(_Leaf, Generic[P]):
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

    game: Game[P]  #: the game that it is a position of

    def __init__(self, game: Game[P], at: int, solution: Solution[P] | None = None) -> None:
        self.game = game
        self._at = at
        self._solution = solution

    def _bound(self, solution: Solution[P]) -> Position[P]:
        return Position(self.game, self._at, solution)

    def _entries(self, columns: Sequence[str]) -> list[Any]:
        solution = self.solution
        return [solution._entry(name, self._at) for name in columns]

    # ---- as a component

    def _component(self, play: Play) -> Any:
        return self.game._component(play)

    def _key_at(self, at: int) -> Any:
        return self.game._key(at)

    def _number_of(self, position: Any) -> int:
        return self.game.number(position)

    def _number_at(self, name: str) -> int:
        return self.game._core.find(name)

    @property
    def _source(self) -> str:
        return self.game._source

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
    def key(self) -> P:
        """The object that the position was made of; its name in games that were opened or read."""
        return self.game._key(self._at)

    @property
    def followers(self) -> list[P]:
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

    @property
    def solution(self) -> Solution[P]:
        """The solution in which the position is looked up."""
        return self.game._solved() if self._solution is None else self._solution

    def _solution_with(self, column: str) -> Solution | None:
        """Returns a solution that has the column; None if the game does not have it."""
        solution = self.solution
        if column not in solution.columns:
            solution = self.game._solved()
        return solution if column in solution.columns else None

    if TYPE_CHECKING:  # the columns of solutions
        abe: str | None
        barbara: str | None
        c: frozenset[float | None] | None
        cap: float | None
        cap_moves: float | None
        counter: int | None
        distance: float | None
        draw_level: float | None
        draw_remoteness: float | None
        grundy: float | None
        guarantee: float | None
        guarantee_moves: float | None
        hmin: float | None
        j: frozenset[float | None] | None
        k: frozenset[float | None] | None
        misere: str | None
        misere_remoteness: float | None
        player: str | None
        q0: float | None
        q1: float | None
        q2: float | None
        qm1: float | None
        qv: float | None
        turn_distance: float | None
        turn_remoteness: float | None
        window: str | None
    else:
        def __getattr__(self, name):
            if name.startswith("_") or name not in _ATTRIBUTES:
                raise AttributeError(f"a position has no attribute '{name}'")
            solution = self.solution
            if _ATTRIBUTES[name] not in solution.columns:
                solution = self.game._solved_for(name)
            return solution._entry(name, self._at)

    @property
    def outcome(self) -> str | None:
        """P, N or D; in two-coloured games A, B or D; None in games with payoffs, and where it is not
        known in a window."""
        found = self._solution_with("outcome")
        return None if found is None else found._entry("outcome", self._at)

    @property
    def value(self) -> Value | None:
        """The value: an integer, or ∞ with a set K; None in games that have no values, and where it
        is not known in a window."""
        found = self._solution_with("grundy")
        return None if found is None else found._value(self._at)

    @property
    def remoteness(self) -> float | None:
        """The number of moves with which the winner wins as fast as possible; ∞ in a draw; None in
        games with payoffs."""
        found = self._solution_with("remoteness")
        return None if found is None else found._entry("remoteness", self._at)

    @_arguments.answers("why")
    def why(self, depth: int = 1, *, misere: bool = False,
            infinite: float | None = None, language: str = "en") -> Explanation:
        """Explains the outcome, the remoteness and the value in sentences. In games with extra turns,
        ``depth`` changes nothing: only the position itself is explained.

        >>> import grundy
        >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
        >>> print(g.at("b").why().splitlines()[0])
        b is an N-position: the move to c leads to a P-position.
        >>> print(g.at("b").why(language="de").splitlines()[0])
        b ist eine N-Stellung: Der Zug nach c führt zu einer P-Stellung.
        """
        depth = _arguments.integer("depth", depth, 0, _arguments.MOST_NIMBER)
        self.game._require()
        if self.game._graph.kinds() is not None:
            return super().why(depth, misere=misere, infinite=infinite, language=language)
        play = play_of(misere, None, infinite)
        solution = (self.game._solved_for("misere,misere_remoteness") if play.misere
                    else self.game._solved(play))
        return Explanation(_core.explain(self.game._core, solution._core, self._at, depth,
                                         play.misere, _arguments.language(language)))

    def draw(self, radius: int = 2, **options: bool | float | str | Sequence[str] | None) -> Picture:
        """Draws the positions at most ``radius`` moves from this one; see :meth:`Game.draw`."""
        return self.game.draw(around=self.key, radius=radius, highlight=[self.key],
                              **options)  # type: ignore[arg-type]

    def _repr_html_(self) -> str:
        from ._display import of_position

        return of_position(self)

    def _facts(self) -> str:
        solution = self.solution
        facts = []
        if "player" in solution.columns:
            facts.append(f"player {solution._entry('player', self._at)} to move")
        if "outcome" in solution.columns:
            outcome = solution._entry("outcome", self._at)
            facts.append(_OUTCOMES[outcome] if outcome else "outcome not known")
        if "grundy" in solution.columns and solution._value(self._at) is not None:
            facts.append(f"value {solution._value(self._at)}")
        for name in ("remoteness", "guarantee", "cap"):
            if name in solution.columns:
                entry = solution._entry(name, self._at)
                if entry is not None and entry != math.inf:
                    facts.append(f"{name} {entry}")
        return ", ".join(facts)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        facts = self._facts()
        return f"Position {self.name}: {facts}" if facts else f"Position {self.name}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.key)


def _word(text: str) -> str:
    """Returns the text as a word of an expression, in quotes if it needs them."""
    return text if re.fullmatch(r"[\w.,:/-]+", text) else _core.quote(text)


class _NamedGame:
    """A game given by a text, which is opened once more for another kind of play."""

    def __init__(self, text: str, source: str, component: Any) -> None:
        self._text, self.source, self.made = text, source, component
        self._others: dict[Play, Any] = {}

    def component(self, play: Play) -> Any:
        # Only digraphs are solved for one kind of play; their positions have the same numbers in
        # the other.
        if play == play_of() or not self.made.is_digraph:
            return self.made
        if play not in self._others:
            self._others[play] = _core.expression_open(self._text, *play, None).component(0)[0]
        return self._others[play]

    def text_at(self, at: int) -> str:
        name = self.made.name(at)
        if self.made.is_digraph and not self.source.startswith("take{"):
            return f"{_word(self.source)}@{_word(name)}"
        return f"{self.source}:{name}"


class NamedPosition(_Leaf):
    """A position of a game that is not a digraph, such as a heap: see :func:`nim`, :func:`heap` and
    :func:`position`."""

    def __init__(self, text: str, game: _NamedGame, at: int) -> None:
        self._text, self._game, self._at = text, game, at

    def _component(self, play: Play) -> Any:
        return self._game.component(play)

    def _key_at(self, at: int) -> Any:
        return self._game.made.name(at)

    def _number_of(self, position: Any) -> int:
        return self._game.made.find(str(position))

    def _number_at(self, name: str) -> int:
        return self._game.made.find(name)

    @property
    def _source(self) -> str:
        return self._game.source

    def _moved(self, at: int) -> NamedPosition:
        return NamedPosition(self._game.text_at(at), self._game, at)

    @property
    def name(self) -> str:
        """The name of the position."""
        return self._game.made.name(self._at)

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, NamedPosition) and self._source == other._source
                and self.name == other.name)

    def __hash__(self) -> int:
        return hash((self._source, self.name))

    def __reduce__(self) -> tuple[Any, ...]:
        return (nim, (self._at,)) if self._game is _NIM else (position, (self._text,))

    def __str__(self) -> str:
        return self._text


class Compound(Playable):
    """Several positions played together.

    >>> import grundy
    >>> c = grundy.nim(1) | grundy.nim(2)
    >>> c.kind, c.parts
    ('selective', (nim:1, nim:2))
    """

    def __init__(self, kind: int, parts: Sequence[Playable]) -> None:
        self._kind = kind
        self.parts: tuple[Playable, ...] = tuple(parts)

    @property
    def kind(self) -> str:
        """disjunctive, which is a sum, conjunctive or selective."""
        return ("disjunctive", "conjunctive", "selective")[self._kind]

    def _leaves(self) -> list[_Leaf]:
        return [leaf for part in self.parts for leaf in part._leaves()]

    def _program(self, play: Play) -> tuple:
        actions = [action for part in self.parts for action in part._program(play)]
        return (*actions, (self._kind, len(self.parts)))

    def _after(self, targets: Mapping[int, int]) -> Compound:
        parts, begin = [], 0
        for part in self.parts:
            count = len(part._leaves())
            moved = {i - begin: to for i, to in targets.items() if begin <= i < begin + count}
            parts.append(part._after(moved) if moved else part)
            begin += count
        return Compound(self._kind, parts)

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Compound) and self._kind == other._kind
                and self.parts == other.parts)

    def __hash__(self) -> int:
        return hash((self._kind, *self.parts))

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
    _arguments.text("text", text)
    with showing(progress) as bar:
        expression = _core.expression_open(text, *play_of(), bar)
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
    >>> (grundy.nim(10**18) + grundy.nim(10**18 + 1)).value
    1
    """
    heap = _arguments.integer("heap", heap, 0, 2**63 - 1)
    text = f"nim:{heap}"
    return NamedPosition(text, _NIM, heap) if heap <= _arguments.MOST_NIMBER else position(text)


# ---- matches

class Match:
    """A match of two players, 0 and 1.

    >>> import grundy
    >>> match = (grundy.nim(1) + grundy.nim(2)).play()
    >>> match.best()
    2: 2 -> 1
    >>> match.push(match.best())
    >>> match.push({1: "0"})
    >>> match.turn, match.worth, match.position
    (0, (1.0, -1.0), nim:0 + nim:1)
    >>> match.push("2: 1 -> 0")
    >>> match.is_over, match.winner
    (True, 0)
    >>> match.pop(), match.is_over
    (2: 1 -> 0, False)
    """

    start: Playable  #: the position that it began with

    def __init__(self, start: Playable, first: int = 0, misere: bool = False,
                 infinite: float | None = None, max_positions: int | None = None,
                 progress: Progress = False) -> None:
        self._limit = max_positions
        never, limit, _ = _search(max_positions, None)
        first, play = _arguments.integer("first", first, 0, 1), play_of(misere, None, infinite)
        self.start = start
        self._first, self._play = first, play
        self._compound = start._compound(play)
        self._leaves = start._leaves()
        self._replies: list[bool] = []
        with showing(progress) as bar:
            self._core = _core.match_new(self._compound, start._only(play), first, never, limit,
                                         bar)

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
        _, first, second, _, _ = self._now()
        return first, second

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
        return self._core.colour(_arguments.integer("player", player, 0, 1))

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
        return [_steps_of(self._leaves, self._core.position(length)[4])
                for length in range(self._core.length())]

    def __len__(self) -> int:
        return self._core.length()

    # ---- moving

    def moves(self, most: int = 10_000) -> Moves:
        """Returns the moves of the current position."""
        return Moves(self.position, self._compound.moves(_arguments.integer("most", most)))

    @_arguments.answers("best")
    def best(self, *, progress: Progress = False) -> Move:
        """Returns a best move for the player to move."""
        return self._best(progress)[0]

    def _best(self, progress: Progress = False) -> tuple[Move, int]:
        """Returns a best move and the remoteness of the current position, which is huge if it is
        infinite or not known, and 0 in a game with payoffs."""
        with showing(progress) as bar:
            found, remoteness = self._core.best(bar)
        return Move(self.position, found), remoteness

    def push(self, move: Move | Mapping[int, Hashable] | Hashable, *,
             progress: Progress = False) -> None:
        """Makes a move: a :class:`Move` or its text, the position moved to if there is only one
        component, or a mapping from components, numbered from 1, to positions."""
        if self.is_over:
            raise UnableError("play is over")
        try:
            steps = self._steps(move)
            with showing(progress) as bar:
                self._core.move(steps, bar)
        except ArgumentError as error:
            raise ArgumentError(self._with_moves(error.message)) from None
        except PositionError as error:
            raise PositionError(self._with_moves(error.message), error.reason) from None
        self._replies.append(False)

    def _with_moves(self, message: str) -> str:
        """Returns the message with the legal moves, or the first ones of many."""
        legal = [str(move) for move in self.moves(_LISTED + 1)]
        return f"{message}; the legal moves are {', '.join(legal[:_LISTED])}" + (
            " and others" if len(legal) > _LISTED else "")

    def _steps(self, move: Any) -> list[_Step]:
        now = self._compound.positions()
        if isinstance(move, Move):
            return move._steps
        if isinstance(move, Mapping):
            for part in move:
                if part not in range(1, len(self._leaves) + 1):
                    raise ArgumentError(f"the compound has no component {part}")
            return [(part - 1, now[part - 1], self._leaves[part - 1]._number_of(to), 0)
                    for part, to in move.items()]
        if isinstance(move, str):
            listed = next((found for found in self.moves() if str(found) == move), None)
            if listed is not None:
                return listed._steps
        if len(self._leaves) > 1:
            raise ArgumentError(f"'{move}' is not a move; give a mapping from components to "
                                "positions")
        return [(0, now[0], self._leaves[0]._number_of(move), 0)]

    def pop(self) -> Move:
        """Takes back the last move and returns it."""
        if not len(self):
            raise IndexError("no move has been made")
        steps = self._core.position(len(self) - 1)[4]
        self._core.undo()
        self._replies.pop()
        return next(move for move in self.moves() if sorted(move._steps) == sorted(steps))

    def __reduce__(self) -> tuple[Any, ...]:
        moves = [self._core.position(number)[4] for number in range(len(self))]
        return _replayed, (self.start, self._first, self._play, self._limit, moves, self._replies)

    def __copy__(self) -> Match:
        replay, arguments = self.__reduce__()
        return replay(*arguments)

    def __deepcopy__(self, memo: object) -> Match:
        return self.__copy__()

    @_arguments.answers("match")
    def report(self, *, language: str = "en") -> MatchAnswer:
        """Returns what every move did, and what would have been better, as ``grundy match --json``
        prints it.

        >>> import grundy
        >>> match = (grundy.nim(1) + grundy.nim(2)).play()
        >>> match.push("2: 2 -> 0")
        >>> match.report().history[0].effect
        'gives-win-away'
        """
        moves = [(self._core.position(number)[4], reply)
                 for number, reply in enumerate(self._replies)]
        start = self.start._compound(self._play)
        return MatchAnswer(_core.match_report(start, self.start._only(self._play), self._first,
                                              self.start._sources(), moves,
                                              _arguments.language(language)))

    @_arguments.answers("match")
    def reply(self, level: str = "perfect", seed: int | None = None) -> Move:
        """Makes a move for the player to move and returns it: always a best one at the level
        perfect; at the level fair, one move in four is random, unless the end is near; at the level
        easy, half of the moves are. In a game with payoffs, fair is perfect. With a seed it is the
        reply of the command, unless positions stand for their mirror images; without one, random
        moves differ from call to call.

        >>> import grundy
        >>> match = grundy.nim(3).play()
        >>> match.reply()
        3 -> 0
        """
        sides = {"perfect": 1, "fair": 4, "easy": 2}
        _arguments.choice("level", level, sides)
        seed = _random.getrandbits(63) if seed is None else _arguments.integer("seed", seed, 0, 2**64 - 1)
        if self.is_over:
            raise UnableError("play is over")
        moves: list[Move] = [] if level == "perfect" else self.moves(1000)
        # The numbers that the command draws: the number of the move is part of its seed.
        first, second = _core.draws((seed * 1_000_003 + len(self)) % 2**64, sides[level], len(moves))
        chosen, left = self._best()
        if first != 0 if level == "easy" else level == "fair" and first == 0 and left > 4:
            chosen = moves[second]
        self.push(chosen)
        self._replies[-1] = True
        return chosen

    def _repr_html_(self) -> str:
        from ._display import of_match

        return of_match(self)

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"player {self.turn} to move"
        return f"Match after {_count(len(self), 'move')}: {self.position}, {state}"


def _replayed(start: Playable, first: int, play: Play, limit: int | None,
              moves: Sequence[Sequence[_Step]], replies: Sequence[bool]) -> Match:
    """Makes the match that was pickled or copied."""
    match = Match(start, first, play.misere, play.infinite, limit)
    for steps in moves:
        match._core.move(steps, None)
    match._replies = list(replies)
    return match
