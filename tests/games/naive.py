"""Solves games of the gallery again, from their rules, and compares complete tables.

usage: naive.py GRUNDY

Only the notation of positions is taken from the scripts: here boards are sets, words and dictionaries, nothing uses
symmetry, and outcomes come from the definition. If a script uses symmetry, the table of the program must have exactly
one image of each position.
"""

import functools
import itertools
import subprocess
import sys
import tempfile

grundy = sys.argv[1]


# ---- the definitions ---------------------------------------------------------------------------


def explored(start, moves):
    """Returns every reachable position with the set of its followers."""
    game, waiting = {}, [start]
    while waiting:
        p = waiting.pop()
        if p not in game:
            game[p] = set(moves(p))
            waiting.extend(game[p])
    return game


def outcomes(game, end):
    """Returns P, N and D; end(p) is the outcome of a terminal position."""
    outcome = {p: end(p) for p, to in game.items() if not to}
    changed = True
    while changed:
        changed = False
        for p, to in game.items():
            if p in outcome:
                continue
            if any(outcome.get(q) == "P" for q in to):
                outcome[p] = "N"
            elif all(outcome.get(q) == "N" for q in to):
                outcome[p] = "P"
            changed = changed or p in outcome
    return {p: outcome.get(p, "D") for p in game}


def values(game):
    """Returns the mex values if play always ends; None otherwise."""
    value = {}
    changed = True
    while changed:
        changed = False
        for p, to in game.items():
            if p not in value and all(q in value for q in to):
                seen = {value[q] for q in to}
                value[p] = next(v for v in itertools.count() if v not in seen)
                changed = True
    return value if len(value) == len(game) else None


def table(game, columns):
    text = subprocess.run(
        [grundy, "solve", game, "--to", "tsv", "--columns", columns],
        check=True, capture_output=True, text=True,
    ).stdout
    return {row[0]: row[1:] for row in (line.split("\t") for line in text.splitlines()[1:])}


def compare(name, start, moves, images, players=None, end=lambda p: "P"):
    """images(p): the names of all images of p. players(p): A or B, if the game has them. end(p): the outcome of a
    terminal position."""
    game = explored(start, moves)
    outcome = outcomes(game, end)
    value = values(game) if players is None else None
    found = table(name, "outcome" if value is None else "outcome,grundy")
    used = set()
    for p in game:
        known = {image for image in images(p) if image in found}
        assert len(known) == 1, f"{name}: {p} is in the table {len(known)} times"
        (image,) = known
        used.add(image)
        expected = outcome[p]
        if players is not None and players(p) is not None and expected != "D":
            expected = players(p) if expected == "N" else {"A": "B", "B": "A"}[players(p)]
        assert found[image][0] == expected, f"{name}: {image} is {found[image][0]}, not {expected}"
        if value is not None:
            assert found[image][1] == str(value[p]), f"{name}: value of {image}"
    assert used == set(found), f"{name}: the table has positions that cannot be reached"


def joined(numbers):
    return ",".join(map(str, numbers))


# ---- heaps and counters -------------------------------------------------------------------------


def wythoff():
    def moves(p):
        a, b = p
        for i in range(1, max(p) + 1):
            yield from (q for q in ((a - i, b), (a, b - i), (a - i, b - i)) if min(q) >= 0)

    compare("wythoff:9,7", (9, 7), moves, lambda p: {joined(p), joined(p[::-1])})


def chomp():
    """A position is the set of the remaining squares."""

    def moves(p):
        for y, x in p - {(0, 0)}:
            yield frozenset(s for s in p if s[0] < y or s[1] < x)

    def images(p):
        rows = [sum(y == r for y, _ in p) for r in range(len(p))]
        columns = [sum(x == c for _, x in p) for c in range(len(p))]
        return {joined(n for n in lengths if n) for lengths in (rows, columns)}

    for rows, columns in ((3, 5), (4, 4), (5, 2), (1, 6)):
        bar = frozenset(itertools.product(range(rows), range(columns)))
        compare(f"chomp:{rows},{columns}", bar, moves, images)


def welter():
    def moves(p):
        for coin in p:
            yield from (p - {coin} | {to} for to in range(coin) if to not in p)

    compare("welter:1,4,8,10", frozenset((1, 4, 8, 10)), moves, lambda p: {joined(sorted(p))})


