#!/bin/sh
# Explanations: their form, and every sentence of hundreds of them checked against the definitions.
. tests/support/check.sh

expect_exit 0 "$grundy" why examples/ring.edges@b
expect_no_stderr
expect_stdout << 'END'
b is an N-position: the move to g leads to a P-position.
b has remoteness 1: the fastest win is the move to g, which has the least even remoteness, 0.
  Best play: b -> g, 1 move.
b has value ∞{0}: moves lead to value 0 (g), and to no other finite value.
  It cannot be 1, the least missing value: the move to c, of value ∞{}, cannot be reversed, since no move from c leads to value 1.
END
"$grundy" why examples/ring.edges@a > "$work/expected"
expect_exit 0 "$grundy" why examples/ring.edges
expect_same "$out" "$work/expected"
expect_exit 0 "$grundy" why 'take{1,2,4}:3 + nim:2'
expect_stdout_line '"3, 2" has value 2: moves lead to values 0 ("2, 2") and 1 ("3, 1"), and none leads to value 2\.'
# Names quoted by a compound are not quoted again, and levels are explained in words.
expect_exit 0 "$grundy" why 'wythoff:1,2 + nim:1'
expect_stdout_line '("1,2", 1) has value 1: moves lead to value 0 (("1,0", 1)), and none leads to value 1\.'
expect_exit 0 "$grundy" why examples/two-coloured.edges@b3
expect_stdout_line 'At b3 B can be sure of: a win in at most 1 move\.'
expect_exit 0 env LC_ALL=C "$grundy" why examples/ring.edges@b
expect_stdout_line 'b has value inf{0}: .*'
# Long lists of moves and values are shortened.
expect_exit 0 "$grundy" why nim:40
expect_stdout_line '40 has value 40: among others, moves lead to values 0 (0), .* and 11 (11), and none leads to value 40\.'

expect_exit 0 "$grundy" why examples/payoffs.edges@a1 --infinite 2
expect_stdout_line 'A can be sure of a payoff of at least 2 at a1: the move to b2 leads to that\.'

# Misere play: a player who cannot move wins. Values are not mentioned.
expect_exit 0 "$grundy" why 'nim:1 + nim:2' --misere --depth 2
expect_no_stderr
expect_stdout << 'END'
"1, 2" is an N-position in misere play: the move to "1, 0" leads to a P-position.
"1, 2" has misere remoteness 3: the fastest win is the move to "1, 0", which has the least even remoteness, 2.
  Best play: "1, 2" -> "1, 0" -> "0, 0", 2 moves.

"1, 0" is a P-position in misere play: every move leads to an N-position.
  The move to "0, 0" ends the play, and the player who makes it loses.
"1, 0" has misere remoteness 2: every move leads to a position of odd remoteness, and the longest resistance is "0, 0", with remoteness 1.
  Best play: "1, 0" -> "0, 0", 1 move.
END
expect_exit 0 "$grundy" why nim:0 --misere
expect_stdout << 'END'
0 is an N-position in misere play: it has no moves, and a player who cannot move wins.
0 has misere remoteness 1: play is over.
END
expect_exit 0 "$grundy" why wythoff:2,1 --misere
expect_stdout_line '"2,1" is an N-position in misere play: the move to "0,1" leads to a P-position\.'
expect_exit 6 "$grundy" why examples/two-coloured.edges@b3 --misere
expect_stderr_line 'expression:1:29: a game with outcomes of its own has no misere play'

# As JSON: the same sentences.
for words in '' '--depth 9' --misere; do
  for position in examples/ring.edges@b examples/two-coloured.edges@a1 'take{1,2,4}:3 + nim:2'; do
    [ "$words $position" != '--misere examples/two-coloured.edges@a1' ] || continue
    # shellcheck disable=SC2086 # the words are split
    "$grundy" why "$position" $words > "$work/text" || fail 'no text'
    # shellcheck disable=SC2086
    expect_exit 0 "$grundy" why "$position" $words --json
    expect_no_stderr
    cp "$out" "$work/why.json"
    expect_exit 0 "$python" -c '
import json, sys
answer = json.load(open(sys.argv[1]))
assert list(answer) == ["position", "reduced", "draw", "paragraphs"]
assert answer["draw"] is None or answer["draw"]["sentence"] in str(answer["paragraphs"])
print("\n\n".join("\n".join("\n  ".join([part["sentence"], *[detail["sentence"] for detail in part["details"]]]) for part in paragraph)
                  for paragraph in answer["paragraphs"]))' "$work/why.json"
    expect_same "$out" "$work/text"
  done
done

expect_exit 2 "$grundy" why
expect_exit 3 "$grundy" why examples/ring.edges@z
expect_stderr_line "expression:1:21: examples/ring.edges has no position 'z'; its positions are a, b, c, g, d, e, f"
expect_exit 4 "$grundy" why 'ordinal:(w)'
expect_stderr_line 'grundy: a position has more than 1048576 moves'

games=$((250 * ${GRUNDY_SCALE:-100} / 100))
PYTHONDONTWRITEBYTECODE=1 "$python" tests/cli/why.py "$grundy" "$work" $games > "$out" || fail "a sentence is wrong: $(cat "$out")"

finish
