"""Compares compounds, matches, products, maps, rules and games with payoffs in the Python module with their definitions,
on random games with cycles and loops.

usage: compounds.py      GRUNDY_SEED sets the seed, and GRUNDY_SCALE (a percentage) the number of games
"""

import copy
import itertools
import math
import operator
import os
import tempfile
import unittest

import grundy
from naive import (RandomGames, naive_coloured, naive_compound, naive_remoteness, naive_values, outcome_of, random_acyclic,
                   random_game)

OPERATORS = {"disjunctive": operator.add, "conjunctive": operator.and_, "selective": operator.or_}


def choices(kind, parts):
    """Yields the selections of parts in which a move of a compound is made."""
    sizes = {"disjunctive": [1], "conjunctive": [parts], "selective": range(1, parts + 1)}[kind]
    for size in sizes:
        yield from itertools.combinations(range(parts), size)


def tree_followers(tree, position):
    """Returns the followers of a position of nested compounds: a tree is a game, or a kind and trees; a position of
    the latter is a tuple."""
    if isinstance(tree, dict):
        return tree[position]
    kind, *trees = tree
    parts = [tree_followers(*pair) for pair in zip(trees, position)]
    return {followers for selected in choices(kind, len(parts))
            for followers in itertools.product(*[parts[i] if i in selected else [position[i]] for i in range(len(parts))])}


def leaves(position):
    """Returns the positions of all components, of nested tuples or of what the module made of them."""
    if isinstance(position, tuple):
        return tuple(leaf for part in position for leaf in leaves(part))
    if isinstance(position, grundy.Compound):
        return tuple(leaf for part in position.parts for leaf in leaves(part))
    return (getattr(position, "key", position),)


def reached(moves):
    """Returns the positions that moves lead to. Two moves may lead to the same one, because there are loops."""
    return {leaves(move.position) for move in moves}


def reachable(start, followers):
    found, pending = {}, [start]
    while pending:
        u = pending.pop()
        if u not in found:
            found[u] = set(followers(u))
            pending += found[u]
    return found


def naive_guarantee(moves, players, payoffs, player):
    """Returns the most that a player can be sure to get, whatever the other does: the largest x such that the player
    forces a terminal position that pays at least x; None if there is none. `payoffs` are those of this player."""
    found = {}
    for x in sorted(set(payoffs.values())):
        ends = {u: player if pay >= x else "D" for u, pay in payoffs.items()}
        who = naive_coloured(moves, players, ends)
        found.update({u: x for u in moves if who[u] == player})
    return {u: found.get(u) for u in moves}


