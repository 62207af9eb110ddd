#!/bin/sh
# Games with terminal classes, two colours and payoffs.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh

game=examples/two-coloured.edges
expect_exit 0 "$grundy" solve $game --to tsv
expect_no_stderr
printf 'vertex player outcome q1 q0 q-1 q2 abe barbara
a1 A D 4 3 3 2 bounded-draw bounded-draw
b1 B B 3 3 inf 1 nothing bounded-win
b2 B D 1 2 2 1 bounded-draw bounded-draw
a2 A B 2 2 inf 2 nothing bounded-win
a3 A A 1 1 1 0 bounded-win bounded-loss
a4 A D 0 1 1 0 bounded-draw bounded-draw
b3 B B 1 1 inf 1 nothing bounded-win
a5 A B 0 0 1 0 bounded-loss bounded-win
' | tr ' ' '\t' | expect_stdout
# Two incomparable levels: Abe may play forever, or let Barbara win.
printf 'a b\nb a\na t\n@ a player=A\n@ b player=B\n@ t player=B outcome=B\n' > "$work/round.edges"
expect_exit 0 "$grundy" solve "$work/round.edges" --to tsv --columns abe,barbara
printf 'vertex abe barbara\na draw/bounded-loss draw\nb draw/bounded-loss draw\nt bounded-loss bounded-win\n' |
  tr ' ' '\t' | expect_stdout

# Every format can store them, and what is read back verifies.
for name in two-coloured payoffs; do
  for format in tsv csv json npz; do
    expect_exit 0 "$grundy" solve examples/$name.edges --check -o "$work/solution.$format"
    expect_exit 0 "$grundy" verify examples/$name.edges "$work/solution.$format"
    expect_stdout_line 'right: .*'
  done
  for format in edges dot graphml; do
    expect_exit 0 "$grundy" convert examples/$name.edges "$work/game.$format"
    expect_exit 0 "$grundy" solve "$work/game.$format" --to tsv -o "$work/again.tsv"
    expect_same "$work/again.tsv" "$work/solution.tsv"
  done
  for format in npz mtx; do
    expect_exit 4 "$grundy" convert examples/$name.edges "$work/game.$format"
    expect_stderr_line 'grundy: .* cannot hold players, outcomes and payoffs; an edge list, DOT and GraphML can'
  done
  expect_exit 6 "$grundy" product disjunctive examples/$name.edges
  expect_exit 6 "$grundy" solve examples/$name.edges --columns grundy
done

# Payoffs, the payoff of infinite play, and one exact Q.
expect_exit 0 "$grundy" solve examples/payoffs.edges --infinite 2 --payoff 1 --check --to tsv
printf 'vertex player guarantee guarantee_moves cap cap_moves qv
a1 A 2 inf 2 inf 3
b1 B -1.5 1 -1.5 1 1
b2 B 2 inf 2 inf 2
a2 A 2 inf 2 inf 1
t1 A 3 0 3 0 1
t2 A -1.5 0 -1.5 0 0
t3 B 1 0 1 0 0
' | tr ' ' '\t' | expect_stdout
# Nothing is certain where play can go on forever.
printf 'a b\nb a\nb t\n@ a player=A\n@ b player=B\n@ t player=A payoff=1\n' > "$work/round.edges"
expect_exit 0 "$grundy" solve "$work/round.edges" --to tsv
printf 'vertex player guarantee guarantee_moves cap cap_moves\na A - inf 1 2\nb B - inf 1 1\nt A 1 0 1 0\n' |
  tr ' ' '\t' | expect_stdout
printf 'a b\n@ a player=A\n@ b player=B payoff=30\n' > "$work/thirty.edges"
expect_exit 0 "$grundy" why "$work/thirty.edges@a"
expect_stdout_line 'A can be sure of a payoff of at least 30 at a: .*'
expect_exit 6 "$grundy" solve examples/ring.edges --payoff 1

# An impartial game with terminal positions that the player who moved there does not win.
printf 'a b\nb c\na d\n@ c outcome=N\n@ d outcome=draw\n' > "$work/ends.edges"
expect_exit 0 "$grundy" solve "$work/ends.edges" --check --to tsv
printf 'vertex outcome remoteness distance\na N 3 2\nb P 2 1\nc N 1 0\nd D inf 0\n' |
  tr ' ' '\t' | expect_stdout
expect_exit 6 "$grundy" solve "$work/ends.edges" --columns grundy
expect_stderr_line 'grundy: games in which the last player does not win everywhere have no column grundy; choose from .*'

# All moves, with what each leads to.
expect_exit 0 "$grundy" best $game@a1 --all-moves
tail -n 3 "$out" > "$work/tail"
printf 'all moves\n  1 %s: a1 -> b1  leads to a win for B, remoteness 3\n  1 %s: a1 -> b2  leads to a draw, remoteness ∞\n' \
  $game $game > "$work/expected"
