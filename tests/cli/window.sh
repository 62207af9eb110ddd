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
vertex	outcome	grundy	k	remoteness	distance	window
1	P	0	-	0	0	I
2	N	2	-	1	inf	I
3	N	1	-	1	inf	I
4	P	0	-	2	inf	I
5	N	1	-	1	inf	I
6	P	0	-	2	inf	I
7	N	2	-	1	inf	I
8	N	1	-	3	inf	I
9	N	2	-	3	inf	I
10	P	0	-	2	inf	I
11	N	?	0,?	1	inf	I
12	N	?	0,?	3	inf	I
13	N	?	0,?	1	inf	I
14	?	?	2,?	?	inf	I
15	?	?	1,?	?	inf	F
END
# From 20 the move to 4 wins in three moves; if 21 were terminal, one move would do.
expect_exit 0 "$grundy" solve prime.lua --window 20
expect_stdout_line '20  *N  *?  *≤ 3  *∞  F'
LC_ALL=C expect_exit 0 "$grundy" solve prime.lua --window 20
expect_stdout_line '20  *N  *?  *<= 3  *inf  F'

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

# Damaged tablebases.
expect_exit 0 "$python" - << 'END'
import numpy as np
for name, column, at, entry in ("places", "window", slice(None), ord("I")), ("bound", "remoteness", 0, -99), ("value", "grundy", 0, -3):
    z = dict(np.load("w.npz"))
    z[column][at] = entry
    np.savez(f"{name}.npz", **z)
END
expect_exit 3 "$grundy" solve places.npz
expect_stderr_line ".*window.npy.*: no entry is 70, the code of F; a whole game does not have this member"
expect_exit 3 "$grundy" value bound.npz 1
expect_stderr_line '.*entry [0-9]* is -99; expected -3 - n for an upper bound n below the number of positions, -2, -1 or a number up to .*'
expect_exit 3 "$grundy" value value.npz 1
expect_stderr_line '.*entry [0-9]* is -3; expected -2, -1 or a number up to .*'

# verify rejects what is not known, and what is known and not said.
change() { sed "s/^$1/$2/" again.tsv > changed.tsv; ! cmp -s again.tsv changed.tsv || fail "$1 is not there"; }
reject() {
  change "$1" "$2"
  expect_exit 1 "$grundy" verify prime.lua changed.tsv --window 34
}
reject '33	?' '33	D'
expect_stdout_line " *outcome  *wrong  *at '33' the entry is D; in this window expected ?"
reject '33	?' '33	P'
expect_stdout_line " *outcome  *wrong  *at '33' the entry is P; in this window expected ?"
reject '32	N' '32	?'
expect_stdout_line " *outcome  *wrong  *at '32' the entry is ?; in this window expected N"
reject '32	N	1	-	<=5' '32	N	1	-	5'
reject '32	N	1	-	<=5' '32	N	1	-	<=7'
expect_stdout_line " *remoteness  *wrong  *at '32' the entry is at most 7; in this window expected at most 5"
reject '31	N	2	-	1' '31	N	2	-	<=1'
reject '33	?	?' '33	?	inf'
reject '33	?	?' '33	?	2'
reject '33	?	?	1,?' '33	?	?	1'
reject '4	P	0' '4	P	?'
expect_stdout_line ' *grundy  *wrong  *in the game with a loop at every position of the frontier, and inf for ?: .*'
sed 's/F$/I/' again.tsv > changed.tsv
expect_exit 1 "$grundy" verify prime.lua changed.tsv --window 34
cut -f 1-9 again.tsv > changed.tsv
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
expect_exit 0 "$grundy" value w.npz 32 33
expect_stdout_line '32	N	1	-	<=5	.*	I	16'
expect_stdout_line '33	?	.*	I	'
expect_exit 0 "$grundy" why w.npz@33
expect_stdout_line 'The outcome of 33 is not known: .*'
for command in 'convert w.npz x.edges' 'best w.npz@33' 'quotient w.npz' 'product disjunctive w.npz w.npz' 'trace w.npz' \
  'law w.npz true' 'labellings w.npz' 'best w.npz --all-moves' 'linear w.npz' 'draw w.npz --worksheet'; do
  # shellcheck disable=SC2086
  expect_exit 6 "$grundy" $command
done
for game in annihilation:w.npz cops-and-robber:w.npz; do # an argument of rules is bad input
  expect_exit 3 "$grundy" solve $game
  expect_stderr_line '.*: this is a window of a larger game; .*'
