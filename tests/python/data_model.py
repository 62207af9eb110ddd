"""Tests that objects of the module behave as Python's do: mappings, views, equality, order, copies, pickles, types of
arguments.

usage: data_model.py
"""

import copy
import inspect
import math
import multiprocessing
import os
import pickle
import random
import re
import unittest
import warnings

import networkx
import numpy

import grundy

RING = [("a", "b"), ("b", "a"), ("b", "c")]
COLOURED = dict(players={"a": "A", "x": "B", "y": "B"}, outcomes={"x": "A", "y": "D"})


def games():
    """Yields one game of every sort that the library distinguishes."""
    yield grundy.Game(RING)
    yield grundy.Game([], positions=["alone"])
    yield grundy.Game([])
    yield grundy.Game({(0, "x"): [1, None], 1: [(0, "x")]})
    yield grundy.Game(RING, labels={"a": 'a "label" \\ of\ntwo lines'})
    yield grundy.Game([(" strange\n\"name\"", "ü"), ("ü", "%")])
    yield grundy.Game({"a": ["x", "y"]}, **COLOURED)
    yield grundy.Game({"a": "bc"}, players={"a": "A", "b": "B", "c": "B"}, payoffs={"b": 1.5, "c": -2})
    yield grundy.Game(numpy.array([[2, 0], [0, 1]]))
    yield grundy.parse("a +> b\na b\nb !> c")
    yield grundy.parse("a b\nb c", "edges")
    yield grundy.random("gnp", positions=30, p=0.1)
    yield grundy.explore(9, lambda n: [] if n == 1 else [n - 1, n // 2])
    yield grundy.explore(3, lambda n: range(n), seen_by="mover")
    yield grundy.open("wythoff:3,5")
    yield grundy.open("wythoff:9,9", window=20)
    yield grundy.open("cram:2,3", split=True)
    yield grundy.open("quixo:2")


def public_objects():
    """Yields an object of every public class that has state."""
    game = grundy.Game(RING)
    yield from games()
    for one in games():
        yield one.solve("all" if one.frontier is None and not one.has_parts else None)
    position = game.at("b")
    compound = position + grundy.nim(3) & grundy.heap("kayles", 7)
    yield from (position, game.solve()["a"], grundy.nim(3), compound, grundy.position("wythoff:3,5@1,2"),
                grundy.position("ordinal:(w*2+3)"), grundy.nim(3).best()[0].position)
    yield from (compound.evaluate(), position.best(), position.best()[0], position.best()[0].steps[0], position.why())
    yield from (grundy.Value(3), grundy.Value.infinite({1}), grundy.omega * 2, game.solve().k, game.solve().outcome)
    yield from (game.solve().verify(), game.info(), game.trace(), game.trace()[0], game.draw("dot"))
    yield from (game.quotient(), game.map_to(game, {p: p for p in game}), game.quotient().check())
    yield from (grundy.open("wythoff:2,2").linear(), grundy.heap("kayles"), grundy.heap("kayles").solve(20),
                grundy.heap("kayles").solve(200).period, grundy.heap("0.77").quotient(6), grundy.vector("vector{(1),(2)}:5"),
                grundy.tiers("chomp:2,2"), grundy.law("nim:3,3", "G == a ~ b"), grundy.sweep("wythoff:1..2,2"),
                grundy.gallery()["nim"], grundy.heap("kayles").solve(20).rare_values(), grundy.check_rules("nim:2")[0])


def solved(text):
    return grundy.open(text).solve()


def solved_moves(moves):
    return grundy.Game(moves).solve("all")


class Mappings(unittest.TestCase):
    def test_a_solution_is_a_mapping_over_positions(self):
        game = grundy.Game(RING)
        s = game.solve()
        self.assertIsInstance(s, __import__("collections.abc").abc.Mapping)
        self.assertEqual((len(s), list(s), list(s.keys())), (3, ["a", "b", "c"], ["a", "b", "c"]))
        self.assertTrue("a" in s and "z" not in s and [] not in s)
        self.assertEqual(s.get("z", 5), 5)
        self.assertEqual({p: found.outcome for p, found in s.items()}, {"a": "P", "b": "N", "c": "P"})
        self.assertEqual([found.outcome for found in s.values()], ["P", "N", "P"])
        self.assertEqual(dict(s)["b"], s["b"])
        with self.assertRaises(KeyError):
            s["z"]

    def test_a_game_has_the_views_of_networkx(self):
        game, graph = grundy.Game(RING), networkx.DiGraph(RING)
        self.assertEqual({p: sorted(game[p]) for p in game}, {p: sorted(graph[p]) for p in graph})
        self.assertEqual((len(game.moves), set(game.moves), set(game.moves())), (3, set(graph.edges), set(graph.edges())))
        for move in [*graph.edges, ("c", "a"), ("z", "a"), "ab", 5, ("a", "b", "c"), ([], "a")]:
            self.assertEqual(move in game.moves, move in list(graph.edges) or move == "ab", move)
        self.assertEqual(game.moves & {("a", "b"), ("c", "c")}, {("a", "b")})
        self.assertEqual((game.positions.index("c"), game.positions[-1], list(game.positions[:2])), (2, "c", ["a", "b"]))
        self.assertTrue("a" in game.positions and "z" not in game.positions and 0 not in game.positions)
        self.assertFalse(0 in grundy.parse("a b").positions)
        with self.assertRaises((TypeError, AttributeError)):
            game.positions.append("d")
        self.assertEqual(repr(grundy.parse("\n".join(f"{i} {i + 1}" for i in range(99))).positions), "['0', '1', '2', …, '99']")

    def test_letters_compare_element_by_element(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            o = grundy.Game(RING).solve().outcome
            for found, wanted in (((o == "P"), [1, 0, 1]), (("P" == o), [1, 0, 1]), ((o != "P"), [0, 1, 0]),
                                  ((o == b"P"), [1, 0, 1]), ((o == ["P", "N", "N"]), [1, 1, 0]), ((o == "PN"), [0, 0, 0]),
                                  ((o == "ü"), [0, 0, 0]), ((o == 5), [0, 0, 0]), ((o != None), [1, 1, 1]),
                                  ((o == numpy.array([["P"], ["N"]])), [[1, 0, 1], [0, 1, 0]])):
                self.assertEqual(found.dtype, bool)
                self.assertEqual(found.astype(int).tolist(), wanted)
        self.assertEqual((o[1], list(o), o.tolist(), str(o[:2])), ("N", ["P", "N", "P"], ["P", "N", "P"], "['P' 'N']"))
        self.assertEqual(numpy.asarray(o).dtype, "S1")
        self.assertEqual(sorted(set(o[o != "N"])), ["P"])
        self.assertEqual(numpy.unique(o).tolist(), ["N", "P"])


class Equality(unittest.TestCase):
    def test_every_object_equals_its_copies(self):
        for one in public_objects():
            with self.subTest(repr(one)[:80]):
                for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
                    self.assertIs(type(again), type(one))
                    self.assertEqual(repr(again), repr(one))
                    if isinstance(one, numpy.ndarray):
                        self.assertTrue((again == one).all())
                    elif type(one).__eq__ is not object.__eq__:
                        self.assertEqual(again, one)
                        if type(one).__hash__ is not None:
                            self.assertEqual(hash(again), hash(one))

    def test_restored_games_and_solutions_say_the_same(self):
        for game in games():
            with self.subTest(repr(game)):
                solution = game.solve()
                other, found = pickle.loads(pickle.dumps((game, solution)))
                self.assertIs(found.game, other)
                self.assertEqual(found.to_text(), solution.to_text())
                self.assertEqual(other.solve().to_text(), solution.to_text())
                self.assertEqual(list(other.positions), list(game.positions))
                self.assertEqual([other._core.label(v) for v in range(len(game))],
                                 [game._core.label(v) for v in range(len(game))])
                self.assertEqual(other._core.is_explored, game._core.is_explored)

    def test_the_order_of_moves_does_not_matter_and_everything_else_does(self):
        dice = random.Random(5)
        for _ in range(200):
            names = "abcdef"[:dice.randint(2, 6)]
            moves = [(u, v) for u in names for v in names if dice.random() < 0.4]
            shuffled = dice.sample(moves, len(moves))
            first, second = grundy.Game(moves, names), grundy.Game(shuffled, dice.sample(names, len(names)))
            self.assertEqual(first, second)
            self.assertEqual(hash(first), hash(second))
            self.assertEqual(first.solve(), second.solve())
            if moves:
                self.assertNotEqual(first, grundy.Game(shuffled[1:], names))
                self.assertNotEqual(first.solve("outcome"), second.solve("outcome,grundy"))
        for changed in (grundy.Game(RING, outcomes={"c": "N"}), grundy.Game(RING, players={"a": "A", "b": "B", "c": "A"}, outcomes={"c": "D"}),
                        grundy.Game(RING + [("c", "c")]), grundy.Game([(0, 1), (1, 0), (1, 2)]), grundy.nim(3), 5):
            self.assertNotEqual(grundy.Game(RING), changed)
        self.assertNotEqual(grundy.parse("a b\nb +> c"), grundy.parse("a b\nb c"))
        self.assertNotEqual(grundy.parse("a b"), grundy.Game(numpy.array([[0, 1]])))

    def test_positions_and_compounds(self):
        game, same, other = grundy.Game(RING), grundy.Game(RING), grundy.Game([("a", "b")])
        nim = grundy.nim
        self.assertEqual(len({nim(3), nim(3), nim(4), game.at("a"), same.at("a"), other.at("a")}), 4)
        self.assertEqual(nim(1) + nim(2), nim(1) + nim(2))
        self.assertNotEqual(nim(1) + nim(2), nim(2) + nim(1))  # components are numbered
        self.assertNotEqual(nim(1) + nim(2), nim(1) & nim(2))
        self.assertNotEqual(nim(3), 3)
        self.assertEqual(grundy.heap("kayles", 7).best()[0].position, grundy.heap("kayles", 7).best()[0].position)
        self.assertEqual(grundy.heap("kayles"), grundy.heap("0.77"))

    def test_matches_can_be_copied_and_pickled(self):
        match = (grundy.Game(RING).at("b") + grundy.nim(3)).play(first=1)
        match.push({2: 1})
        match.reply()
        for again in (pickle.loads(pickle.dumps(match)), copy.copy(match), copy.deepcopy(match)):
            self.assertEqual((again.position, again.turn, again.history), (match.position, match.turn, match.history))
            self.assertEqual(again.report().to_dict(), match.report().to_dict())
            again.pop()
            self.assertEqual(len(match), 2)

    def test_solutions_come_back_from_other_processes(self):
        grundy.random("degree", positions=20_000, degree=4).solve()  # starts threads in this process
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                first, second = pool.map(solved, ["wythoff:3,5", "quixo:2"])
                [third] = pool.map(solved_moves, [RING])
            self.assertEqual(first, grundy.open("wythoff:3,5").solve())
            self.assertTrue(first.verify() and second.verify() and third.verify())
            self.assertEqual(third["a"].outcome, "P")
            first.save(os.devnull, "tsv")


class Values(unittest.TestCase):
    def test_values_are_ordered_where_values_are(self):
        value, infinite = grundy.Value, grundy.Value.infinite
        for m in range(4):
            for n in range(4):
                for left, right in ((value(m), value(n)), (m, value(n)), (value(m), n)):
                    self.assertEqual((left < right, left <= right, left > right, left >= right, left == right),
                                     (m < n, m <= n, m > n, m >= n, m == n))
                self.assertEqual(value(m) ^ value(n), m ^ n)
                self.assertEqual((m ^ value(n), value(m) ^ n), (m ^ n, m ^ n))
            self.assertTrue(value(m) < infinite({1}) and infinite() > value(m) and not infinite() <= m)
            self.assertTrue(value(m) < math.inf)
        self.assertEqual((bool(value(0)), bool(value(1)), bool(infinite())), (False, True, True))
        one, two = infinite({1}), infinite({2})
        self.assertFalse(one < two or one > two or one <= two or one >= two or one == two)
        self.assertTrue(one <= infinite({1}) and one >= infinite({1}))
        self.assertEqual(max(value(3), value(5), value(1)), 5)
        self.assertEqual(grundy.omega ^ value(3), grundy.omega + 3)
        self.assertTrue(value(3) < grundy.omega and grundy.omega > value(3))
        for wrong in (lambda: value(3) < "a", lambda: value(3) + 4, lambda: value(3) ^ "a"):
            self.assertRaises(TypeError, wrong)


class Errors(unittest.TestCase):
    def test_a_missing_file_is_a_file_not_found_error(self):
        game = grundy.Game(RING)
        for call in (lambda: grundy.read("none.edges"), lambda: grundy.open("none.dot"), lambda: grundy.open("./none.lua:3"),
                     lambda: grundy.tablebase("none.npz"), lambda: game.read_solution("none.tsv"),
                     lambda: grundy.position("none.edges"), lambda: grundy.read_linear("none"), lambda: grundy.open("none"),
                     lambda: game.quotient("none.classes")):
            with self.assertRaises(FileNotFoundError) as caught:
                call()
            error = caught.exception
            self.assertIsInstance(error, grundy.InputError)
            self.assertEqual((error.errno, error.filename.startswith(("none", "./none"))), (2, True))
            self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_star_import_keeps_open(self):
        names = {}
        exec("from grundy import *", names)
        self.assertNotIn("open", names)
        self.assertIs(names["Game"], grundy.Game)
        self.assertIs(names["nim"], grundy.nim)

    def test_sizes_of_memory_are_those_of_the_command(self):
        game = grundy.Game(RING)
        sizes = {"1G": 2**30, "1.5GiB": 3 * 2**29, "512m": 2**29, "4096": 4096, "12B": 12, ".5k": 512, "2TB": 2**41}
        for text, size in sizes.items():
            self.assertEqual(grundy._arguments.memory(text), size)
        self.assertEqual(game.solve(memory="1G"), game.solve(memory=2**30))
        for text in ("", "x", "1.5", "-1", "1e3", "1 G", "G", "0", "0G", "99999999T"):
            with self.assertRaisesRegex(grundy.ArgumentError, "^memory is "):
                game.solve(memory=text)

    def test_an_illegal_move_lists_the_legal_ones(self):
        match = (grundy.nim(1) + grundy.nim(2)).play()
        for wrong in ({1: 1}, {2: 7}, "nonsense", {3: 0}, {}):
            with self.assertRaisesRegex(grundy.Error, "the legal moves are 1: 1 -> 0, 2: 2 -> 0, 2: 2 -> 1$"):
                match.push(wrong)
        with self.assertRaisesRegex(grundy.PositionError, "the legal moves are b -> a, b -> c$"):
            grundy.Game(RING).at("b").play().push("z")
        with self.assertRaisesRegex(grundy.ArgumentError, "the legal moves are 50 -> 0, .* and others$"):
            grundy.nim(50).play().push("60")
        self.assertEqual(len(match), 0)

    def test_push_and_pop(self):
        match = grundy.nim(3).play()
        self.assertRaises(IndexError, match.pop)
        match.push("1")
        match.push("0")
        self.assertEqual((match.is_over, match.winner), (True, 1))
        with self.assertRaisesRegex(grundy.UnableError, "play is over"):
            match.push("0")
        move = match.pop()
        self.assertIsInstance(move, grundy.Move)
        self.assertEqual((str(move), len(match), match.turn), ("1 -> 0", 1, 1))
        match.push(move)
        self.assertTrue(match.is_over)

    def test_wrong_types_name_the_argument(self):
        game, solution, nim = grundy.Game(RING), grundy.Game(RING).solve(), grundy.nim(3)
        calls = {
            "text": (grundy.open, grundy.parse, grundy.position, grundy.tiers, grundy.check_rules),
            "path": (grundy.read, grundy.tablebase, grundy.read_linear, game.read_solution, game.save, solution.save,
                     game.draw("dot").save),
            "format": (lambda x: grundy.open("nim:3", x), lambda x: grundy.read("x", x), lambda x: grundy.parse("a b", x),
                       game.to_text, solution.to_text, game.draw, lambda x: grundy.law("nim:3", "G == a", format=x),
                       lambda x: game.save("x", x), lambda x: solution.save("x", x)),
            "moves": (grundy.Game,), "positions": (lambda x: grundy.Game([], x),),
            "players": (lambda x: grundy.Game(RING, players=x),), "labels": (lambda x: grundy.Game(RING, labels=x),),
            "outcomes": (lambda x: grundy.Game(RING, outcomes=x),), "payoffs": (lambda x: grundy.Game(RING, payoffs=x),),
            "graph": (grundy.from_networkx,), "matrix": (grundy.from_scipy,), "frame": (grundy.from_pandas,),
            "games": (grundy.product,), "kind": (lambda x: grundy.product([game], x),),
            "starts": (lambda x: grundy.explore(moves=range, starts=x),),
            "columns": (game.solve, lambda x: grundy.value("nim:3", x), lambda x: grundy.sweep("nim:1..3", x),
                        lambda x: solution.table(x)),
            "scratch": (lambda x: game.solve(scratch=x),), "algorithm": (lambda x: game.solve(algorithm=x), game.trace),
            "solution": (lambda x: game.draw(solution=x),), "palette": (lambda x: game.draw(palette=x),),
            "layout": (lambda x: game.draw(layout=x),), "caption": (lambda x: game.draw(caption=x),),
            "highlight": (lambda x: game.draw(highlight=x),), "play": (lambda x: game.draw(play=x),),
            "title": (lambda x: game.draw(worksheet=True, title=x),),
            "part": (lambda x: game.draw(worksheet=True, part=x),),
            "show": (lambda x: game.draw(worksheet=True, show=x),), "paper": (lambda x: game.draw(worksheet=True, paper=x),),
            "other": (lambda x: game.map_to(x, {}),), "image": (lambda x: game.map_to(game, x),),
            "d": (lambda x: game.map_to(game, {}, x),), "classes": (game.quotient,),
            "by": (lambda x: game.quotient(by=x),), "outcome": (solution.where,), "name": (solution.column,),
            "turn": (lambda x: nim.best(turn=x),), "level": (lambda x: nim.play().reply(x), lambda x: game.draw(worksheet=True, level=x)),
            "code": (grundy.heap,), "vectors": (grundy.vector,), "expression": (grundy.value, grundy.Ordinal),
            "law": (lambda x: grundy.law("nim:3", x),), "where": (lambda x: grundy.law("nim:3", "G == a", where=x),),
            "game": (lambda x: grundy.law(x, "G == a"), grundy.sweep, grundy.info),
            "model": (grundy.random, grundy.experiment), "k": (grundy.Value.infinite,),
            "checkpoint": (lambda x: grundy.heap("kayles").solve(checkpoint=x),),
            "folder": (lambda x: grundy.tiers("chomp:2,2").solve(x),), "slice": (grundy.vector("vector{(1)}:5").period,),
            "memory": (lambda x: game.solve(memory=x),),
        }
        for name, functions in calls.items():
            for function in functions:
                for wrong in (2.5, object()):
                    with self.subTest(name, wrong=wrong):
                        with self.assertRaises(TypeError) as caught:
                            function(wrong)
                        self.assertRegex(str(caught.exception), f"^(each of )?{name} must be ")

    def test_numpy_is_asked_for_in_one_sentence(self):
        code = ("import sys; sys.modules['numpy'] = None\nimport grundy\ns = grundy.Game([('a', 'b')]).solve()\n"
                "print(len(s), s.to_text('tsv', 'grundy').split())\nfor call in (lambda: s.outcome, lambda: s['a'].value, "
                "lambda: s.where('P'), lambda: s.game.is_acyclic, lambda: s.game.offsets):\n"
                "    try: call()\n    except ImportError as error: print(error)\n")
        import subprocess
        import sys
        found = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True).stdout.splitlines()
        self.assertEqual(found, ["2 ['vertex', 'grundy', 'a', '1', 'b', '0']"] + 5 * ["this needs NumPy, which is not installed; install it with "
                                             "`python3 -m pip install numpy`"])


class Interface(unittest.TestCase):
    def test_a_name_is_a_property_or_a_method_everywhere(self):
        kinds = {}
        for name in grundy.__all__:
            space = getattr(grundy, name)
            if not inspect.isclass(space) or issubclass(space, Exception):
                continue
            for member in dir(space):
                found = inspect.getattr_static(space, member)
                if member in ("keys", "values", "items", "get") and hasattr(space, "items"):
                    continue  # of a mapping
                if not member.startswith("_") and isinstance(found, (property, type(lambda: 0))):
                    kinds.setdefault(member, {}).setdefault(isinstance(found, property), []).append(name)
        for member, found in kinds.items():
            if len(found) > 1:
                with self.subTest(member):
                    self.assertIn(member, MIXED)
                    for name in found[False]:
                        self.assertGreater(len(inspect.signature(getattr(getattr(grundy, name), member)).parameters), 1)


    def test_no_annotation_is_any(self):
        seen = 0
        for name in grundy.__all__:
            found = getattr(grundy, name)
            spaces = {name: found}
            if inspect.isclass(found):
                spaces = {f"{name}.{member}": inspect.getattr_static(found, member) for member in vars(found)
                          if not member.startswith("_")}
                for member, text in vars(found).get("__annotations__", {}).items():
                    if not member.startswith("_"):
                        self.no_any(f"{name}.{member}", str(text))
            for place, member in spaces.items():
                member = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if not inspect.isfunction(member):
                    continue
                signature = inspect.signature(member)
                seen += 1
                self.assertIsNot(signature.return_annotation, inspect.Signature.empty, place)
                for parameter in [*signature.parameters.values(), signature.return_annotation]:
                    text = str(getattr(parameter, "annotation", parameter))
                    if getattr(parameter, "name", "") not in ("self", "cls"):
                        self.no_any(place, text)
        self.assertGreater(seen, 150)

    def no_any(self, place, text):
        # Game[Any] is a game with positions of any kind, and the items of an array may be of any kind.
        left = re.sub(r"(Game|Solution|Position|Quotient|NDArray)\[Any\]", "", text)
        self.assertNotRegex(left, r"\bAny\b|<class 'inspect._empty'>", place)

    def test_members_of_answers_are_declared(self):
        for one in public_objects():
            if isinstance(one, grundy.Answer) and type(one) is not grundy.Answer:
                known = {name for base in type(one).__mro__ for name in vars(base).get("__annotations__", {})} | set(dir(type(one)))
                if not isinstance(one, grundy.MisereQuotient):
                    self.assertLessEqual({name for name in one.to_dict() if name.isidentifier()}, known, type(one))

    def test_columns_are_declared(self):
        for space in (grundy.Solution, grundy.Position):
            source = inspect.getsource(space)
            for name in grundy._solution._ATTRIBUTES:
                self.assertRegex(source, rf"\n        {name}: |def {name}\(", (space, name))


#: Members that are properties in some classes, and methods in others, where they take arguments.
MIXED = {"followers", "moves", "number", "period", "value", "values"}


if __name__ == "__main__":
    unittest.main()
