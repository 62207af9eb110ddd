#!/bin/sh
# grundy sweep: ranges, tables, limits per game, resuming, and errors.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
cd "$work" || exit 1

# One row per game, the same as value gives.
expect_exit 0 "$grundy" sweep kotzig:5..20,2,3
expect_no_stderr
cp "$out" kotzig.tsv
{
  printf 'n\ts1\ts2\toutcome\tgrundy\n'
  for n in $(seq 5 20); do
    printf '%s\t2\t3\t' "$n"
    "$grundy" value "kotzig:$n,2,3" | head -n 2 | tr -s ' ' '\t' | cut -f 2 | paste -s -
  done
} > expected.tsv
expect_same expected.tsv kotzig.tsv
for threads in 1 2 5; do
  expect_exit 0 "$grundy" sweep kotzig:5..20,2,3 --threads $threads
  expect_same kotzig.tsv "$out"
done

# Steps and factors.
expect_exit 0 "$grundy" sweep subtraction:1..1e4x10,1,2 --columns grundy --to csv
expect_stdout << 'END'
n,s1,s2,grundy
1,1,2,1
10,1,2,1
100,1,2,1
1000,1,2,1
10000,1,2,1
END
expect_exit 0 "$grundy" sweep 'kayles:3..12:4 + nim:1'
expect_stdout << 'END'
n	outcome	grundy
3	N	2
7	N	3
11	N	7
END
expect_exit 0 "$grundy" sweep 'take{1..2,4}:7..8' --columns grundy
expect_stdout << 'END'
n	n_2	grundy
1	7	0
1	8	1
2	7	0
2	8	1
END
expect_exit 0 "$grundy" sweep 'wythoff:9,9@0..2,2' --columns outcome
expect_stdout << 'END'
a	outcome
0	N
1	P
2	N
END

expect_exit 0 "$grundy" sweep 'pass(nim:3,4, 2)@1..2,2/0..1' --columns outcome
expect_stdout << 'END'
n	n_2	outcome
1	0	N
1	1	P
2	0	P
2	1	N
END
expect_exit 2 "$grundy" sweep 'folder/1..2'
expect_exit 0 "$grundy" sweep nim:1999999998..2000000000 --columns grundy
expect_stdout << 'END'
heaps1	grundy
1999999998	1999999998
1999999999	1999999999
2000000000	2000000000
END
expect_exit 0 "$grundy" sweep nim:1000..1331x1.1 --columns grundy
expect_stdout_line '1331	1331'

# A grid.
expect_exit 0 "$grundy" sweep wythoff:0..2,0..3 --columns grundy --pivot
expect_stdout << 'END'
a\b	0	1	2	3
0	0	1	2	3
1	1	2	0	4
2	2	0	1	5
END
expect_exit 0 "$grundy" sweep wythoff:0..2,0..3 --columns grundy --pivot -o grid.csv
printf 'a\\b,0,1,2,3\n0,0,1,2,3\n1,1,2,0,4\n2,2,0,1,5\n' > expected
expect_same expected grid.csv

# Coordinates have the names of the fields of a position.
expect_exit 0 "$grundy" sweep 'vector{(1,0)*,(0,1)*}:0..1,0..2' --columns grundy --pivot
expect_stdout << 'END'
a\b	0	1	2
0	0	1	2
1	1	0	3
END
expect_exit 0 "$grundy" sweep 'wythoff:9,9@0..1,[2|3]' --columns grundy --pivot
expect_stdout_line 'a\\b	2	3'

# Families of games: lists and choices, and the periods of rows, as heap and vector prove them.
expect_exit 0 "$grundy" sweep 'take{choose(1..10,3)}:x'
[ "$(wc -l < "$out")" = 121 ] || fail 'there are not 120 sets'
cp "$out" sets.tsv
tail -n +2 sets.tsv | while IFS='	' read -r set preperiod period saltus _; do
  "$grundy" heap "take{$set}" --stop-at-period --json |
    grep -q "\"preperiod\": $preperiod, \"length\": $period, \"saltus\": $saltus," || fail "take{$set}"
done
for threads in 1 2 5; do
  expect_exit 0 "$grundy" sweep 'take{choose(1..10,3)}:x' --threads $threads
  expect_same sets.tsv "$out"
