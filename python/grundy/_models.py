"""Random and regular games, experiments, and the gallery."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _arguments, _core
from ._errors import ArgumentError, InputError
from ._game import Game, range_numbers
from ._progress import Progress, showing

if TYPE_CHECKING:
    import pandas

_MODELS = {name: (summary, required, optional)
           for name, summary, required, optional in _core.models()}

_FLAGS = ("swaps", "put_backs", "ordered")
_WHOLE = ("positions", "moves", "layers", "width", "height", "reach")


def _parameters(model: str, given: dict[str, Any]) -> dict[str, Any]:
    """Checks the parameters and returns them by the names of the library."""
    if _arguments.text("model", model) not in _MODELS:
        raise ArgumentError(f"'{model}' is not a model; use {', '.join(_MODELS)}")
    _, required, optional = _MODELS[model]
    known = {name.replace("-", "_"): name for name in [*required, *optional]}
    for name in given:
        if name not in known:
            raise ArgumentError(f"the model {model} has no parameter '{name}'; it has "
                                f"{', '.join(known)}")
    missing = [name for name in required if name.replace("-", "_") not in given]
    if missing:
        raise ArgumentError(f"the model {model} needs {', '.join(missing)}")
    return {known[name]: _parameter(name, value) for name, value in given.items()}


def _parameter(name: str, value: Any) -> Any:
    if name in _FLAGS:
        return _arguments.flag(name, value)
    if name == "piece":
        return _arguments.text(name, value)
    if hasattr(value, "__index__"):
        return _arguments.integer(name, value)
    if name in _WHOLE:
        raise TypeError(f"{name} must be an integer, not {value!r}")
    number = _arguments.real(name, value)
    if number < 0:
        raise ArgumentError(f"{name} is {value}; expected a number that is not negative")
    return number


def _seed(seed: int) -> int:
    return _arguments.integer("seed", seed, 0, 2**64 - 1)


def random(model: str, *, seed: int = 1, progress: Progress = False, **parameters: bool | float | str) -> Game[int]:
    """Makes a random or regular game of a model; :func:`models` lists them. The same seed gives the
    same game on every machine.

    >>> import grundy
    >>> grundy.random("degree", positions=1000, degree=3)
    Game with 1,000 positions and 2,700 moves
    >>> grundy.random("board", width=3, height=3, piece="queen").solve().grundy.reshape(3, 3)
    array([[0, 1, 2],
           [1, 2, 0],
           [2, 0, 1]], dtype=uint32)
    """
    found = _parameters(model, parameters)
    with showing(progress) as bar:
        core = _core.model_make(model, _seed(seed), found, bar)
    return Game._wrap(core, range(core.order), range_numbers(core.order))


def models() -> dict[str, str]:
    """Returns the models with what they are.

    >>> import grundy
    >>> sorted(grundy.models())
    ['board', 'chain', 'dag', 'degree', 'gnm', 'gnp', 'layered', 'power']
    """
    return {name: summary for name, (summary, _, _) in _MODELS.items()}


def experiment(model: str, games: int = 100, *, seed: int = 1, progress: Progress = False,
               **parameters: bool | float | str | Sequence[float]) -> pandas.DataFrame:
    """Solves many random games of a model and returns a DataFrame of statistics, one row per
    measure. A parameter that is a list is varied: then there is one row per measure and value.

    >>> import grundy
    >>> frame = grundy.experiment("gnp", 50, positions=20, p=[0.1, 0.2])
    >>> list(frame.columns)[:4]
    ['p', 'measure', 'mean', 'deviation']
    >>> len(frame)
    14
    """
    import pandas

    games = _arguments.integer("games", games, 1)
    varied = [name for name, value in parameters.items() if _is_varied(value)]
    choices: list[list[Any]] = [list(parameters[name]) for name in varied]  # type: ignore[arg-type]
    rows = []
    for chosen in itertools.product(*choices):
        these = {**parameters, **dict(zip(varied, chosen))}
        with showing(progress) as bar:
            found = _core.experiment(model, _seed(seed), _parameters(model, these), games, bar)
        rows += [(*chosen, *row) for row in found]
    names = ["measure", "mean", "deviation", "least", "lower_quartile", "median", "upper_quartile",
             "most"]
    return pandas.DataFrame(rows, columns=[*varied, *names])


def _is_varied(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str)


@dataclass(frozen=True)
class GalleryEntry:
    """A game of the gallery."""

    name: str
    title: str
    arguments: str  #: what follows the colon
    file: str
    rules: str  #: how one moves and how one wins

    @property
    def source(self) -> str:
        """The text of the rules."""
        return _core.gallery_source(self.name) or ""


def gallery() -> dict[str, GalleryEntry]:
    """Returns the games that :func:`open` knows by name.

    >>> import grundy
    >>> grundy.gallery()["wythoff"].arguments
    'a=5,b=8'
    """
    return {entry[0]: GalleryEntry(*entry) for entry in _core.gallery()}


@dataclass(frozen=True)
class Promise:
    """A promise of rules, and a counterexample in words if it is broken."""

    function: str
    promise: str
    applies: bool  #: the rules have that function
    tried: int
    broken: str


def check_rules(text: str, *, seed: int = 1, walks: int = 100,
                progress: Progress = False) -> list[Promise]:
    """Tests the promises of rules on positions near the start and on random plays.

    >>> import grundy
    >>> [promise for promise in grundy.check_rules("wythoff:3,5") if promise.broken]
    []
    """
    if not _arguments.text("text", text):
        raise InputError("the text that names a game is empty")
    walks = _arguments.integer("walks", walks, 0, 2**32 - 1)
    with showing(progress) as bar:
        return [Promise(*found) for found in _core.rules_check(text, _seed(seed), walks, bar)]
