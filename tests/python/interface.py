"""Tests what the Python module promises beyond the theory: arguments, exceptions, lifetimes, displays, signals, threads.

usage: interface.py
"""

import gc
import json
import math
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import networkx
import numpy
import scipy.sparse

import grundy
from grundy import _members as members

RING = [("a", "b"), ("b", "a"), ("b", "c")]


class Arguments(unittest.TestCase):
    """One clear line, and the right exception, for everything that is wrong."""

    def rejected(self, kind, message, call):
        with self.assertRaises(kind) as caught:
            call()
        self.assertIn(message, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))
        return caught.exception

    def test_moves_must_be_pairs(self):
        self.rejected(grundy.ArgumentError, "a move must be a pair of positions", lambda: grundy.Game([("a",)]))
        self.rejected(grundy.ArgumentError, "a move must be a pair of positions", lambda: grundy.Game(["abc"]))
        self.rejected(grundy.ArgumentError, "use grundy.parse", lambda: grundy.Game("a b"))
        self.rejected(TypeError, "moves must be iterable, not 5", lambda: grundy.Game(5))
        self.rejected(TypeError, "unhashable", lambda: grundy.Game([([], 1)]))
        self.rejected(grundy.ArgumentError, "two columns of integers", lambda: grundy.Game(numpy.array([[0.5, 1]])))
        self.rejected(grundy.ArgumentError, "must be numbers from 0", lambda: grundy.Game(numpy.array([[0, -1]])))

    def test_names_must_be_different_and_without_nul(self):
        self.rejected(grundy.ArgumentError, "NUL", lambda: grundy.Game([("a\0", "b")]))
        self.rejected(grundy.ArgumentError, "two positions have the name 'same'",
                      lambda: grundy.explore(1, lambda n: range(n), show=lambda n: "same"))
        self.assertEqual(grundy.Game([(1, "1")]).solve()[1].outcome, "N")

    def test_members_that_only_some_answers_have_are_none_in_others(self):
        whole, part = grundy.heap("0.123").quotient(8), grundy.heap("0.3122").quotient(8, max_elements=20)
        self.assertEqual((whole.lower_bound, whole.limit, part.lower_bound, part.limit.reason), (None, None, 31, "too-many"))
        self.assertNotIn("lower_bound", whole.to_dict())
        self.rejected(AttributeError, "no member 'lowest'", lambda: whole.lowest)

    def test_members_of_members_are_those_of_the_contract(self):
        best = members.BestAnswer({"guarantees": {"q-1": {"moves": "inf"}}, "moves": [{"steps": [{"to": "a"}]}], "by": {"value": {}}})
        self.assertEqual((best.guarantees.guarantee, best.guarantees.qm1.moves, best.guarantees.qm1.to), (None, math.inf, None))
        self.assertEqual((best.moves[0].steps[0].to, best.moves[0].steps[0].kind, best.moves[0].payoff), ("a", None, None))
        self.assertEqual((best.by.value.theorem, best.by.outcome), (None, None))
        self.rejected(AttributeError, "no member 'kinds'", lambda: best.moves[0].steps[0].kinds)
        payoffs = grundy.position("examples/payoffs.edges@a1")
        found = payoffs.best().evaluation
        self.assertEqual((found.guarantees.guarantee.payoff, found.guarantees.abe, found.guarantees.qm1), (1, None, None))
        self.assertEqual(pickle.loads(pickle.dumps(found)).guarantees.abe, None)
        both = (grundy.nim(2) & grundy.nim(3)).evaluate()
        self.assertEqual((both.by["remoteness"].theorem, both.by["remoteness"].positions), ("[Smi66, (9)]", None))
        match = grundy.nim(1).play()
        match.push("0")
        self.assertEqual(match.report().history[0].steps[0].kind, None)

    def test_numbers_of_moves_may_be_infinite_everywhere(self):
        counts = [(kind, name) for kind in vars(members).values() if isinstance(kind, type)
                  for name, text in vars(kind).get("__annotations__", {}).items() if "float | Ordinal" in text]
        self.assertGreater(len(counts), 15)
        for kind, name in counts:
            listed = "tuple" in kind.__annotations__[name]
            found = getattr(kind({name: ["inf", 1, {"ordinal": "w"}] if listed else "inf"}), name)
            self.assertEqual(found, (math.inf, 1, grundy.omega) if listed else math.inf, (kind, name))
        self.assertEqual(grundy.Answer({"values": ["inf", 1]}).values, (math.inf, 1))

    def test_attributes_must_fit_the_game(self):
        self.rejected(grundy.InputError, "'b' has no player", lambda: grundy.Game([("a", "b")], players={"a": "A"}))
        self.rejected(grundy.InputError, "unknown player",
                      lambda: grundy.Game([("a", "b")], players={"a": "A", "b": 3}))
        self.rejected(TypeError, "a payoff must be a number, not 'much'",
                      lambda: grundy.Game([("a", "b")], players={"a": "A", "b": "B"}, payoffs={"b": "much"}))
        self.rejected(grundy.PositionError, "no position 'z'", lambda: grundy.Game([("a", "b")], players={"z": "A"}))

    def test_unknown_positions_are_key_errors(self):
        game = grundy.Game(RING)
        error = self.rejected(KeyError, "the game has no position 'z'; its positions are a, b, c",
                              lambda: game.at("z"))
        self.assertEqual(error.reason, "no-position")
        self.rejected(grundy.PositionError, "no position 7", lambda: game.at(7))
        self.rejected(grundy.PositionError, "no position -1",
                      lambda: grundy.random("gnp", positions=5, p=0.5).at(-1))
        self.assertNotIn("z", game)
        self.assertNotIn([], game)

    def test_objects_of_other_libraries_have_functions_of_their_own(self):
        matrix = scipy.sparse.csr_array(numpy.eye(2, k=1))
        frame = grundy.from_scipy(matrix).to_pandas()
        for found, function in ((networkx.DiGraph([(0, 1)]), "from_networkx"), (matrix, "from_scipy"),
                                (frame, "from_pandas")):
            self.rejected(grundy.ArgumentError, f"use grundy.{function}", lambda found=found: grundy.Game(found))
        self.rejected(TypeError, "use scipy.sparse.csr_array", lambda: grundy.from_scipy(numpy.eye(2)))
        self.rejected(grundy.ArgumentError, "no column 'tail'; its columns are source, target",
                      lambda: grundy.from_pandas(frame, "tail"))

    def test_numbers_are_not_rounded(self):
        self.rejected(TypeError, "heap must be an integer, not 2.5", lambda: grundy.nim(2.5))
        self.rejected(TypeError, "a heap must be an integer, not 2.5", lambda: grundy.heap("kayles", 2.5))
        self.rejected(TypeError, "nimber must be an integer, not 2.5", lambda: grundy.Value(2.5))
        self.assertEqual(grundy.nim(numpy.int64(3)).value, 3)

    def test_outcomes_and_values_in_text(self):
        self.rejected(grundy.ArgumentError, "'draw' is not an outcome", lambda: grundy.Game(RING).solve().where("draw"))
        self.assertEqual(f"{grundy.Value.infinite({1, 0}):>7}|{grundy.Value(3):<2}|", " ∞{0,1}|3 |")

    def test_errors_of_files_have_a_place(self):
        error = self.rejected(grundy.InputError, "text:2:3", lambda: grundy.parse("digraph {\n  -> a }", "dot"))
        self.assertEqual((error.file, error.line, error.column), ("text", 2, 3))
        self.assertEqual((error.reason, error.code), ("syntax", 3))
        self.rejected(grundy.InputError, "did you mean 'wythoff'?", lambda: grundy.open("wythof:3,5"))
        self.rejected(OSError, "cannot write", lambda: grundy.Game(RING).save("/nonexistent/x.dot"))
        self.rejected(grundy.ArgumentError, "is not a format of games", lambda: grundy.Game(RING).save("x.foo"))

    def test_limits_are_unable_errors(self):
        self.rejected(grundy.UnableError, "more than 100 positions",
                      lambda: grundy.explore(0, lambda n: [n + 1], max_positions=100))
        error = self.rejected(grundy.UnableError, "more than 100",
                              lambda: grundy.open("wythoff:99,99", max_positions=100))
        self.assertEqual(error.reason, "too-many")
        self.rejected(grundy.UnableError, "too many for a picture",
                      lambda: grundy.random("gnp", positions=3000, p=0.001).draw())

    def test_notions_that_do_not_exist_are_undefined_errors(self):
        game = grundy.Game([("a", "b")], players={"a": "A", "b": "B"}, outcomes={"b": "A"})
        self.rejected(grundy.UndefinedError, "have no column grundy", lambda: game.solve("grundy"))
        self.rejected(grundy.UndefinedError, "no sum", lambda: (game.at("a") + grundy.nim(1)).outcome)
        self.rejected(grundy.UndefinedError, "play need not end", lambda: grundy.Game([("a", "a")]).linear())

    def test_exceptions_of_rules_pass_through(self):
        self.rejected(ZeroDivisionError, "division", lambda: grundy.explore(0, lambda n: 1 / 0))
        self.rejected(TypeError, "not iterable", lambda: grundy.explore(0, lambda n: 5))

    def test_errors_can_be_pickled(self):
        error = self.rejected(grundy.PositionError, "z", lambda: grundy.Game(RING).at("z"))
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))
        self.assertEqual(pickle.loads(pickle.dumps(grundy.omega * 2)), grundy.omega * 2)

    def test_pictures_outline_the_current_position(self):
        text = grundy.Game(RING).draw("svg", current="b").text
        self.assertIn(' current" data-position="b"', text)
        self.assertEqual(text, grundy.Game(RING).draw("svg", current="b", layout="auto", overlap="auto").text)
        self.rejected(grundy.PositionError, "no position 'z'", lambda: grundy.Game(RING).draw(current="z"))

    def test_pictures_can_be_pickled(self):
        picture = grundy.Game(RING).draw()
        again = pickle.loads(pickle.dumps(picture))
        self.assertEqual((again, again.format), (picture, "svg"))

    def test_solutions_of_other_games_are_rejected(self):
        large, small = grundy.random("gnp", positions=3000, p=0.001), grundy.Game(RING)
        self.rejected(grundy.ArgumentError, "of another game", lambda: large.draw("dot", solution=small.solve()))
        core = small.solve()._core
        self.rejected(ValueError, "has 3 positions, and the game has 3000",
                      lambda: core.write_text(large._core, "tsv", "", None, False))
        self.assertIn(b"digraph", small.draw("dot", solution=small.solve()))

    def test_numbers_of_sets_are_not_cut(self):
        for k in ({2**31}, {2**32}, {2**64}, {-1}):
            self.rejected(grundy.ArgumentError, f"a member of K is {min(k)}; expected a number from 0 to 2147483647",
                          lambda k=k: grundy.Value.infinite(k))
        self.rejected(TypeError, "a member of K must be an integer", lambda: grundy.Value.infinite({0.5}))
        self.rejected(grundy.ArgumentError, "nimber is -1", lambda: grundy.Value(-1))
        for d in (-1, 2**32 - 1, 2**32):
            self.rejected(grundy.ArgumentError, f"d of 'b' is {d}",
                          lambda d=d: grundy.Game([("a", "b")]).map_to(grundy.Game([("x", "y")]), {"a": "x", "b": "y"},
                                                                       {"a": 1, "b": d}))

    def test_one_number_does_not_ask_for_gigabytes(self):
        far = numpy.array([[0, 2**31 - 2]])
        message = "2147483647 positions for 1 move; the limit is 16777216, or 16 per move, unless max-positions is given"
        wide = scipy.sparse.coo_array(([1], ([0], [1])), shape=(2**31 - 1, 2**31 - 1))
        text = "%%MatrixMarket matrix coordinate pattern general\n2147483647 2147483647 1\n1 1\n"
        for call in (lambda: grundy.Game(far), lambda: grundy.Game(far, outcomes={0: "N"}),
                     lambda: grundy.from_scipy(wide), lambda: grundy.parse(text, "mtx")):
            self.assertEqual(self.rejected(grundy.UnableError, message, call).reason, "too-many")
        near, small = numpy.array([[0, 3]]), scipy.sparse.csr_array(numpy.eye(4))
        few = text.replace("2147483647", "4")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "few.mtx")
            path.write_text(few)
            for call in (lambda most: grundy.Game(near, max_positions=most),
                         lambda most: grundy.from_scipy(small, max_positions=most),
                         lambda most: grundy.parse(few, "mtx", max_positions=most),
                         lambda most: grundy.read(path, max_positions=most),
                         lambda most: grundy.open(path, max_positions=most)):
                self.assertEqual(len(call(4)), 4)
                self.rejected(grundy.UnableError, "4 positions; max-positions allows 3", lambda: call(3))

    def test_inconsistent_matrices_are_refused(self):
        def matrix(indptr, indices, shape=(3, 3)):
            made = scipy.sparse.csr_array((3, 3))
            made.indptr, made.indices = numpy.array(indptr), numpy.array(indices)
            made.data = numpy.ones(len(indices))
            made._shape = shape
            return made

        self.assertEqual(grundy.from_scipy(matrix([0, 1, 2, 2], [1, 2])).size, 2)
        for made, message in (
                (matrix([0, 1], [1]), "indptr of the matrix has 2 entries; expected 4 for 3 rows"),
                (matrix([0, 1, 2, 2, 2], [1, 2]), "indptr of the matrix has 5 entries"),
                (matrix([1, 1, 2, 2], [1, 2]), "must begin with 0 and never decrease"),
                (matrix([0, 2, 1, 2], [1, 2]), "must begin with 0 and never decrease"),
                (matrix([0, -1, 1, 2], [1, 2]), "must begin with 0 and never decrease"),
                (matrix([0, 1, 2, 9], [1, 2]), "ends with 9, and there are 2 indices"),
                (matrix([0, 1, 2, 2], [1, 3]), "an index of the matrix is not a column"),
                (matrix([0, 1, 2, 2], [1, -1]), "an index of the matrix is not a column"),
                (matrix(numpy.array([0, 1, 2, 2], dtype="i4"), numpy.array([1, 3], dtype="i4")), "is not a column"),
                (matrix(numpy.array([0, 1, 2, 2], dtype="i4"), numpy.array([-1, 3], dtype="i4")), "is not a column"),
                (matrix([0, 1.5, 2, 2], [1, 2]), "indptr of the matrix must be an array of integers"),
                (matrix([0, 1, 2, 2], [1.0, 2.0]), "indices of the matrix must be an array of integers"),
                (matrix([[0, 1], [2, 2]], [1, 2]), "indptr of the matrix must be an array of integers"),
                (matrix([0, 1, 2, 2], [1, 2], (3, 4)), "must be square")):
            self.rejected(grundy.ArgumentError, message, lambda made=made: grundy.from_scipy(made))
        swapped = matrix(numpy.array([0, 1, 2, 2], dtype=">i8"), numpy.array([1, 2], dtype=">i4"))
        self.assertEqual(list(grundy.from_scipy(swapped).targets), [1, 2])

    def test_every_number_names_its_argument(self):
        game, rules, nim = grundy.Game(RING), grundy.tiers("chomp:2,2"), grundy.nim(3)
        text = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"
        integers = {  # by argument: the calls, and the largest number if it is not 2^63 - 1
            "max_positions": (lambda n: grundy.Game(RING, max_positions=n),
                              lambda n: grundy.Game(numpy.array([[0, 1]]), max_positions=n),
                              lambda n: grundy.from_scipy(scipy.sparse.csr_array((2, 2)), max_positions=n),
                              lambda n: grundy.parse(text, "mtx", max_positions=n),
                              lambda n: grundy.open("chomp:2,2", max_positions=n),
                              lambda n: grundy.explore(1, range, max_positions=n),
                              lambda n: nim.evaluate(max_positions=n), lambda n: nim.best(max_positions=n),
                              lambda n: nim.explore(n), lambda n: grundy.heap("kayles").misere(3, max_positions=n)),
            "memory": (lambda n: game.solve(memory=n), lambda n: grundy.open("chomp:2,2", memory=n),
                       lambda n: rules.solve("/nonexistent", memory=n), lambda n: nim.evaluate(memory=n),
                       lambda n: nim.best(memory=n)),
            "window": (lambda n: grundy.open("wythoff:9,9", window=n),),
            "most": (lambda n: nim.moves(n), lambda n: nim.play().moves(n),
                     lambda n: game.hereditary_sets(n)),
            "depth": (lambda n: game.at("a").why(n), lambda n: (nim + 1).why(n)),
            "scale": (lambda n: game.draw("dot", scale=n),),
            "radius": (lambda n: game.draw("dot", around="a", radius=n),),
            "rows": (lambda n: game.solve().table(rows=n),),
            "threads": (grundy.set_threads,),
            "max": (lambda n: grundy.heap("kayles").solve(n), lambda n: grundy.heap("kayles").period(n)),
            "a heap": (lambda n: grundy.heap("kayles", n), lambda n: grundy.heap("kayles").misere(n)),
            "heap": (grundy.nim,),
            "first": (lambda n: nim.play(first=n),),
            "player": (nim.play().colour,),
            "sample": (lambda n: rules.verify(sample=n),),
            "seed": (lambda n: grundy.random("chain", positions=3, seed=n),
                     lambda n: grundy.experiment("gnp", 1, seed=n, positions=3, p=0.5),
                     lambda n: grundy.check_rules("wythoff:1,1", seed=n), lambda n: rules.verify(seed=n)),
            "games": (lambda n: grundy.experiment("gnp", n, positions=3, p=0.5),),
            "walks": (lambda n: grundy.check_rules("wythoff:1,1", walks=n),),
            "positions": (lambda n: grundy.random("chain", positions=n),),
            "nimber": (grundy.Value,),
            "a member of K": (lambda n: grundy.Value.infinite([n]),),
        }
        for name, calls in integers.items():
            for call in calls:
                for wrong in (-1, -2**70, 2**70):
                    error = self.rejected(grundy.ArgumentError, f"{name} is {wrong}; expected a number",
                                          lambda call=call, wrong=wrong: call(wrong))
                    self.assertNotIsInstance(error, OverflowError)
                for wrong in (True, False, 1.5, float("nan"), [1], *(["1"] if name != "memory" else [])):
                    self.rejected(TypeError, f"{name} must be an integer, not {wrong!r}",
                                  lambda call=call, wrong=wrong: call(wrong))
        for call in (lambda n: game.solve(memory=n), lambda n: grundy.open("chomp:2,2", max_positions=n),
                     lambda n: grundy.Game(RING, max_positions=n)):
            self.rejected(grundy.ArgumentError, "is 0; expected a number of at least 1", lambda call=call: call(0))
        reals = {"payoff": lambda x: game.solve(payoff=x), "infinite": lambda x: game.solve(infinite=x),
                 "p": lambda x: grundy.random("gnp", positions=3, p=x)}
        for name, call in reals.items():
            self.rejected(grundy.ArgumentError, f"{name} is nan; expected a number", lambda: call(float("nan")))
            for wrong in (True, "1", [1], 1j):
                self.rejected(TypeError, name, lambda wrong=wrong: call(wrong))
        self.rejected(grundy.ArgumentError, "payoff is 1", lambda: game.solve(payoff=10**400))
        flags = {"reduce": lambda x: game.solve(reduce=x), "split": lambda x: grundy.open("cram:2,2", split=x),
                 "libraries": lambda x: grundy.tiers("chomp:2,2", libraries=x),
                 "unreduced": lambda x: grundy.open("chomp:2,2", unreduced=x), "misere": lambda x: nim.best(misere=x),
                 "all": lambda x: nim.best(all=x), "all_moves": lambda x: nim.best(all_moves=x),
                 "worksheet": lambda x: game.draw(worksheet=x), "no_name": lambda x: game.draw(worksheet=True, no_name=x),
                 "best_moves": lambda x: game.draw(worksheet=True, best_moves=x), "legend": lambda x: game.draw("dot", legend=x),
                 "blank": lambda x: game.draw("dot", blank=x), "names": lambda x: grundy.product([game], names=x),
                 "tablebase": lambda x: game.solve().save("/nonexistent/x.npz", tablebase=x),
                 "stop_at_period": lambda x: grundy.heap("kayles").solve(9, stop_at_period=x),
                 "ordered": lambda x: grundy.random("chain", positions=3, ordered=x)}
        for name, call in flags.items():
            for wrong in ("no", 5, None, 0.0):
                self.rejected(TypeError, f"{name} must be True or False, not {wrong!r}",
                              lambda call=call, wrong=wrong: call(wrong))

    def test_progress_is_a_bool_or_a_function(self):
        game = grundy.Game(RING)
        for call in (lambda p: game.solve(progress=p), lambda p: grundy.open("wythoff:1,1", progress=p),
                     lambda p: grundy.nim(1).evaluate(progress=p), lambda p: game.quotient(progress=p)):
            for wrong in (5, "yes", 1, 0, []):
                self.rejected(TypeError, "progress must be True, False or a function of phase, done and total, not "
                              f"{wrong!r}", lambda call=call, wrong=wrong: call(wrong))
            call(False), call(None), call(lambda phase, done, total: None)

    def test_options_that_conflict_are_refused(self):
        game = grundy.Game(RING)
        for options in ({"reduce": True, "memory": 2**30}, {"reduce": True, "scratch": "."},
                        {"algorithm": "lazy", "scratch": "."}, {"algorithm": "lazy", "gpu": "auto"},
                        {"scratch": ".", "gpu": 1}):
            self.rejected(grundy.ArgumentError, " conflicts with ".join(options),
                          lambda options=options: game.solve(**options))
        self.assertEqual(game.solve(memory=2**30, algorithm="lazy").to_text(), game.solve().to_text())
        for wrong in (5, None, ["auto"]):
            self.rejected(TypeError, "algorithm must be a str", lambda wrong=wrong: game.solve(algorithm=wrong))
        self.rejected(TypeError, "a column must be a str", lambda: game.solve([1]))
        self.rejected(TypeError, "moves must be a function, not 5", lambda: grundy.explore(1, 5))
        self.rejected(TypeError, "canon must be a function, not 5", lambda: grundy.explore(1, range, canon=5))

    def test_all_columns_are_attributes_with_one_entry_per_position(self):
        games = [grundy.Game(RING), grundy.open("wythoff:3,5"), grundy.random("gnp", positions=40, p=0.05),
                 grundy.Game([("a", "b")], players={"a": "A", "b": "B"}, outcomes={"b": "A"}),
                 grundy.Game({"a": "bc"}, players={"a": "A", "b": "B", "c": "B"}, payoffs={"b": 1, "c": 2})]
        for game in games:
            solution = game.solve("all")
            for name in solution.columns:
                name = name.replace("q-1", "qm1")
                self.assertEqual(len(getattr(solution, name)), len(game), name)
                self.assertIn(name, dir(solution))
            self.assertEqual((len(game.positions), len(game.offsets)), (len(game), len(game) + 1))
            every = set()
            for name in grundy._solution._KINDS:
                try:
                    every.update(game.solve(name).columns)
                except (grundy.Error, AttributeError):  # does not exist for this game, or needs a payoff
                    pass
            self.assertEqual(every - {"draw_level", "draw_remoteness"}, set(solution.columns))

    def test_every_stored_entry_of_a_matrix_is_a_move(self):
        zeros = scipy.sparse.csr_array((numpy.zeros(2), numpy.array([1, 2]), numpy.array([0, 1, 2, 2])), shape=(3, 3))
        self.assertEqual(list(grundy.from_scipy(zeros).moves()), [(0, 1), (1, 2)])
        twice = scipy.sparse.coo_array(([1, -1], ([0, 0], [1, 1])), shape=(2, 2))
        self.assertEqual(list(grundy.from_scipy(twice).moves()), [(0, 1)])

    def test_exceptions_of_the_module_have_a_message_and_a_reason(self):
        kinds = [kind for kind in vars(grundy).values() if isinstance(kind, type) and issubclass(kind, Exception)]
        self.assertGreaterEqual(len(kinds), 7)
        for kind in kinds:
            self.assertTrue(issubclass(kind, grundy.Error), kind)
            error = kind("what is wrong", "time")
            self.assertEqual((error.message, error.reason, str(error)), ("what is wrong", "time", "what is wrong"))
            self.assertEqual(error.to_dict(), {"error": {
                "reason": "time", "message": "what is wrong", "hint": None, "file": None, "line": None, "column": None,
                "code": kind.code, "positions": None}})

    def test_solving_releases_the_lock(self):
        game, turns = grundy.random("degree", positions=200_000, degree=8), 0
        thread = threading.Thread(target=lambda: game.solve("all"))
        thread.start()
        while thread.is_alive():
            time.sleep(0.001)
            turns += 1
        self.assertGreater(turns, 20)

    def test_qv_needs_a_payoff(self):
        game = grundy.Game({"a": "bc"}, players={"a": "A", "b": "B", "c": "B"}, payoffs={"b": 1, "c": 2})
        self.rejected(grundy.ArgumentError, "qv needs a payoff", lambda: game.solve("qv"))
        self.rejected(grundy.ArgumentError, "qv needs a payoff", lambda: game.solve(["guarantee", "qv"]))
        self.rejected(grundy.ArgumentError, "qv needs a payoff", lambda: game.at("a").qv)
        self.assertEqual(game.solve("qv", payoff=2).columns, ("qv",))
        self.assertNotIn("qv", game.solve("all").columns)
        at = game.at("a")
        self.assertEqual((at.outcome, at.value, at.remoteness), (None, None, None))

    def test_names_survive_reversing(self):
        for game in (grundy.Game(RING), grundy.open("wythoff:2,3"), grundy.explore(5, lambda n: range(n))):
            reverse = game.reverse()
            self.assertEqual(list(reverse.positions), list(game.positions))
            self.assertEqual([at.name for at in reverse.solve().values()], [at.name for at in game.solve().values()])
            self.assertEqual(sorted((head, tail) for tail, head in reverse.moves()), sorted(game.moves()))
            self.assertIn(reverse.at(game.positions[0]).name, reverse.to_text())
        game = grundy.random("gnp", positions=9, p=0.3)
        self.assertEqual(game.reverse().positions, range(9))

    def test_positions_of_arrays_are_integers(self):
        pairs = numpy.array([[3, 1], [1, 0]])
        plain, more = grundy.Game(pairs), grundy.Game(pairs, numpy.arange(6))
        ended = grundy.Game(pairs, outcomes={0: "N", 2: "D"}, labels={3: "top"})
        for game, order in ((plain, 4), (more, 6), (ended, 4)):
            self.assertEqual(list(game.positions), list(range(order)))
            self.assertEqual(list(game.moves()), [(1, 0), (3, 1)])
            self.assertEqual((game.at(3).name, game.at(numpy.int64(3)).key), ("3", 3))
        self.assertEqual((ended.at(2).outcome, ended.at(1).outcome, ended.at(3).label), ("D", "P", "top"))
        self.rejected(grundy.PositionError, "no position 7", lambda: grundy.Game(pairs, outcomes={7: "N"}))
        self.rejected(grundy.ArgumentError, "must be numbers", lambda: grundy.Game(pairs, [-1]))
        listed = grundy.Game([(2, 1)], numpy.arange(3))
        self.assertEqual(repr(listed.positions), "[0, 1, 2]")
        self.assertEqual(len(grundy.Game(numpy.zeros((0, 2), dtype=int), range(3))), 3)

    def test_integers_of_numpy_are_integers(self):
        self.assertEqual(len(grundy.random("gnp", positions=numpy.int64(10), p=numpy.float32(0.5))), 10)
        self.assertEqual(len(grundy.heap("kayles").solve(numpy.int64(10))), 11)
        self.assertEqual(grundy.heap("kayles").misere(numpy.int64(1)), "P")

    def test_arguments_that_contradict_are_rejected(self):
        self.rejected(grundy.ArgumentError, "give only one", lambda: grundy.explore(0, lambda n: [], starts=[5]))
        self.assertEqual(grundy.explore(moves=lambda n: [], starts=iter([5, 6])).positions, [5, 6])
        self.rejected(grundy.ArgumentError, "'foo' is not a format", lambda: grundy.open("wythoff:1,1", "foo"))

    def test_moves_of_matches_are_checked(self):
        match = (grundy.nim(1) + grundy.nim(2)).play()
        self.rejected(grundy.ArgumentError, "no component 5", lambda: match.push({5: 1}))
        self.rejected(grundy.ArgumentError, "no component 0", lambda: match.push({0: 0}))
        self.rejected(grundy.ArgumentError, "no move from 1 to 1", lambda: match.push({1: 1}))
        self.assertEqual(len(match), 0)


