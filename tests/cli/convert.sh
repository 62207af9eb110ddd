#!/bin/sh
# A converted game is the same game: positions in their order, names and moves.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh

printf 'b a # a comment\nb a\nc\na a\nπ b' > "$work/game.txt"
expect_exit 0 "$grundy" convert "$work/game.txt" "$work/game.edges"
expect_no_stdout
expect_no_stderr
printf 'b\na\nc\nπ\nb a\na a\nπ b\n' > "$work/expected"
expect_same "$work/game.edges" "$work/expected"

# From and to standard streams; the output is read as the same game again.
for words in '- - --to edges' '- - --from edges --to=edges'; do
  # shellcheck disable=SC2086 # words
  expect_exit 0 "$grundy" convert $words < "$work/game.txt"
  expect_no_stderr
  expect_same "$out" "$work/expected"
done
expect_exit 0 "$grundy" convert "$work/expected" - --to edges
expect_same "$out" "$work/expected"
expect_exit 0 "$grundy" convert /dev/null - --to edges
expect_no_stdout

# An output without a known format, and a game that would be overwritten.
expect_exit 2 "$grundy" convert "$work/game.txt" -
expect_stderr_line "grundy: the format of '-' is not known; use --to .*; try 'grundy convert --help'"
expect_exit 2 "$grundy" convert "$work/game.txt" game.xyz
expect_stderr_line "grundy: 'game.xyz' has no known ending; use .*"
expect_exit 2 "$grundy" convert "$work/game.txt"
expect_stderr_line "grundy: OUT is missing; try 'grundy convert --help'"
cp "$work/game.txt" "$work/copy.txt"
ln -s game.txt "$work/link.txt"
expect_exit 2 "$grundy" convert "$work/game.txt" "$work/link.txt"
expect_stderr_line "grundy: OUT would overwrite the input '.*game.txt'; try .*"
expect_same "$work/game.txt" "$work/copy.txt"

# If the game is wrong, nothing is written and existing files stay.
mkdir "$work/folder"
printf 'a b c\n' > "$work/bad"
expect_exit 3 "$grundy" convert "$work/bad" "$work/folder/out.edges"
expect_stderr_line '.*/bad:1:5: .*'
expect_files "$work/folder"
printf 'old\n' > "$work/folder/out.edges"
expect_exit 3 "$grundy" convert "$work/bad" "$work/folder/out.edges"
[ "$(cat "$work/folder/out.edges")" = old ] || fail 'the old file was changed'
expect_files "$work/folder" out.edges
expect_exit 3 "$grundy" convert "$work/missing" "$work/folder/out.edges"

# Write errors.
expect_exit 5 "$grundy" convert "$work/game.txt" "$work/nowhere/out.edges"
expect_stderr_line '.*/nowhere/out.edges: .*'
expect_exit 5 "$grundy" convert "$work/game.txt" /dev/full --to edges
expect_stderr_line '/dev/full: .*'
expect_exit 5 sh -c '"$0" convert "$1" - --to edges > /dev/full' "$grundy" "$work/game.txt"
expect_stderr_line 'standard output: .*'

finish
