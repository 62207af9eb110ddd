#!/bin/sh
# grundy match and grundy best --all-moves: random matches, boards, unreduced positions, replies, bad input.
. tests/support/check.sh

expect_exit 0 "$python" tests/cli/match.py "$grundy" "$work" 40
expect_stdout_line '40 matches are right'
expect_no_stderr

# Moves look as the rules make them, although symmetric positions have one value.
expect_exit 3 "$grundy" best --all-moves tic-tac-toe@../.O.
expect_exit 0 "$grundy" best --all-moves tic-tac-toe@.../.../X..
expect_stdout << 'END'
tic-tac-toe  .../.../X..
  . . .
  . . .
  X . .
  O: nought, X: cross

player    B
outcome   D
abe       can be sure of: a drawn end or better in at most 8 moves
barbara   can be sure of: a drawn end or better in at most 9 moves
q1        9, by the move to X../.O./...
q0        8, delayed by the move to X../.O./...
q-1       6, delayed by the move to XO./.../...
q2        7, by the move to X.O/.../...

all moves
  1 tic-tac-toe: .../.../X.. -> O../.../X..  leads to a win for A, remoteness 5
  1 tic-tac-toe: .../.../X.. -> .O./.../X..  leads to a win for A, remoteness 5
  1 tic-tac-toe: .../.../X.. -> ..O/.../X..  leads to a win for A, remoteness 5
  1 tic-tac-toe: .../.../X.. -> .../O../X..  leads to a win for A, remoteness 5
  1 tic-tac-toe: .../.../X.. -> .../.O./X..  leads to a draw, remoteness ∞
  1 tic-tac-toe: .../.../X.. -> .../..O/X..  leads to a win for A, remoteness 5
  1 tic-tac-toe: .../.../X.. -> .../.../XO.  leads to a win for A, remoteness 5
  1 tic-tac-toe: .../.../X.. -> .../.../X.O  leads to a win for A, remoteness 5
END
expect_exit 0 "$grundy" match tic-tac-toe .../.../X.. .O./.../X..
expect_stdout_line '1\. \.\.\./\.\.\./\.\.\. -> \.\.\./\.\.\./X\.\. keeps the draw\.'
expect_stdout_line '2\. .* gives the draw away: now the opponent can win\. \.\.\./\.\.\./X\.\. -> \.\.\./\.O\./X\.\. keeps the draw\.'
expect_exit 0 "$grundy" play tic-tac-toe < /dev/null
expect_stdout_line '  9) 1: \.\.\./\.\.\./\.\.\. -> \.\.\./\.\.\./\.\.X'

# A board shows the view of the player who began.
expect_exit 0 "$grundy" best --all-moves northcott:4,1 --turn first
expect_stdout_line '  X \. O \.'
expect_exit 0 "$grundy" best --all-moves northcott:4,1 --turn second
expect_stdout_line '  \. X \. O'

# Points, lines and heaps.
expect_exit 0 "$grundy" best --all-moves pong-hau-ki
expect_stdout_line '  X           X'
expect_stdout_line '  O-----------O'
expect_exit 0 "$grundy" best --all-moves wythoff:3,60
expect_stdout_line '   3  \*\*\*'
expect_stdout_line '  60  \*\{50\}\.\.\.'
expect_exit 0 "$grundy" best --all-moves welter:1,3
expect_stdout_line '  \. \* \. \*'
expect_stdout_line '  0 1 2 3'
printf 'a b\nb c\nc a\nc d\n' > "$work/graph.edges"
expect_exit 0 "$grundy" best --all-moves "cops-and-robber:$work/graph.edges,1@A:a:c"
expect_exit 0 "$grundy" best --all-moves "cops-and-robber:$work/graph.edges,1@A:a:c" --json
grep -q '"titles": {"O": "robber", "X": "cop"}' "$out" || fail 'the titles are missing'
grep -q '"path": \[{"from": 0, "to": 1, "piece": "X"}\]' "$out" || fail 'a step is missing'

# Several components, misère play, words of moves, infinitely many moves.
expect_exit 0 "$grundy" match 'nim:1 + nim:2' '2 1' --misere
expect_stdout_line '1\. 2 -> 1 gives the win away: now the opponent can win\. 2 -> 0 wins\.'
expect_exit 0 "$grundy" match 'kayles:3 + nim:1' '1 1,1' --json
grep -q '"words": "take 1 from 3 leaving 1 and 1"' "$out" || fail 'words are missing'
expect_exit 0 "$grundy" best --all-moves 'ordinal:(w)' --json
grep -q '"move_count": "inf", "complete": false' "$out" || fail 'infinitely many moves are counted'
expect_exit 0 "$grundy" match examples/payoffs.edges@a1 --reply perfect --json
grep -q '"verdict": null, .*"payoff": ' "$out" || fail 'a payoff is missing'

# Bad input.
expect_exit 1 "$grundy" match examples/ring.edges@a g
expect_stdout_line '1\. g is not a move: no move from a to g'
expect_exit 1 "$grundy" match 'nim:1 + nim:2' '2 7'
expect_exit 1 "$grundy" match 'nim:1 + nim:2' 3
expect_stdout_line "1\. 3 is not a move: write the number of a component and a position, as in '2 b'"
expect_exit 3 "$grundy" best --all-moves examples/ring.edges@z
expect_stderr_line 'expression:1:21: .*'
expect_exit 3 "$grundy" match tic-tac-toe@XXX/XXX/XXX
expect_stderr_line "expression:1:13: 'XXX/XXX/XXX' cannot be reached from the start"
expect_exit 2 "$grundy" match nim:3 --reply mean
expect_stderr_line "grundy: --reply is 'mean'; expected perfect, fair or easy; try 'grundy match --help'"
for arguments in '3,' ',3' '3,,4' -1,3 99999999999999999999,1; do
  expect_exit 3 env GRUNDY_ERRORS=json "$grundy" best --all-moves "wythoff:$arguments"
  grep -q '{"reason": "arguments",' "$out" || fail "the arguments $arguments are accepted"
done
finish
