"""Compares ordinals, values and heap games in the Python module with their definitions.

usage: arithmetic.py      GRUNDY_SEED sets the seed, and GRUNDY_SCALE (a percentage) the number of examples
"""

import functools
import itertools
import math
import pickle
import unittest

import grundy
from grundy import Ordinal, Value, omega
from naive import RandomGames

# ---- ordinals: tuples of terms (exponent, coefficient) with falling exponents, which are ordinals themselves


def compare(a, b):
    """Returns -1, 0 or 1: the first terms that differ decide."""
    for (e, m), (f, n) in zip(a, b):
        order = compare(e, f) or (m > n) - (m < n)
        if order:
            return order
    return (len(a) > len(b)) - (len(a) < len(b))


def add(a, b):
    """Terms of a that are smaller than the first one of b vanish."""
    if not b:
        return a
    exponent, coefficient = b[0]
    kept = tuple(term for term in a if compare(term[0], exponent) > 0)
    same = sum(m for e, m in a if e == exponent)
    return kept + ((exponent, same + coefficient),) + b[1:]


def multiply(a, b):
    """Distributes over the terms of b; a times ω^f is ω^(e+f) if f > 0, where e is the first exponent of a."""
    result = ()
    for f, n in b if a else ():
        first, m = a[0]
        result = add(result, ((add(first, f), n),) if f else ((first, m * n),) + a[1:])
    return result


def merge(a, b, join):
    """Joins the coefficients of equal exponents."""
    exponents = sorted({e for e, _ in a + b}, key=functools.cmp_to_key(compare), reverse=True)
    joined = ((e, join(dict(a).get(e, 0), dict(b).get(e, 0))) for e in exponents)
    return tuple(term for term in joined if term[1])


def made(a):
    """Returns the ordinal of the module."""
    return sum((omega ** made(e) * n for e, n in a), Ordinal())


def random_ordinal(dice, depth=2):
    if depth == 0 or dice.random() < 0.2:
        n = dice.randrange(4)
        return (((), n),) if n else ()
    result = ()
    for _ in range(dice.randrange(1, 4)):
        result = merge(result, ((random_ordinal(dice, depth - 1), dice.randrange(1, 6)),), int.__add__)
    return result


# ---- heaps

