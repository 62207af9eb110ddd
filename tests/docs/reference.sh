#!/bin/sh
# docs/reference.md agrees with the help of the command, and has a section for every subcommand.
. tests/support/check.sh

expect_exit 0 "$grundy" help --markdown
expect_no_stderr
cmp -s "$out" docs/reference.md ||
  fail 'docs/reference.md is out of date: grundy help --markdown > docs/reference.md'
listed_commands "$grundy" > "$work/commands"
[ -s "$work/commands" ] || fail 'no commands'
while read -r command; do
  expect_stdout_line "## grundy $command"
done < "$work/commands"

expect_exit 2 "$grundy" help --markdown solve
# shellcheck disable=SC2016 # the inner shell expands its arguments
expect_exit 5 sh -c '"$0" help --markdown > /dev/full' "$grundy"
finish
