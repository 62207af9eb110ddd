"""Compares the Python module with the theory written naively, straight from the definitions, on random games with
cycles and loops.

usage: theory.py      GRUNDY_SEED sets the seed, and GRUNDY_SCALE (a percentage) the number of games
"""

import itertools
import math
import os
import random
import unittest

import grundy

SEED = int(os.environ.get("GRUNDY_SEED") or random.randrange(2**32))
GAMES = max(1, 200 * int(os.environ.get("GRUNDY_SCALE", "100")) // 100)


def random_game(dice, most=7):
    """Returns a random digraph as a dict of sets: loops are as likely as any other move."""
    order = dice.randrange(1, most + 1)
    p = dice.choice([0.15, 0.25, 0.4])
    return {u: {v for v in range(order) if dice.random() < p} for u in range(order)}


def naive_remoteness(moves, terminal=0):
    """Returns the remoteness of every position [Smi66, (4a)-(4e)]; `terminal` is that of terminal positions."""
    found = {u: math.inf for u in moves}
    for level in range(2 * len(moves) + 2):
        for u, heads in moves.items():
            if found[u] < math.inf:
                continue
            if not heads:
                now = terminal
            elif any(found[v] % 2 == 0 for v in heads if found[v] < math.inf):
                now = 1 + min(found[v] for v in heads if found[v] % 2 == 0)
            elif all(found[v] < math.inf for v in heads):
                now = 1 + max(found[v] for v in heads)
            else:
                continue
            if now == level:
                found[u] = now
    return found


def outcome_of(remoteness):
    return "D" if remoteness == math.inf else "NP"[remoteness % 2 == 0]


def naive_values(moves):
    """Returns (value, K) of every position, level by level [FY86, §3]."""
    label, level = {}, 0
    while len(label) < len(moves):
        changed = True
        while changed:
            changed = False
            for u in moves:
                if u in label or any(label.get(v) == level for v in moves[u]):
                    continue
                open_followers = [v for v in moves[u] if label.get(v, math.inf) == math.inf]
                if all(any(label.get(w) == level for w in moves[v]) for v in open_followers):
                    label[u] = level
                    changed = True
        for u in moves:
            if u not in label and not any(label.get(v) == level for v in moves[u]):
                label[u] = math.inf
        level += 1
    return {u: (label[u], {label[v] for v in moves[u] if label[v] < math.inf} if label[u] == math.inf else None)
            for u in moves}


def naive_distance(moves):
    """Returns the length of the longest play from every position."""
    found = {u: math.inf for u in moves}
    for _ in moves:
        for u, heads in moves.items():
            if all(found[v] < math.inf for v in heads):
                found[u] = max((1 + found[v] for v in heads), default=0)
    return found


def naive_compound(kind, first, second):
    """Returns the moves of a compound of two games, whose positions are pairs."""
    def followers(u, v):
        left, right = [(x, v) for x in first[u]], [(u, y) for y in second[v]]
        both = [(x, y) for x in first[u] for y in second[v]]
        return set({"sum": left + right, "conjunctive": both, "selective": left + right + both}[kind])

    return {pair: followers(*pair) for pair in itertools.product(first, second)}


def naive_bisimilar(moves):
    """Returns the class of every position under the coarsest compatible relation."""
    classes = {u: 0 for u in moves}
    for _ in moves:
        signs = {u: (classes[u], frozenset(classes[v] for v in moves[u])) for u in moves}
        numbers = {}
        classes = {u: numbers.setdefault(signs[u], len(numbers)) for u in moves}
    return classes


def naive_coloured(moves, players, outcomes):
    """Returns who wins a two-coloured game: A, B or D."""
    found = dict(outcomes)
    for _ in moves:
        for u, heads in moves.items():
            if u in found:
                continue
            me, other = players[u], "AB".replace(players[u], "")
            if any(found.get(v) == me for v in heads):
                found[u] = me
            elif all(found.get(v) == other for v in heads):
                found[u] = other
    return {u: found.get(u, "D") for u in moves}


class Theory(unittest.TestCase):
    def setUp(self):
        self.dice = random.Random(f"{SEED} {self.id()}")

    def games(self, most=7, share=1):
        for _ in range(max(1, int(GAMES * share))):
            self.last = random_game(self.dice, most)
            yield self.last, grundy.Game(self.last, positions=self.last)

    def assertEqual(self, first, second, msg=None):
        super().assertEqual(first, second, msg or f"GRUNDY_SEED={SEED}, the game {getattr(self, 'last', None)}")

    def test_columns_agree_with_their_definitions(self):
        for moves, game in self.games():
            solution = game.solve("all")
            normal, misere = naive_remoteness(moves), naive_remoteness(moves, terminal=1)
            values, distance = naive_values(moves), naive_distance(moves)
            for position in solution:
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
            for number, position in enumerate(solution):
                self.assertEqual(solution.outcome[number].decode(), position.outcome)
                infinite = solution.remoteness[number] == grundy.INFINITY
                self.assertEqual(math.inf if infinite else solution.remoteness[number], position.remoteness)

    def test_solving_through_the_quotient_and_from_scratch_gives_the_same(self):
        for _, game in self.games(share=0.3):
            columns = "outcome,grundy,k,remoteness,distance"
            text = game.solve(columns).to_text()
            self.assertEqual(game.solve(columns, reduce=True).to_text(), text)
            self.assertEqual(game.solve(columns, memory=1 << 30).to_text(), text)

    def test_a_compound_is_worth_as_much_as_its_product(self):
        for (first, g), kind in zip(self.games(4), itertools.cycle(["sum", "conjunctive", "selective"])):
            second = random_game(self.dice, 4)
            h = grundy.Game(second, positions=second)
            product = naive_compound(kind, first, second)
            u, v = self.dice.choice(list(first)), self.dice.choice(list(second))
            position = {"sum": g.at(u) + h.at(v), "conjunctive": g.at(u) & h.at(v),
                        "selective": g.at(u) | h.at(v)}[kind]
            remoteness = naive_remoteness(product)
            found = position.evaluate()
            self.assertEqual(found.outcome, outcome_of(remoteness[u, v]))
            self.assertEqual(found.remoteness, remoteness[u, v])
            misere = naive_remoteness(product, terminal=1)[u, v]
            self.assertEqual(position.evaluate(misere=True).outcome, outcome_of(misere))
            reached = {tuple(leaf.key for leaf in move.position.parts) for move in position.moves()}
            self.assertEqual(reached, product[u, v])
            if kind == "sum":
                value = naive_values(product)[u, v]
                self.assertEqual((found.value.nimber, found.value.k), value)
                self.assertEqual(g.at(u).value + h.at(v).value, found.value)

    def test_best_moves_win_or_keep_the_draw(self):
        for moves, game in self.games(5, share=0.5):
            u = self.dice.choice(list(moves))
            remoteness = naive_remoteness(moves)
            best = game.at(u).best()
            self.assertEqual(bool(best), bool(moves[u]))
            for move in best:
                self.assertIn(move.target, moves[u])
                self.assertEqual(move.after.outcome, outcome_of(remoteness[move.target]))
            wanted = {"N": "P", "D": "D", "P": "N"}[outcome_of(remoteness[u])]
            good = {v for v in moves[u] if outcome_of(remoteness[v]) == wanted}
            self.assertEqual({move.target for move in best}, good)

    def test_a_perfect_player_wins_every_won_match(self):
        for moves, game in self.games(5, share=0.5):
            u = self.dice.choice(list(moves))
            remoteness = naive_remoteness(moves)[u]
            match = (game.at(u) + grundy.nim(0)).play()
            for _ in range(40):
                if match.is_over:
                    break
                winner_moves = match.worth[match.turn] == 1
                match.move(match.best() if winner_moves else self.dice.choice(match.moves()))
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
            self.assertEqual({position.key: position.outcome for position in game.solve()}, expected)
            self.assertTrue(game.solve("all").verify().right)

    def test_rules_in_python_are_the_game_that_they_describe(self):
        for moves, _ in self.games():
            start = self.dice.choice(list(moves))
            explored = grundy.explore(start, lambda u, moves=moves: moves[u])
            remoteness = naive_remoteness(moves)
            self.assertEqual(explored.positions[0], start)
            for position in explored.solve():
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
