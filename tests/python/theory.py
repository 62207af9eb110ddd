"""Compares the Python module with the theory written naively, straight from the definitions, on random games with
cycles and loops.

usage: theory.py      GRUNDY_SEED sets the seed, and GRUNDY_SCALE (a percentage) the number of games
"""

import itertools
import math
import tempfile
import unittest

import grundy
from naive import (RandomGames, naive_bisimilar, naive_coloured, naive_compound, naive_distance, naive_remoteness, naive_values,
                   outcome_of, random_game)


class Theory(RandomGames):
    def test_columns_agree_with_their_definitions(self):
        for moves, game in self.games():
            solution = game.solve("all")
            normal, misere = naive_remoteness(moves), naive_remoteness(moves, terminal=1)
            values, distance = naive_values(moves), naive_distance(moves)
            for position in solution.values():
                u = position.key
                self.assertEqual(position.remoteness, normal[u])
                self.assertEqual(position.outcome, outcome_of(normal[u]))
                self.assertEqual(position.misere_remoteness, misere[u])
                self.assertEqual(position.misere, outcome_of(misere[u]))
                self.assertEqual(position.distance, distance[u])
                self.assertEqual((position.value.nimber, position.value.k), values[u])
                self.assertEqual(position.value.outcome, position.outcome)
            self.assertTrue(solution.verify().right)
            self.assertEqual(game.is_acyclic, math.inf not in distance.values())

    def test_arrays_say_the_same_as_positions(self):
        for moves, game in self.games(share=0.3):
            solution = game.solve()
            for number, position in enumerate(solution.values()):
                self.assertEqual(solution.outcome[number], position.outcome)
                infinite = solution.remoteness[number] == grundy.INFINITY
                self.assertEqual(math.inf if infinite else solution.remoteness[number], position.remoteness)

    def test_solving_through_the_quotient_and_from_scratch_gives_the_same(self):
        for _, game in self.games(share=0.3):
            columns = "outcome,grundy,k,remoteness,distance"
            text = game.solve(columns).to_text()
            self.assertEqual(game.solve(columns, reduce=True).to_text(), text)
            self.assertEqual(game.solve(columns, memory=1 << 30).to_text(), text)

    def test_a_compound_is_worth_as_much_as_its_product(self):
        for (first, g), kind in zip(self.games(4), itertools.cycle(["disjunctive", "conjunctive", "selective"])):
            second = random_game(self.dice, 4)
            h = grundy.Game(second, positions=second)
            product = naive_compound(kind, first, second)
            u, v = self.dice.choice(list(first)), self.dice.choice(list(second))
            position = {"disjunctive": g.at(u) + h.at(v), "conjunctive": g.at(u) & h.at(v),
                        "selective": g.at(u) | h.at(v)}[kind]
            remoteness = naive_remoteness(product)
            found = position.evaluate()
            self.assertEqual(found.outcome, outcome_of(remoteness[u, v]))
            self.assertEqual(found.remoteness, remoteness[u, v])
            misere = naive_remoteness(product, terminal=1)[u, v]
            self.assertEqual(position.evaluate(misere=True).outcome, outcome_of(misere))
            reached = {tuple(leaf.key for leaf in move.position.parts) for move in position.moves()}
            self.assertEqual(reached, product[u, v])
            if kind == "disjunctive":
                value = naive_values(product)[u, v]
                self.assertEqual((found.value.nimber, found.value.k), value)
                self.assertEqual(g.at(u).value ^ h.at(v).value, found.value)

    def test_best_moves_win_or_keep_the_draw(self):
        for moves, game in self.games(5, share=0.5):
            u = self.dice.choice(list(moves))
            remoteness = naive_remoteness(moves)
            best = game.at(u).best()
            self.assertEqual(bool(best), bool(moves[u]))
            for move in best:
                self.assertIn(move.to, moves[u])
                self.assertEqual(move.outcome, outcome_of(remoteness[move.to]))
            wanted = {"N": "P", "D": "D", "P": "N"}[outcome_of(remoteness[u])]
            good = {v for v in moves[u] if outcome_of(remoteness[v]) == wanted}
            self.assertEqual({move.to for move in best}, good)

    def test_a_perfect_player_wins_every_won_match(self):
        for moves, game in self.games(5, share=0.5):
            u = self.dice.choice(list(moves))
            remoteness = naive_remoteness(moves)[u]
            match = (game.at(u) + grundy.nim(0)).play()
            for _ in range(40):
                if match.is_over:
                    break
                winner_moves = match.worth[match.turn] == 1
                match.push(match.best() if winner_moves else self.dice.choice(match.moves()))
            if remoteness < math.inf:
                self.assertTrue(match.is_over)
                self.assertLessEqual(len(match), remoteness)
                self.assertEqual(match.winner, 1 - remoteness % 2)

    def test_the_quotient_is_the_coarsest(self):
        for moves, game in self.games():
            quotient, classes = game.quotient(), naive_bisimilar(moves)
            self.assertEqual([int(x) for x in quotient.classes],
                             [list(dict.fromkeys(classes.values())).index(classes[u]) for u in moves])
            self.assertTrue(quotient.check().compatible)
            projection = game.map_to(quotient.game, quotient.class_of)
            self.assertTrue(projection.is_homomorphism and projection.is_surjective)

    def test_two_coloured_games(self):
        for half, _ in self.games():
            moves = {(u, player): {(v, "AB".replace(player, "")) for v in heads}
                     for u, heads in half.items() for player in "AB"}
            players = {u: u[1] for u in moves}
            ends = {u: self.dice.choice("ABD") for u, heads in moves.items() if not heads}
            game = grundy.Game(moves, players=players, outcomes=ends)
            expected = naive_coloured(moves, players, ends)
            self.assertEqual({position.key: position.outcome for position in game.solve().values()}, expected)
            self.assertTrue(game.solve("all").verify().right)

    def test_rules_in_python_are_the_game_that_they_describe(self):
        for moves, _ in self.games():
            start = self.dice.choice(list(moves))
            explored = grundy.explore(start, lambda u, moves=moves: moves[u])
            remoteness = naive_remoteness(moves)
            self.assertEqual(explored.positions[0], start)
            for position in explored.solve().values():
                self.assertEqual(set(position.followers), moves[position.key])
                self.assertEqual(position.remoteness, remoteness[position.key])

    def test_a_game_survives_other_libraries(self):
        for moves, game in self.games(share=0.3):
            self.assertEqual({u: set(grundy.from_networkx(game.to_networkx()).followers(u)) for u in moves}, moves)
            self.assertEqual({u: set(grundy.from_scipy(game.to_scipy()).followers(u)) for u in moves}, moves)
            self.assertEqual(set(grundy.from_pandas(game.to_pandas()).moves()), set(game.moves()))
            for format in ("edges", "dot", "graphml"):
                copy = grundy.parse(game.to_text(format), format)
                self.assertEqual({int(u): {int(v) for v in copy.followers(u)} for u in copy.positions}, moves)

    def test_windows_say_nothing_that_the_whole_game_contradicts(self):
        for text in ("wythoff:4,6", "northcott:4,1,2", "examples/lift.lua:25,4"):
            whole, order = grundy.open(text).solve(), len(grundy.open(text))
            for size in range(1, order + 3):
                window = grundy.open(text, window=size).solve()
                self.assertEqual(window.game.frontier is None, size >= order)
                for position in window.values():
                    true = whole[position.name]
                    self.assertIn(position.outcome, (true.outcome, None) if size < order else (true.outcome,))
                    self.assertIn(position.remoteness, (true.remoteness, None))
                    self.assertIn(position.distance, (true.distance, None))
                    if position.value is not None:
                        self.assertEqual(position.value.nimber, true.value.nimber)
                        self.assertIn(position.value.k, (true.value.k, None))
                self.assertTrue(window.verify().right)

    def test_a_position_has_the_value_of_the_sum_of_its_parts(self):
        for text in ("coin-rows:2,9", "cram:3,3", "examples/tokens.lua:abdd"):
            parts = grundy.open(text, split=True).solve()
            for position in grundy.open(text).solve().values():
                found = parts.evaluate(position.name)
                self.assertEqual((found.value, found.outcome), (position.value, position.outcome))

    def test_tiers_agree_with_the_solution(self):
        with tempfile.TemporaryDirectory() as folder:
            tiers = grundy.tiers("annihilation:examples/ring.edges,a,d")
            tiers.solve(folder, "outcome,grundy,counter,remoteness")
            for position in grundy.open("annihilation:examples/ring.edges,a,d").solve().values():
                found = tiers[position.name]
                self.assertEqual((found.outcome, found.value, found.remoteness),
                                 (position.outcome, position.value, position.remoteness))

    def test_values_of_heaps_follow_the_definition(self):
        for digits in ("77", "137", "07", "356"):
            values = [0]
            for heap in range(1, 60):
                reached = set()
                for taken, digit in enumerate(digits, 1):
                    left, code = heap - taken, int(digit, 16)
                    if left == 0 and code & 1:
                        reached.add(0)
                    if left > 0 and code & 2:
                        reached.add(values[left])
                    if left > 1 and code & 4:
                        reached |= {values[i] ^ values[left - i] for i in range(1, left)}
                values.append(next(i for i in itertools.count() if i not in reached))
            self.assertEqual(grundy.heap("0." + digits).values(59).tolist(), values)


if __name__ == "__main__":
    unittest.main()
