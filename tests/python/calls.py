"""Calls of the Python module that make objects of every kind, for tests of memory."""

import tempfile

import grundy
from grundy import omega

RING = [("a", "b"), ("b", "a"), ("b", "c")]
GAME = grundy.Game(RING)
SOLUTION = GAME.solve()
FOLDER = tempfile.TemporaryDirectory()
TIERS = grundy.tiers("chomp:2,2")
TIERS.solve(FOLDER.name + "/chomp", "outcome,grundy,counter,remoteness")

#: A table of Arrow: names, formats, lengths, missing entries, buffers, children and dictionaries.
TEXTS = ("", "U", 2, 0, (None, bytes([0] * 8 + [1] + [0] * 7 + [2] + [0] * 7), b"ab"), (), None)
TABLE = ("", "+s", 2, 0, (None,), (("source", "C", 2, 0, (None, bytes([0, 1])), (), TEXTS),
                                   ("target", "C", 2, 0, (None, bytes([1, 0])), (), TEXTS)), None)


def read_table(target):
    return grundy._core.arrow_moves(grundy._core.arrow_stream(TABLE), "source", target)


CALLS = {
    "game": lambda: grundy.Game(RING),
    "players": lambda: grundy.Game([("a", "b")], players={"a": "A", "b": "B"}, outcomes={"b": "A"}),
    "solve": lambda: GAME.solve("all"),
    "reduced": lambda: GAME.solve(reduce=True),
    "verify": lambda: SOLUTION.verify(),
    "sets": lambda: SOLUTION.k[1],
    "sum": lambda: (GAME.at("a") + grundy.nim(5)).best(),
    "heap": lambda: grundy.heap("kayles", 7).best(),
    "expression": lambda: grundy.position("ordinal:(w*2+3)").evaluate(),
    "explain": lambda: GAME.at("b").why(),
    "dot": lambda: GAME.draw("dot"),
    "trace": lambda: GAME.trace(),
    "match": lambda: GAME.at("b").play().best(),
    "restored": lambda: grundy._solution._restored(GAME, SOLUTION.__reduce__()[1][1]),
    "restored game": lambda: grundy._core.digraph_text(GAME._state()[1], "npz", 9),
    "arrow": lambda: read_table("target"),
    "sets for arrow": lambda: (SOLUTION._core.set_arrays("k"), SOLUTION._core.sets("k")),
    "linear": lambda: grundy.Game([("a", "b")]).linear().value("a"),
    "ordinal": lambda: omega * 2 + 1,
    "heaps": lambda: grundy.heap("kayles").solve(50).period,
    "vectors": lambda: grundy.vector("vector{(1,0)*,(1,1)}:5,5").to_dict(slice="3,x", period=True),
    "quotient": lambda: grundy.heap("kayles").quotient(20).order,
    "random": lambda: grundy.random("gnp", positions=20, p=0.1),
    "explore": lambda: grundy.explore(5, range),
    "parse": lambda: grundy.parse("a b\nb c"),
    "open": lambda: grundy.open("wythoff:1,2").positions,
    "window": lambda: grundy.open("wythoff:2,2", window=3).solve().verify(),
    "parts": lambda: grundy.open("cram:2,2", split=True).parts("../##"),
    "tiers": lambda: (TIERS["1,1"], TIERS.verify(sample=1), list(TIERS)),
    "folder of tiers": lambda: grundy.tiers(FOLDER.name + "/chomp").start,
    "solving tiers": lambda: grundy.tiers("chomp:1,2").solve(FOLDER.name + "/solved"),
    "text": lambda: SOLUTION.to_text("csv"),
    "save": lambda: SOLUTION.save(FOLDER.name + "/s.tsv"),
    "product": lambda: grundy.product([GAME, GAME]),
    "hereditary": lambda: GAME.hereditary_sets(),
    "value": lambda: grundy.Value.infinite({1, 2}) ^ 3,
    "evaluated": lambda: grundy.value("wythoff:2,2"),
    "info": lambda: GAME.info(),
    "law": lambda: grundy.law(GAME, "G >= 0"),
    "sweep": lambda: grundy.sweep("wythoff:1..2,1"),
    "why": lambda: grundy.nim(2).why(),
    "report": lambda: report(),
    "heap as JSON": lambda: grundy.heap("kayles").solve(50).to_dict(rare=True),
}