class Windows(unittest.TestCase):
    """What is not known is never taken for a number, and a window never for the whole game."""

    def setUp(self):
        self.game = grundy.open("examples/up-or-divide.lua", window=20)
        self.solution = self.game.solve()

    def test_unknown_entries_are_none(self):
        last = self.solution["20"]
        self.assertEqual((last.outcome, last.value, last.remoteness), ("N", None, None))
        self.assertEqual(repr(last), "Position 20: N-position")
        self.assertEqual(self.solution.remoteness[last.number], grundy.AT_MOST + 3)
        self.assertEqual(self.solution.grundy[last.number], grundy.UNKNOWN)
        self.assertIn(None, self.solution.k[last.number])
        self.assertEqual(repr(self.game.solve()), "Solution of 20 positions: 6 P, 14 N, 0 draws, 0 not known")
        frame = self.solution.to_pandas()
        self.assertTrue(numpy.isnan(frame.remoteness["20"]) and numpy.isnan(frame.grundy["20"]))
        self.assertEqual(frame.distance["20"], numpy.inf)
        html = self.solution._repr_html_()
        self.assertIn("<td>≤ 3</td>", html)
        self.assertIn("<td>?</td>", html)
        small = grundy.open("examples/up-or-divide.lua", window=15).solve()
        self.assertEqual(small.where("?"), ["14", "15"])
        self.assertEqual(repr(small["14"]), "Position 14: outcome not known")

    def test_the_frontier_is_not_terminal(self):
        self.assertEqual(self.game.frontier.tolist(), [False] * 19 + [True])
        one = grundy.open("wythoff:1,1", window=1)
        self.assertFalse(one.at("1,1").is_terminal)
        self.assertIsNone(grundy.open("wythoff:1,1", window=9).frontier)

    def test_only_some_methods_use_windows(self):
        game = self.game
        for call in (lambda: game.at("2").best(), lambda: (game.at("2") + grundy.nim(1)).outcome, game.quotient,
                     game.to_networkx, game.to_scipy, game.to_pandas, game.reverse, game.trace, game.to_text,
                     game.hereditary_sets, game.linear, lambda: game.is_acyclic, lambda: game.map_to(game, {}),
                     lambda: grundy.product([game, game]), lambda: game.save("x.edges"), lambda: game.at("2").play()):
            with self.assertRaisesRegex(grundy.UnableError, "a window of a larger game"):
                call()
        self.assertIn("Play can leave the window by 18 -> 19 -> 20", game.at("18").why())
        self.assertTrue(game.draw("dot"))

    def test_a_window_is_stored_as_a_tablebase(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "window.npz")
            self.solution.save(path, tablebase=True)
            stored = grundy.tablebase(path)
            self.assertTrue(stored.verify())
            self.assertEqual(stored.remoteness.tolist(), self.solution.remoteness.tolist())

    def test_windows_are_of_rules(self):
        with self.assertRaisesRegex(grundy.ArgumentError, "window is only for rules"):
            grundy.open("examples/ring.edges", window=3)
        with self.assertRaisesRegex(grundy.ArgumentError, "window is 0; expected a number of at least 1"):
            grundy.open("wythoff:1,1", window=0)


