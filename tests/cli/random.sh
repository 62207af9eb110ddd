#!/bin/sh
# Random games: every model from the command line, the same game for the same seed.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh
interrupt=$PWD/tests/cli/interrupt.py

# random ARGUMENT...: makes a game; its size is in $positions and $moves.
random() {
  expect_exit 0 "$grundy" random "$@"
  expect_no_stderr
  positions=$(grep -c -v ' ' "$out" || true) # grep fails if it counts none
  moves=$(grep -c ' ' "$out" || true)
}

# size POSITIONS MOVES
size() {
  [ "$positions $moves" = "$1 $2" ] || fail "$positions positions, $moves moves"
}

random gnp -n 50 --p 0
size 50 0
random gnp --positions 50 --p=1
size 50 2500
random gnm -n 1e3 --moves 4e3
size 1000 4000
random gnm -n 1.2e3 --moves 4.25e3
size 1200 4250
random degree -n 1000 --degree 4 --sinks 0.05
size 1000 3800
random degree -n 1000 --degree 4
size 1000 3600
random dag -n 1000 --degree 2.5
size 1000 2500
random power -n 1000 --degree 4 --exponent 2.2 --sinks 0
[ "$positions" = 1000 ] || fail 'power'
random layered --layers 20 --width 10 --degree 3
size 200 570
random layered --layers 20 --width 10 --degree 3 --reach 1 --back 1
size 200 750
random chain -n 10
size 10 9
random board --width 4 --height 3
size 12 30
random board --width 3 --height 3 --piece king --swaps --put-backs
size 9 26
random chain -n 3 --ordered
printf '0\n1\n2\n1 0\n2 1\n' | expect_stdout
random board --width 2 --height 2 --piece queen
printf '0\n1\n2\n3\n1 0\n2 0\n3 0\n3 1\n3 2\n' | expect_stdout

# The same seed, the same game; 1 is the default; another seed, another game.
random gnm -n 100 --moves 300
cp "$out" "$work/first"
random gnm -n 100 --moves 300 --seed 1
expect_same "$out" "$work/first"
random gnm -n 100 --moves 300 --seed 2
! cmp -s "$out" "$work/first" || fail 'another seed gave the same game'
random gnm -n 100 --moves 300 --seed 18446744073709551615

# Output to a file can be solved; in ordered games moves lead to smaller numbers.
random gnm -n 100 --moves 300 -o "$work/game.edges"
expect_no_stdout
expect_same "$work/game.edges" "$work/first"
random gnm -n 100 --moves 300 -o "$work/game.any" --to edges
expect_same "$work/game.any" "$work/first"
expect_exit 0 "$grundy" solve "$work/game.edges" --check --columns all -o "$work/s.tsv"
random dag -n 500 --degree 3 --ordered
awk 'NF == 2 && $2 >= $1 { exit 1 }' "$out" || fail 'a move upwards'

# wrong PATTERN ARGUMENT...: usage errors.
wrong() {
  pattern=$1
  shift
  expect_exit 2 "$grundy" random "$@"
  expect_no_stdout
  expect_stderr_line "grundy: $pattern; try 'grundy random --help'"
}

wrong 'MODEL is missing'
expect_exit 2 "$grundy" random gpn
expect_stderr_line "grundy: unknown model 'gpn'; did you mean 'gnp'?"
wrong "unknown model 'xyzzy'" xyzzy
wrong 'the model gnp needs --positions' gnp --p 0.1
wrong 'the model gnp needs --p' gnp -n 5
wrong 'the model gnp takes no --degree' gnp -n 5 --p 0.1 --degree 2
wrong 'the model gnm takes no --ordered' gnm -n 5 --moves 5 --ordered
wrong 'the model chain takes no --piece' chain -n 5 --piece rook
wrong 'the model board takes no --positions' board -n 5 --width 3 --height 3
wrong "--piece is 'pawn'; expected rook, queen or king" board --piece pawn
wrong '--moves is 26; expected at most 25 for 5 positions' gnm -n 5 --moves 26
wrong '--p is 1.5; expected a number from 0 to 1' gnp -n 5 --p 1.5
wrong '--p is -1; expected a number from 0 to 1' gnp -n 5 --p -1
wrong '--degree is 6; expected a whole number of at most 5, .*' degree -n 5 --degree 6
wrong '--degree is 1.5; expected a whole number .*' degree -n 5 --degree 1.5
wrong '--exponent is 2; expected a number above 2' power -n 5 --degree 1 --exponent 2
for number in '' x 1x 1e 1e20 -5 1.5 1.25e1 .5e1 1.e1 1.2.5e9 1.9e19 0x10 ' 1' 18446744073709551616; do
  wrong "--positions is '$number'; expected a whole number below 2^64, such as 25 or 1e6" gnp -n "$number"
done
for number in '' x nan inf 0x1p3 1e999 1..5 ' 1' --; do
  wrong "--p is '$number'; expected a number such as 0.25 or 1e-6" gnp --p "$number"
done

# Beyond the limits.
expect_exit 4 "$grundy" random chain -n 3e9
expect_stderr_line 'grundy: the game has too many positions; expected at most 2147483647'
expect_exit 4 "$grundy" random board --width 1e6 --height 1e6

# Help names every model and every option of the models.
expect_exit 0 "$grundy" random --help
for model in gnp gnm degree dag power layered chain board; do
  expect_stdout_line "  $model  .*"
done
# shellcheck disable=SC2013 # words
for option in $(grep -o -e ' --[a-z-]*' "$out" | sort -u); do
  grep -q "^  .*$option .*  " "$out" || fail "help does not explain $option"
done

# When interrupted, it leaves no file.
mkdir "$work/folder"
expect_exit 130 "$python" "$interrupt" INT 0.5 - \
  "$grundy" random gnm -n 1e6 --moves 2e7 -o "$work/folder/game.edges"
expect_stderr_line 'grundy: interrupted'
expect_files "$work/folder"
expect_exit 5 sh -c '"$0" random chain -n 1e5 > /dev/full' "$grundy"
expect_stderr_line 'standard output: .*'

finish
