#!/bin/sh
# Transfinite Nim and Smith's coins in grundy best and grundy play.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh

expect_exit 0 "$grundy" best 'ordinal:(w^2) + ordinal:(w) + nim:5' --json
expect_stdout_line '.*"outcome": "N", "value": {"ordinal": "w^2+w+5"}, .*'
expect_stdout_line '.*"steps": \[{"component": 1, "from": "w^2", "to": "w+5", .*'
expect_no_stderr
expect_exit 0 "$grundy" best 'ordinal:(w^2) + ordinal:(w) + nim:5'
expect_stdout_line '  1 ordinal: w^2 -> w+5  leads to a P-position, value 0'
expect_exit 0 "$grundy" best 'ordinal:(w) + ordinal:(w)'
expect_stdout_line 'outcome     P .*'
expect_stdout_line '.*every move loses; there are infinitely many, and none resists longest'
# The losing player moves where the remoteness decreases by one, if possible.
expect_exit 0 "$grundy" best 'coins{free}:1.00 | coins:0.02'
expect_stdout_line '  2 coins{fixed}: 0.02 -> 0.01  leads to an N-position, remoteness .*+1'
expect_stdout_line '  one of many: every move loses'
expect_exit 3 "$grundy" best 'coins:1.5'
expect_stderr_line "expression:1:7: '1.5' is not a sum of coins; expected dollars and cents as in 1.05, at most 1000 and 2147483647"
# Heaps of Nim of any size are answered by theory; numbers from 2^50 on are not taken for ordinals.
expect_exit 0 "$grundy" best 'nim:1000000000000000000 + nim:5'
expect_stdout_line 'value       1000000000000000005  by: theorem .*'
expect_stdout_line '  1 ordinal: 1000000000000000000 -> 5  leads to a P-position, value 0'
expect_exit 0 "$grundy" best 'nim:1000000000000000000 + nim:1000000000000000000'
expect_stdout_line 'outcome     P  .*'
expect_exit 4 "$grundy" best 'nim:3000000000 + nim:5000000000 + nim:6' # the remoteness is not known
expect_stdout_line "value       $((3000000000 ^ 5000000000 ^ 6))  by: theorem .*"
expect_exit 4 "$grundy" best nim:9223372036854775808
expect_stderr_line 'expression:1:5: the number is too large; expected at most 9223372036854775807'
expect_exit 0 "$grundy" best --misere 'ordinal:(w^2)'
expect_stdout_line '  1 ordinal: w^2 -> 1  leads to a P-position, remoteness 2'
expect_exit 3 "$grundy" best 'nim:1 + ordinal:(5+w)'
expect_stderr_line 'expression:1:19: the terms before a larger term are lost; expected w+5, or w if that is meant'
expect_exit 3 "$grundy" best 'ordinal:(w'
expect_stderr_line 'expression:1:9: this parenthesis is not closed; expected )'
expect_exit 4 "$grundy" best 'ordinal:(w) + examples/ring.edges@b'
expect_stderr_line 'grundy: the outcome is not known: .*one is infinite'

expect_exit 0 "$grundy" best 'coins{free}:1.01 & coins{free}:1.02' --json
expect_stdout_line '.*"remoteness": {"ordinal": "w+1"}, "distance": {"ordinal": "w+1"}.*'
expect_exit 0 "$grundy" best 'coins{free}:0.205 & coins{free}:1.00'
expect_stdout_line '  1 coins{free}: 0.205 -> 0.204, 2 coins{free}: 1.00 -> 0.207  leads to a P-position.*'
expect_exit 0 "$grundy" best 'coins:1.01 & coins{fixed}:1.02'
expect_stdout_line 'remoteness  101 .*'
expect_exit 3 "$grundy" best 'coins{cheap}:1.05'
expect_stderr_line 'expression:1:7: a dollar cannot be changed like this; expected fixed or free'

last='grundy play, transfinite Nim'
printf '?\n1 w+5\n2 3\n1 w\nq\n' | "$grundy" play 'ordinal:(w^2) + ordinal:(w) + nim:5' > "$out" 2> "$err" ||
  fail 'play fails'
expect_no_stderr
expect_stdout_line 'Hint: 1 ordinal: w^2 -> w+5 .*'
expect_stdout_line 'You move 1 ordinal: w^2 -> w+5.'
expect_stdout_line 'The computer moves 1 ordinal: w+5 -> 7.'
expect_stdout_line 'component 1 has no move from .* to .*; .*'

# A lost heap decreases slowly, and a mistyped ordinal is reported.
printf '1 5+w\n1 w^2*10\nq\n' | "$grundy" play 'ordinal:(w^3) + ordinal:(w^3)' --first computer > "$out" 2> "$err" ||
  fail 'play fails'
expect_stdout_line 'The computer moves [12] ordinal: w^3 -> w^2\*10\.'
expect_stdout_line 'the terms before a larger term are lost; expected w+5, or w if that is meant'
expect_stdout_line 'You move [12] ordinal: w^3 -> w^2\*10\.'
expect_stdout_line 'The computer moves [12] ordinal: w^2\*10 -> w^2\*9+w\*10\.'

last='grundy play, coins'
printf '1\n1 0.98, 2 0.101\nq\n' | "$grundy" play 'coins{free}:1.01 & coins{free}:1.02' > "$out" 2> "$err" ||
  fail 'play fails'
expect_stdout_line 'The computer moves 1 coins{free}: 1.00 -> 0.99, 2 coins{free}: 1.01 -> 1.00.'
expect_stdout_line 'You leave after 4 moves; the position is won for you.'

finish