class Parts(unittest.TestCase):
    """A game of parts is never taken for a game of positions."""

    def setUp(self):
        self.game = grundy.open("coin-rows:2,12", split=True)

    def test_parts_are_counted_and_shown(self):
        self.assertEqual(repr(self.game), "Game with 12 parts and 78 moves")
        solution = self.game.solve()
        self.assertEqual(repr(solution), "Solution of 12 parts: 0 P, 12 N, 0 draws")
        self.assertEqual(solution.to_pandas().index.name, "part")
        self.assertEqual(self.game.parts("5,5,7"), ["7", "5", "5"])
        self.assertEqual(solution.evaluate("5,5,7").value, solution["7"].value)
        self.assertTrue(solution.verify())

    def test_loopy_parts_do_not_cancel(self):
        solution = grundy.open("examples/tokens.lua:d", split=True).solve()
        self.assertEqual(solution.evaluate("dd").value, grundy.Value.infinite())
        self.assertEqual(solution.evaluate("dd").outcome, "D")

    def test_only_some_methods_use_parts(self):
        game = self.game
        for call in (lambda: game.followers("12"), lambda: game.at("12").best(), lambda: game.at("12").followers,
                     lambda: game.at("12").why(), lambda: list(game.moves()), game.draw, game.quotient, game.to_scipy,
                     lambda: game.at("12").is_terminal, lambda: (game.at("12") + grundy.nim(1)).outcome):
            with self.assertRaisesRegex(grundy.UnableError, "without split=True"):
                call()
        with self.assertRaisesRegex(grundy.UndefinedError, "parts of positions has no quotient"):
            game.solve(reduce=True)
        with self.assertRaises(grundy.PositionError):
            game.solve().evaluate("99")

    def test_parts_are_stored_as_a_tablebase(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "parts.npz")
            self.game.solve().save(path, tablebase=True)
            self.assertEqual(grundy.tablebase(path).evaluate("3,4,5").value, 6)
            with self.assertRaisesRegex(grundy.UnableError, "a tablebase of parts"):
                grundy.open(path)


