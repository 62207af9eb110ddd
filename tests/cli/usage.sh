#!/bin/sh
# Wrong usage is one line that says what was expected, and exit code 2.
. tests/support/check.sh

printf 'a b\n' > "$work/game.edges"
game=$work/game.edges

# wrong PATTERN ARGUMENT...
wrong() {
  pattern=$1
  shift
  expect_exit 2 "$grundy" "$@"
  expect_no_stdout
  expect_stderr_line "grundy: $pattern"
}

wrong "COMMAND is missing; try 'grundy --help'"
wrong "unknown command 'sovle' (did you mean 'solve'?); try 'grundy --help'" sovle
wrong "unknown command 'xyzzy'; try 'grundy --help'" xyzzy
wrong "unknown option '--frobnicate'; try 'grundy --help'" --frobnicate
wrong "unknown option '--versio' (did you mean '--version'?); try 'grundy --help'" --versio
wrong "unknown command ''; try 'grundy --help'" ''
wrong "unknown command 'verfy' (did you mean 'verify'?); try 'grundy --help'" help verfy
wrong "unexpected argument 'verify'; try 'grundy --help'" help solve verify

for command in solve verify; do
  wrong "GAME is missing; try 'grundy $command --help'" $command
  wrong "unknown option '--fromat' (did you mean '--f.*'?); try 'grundy $command --help'" \
    $command "$game" --fromat tsv
  wrong "unknown option '--jso' (did you mean '--json'?); try .*" $command --jso "$game"
  wrong "unknown option '-x'; try .*" $command -x "$game"
  wrong "unknown option '--xyzzy'; try .*" $command --xyzzy=3 "$game"
  wrong '--json takes no value; try .*' $command --json=yes "$game"
  wrong '--format needs a value: FORMAT; try .*' $command "$game" --format
done

wrong "--format is npz, table, tsv, csv or json, not 'xml'; try .*" solve "$game" --format xml
wrong "--format is npz, table, tsv, csv or json, not ''; try .*" solve "$game" --format=
wrong "--colour is auto, always or never, not 'red'; try .*" solve "$game" --color red
wrong "unexpected argument 'more'; try 'grundy solve --help'" solve "$game" more
wrong "--columns: .*nimber.*; try 'grundy solve --help'" solve "$game" --columns grundy,nimber
wrong "--columns: .*; try 'grundy solve --help'" solve "$game" --columns ''
wrong '--output needs a value: FILE; try .*' solve "$game" -o
wrong "SOLUTION is missing; try 'grundy verify --help'" verify "$game"
wrong 'GAME and SOLUTION cannot both be standard input; try .*' verify - -
wrong "the ending of '-' tells no format: say --solution-from npz, tsv, csv or json; try .*" verify "$game" -
wrong "the ending of 'x.dat' tells no format: .*" verify "$game" x.dat
wrong "--solution-from is npz, tsv, csv or json, not 'table'; try .*" verify "$game" x --solution-from table

# Whatever is typed, it cannot break the line or command the terminal.
wrong "unknown command 'a?b?\[0m'; try .*" "$(printf 'a\nb\033[0m')"

# A game is never replaced by its solution.
cp "$game" "$work/moves.tsv"
ln -s moves.tsv "$work/link.tsv"
wrong "--output would replace the game '.*moves.tsv'; try .*" \
  solve "$work/moves.tsv" -o "$work/link.tsv"
expect_same "$game" "$work/moves.tsv"

# Options may be spelt in every usual way and stand anywhere; the last one counts.
"$grundy" solve "$game" --format csv > "$work/expected"
cd "$work" || exit 1
cp game.edges -- -game
for words in '--format=csv game.edges' 'game.edges --format csv' '--json --format csv game.edges' \
  '--format csv -- game.edges' 'game.edges -o - --format csv' 'game.edges -o- --format csv' \
  '--format csv -- -game' '--format=csv --output=- game.edges' '--format csv -'; do
  # shellcheck disable=SC2086 # words
  expect_exit 0 "$grundy" solve $words < game.edges
  expect_same "$out" "$work/expected"
done

finish