done
expect_exit 0 "$grundy" sweep 'vector{(1,0)*,(0,1)*,(1,1)*}:1..3,x'
expect_stdout << 'END'
a	preperiod	period	saltus	largest
1	0	3	3	inf
2	0	3	3	inf
3	8	6	6	inf
END
expect_exit 4 "$grundy" sweep '[kayles|0.07|grundy]:x' --max-positions 1000 --to latex --caption 'Periods & more' --label tab:periods_1
expect_stderr_line 'grundy: 1 of 3 games has no answer; grundy:x: no period is proved from the heaps up to 1000'
expect_stdout << 'END'
\begin{longtable}{lrrrr}
\caption{Periods \& more}\label{tab:periods_1} \\
\hline
item & preperiod & period & saltus & largest \\
\hline
\endhead
\hline
\endfoot
kayles & 71 & 12 & 0 & 8 \\
0.07 & 53 & 34 & 0 & 9 \\
grundy & ? & ? & ? & ? \\
\end{longtable}
END
expect_exit 0 "$grundy" sweep '0.[1|3][0..3]:x' --columns period --pivot
expect_stdout << 'END'
digit\digit_2	0	1	2	3
1	1	1	4	4
3	2	2	3	3
END
expect_exit 0 "$grundy" sweep 'vector{choose([(1,0)|(0,1)|(1,1)],2)}:2,x' --to csv
expect_stdout << 'END'
set,preperiod,period,saltus,largest
"(1,0),(0,1)",0,2,0,1
"(1,0),(1,1)",0,1,0,0
"(0,1),(1,1)",0,2,0,1
END
expect_exit 0 "$grundy" sweep 'wythoff:[1|2..3],2'
expect_no_stderr
expect_stdout << 'END'
a	b	outcome	grundy
1	2	P	0
2	2	N	1
3	2	N	5
END
expect_exit 0 "$grundy" sweep '[nim:5|kayles:7]' --json
expect_stdout_line '{"game": "kayles:7", "arguments": {"item": "kayles:7"}, "outcome": "N", .*'
expect_exit 0 "$grundy" sweep 'take{[1|2,3]}:x' -o rows.tsv
printf 'item\tpreperiod\tperiod\tsaltus\tlargest\n1\t0\t2\t0\t1\n2,3\t0\t5\t0\t2\n' > expected
expect_same expected rows.tsv
head -n 2 expected > rows.tsv
expect_exit 0 "$grundy" sweep 'take{[1|2,3]}:x' -o rows.tsv --resume
expect_same expected rows.tsv

# Infinite and undefined values.
expect_exit 0 "$grundy" sweep wind-up:9..10,1,4 --columns grundy,k --to csv
expect_stdout_line '10,1,4,.*'
expect_exit 0 "$grundy" sweep quixo:2..3
expect_stdout_line '3	N	-'

# A limit concerns one game.
expect_exit 4 "$grundy" sweep kotzig:14..16,1,3 --max-positions 200
expect_stderr_line 'grundy: 1 of 3 games has no answer; kotzig:16,1,3: there are more than 200 .*'
expect_stdout << 'END'
n	s1	s2	outcome	grundy
14	1	3	N	1
15	1	3	P	0
16	1	3	?	?
END
expect_exit 4 "$grundy" sweep subtraction:5..6 --each 0.000000001
expect_stderr_line 'grundy: 2 of 2 games have no answer; subtraction:5: it takes more than 1e-09 s'

# An unknown outcome is not an answer, as in value.
cat > payoff.lua << 'END'
return {
  args = { "n=2" },
  start = function(n) return n end,
  moves = function(n) return n > 0 and { n - 1 } or {} end,
  player = function(n) return n % 2 == 0 and "A" or "B" end,
  terminal = function(n) if n == 0 then return 3 end end,
}
END
expect_exit 4 "$grundy" sweep payoff.lua:1..2
expect_stderr_line 'grundy: 2 of 2 games have no answer; payoff.lua:1: the outcome is not known'

