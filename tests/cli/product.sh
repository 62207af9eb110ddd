#!/bin/sh
# Explicit products of small games.
. tests/support/check.sh

printf 'a b\n' > "$work/one.edges"
printf 'x x\nx y\n' > "$work/two.edges"
one=$work/one.edges
two=$work/two.edges

expect_exit 0 "$grundy" product disjunctive "$one" "$two"
printf 'a,x\na,y\nb,x\nb,y\na,x a,x\na,x a,y\na,x b,x\na,y b,y\nb,x b,x\nb,x b,y\n' > "$work/sum"
expect_same "$out" "$work/sum"
expect_no_stderr
expect_exit 0 "$grundy" product conjunctive "$one" - < "$two"
printf 'a,x\na,y\nb,x\nb,y\na,x b,x\na,x b,y\n' | expect_stdout
expect_exit 0 "$grundy" product disjoint "$one" "$two" "$one"
printf '1:a\n1:b\n2:x\n2:y\n3:a\n3:b\n1:a 1:b\n2:x 2:x\n2:x 2:y\n3:a 3:b\n' | expect_stdout
expect_exit 0 "$grundy" product selective "$one" "$one" -o "$work/out.dot"
expect_no_stdout
expect_exit 0 "$grundy" solve "$work/out.dot" --columns remoteness --to tsv
expect_stdout_line "a,a$(printf '\t')1"
# Options may appear anywhere between the games.
expect_exit 0 "$grundy" product -o "$work/sum.edges" disjunctive "$one" --from edges "$two" --to edges
expect_same "$work/sum.edges" "$work/sum"

expect_exit 2 "$grundy" product sum "$one"
expect_stderr_line "grundy: KIND is 'sum'; expected disjunctive, conjunctive, selective or disjoint; try .*"
expect_exit 2 "$grundy" product disjunctive
expect_stderr_line "grundy: GAME is missing; try 'grundy product --help'"
expect_exit 2 "$grundy" product disjunctive - -
expect_stderr_line 'grundy: more than one GAME is standard input; try .*'
expect_exit 2 "$grundy" product disjunctive "$one" "$two" -o "$two"
expect_stderr_line "grundy: --output would overwrite the input '.*two.edges'; try .*"
expect_exit 3 "$grundy" product disjunctive "$one" "$work/missing"
"$grundy" random board --width 100 --height 100 -o "$work/board.edges"
expect_exit 4 "$grundy" product selective "$work/board.edges" "$work/board.edges" -o "$work/no.edges"
expect_stderr_line 'grundy: the product has too many positions; expected at most 16777216'
[ ! -e "$work/no.edges" ] || fail 'a file was written'

finish