def kotzig():
    """A position is the list of counters in the order in which they were placed."""
    for n, steps in ((9, (1, 2)), (8, (1, 3, 6)), (7, (2, 9))):

        def moves(p):
            for place in {(p[-1] + s) % n for s in steps} - set(p):
                yield (*p, place)

        def name(p):
            return {"x" + "".join("o" if (p[-1] + i) % n in p else "." for i in range(1, n))}

        compare(f"kotzig:{n},{joined(steps)}", (0,), moves, name)


def northcott():
    """The board is fixed, and the players have sides: White (W) comes from the left."""
    width = 5

    def moves(p):
        mover, rows = p
        for i, (white, black) in enumerate(rows):
            if mover == "W":
                changed = [(to, black) for to in range(black) if to != white]
            else:
                changed = [(white, to) for to in range(white + 1, width) if to != black]
            for row in changed:
                yield ("B" if mover == "W" else "W", (*rows[:i], row, *rows[i + 1 :]))

    def images(p):
        mover, rows = p
        pictures = []
        for white, black in rows:
            squares = ["."] * width
            squares[white], squares[black] = ("x", "o") if mover == "W" else ("o", "x")
            pictures.append("".join(squares if mover == "W" else squares[::-1]))
        return {"/".join(order) for order in itertools.permutations(pictures)}

    compare("northcott:5,1,2", ("W", ((0, 2), (0, 3))), moves, images)
    compare("northcott:5,3", ("W", ((0, 4),)), moves, images)