# Not even a position with billions of moves exceeds the limits.
expect_exit 4 timeout 20 "$grundy" sweep 'block(nim:12..13,12,12, 8)' --max-positions 200
expect_stderr_line 'grundy: 2 of 2 games have no answer; .*: there are more than 200 positions, which is the limit'
expect_exit 4 timeout 20 "$grundy" sweep 'block(nim:12..13,12,12, 8)' --each 0.2
expect_stderr_line 'grundy: 2 of 2 games have no answer; .*: it takes more than 0.2 s'
expect_stdout << 'END'
heaps1	outcome	grundy
12	?	?
13	?	?
END

# Resuming keeps rows, and evaluates games that are missing or unknown.
head -n 9 kotzig.tsv | sed '5s/\t[PN]\t.*/\t?\t?/' > part.tsv
expect_exit 0 "$grundy" sweep kotzig:5..20,2,3 -o part.tsv --resume
expect_no_stdout
expect_same kotzig.tsv part.tsv
expect_exit 0 "$grundy" sweep kotzig:5..20,2,3 -o fresh.tsv --resume
expect_same kotzig.tsv fresh.tsv
expect_exit 3 "$grundy" sweep kotzig:5..20,2,4 -o part.tsv --resume
expect_stderr_line 'part.tsv:2: this row is not one of these games'
expect_exit 3 "$grundy" sweep kotzig:5..20,2,3 --columns outcome -o part.tsv --resume
expect_stderr_line 'part.tsv:1: the columns are not those of this sweep; use another file'
sed '2s/P\t0/N\t1/' kotzig.tsv > wrong.tsv
expect_exit 3 "$grundy" sweep kotzig:5..20,2,3 -o wrong.tsv --resume
expect_stderr_line 'wrong.tsv: this is not a table of these games: another row is right for kotzig:5,2,3'
printf '7\t2\t3\tP\n' > short && { head -n 1 kotzig.tsv; cat short; } > wrong.tsv
expect_exit 3 "$grundy" sweep kotzig:5..20,2,3 -o wrong.tsv --resume
expect_stderr_line 'wrong.tsv:2: this row is not complete'
{ head -n 2 kotzig.tsv; sed -n 2p kotzig.tsv; } > wrong.tsv
expect_exit 3 "$grundy" sweep kotzig:5..20,2,3 -o wrong.tsv --resume
expect_stderr_line 'wrong.tsv:3: this game has a row already'

# What is done is kept when the time is up.
expect_exit 4 "$grundy" sweep kotzig:8..60,1,2,3 -o kept.tsv --time 0.5
expect_stderr_line 'grundy: the time is up; --time allows 0.5 s'
[ "$(head -n 2 kept.tsv | tail -n 1 | cut -f 1)" = 8 ] || fail 'the rows that were done are lost'

cat > rare.lua << 'END'
return {
  args = { "n=2" },
  start = function(n) return n end,
  moves = function(n)
    assert(n ~= 7, "seven")
    while n == 1 do end
    return n > 0 and { 0 } or {}
  end,
}
END
expect_exit 4 "$grundy" sweep rare.lua:0..4 --columns grundy --threads 2 --time 0.5
expect_stdout << 'END'
n	grundy
0	0
2	1
3	1
4	1
END
# So it is when a game fails, but a file of another sweep is not replaced.
printf 'n\tgrundy\n5\t1\n6\t1\n' > expected
expect_exit 3 "$grundy" sweep rare.lua:5..7 --columns grundy --threads 1
expect_stderr_line "rare.lua:5: in moves of '7': seven"
expect_same expected "$out"
expect_exit 3 "$grundy" sweep rare.lua:5..7 --columns grundy --threads 1 -o failed.tsv
expect_same expected failed.tsv
sed 's/1$/2/' expected > other.tsv
cp other.tsv copy.tsv
expect_exit 3 "$grundy" sweep rare.lua:5..7 --columns grundy --threads 1 -o other.tsv --resume
expect_same copy.tsv other.tsv

# Errors.
while IFS='|' read -r code arguments message; do
  # shellcheck disable=SC2086 # several words
  expect_exit "$code" "$grundy" sweep $arguments
  expect_stderr_line "$message"
