"""Solves two-player games, including ones that can go on forever, with answers that can be checked.

>>> import grundy
>>> g = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
>>> s = g.solve()
>>> s["a"]
Position a: P-position, value 0, remoteness 2
>>> s.verify().right
True
>>> (g.at("a") + grundy.nim(5) + grundy.heap("kayles", 7)).best()[0]
2: 5 -> 2
"""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING

from . import _arguments, _core, _game
from ._arrays import AT_MOST, INFINITY, UNKNOWN
from ._errors import (ArgumentError, Cancelled, Error, InputError, MissingFileError, OutputError,
                      PositionError, UnableError, UndefinedError)
from ._game import Game, explore, parse, product, read, tablebase
from ._solution import Sets, Solution
from ._views import MovesView, PositionsView

if TYPE_CHECKING:
    from ._explore import Explorer
    from ._exchange import from_arrow, from_igraph, from_networkx, from_pandas, from_scipy
    from ._heap import HeapGame, HeapValues, MisereQuotient, Period, RareValues, heap
    from ._letters import Letters
    from ._linear import Lift, LinearGame, read_linear
    from ._models import (GalleryEntry, Promise, check_rules, experiment, gallery, models, random)
    from ._morphism import Map, MapViolation, Quotient, RelationReport
    from ._pictures import Picture, Trace, TraceStep
    from ._answers import Answer, Evaluation, Report
    from ._questions import GameInfo, Law, Record, Sweep, info, law, record, sweep, value
    from ._position import (Compound, Explanation, Match, Move, Moves, NamedPosition,
                            Playable, Position, Step, nim, position)
    from ._tiers import Tier, Tiers, TiersEvaluation, TiersReport, TiersSummary, tiers
    from ._values import Ordinal, Value, omega
    from ._vector import Automaton, VectorValues, automaton, vector

open = _game.open  # not in __all__: `from grundy import *` keeps the open of Python

# What is imported when it is first used, so that importing the module takes little time.
_LAZY = {
    "_exchange": ("from_arrow", "from_igraph", "from_networkx", "from_pandas", "from_scipy"),
    "_explore": ("Explorer",),
    "_heap": ("HeapGame", "HeapValues", "MisereQuotient", "Period", "RareValues", "heap"),
    "_letters": ("Letters",),
    "_linear": ("Lift", "LinearGame", "read_linear"),
    "_models": ("GalleryEntry", "Promise", "check_rules", "experiment", "gallery", "models",
                "random"),
    "_morphism": ("Map", "MapViolation", "Quotient", "RelationReport"),
    "_pictures": ("Picture", "Trace", "TraceStep"),
    "_answers": ("Answer", "Evaluation", "Report"),
    "_questions": ("GameInfo", "Law", "Record", "Sweep", "info", "law", "record", "sweep", "value"),
    "_position": ("Compound", "Explanation", "Match", "Move", "Moves",
                  "NamedPosition", "Playable", "Position", "Step", "nim", "position"),
    "_tiers": ("Tier", "Tiers", "TiersEvaluation", "TiersReport", "TiersSummary", "tiers"),
    "_values": ("Ordinal", "Value", "omega"),
    "_vector": ("Automaton", "VectorValues", "automaton", "vector"),
}
_MODULE_OF = {name: module for module, names in _LAZY.items() for name in names}


if not TYPE_CHECKING:
    def __getattr__(name):
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'grundy' has no attribute '{name}'")
        found = getattr(_importlib.import_module(f".{_MODULE_OF[name]}", __name__), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF})


__version__: str = _core.version

#: What ``from grundy import *`` imports: everything but ``open``, which would replace that of Python.
__all__ = [
    "AT_MOST", "Answer", "ArgumentError", "Automaton", "Cancelled", "Compound", "Error", "Evaluation",
    "Explanation", "Explorer", "GalleryEntry", "Game", "GameInfo", "HeapGame", "HeapValues",
    "INFINITY", "InputError", "Law", "Letters", "Lift", "LinearGame", "Map", "MapViolation", "Match",
    "MisereQuotient", "MissingFileError", "Move", "Moves", "MovesView", "NamedPosition", "Ordinal", "OutputError", "Period", "Picture", "Playable",
    "Position", "PositionError", "PositionsView", "Promise", "Quotient", "RareValues", "Record", "RelationReport",
    "Report", "Sets", "Solution", "Step", "Sweep", "Tier", "Tiers", "TiersEvaluation",
    "TiersReport", "TiersSummary", "Trace", "TraceStep", "UNKNOWN", "UnableError",
    "UndefinedError", "Value", "VectorValues", "automaton", "check_rules", "experiment", "explore", "from_arrow",
    "from_igraph", "from_networkx",
    "from_pandas", "from_scipy", "gallery", "get_threads", "heap", "info", "law", "models",
    "nim", "omega", "parse", "position", "product", "random", "read", "read_linear", "record",
    "set_threads", "sweep", "tablebase", "tiers", "value", "vector",
]


def get_threads() -> int:
    """Returns how many threads the library uses.

    >>> import grundy
    >>> grundy.get_threads() >= 1
    True
    """
    return _core.threads()


def set_threads(threads: int = 0) -> None:
    """Sets how many threads the library may use; 0 means one per CPU. Results are the same.

    >>> import grundy
    >>> grundy.set_threads(2)
    >>> grundy.get_threads()
    2
    >>> grundy.set_threads()
    """
    _core.threads_set(_arguments.integer("threads", threads, 0, 2**32 - 1))