class Tiers(unittest.TestCase):
    """Folders of tiers answer, and say why if they cannot."""

    def test_a_folder_is_solved_opened_and_continued(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "tiers")
            tiers = grundy.tiers("tic-tac-toe")
            with self.assertRaisesRegex(grundy.ArgumentError, "no folder of tiers"):
                tiers.start
            self.assertEqual(tiers.solve(path, "outcome,q1,q0").resumed, 0)
            self.assertEqual(tiers.solve(path, "outcome,q1,q0").resumed, 10)
            self.assertTrue(tiers.verify())
            self.assertEqual(tiers.verify(sample=5).positions, 5)
            stored = grundy.tiers(path)
            self.assertEqual((stored.start.outcome, stored.start.player, len(stored)), ("D", "A", 10))
            self.assertIsNone(stored.start.remoteness)
            with self.assertRaises(KeyError):
                stored["zz"]
            with self.assertRaisesRegex(grundy.InputError, "use another folder"):
                tiers.solve(path, "outcome")

    def test_wrong_arguments_are_named(self):
        with self.assertRaisesRegex(grundy.UnableError, "do not rank"):
            grundy.tiers("wythoff:3,5")
        with self.assertRaisesRegex(grundy.ArgumentError, "is its name, not 3"):
            grundy.tiers("chomp:2,2")[3]
        with self.assertRaisesRegex(grundy.ArgumentError, "sample is -1; expected a number of at least 0"):
            grundy.tiers("chomp:2,2").verify(sample=-1)

    def test_tiers_cannot_be_used_while_they_are_solved(self):
        tiers = grundy.tiers("tic-tac-toe")
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(RuntimeError, "are being solved or verified"):
                tiers.solve(folder, progress=lambda *_: tiers.start)
            self.assertEqual(tiers.solve(folder).tiers, 10)


