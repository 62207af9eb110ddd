"""Tests the exchange of games and solutions with other libraries, each against a loop over moves.

usage: exchange.py
"""

import gc
import math
import os
import random
import sys
import types
import unittest

import networkx
import numpy
import pandas

import grundy
from arrow import Table, consumed, encoded, integers, texts

SCALE = int(os.environ.get("GRUNDY_SCALE", "40"))
RING = [("a", "b"), ("b", "a"), ("b", "c")]


def naive(rows):
    """Returns the game of rows, made row by row."""
    return grundy.Game([tuple(row) for row in rows])


def random_rows(dice, kind):
    keys = {"integers": lambda: dice.choice([dice.randrange(9), -dice.randrange(9), dice.randrange(2**62)]),
            "small": lambda: dice.randrange(100),
            "texts": lambda: "".join(dice.choice("abü€ \n\"") for _ in range(dice.choice([0, 1, 2, 3, 30]))),
            "objects": lambda: dice.choice([None, 1, 1.0, "1", (1, 2), True]),
            "floats": lambda: dice.choice([1.0, 2.5, 0.0, math.inf])}[kind]
    return [(keys(), keys()) for _ in range(dice.randrange(0, 40))]


class Exchange(unittest.TestCase):
    def same(self, game, wanted):
        self.assertEqual(list(game.positions), list(wanted.positions))
        self.assertEqual(list(map(type, game.positions)), list(map(type, wanted.positions)))
        self.assertEqual(game, wanted)
        self.assertEqual([game._name(v) for v in range(len(game))], [wanted._name(v) for v in range(len(wanted))])
        for position in game:
            self.assertEqual(game.number(position), wanted.number(position))

    def test_from_pandas(self):
        dice = random.Random(1)
        for _ in range(5 * SCALE):
            for kind in ("integers", "small", "texts", "floats"):
                rows = random_rows(dice, kind)
                frame = pandas.DataFrame(rows, columns=["source", "target"])
                if not rows:
                    continue
                self.same(grundy.from_pandas(frame), naive(rows))
                self.assertEqual(list(map(tuple, naive(rows).to_pandas().itertuples(index=False))), list(naive(rows).moves))
        rows = [(1, 2), (2, 3), (200, 1)]
        game = grundy.from_pandas(pandas.DataFrame(rows, columns=["source", "target"]))
        solution = game.solve()  # before the positions have their names
        self.assertEqual((repr(solution[200]), repr(game.at(200))), (repr(naive(rows).at(200)),) * 2)
        self.assertEqual(solution.to_text(), naive(rows).solve().to_text())
        self.assertEqual((game.number("200"), game.to_text()), (naive(rows).number("200"), naive(rows).to_text()))
        self.assertEqual((game.at(200) + grundy.nim(1)).value, (naive(rows).at(200) + grundy.nim(1)).value)
        for dtype in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", ">i4", "Int64", "category"):
            frame = pandas.DataFrame(rows if dtype != "int8" else [(1, 2)], columns=["u", "v"]).astype(dtype)
            self.same(grundy.from_pandas(frame, "u", "v"), naive(rows if dtype != "int8" else [(1, 2)]))
        mixed = pandas.DataFrame({"source": [1, 2], "target": ["a", "b"]})
        self.same(grundy.from_pandas(mixed), naive([(1, "a"), (2, "b")]))
        large = pandas.DataFrame({"source": [2**64 - 1], "target": [1]}, dtype="uint64")
        self.same(grundy.from_pandas(large), naive([(2**64 - 1, 1)]))
        pairs = pandas.DataFrame({"source": [(0, 1)], "target": [(1, 0)]})
        self.same(grundy.from_pandas(pairs), naive([((0, 1), (1, 0))]))
        dates = pandas.DataFrame({"source": pandas.to_datetime(["2026-01-01"]), "target": pandas.to_datetime(["2026-01-02"])})
        self.assertEqual(grundy.from_pandas(dates).positions[0], pandas.Timestamp("2026-01-01"))
        for missing in (None, numpy.nan):
            with self.assertRaisesRegex(grundy.ArgumentError, "row 1 has no target"):
                grundy.from_pandas(pandas.DataFrame({"source": ["a", "b"], "target": ["b", missing]}))

    def test_from_arrow(self):
        dice = random.Random(2)
        for _ in range(5 * SCALE):
            rows = random_rows(dice, "texts")
            wanted = naive(rows)
            cut = dice.randrange(len(rows) + 1)
            for format in ("u", "U", "vu"):
                batches = [{"target": texts([b for _, b in part], format), "other": integers([0] * len(part), "i1"),
                            "source": texts([a for a, _ in part], format)} for part in (rows[:cut], rows[cut:], [])]
                table = Table(*batches)
                self.same(grundy.from_arrow(table), wanted)
                self.assertEqual(table.alive, 0)
            table = Table({"source": texts([a for a, _ in rows], "u", offset=min(cut, len(rows))),
                           "target": texts([b for _, b in rows], "U", offset=min(cut, len(rows)))})
            self.same(grundy.from_arrow(table), naive(rows[cut:]))
            entries = sorted({end for row in rows for end in row})
            for one in (texts(entries), texts(["left out", *entries], "vu", offset=1)):
                columns = [encoded([entries.index(row[end]) for row in rows], one, "u1") for end in (0, 1)]
                self.same(grundy.from_arrow(Table(dict(zip(("source", "target"), columns)))), wanted)
            rows = random_rows(dice, "small")
            for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
                table = Table({"a": integers([a for a, _ in rows], dtype), "b": integers([b for _, b in rows], "i8")},
                              offset=min(cut, len(rows)))
                self.same(grundy.from_arrow(table, "a", "b"), naive(rows[cut:]))

    def test_tables_that_are_wrong(self):
        right = texts(["a", "b"])
        for table, kind, message in (
                (Table({"source": right}), grundy.ArgumentError, "the table has no column 'target'"),
                (Table({"source": texts(["a", None]), "target": right}), grundy.InputError, "row 1 has no source"),
                (Table({"source": integers([1, 2], "i8"), "target": integers([1, None], "i8")}), grundy.InputError,
                 "row 1 has no target"),
                (Table({"source": right, "target": integers([1, 2], "i8")}), TypeError, "both columns must have integers"),
                (Table({"source": right, "target": encoded([0, 7], texts(["a"]))}), grundy.InputError, "does not exist"),
                (Table({"source": right, "target": encoded([0, 0], texts([None]))}), grundy.InputError, "row 0 has no target"),
                (Table({"source": right, "target": texts(["c", "d"])}, fails_at=0), grundy.InputError, "the disk is full"),
                (Table({"source": right, "target": texts(["c", "d"])}, fails_at=1), grundy.InputError, "the disk is full"),
                (Table({"source": integers([2**63, 1], "u8"), "target": integers([1, 2], "i8")}), OverflowError, "2\\^63"),
                (Table({"source": right, "target": integers([1, 2], "i8")}), TypeError, "both")):
            with self.subTest(message), self.assertRaisesRegex(kind, message):
                grundy.from_arrow(table)
            self.assertEqual(table.alive, 0)
        strange = Table({"source": texts(["a", "b"]), "target": texts(["c", "d"])})
        strange.batches[0]["source"].format = "g"
        with self.assertRaisesRegex(TypeError, "must have integers or texts"):
            grundy.from_arrow(strange)
        with self.assertRaisesRegex(grundy.ArgumentError, "use grundy.from_arrow"):
            grundy.Game(Table({"source": right, "target": texts(["c", "d"])}))
        broken = Table({"source": texts(["a", "b"]), "target": texts(["a", "b"])})
        broken.batches[0]["target"].buffers[2] = b"a\xff"
        with self.assertRaisesRegex(grundy.InputError, "can't decode"):
            grundy.from_arrow(broken)

    def test_moves_go_to_arrow_and_back(self):
        dice = random.Random(3)
        for _ in range(5 * SCALE):
            for kind in ("integers", "texts", "objects"):
                game = naive(random_rows(dice, kind))
                found = consumed(game)
                if kind == "objects":
                    names = [game._name(v) for v in range(len(game))]
                    wanted = [(names[game.number(u)], names[game.number(v)]) for u, v in game.moves]
                    self.assertEqual(list(zip(found["source"], found["target"])), wanted)
                    continue
                self.assertEqual(list(zip(found["source"], found["target"])), list(game.moves))
                self.assertEqual(set(grundy.from_arrow(game).moves), set(game.moves))
        self.assertEqual(consumed(grundy.Game(numpy.array([[2, 0], [0, 1]]))), {"source": [0, 2], "target": [1, 0]})

    def test_solutions_go_to_arrow_and_pandas(self):
        games = [grundy.Game(RING), grundy.random("gnp", positions=40, p=0.05), grundy.Game([]),
                 grundy.Game([("a", "a"), ("a", "ü")]), grundy.open("wythoff:9,9", window=20), grundy.parse("a +> b\na b\nb !> c"),
                 grundy.Game({"a": ["x", "y"]}, players={"a": "A", "x": "B", "y": "B"}, outcomes={"x": "A", "y": "D"}),
                 grundy.Game({"a": "bc"}, players={"a": "A", "b": "B", "c": "B"}, payoffs={"b": 1, "c": 2})]
        for game in games:
            with self.subTest(repr(game)):
                solution = game.solve("all" if game.frontier is None else None)
                found, frame = consumed(solution), solution.to_pandas()
                self.assertEqual(list(found), ["position", *solution.columns])
                self.assertEqual(found["position"], list(game.positions))
                self.assertEqual(list(frame.index), list(game.positions))
                for name in solution.columns:
                    for number, entry in enumerate(found[name]):
                        self.same_entry(solution, name, number, entry, frame[name].iloc[number])

    def same_entry(self, solution, name, number, arrow, series):
        """Compares the entry of a table of Arrow and of a DataFrame with the one of a position."""
        wanted = solution._entry(name, number)
        unknown = name == "outcome" and wanted is None
        if isinstance(wanted, frozenset):
            self.assertEqual({x for x in arrow}, set(wanted))
            self.assertEqual(series, wanted)
        elif unknown:
            self.assertEqual((arrow, series), (None, "?"))
        elif wanted is None:
            self.assertTrue(arrow is None or arrow == "")
            self.assertTrue(series is None or series != series)
        else:
            self.assertEqual((arrow, series), (wanted, wanted))

    def test_streams_keep_what_they_need_and_are_released(self):
        consumed(grundy.Game(RING).solve())
        gc.collect()
        before = sys.getrefcount(None)
        stream = grundy.random("gnp", positions=2000, p=0.01).__arrow_c_stream__()
        gc.collect()
        del stream  # without being read
        for _ in range(200):
            consumed(grundy.Game(RING).solve())
        gc.collect()
        self.assertLess(abs(sys.getrefcount(None) - before), 100)

    def test_networkx(self):
        dice = random.Random(4)
        for _ in range(5 * SCALE):
            names = [dice.choice([i, str(i), (i,)]) for i in range(dice.randrange(1, 9))]
            for kind in (networkx.DiGraph, networkx.MultiDiGraph):
                graph = kind()
                graph.add_nodes_from(names)
                graph.add_edges_from((dice.choice(names), dice.choice(names)) for _ in range(dice.randrange(20)))
                game = grundy.from_networkx(graph)
                self.assertEqual(list(game.positions), list(graph.nodes))
                self.assertEqual(set(game.moves), set(graph.edges()))
                self.assertEqual(set(game.to_networkx().edges), set(graph.edges()))
        for graph in (networkx.DiGraph(), networkx.MultiDiGraph()):
            graph.add_edge("a", "b", kind="carry-on")
            with self.assertRaisesRegex(grundy.ArgumentError, "attribute kind"):
                grundy.from_networkx(graph)
        with self.assertRaisesRegex(grundy.ArgumentError, "not directed"):
            grundy.from_networkx(networkx.Graph())

    def test_igraph(self):
        def graph(edges, directed=True, **attributes):
            """Returns what igraph's graphs look like."""
            return types.SimpleNamespace(
                vcount=lambda: 3, is_directed=lambda: directed, get_edgelist=lambda: edges,
                vs=type("Vertices", (), {"attributes": lambda self: list(attributes),
                                         "__getitem__": lambda self, name: attributes[name]})())

        self.assertEqual(grundy.from_igraph(graph([(0, 1), (1, 0), (1, 2)])), grundy.Game(numpy.array([(0, 1), (1, 0), (1, 2)])))
        named = graph([(0, 1), (1, 0), (1, 2)], name=["a", "b", "c"], label=["x", None, None])
        self.assertEqual(grundy.from_igraph(named), grundy.Game(RING))
        self.assertEqual(grundy.from_igraph(named).at("a").label, "x")
        ends = graph([(0, 1), (0, 2)], name=["a", "x", "y"], player=["A", "B", "B"], outcome=[None, "A", "D"])
        self.assertEqual(grundy.from_igraph(ends).solve()["a"].outcome, "A")
        self.assertEqual(len(grundy.from_igraph(graph([]))), 3)
        for wrong, message in ((graph([], directed=False), "not directed"), (graph([], name=["a", "a", "b"]), "same name")):
            with self.assertRaisesRegex(grundy.Error, message):
                grundy.from_igraph(wrong)
        with self.assertRaisesRegex(grundy.ArgumentError, "use grundy.from_igraph"):
            grundy.Game(graph([]))


if __name__ == "__main__":
    unittest.main()