def fair_shares():
    def moves(p):
        for i, heap in enumerate(p):
            rest = p[:i] + p[i + 1 :]
            for shares in range(2, heap + 1):
                if heap % shares == 0:
                    yield tuple(sorted(rest + (heap // shares,) * shares, reverse=True))
            for j, other in enumerate(rest):
                if other != heap:
                    yield tuple(sorted(rest[:j] + rest[j + 1 :] + (heap + other,), reverse=True))

    for heaps in ((12,), (10, 1), (7,), (4, 4, 4, 3)):
        compare(f"games/fair-shares.lua:{joined(heaps)}", heaps, moves, lambda p: {joined(p)})


# ---- boards ---------------------------------------------------------------------------------------


def square_images(picture):
    """Returns the eight images of the rows of a square."""
    for rows in (picture, picture[::-1]):
        for _ in range(4):
            rows = ["".join(row) for row in zip(*rows[::-1])]
            yield "/".join(rows)


LINES = [{3 * i + j for j in range(3)} for i in range(3)]
LINES += [{i + 3 * j for j in range(3)} for i in range(3)] + [{0, 4, 8}, {2, 4, 6}]


def has_line(marks):
    return any(line <= marks for line in LINES)


def nine(crosses, noughts):
    text = "".join("X" if i in crosses else "O" if i in noughts else "." for i in range(9))
    return [text[:3], text[3:6], text[6:]]


def tic_tac_toe():
    """A position is a pair of sets: the squares of X and those of O."""

    def player(p):
        return "A" if len(p[0]) == len(p[1]) else "B"

    def moves(p):
        if has_line(p[0]) or has_line(p[1]):
            return
        for square in set(range(9)) - p[0] - p[1]:
            if player(p) == "A":
                yield (p[0] | {square}, p[1])
            else:
                yield (p[0], p[1] | {square})

    def images(p):
        return set(square_images(nine(*p)))

    def end(p):
        return "P" if has_line(p[0]) or has_line(p[1]) else "D"

    compare("tic-tac-toe", (frozenset(), frozenset()), moves, images, player, end)


def three_mens_morris():
    """A position is the men of the player to move, the men of the other player, and the player to move."""
    centre = 4

    def beside(i, j):
        rows, columns = abs(i // 3 - j // 3), abs(i % 3 - j % 3)
        return rows + columns == 1 or (rows == columns == 1 and centre in (i, j))

    def moves_if(allowed):
        def moves(p):
            mine, others, mover = p
            if has_line(others):
                return
            other = "B" if mover == "A" else "A"
            for to in set(range(9)) - mine - others:
                if len(mine) < 3:
                    yield (others, mine | {to}, other)
                else:
                    for man in mine:
                        if allowed(man, to):
                            yield (others, mine - {man} | {to}, other)

        return moves

    def images(p):
        crosses, noughts = (p[0], p[1]) if p[2] == "A" else (p[1], p[0])
        turn = "X:" if p[2] == "A" else "O:"
        return {turn + image for image in square_images(nine(crosses, noughts))}

    start = (frozenset(), frozenset(), "A")
    for slides, allowed in (("lines", beside), ("any", lambda i, j: True)):
        compare(f"three-mens-morris:{slides}", start, moves_if(allowed), images, lambda p: p[2])


def points_game(name, board, start, edges, may_enter, images):
    """Stones on points: dictionaries as sorted tuples of pairs. One point is free."""

    def moves(p):
        mover, stones = p[0], dict(p[1])
        (free,) = (point for point in board if stones[point] == ".")
        for point in board:
            if stones[point] == mover and {point, free} in edges and may_enter(stones, point, free):
                after = {**stones, point: ".", free: mover}
                yield ("O" if mover == "X" else "X", tuple(after[q] for q in board))

    def keyed(p):
        return moves((p[0], zip(board, p[1])))

    compare(name, ("X", tuple(start)), keyed, images, lambda p: "A" if p[0] == "X" else "B")


def mu_torere():
    ring, putahi = list(range(8)), 8
    edges = [{i, (i + 1) % 8} for i in ring] + [{i, putahi} for i in ring]

    def may_enter(stones, point, free):
        other = "O" if stones[point] == "X" else "X"
        return free != putahi or other in (stones[(point + 1) % 8], stones[(point - 1) % 8])

    def images(p):
        turned = [p[1][i:8] + p[1][:i] for i in ring]
        return {f"{p[0]}:{''.join(r)}/{p[1][8]}" for t in turned for r in (t, t[::-1])}

    points_game("mu-torere", [*ring, putahi], "XXXXOOOO.", edges, may_enter, images)


def pong_hau_ki():
    board = ["upper left", "upper right", "centre", "lower left", "lower right"]
    edges = [{"centre", corner} for corner in board if corner != "centre"]
    edges += [{"upper left", "lower left"}, {"upper right", "lower right"}]
    edges += [{"lower left", "lower right"}]

    def images(p):
        a, b, c, d, e = p[1]
        return {f"{p[0]}:{a}{b}/{c}/{d}{e}", f"{p[0]}:{b}{a}/{c}/{e}{d}"}

    points_game("pong-hau-ki", board, "XX.OO", edges, lambda *_: True, images)


def dodgem():
    """A position is the player to move and the cars of both, as coordinates with y upwards from 0."""
    n = 3
    ways = {"A": ((1, 0), (0, 1), (0, -1)), "B": ((0, 1), (1, 0), (-1, 0))}

    def moves(p):
        mover, cars = p[0], {"A": p[1], "B": p[2]}
        if not p[1] or not p[2]:
            return
        for x, y in cars[mover]:
            for k, (dx, dy) in enumerate(ways[mover]):
                to = (x + dx, y + dy)
                left = cars[mover] - {(x, y)}
                if to in p[1] or to in p[2]:
                    continue
                if min(to) >= 0 and max(to) < n:
                    left = left | {to}
                elif k > 0 or min(to) < 0:
                    continue
                after = {**cars, mover: left}
                yield ("B" if mover == "A" else "A", after["A"], after["B"])

    def name(p):
        rows = [
            "".join("A" if (x, y) in p[1] else "B" if (x, y) in p[2] else "." for x in range(n))
            for y in reversed(range(n))
        ]
        return {p[0] + ":" + "/".join(rows)}

    def end(p):
        """All cars of the other player are off the board; otherwise a player who cannot move wins."""
        return "N" if (p[2] if p[0] == "A" else p[1]) else "P"

    start = ("A", frozenset({(0, 1), (0, 2)}), frozenset({(1, 0), (2, 0)}))
    compare("dodgem:3", start, moves, name, lambda p: p[0], end)


def mancala(pits, stones, target):
    """A position is the player to move, the pits of both players, counterclockwise from their left, and what both have
    captured."""
    everything = 2 * pits * stones
    need = {"A": target, "B": everything + 1 - target}
    other = {"A": "B", "B": "A"}

    def moves(p):
        mover, rows, captured = p[0], {"A": p[1], "B": p[2]}, {"A": p[3], "B": p[4]}
        if any(captured[player] >= need[player] for player in "AB"):
            return
        for pit in range(pits):
            after = {player: list(row) for player, row in rows.items()}
            ring = [(player, i) for player in (mover, other[mover]) for i in range(pits)]
            hand, after[mover][pit] = after[mover][pit], 0
            if hand == 0:
                continue
            way = [ring[(pit + 1 + i) % (2 * pits)] for i in range(2 * pits - 1)]
            for i in range(hand):
                player, place = way[i % len(way)]
                after[player][place] += 1
            gain = 0
            while player != mover and place >= 0 and after[player][place] in (2, 3):
                gain, after[player][place] = gain + after[player][place], 0
                place -= 1
            score = {**captured, mover: captured[mover] + gain}
            yield (other[mover], tuple(after["A"]), tuple(after["B"]), score["A"], score["B"])

    def name(p):
        mine, theirs = (p[1], p[2]) if p[0] == "A" else (p[2], p[1])
        if p[3] >= need["A"] or p[4] >= need["B"]:
            return {"1:" + joined([0] * pits) + "/" + joined([0] * pits)}
        left = need[p[0]] - (p[3] if p[0] == "A" else p[4])
        return {f"{left}:{joined(mine)}/{joined(theirs)}"}

    row = (stones,) * pits
    compare(f"mancala:{pits},{stones},{target}", ("A", row, row, 0, 0), moves, name, lambda p: None)


def mancalas():
    for pits, stones, target in ((1, 3, 4), (2, 1, 2), (2, 3, 7), (3, 1, 3), (3, 1, 6)):
        mancala(pits, stones, target)


# ---- carry-on moves -----------------------------------------------------------------------------


def outcomes_of_turns(game):
    """game: position -> set of (follower, whether the same player moves again). Outcomes by the definition of
    docs/carry-on.md."""
    outcome, changed = {}, True
    while changed:
        changed = False
        for p, to in game.items():
            if p in outcome:
                continue
            if any(outcome.get(q) == ("N" if again else "P") for q, again in to):
                outcome[p] = "N"
            elif all(outcome.get(q) == ("P" if again else "N") for q, again in to):
                outcome[p] = "P"
            changed = changed or p in outcome
    return {p: outcome.get(p, "D") for p in game}


def compare_turns(name, start, moves, images, heaps):
    """Compares outcomes, values and sets C and K with sums with heaps of at most `heaps`, built as one game."""
    def moves_with_heap(p):
        position, heap = p
        for q, again in moves(position):
            yield (q, heap), again
        for smaller in range(heap):
            yield (position, smaller), False

    game, waiting = {}, [(start, heaps)]
    while waiting:
        p = waiting.pop()
        if p not in game:
            game[p] = set(moves_with_heap(p))
            waiting.extend(q for q, _ in game[p])
    outcome = outcomes_of_turns(game)
    value = {p: n for (p, n), known in outcome.items() if known == "P"}

    def rests(p):
        seen, waiting = set(), [p]
        while waiting:
            q = waiting.pop()
            if q not in seen:
                seen.add(q)
                waiting.extend(r for r, again in moves(q) if again)
        return seen

    def text(numbers):
        return joined(sorted(numbers)) if numbers else "{}"

    has_kinds = any(again for p in game for _, again in game[p])
    found = table(name, "outcome,grundy,k" + (",c" if has_kinds else ""))
    used = set()
    for p in {p for p, _ in game}:
        (image,) = {image for image in images(p) if image in found}
        used.add(image)
        expected = [outcome[p, 0], "inf", "-", "-"]
        if p in value:
            assert value[p] < heaps, f"{name}: more heaps are needed"
            expected[1] = str(value[p])
        else:
            expected[2] = text({value[x] for r in rests(p) for x, again in moves(r) if not again and x in value})
            expected[3] = text({value[r] for r in rests(p) if r in value})
        expected = expected[:4 if has_kinds else 3]
        assert found[image] == expected, f"{name}: {image} is {found[image]}, not {expected}"
    assert used == set(found), f"{name}: the table has positions that cannot be reached"


def nimstring():
    """A position is the set of the strings that are left; coins are numbers."""
    graphs = (
        (("ground1", "a"), ("a", "b"), ("b", "ground2")),
        (("a", "b"), ("b", "c"), ("c", "a"), ("a", "ground"), ("c", "d")),
        (("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "ground")),
        (("ground1", "ground2"), ("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "ground1")),
    )
    for strings in graphs:
        coins = {c for s in strings for c in s if not c.startswith("ground")}
        with tempfile.NamedTemporaryFile("w", suffix=".edges") as file:
            file.write("".join(f"{a} {b}\n" for a, b in strings))
            file.flush()

            def moves(p):
                for s in p:
                    freed = [c for c in coins & set(s) if not any(c in other for other in p - {s})]
                    yield p - {s}, bool(freed)

            def images(p):
                """Vertices are in the order of the file, and strings in the order of their vertices."""
                order = list(dict.fromkeys(c for s in strings for c in s))
                ends = sorted(sorted(map(order.index, s)) for s in p)
                return {",".join(f"{order[a]}-{order[b]}" for a, b in ends) or "-"}

            compare_turns(f"nimstring:{file.name}", frozenset(strings), moves, images, 4)


def nimstring_grid():
    """A position is the set of lines that are drawn, (row, column) of the centres of lines in half boxes."""
    for rows, columns in ((1, 1), (1, 3), (2, 2)):
        lines = {(y, x) for y in range(2 * rows + 1) for x in range(2 * columns + 1) if (y + x) % 2}
        boxes = [{(y, x + 1), (y + 2, x + 1), (y + 1, x), (y + 1, x + 2)}
                 for y in range(0, 2 * rows, 2) for x in range(0, 2 * columns, 2)]

        def moves(p):
            for line in lines - p:
                yield p | {line}, any(line in box and box <= p | {line} for box in boxes)

        def picture(p):
            return "/".join("".join(("|" if y % 2 else "-") if (y, x) in p else "."
                                    for x in range(2 * columns + 1) if (y + x) % 2) for y in range(2 * rows + 1))

        def images(p):
            all_of = set()
            for turned in (p, {(x, y) for y, x in p}) if rows == columns else (p,):
                for y in (lambda y: y, lambda y: 2 * rows - y):
                    for x in (lambda x: x, lambda x: 2 * columns - x):
                        all_of.add(picture({(y(a), x(b)) for a, b in turned}))
            return all_of

        compare_turns(f"nimstring-grid:{rows},{columns}", frozenset(), moves, images, 4)


def tripiece():
    for piece in ("round", "triangle", "square"):

        def moves(p):
            x, y = p
            for q in [(a, y) for a in range(x)] + [(x, b) for b in range(y)]:
                yield q, False
                if piece == "square" and sum(q) == 3:
                    yield q, True
            if piece == "triangle" and x + y == 3:
                yield from ((q, False) for q in ((x + 1, y - 1), (x - 1, y + 1)) if min(q) >= 0)

        compare_turns(f"tripiece:{piece},7,7", (7, 7), moves, lambda p: {joined(p)}, 8)


def top_entails():
    """A state has the stacks, the size of a heap of Nim, and the stack in which the player must move, or None."""

    @functools.cache
    def is_won(stacks, heap, forced):
        if forced is None and any(not is_won(stacks, smaller, None) for smaller in range(heap)):
            return True
        for n in {forced} if forced is not None else set(stacks):
            rest = list(stacks)
            rest.remove(n)
            if n > 0 and not is_won(tuple(sorted([*rest, n - 1])), heap, n - 1):
                return True
            if any(not is_won(tuple(sorted([*rest, part, n - part])), heap, None) for part in range(1, n // 2 + 1)):
                return True
        return False

    most = 9
    text = subprocess.run([grundy, "heap", "top-entails", "--max", str(most), "--to", "tsv"],
                          check=True, capture_output=True, text=True).stdout
    for n, line in enumerate(text.splitlines()[1:]):
        lost = [heap for heap in range(9) if not is_won((n,), heap, None)]
        expected = str(lost[0]) if lost else "inf"
        assert line == f"{n}\t{expected}", f"top-entails: {line}, not {expected}"
        # A loony stack wins next to any other.
        for other in range(1, 7):
            both = subprocess.run([grundy, "heap", "top-entails", "--heaps", f"{n},{other}"],
                                  check=True, capture_output=True, text=True).stdout
            won = is_won(tuple(sorted((n, other))), 0, None)
            assert f" is a{'n N' if won else ' P'}-position" in both, both


for test in (wythoff, chomp, welter, kotzig, northcott, fair_shares, tic_tac_toe,
             three_mens_morris, mu_torere, pong_hau_ki, dodgem, mancalas,
             nimstring, nimstring_grid, tripiece, top_entails):
    try:
        test()
    except (AssertionError, subprocess.CalledProcessError) as wrong:
        sys.exit(f"{test.__name__}: {wrong} {getattr(wrong, 'stderr', '')}")
