#!/bin/sh
# Matches against the computer, from scripts and on a terminal.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh
typing=$PWD/tests/cli/typist.py
matches=$PWD/tests/cli/matches.py
cd "$work" || exit 1
printf 'V1 V2\nV2 V1\nV2 V3\n' > smith.edges
printf 'x y\ny x\nx z\nz t\n' > draw.edges

# play LINES ARGUMENT...: plays a match with these lines, separated by \n, as a script.
play() {
  lines=$1
  shift
  printf '%b' "$lines" > lines
  expect_exit 0 "$grundy" play "$@" < lines
  expect_no_stderr
}

# A complete match: the person wins a won position.
play '3 2\n# a remark\n\n1\n' 'nim:1 + nim:1 + nim:3'
expect_stdout << 'END'
You play nim:1 + nim:1 + nim:3 against the computer.
The player who cannot move loses. You begin. Type h for help.

Move 1, your turn
   1  nim  1
   2  nim  1
   3  nim  3

  1) 1: 1 -> 0   2) 2: 1 -> 0   3) 3: 3 -> 0   4) 3: 3 -> 1   5) 3: 3 -> 2
You move 3 nim: 3 -> 2.
The computer moves 3 nim: 2 -> 0.

Move 3, your turn
   1  nim  1
   2  nim  1
   3  nim  0  (no move)

  1) 1: 1 -> 0   2) 2: 1 -> 0
You move 1 nim: 1 -> 0.
The computer moves 2 nim: 1 -> 0.

You cannot move: the computer wins after 4 moves.
With best play from the start you win.
You were winning until move 1 (3 nim: 3 -> 2).
END
play '3 0\n1\n' 'nim:1 + nim:1 + nim:3'
expect_stdout_line 'The computer cannot move: you win after 3 moves\.'
expect_stdout_line 'With best play from the start you win\.'
expect_stdout_line 'Nobody made a mistake\.'

# The computer wins a won position with a cycle, whatever the person does.
play 'V2\nV2\nV2\n' smith.edges@V1
expect_stdout_line 'The computer moves 1 smith.edges: V2 -> V3\.'
expect_stdout_line 'You cannot move: the computer wins after 2 moves\.'
expect_stdout_line 'With best play from the start the computer wins\.'
play '' smith.edges@V2 --first computer
expect_stdout_line 'You cannot move: the computer wins after 1 move\.'

# A draw is offered when a position occurs for the third time, and may be refused.
play '1 y\n1 y\nperhaps\ny\n' draw.edges@x
expect_stdout_line 'This position has occurred 3 times. Shall it be a draw? (y/n)'
expect_stdout_line 'type y for a draw, n to play on, or q to leave'
expect_stdout_line 'A draw after 4 moves\.'
expect_stdout_line 'With best play from the start it is a draw\.'
play '1 y\n1 y\nn\n1 z\n' draw.edges@x
expect_stdout_line 'The computer moves 1 draw.edges: z -> t\.'
expect_stdout_line 'You had a draw until move 5 (1 draw.edges: x -> z)\.'
printf 'c g\nc x\nx c\n' > won.edges
play '2\n2\n2\ny\n' won.edges@c
expect_stdout_line 'You were winning until the draw\.'
play '1 y\n1 y\nq\n' draw.edges@x
expect_stdout_line 'You leave after 4 moves; the position is a draw\.'
# The same components with the other player to move are a different position.
printf 'a b\nb a\n' > ring.edges
play '1\n1\n1\n1\n1\n' 'ring.edges@a + ring.edges@a'
[ "$(grep -c 'occurred 3 times' "$out")" -le 1 ] || fail 'offered too early'

# Moves can be taken back until the start; mistakes disappear with their moves.
play '3 2\nu\n3 0\n1\n' 'nim:1 + nim:1 + nim:3'
expect_stdout_line 'The computer cannot move: you win after 3 moves\.'
expect_stdout_line 'Nobody made a mistake\.'
play 'u\nundo\nq\n' 'nim:3 + nim:4' --first computer
[ "$(grep -c '^you have no move to take back$' "$out")" -eq 2 ] || fail 'taken back'
play '1 4\n1 3\nu\nu\nu\nq\n' 'nim:9 + nim:9'
expect_stdout_line 'you have no move to take back'
expect_stdout_line 'You leave after 0 moves; .*'

