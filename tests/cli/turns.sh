#!/bin/sh
# Games with carry-on and entailing moves: what works, and that everything else refuses them.
. tests/support/check.sh

game=examples/turns/moons.edges
expect_exit 0 "$grundy" solve $game --to tsv --quiet
expect_no_stderr
printf 'vertex outcome grundy k remoteness distance counter c turn_remoteness turn_distance
end P 0 - 0 0 0 - 0 0
loop D inf {} inf inf - {} inf inf
half D inf {} inf inf - 0 inf inf
moon N inf 0 1 1 - 0 1 1
win N inf {} 1 1 - inf 1 1
' | tr ' ' '\t' | expect_stdout

# Every format keeps the kinds, and what is read back verifies.
for format in tsv csv json npz; do
  expect_exit 0 "$grundy" solve $game --check -o "$work/solution.$format"
  expect_exit 0 "$grundy" verify $game "$work/solution.$format"
  expect_stdout_line 'right: .*'
done
for format in edges dot graphml npz; do
  expect_exit 0 "$grundy" convert $game "$work/game.$format"
  expect_exit 0 "$grundy" solve "$work/game.$format" --to tsv -o "$work/again.tsv"
  expect_same "$work/again.tsv" "$work/solution.tsv"
done
expect_exit 4 "$grundy" convert $game "$work/game.mtx"

# A changed entry is found.
sed 's/^moon\tN\tinf/moon\tN\t1/' "$work/solution.tsv" > "$work/wrong.tsv"
expect_exit 1 "$grundy" verify $game "$work/wrong.tsv"
sed 's/^moon\t\(.*\)\t1\t1$/moon\t\1\t3\t1/' "$work/solution.tsv" > "$work/wrong.tsv"
expect_exit 1 "$grundy" verify $game "$work/wrong.tsv"
expect_stdout_line 'wrong: moon: its turn_remoteness does not fit its followers'
# Without an end, both turns claim to follow from each other.
printf 'a +> b\nb +> a\n' > "$work/endless.edges"
printf 'vertex\tturn_remoteness\na\t0\nb\t0\n' > "$work/endless.tsv"
expect_exit 1 "$grundy" verify "$work/endless.edges" "$work/endless.tsv"
expect_stdout_line 'wrong: a: its turn_remoteness is finite, but relies on a turn that never ends'

# A tablebase of rules keeps the kinds.
expect_exit 0 "$grundy" solve tripiece:square,3,2 -o "$work/base.npz"
expect_exit 0 "$grundy" verify "$work/base.npz" "$work/base.npz"
expect_exit 0 "$grundy" best "$work/base.npz"
expect_stdout_line 'outcome     N  .*'
expect_exit 0 "$grundy" solve "$work/base.npz" --to tsv -o "$work/again.tsv"
expect_exit 0 "$grundy" solve tripiece:square,3,2 --to tsv -o "$work/first.tsv"
expect_same "$work/again.tsv" "$work/first.tsv"

# An entailed player with a choice: values are found, sets do not exist, and there is no certificate.
printf 'u !> v\nu loop\nv a\nv b\nb a\nloop loop\n' > "$work/open.edges"
expect_exit 0 "$grundy" solve "$work/open.edges" --to tsv --quiet --columns grundy,k,c
printf 'vertex grundy k c\nu inf - -\nv 2 - -\nloop inf {} {}\na 0 - -\nb 1 - -\n' | tr ' ' '\t' | expect_stdout
expect_exit 0 "$grundy" solve "$work/open.edges" --to tsv -o "$work/open.tsv"
expect_exit 0 "$grundy" verify "$work/open.edges" "$work/open.tsv"
expect_stdout_line '  grundy           not checked  an entailing move leaves a choice of answers, for which no certificate is known'

# Pictures: every kind has an arrow of its own, two kinds between two positions are two arrows, and a
# carry-on move is good if the same player wins after it.
printf 'end\nloop loop\nmoon +> end\nmoon end\nwin !> end\nwin => moon\nwin loop\n' > "$work/all.edges"
expect_exit 0 "$grundy" draw "$work/all.edges" --to dot --legend -o "$work/all.dot"
for arrow in 'v2 -> v0 [id="e-2-0", color="#23772f", style=solid, penwidth=2.5]' \
  'v2 -> v0 [id="e-2-0-1", color="#bb3428", style=dotted, arrowhead=normalnormal]' \
  'v3 -> v2 [id="e-3-2-2", color="#23772f", style=solid, arrowhead=onormalonormal]' \
  'v3 -> v0 [id="e-3-0-3", color="#23772f", style=solid, arrowhead=normalodot, penwidth=2.5]'; do
  expect_exit 0 grep -qF "  $arrow;" "$work/all.dot"
done
expect_exit 0 grep -q 'two filled heads: a carry-on move.*two open heads.*a head and a ring' "$work/all.dot"
expect_exit 0 "$grundy" draw "$work/all.edges" -o "$work/all.svg"
expect_exit 0 grep -q '<g id="e-2-0-1" class="edge bad" data-from="moon" data-to="end" data-kind="carry-on">' "$work/all.svg"
expect_exit 0 "$grundy" draw "$work/all.edges" -o "$work/all.tikz"
expect_exit 0 grep -q 'draw\[|->>, solid, draw=goodmove' "$work/all.tikz"