expect_same "$work/tail" "$work/expected"
expect_exit 0 "$grundy" best $game@a1 --all-moves --json
expect_stdout_line '{"turn": "first", "player": "A", .*, "complete": true, "moves": \[{"steps": \[{"component": 1, "from": "a1", "to": "b2", [^]]*\], "verdict": "draw", "best": true, .*"to": "b1", [^]]*\], "verdict": "loss", "best": false, "outcome": "B", .*'
expect_exit 0 "$grundy" best examples/payoffs.edges@a1 --all-moves
expect_stdout_line '  1 examples/payoffs.edges: a1 -> b1  leads to player B, A gets at least -1\.5, B grants at most -1\.5'
expect_exit 0 "$grundy" best examples/payoffs.edges@a1 --all-moves --json
expect_stdout_line '.*"payoff": 1, .*"moves": .*"to": "b2", .*"best": true, .*"payoff": 3}, .*"to": "b1", .*"best": false, .*"payoff": -1\.5}\]}'
# Where nothing can be guaranteed, nothing is claimed; where play is over, there are no moves.
printf 'a b\nb a\nb t\n@ a player=A\n@ b player=B\n@ t player=A payoff=1\n' > "$work/forever.edges"
expect_exit 0 "$grundy" best "$work/forever.edges@a" --all-moves
expect_stdout_line "  1 $work/forever.edges: a -> b  leads to player B, B grants at most 1"
expect_exit 0 "$grundy" best "$work/forever.edges@t" --all-moves --json
expect_stdout_line '.*"over": true, .*, "move_count": 0, "complete": true, "moves": \[\]}'
# A game with a thousand moves too many.
{ for i in $(seq 11000); do printf 'a %s\n@ %s player=B outcome=A\n' "$i" "$i"; done; printf '@ a player=A\n'; } > "$work/wide.edges"
expect_exit 0 "$grundy" best "$work/wide.edges@a" --all-moves
[ "$(grep -c 'leads to' "$out")" -eq 10000 ] || fail 'at most 10,000 moves are listed'
expect_stdout_line '  and others'
expect_exit 0 "$grundy" best "$work/wide.edges@a" --all-moves --json
expect_stdout_line '.*"move_count": 11000, "complete": false, .*'

# An explanation of one position, with a move for every strategy.
expect_exit 0 "$grundy" best $game@a1
expect_stdout << 'END'
player    A
outcome   D
abe       can be sure of: a drawn end or better in at most 3 moves
barbara   can be sure of: a drawn end or better in at most 4 moves
q1        4, delayed by the move to b1
q0        3, by the move to b2
q-1       3, by the move to b2
q2        2, delayed by the move to b1
END
expect_exit 0 "$grundy" best $game@a1 --json
expect_stdout_line '.*"guarantees": {.*, "q1": {"moves": 4, "to": "b1"}, "q0": {"moves": 3, "to": "b2"}, "q-1": {"moves": 3, "to": "b2"}, "q2": {"moves": 2, "to": "b1"}}, .*'
expect_exit 0 "$grundy" best examples/payoffs.edges@b2 --json
expect_stdout_line '.*"guarantees": {"guarantee": {"payoff": 1, "moves": 2, "to": "a2"}, "cap": {"payoff": 3, "moves": 1, "to": "t1"}}, .*'
expect_exit 0 "$grundy" best '"examples/payoffs.edges"@"b2"' --payoff 1 --infinite 2
expect_stdout << 'END'
player    B
A gets    at least 2 if need be by playing forever, whatever B moves
B grants  at most 2 if need be by playing forever, by the move to a2
qv        2, delayed by the move to a2
END
expect_exit 0 "$grundy" best "$work/ends.edges@a" --json
expect_stdout_line '.*"verdict": "win", "outcome": "N", "value": null, "remoteness": 3, "distance": 2, "ends": "proved", .*"guarantees": null, .*"to": "b", .*"outcome": "P", "value": null, "remoteness": 2, .*'
# Such a game cannot be in a compound, and is played by its own rules.
expect_exit 6 "$grundy" best "$game@a1 + nim:3"
expect_stderr_line 'expression:1:38: a game with players, outcomes or payoffs of its own has no sum with others; use it alone'
expect_exit 6 "$grundy" best "nim:3 & $work/ends.edges@a"
expect_exit 6 "$grundy" best --misere "$game@a1"
expect_stderr_line 'expression:1:29: a game with outcomes of its own has no misere play'
expect_exit 6 "$grundy" best nim:3 --infinite 2
expect_stderr_line 'grundy: the expression is not a game with payoffs'
printf 'a b\n' > "$work/plain.edges"
printf 'vertex\toutcome\na\tN\nb\tP\n' > "$work/plain.tsv"
for line in 'solve plain.edges' 'draw plain.edges -o plain.dot' 'verify plain.edges plain.tsv' \
            'solve plain.edges --solution plain.tsv --check'; do
  # shellcheck disable=SC2086 # several words
  expect_exit 6 sh -c 'cd "$0" && exec "$@"' "$work" "$grundy" $line --infinite 2
  expect_stderr_line 'grundy: the game has no payoffs'