# Hints, with the reason.
play '?\nq\n' 'nim:3 + nim:5'
expect_stdout_line 'Hint: 2 nim: 5 -> 3 wins\.'
expect_stdout_line '  It leads to a P-position, value 0, remoteness 6 (by theorem \[FY86, Cor. 2\])\.'
expect_stdout_line '  Whatever the computer answers, you can win\.'
expect_stdout_line "  With best play the game is over after 7 moves of both players\."
play 'hint\nq\n' 'nim:3 + nim:3'
expect_stdout_line 'Hint: .* resists longest; every move loses\.'
play '?\nq\n' draw.edges@x
expect_stdout_line 'Hint: 1 draw.edges: x -> y keeps the draw\.'
play '?\nq\n' 'nim:3000 + nim:5000 + nim:7000' --max-positions 0
expect_stdout_line '  The counter is then .*, and you can lower it in every turn\.'

# Misère play.
play '1 1\n' 'nim:2' --misere
expect_stdout_line 'The player who cannot move wins\. You begin\. .*'
expect_stdout_line 'You cannot move: you win after 2 moves\.'
play '?\n1\n' 'nim:1 + nim:1 + nim:1' --misere --first computer
expect_stdout_line 'The computer moves .*'
play '' 'nim:0' --misere
expect_stdout_line 'You cannot move: you win after 0 moves\.'

# Several components at once.
play '1 0\n1 1, 2 2\nq\n' 'nim:3 & nim:4'
expect_stdout_line 'a move in a conjunctive compound is in all of its parts; a move is for instance 1 0, 2 0'
expect_stdout_line 'You move 1 nim: 3 -> 1, 2 nim: 4 -> 2\.'
play '2 1,  1 0\nq\n' 'nim:3 | nim:3'
expect_stdout_line 'You move 2 nim: 3 -> 1, 1 nim: 3 -> 0\.'
play '1 0, 2 0\n1 0, 1 1\nq\n' 'nim:3 + nim:4'
expect_stdout_line 'a move in a disjunctive compound is in one of its parts; a move is for instance 1 0'
expect_stdout_line 'component 1 moves twice; a move is for instance 1 0'

# Names with commas, spaces and quotes.
cat > names.dot << 'END'
digraph { "a" -> "b,c"; "a" -> "b, 2 c"; "a" -> " d"; "b,c" -> "e"; "b, 2 c" -> "e"; " d" -> "e" }
END
for move in '1 b,c' '1 "b, 2 c"' '1 " d"'; do
  play "$move\n" 'names.dot@a + nim:0'
  expect_stdout_line 'You move 1 names.dot: a -> .*'
done

# Wrong input, and the expected input.
play 'jump\n7\n0\n9 1\n1 x\n1 9\n1 1 ; 2\ny\nq\n' 'nim:3 + nim:1'
expect_stdout_line "'jump' is not a move; expected a number, a component and a position, or h for help"
expect_stdout_line 'there is no move 7 in the list; expected 1 to 4'
expect_stdout_line 'there is no move 0 in the list; expected 1 to 4'
expect_stdout_line "'9' is not a component; expected 1 to 2"
expect_stdout_line "nim has no position 'x'"
expect_stdout_line 'component 1 has no move from 3 to 9; a move is for instance 1 0'
expect_stdout_line 'nothing was asked; type a move, or h for help'
play '18446744073709551617\n18446744073709551617 0\n1 99999999999999999999\nq\n' 'nim:3'
expect_stdout_line 'You leave after 0 moves; .*'
printf '\033]0;title\007\n\377\376\n1 \0\n' > lines
expect_exit 0 "$grundy" play nim:3 < lines
! grep -q "$(printf '\033')" "$out" || fail 'an escape sequence came back'

# Quitting at once; the end of the script; help; long lists.
play 'q\n' nim:3
expect_stdout_line 'You leave after 0 moves; the position is won for you\.'
play '' nim:3
expect_stdout_line 'You leave after 0 moves; the position is won for you\.'
play 'h\nhelp' nim:3
[ "$(grep -c 'take back your last move' "$out")" -eq 2 ] || fail 'help'
! grep -q '.\{81\}' "$out" || fail 'a line is wider than 80 characters'
play 'q\n' 'nim:100 + nim:200'
expect_stdout_line '  … and 276 more; type for instance: 1 24'
play 'm\n250\nq\n' 'nim:100 + nim:200'
expect_stdout_line 'You move 2 nim: 200 -> 149\.'
expect_exit 0 env LC_ALL=C "$grundy" play 'nim:100 + nim:200' < /dev/null
expect_stdout_line '  \.\.\. and 276 more; .*'
! LC_ALL=C grep -q '[^ -~]' "$out" || fail 'not ASCII'
play 'q\n' '64*nim:2000000000 | nim:1' --max-positions 0
expect_stdout_line '  … and very many more; .*'

