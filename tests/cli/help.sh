#!/bin/sh
# Help teaches, fits the screen and cannot drift from what the command does.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh

for way in --help -h help; do
  expect_exit 0 "$grundy" $way
  expect_no_stderr
  expect_stdout_line 'usage: grundy COMMAND .*'
  for word in solve verify info convert random product best play why draw map quotient relation linear experiment rules serve query 'A GAME is' '130  interrupted' '  6  undefined.*' '  3  bad input' manual completions; do
    grep -q -e "$word" "$out" || fail "help does not say $word"
  done
done

expect_exit 0 "$grundy" --version
expect_stdout_line 'grundy [0-9]*\.[0-9]*\.[0-9]*'

# The game in the help is a game, and the commands under it work.
"$grundy" --help | sed -n '/^A GAME/,/^Positions/p' | grep '^    ' > "$work/game.edges"
[ "$(wc -l < "$work/game.edges")" -eq 4 ] || fail 'the example has four lines'
cd "$work" || exit 1
expect_exit 0 "$grundy" solve game.edges
expect_stdout_line '4 positions, 3 moves: .*'
expect_exit 0 "$grundy" solve game.edges -o game.tsv
expect_exit 0 "$grundy" verify game.edges game.tsv
cd "$OLDPWD" || exit 1

for command in solve verify; do
  expect_exit 0 "$grundy" $command --help
  expect_no_stderr
  cp "$out" "$work/long"
  expect_stdout_line "usage: grundy $command GAME.*"
  for column in outcome grundy k remoteness distance counter misere misere_remoteness hmin j; do
    expect_stdout_line "  $column .*"
  done
  [ "$(wc -l < "$out")" -le 70 ] || fail 'help is longer than a screen or so'
  expect_exit 0 "$grundy" $command -h
  expect_same "$out" "$work/long"
  expect_exit 0 "$grundy" help $command
  expect_same "$out" "$work/long"
done

# What may take long can be told about threads, memory and timings.
for command in solve verify info convert random product best play why draw map quotient relation experiment; do
  expect_exit 0 "$grundy" help $command
  for option in '--threads N' '--memory SIZE' '--timings'; do
    expect_stdout_line "  *$option  .*"
  done
done

# No line is wider than 80 characters.
for help in --help 'solve --help' 'verify --help' 'info --help' 'convert --help' 'random --help' 'product --help' 'best --help' 'play --help' 'map --help' 'quotient --help' 'relation --help' 'experiment --help' 'rules --help'; do
  # shellcheck disable=SC2086 # two words
  run "$grundy" $help
  ! grep -q '.\{81\}' "$out" || fail 'a line is wider than 80 characters'
  ! grep -q ' $' "$out" || fail 'a line ends with a space'
done

# Help that cannot be written is an error; help that nobody reads any more is a silent one.
# About help itself the overview tells all there is.
for about in 'help help' 'help --help' 'help manual' 'completions --help'; do
  # shellcheck disable=SC2086
  expect_exit 0 "$grundy" $about
  expect_stdout_line 'Commands'
done

for help in --help --version 'solve --help'; do
  # shellcheck disable=SC2086
  expect_exit 5 sh -c '"$0" "$@" > /dev/full' "$grundy" $help
  expect_stderr_line 'grundy: .*\|.*: .*'
done

finish
