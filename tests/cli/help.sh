#!/bin/sh
# Help explains, fits on the screen and agrees with the command.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh

# The overview fits on one screen, with every command in a group, except those for programs.
for way in --help -h help ''; do
  # shellcheck disable=SC2086 # no word, or one
  expect_exit 0 "$grundy" $way
  expect_no_stderr
  expect_stdout_line 'usage: grundy COMMAND .*'
  for group in Solve Understand Play Create Theory Help; do expect_stdout_line "$group  .*"; done
  [ "$(wc -l < "$out")" -le 30 ] || fail 'the overview is longer than a screen'
done
cp "$out" "$work/overview"
sed -n 's/^    &\([a-z]*\)_command,$/\1/p' cli/main.c > "$work/commands"
[ "$(wc -l < "$work/commands")" -ge 20 ] || fail 'commands are missing'
while read -r command; do
  [ "$command" = match ] || [ "$command" = record ] || expect_stdout_line "\(            \|[A-Z].*\)$command  .*"
  expect_exit 0 "$grundy" "$command" --help
  expect_no_stderr
  expect_stdout_line "usage: grundy $command.*"
  cp "$out" "$work/long"
  expect_exit 0 "$grundy" help "$command"
  expect_same "$out" "$work/long"
  cp "$work/overview" "$out"
done < "$work/commands"

for way in --version -V; do
  expect_exit 0 "$grundy" $way
  expect_stdout_line 'grundy [0-9]*\.[0-9]*\.[0-9]*'
done

# Every topic in the list has an explanation.
expect_exit 0 "$grundy" help topics
sed -n 's/^  \([a-z-]*\)  .*/\1/p' "$out" > "$work/topics"
[ "$(wc -l < "$work/topics")" -ge 7 ] || fail 'topics are missing'
while read -r topic; do
  expect_exit 0 "$grundy" help "$topic"
  expect_stdout_line "grundy help $topic: .*"
  [ "$(wc -l < "$out")" -ge 6 ] || fail "the topic $topic is empty"
done < "$work/topics"
expect_exit 0 "$grundy" help exit-codes
for line in '  130  *interrupted' '  6  *undefined.*' '  3  *bad input'; do expect_stdout_line "$line"; done

# The game in the help is valid, and the commands below it work.
"$grundy" help game | sed -n '/^Here is a list/,/^$/p' | grep '^    ' > "$work/game.edges"
[ "$(wc -l < "$work/game.edges")" -eq 4 ] || fail 'the example has four lines'
cd "$work" || exit 1
expect_exit 0 "$grundy" solve game.edges
expect_stdout_line '4 positions, 3 moves\. .*'
expect_exit 0 "$grundy" solve game.edges -o game.tsv
expect_exit 0 "$grundy" verify game.edges game.tsv
cd "$OLDPWD" || exit 1

for command in solve verify; do
  expect_exit 0 "$grundy" $command --help
  expect_no_stderr
  cp "$out" "$work/long"
  expect_stdout_line "usage: grundy $command .*GAME.*"
  for column in outcome grundy k remoteness distance counter misere misere_remoteness hmin j; do
    expect_stdout_line "  $column .*"
  done
  [ "$(wc -l < "$out")" -le 104 ] || fail 'help is longer than a screen or so'
  expect_exit 0 "$grundy" $command -h
  expect_same "$out" "$work/long"
  expect_exit 0 "$grundy" help $command
  expect_same "$out" "$work/long"
done

# Commands that may take long have options for threads, memory and timings.
for command in solve verify info convert random product best play why draw map quotient experiment; do
  expect_exit 0 "$grundy" help $command
  for option in '--threads N' '--memory SIZE' '--timings'; do
    expect_stdout_line "  *$option  .*"
  done
done

# No line is wider than 80 characters.
for help in --help 'solve --help' 'verify --help' 'info --help' 'convert --help' 'random --help' 'product --help' 'best --help' 'play --help' 'map --help' 'quotient --help' 'experiment --help' 'rules --help'; do
  # shellcheck disable=SC2086 # two words
  run "$grundy" $help
  ! grep -q '.\{81\}' "$out" || fail 'a line is wider than 80 characters'
  ! grep -q ' $' "$out" || fail 'a line ends with a space'
done

# Help that cannot be written is an error; a closed pipe is a silent one.
for help in --help --version 'solve --help'; do
  # shellcheck disable=SC2086
  expect_exit 5 sh -c '"$0" "$@" > /dev/full' "$grundy" $help
  expect_stderr_line 'grundy: .*\|.*: .*'
done

finish