@functools.cache
def octal_followers(digits, heap):
    """Returns the heaps that a move leaves of one heap, as sorted tuples, by the digits of an octal game."""
    found = set()
    for taken, digit in enumerate(digits, 1):
        left, code = heap - taken, int(digit)
        if left == 0 and code & 1:
            found.add(())
        if left > 0 and code & 2:
            found.add((left,))
        if left > 1 and code & 4:
            found |= {(i, left - i) for i in range(1, left // 2 + 1)}
    return found


@functools.cache
def naive_misere(digits, heaps):
    """Returns N or P: a player who cannot move wins."""
    followers = {tuple(sorted(heaps[:i] + split + heaps[i + 1:]))
                 for i, heap in enumerate(heaps) for split in octal_followers(digits, heap)}
    return "N" if not followers or any(naive_misere(digits, f) == "P" for f in followers) else "P"


def mex(found):
    return next(i for i in itertools.count() if i not in found)


def naive_heaps(digits, most):
    values = []
    for heap in range(most + 1):
        values.append(mex({functools.reduce(int.__xor__, (values[h] for h in heaps), 0)
                           for heaps in octal_followers(digits, heap)}))
    return values


class Ordinals(RandomGames):
    def triples(self):
        for _ in range(self.count):
            self.last = [random_ordinal(self.dice) for _ in range(3)]
            yield self.last

    def test_operations_agree_with_cantor_normal_forms(self):
        for a, b, _ in self.triples():
            x, y = made(a), made(b)
            self.assertEqual(x + y, made(add(a, b)))
            self.assertEqual(x * y, made(multiply(a, b)))
            self.assertEqual(x ^ y, made(merge(a, b, int.__xor__)))
            self.assertEqual(x.natural_sum(y), made(merge(a, b, int.__add__)))
            self.assertEqual((x > y) - (x < y), compare(a, b))
            self.assertEqual((x == y, x <= y), (a == b, compare(a, b) <= 0))
            self.assertEqual(x.kind, "zero" if not a else "successor" if a[-1][0] == () else "limit")
            self.assertEqual(x.is_odd, bool(dict(a).get((), 0) % 2))

    def test_laws(self):
        for triple in self.triples():
            x, y, z = map(made, triple)
            self.assertEqual((x + y) + z, x + (y + z))
            self.assertEqual((x * y) * z, x * (y * z))
            self.assertEqual(x * (y + z), x * y + x * z)
            self.assertEqual((x ^ y) ^ y, x)
            self.assertEqual(x.natural_sum(y), y.natural_sum(x))
            self.assertEqual((y < z) <= (x + y < x + z), True)
            self.assertEqual(max(x + y, y + x) <= x.natural_sum(y), True)
            self.assertEqual(hash(Ordinal(repr(x).replace("ω", "w"))), hash(x))

    def test_finite_ordinals_are_integers(self):
        for m, n in itertools.product(range(6), repeat=2):
            self.assertEqual([Ordinal(m) + n, m * Ordinal(n), Ordinal(m) ^ n, m + omega], [m + n, m * n, m ^ n, omega])
            self.assertEqual((Ordinal(m) < n, hash(Ordinal(m)), int(Ordinal(m))), (m < n, hash(m), m))

    def test_transfinite_heaps_are_summed_by_the_nim_sum(self):
        for a, b, _ in itertools.islice(self.triples(), 40):
            x, y = made(a), made(b)
            heaps = [grundy.position(f"ordinal:({repr(one).replace('ω', 'w')})") for one in (x, y)]
            self.assertEqual(sum(heaps[1:], heaps[0]).value, x ^ y)


class Values(RandomGames):
    def random_value(self):
        if self.dice.random() < 0.5:
            return self.dice.randrange(9), None
        return math.inf, {self.dice.randrange(9) for _ in range(self.dice.randrange(4))}

    def test_sums_agree_with_the_theorem(self):
        for _ in range(self.count):
            (m, k), (n, l) = self.last = self.random_value(), self.random_value()
            if m < math.inf and n < math.inf:
                wanted = Value(m ^ n)
            elif m == n:
                wanted = Value.infinite()
            else:
                wanted = Value.infinite({x ^ min(m, n) for x in (k if m == math.inf else l)})
            self.assertEqual(Value(m, k) ^ Value(n, l), wanted)
            self.assertEqual(hash(Value(m, k) ^ Value(n, l)), hash(wanted))

    def random_turns(self):
        """Returns a sort of docs/carry-on.md, and the nimber, K or C of a value of this sort."""
        sort = self.dice.choice(["nimber", "infinite", "half", "moon", "wins"])
        some = frozenset(self.dice.randrange(9) for _ in range(self.dice.randrange(1, 4)))
        return {"nimber": (sort, frozenset({self.dice.randrange(9)})), "wins": (sort, frozenset()),
                "half": (sort, frozenset({self.dice.randrange(9)}))}.get(sort, (sort, some))

    def of_turns(self, sort, numbers):
        """Returns the value; K of a half or moon may have further numbers, which do not matter."""
        others = {self.dice.randrange(9) for _ in range(self.dice.randrange(3))}
        return {"nimber": lambda: Value(min(numbers)), "infinite": lambda: Value.infinite(numbers),
                "half": lambda: Value.infinite(others - numbers, c=numbers), "wins": lambda: Value.infinite((), {math.inf}),
                "moon": lambda: Value.infinite(others | {min(numbers)}, numbers)}[sort]()

    def test_sums_with_halves_and_moons_agree_with_the_table(self):
        ranks = ["nimber", "half", "moon", "infinite", "wins"]
        for _ in range(self.count):
            (s, a), (t, b) = self.last = self.random_turns(), self.random_turns()
            sort = max(s, t, key=ranks.index)
            both = frozenset() if "wins" in (s, t) or s == t == "infinite" else frozenset(x ^ y for x in a for y in b)
            found, wanted = self.of_turns(s, a) ^ self.of_turns(t, b), self.of_turns(sort, both)
            self.assertEqual(found, wanted)
            self.assertEqual((hash(found), repr(found), found.outcome), (hash(wanted), repr(wanted), wanted.outcome))
            self.assertEqual((found.is_half, found.is_moon), (sort == "half", sort in ("moon", "wins")))
            self.assertEqual(found.outcome, {"nimber": "P" if 0 in both else "N", "infinite": "N" if 0 in both else "D",
                                             "half": "D" if 0 in both else "N", "moon": "N", "wins": "N"}[sort])
            self.assertEqual(grundy.Answer({"value": wanted.to_json()}).value, wanted)
            self.assertEqual(pickle.loads(pickle.dumps(wanted)), wanted)

    def test_huge_heaps_of_nim(self):
        for _ in range(10):
            a, b = self.last = self.dice.randrange(2**63), self.dice.randrange(2**63)
            total = grundy.nim(a) + grundy.nim(b)
            self.assertEqual((total.value, total.outcome), (a ^ b, "N" if a != b else "P"))
            self.assertEqual(grundy.value(f"nim:{a},{b}").value, a ^ b)
            self.assertEqual(total.best()[0].position.value, 0)
        with self.assertRaises(grundy.ArgumentError):
            grundy.nim(2**63)

    def test_what_no_sets_describe(self):
        unknown, moon = Value.infinite(None, None), Value.infinite((), {math.inf})
        for other in (Value(3), Value.infinite({1}), Value.infinite((), {0}), unknown):
            self.assertEqual((repr(unknown ^ other), (unknown ^ other).outcome), ("∞", None))
        self.assertEqual(unknown ^ moon, moon)
        self.assertEqual(Value.infinite(None) ^ Value.infinite({1}), Value.infinite())
        self.assertEqual((Value(math.inf, (0,)).outcome, Value(math.inf, (1,)).outcome), ("N", "D"))
        for half_known in (Value.infinite({0}, None), Value.infinite((), None)):  # K without C says nothing
            self.assertEqual((half_known.k, half_known.outcome, half_known ^ 1), (None, None, unknown))
        for wrong in ({-1}, {0.5}, {"0"}, 3):
            with self.assertRaises((TypeError, ValueError)):
                Value.infinite((), wrong)


class Heaps(RandomGames):
    CODES = ("77", "137", "07", "156", "3", "34")

    def test_values_and_periods(self):
        for digits in self.CODES:
            values = naive_heaps(digits, 400)
            found = grundy.heap("0." + digits).solve(400)
            self.assertEqual(found.values.tolist(), values)
            period = found.period
            if period is None:
                continue
            rises = [values[n + period.length] - values[n] for n in range(401 - period.length)]
            self.assertEqual(set(rises[period.preperiod:]), {period.saltus})
            if period.preperiod:
                self.assertNotEqual(rises[period.preperiod - 1], period.saltus)
            for length in range(1, period.length):
                self.assertGreater(len({values[n + length] - values[n] for n in range(period.preperiod, 401 - length)}), 1)
        self.assertEqual(grundy.heap("kayles").period().length, 12)

    def test_misere_play(self):
        for digits in self.CODES:
            for heaps in itertools.combinations_with_replacement(range(1, 8), 2):
                self.last = digits, heaps
                wanted = naive_misere(digits, heaps)
                self.assertEqual(grundy.heap("0." + digits).misere(*heaps), wanted)
                self.assertEqual(grundy.heap("0." + digits, *heaps).evaluate(misere=True).outcome, wanted)

    def test_positions_of_several_heaps_and_their_best_moves(self):
        for digits in self.CODES:
            values = naive_heaps(digits, 12)
            for _ in range(5):
                heaps = self.last = [self.dice.randrange(1, 13) for _ in range(3)]
                position = grundy.heap("0." + digits, *heaps)
                value = values[heaps[0]] ^ values[heaps[1]] ^ values[heaps[2]]
                self.assertEqual(position.value, value)
                wins = [split for heap in heaps for split in octal_followers(digits, heap)
                        if functools.reduce(int.__xor__, (values[h] for h in split), values[heap] ^ value) == 0]
                self.assertEqual(bool(wins), value != 0)
                for move in position.best() if value else ():
                    self.assertEqual(move.position.outcome, "P")

    def test_subtraction_sets(self):
        for _ in range(20):
            taken = self.last = {self.dice.randrange(1, 8) for _ in range(self.dice.randrange(1, 4))}
            values = []
            for heap in range(100):
                values.append(mex({values[heap - n] for n in taken if n <= heap}))
            code = "take{" + ",".join(map(str, sorted(taken))) + "}"
            self.assertEqual(grundy.heap(code).values(99).tolist(), values)


if __name__ == "__main__":
    unittest.main()
