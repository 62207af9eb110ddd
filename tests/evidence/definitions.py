"""What the columns of a solution mean, from the definitions and as directly as possible.

A game is a dict: every position maps to the set of its followers. Nothing here shares an idea with the library: values are
found by playing next to heaps of Nim, and lengths of play by allowing one move more at a time.
"""

import itertools
import math

INFINITY = math.inf


def horizons(game, terminal_wins=False):
    """Maps every position to (winner, moves): who can force the end within the least number of moves; draws are missing.

    The winner is N, the next player, or P, the previous one.
    """
    known = {u: "N" if terminal_wins else "P" for u in game if not game[u]}
    moves = {u: 0 for u in known}
    for limit in itertools.count(1):
        new = {}
        for u in game.keys() - known.keys():
            replies = [known.get(v) for v in game[u]]
            if "P" in replies:
                new[u] = "N"
            elif all(reply == "N" for reply in replies):
                new[u] = "P"
        if not new:
            return {u: (known[u], moves[u]) for u in known}
        known.update(new)
        moves.update((u, limit) for u in new)


def longest_plays(game):
    """Maps every position to the length of the longest play, infinite if there is one with as many moves as positions."""
    found = {}
    able = set(game)  # those with a play of `length` moves
    for length in range(len(game) + 1):
        for u in able:
            found[u] = length
        able = {u for u in game if game[u] & able}
    return {u: INFINITY if u in able else found[u] for u in game}


def values(game):
    """Maps every position to (G, K), K = None if G is finite.

    G(u) = h if the previous player wins the sum of u and a heap of h; if there is no such heap, K is the set of heaps next to
    which the next player wins.
    """
    largest = max((len(followers) for followers in game.values()), default=0)
    heaps = range(largest + 1)
    total = {(u, h): {(v, h) for v in game[u]} | {(u, i) for i in range(h)} for u in game for h in heaps}
    outcome = {position: winner for position, (winner, _) in horizons(total).items()}
    found = {}
    for u in game:
        equal = [h for h in heaps if outcome.get((u, h)) == "P"]
        assert len(equal) <= 1, "two heaps are equal to one position"
        won = {h for h in heaps if outcome.get((u, h)) == "N"}
        found[u] = (equal[0], None) if equal else (INFINITY, won)
    return found


def least_h(game, value):
    """Maps every position to the least H of Smith's pairs (G, H), as the limit of what must be exceeded."""
    h = {u: 0 if value[u] < INFINITY else INFINITY for u in game}

    def exceeds(u):
        for y in range(value[u]):
            yield min(h[v] for v in game[u] if value[v] == y)
        for v in game[u]:
            replies = [h[w] for w in game[v] if value[w] == value[u]]
            yield min(h[v], 1 + min(replies, default=INFINITY))

    while True:
        new = {u: max((1 + least for least in exceeds(u)), default=0) if value[u] < INFINITY else INFINITY for u in game}
        if new == h:
            return h
        h = new


def is_counterfunction(game, value, counter):
    """Checks condition B of [FY86, Definition 1], and that the counter is defined exactly where G is finite."""
    if any((value[u] < INFINITY) != (counter[u] is not None) for u in game):
        return False
    return all(any(value[w] == value[u] and counter[w] < counter[u] for w in game[v])
               for u in game if value[u] < INFINITY for v in game[u] if value[v] > value[u])


def solution(game):
    """Maps the name of every column but counter to a dict with an entry per position."""
    normal, misere = horizons(game), horizons(game, terminal_wins=True)
    pairs = values(game)
    value = {u: g for u, (g, _) in pairs.items()}
    return {
        "outcome": {u: normal.get(u, "D")[0] for u in game},
        "remoteness": {u: normal[u][1] if u in normal else INFINITY for u in game},
        "misere": {u: misere.get(u, "D")[0] for u in game},
        "misere_remoteness": {u: 1 + misere[u][1] if u in misere else INFINITY for u in game},
        "distance": longest_plays(game),
        "grundy": value,
        "k": {u: k for u, (_, k) in pairs.items()},
        "j": {u: {value[v] for v in game[u]} for u in game},
        "hmin": least_h(game, value),
    }