# The easy level: the same seed and replies give the same match.
play '1\n1\n1\n1\n1\n1\n' 'nim:3 + nim:4 + nim:5' --level easy --seed 3
expect_stdout_line 'It moves at random half of the time (--seed 3)\.'
cp "$out" first
play '1\n1\n1\n1\n1\n1\n' 'nim:3 + nim:4 + nim:5' --level easy --seed 3
expect_same "$out" first
lost=0
for seed in 1 2 3 4 5 6 7 8; do
  play '1\n1\n1\n1\n1\n1\n1\n' 'nim:2 + nim:2 + nim:1' --level easy --seed $seed --first computer
  ! grep -q '^The computer was winning until' "$out" || lost=$((lost + 1))
done
[ $lost -gt 0 ] || fail 'the easy level made no mistake'
[ $lost -lt 8 ] || fail 'the easy level made a mistake every time'

# Exit codes.
expect_exit 2 "$grundy" play
expect_exit 2 "$grundy" play nim:3 --first nobody
expect_stderr_line "grundy: --first is 'nobody'; expected me or computer; try .*"
expect_exit 2 "$grundy" play - < lines
expect_stderr_line 'grundy: EXPRESSION is standard input, from which .*'
expect_exit 3 "$grundy" play 'nim:3 +' < lines
expect_stderr_line 'expression:1:8: .*'
expect_exit 3 "$grundy" play '"-"@a' < smith.edges
expect_stderr_line 'standard input: no game can be read from here; use a file'
expect_exit 4 "$grundy" play --misere 'take{1,2}:9 + take{1,3}:9' --max-positions 10 < lines
expect_stderr_line 'grundy: the outcome is not known: .*'
expect_exit 4 "$grundy" play nim:3 --memory 1K < lines
expect_exit 5 sh -c '"$0" play nim:3 > /dev/full < /dev/null' "$grundy"
expect_exit 5 sh -c '"$0" play nim:3 < .' "$grundy"
expect_exit 0 sh -c '"$0" play nim:3 --timings < /dev/null' "$grundy"
grep -q '^total' "$err" || fail 'no timings'

# On a terminal: a prompt, colours, editing, history; Ctrl-D quits, Ctrl-C interrupts.
escape=$(printf '\033')
expect_exit 0 "$python" "$typing" TERM=xterm -- '2 9\x7f\x7f 0\r' '\x1b[A\x1b[A\r' '\x04' -- \
            "$grundy" play 'nim:2 + nim:3 + nim:9'
grep -q "You move ${escape}\[0m2 nim: 3 -> 0" "$out" || fail 'editing'
grep -q 'component 2 has no move from ' "$out" || fail 'history'
grep -q 'You leave after 2 moves' "$out" || fail 'Ctrl-D'
expect_exit 0 "$python" "$typing" TERM=xterm NO_COLOR=1 -- 'q\r' -- "$grundy" play nim:2
! grep -q "${escape}\[[0-9]*m" "$out" || fail 'colours in spite of NO_COLOR'
expect_exit 0 "$python" "$typing" TERM=dumb -- '1\r' -- "$grundy" play nim:2
grep -q 'you win after 1 move' "$out" || fail 'a dumb terminal'
expect_exit 130 "$python" "$typing" TERM=xterm -- '1 0\x03' -- "$grundy" play nim:2
grep -q 'grundy: interrupted' "$out" || fail 'Ctrl-C'

# The computer against players who move at random: some hundred matches.
expect_exit 0 "$python" "$matches" "$grundy" "$work" 300

# A file without a position begins at its first one.
printf 'x y\ny x\n' > two.edges
play 'q\n' two.edges
expect_stdout_line '   1  two.edges  x'

# Colours, if they are wanted.
play 'q\n' nim:3 --color=always
grep -q "$(printf '\033')" "$out" || fail 'no colours'
play 'q\n' nim:3 --colour never
! grep -q "$(printf '\033')" "$out" || fail 'colours'

finish