done << 'END'
2|kotzig:5|grundy: 'kotzig:5' has no range; expected one such as kotzig:5..60,1,3; .*
2|kotzig:5..|grundy: 'kotzig:5..' has no range; .*
2|kotzig:9..5|grundy: '9..5' is empty; expected the smaller number first; .*
2|kotzig:5..9:0|grundy: '5..9:0' has no step above 0; .*
2|kotzig:5..9x1|grundy: '5..9x1' does not grow; .*
2|kotzig:5..9:0.3|grundy: '5..9:0.3' does not give whole numbers; .*
2|kotzig:1..1e9|grundy: '1..1e9' gives too many values; .*
2|wythoff:1..9999,1..9999|grundy: the ranges give more than 1000000 games, which is the limit; .*
2|annihilation:x.edges,1..3|grundy: the argument tokens is not a number; .*
2|kotzig:5..6 --pivot|grundy: --pivot needs two ranges; GAME has 1; .*
2|wythoff:1..2,1..2 --pivot|grundy: --pivot shows one column; .*
2|kotzig:5..6 --resume|grundy: --resume needs -o FILE, the table to complete; .*
2|kotzig:5..6 -o x.npz|grundy: .*
2|nim:1..2 --columns value|grundy: 'value' is not a column of these games; expected some of outcome, grundy, k, remoteness, distance and rounds; .*
2|take{choose(1..4,9)}:x|grundy: 'choose(1..4,9)' chooses from 4; expected 1 to 4; .*
2|take{choose(1..4)}:x|grundy: 'choose(1..4)}:x' is not a choice; expected one such as choose(1..10,3); .*
2|take{choose(1..60,6)}:x|grundy: 'choose(1..60,6)' gives more than 1000000 games; .*
2|nim:1..2 --caption c|grundy: --caption is for tables in latex; .*
2|nim:1..2 --label c|grundy: --label is for tables in latex; .*
2|nim:1..2 --to latex --label a%b|grundy: --label is 'a%b'; expected a text without the characters .*
4|vector{(1..2)*}:x|grundy: 1 of 2 games has no answer; vector{(2)\*}:x: periods along a ray .*
4|vector{(1,0)*,(0,1)*}:1e6..1000001,x|grundy: 2 of 2 games .* the row depends on more than 100000 rows, which is the limit
3|kotzig:0..5|kotzig.lua:[0-9]*: in start: the circle has 0 places; expected 1 to 62
3|nosuch:1..5|expression:1:1: unknown game 'nosuch'.*
END
# Misere quotients of a family; a limit leaves what is known.
expect_exit 4 "$grundy" sweep '[0.3|kayles|0.123|dawson-kayles]:x' --misere --max-positions 400 \
  --columns order,p_order,preperiod,period,wild_at,heaps
expect_stdout << 'END'
item	order	p_order	preperiod	period	wild_at	heaps
0.3	2	1	1	2	-	3
kayles	40	9	71	12	5	167
0.123	20	5	5	5	8	12
dawson-kayles	?	?	?	?	10	30
END
expect_stderr_line 'grundy: 1 of 4 games has no answer; dawson-kayles:x: .*400 elements.*'
expect_exit 4 "$grundy" sweep '[kayles|nim]:x' --misere --json --max-positions 50
expect_stdout_line '.*"quotient": {"order": 40, "p_order": 9, "wild_at": 5, "start": 71, "length": 12, "heaps": 167, "lower_bound": 40}, .*'

while IFS='!' read -r code arguments message; do
  # shellcheck disable=SC2086 # several words
  expect_exit "$code" "$grundy" sweep $arguments
  expect_stderr_line "$message"
done << 'END'
2!take{[1|]}:x!grundy: '\[1|\]' has an empty item; .*
2!take{[1|2]}:x --columns grundy!grundy: 'grundy' is not a column of these games; expected some of preperiod, period, saltus and largest; .*
2!take{[1|2]}:x --columns period,period!grundy: duplicate column 'period'; .*
3!vector{([1|2])}:x --misere!grundy: vector{(1)}:x: misere quotients are of heap games, such as kayles:x
3!take{[1|z]}:x!code:1:6: unexpected 'z'; expected a number
3![take{1}:x|nim:3]!grundy: nim:3: expected a row, such as kayles:x
END
[ ! -e x.npz ] || fail 'a file was written'

finish