def matrix():
    """Returns the matrix of a game as SciPy has it."""
    import numpy
    import scipy.sparse

    return scipy.sparse.csr_array((numpy.ones(2), numpy.array([1, 2], dtype=numpy.int32), numpy.array([0, 1, 2, 2])),
                                  shape=(3, 3))


def report():
    """Returns the report of a match of one move."""
    match = (grundy.nim(1) + grundy.nim(2)).play()
    match.push({2: 0})
    return match.report()


def stop(*_):
    raise RuntimeError("enough")


#: Calls that use NumPy and other libraries, which allocate themselves.
ARRAYS = {
    "columns": lambda: (SOLUTION.outcome, GAME.solve().remoteness, list(SOLUTION.k)),
    "scipy": lambda: grundy.from_scipy(matrix()).solve().grundy,
    "array": lambda: grundy.Game(matrix().indices.reshape(1, 2)).targets,
    "quotient": lambda: GAME.quotient().check(),
    "map": lambda: GAME.map_to(GAME, lambda u: u).violations,
    "positions": lambda: [(p.value, p.remoteness, p.followers) for p in GAME.solve().values()],
    "values": lambda: grundy.heap("kayles").values(50),
    "grid": lambda: (grundy.vector("vector{(1,0)*,(1,1)}:5,5").outcomes, grundy.vector("vector{(1)}:5", misere=True)[3]),
    "tablebase": lambda: (grundy.open("chomp:2,2").solve().save(FOLDER.name + "/b.npz", tablebase=True),
                          grundy.tablebase(FOLDER.name + "/b.npz")["1,1"]),
    "draw": lambda: GAME.draw(),
    "worksheet": lambda: GAME.draw(worksheet=True),
    "page": lambda: SOLUTION._repr_html_(),
    "rules": lambda: grundy.explore((0, 0), lambda p: [(p[0] + 1, p[1])] * (p[0] < 3), canon=lambda p: p, show=str,
                                    terminal=lambda p: "N" if p[0] == 3 else None).solve(),
}

#: Calls that fail after they have allocated something.
ERRORS = {
    "no column of a table": lambda: read_table("head"),
    "no position": lambda: GAME.at("z"),
    "no pair": lambda: grundy.Game([("a", "b"), ("a",)]),
    "not hashable": lambda: grundy.Game([("a", "b"), ("a", [])]),
    "no column": lambda: GAME.solve("outcome,no"),
    "no vectors": lambda: grundy.vector("vector{(1,0),(0)}:1,1"),
    "no code": lambda: grundy.heap("0.!"),
    "no ordinal": lambda: grundy.Ordinal("w +"),
    "no text": lambda: grundy.parse("digraph { a -> b; -> }", "dot"),
    "no game": lambda: grundy.open("wythof:3,5"),
    "no rules": lambda: grundy.explore(3, lambda n: [n - 1, 1 / n]),
    "no iterable": lambda: grundy.explore(3, lambda n: [n - 1] if n else 5),
    "limit": lambda: grundy.explore(0, lambda n: [n + 1], max_positions=10),
    "no player": lambda: grundy.Game([("a", "b")], players={"a": "A"}),
    "cancelled": lambda: grundy.heap("0.07").solve(200_000, progress=stop),
    "no move": lambda: grundy.nim(3).play().push("7"),
    "no sum": lambda: grundy.nim(1) + "x",
    "cyclic": lambda: GAME.linear(),
    "no tier": lambda: TIERS["9,9"],
    "no ranks": lambda: grundy.tiers("wythoff:1,1"),
    "no folder": lambda: grundy.tiers("chomp:1,2").solve("/proc/none"),
    "no law": lambda: grundy.law(GAME, "G >="),
    "no sweep": lambda: grundy.sweep("wythoff:1,2"),
    "no value": lambda: grundy.value("wythoff:2,2@z"),
    "no part": lambda: grundy.open("cram:2,2", split=True).parts("x"),
}