# Sums: values add up, and best moves are turns.
value() {
  expect_exit 0 "$grundy" value "$1"
  expect_stdout_line "outcome     $2"
  expect_stdout_line "value       $3"
}
value "$game@moon" N 'moon{0}'
value "$game@half" D 'half(0)'
value "$game@win + $game@loop" N moon
value "$game@moon + $game@loop" D '∞{}'
value "$game@half + nim:3" N 'half(3)'
value "$game@half + $game@moon + nim:2" N 'moon{2}'
value "$work/open.edges@u + nim:1" D '∞'
value tripiece:square,7,2 N 'moon{3}'
expect_stdout_line 'explored .*: some moves are carry-on or entailing moves'
value 'tripiece:square,7,2 + tripiece:triangle,0,3' D '∞{1,2,3}'
expect_exit 0 "$grundy" best "$game@half + nim:3"
expect_stdout_line '  1 examples/turns/moons.edges: half +> end, 2 nim: 3 -> 0  leads to a P-position, value 0'
expect_exit 0 "$grundy" best "$game@win + $game@loop"
expect_stdout_line '  1 examples/turns/moons.edges: win !> end  leads to a P-position'
# Components with a choice are searched, and beyond the limit nothing is said.
expect_exit 0 "$grundy" best "$work/open.edges@u + $work/open.edges@u"
expect_stdout_line 'outcome     D  by: search of .*'
expect_exit 4 "$grundy" value "$work/open.edges@u + $work/open.edges@u" --max-positions 5
expect_stdout_line 'outcome     not known'
# The arrow says which move is meant, and the same player moves again after a carry-on move.
expect_exit 1 "$grundy" match "$game@moon + nim:1" '1 end'
expect_stdout_line '.*there are moves of several kinds to that position; say which, as in +> b'
printf '1 end\nq\n' | "$grundy" play "$game@moon + nim:1" > "$out" 2> "$err" || fail 'play fails'
expect_stdout_line '.*say which, as in +> b; a move is for instance 1 [+!-]> end'
expect_exit 0 "$grundy" match "$game@moon + nim:1" '1 +> end' '2 0'
expect_stdout_line '1. moon +> end keeps the win.'
expect_stdout_line 'Play is over: the player who moved last wins.'
expect_exit 0 "$grundy" match "$game@moon + nim:1" '1 +> end' '2 -> 0'
expect_stdout_line '2. 1 -> 0 keeps the win.'
expect_exit 1 "$grundy" match "$game@moon + nim:1" '2 +> 0'
expect_stdout_line ".*nim has no position '+> 0'"
expect_exit 0 "$grundy" match "$game@half + nim:3" --reply perfect
expect_stdout_line '2. 3 -> 0 keeps the win.'
expect_exit 1 "$grundy" match "$work/open.edges@u + nim:1" '1 !> v' '2 0'
expect_stdout_line '.*the move must be made in component 1'
printf '1 +> end\n2 0\n' > "$work/moves"
expect_exit 0 "$grundy" play "$game@half + nim:3" < "$work/moves"
expect_stdout_line 'The computer cannot move: you win after 2 moves.'
expect_exit 0 "$grundy" why "$game@moon + $game@loop"
expect_stdout_line 'By addition, moon + loop has value ∞{}.'
expect_exit 0 "$grundy" why "$game@half + nim:3"
expect_stdout_line 'half + 3 is an N-position: the turn 1: half +> end, 2: 3 -> 0 leads to nimbers with nim-sum 0.'

# refuses CODE ARGUMENTS...: the command exits with that code and one line about such moves.
refuses() {
  code=$1
  shift
  expect_exit "$code" "$grundy" "$@"
  expect_stderr_line '.*carry-on \(and\|or\) entailing moves.*'
}
printf 'end end\nloop loop\nhalf half\nmoon moon\nwin win\n' > "$work/map"
refuses 6 value "$game@moon & nim:3"
refuses 6 best "$game@moon | nim:3"
refuses 6 best "$game@moon + ordinal:w"
refuses 6 best "$game@moon" --misere
refuses 4 draw $game --worksheet -o "$work/game.html"
refuses 4 trace $game
refuses 4 linear $game
refuses 4 law $game 'G == 0'
refuses 4 map $game $game "$work/map"
refuses 4 solve $game --where 'outcome == P'
refuses 6 labellings $game
refuses 6 product disjunctive $game $game
refuses 6 product disjoint $game $game
refuses 6 quotient $game
refuses 6 solve $game --reduce
refuses 4 solve $game --scratch "$work"
refuses 6 solve $game --columns misere
refuses 6 solve $game --columns hmin
refuses 3 solve "node-kayles:$game"
# Players and kinds exclude each other.
printf 'a +> b\n@ a player=A\n@ b player=B outcome=A\n' > "$work/players.edges"
expect_exit 3 "$grundy" solve "$work/players.edges"
expect_stderr_line '.*a game with carry-on or entailing moves cannot have players, outcomes or payoffs'
finish