done

# The table for people shows moves and bounds.
expect_exit 0 env LC_ALL=C "$grundy" solve $game
expect_stdout_line 'a1      A       D        4 -> b1  3 -> b2  3 -> b2    2 -> b1  bounded-draw in 3  bounded-draw in 4'
expect_stdout_line 'a5      A       B        0        0        1          0        bounded-loss       bounded-win'

# Matches: the computer keeps its outcome, and mistakes are reported.
printf '1\n1\n' > "$work/lines"
expect_exit 0 "$grundy" play $game@a1 < "$work/lines"
expect_stdout_line 'You are A, the computer is B. The game defines who wins when play is over. You begin. Type h for help\.'
expect_stdout_line 'Play is over: the computer wins after 4 moves\.'
expect_stdout_line 'With best play from the start it is a draw\.'
expect_stdout_line "You had a draw until move 1 (1 $game: a1 -> b1)\\."
printf '2\n' > "$work/lines"
expect_exit 0 "$grundy" play $game@a1 < "$work/lines"
expect_stdout_line 'Play is over: a draw after 2 moves\.'
expect_exit 0 "$grundy" play $game@b1 --first computer < "$work/lines"
expect_stdout_line 'You are A, the computer is B\. .*'
printf '?\n2\n' > "$work/lines"
expect_exit 0 "$grundy" play "$work/ends.edges@a" < "$work/lines"
expect_stdout_line 'The game defines who wins when play is over. You begin. Type h for help\.'
expect_stdout_line '  It can be forced within 3 moves of both players\.'
expect_stdout_line 'Play is over: a draw after 1 move\.'
printf '?\n1\n' > "$work/lines"
expect_exit 0 "$grundy" play examples/payoffs.edges@a1 < "$work/lines"
expect_stdout << 'END'
You play examples/payoffs.edges@a1 against the computer.
You are A, the computer is B. When play is over, A gets a payoff: you want it large. You begin. Type h for help.

Move 1, your turn
   1  examples/payoffs.edges  a1

  1) 1: a1 -> b1   2) 1: a1 -> b2
Hint: 1 examples/payoffs.edges: a1 -> b2.
  With it you stay sure of a payoff of at least 1.
You move 1 examples/payoffs.edges: a1 -> b1.
The computer moves 1 examples/payoffs.edges: b1 -> t2.

Play is over after 2 moves: A (you) gets -1.5.
From the start you could be sure of a payoff of at least 1, the computer of a payoff of at most 3.
You could be sure of a payoff of at least 1 until move 1 (1 examples/payoffs.edges: a1 -> b1).
END
# Infinite play can be stopped.
printf '1\n1\n1\ny\n' > "$work/lines"
expect_exit 0 "$grundy" play examples/payoffs.edges@b2 --infinite 2 < "$work/lines"
expect_stdout_line 'This position has occurred 3 times. Shall play stop here? (y/n)'
expect_stdout_line 'Both players stop after 4 moves: A gets 2\.'

# A wrong solution is detected.
printf 'vertex\tq1\n' > "$work/wrong.tsv"
for v in a1 b1 b2 a2 a3 a4 b3 a5; do printf '%s\t0\n' $v; done >> "$work/wrong.tsv"
expect_exit 1 "$grundy" verify $game "$work/wrong.tsv"
expect_stdout_line 'wrong: a1: q1 is 0, but its followers give 1'

# Options about aims and infinite play belong to solving and checking.
printf 'a b\nb a\nb t\n@ a player=A\n@ b player=B\n@ t player=A payoff=1\n' > "$work/worths.edges"
expect_exit 0 "$grundy" solve "$work/worths.edges" --payoff 1 -o "$work/worths.tsv"
expect_exit 2 "$grundy" solve "$work/worths.edges" --solution "$work/worths.tsv" --payoff 7
expect_stderr_line 'grundy: --payoff and --infinite do not change a solution that is read; use them with --check.*'
expect_exit 0 "$grundy" solve "$work/worths.edges" --solution "$work/worths.tsv" --payoff 1 --check
expect_exit 1 "$grundy" solve "$work/worths.edges" --solution "$work/worths.tsv" --payoff 7 --check
expect_exit 2 "$grundy" solve "$work/worths.edges" --columns qv
expect_stderr_line 'grundy: --columns: qv needs --payoff VALUE; .*'
expect_exit 0 "$grundy" solve "$work/worths.edges" --columns all

finish