class Compounds(RandomGames):
    def tree(self, depth):
        """Returns a random tree of compounds as moves, a random position of it, and both as the module has them."""
        if depth == 0 or self.dice.random() < 0.2:
            moves = random_game(self.dice, 3)
            self.last = self.last + [moves]
            u = self.dice.choice(list(moves))
            return moves, u, grundy.Game(moves, positions=moves).at(u)
        kind = self.dice.choice(list(OPERATORS))
        parts = [self.tree(depth - 1) for _ in range(2)]
        joined = OPERATORS[kind](parts[0][2], parts[1][2])
        # The operators are associative: the module writes ((a + b) + c) as (a + b + c).
        self.last = self.last + [str(joined)]
        return (kind, parts[0][0], parts[1][0]), (parts[0][1], parts[1][1]), joined

    def trees(self, share):
        for _ in range(max(1, int(self.count * share))):
            self.last = []
            tree, position, joined = self.tree(2)
            yield reachable(position, lambda u, tree=tree: tree_followers(tree, u)), position, joined

    def test_nested_compounds_are_evaluated_as_their_product(self):
        for moves, u, position in self.trees(0.5):
            for misere in (False, True):
                found, wanted = position.evaluate(misere=misere), naive_remoteness(moves, terminal=int(misere))[u]
                self.assertEqual((found.outcome, found.remoteness), (outcome_of(wanted), wanted))
            self.assertEqual(reached(position.moves()), set(map(leaves, moves[u])))
            explored = position.explore()
            self.assertEqual((len(explored), explored.size), (len(moves), sum(map(len, moves.values()))))

    def test_best_moves_of_compounds_in_both_kinds_of_play(self):
        for moves, u, position in self.trees(0.5):
            for misere in (False, True):
                remoteness = naive_remoteness(moves, terminal=int(misere))
                outcome = outcome_of(remoteness[u])
                best = position.best(misere=misere, all=True)
                wanted = {"N": "P", "D": "D", "P": "N"}[outcome]
                good = {leaves(v) for v in moves[u] if outcome_of(remoteness[v]) == wanted}
                self.assertEqual(reached(best), good)
                for move in best:
                    self.assertEqual(move.position.evaluate(misere=misere).outcome, wanted)
                if best and outcome == "P":
                    self.assertEqual(best[0].position.evaluate(misere=misere).remoteness,
                                     max(remoteness[v] for v in moves[u]))

    def test_a_perfect_player_wins_won_matches_of_compounds(self):
        for moves, u, position in self.trees(0.3):
            for misere in (False, True):
                remoteness = naive_remoteness(moves, terminal=int(misere))[u]
                if remoteness == math.inf:
                    continue
                match = position.play(misere=misere)
                winner = 1 - remoteness % 2
                while not match.is_over and len(match) <= remoteness:
                    match.push(match.best() if match.turn == winner else self.dice.choice(match.moves()))
                self.assertEqual((match.is_over, match.winner), (True, winner))

    def test_products_are_the_games_that_they_define(self):
        for (first, g), kind in zip(self.games(4, share=0.3), itertools.cycle(OPERATORS)):
            second = random_game(self.dice, 3)
            made = grundy.product([g, grundy.Game(second, positions=second)], kind)
            wanted = {(f"{u},{v}", f"{x},{y}") for (u, v), heads in naive_compound(kind, first, second).items()
                      for x, y in heads}
            self.assertEqual(set(made.moves()), wanted)

    def test_maps_have_the_properties_that_they_are_said_to_have(self):
        held = 0
        for moves, game in self.games(4):
            target = random_game(self.dice, 2)
            image = {u: self.dice.choice(list(target)) for u in moves}
            checked = game.map_to(grundy.Game(target, positions=target), image)
            homomorphism = all({image[v] for v in moves[u]} == target[image[u]] for u in moves)
            self.assertEqual(checked.is_homomorphism, homomorphism)
            self.assertEqual(checked.is_surjective, set(image.values()) == set(target))
            if checked.preserves_values:
                values, images = naive_values(moves), naive_values(target)
                self.assertEqual({u: values[u] for u in moves}, {u: images[image[u]] for u in moves})
            held += homomorphism
        self.assertGreater(held, 0)

    def test_tokens_of_a_linear_game_are_worth_what_the_game_of_all_tokens_says(self):
        for _ in range(max(1, self.count // 5)):
            self.last = moves = random_acyclic(self.dice, 5)
            lift = grundy.Game(moves, positions=moves).linear()
            tokens = frozenset(u for u in moves if self.dice.random() < 0.5)
            game = reachable(tokens, lambda s, moves=moves: {s ^ {u} ^ {v} for u in s for v in moves[u]})
            self.assertEqual(lift.value(*tokens), naive_values(game)[tokens][0])

    def test_best_moves_in_games_with_players_reach_what_is_guaranteed(self):
        infinite = 0
        for half, _ in self.games(5, share=0.5):
            moves = {(u, player): {(v, "AB".replace(player, "")) for v in heads}
                     for u, heads in half.items() for player in "AB"}
            ends = {u: self.dice.choice("ABD") for u, heads in moves.items() if not heads}
            game = grundy.Game(moves, players={u: u[1] for u in moves}, outcomes=ends)
            for position, found in game.solve("all").items():
                guarantees = game.at(position).best().evaluation.guarantees if moves[position] else None
                for name in ("q1", "q0", "q2") if guarantees else ():
                    aim = getattr(guarantees, name)
                    self.assertEqual(aim.moves, getattr(found, name))
                    infinite += aim.moves == math.inf
                    after = {game.at(v).name: getattr(game.at(v), name) for v in moves[position]}
                    self.assertEqual(after[aim.to], aim.moves - 1)
        self.assertGreater(infinite, 0)

    def test_guarantees_of_games_with_payoffs(self):
        for half, _ in self.games(5, share=0.5):
            moves = {(u, player): {(v, "AB".replace(player, "")) for v in heads}
                     for u, heads in half.items() for player in "AB"}
            players = {u: u[1] for u in moves}
            payoffs = {u: self.dice.choice([-2, -0.5, 0, 1, 3]) for u, heads in moves.items() if not heads}
            if not payoffs:
                continue
            solution = grundy.Game(moves, players=players, payoffs=payoffs).solve("all")
            guarantee = naive_guarantee(moves, players, payoffs, "A")
            cap = naive_guarantee(moves, players, {u: -pay for u, pay in payoffs.items()}, "B")
            for position in solution.values():
                self.assertEqual(position.guarantee, guarantee[position.key])
                self.assertEqual(position.cap, None if cap[position.key] is None else -cap[position.key])

    def test_rules_with_players_and_ends_are_the_game_given_as_moves(self):
        for half, _ in self.games(5, share=0.5):
            ends = {(u, player): self.dice.choice("ABD") for u in half for player in "AB"
                    if not half[u] or self.dice.random() < 0.2}
            explored = grundy.explore((0, "A"), lambda p, half=half: {(v, "AB".replace(p[1], "")) for v in half[p[0]]},
                                      player=lambda p: p[1], terminal=ends.get)
            moves = {u: set(explored.followers(u)) for u in explored.positions}
            self.assertEqual(moves, reachable((0, "A"), lambda p, half=half, ends=ends: () if p in ends else {
                (v, "AB".replace(p[1], "")) for v in half[p[0]]}))
            wanted = naive_coloured(moves, {u: u[1] for u in moves}, {u: ends[u] for u in moves if u in ends})
            solution = explored.solve()
            self.assertEqual({position.key: position.outcome for position in solution.values()}, wanted)
            self.assertEqual({position.key: position.evaluate().outcome for position in solution.values()}, wanted)
            for position in solution.values():
                self.assertEqual([move.outcome for move in position.moves()],
                                 [wanted[v] for v in explored.followers(position.key)])
                mover = position.key[1]
                if wanted[position.key] == mover and moves[position.key]:
                    self.assertEqual({move.outcome for move in position.best()}, {mover})

    def test_representatives_of_symmetric_positions_have_their_outcomes(self):
        for moves, game in self.games(4, share=0.3):
            u, v = self.dice.choice(list(moves)), self.dice.choice(list(moves))
            followers = naive_compound("disjunctive", moves, moves).__getitem__
            explored = grundy.explore((u, v), followers, canon=lambda p: tuple(sorted(p)))
            remoteness = naive_remoteness(naive_compound("disjunctive", moves, moves))
            self.assertTrue(all(p <= q for p, q in explored.positions))
            self.assertEqual([position.remoteness for position in explored.solve().values()],
                             [remoteness[p] for p in explored.positions])

    def test_rules_in_python_and_in_lua_make_the_same_game(self):
        def moves(heaps):
            x, y = heaps
            return ([(i, y) for i in range(x)] + [(x, j) for j in range(y)] +
                    [(x - k, y - k) for k in range(1, min(x, y) + 1)])

        lua = grundy.open("wythoff:5,8", unreduced=True)
        explored = grundy.explore((5, 8), moves, show=lambda heaps: f"{heaps[0]},{heaps[1]}")
        self.assertEqual(set(explored.to_text().splitlines()), set(lua.to_text().splitlines()))
        values = {f"{x},{y}": position.value for position in explored.solve().values() for x, y in [position.key]}
        self.assertEqual({position.key: position.value for position in lua.solve().values()}, values)

    def test_games_that_the_player_to_move_sees_have_no_sums(self):
        seen = grundy.explore(3, lambda n: [n - 1] if n else [], seen_by="mover")
        self.assertEqual(seen.at(3).outcome, "N")
        self.assertEqual((seen.at(3) & grundy.nim(1)).outcome, "N")
        for position in (seen.at(3), grundy.position("mancala:2,2,3")):
            for compound in (position + 1, position | 1, position * 2):
                with self.assertRaises(grundy.UndefinedError):
                    compound.evaluate()
        with self.assertRaises(grundy.UndefinedError):
            grundy.product([seen, seen])
        with self.assertRaises(grundy.ArgumentError):
            grundy.explore(3, lambda n: [], seen_by="me")
        with self.assertRaises(grundy.ArgumentError):
            grundy.explore(3, lambda n: [], seen_by="mover", player=lambda n: "A")

    def test_a_move_turns_the_other_components_with_swap_around(self):
        both = grundy.position("northcott:4,1") + grundy.position("northcott:5,0")
        self.assertIn("swap", both.rests_on)
        self.assertEqual((grundy.nim(1) + grundy.nim(2)).rests_on, "")
        after = {str(move.position) for move in both.moves()}
        self.assertEqual(after, {"northcott:4,1@.xo. + northcott:5,0@...xo"})
        self.assertEqual(both.best()[0].position.outcome, "P")

    def test_steps_of_a_turn_have_the_kinds_of_their_moves(self):
        game = grundy.parse("moon +> end\nmoon end\nwin !> end\nchain => moon")
        both = game.at("moon") + grundy.nim(2)
        turn = both.best()[0]
        self.assertEqual([step.kind for step in turn.steps], ["carry-on", "ordinary"])
        self.assertEqual(str(turn), "1: moon +> end, 2: 2 -> 0")
        self.assertEqual([step["kind"] for step in turn.to_dict()["steps"]], [step.kind for step in turn.steps])
        self.assertEqual({move.steps[0].kind for name in ("win", "chain") for move in game.at(name).moves()},
                         {"entailing", "local"})
        match = both.play()
        with self.assertRaisesRegex(grundy.ArgumentError, "several kinds"):
            match.push({1: "end"})
        for move in ("1: moon +> end", "2: 2 -> 0"):
            match.push(move)
        self.assertEqual([[step.kind for step in steps] for steps in match.history], [["carry-on"], ["ordinary"]])
        self.assertEqual(copy.copy(match).history, match.history)
        match.pop()
        self.assertEqual(str(match.pop()), "1: moon +> end")
        self.assertEqual(grundy.nim(3).best()[0].steps[0].kind, "ordinary")

    def test_fair_replies_are_judged_by_what_the_match_knows(self):
        def replies(position, **limits):
            return {str(position.play(**limits).reply("fair", seed)) for seed in range(40)}
        near = grundy.Game([("a", "b"), ("a", "c"), ("b", "c")]).at("a") + grundy.nim(1)
        self.assertEqual(replies(near), {"1: a -> b"})  # the remoteness is 3
        self.assertEqual(len(replies(near, max_positions=0)), 3)  # it is not known
        self.assertEqual(replies(grundy.position("examples/payoffs.edges@a1")), {"a1 -> b2"})

    def test_turns_are_explained_as_for_games_given_by_text(self):
        game = grundy.parse("half +> end\nhalf loop\nloop loop\nmoon +> end\nmoon end")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "turns.edges")
            game.save(path)
            for name, language in itertools.product(game.positions, ("en", "de")):
                at, given = game.at(name), grundy.position(f"{path}@{name}")
                for here, there in ((at, given), (at + grundy.nim(3), given + grundy.nim(3)), (at + given, given + given)):
                    self.assertEqual(here.why(language=language), there.why(language=language))
        self.assertIn("turn 1: half +> end, 2: 3 -> 0", (game.at("half") + 3).why())
        self.assertEqual((game.at("half") + 3).why(5), (game.at("half") + 3).why(0))
        with self.assertRaisesRegex(grundy.UnableError, "explore does not support"):
            game.explore()

    def test_values_of_games_with_kinds_of_moves_add_up(self):
        seen = set()
        all_sorts = ["a +> b", "a -> c", "c -> c", "d +> b", "d -> b", "e !> b"]
        for number in range(self.count + 1):
            names = "abcde"[:self.dice.randrange(2, 6)] if number else "abcde"
            self.last = [f"{u} {self.dice.choice(['->', '->', '->', '+>', '=>', '!>'])} {v}"
                         for u in names for v in names if self.dice.random() < 0.35] if number else all_sorts
            game = grundy.parse("\n".join([*names, *self.last, "z +> z"]))
            s = game.solve("grundy,k,c,outcome")
            for u, v in itertools.product(names, repeat=2):
                total = s[u].value ^ s[v].value
                self.assertIn(s[u].value.outcome, (None, s[u].outcome))
                self.assertEqual(game.at(u).evaluate().value, s[u].value)
                found = (game.at(u) + game.at(v)).evaluate().value
                if found is None or found.c is None:  # an entailed player has a choice
                    continue
                self.assertEqual(found, total)
                seen.add((total.is_finite, total.is_half, total.is_moon))
        self.assertEqual(len(seen), 4)

    def test_k_alone_is_not_the_value_of_a_position_with_kinds_of_moves(self):
        game = grundy.parse("win !> end\nloop loop")
        for columns in ("grundy", "grundy,k", "grundy,c"):
            s = game.solve(columns)
            for position in ("win", "loop"):
                value = s[position].value
                self.assertEqual((value.k, value.c, value.outcome, str(value), value.to_json()),
                                 (None, None, None, "∞", {"infinite": None}), columns)
            self.assertEqual(s["end"].value, 0)
        self.assertIn(">k</th>", game.solve("grundy,k")._repr_html_())
        s = game.solve("grundy,k,c,outcome")
        for position in game.positions:
            self.assertEqual(s[position].value.outcome, s[position].outcome)


if __name__ == "__main__":
    unittest.main()
