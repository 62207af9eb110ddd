"""The theory written naively, straight from the definitions, and random games to compare it with the module on.

GRUNDY_SEED sets the seed, and GRUNDY_SCALE (a percentage) the number of games.
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


def random_acyclic(dice, most=7):
    """Returns a random digraph without cycles."""
    game = random_game(dice, most)
    return {u: {v for v in heads if v < u} for u, heads in game.items()}


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
        return set({"disjunctive": left + right, "conjunctive": both, "selective": left + right + both}[kind])

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


class RandomGames(unittest.TestCase):
    """A test on random games. If it fails, it prints the seed and the game."""

    count = GAMES
    last = None  # the game, or whatever the test is about

    def setUp(self):
        self.dice = random.Random(f"{SEED} {self.id()}")

    def games(self, most=7, share=1):
        for _ in range(max(1, int(GAMES * share))):
            self.last = random_game(self.dice, most)
            yield self.last, grundy.Game(self.last, positions=self.last)

    def assertEqual(self, first, second, msg=None):
        super().assertEqual(first, second, msg or f"GRUNDY_SEED={SEED}, the game {self.last}")
