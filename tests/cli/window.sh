#!/bin/sh
# --window: what is printed about part of an infinite game, in every format, and how it is verified.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
rules=$PWD/examples/up-or-divide.lua
cd "$work" || exit 1
cp "$rules" prime.lua

# 11, 12 and 13 can move to P-positions. 14 is a P-position if 15 is an N-position, and 15 moves out.
expect_exit 0 "$grundy" solve prime.lua --window 15 --to tsv --sort n
expect_stdout << 'END'
vertex	outcome	grundy	k	remoteness	distance	counter	window
1	P	0	-	0	0	0	I
2	N	2	-	1	inf	4	I
3	N	1	-	1	inf	2	I
4	P	0	-	2	inf	1	I
5	N	1	-	1	inf	2	I
6	P	0	-	2	inf	1	I
7	N	2	-	1	inf	4	I
8	N	1	-	3	inf	3	I
9	N	2	-	3	inf	4	I
10	P	0	-	2	inf	1	I
11	N	?	0,?	1	inf	?	I
12	N	?	0,?	3	inf	?	I
13	N	?	0,?	1	inf	?	I
14	?	?	2,?	?	inf	?	I
15	?	?	1,?	?	inf	?	F
END
# From 20 the move to 4 wins in three moves; if 21 were terminal, one move would do.
expect_exit 0 "$grundy" solve prime.lua --window 20
expect_stdout_line '20  *N  *?  *≤ 3  *∞  *?  F'
LC_ALL=C expect_exit 0 "$grundy" solve prime.lua --window 20
expect_stdout_line '20  *N  *?  *<= 3  *inf  *?  F'

for format in tsv csv json npz; do
  expect_exit 0 "$grundy" solve prime.lua --window 34 --columns all --check -o "w.$format"
  expect_exit 0 "$grundy" verify prime.lua "w.$format" --window 34
  expect_exit 0 "$grundy" solve prime.lua --window 34 --solution "w.$format" --to tsv
  cp "$out" "again.$format"
  expect_same again.tsv "again.$format"
done
for format in table latex typst; do
  expect_exit 0 "$grundy" solve prime.lua --window 34 --to $format
  grep -q '?' "$out" || fail "$format has no question mark"
done
expect_exit 0 "$grundy" solve prime.lua --window 34 --columns outcome --to tsv
expect_stdout_line 'vertex	outcome	window'

# NumPy sees negative numbers, which no column of a whole game has except -1.
expect_exit 0 "$python" - << 'END'
import numpy as np
z = np.load("w.npz")
assert set(z["outcome"]) == {ord(c) for c in "PN?"}
assert set(z["window"]) == {ord("F"), ord("I")} and (z["window"] == ord("F")).sum() == 1
assert (z["grundy"] == -2).sum() == 2 and (z["remoteness"] == -2).sum() == 2
assert (z["remoteness"] < -2).sum() == 1 and -3 - z["remoteness"].min() == 5
END

# verify rejects what is not known, and what is known and not said.
change() { sed "s/^$1/$2/" again.tsv > changed.tsv; ! cmp -s again.tsv changed.tsv || fail "$1 is not there"; }
reject() {
  change "$1" "$2"
  expect_exit 1 "$grundy" verify prime.lua changed.tsv --window 34
}
reject '33	?' '33	D'
expect_stdout_line " *outcome  *wrong  *at '33' the entry is D; in this window expected ?"
reject '33	?' '33	P'
reject '32	N' '32	?'
reject '32	N	1	-	<=5' '32	N	1	-	5'
reject '32	N	1	-	<=5' '32	N	1	-	<=7'
reject '31	N	2	-	1' '31	N	2	-	<=1'
reject '33	?	?' '33	?	inf'
reject '33	?	?' '33	?	2'
reject '33	?	?	1,?' '33	?	?	1'
reject '4	P	0' '4	P	?'
sed 's/F$/I/' again.tsv > changed.tsv
expect_exit 1 "$grundy" verify prime.lua changed.tsv --window 34
cut -f 1-10 again.tsv > changed.tsv
expect_exit 1 "$grundy" verify prime.lua changed.tsv --window 34
expect_stdout_line ' *window  *wrong  *the game is a window, and the solution does not say so'

# A solution of a window and a whole game do not fit together.
expect_exit 0 "$grundy" solve wythoff:3,5 --window 9 -o part.tsv
expect_exit 3 "$grundy" verify wythoff:3,5 part.tsv
expect_stderr_line 'part.tsv: this is the solution of a window, and the game is whole; open the game with the same --window'
change '32	N	1	-	<=5' '32	N	1	-	<=99'
expect_exit 3 "$grundy" verify prime.lua changed.tsv --window 34
change '32	N	1	-	<=5' '32	N	1	-	2147483653'
expect_exit 3 "$grundy" verify prime.lua changed.tsv --window 34

# Tablebases of windows are opened by few commands.
expect_exit 0 "$grundy" query w.npz 32 33
expect_stdout_line '32	N	1	-	<=5	.*	I	16'
expect_stdout_line '33	?	.*	I	'
expect_exit 0 "$grundy" why w.npz@33
expect_stdout_line 'The outcome of 33 is not known: .*'
for command in 'convert w.npz x.edges' 'best w.npz@33' 'quotient w.npz' 'product w.npz w.npz' 'trace w.npz' \
  'law w.npz true' 'labellings w.npz' 'product disjunctive w.npz w.npz' 'solve annihilation:w.npz' \
  'solve cops-and-robber:w.npz' 'moves w.npz' 'linear w.npz' 'worksheet w.npz'; do
  # shellcheck disable=SC2086
  run "$grundy" $command
  [ "$status" -gt 1 ] || fail "$command takes a window for the whole game"
done
expect_exit 0 "$grundy" info prime.lua --window 34
expect_stdout_line 'frontier  *1 .*'
expect_exit 0 "$grundy" why prime.lua@33 --window 34 --json
expect_exit 0 "$grundy" draw prime.lua --window 34 -o w.dot
grep -q 'style="filled,dashed"' w.dot || fail 'the frontier is not dashed'
expect_exit 0 "$grundy" solve prime.lua --window 34 --where 'remoteness > 2 or G > 1' --to tsv
expect_stdout_line '8	.*'

# Bad input.
expect_exit 3 "$grundy" why prime.lua@35 --window 34
expect_stderr_line "grundy: '35' is not in the window; a larger one may contain it"
expect_exit 2 "$grundy" solve prime.lua --window 0
expect_exit 3 "$grundy" solve w.npz --window 5
expect_stderr_line 'w.npz: --window is only for rules'
run "$grundy" solve prime.lua --window 34 --columns hmin
expect_stderr_line 'grundy: hmin does not exist for a window of a game; expected some of outcome, .*'
run "$grundy" solve dodgem:3 --window 34
expect_stderr_line 'grundy: windows are for games in which both players have the same moves; .*'
printf 'return {start = function() return 1 end, moves = function(n) return {n + 1} end, order = function() return "a" end}\n' > bad.lua
expect_exit 3 "$grundy" solve bad.lua --window 3
expect_stderr_line "bad.lua: in order of '1': it gives a; expected an integer"
finish
