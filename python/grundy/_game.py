"""Games: making, opening, solving and converting them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from . import _arguments, _arrays, _core
from ._errors import ArgumentError, PositionError, UnableError, UndefinedError
from ._progress import Progress, showing
from ._solution import (READS_GAME, READS_SOLUTION, WRITES_GAME, Play, Solution, _count,
                        columns_text, play_of)
from ._views import MovesView, P, PositionsView

if TYPE_CHECKING:
    from ._explore import Explorer
    import networkx
    import numpy
    import pandas
    import pyarrow
    import scipy.sparse
    from numpy.typing import NDArray

    from ._letters import Letters
    from ._linear import Lift
    from ._morphism import Map, Quotient
    from ._pictures import Picture, Trace
    from ._position import Position
    from ._questions import GameInfo

Q = TypeVar("Q", bound=Hashable)
_ALGORITHMS = {"auto": 0, "counting": 1, "lazy": 2}
_OPERATORS = {"disjunctive": 0, "conjunctive": 1, "selective": 2, "disjoint": 3}


class Game(Generic[P]):
    """A game: positions and the moves between them. Cycles and loops are allowed.

    ``moves`` is an iterable of pairs, or a mapping from positions to their followers. Positions are
    any hashable objects; ``positions`` lists some that should come first, or that no move touches.
    They are numbered in the order in which they first occur.

    ``moves`` can also be an array of NumPy with two columns of integers. Then the positions are the
    integers from 0 to the largest one in the array or in ``positions``, and each is its own number.
    One large integer could ask for more positions than there is memory, so ``max_positions`` limits
    them: by default to 16,777,216, or 16 per move if that is more.

    A player who cannot move loses, unless the game says otherwise: ``players`` maps every position
    of a two-coloured game to ``"A"`` or ``"B"``, ``outcomes`` maps terminal positions to ``"P"``,
    ``"N"``, ``"D"``, ``"A"`` or ``"B"``, and ``payoffs`` maps them to what A gets.

    Games are read only. Two are equal if they have the same positions and moves, and say the same
    about them; the order of positions and labels do not matter.

    >>> import grundy
    >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
    >>> g
    Game with 3 positions and 3 moves
    >>> grundy.Game({"a": ["b"], "b": ["a", "c"]}).positions
    ['a', 'b', 'c']
    >>> len(g), "a" in g, g["b"], g.moves
    (3, True, ['a', 'c'], MovesView([('a', 'b'), ('b', 'a'), ('b', 'c')]))
    >>> g == grundy.Game([("b", "c"), ("b", "a"), ("a", "b")])
    True
    >>> import numpy
    >>> grundy.Game(numpy.array([[2, 0]])).positions
    range(0, 3)
    """

    @overload
    def __init__(self: Game[int], moves: NDArray[numpy.integer[Any]],
                 positions: Iterable[int] = (), *, players: Mapping[int, str] | None = None,
                 outcomes: Mapping[int, str] | None = None,
                 payoffs: Mapping[int, float] | None = None,
                 labels: Mapping[int, str] | None = None,
                 max_positions: int | None = None) -> None: ...

    @overload
    def __init__(self, moves: Iterable[Sequence[P]] | Mapping[P, Iterable[P]],
                 positions: Iterable[P] = (), *, players: Mapping[P, str] | None = None,
                 outcomes: Mapping[P, str] | None = None,
                 payoffs: Mapping[P, float] | None = None,
                 labels: Mapping[P, str] | None = None,
                 max_positions: int | None = None) -> None: ...

    def __init__(self, moves: Any, positions: Iterable[Any] = (), *,
                 players: Mapping[Any, str] | None = None,
                 outcomes: Mapping[Any, str] | None = None,
                 payoffs: Mapping[Any, float] | None = None,
                 labels: Mapping[Any, str] | None = None,
                 max_positions: int | None = None) -> None:
        most = _arguments.limit("max_positions", max_positions)
        attributes = (labels, players, outcomes, payoffs)
        _check_is_moves(moves)
        _arguments.iterable("moves", moves), _arguments.iterable("positions", positions)
        for name, given in (("labels", labels), ("players", players), ("outcomes", outcomes),
                            ("payoffs", payoffs)):
            _arguments.optional(_arguments.mapping, name, given)
        if hasattr(moves, "__array_interface__"):
            self._set(*_from_array(moves, positions, attributes, most))
            return
        if isinstance(moves, Game):
            moves = {position: moves[position] for position in moves}
        if isinstance(moves, Mapping):
            adjacency = moves
            positions = [*positions, *adjacency]
            moves = ((tail, head) for tail, heads in adjacency.items() for head in heads)
        if hasattr(positions, "tolist"):
            positions = positions.tolist()  # integers of Python rather than of NumPy
        keys, numbers, tails, heads = _core.number(list(positions), moves)
        self._set(*_build(keys, numbers, tails, heads, attributes))

    def _set(self, core: Any, keys: Sequence[Any] | None = None,
             numbers: Mapping[Any, int] | None = None) -> None:
        self._graph = core  # of the library
        self._unnamed = False  # its positions get their names when these are needed
        self._source = "game"  # what answers call it
        self._keys = keys  # objects for positions; None: the names of the library
        self._numbers = numbers
        self._seen_by_mover = False
        self._acyclic: bool | None = None
        self._solutions: dict[tuple, Solution] = {}
        self._components: dict[Play, Any] = {}

    @classmethod
    def _wrap(cls, core: Any, keys: Sequence[Any] | None = None,
              numbers: Mapping[Any, int] | None = None) -> Game[Any]:
        made = cls.__new__(cls)
        made._set(core, keys, numbers)
        return made

    @property
    def _core(self) -> Any:
        """The game of the library, with the names of its positions."""
        if self._unnamed:
            keys: Any = self._keys
            self._graph = _core.build(list(map(str, keys)), _tails(self.offsets), self.targets, None,
                                      None, None, None)
            self._unnamed = False
        return self._graph

    # ---- positions

    @property
    def order(self) -> int:
        """The number of positions."""
        return self._graph.order

    @property
    def size(self) -> int:
        """The number of moves; a move listed twice is one move."""
        return self._graph.size

    def __len__(self) -> int:
        return self._graph.order

    def __iter__(self) -> Iterator[P]:
        return iter(self.positions)

    def __getitem__(self, position: Hashable) -> list[P]:
        """Returns the positions one move away, as in NetworkX."""
        return self.followers(position)

    def __contains__(self, position: object) -> bool:
        try:
            self.number(position)
        except (PositionError, TypeError):
            return False
        return True

    @property
    def positions(self) -> PositionsView[P]:
        """All positions, in the order of their numbers.

        >>> import grundy
        >>> grundy.open("wythoff:1,1").positions
        ['1,1', '0,1', '0,0']
        """
        if self._keys is None:
            self._keys = self._core.names()
        return PositionsView(self, self._keys)

    def number(self, position: Hashable) -> int:
        """Returns the number of a position, from 0. In games that were opened or read, a position
        is its name, or its number.

        >>> import grundy
        >>> grundy.Game([("a", "b")]).number("b")
        1
        """
        if self._numbers is not None:
            try:
                return self._numbers[position]
            except KeyError:
                pass
            if not isinstance(position, str):
                raise PositionError(f"the game has no position {position!r}", "no-position")
        if isinstance(position, str):
            return self._core.find(position)
        try:
            number: int = position.__index__()  # type: ignore[attr-defined]
        except AttributeError:
            raise PositionError(f"the game has no position {position!r}", "no-position") from None
        if not 0 <= number < len(self):
            raise PositionError(f"the game has no position {position!r}; it has "
                                f"{_count(len(self), 'position')}", "no-position")
        return number

    def _name(self, number: int) -> str:
        if self._unnamed and self._keys is not None:
            return str(self._keys[number])
        return self._core.name(number)

    def _key(self, number: int) -> P:
        """Returns the object that stands for a position, by its number."""
        keys: Any = self._keys
        return self._core.name(number) if keys is None else keys[number]

    def _position(self, number: int) -> Position[P]:
        from ._position import Position

        return Position(self, number)

    def at(self, position: Hashable) -> Position[P]:
        """Returns a position, to be evaluated, explained, played, or joined with others.

        >>> import grundy
        >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
        >>> g.at("a").outcome
        'P'
        >>> (g.at("b") + grundy.nim(1)).outcome
        'P'
        """
        return self._position(self.number(position))

    def followers(self, position: Hashable) -> list[P]:
        """Returns the positions one move away.

        >>> import grundy
        >>> grundy.open("wythoff:1,2").followers("1,1")
        ['0,1', '0,0']
        """
        self._require()
        return [self._key(number) for number in self._graph.followers(self.number(position))]

    @property
    def moves(self) -> MovesView[P]:
        """All moves.

        >>> import grundy
        >>> g = grundy.Game({"a": "bc"})
        >>> list(g.moves), len(g.moves), ("a", "b") in g.moves
        ([('a', 'b'), ('a', 'c')], 2, True)
        """
        self._require()
        return MovesView(self)

    # ---- equality and copies

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self is other:
            return True
        if (len(self), self.size, self.has_parts) != (len(other), other.size, other.has_parts):
            return False
        if self.has_parts:
            return self._state() == other._state()
        if self.positions == other.positions:
            return self._arrays() == other._arrays()
        numbers = _numbers_of(other.positions)
        return all(position in numbers and self._facts(number) == other._facts(numbers[position])
                   for number, position in enumerate(self.positions))

    def __hash__(self) -> int:
        return hash((len(self), self.size))

    def _arrays(self) -> list[bytes | None]:
        """Returns all arrays as bytes, to be compared."""
        core = self._graph
        found = (core.offsets(), core.targets(), core.players(), core.outcomes(), core.payoffs(),
                 core.kinds(), core.frontier())
        return [None if view is None else bytes(memoryview(view)) for view in found]

    def _facts(self, number: int) -> tuple[Any, ...]:
        """Returns what the game says about a position, to be compared."""
        core = self._graph
        first, last = memoryview(core.offsets())[number:number + 2]
        kinds = core.kinds()
        row = [self._key(head) for head in core.followers(number)]
        about = tuple(None if view is None else memoryview(view)[number] for view in (
            core.players(), core.outcomes(), core.payoffs(), core.frontier()))
        return about, dict(zip(row, memoryview(kinds)[first:last] if kinds else (1,) * len(row)))

    def _state(self) -> tuple[str, bytes]:
        """Returns a format, and the game in this format: a tablebase if it has rules."""
        core = self._core
        if core.is_explored:
            column = next(name for name in _core.solve_columns(core, False) if name != "player")
            solution = _core.solve(core, column, 0, None, None, False, None, 0, -1, None)
            return "tablebase", solution.write_text(core, "tablebase", column, None, False)
        format = "npz" if self.is_impartial and not core.has_labels else "dot"
        return format, core.write_text(format)

    def __reduce__(self) -> tuple[Any, ...]:
        # The names of the library are in the state.
        keys = None if self._numbers is None else self._keys
        return _restored, (*self._state(), keys, self._source, self.has_parts, self._seen_by_mover)

    def __copy__(self) -> Game[P]:
        return self

    def __deepcopy__(self, memo: object) -> Game[P]:
        return self

    # ---- windows and parts

    @property
    def frontier(self) -> NDArray[numpy.bool_] | None:
        """In a window of a larger game, an array of booleans: where some move leaves the window. None
        if the game is whole.

        >>> import grundy
        >>> grundy.open("wythoff:3,5", window=4).frontier
        array([ True,  True,  True,  True])
        """
        return self._attribute(self._graph.frontier(), lambda found: _arrays.of(found).view(bool))

    @property
    def has_parts(self) -> bool:
        """Whether positions come apart, and the game has their parts instead."""
        return self._graph.has_parts

    def parts(self, position: str) -> list[P]:
        """Returns the parts that a position comes apart into, in a game that was opened with
        ``split=True``: a part as often as it occurs. In other games it is the position itself.

        >>> import grundy
        >>> grundy.open("cram:2,3", split=True).parts("#.#/#.#")
        ['..']
        """
        if not isinstance(position, str):
            return [self._key(self.number(position))]
        return [self._key(number) for number in self._core.parts(position)]

    def _require(self, *, whole: bool = False, ordinary: bool = False) -> None:
        """Raises an exception if the moves of the game are not those of positions; if ``whole``,
        also if it is a window; if ``ordinary``, also if moves have kinds."""
        if ordinary and self._graph.kinds() is not None:
            raise UnableError("a game with carry-on or entailing moves cannot be exported or "
                              "reversed; save it as .edges, .dot, .graphml or .npz")
        if self.has_parts:
            raise UnableError("the game has the parts of positions, whose moves may lead to several "
                              "parts; open it without split=True")
        if whole and self._graph.frontier() is not None:
            raise UnableError("this is a window of a larger game; only solutions, explanations and "
                              "drawings use windows")

    # ---- arrays

    @property
    def offsets(self) -> NDArray[numpy.uint64]:
        """Where the row of every position begins in ``targets``: an array of uint64, read only.

        >>> import grundy
        >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
        >>> g.offsets, g.targets
        (array([0, 1, 3, 3], dtype=uint64), array([1, 0, 2], dtype=uint32))
        """
        return _arrays.of(self._graph.offsets())

    @property
    def targets(self) -> NDArray[numpy.uint32]:
        """The numbers of the followers of all positions, row by row: an array of uint32, read
        only."""
        return _arrays.of(self._graph.targets())

    def _attribute(self, found: Any, of: Callable) -> Any:
        return None if found is None else of(found)

    @property
    def players(self) -> Letters | None:
        """Who moves at every position, an array of ``"A"`` and ``"B"``; None in an impartial
        game."""
        return self._attribute(self._graph.players(), _arrays.letters)

    @property
    def outcomes(self) -> Letters | None:
        """The outcomes of terminal positions, an array of letters; None if the game does not
        specify any."""
        return self._attribute(self._graph.outcomes(), _arrays.letters)

    @property
    def payoffs(self) -> NDArray[numpy.float64] | None:
        """What A gets at terminal positions, an array of numbers; None in a game without
        payoffs."""
        return self._attribute(self._graph.payoffs(), _arrays.of)

    @property
    def kinds(self) -> NDArray[numpy.uint8] | None:
        """The kinds of all moves, in the order of ``targets``: an array of uint8 with the sum of 1
        (ordinary), 2 (carry-on), 4 (local carry-on) and 8 (entailing); None if all moves are
        ordinary.

        >>> import grundy
        >>> grundy.parse("a +> b\\na b\\nb !> c").kinds
        array([3, 8], dtype=uint8)
        """
        return self._attribute(self._graph.kinds(), _arrays.of)

    def components(self) -> tuple[int, NDArray[numpy.uint32]]:
        """Returns the number of strongly connected components, and an array with the component of
        every position. A move never leads to a larger number.

        >>> import grundy
        >>> grundy.Game([("a", "b"), ("b", "a"), ("b", "c")]).components()
        (2, array([1, 1, 0], dtype=uint32))
        """
        numbers = _arrays.blank(len(self))
        return self._graph.components(numbers), numbers

    @property
    def is_acyclic(self) -> bool:
        """Whether every play ends.

        >>> import grundy
        >>> grundy.Game([("a", "b")]).is_acyclic, grundy.Game([("a", "a")]).is_acyclic
        (True, False)
        """
        self._require(whole=True)
        if self._acyclic is None:
            count, _ = self.components()
            self._acyclic = count == len(self) and not bool(
                (_tails(self.offsets) == self.targets).any())
        return self._acyclic

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same moves, and a player who cannot move loses.

        >>> import grundy
        >>> grundy.Game([("a", "b")]).is_impartial
        True
        """
        return all(x is None for x in (self._graph.players(), self._graph.outcomes(),
                                       self._graph.payoffs()))

    def info(self, *, progress: Progress = False) -> GameInfo:
        """Returns facts about the game that are found without solving it; see
        :class:`GameInfo`."""
        from ._questions import info

        return info(self, progress=progress)

    # ---- solving

    @_arguments.answers("solve")
    def solve(self, columns: str | Sequence[str] | None = None, *, algorithm: str = "auto",
              reduce: bool = False, payoff: float | None = None, infinite: float | None = None,
              scratch: str | PathLike[str] | None = None, memory: int | str | None = None,
              gpu: int | str | None = None, progress: Progress = False) -> Solution[P]:
        """Solves all positions.

        ``memory`` limits the bytes for the game, its solution and the work: the game is solved in
        memory if that fits, or else more slowly in less memory. ``scratch`` is a folder for the
        moves of games that are larger than memory. ``gpu`` is ``"auto"`` or the number of a device.

        >>> import grundy
        >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
        >>> g.solve()
        Solution of 3 positions: 2 P, 1 N, 0 draws
        >>> g.solve("misere,hmin").columns
        ('misere', 'hmin')
        >>> grundy.open("wythoff:20,30").solve(progress=lambda phase, done, total: None)
        Solution of 441 positions: 12 P, 429 N, 0 draws
        """
        _arguments.choice("algorithm", algorithm, _ALGORITHMS)
        scratch = _arguments.optional(_arguments.path, "scratch", scratch)
        reduce, most = _arguments.flag("reduce", reduce), _arguments.memory(memory)
        payoff = None if payoff is None else _arguments.real("payoff", payoff)
        infinite = None if infinite is None else _arguments.real("infinite", infinite)
        device = -1 if gpu is None else 0 if gpu == "auto" else _arguments.integer("gpu", gpu, 1, 2**31 - 1)
        _refuse_conflicts(reduce, algorithm != "auto", scratch is not None, gpu is not None, most)
        if payoff is None and "qv" in columns_text(columns).split(","):
            raise ArgumentError("the column qv needs a payoff that A wants to get; use payoff=")
        with showing(progress) as bar:
            core = _core.solve(self._graph, columns_text(columns), _ALGORITHMS[algorithm], payoff,
                               infinite, reduce, scratch, most, device, bar)
        return Solution(self, core)

    def _solved(self, play: Play = play_of()) -> Solution:
        """Returns a solution with everything that compounds and explanations need; it is kept."""
        needed = list(_core.solve_columns(self._graph, False))
        if self.has_parts or self._graph.frontier() is not None:
            return self._solved_for(",".join(needed))
        needed += [name for name in _core.expression_columns(self._graph, play.misere,
                                                             play.payoff is not None)
                   if name not in needed]
        return self._solved_for(",".join(needed), play)

    def _solved_for(self, columns: str, play: Play = play_of()) -> Solution:
        """Returns a solution with these columns; it is kept."""
        key = columns, play.payoff, play.infinite
        if key not in self._solutions:
            self._solutions[key] = self.solve(columns, payoff=play.payoff, infinite=play.infinite)
        return self._solutions[key]

    def _component(self, play: Play) -> Any:
        self._require(whole=True)
        if play.misere and not self.is_impartial:
            raise UndefinedError("misère play is not defined for a game with players or outcomes")
        if play not in self._components:
            solution = self._solved(play)
            self._components[play] = _core.component_digraph(self._core, solution._core)
        return self._components[play]

    def read_solution(self, path: str | PathLike[str], format: str | None = None, *,
                      progress: Progress = False) -> Solution[P]:
        """Reads a solution of this game from a file.

        >>> import grundy, os, tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> g, path = grundy.Game([("a", "b")]), os.path.join(folder.name, "s.tsv")
        >>> g.solve().save(path)
        >>> g.read_solution(path).verify().right
        True
        >>> folder.cleanup()
        """
        path = _arguments.path("path", path)
        form = _arguments.format_of(format, READS_SOLUTION, "solutions that can be read")
        with showing(progress) as bar:
            return Solution(self, _core.solution_read(self._core, path, form, bar))

    # ---- pictures

    @_arguments.answers("draw")
    def draw(self, format: str = "svg", *, solution: Solution[Any] | None = None,
             palette: str = "plain", layout: str = "auto", overlap: str = "auto",
             columns: str | Sequence[str] = (), legend: bool = False, caption: str | None = None,
             around: Hashable | None = None, radius: int = 2, current: Hashable | None = None,
             highlight: Iterable[Hashable] = (), play: Sequence[Hashable] = (), blank: bool = False,
             no_boards: bool = False, board: Hashable | None = None, scale: int = 1, infinite: float | None = None, worksheet: bool = False,
             title: str | None = None, part: str = "all", misere: bool = False,
             best_moves: bool = False, show: str = "auto", level: str = "any",
             exercises: int | None = None, variants: int = 1, seed: int | None = None,
             paper: str = "a4", no_name: bool = False, language: str = "en") -> Picture:
        """Draws the solved game as svg, png, pdf, tikz, dot or json. The picture is bytes, which
        notebooks show.

        ``play`` is a list of positions whose moves are numbered, and ``caption`` is shown in place
        of values. Rules that draw boards show these in place of names, unless ``no_boards``; ``board``
        draws that of one position alone.

        >>> import grundy
        >>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
        >>> g.draw()[:5]
        b'<?xml'
        >>> g.draw("png")[1:4]
        b'PNG'
        >>> print(g.draw("dot").text.splitlines()[0])
        digraph {
        >>> g = grundy.open("nim:1,2")
        >>> [g.draw(no_boards=no_boards).text.count("<svg class=") for no_boards in (False, True)]
        [5, 0]
        >>> g.draw("json", board="1,2").text
        '{"kind": "heaps", "heaps": [1, 2]}\\n'
        >>> g.draw(worksheet=True, title="Exercise 1")
        <html picture>
        """
        from ._pictures import draw
        from ._pictures import worksheet as worksheet_of

        self._require()
        if _arguments.flag("worksheet", worksheet):
            return worksheet_of(self, columns=columns, title=title, part=part, misere=misere,
                                palette=palette, layout=layout, overlap=overlap,
                                best_moves=best_moves, show=show, level=level, exercises=exercises,
                                variants=variants, seed=seed, paper=paper, no_name=no_name,
                                language=language)
        given = (title, part, misere, best_moves, show, level, exercises, variants, seed, paper, no_name,
                 language)
        if given != (None, "all", False, False, "auto", "any", None, 1, None, "a4", False, "en"):
            raise ArgumentError("title, part, misere, best_moves, show, level, exercises, variants, seed, "
                                "paper, no_name and language are for worksheets; use worksheet=True")
        return draw(self, format, solution=solution, palette=palette, layout=layout,
                    overlap=overlap, columns=columns, legend=legend, caption=caption, around=around,
                    radius=radius, current=current, highlight=highlight, play=play, blank=blank,
                    no_boards=no_boards, board=board, scale=scale, infinite=infinite)

    def explore(self, position: Hashable | None = None, *, values: bool = True) -> Explorer:
        """Returns a page that shows the game: its drawing, what is known about the position that one
        clicks on and why, and a match against the program. Notebooks show it; it needs no server and
        no network. It begins at ``position``; ``values=False`` hides the answers.

        >>> import grundy
        >>> grundy.Game([("a", "b"), ("b", "a"), ("b", "c")]).explore("b")
        Explorer of a game with 3 positions and 3 moves
        """
        from ._explore import Explorer

        return Explorer(self, position, values)

    @_arguments.answers("trace")
    def trace(self, algorithm: str = "auto", *, language: str = "en") -> Trace:
        """Runs the textbook algorithm step by step.

        >>> import grundy
        >>> trace = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")]).trace()
        >>> len(trace)
        11
        >>> print(trace[1].sentence)
        Level 0, pass 1: a fails C2: b has no label, and no move from b leads to the label 0.
        """
        from ._pictures import Trace

        self._require(whole=True)
        return Trace(self, algorithm, language)

    # ---- relations and maps

    def quotient(self, classes: Mapping[Q, Hashable] | Sequence[int] | str | PathLike[str] | None = None,
                 *, by: str = "compatible", progress: Progress = False) -> Quotient:
        """Merges equivalent positions: those of the same class, if ``classes`` maps every position
        to its class or is the path of a file of classes. By default ``by`` says which positions are
        merged: ``"compatible"``, those of the coarsest compatible relation, or ``"grundy"``, those
        of the same value in a game without cycles.

        >>> import grundy
        >>> q = grundy.Game([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]).quotient()
        >>> q.game.positions, q.class_of("c")
        (['a', 'b', 'd'], 'b')
        """
        from ._morphism import Quotient

        self._require(whole=True)
        if classes is not None and not isinstance(classes, (str, PathLike)):
            _arguments.iterable("classes", classes)
        return Quotient(self, classes, by, progress)

    def map_to(self, other: Game[Any],
               image: Mapping[Q, Hashable] | Callable[[P], Hashable] | str | PathLike[str],
               d: Mapping[Q, int] | None = None) -> Map:
        """Returns a map to another game, to be checked. ``image`` is a mapping, a function, or the
        path of a file.

        >>> import grundy
        >>> r = grundy.Game([("a", "b"), ("c", "b")])
        >>> s = grundy.Game([("x", "y")])
        >>> m = r.map_to(s, {"a": "x", "c": "x", "b": "y"})
        >>> m.is_homomorphism, m.is_surjective
        (True, True)
        """
        from ._morphism import Map

        self._require(whole=True)
        _arguments.instance("other", other, Game, "a Game")
        _arguments.optional(_arguments.mapping, "d", d)
        if not (isinstance(image, (Mapping, str, PathLike)) or callable(image)):
            raise TypeError(f"image must be a mapping, a function or a path, not {image!r}")
        return Map(self, other, image, d)

    def hereditary_sets(self, most: int = 1000) -> list[str | None]:
        """Returns the hereditary set of every position as text: ``""`` where play may be endless,
        and None where the text has more than ``most`` characters.

        >>> import grundy
        >>> grundy.Game([("a", "b"), ("b", "c"), ("a", "c")]).hereditary_sets()
        ['{{},{{}}}', '{{}}', '{}']
        """
        self._require(whole=True)
        return _core.hereditary(self._core, _arguments.integer("most", most))

    def linear(self) -> Lift:
        """Returns the linear game L(G) of a game without cycles: tokens on positions, of which two
        on the same position vanish.

        >>> import grundy
        >>> lift = grundy.open("wythoff:2,2").linear()
        >>> lift.value("0,1", "1,1")
        3
        """
        from ._linear import Lift

        self._require(whole=True)
        return Lift(self)

    def reverse(self) -> Game[P]:
        """Returns the game with every move reversed.

        >>> import grundy
        >>> grundy.Game([("a", "b")]).reverse().at("b").followers
        ['a']
        """
        self._require(whole=True, ordinary=True)
        reverse = self._core.transpose(None)
        if isinstance(self._keys, range):
            return Game._wrap(reverse, self._keys, self._numbers)
        core = _core.build(self._core.names(), _tails(_arrays.of(reverse.offsets())),
                           _arrays.of(reverse.targets()), None, None, None, None)
        return Game._wrap(core, self._keys, self._numbers)

    # ---- other libraries

    def to_networkx(self) -> networkx.DiGraph:
        """Returns a DiGraph of NetworkX. Nodes have the attributes player, outcome and payoff if
        the game specifies them.

        >>> import grundy
        >>> grundy.Game([("a", "b")]).to_networkx().edges
        OutEdgeView([('a', 'b')])
        """
        from ._exchange import to_networkx

        self._require(whole=True, ordinary=True)
        return to_networkx(self)

    def to_scipy(self) -> scipy.sparse.csr_array:
        """Returns a sparse matrix of SciPy with a one for every move, over memory of the library.

        >>> import grundy
        >>> grundy.Game([("a", "b"), ("b", "a")]).to_scipy().toarray()
        array([[0, 1],
               [1, 0]], dtype=int8)
        """
        import numpy
        import scipy.sparse

        self._require(whole=True, ordinary=True)
        indices = self.targets.view(numpy.int32)
        offsets = self.offsets.view(numpy.int64)
        ones = numpy.ones(len(indices), dtype=numpy.int8)
        return scipy.sparse.csr_array((ones, indices, offsets), shape=(len(self), len(self)))

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a DataFrame of moves with the columns source and target.

        >>> import grundy
        >>> grundy.Game([("a", "b")]).to_pandas()
          source target
        0      a      b
        """
        from ._exchange import moves_to_pandas

        self._require(whole=True, ordinary=True)
        return moves_to_pandas(self)

    def to_arrow(self) -> pyarrow.Table:
        """Returns a table of pyarrow with the columns source and target. Other libraries for Arrow
        read the game itself: ``polars.DataFrame(game)``."""
        from ._exchange import pyarrow_table

        return pyarrow_table(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        from ._exchange import moves_to_stream

        self._require(whole=True, ordinary=True)
        return moves_to_stream(self)

    # ---- files

    def save(self, path: str | PathLike[str], format: str | None = None, *,
             progress: Progress = False) -> None:
        """Writes the game to a file, in the format of its ending: .edges, .dot, .graphml, .mtx or
        .npz.

        >>> import grundy, os, tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = os.path.join(folder.name, "game.graphml")
        >>> grundy.Game([("a", "b")]).save(path)
        >>> grundy.read(path).positions
        ['a', 'b']
        >>> folder.cleanup()
        """
        self._require(whole=True)
        path = _arguments.path("path", path)
        chosen = _arguments.optional(_arguments.text, "format", format) or _core.format_of(
            path, WRITES_GAME)
        if not _core.format_can(chosen, WRITES_GAME):
            raise ArgumentError(f"'{format or path}' is not a format of games; use .edges, .dot, "
                                ".graphml, .mtx or .npz")
        with showing(progress) as bar:
            self._core.write_file(path, chosen, bar)

    def to_text(self, format: str = "edges") -> str:
        """Returns the game as text: edges, dot, graphml or mtx.

        >>> import grundy
        >>> print(grundy.Game([("a", "b")]).to_text("dot"), end="")
        digraph {
          a;
          b;
          a -> b;
        }
        """
        self._require(whole=True)
        if not _core.format_can(_arguments.text("format", format), WRITES_GAME) or format == "npz":
            raise ArgumentError(f"'{format}' is not a text format of games")
        return self._core.write_text(format).decode()

    # ---- display

    def __repr__(self) -> str:
        kind = "Game" if self._graph.frontier() is None else "Window of a game"
        things = "part" if self.has_parts else "position"
        return f"{kind} with {_count(self.order, things)} and {_count(self.size, 'move')}"

    def _repr_html_(self) -> str | None:
        from ._pictures import small_picture

        picture = small_picture(self)
        return None if picture is None else picture._repr_html_()


def _refuse_conflicts(reduce: bool, algorithm: bool, scratch: bool, gpu: bool, memory: int) -> None:
    """Raises an exception for options of ``solve`` that do not work together."""
    for first, second, both in (("reduce", "memory", reduce and memory), ("reduce", "scratch", reduce and scratch),
                                ("reduce", "gpu", reduce and gpu), ("algorithm", "scratch", algorithm and scratch),
                                ("algorithm", "gpu", algorithm and gpu), ("scratch", "gpu", scratch and gpu)):
        if both:
            raise ArgumentError(f"{first} conflicts with {second}")


# ---- making games

def _numbers_of(positions: Iterable[Hashable]) -> dict[Hashable, int]:
    return {position: number for number, position in enumerate(positions)}


def _restored(format: str, data: bytes, keys: Sequence[Hashable] | None, source: str, split: bool,
              seen_by_mover: bool) -> Game[Any]:
    """Makes the game that was pickled."""
    if format == "tablebase":
        from tempfile import NamedTemporaryFile

        with NamedTemporaryFile(suffix=".npz") as file:
            file.write(data)
            file.flush()
            core = _core.game_open(file.name, "npz", 0, 0, True, False, split, 0, None)
    else:
        core = _core.digraph_text(data, format, 2**31 - 1)
    if seen_by_mover:
        core.set_seen_by_mover()
    numbers = (None if keys is None else range_numbers(len(keys)) if isinstance(keys, range)
               else _numbers_of(keys))
    game = Game._wrap(core, keys, numbers)
    game._source, game._seen_by_mover = source, seen_by_mover
    return game


def _check_is_moves(moves: Any) -> None:
    """Raises an exception for objects that other functions make games of."""
    if isinstance(moves, str):
        raise ArgumentError("moves cannot be a str; use grundy.parse for text, and grundy.open for a name")
    for attribute, function in (("vcount", "from_igraph"), ("is_directed", "from_networkx"),
                                ("tocsr", "from_scipy"), ("iloc", "from_pandas"),
                                ("__arrow_c_stream__", "from_arrow")):
        if hasattr(moves, attribute) and not isinstance(moves, Game):
            raise ArgumentError(f"moves cannot be a {type(moves).__name__}; use grundy.{function}")


def _tails(offsets: Any) -> Any:
    """Returns the position that each move begins at, an array of uint32."""
    numpy = _arrays.needed()
    lengths = numpy.diff(offsets).astype(numpy.int64)
    return numpy.repeat(numpy.arange(len(lengths), dtype=numpy.uint32), lengths)


def _from_array(moves: Any, positions: Iterable[Any],
                attributes: Sequence[Mapping[Hashable, Any] | None], most: int) -> tuple:
    """Makes a digraph of an array with two columns; returns the arguments of Game._set."""
    import numpy

    pairs = numpy.asarray(moves)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        if pairs.size:
            raise ArgumentError("an array of moves must have two columns of integers")
        pairs = numpy.zeros((0, 2), dtype=numpy.uint32)
    listed = [index(position) for position in positions]
    ends = [*listed, int(pairs.min()), int(pairs.max())] if pairs.size else listed
    if ends and (min(ends) < 0 or max(ends) > 2**31 - 2):
        raise ArgumentError("positions must be numbers from 0 to 2147483646")
    order = max(ends, default=-1) + 1
    _core.check_unnamed(order, len(pairs), most)
    keys, numbers = range(order), range_numbers(order)
    tails, heads = numpy.ascontiguousarray(pairs.T, dtype=numpy.uint32)
    if any(attributes):
        return _build(keys, numbers, tails, heads, attributes)
    return _core.from_moves(order, tails, heads), keys, numbers


def _names_of(keys: Sequence[Hashable]) -> list[str]:
    """Returns different names: str if they differ, and repr otherwise."""
    names = [str(key) for key in keys]
    if len(set(names)) < len(names):
        names = [repr(key) for key in keys]
    return names


def _build(keys: Sequence[Hashable], numbers: Mapping[Hashable, int], tails: Any, heads: Any,
           attributes: Sequence[Mapping[Hashable, Any] | None]) -> tuple:
    """Makes a digraph; returns the arguments of Game._set. ``attributes`` are labels, players,
    outcomes and payoffs."""
    given: list[dict[int, Any] | None] = []
    for mapping in attributes:
        if mapping is None or not len(mapping):
            given.append(None)
            continue
        missing = next((key for key in mapping if key not in numbers), None)
        if missing is not None:
            raise PositionError(f"the game has no position {missing!r}", "no-position")
        given.append({numbers[key]: value for key, value in mapping.items()})
    core = _core.build(_names_of(keys), tails, heads, *given)
    return core, keys, numbers


class range_numbers(Mapping):
    """The numbers of positions that are numbers."""

    def __init__(self, order: int) -> None:
        self._range = range(order)

    def __getitem__(self, position: Any) -> int:
        try:
            number = position.__index__()
        except AttributeError:
            raise KeyError(position) from None
        if number not in self._range:
            raise KeyError(position)
        return number

    def __iter__(self) -> Iterator[int]:
        return iter(self._range)

    def __len__(self) -> int:
        return len(self._range)


def read(path: str | PathLike[str], format: str | None = None, *, max_positions: int | None = None,
         progress: Progress = False) -> Game[str]:
    """Reads a game from a file, in the format of its ending: .edges, .dot, .graphml, .mtx or .npz,
    also compressed with gzip. ``max_positions`` limits the rows of an .mtx file, as in
    :class:`Game`.

    >>> import grundy, pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "x.dot")
    >>> _ = path.write_text("digraph { a -> b -> a; b -> c }")
    >>> grundy.read(path).positions
    ['a', 'b', 'c']
    >>> folder.cleanup()
    """
    path, form = _arguments.path("path", path), _arguments.format_of(format, READS_GAME, "games")
    with showing(progress) as bar:
        return Game._wrap(_core.digraph_read(
            path, form, _arguments.limit("max_positions", max_positions), bar))


def parse(text: str, format: str = "edges", *, max_positions: int | None = None) -> Game[str]:
    """Reads a game from text: edges, dot, graphml or mtx. ``max_positions`` is as for :func:`read`.

    >>> import grundy
    >>> grundy.parse("a b\\nb a\\nb c").positions
    ['a', 'b', 'c']
    """
    if not _core.format_can(_arguments.text("format", format), READS_GAME) or format == "npz":
        raise ArgumentError(f"'{format}' is not a text format of games")
    return Game._wrap(_core.digraph_text(_arguments.text("text", text).encode(), format,
                                         _arguments.limit("max_positions", max_positions)))


@_arguments.answers("solve", "convert")
def open(text: str | PathLike[str], format: str | None = None, *, max_positions: int | None = None,
         memory: int | str | None = None, libraries: bool = False, unreduced: bool = False,
         split: bool = False, window: int | None = None, progress: Progress = False) -> Game[str]:
    """Opens a game by its text: a file, rules in Lua or C with their arguments, a tablebase, or a
    game of the gallery, as the command ``grundy`` does.

    ``memory`` limits the bytes for exploring rules, ``libraries`` allows a tablebase to load a
    shared object, ``unreduced`` ignores symmetries, and ``split=True`` explores parts instead of
    positions, if the rules have a function ``split``.

    >>> import grundy
    >>> grundy.open("wythoff:3,5")
    Game with 18 positions and 89 moves
    >>> grundy.open("cram:3,3", split=True)
    Game with 12 parts and 28 moves
    >>> grundy.open("wythoff:100,200", window=50)
    Window of a game with 50 positions and 1,225 moves
    """
    positions = 0 if window is None else _arguments.integer("window", window, 1)
    libraries, split = _arguments.flag("libraries", libraries), _arguments.flag("split", split)
    unreduced = _arguments.flag("unreduced", unreduced)
    text, form = _arguments.path("text", text), _arguments.format_of(format, READS_GAME, "games")
    with showing(progress) as bar:
        core = _core.game_open(text, form,
                               _arguments.limit("max_positions", max_positions),
                               _arguments.memory(memory), libraries, unreduced, split, positions, bar)
    if window is not None and not core.is_explored:
        raise ArgumentError("window is only for rules")
    game = Game._wrap(core)
    game._source = text
    return game


def tablebase(path: str | PathLike[str], *, libraries: bool = False,
              progress: Progress = False) -> Solution[str]:
    """Opens a tablebase, a solution that was saved with its rules, without exploring.

    >>> import grundy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "chomp.npz")
    >>> grundy.open("chomp:2,3").solve().save(path, tablebase=True)
    >>> grundy.tablebase(path)
    Solution of 8 positions: 3 P, 5 N, 0 draws
    >>> folder.cleanup()
    """
    path = _arguments.path("path", path)
    game = open(path, "npz" if path.endswith(".npz") else None, libraries=libraries,
                split=True, progress=progress)
    return game.read_solution(path, "npz", progress=progress)


def explore(start: P | None = None, moves: Callable[[P], Iterable[P]] | None = None, *,
            starts: Iterable[P] = (), player: Callable[[P], str | None] | None = None,
            terminal: Callable[[P], str | float | None] | None = None,
            canon: Callable[[P], P] | None = None,
            show: Callable[[P], str] | None = None, seen_by: str | None = None,
            max_positions: int = 10_000_000, progress: Progress = False) -> Game[P]:
    """Explores rules given by a Python function: all positions that can be reached from the start.

    ``moves`` returns the positions that one can move to. Positions are any hashable objects; those
    that are equal are the same. ``terminal`` returns how the game ends at a position, whatever
    ``moves`` returns: an outcome (P, N, D, A or B), or a number that is paid to A; None: play goes
    on, or a player who cannot move loses. ``player`` returns who moves, A or B. ``canon`` replaces
    a position by the representative of its symmetry class, and ``show`` returns its name.
    ``seen_by="mover"`` says that positions are described as the player to move sees them, so that
    moves turn the board around: such a game has no sums with others.

    >>> import grundy
    >>> def moves(n):
    ...     return [] if n == 1 else [n + 1] * (n < 30) + [n // p for p in (2, 3, 5) if n % p == 0]
    >>> s = grundy.explore(start=9, moves=moves).solve()
    >>> s
    Solution of 30 positions: 12 P, 18 N, 0 draws
    >>> s[9]
    Position 9: P-position, value 0, remoteness 6
    """
    if moves is None:
        raise ArgumentError("explore needs a function that returns the moves")
    if seen_by not in (None, "mover"):
        raise ArgumentError(f"seen_by is {seen_by!r}; expected 'mover' or None")
    if seen_by is not None and player is not None:
        raise ArgumentError("where positions say who moves, both players see the same; "
                            "give seen_by or player, not both")
    most = _arguments.integer("max_positions", max_positions, 1)
    for name, function in (("moves", moves), ("player", player), ("terminal", terminal),
                           ("canon", canon), ("show", show)):
        if function is not None and not callable(function):
            raise TypeError(f"{name} must be a function, not {function!r}")
    begin = list(_arguments.iterable("starts", starts))
    if start is not None and begin:
        raise ArgumentError("explore begins at start or at starts; give only one")
    begin = begin or [start]
    if canon is not None:
        begin = [canon(position) for position in begin]
    rules = moves
    if terminal is not None:
        def rules(position, _moves=moves, _terminal=terminal):
            return () if _terminal(position) is not None else _moves(position)
    with showing(progress) as bar:
        keys, numbers, tails, heads = _core.explore(begin, rules, canon, most, bar)
    players = {key: player(key) for key in keys} if player is not None else None
    outcomes: dict = {}
    payoffs: dict = {}
    if terminal is not None:
        for key in keys:
            end = terminal(key)
            if end is not None:
                (outcomes if isinstance(end, str) else payoffs)[key] = end
    given = [{numbers[key]: value for key, value in mapping.items()} if mapping else None
             for mapping in (players, outcomes, payoffs)]
    names = _names_of(keys) if show is None else [show(key) for key in keys]
    core = _core.build(names, tails, heads, None, *given)
    if seen_by is not None:
        core.set_seen_by_mover()
    game = Game._wrap(core, keys, numbers)
    game._seen_by_mover = seen_by is not None
    return game


def product(games: Sequence[Game[Any]], kind: str = "disjunctive", *, names: bool = True,
            progress: Progress = False) -> Game[str]:
    """Makes the whole product of games as a game of its own. ``kind`` is disjunctive (the
    sum), conjunctive, selective, or disjoint, the disjoint union.

    >>> import grundy
    >>> g = grundy.Game([("a", "b")])
    >>> grundy.product([g, g]).positions
    ['a,a', 'a,b', 'b,a', 'b,b']
    """
    _arguments.choice("kind", kind, _OPERATORS)
    games = list(_arguments.iterable("games", games))
    if not games:
        raise ArgumentError("a product has at least one game")
    for game in games:
        _arguments.instance("each of games", game, Game, "a Game")._require(whole=True)
    with showing(progress) as bar:
        return Game._wrap(_core.product(_OPERATORS[kind], [game._core for game in games],
                                        not _arguments.flag("names", names), bar))