done
expect_exit 0 "$grundy" info prime.lua --window 34
expect_stdout_line 'frontier  *1 .*'
expect_exit 0 "$grundy" why prime.lua@33 --window 34 --json
expect_exit 0 "$grundy" draw prime.lua --window 34 -o w.dot
[ "$(grep -c '\\n…", shape' w.dot)" -eq 1 ] || fail 'the frontier is not marked'
expect_exit 0 "$grundy" verify prime.lua w.npz --window 34
expect_stdout_line 'right: 34 positions, [0-9]* moves in a window'

# A row is left out if the condition mentions a number that is not known there.
expect_exit 0 "$grundy" solve prime.lua --window 34 --where 'remoteness > 2 or G > 1' --to tsv
expect_stdout_line '8	.*'
for condition in 'G ~= 0' 'not (G == 0)' 'not (G > 0) or G > 0'; do
  expect_exit 0 "$grundy" solve prime.lua --window 34 --where "$condition" --columns outcome,grundy --to tsv
  expect_stdout_line '8	N	1	I'
  ! grep -q '^33	' "$out" || fail "$condition holds for an unknown value"
done

# A position outside may end in a draw, where values and misere play do not exist.
cat > ends.lua << 'END'
return {
  start = function() return 1 end,
  moves = function(n) return { n - 1, n + 1 } end,
  terminal = function(n) return n == 0 and "P" or n == 10 and "draw" or nil end,
  order = function(n) return n end,
}
END
for window in 8 11; do
  expect_exit 0 "$grundy" solve ends.lua --window $window --columns all --check --to tsv
  expect_stdout_line 'vertex	outcome	remoteness	distance.*'
  expect_exit 6 "$grundy" solve ends.lua --window $window --columns grundy
  expect_exit 6 "$grundy" solve ends.lua --window $window --columns misere
done
expect_exit 0 "$grundy" solve ends.lua --window 8 -o ends.npz
expect_exit 0 "$grundy" verify ends.npz ends.npz
expect_exit 6 "$grundy" solve ends.npz --columns grundy
expect_exit 0 "$grundy" why ends.lua@7 --window 8

# Bad input.
expect_exit 3 "$grundy" why prime.lua@35 --window 34
expect_stderr_line "expression:1:11: '35' is not in the window; a larger one may contain it"

# why shows how play can leave the window, for bounds and unknown values, too.
expect_exit 0 "$grundy" why prime.lua@20 --window 20
expect_stdout_line '20 has remoteness at most 3: .*'
expect_stdout_line '  20 is on the frontier: a move from it leaves the window.'
expect_exit 0 "$grundy" why prime.lua@18 --window 20
expect_stdout_line 'The value of 18 is not known: .*'
expect_stdout_line '  Play can leave the window by 18 -> 19 -> 20: 20 is on the frontier, and a move from it leaves the window.'
expect_exit 0 "$grundy" solve prime.lua --window 34 --where 'outcome == "?"' --to tsv
expect_stdout_line '33	?	.*'

# why reads expressions.
cp prime.lua 'a@b c.lua'
cp w.npz 'a@b c.npz'
for expression in '(prime.lua@33)' '"a@b c.lua"@33' '("a@b c.lua"@"33")'; do
  expect_exit 0 "$grundy" why "$expression" --window 34
  expect_stdout_line 'The outcome of 33 is not known: .*'
done
expect_exit 0 "$grundy" why '("a@b c.npz"@33)'
expect_stdout_line 'The outcome of 33 is not known: .*'
for expression in 'prime.lua@33 + nim:3' '2*prime.lua@33' 'nim:3 + w.npz@33'; do
  case $expression in *npz*) window= ;; *) window='--window 34' ;; esac
  # shellcheck disable=SC2086
  expect_exit 6 "$grundy" why "$expression" $window
  expect_stderr_line 'expression:1:[0-9]*: a window cannot be part of a sum'
done
expect_exit 3 "$grundy" why nim:3 --window 34
expect_stderr_line 'nim: a window is only for rules'
expect_exit 0 "$grundy" why wythoff:3,5 --window 500
expect_exit 2 "$grundy" solve prime.lua --window 0
expect_exit 3 "$grundy" solve w.npz --window 5
expect_stderr_line 'w.npz: --window is only for rules'
run "$grundy" solve prime.lua --window 34 --columns hmin
expect_stderr_line 'grundy: windows have no column hmin; choose from outcome, .*'
expect_exit 6 "$grundy" solve prime.lua --window 34 --columns counter
expect_stderr_line 'grundy: windows have no column counter; choose from outcome, .*'
expect_exit 2 "$grundy" solve prime.lua --window 34 --tiers tiers
expect_stderr_line '.*--tiers conflicts with --window; give only one.*'
expect_exit 2 "$grundy" verify prime.lua --window 34 --tiers tiers
expect_stderr_line '.*--tiers conflicts with --window; give only one.*'
run "$grundy" solve dodgem:3 --window 34
expect_stderr_line 'grundy: windows are for games in which both players have the same moves; .*'
printf 'return {start = function() return 1 end, moves = function(n) return {n + 1} end, order = function() return "a" end}\n' > bad.lua
expect_exit 3 "$grundy" solve bad.lua --window 3
expect_stderr_line "bad.lua: in order of '1': it gives a; expected an integer"
expect_exit 1 "$grundy" rules check bad.lua
expect_stdout_line 'BROKEN  order gives the same integer again: .*expected an integer.*'
sed 's/"a"/calls()/; 1i local count = 0\nlocal function calls() count = count + 1; return count end' bad.lua > late.lua
expect_exit 1 "$grundy" rules check late.lua
expect_stdout_line "BROKEN  order gives the same integer again: at '1': it gives 1 and then 2"
expect_exit 0 "$grundy" rules check prime.lua
expect_stdout_line 'ok      order gives the same integer again .*'
expect_exit 6 "$grundy" solve prime.lua --window 34 --reduce
expect_stderr_line 'grundy: a window of a larger game has no quotient'
expect_exit 6 "$grundy" solve prime.lua --window 34 --scratch .
expect_stderr_line 'grundy: a window of a larger game has no solution with moves on disk'
finish