class Positions(unittest.TestCase):
    """Positions given by text do what positions of games do."""

    def test_misere_play(self):
        for text in ("chomp:3,3", "wythoff:3,5", "take{1,3}:9"):
            named = grundy.position(text)
            while named.moves():
                whole = named.explore().at(named.name)
                for extra in (0, 2):
                    self.assertEqual((named + grundy.nim(extra)).evaluate(misere=True).outcome,
                                     (whole + grundy.nim(extra)).evaluate(misere=True).outcome, str(named))
                self.assertEqual(grundy.position(str(named)).evaluate(misere=True).outcome,
                                 whole.evaluate(misere=True).outcome)
                named = named.best(misere=True)[0].position

    def test_matches_of_two_coloured_games(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my game.dot")
            with open(path, "w") as file:
                file.write('digraph { a [player=A]; b [player=B]; "c 1" [player=A, outcome=B]; '
                           'd [player=B, outcome=A]; a -> b; b -> "c 1"; a -> d }')
            match, game = grundy.position(f'"{path}"@a').play(), grundy.read(path).at("a").play()
            self.assertEqual(match.colour(0), "A")
            self.assertEqual((str(match.best()), match.worth), (str(game.best()), game.worth))
            match.push("b")
            match.reply()
            self.assertEqual((match.is_over, match.winner), (True, 1))
            self.assertEqual(str(match.position), f'"{path}"@"c 1"')
            self.assertEqual(grundy.position(str(match.position)).name, "c 1")


class Memory(unittest.TestCase):
    def test_sorted_indices_of_scipy_are_used_in_place_and_kept_alive(self):
        matrix = scipy.sparse.csr_array(numpy.eye(300, k=1))
        self.assertEqual(matrix.indices.dtype, numpy.int32)
        game = grundy.from_scipy(matrix)
        self.assertTrue(numpy.shares_memory(game.targets, matrix.indices))
        del matrix
        gc.collect()
        self.assertEqual(game.targets.tolist(), list(range(1, 300)))
        self.assertEqual(game.solve().remoteness[0], 299)

    def test_other_matrices_are_copied(self):
        indices, offsets = numpy.array([1, 0, 1, 1]), numpy.array([0, 4, 4])
        unsorted = scipy.sparse.csr_array((numpy.ones(4), indices, offsets), shape=(2, 2))
        self.assertEqual(grundy.from_scipy(unsorted).followers(0), [0, 1])
        wide = scipy.sparse.csr_array((numpy.ones(1), numpy.array([1], dtype=numpy.int64),
                                       numpy.array([0, 1, 1], dtype=numpy.int64)), shape=(2, 2))
        self.assertEqual(grundy.from_scipy(wide).followers(0), [1])
        self.assertEqual(grundy.from_scipy(scipy.sparse.coo_array(numpy.eye(3))).size, 3)

    def test_wrong_matrices_are_rejected(self):
        outside = scipy.sparse.csr_array(numpy.eye(3))
        outside.indices = numpy.array([0, 1, 7], dtype=numpy.int32)
        with self.assertRaises(grundy.ArgumentError):
            grundy.from_scipy(outside)
        with self.assertRaises(grundy.ArgumentError):
            grundy.from_scipy(scipy.sparse.csr_array(numpy.ones((1, 2))))

    def test_arrays_outlive_their_solution_and_cannot_be_written_to(self):
        values = grundy.random("degree", positions=5000, degree=3).solve().grundy
        copy = values.copy()
        gc.collect()
        _ = [numpy.full(5000, 7, dtype=numpy.uint32) for _ in range(50)]
        self.assertTrue((values == copy).all())
        with self.assertRaises(ValueError):
            values[0] = 1

    def test_calls_do_not_leak(self):
        game = grundy.Game(RING)
        solution, matrix = game.solve(), scipy.sparse.csr_array(numpy.eye(3, k=1))

        def failing():
            for call in (lambda: game.at("z"), lambda: grundy.Game([("a",)]), lambda: game.solve("no"),
                         lambda: grundy.explore(0, lambda n: 1 / 0), lambda: grundy.heap("0.!")):
                try:
                    call()
                except (grundy.Error, ValueError, ZeroDivisionError):
                    pass

        calls = [lambda: grundy.Game(RING), lambda: game.solve("all").outcome, solution.verify,
                 lambda: (solution["a"].value, list(solution.k)), lambda: (game.at("a") + grundy.nim(5)).best(),
                 lambda: grundy.heap("kayles", 7).best(), lambda: game.at("b").why(), lambda: game.draw("dot"),
                 lambda: game.trace(), lambda: game.at("b").play().best(), lambda: game.quotient().check(),
                 lambda: game.map_to(game, lambda u: u), lambda: grundy.omega * 2 + 1,
                 lambda: grundy.heap("kayles").solve(50).values, lambda: grundy.explore(5, range),
                 lambda: grundy.from_scipy(matrix).solve().grundy, lambda: grundy.parse(game.to_text()),
                 lambda: solution.to_text("csv"), lambda: grundy.product([game, game]), failing]
        for call in calls:
            for _ in range(3):
                call()
            gc.collect()
            before = sys.getallocatedblocks()
            for _ in range(25):
                call()
            gc.collect()
            self.assertLess(sys.getallocatedblocks() - before, 20, call)


class Surroundings(unittest.TestCase):
    def test_attributes_of_networkx_are_used_both_ways(self):
        graph = networkx.DiGraph([("a", "b"), ("a", "c")])
        networkx.set_node_attributes(graph, {"a": "A", "b": "B", "c": "B"}, "player")
        networkx.set_node_attributes(graph, {"b": 1.5, "c": -2}, "payoff")
        game = grundy.from_networkx(graph)
        self.assertEqual(game.solve()["a"].guarantee, 1.5)
        again = game.to_networkx()
        self.assertEqual(again.nodes["b"], {"player": "B", "payoff": 1.5})
        self.assertEqual(set(again.edges), set(graph.edges))
        with self.assertRaises(grundy.ArgumentError):
            grundy.from_networkx(networkx.path_graph(3))

    def test_notebooks_show_games_solutions_and_traces(self):
        game = grundy.Game(RING)
        self.assertIn("data:image/svg+xml", game._repr_html_())
        self.assertTrue(game.draw()._repr_svg_().startswith("<svg"))
        self.assertIn("<td>N</td>", game.solve()._repr_html_())
        self.assertIn("iframe", game.trace()._repr_html_())
        self.assertIsNone(grundy.random("gnp", positions=1000, p=0.01)._repr_html_())
        self.assertIn("&lt;b&gt;", grundy.Game([("<b>", "c")]).solve()._repr_html_())
        self.assertTrue(game.draw("png").startswith(b"\x89PNG"))

    def test_notebooks_show_positions_moves_reasons_sums_and_matches(self):
        game, strange = grundy.Game(RING), grundy.Game([("<b>", "&"), ("<b>", "c")])
        total = game.at("b") + grundy.nim(5) + grundy.heap("kayles", 7)
        match = (grundy.nim(1) + grundy.nim(2)).play()
        match.push("2: 2 -> 0")
        match.reply()
        board = grundy.open("quixo:2")
        played = board.at(board.positions[0]).play()
        played.push(played.best())
        for shown, words in ((game.at("b"), ("<b>b</b>", "N-position", "<td", "data:image/svg+xml")),
                             (board.at(board.positions[1]), ("<td", "data:image/svg+xml")),
                             (played, ("after 1 move:", "data:image/svg+xml")),
                             (total, ("nim:5", "kayles:7", "component", "∞" if total.value == float("inf") else "value")),
                             (total.best(all_moves=True), ("for the mover", "win", "★")),
                             (grundy.nim(2).moves(), ("2 -&gt; 0", "2 -&gt; 1")), (grundy.nim(3), ("nim:3", "value 3")),
                             (game.at("b").why(), ("b is an N-position", "margin: .2em 0 .2em 2em")),
                             (match, ("player 1 has won", "2 → 0", "gives-win-away")),
                             (strange.at("<b>"), ("&lt;b&gt;", "&amp;")), (strange.at("<b>").why(), ("&lt;b&gt;",))):
            text = shown._repr_html_()
            for word in words:
                self.assertIn(word, text, repr(shown))
        self.assertNotIn("<b><b>", strange.at("<b>")._repr_html_())
        self.assertNotIn("<img", grundy.Game([("1/2", "1/3")]).at("1/2").play()._repr_html_())  # no board

    def test_a_page_to_explore_has_the_whole_game(self):
        for game in (grundy.Game(RING), grundy.open("quixo:2"), grundy.Game([("</script>", "b"), ("1/2", "b")]),
                     grundy.Game({"a": ["x", "y"]}, players={"a": "A", "x": "B", "y": "B"}, outcomes={"x": "A", "y": "D"}),
                     grundy.random("gnp", positions=300, p=0.01)):
            page = game.explore().to_html()
            data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])
            self.assertEqual([at["name"] for at in data["positions"]], [game._name(v) for v in range(len(game))])
            for number, at in enumerate(data["positions"]):
                self.assertEqual(at["to"], game._core.followers(number))
                self.assertEqual((at["board"] or "")[:4], "<svg" if game == grundy.open("quixo:2") else "")
                self.assertTrue(at["best"] in at["to"] if at["to"] else at["best"] is None)
                if at["to"] and at["player"] is None and at["result"] == "N":
                    self.assertEqual(data["positions"][at["best"]]["result"], "P")
            self.assertEqual(data["drawing"] is not None, len(game) <= 150)
            self.assertEqual(page.count("</script>"), 2)
            self.assertNotRegex(re.sub(r"http://www\.w3\.org/[a-zA-Z0-9/.]*", "", page), "https?://|src=")  # loads nothing
        self.assertIn("sandbox=", grundy.Game(RING).explore("b")._repr_html_())
        with self.assertRaises(grundy.UnableError):
            grundy.random("chain", positions=3000).explore()
        with self.assertRaises(grundy.PositionError):
            grundy.Game(RING).explore("z")

    def test_progress_without_tqdm_is_a_line(self):
        code = ("import sys; sys.modules['tqdm'] = sys.modules['tqdm.auto'] = None\nimport grundy\n"
                "grundy.random('degree', positions=300000, degree=8, progress=True).solve(progress=True)\n"
                "from grundy._progress import showing\n"
                "with showing(True) as bar: bar('exploring', 5, 10)\n")
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        self.assertIn(b"exploring: 5 of 10 (50 %)", found.stderr)
        self.assertTrue(found.stderr.endswith(b"\r"))
        self.assertEqual(found.stdout, b"")

    def test_tablebases_files_and_rules_in_c_and_lua(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "base.npz")
            game = grundy.open("wythoff:3,5")
            game.solve().save(path, tablebase=True)
            self.assertEqual(grundy.tablebase(path)["1,2"].outcome, "P")
            lua = pathlib.Path(folder, "mine.lua")
            lua.write_text(grundy.gallery()["wythoff"].source)
            self.assertEqual(grundy.open(f"{lua}:3,5").to_text(), game.to_text())
            for name in ("x.edges", "x.dot", "x.graphml", "x.npz"):
                game.save(pathlib.Path(folder, name))
                self.assertEqual(grundy.read(pathlib.Path(folder, name)).size, game.size)
        self.assertGreater(len(grundy.open("quixo:2")), 1)

    def test_importing_takes_little_time_and_no_numpy(self):
        code = ("import time; t = time.process_time(); import grundy, sys; "
                "print(time.process_time() - t, 'numpy' in sys.modules)")
        runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                               check=True).stdout.split() for _ in range(3)]
        self.assertLess(min(float(run[0]) for run in runs), 0.1)
        self.assertEqual(runs[0][1], "False")

    def test_progress_is_reported_and_may_cancel(self):
        phases = []
        grundy.random("degree", positions=200_000, degree=5).solve(progress=lambda *now: phases.append(now))
        self.assertTrue(phases)
        self.assertTrue(all(isinstance(phase, str) and done <= (total or done) for phase, done, total in phases))

        def stop(*_):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            grundy.heap("0.07").solve(20_000_000, progress=stop)

    def test_a_signal_interrupts_within_a_second(self):
        for call in (lambda: grundy.heap("0.07").solve(20_000_000),
                     lambda: grundy.explore(0, lambda n: [n + 1], max_positions=10**9),
                     lambda: grundy.open("wythoff:100000,100000")):
            sent = []

            def interrupt():
                sent.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)

            timer = threading.Timer(0.3, interrupt)
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                call()
            # Twice as long as promised, because tests share the machine.
            self.assertLess(time.monotonic() - sent[0], 2)
            timer.join()

    def test_a_signal_interrupts_waiting_for_another_thread(self):
        heaps = grundy.heap("kayles", 8) + grundy.heap("kayles", 10) + grundy.heap("kayles", 12)
        held, done = threading.Event(), threading.Event()

        def hold(*_):
            held.set()
            done.wait(10)
            done.set()

        thread = threading.Thread(target=lambda: heaps.evaluate(misere=True, progress=hold))
        thread.start()
        self.assertTrue(held.wait(10))
        timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
        begin = time.monotonic()
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            grundy.nim(1).evaluate()
        self.assertLess(time.monotonic() - begin, 5)
        done.set()
        timer.join()
        thread.join()
        self.assertEqual(grundy.nim(1).outcome, "N")

    def test_heap_games_report_progress_long_after_they_were_opened(self):
        followers = [move.position for move in grundy.heap("kayles", 40).moves()][:12]
        for _ in range(500):
            for follower in followers:
                self.assertEqual(len(follower.moves(1)), 1)

    def test_threads_share_games_and_compounds(self):
        game = grundy.random("degree", positions=3000, degree=4)
        expected, wrong = game.solve().grundy.copy(), []
        seven, two = grundy.heap("kayles", 7), grundy.nim(2)

        def work():
            for _ in range(3):
                if not (game.solve().grundy == expected).all() or (seven + two).outcome != "P":
                    wrong.append(threading.get_ident())
                (seven + grundy.heap("0.156", 20)).best()

        threads = [threading.Thread(target=work) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_compounds_cannot_be_used_inside_themselves(self):
        heaps = grundy.heap("kayles", 8) + grundy.heap("kayles", 10) + grundy.heap("kayles", 12)
        caught = []

        def nested(*_):
            try:
                grundy.nim(1).evaluate()
            except RuntimeError as error:
                caught.append(str(error))

        heaps.evaluate(misere=True, progress=nested)
        self.assertEqual(set(caught), {"compounds cannot be used while one is being evaluated"})
        self.assertEqual(grundy.nim(1).outcome, "N")


if __name__ == "__main__":
    unittest.main()
