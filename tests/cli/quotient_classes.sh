#!/bin/sh
# Compatible and semicompatible equivalences of positions.
. tests/support/check.sh

poker=examples/poker-nim.edges
bag=examples/poker-nim.map

# Ignoring the bag of Poker Nim is semicompatible, and the quotient is Nim.
expect_exit 0 "$grundy" quotient $poker --classes $bag -o "$work/nim.edges"
expect_stdout << 'TEXT'
classes         3 of 6 positions
compatible      no, 1+1 and 1+0 are related, 1+1 -> 2+0 is a move, but 1+0 has none into the class of 2+0
semicompatible  yes
Related positions have the same value and outcome.
TEXT
expect_exit 0 "$grundy" map "$work/nim.edges" examples/nim-2.edges - << 'TEXT'
0 0
1 1
2 2
TEXT
expect_stdout_line 'homomorphism  yes'
expect_exit 1 "$grundy" quotient $poker --classes $bag --require compatible
expect_exit 0 "$grundy" quotient $poker --classes $bag --require semicompatible --json
expect_stdout_line '.*"compatible": false, .*'
expect_stdout_line '.*"semicompatible": true, .*'
expect_stdout_line '.*"compatible": {"condition": "move", "first": "1+1", "second": "1+0", "move": "2+0"}}}'

# With cycles, semicompatible relations preserve nothing.
printf '0 0\n1\n' > "$work/loop.edges"
printf '0 x\n1 x\n' > "$work/together"
expect_exit 0 "$grundy" quotient "$work/loop.edges" --classes - < "$work/together"
expect_stdout << 'TEXT'
classes         1 of 2 positions
compatible      no, 0 and 1 are related, 0 -> 0 is a move, but 1 has none into the class of 0
semicompatible  yes
The game has cycles: related positions need not have the same value.
TEXT

# Neither: no quotient.
printf 'a b\n' > "$work/move.edges"
printf 'b 1\na 1\n' > "$work/both"
expect_exit 1 "$grundy" quotient "$work/move.edges" --classes "$work/both" -o "$work/no.edges"
expect_stderr_line "grundy: no quotient by this relation, so '.*no.edges' was not written"
expect_stdout_line 'semicompatible  no, a and b are related, a -> b is a move, but b has none into the class of b, nor has b one back into that of a'
[ ! -e "$work/no.edges" ] || fail 'a file was written'
expect_exit 0 "$grundy" quotient "$work/move.edges" --classes "$work/both" --json
expect_stdout_line '.*"semicompatible": {"condition": "move", "first": "a", "second": "b", "move": "b"}}}'

# Players and ends must agree, and semicompatibility is not defined.
printf '@ a outcome=N\n@ b outcome=draw\n' > "$work/ends.edges"
expect_exit 0 "$grundy" quotient "$work/ends.edges" --classes "$work/both"
expect_stdout_line 'compatible      no, a and b are related, but differ in who moves or how it ends there'
expect_stdout_line 'semicompatible  not defined for games with players, .*'
expect_exit 0 "$grundy" quotient "$work/ends.edges" --classes "$work/both" --json
expect_stdout_line '.*"semicompatible": null, .*'
expect_stdout_line '.*"compatible": {"condition": "ends", "first": "a", "second": "b", "move": null}}}'
expect_exit 6 "$grundy" quotient "$work/ends.edges" --classes "$work/both" --require semicompatible
expect_stderr_line 'grundy: a game with players or outcomes of its own has no semicompatible relations; expected .*'
printf 'a 1\nb 2\n' > "$work/apart"
expect_exit 0 "$grundy" quotient "$work/ends.edges" --classes "$work/apart" -o "$work/same.edges"
expect_stdout_line 'compatible      yes'
printf '1\n2\n@ 1 outcome=N\n@ 2 outcome=draw\n' > "$work/expected"
expect_same "$work/same.edges" "$work/expected"

# The empty game.
: > "$work/empty"
expect_exit 0 "$grundy" quotient "$work/empty" --classes "$work/empty" -o "$work/none.edges"

# Bad files.
refused() {
  printf '%b' "$1" > "$work/bad"
  expect_exit 3 "$grundy" quotient "$work/move.edges" --classes "$work/bad"
  expect_no_stdout
  expect_stderr_line "$work/bad:$2"
}
refused 'a x\nc y\n' "2:1: the game has no position 'c'"
refused 'a x\na y\n' "2:1: duplicate line for 'a'"
refused 'a x\n' " no line for 'b'; expected one per position of the game"
refused 'a\n' "1:2: nothing after the position; expected 'u class'"
refused 'a x\nb x y\n' "2:5: a third word; expected 'u class'"

# Bad usage.
expect_exit 2 "$grundy" relation $poker $bag
expect_stderr_line "grundy: unknown command 'relation'; use 'grundy quotient GAME --classes CLASSES'.*"
expect_exit 2 "$grundy" quotient $poker --require compatible
expect_stderr_line "grundy: --require needs --classes; try 'grundy quotient --help'"
expect_exit 2 "$grundy" quotient $poker --classes $bag --by grundy
expect_stderr_line "grundy: --classes conflicts with --by; give only one; try 'grundy quotient --help'"
expect_exit 2 "$grundy" quotient $poker --classes $bag --map "$work/map"
expect_exit 2 "$grundy" quotient - --classes -
expect_stderr_line 'grundy: more than one of GAME and CLASSES is standard input; try .*'
expect_exit 2 "$grundy" quotient $poker --classes $bag -o -
expect_exit 2 "$grundy" quotient $poker --classes $bag --require equal
expect_exit 2 "$grundy" quotient "$work/move.edges" --classes "$work/both" -o "$work/both" --to edges
expect_stderr_line "grundy: --output would overwrite the input '.*both'; try .*"
expect_exit 5 "$grundy" quotient $poker --classes $bag -o "$work/nowhere/x.edges"
finish
