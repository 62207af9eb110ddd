#!/bin/sh
# grundy law --automaton, and what a proved automaton is used for.
# usage: automata.sh GRUNDY
# shellcheck source=tests/support/check.sh
. tests/support/check.sh

cd "$work" || exit 1

expect_exit 0 "$grundy" law 'vector{(1),(2)}:50' --automaton base2 --target 'grundy<=2' --certificate law.json
expect_stdout_line 'proved      for all positions: .*'
expect_exit 0 "$grundy" verify --certificate law.json
expect_stdout_line 'right: an automaton with 3 states gives the values up to 2 of all positions'
expect_exit 0 "$grundy" value --law law.json 100000000000000000001
expect_stdout << 'END'
outcome     N
value       2
rests on    the proved law in law.json, which gives values up to 2
END
expect_exit 0 "$grundy" value --law law.json 100000000000000000001 --json
expect_stdout_line '{"outcome": "N", "value": 2, .*"rests_on": "the proved law in law.json, .*'
expect_exit 0 "$grundy" why --law law.json 31
expect_stdout << 'END'
31 is an N-position, with value 1, by the proved law: the automaton, with 3 states, reads its digits in base2.
The move to 30 leads to a P-position, by the same law.
END
expect_exit 0 "$grundy" why --law law.json 30 --json
expect_stdout_line '.*"kind": "law", "position": "30", "outcome": "P", "value": 0, "states": 3, .*'
expect_exit 0 "$grundy" draw --law law.json --to dot
expect_stdout_line '  v0 -> v1 \[.*, label="1"\];'
expect_exit 0 "$grundy" draw --law law.json --to tikz
expect_stdout_line '.node.*, double, .* {0};'
expect_exit 0 "$grundy" law 'vector{(1),(2)}:50' --automaton base2 --target 'grundy<=2' --json
expect_stdout_line '{"proved": true, "fails": null, "position": null, "learnt_below": 8, .*'
expect_exit 1 "$grundy" law 'vector{(1,0)*,(0,1)*,(1,1)*}:60,60' --automaton base10 --json
expect_stdout_line '{"proved": false, "fails": "table", "position": \[6, 10\], .*'
expect_exit 0 "$grundy" best --law law.json 31
expect_stdout_line '  31 -> 30  leads to a P-position'

# A changed automaton proves nothing, and nothing is answered by it.
sed 's/"outputs": \[0/"outputs": [1/' law.json > false.json
expect_exit 1 "$grundy" verify --certificate false.json
expect_stdout_line 'wrong: false.json: .*'
expect_exit 3 "$grundy" value --law false.json 5
expect_stderr_line 'false.json: the certificate proves nothing: .*'

# The P-positions of Wythoff's game have no small automaton in base 2.
expect_exit 4 "$grundy" law 'vector{(1,0)*,(0,1)*,(1,1)*}:60,60' --automaton base2 --certificate none.json
expect_stderr_line 'grundy: the table is too small to learn an automaton that agrees with it, which has at least 15 states; .*'
[ ! -e none.json ] || fail 'a certificate was written'

while IFS='|' read -r code arguments message; do
  # shellcheck disable=SC2086 # several words
  expect_exit "$code" "$grundy" $arguments
  expect_stderr_line "$message"
done << 'END'
2|law vector{(1,0)*,(0,1)*}:9,9 --automaton base17|grundy: --automaton: unknown numeration 'base17'; .*
2|law vector{(1)}:9 --automaton base2 --target grundy<=99|grundy: --target: expected outcome, or grundy<=M with M up to 15; .*
3|law wythoff:9,9 --automaton base2|grundy: 'wythoff:9,9' is not a game on vectors; .*
4|law vector{(1,-1),(0,1)}:9,9 --automaton base2|grundy: vectors with negative entries can only be explored, .*
2|draw --to dot|grundy: GAME is missing; .*
2|draw nim:3 --law law.json|grundy: GAME conflicts with --law; .*
3|draw --law absent.json --to dot|absent.json: No such file or directory
3|why --law law.json x|grundy: 'x' is not a position; expected 1 number
3|value --law absent.json 1|absent.json: No such file or directory
3|value --law law.json 1,2|grundy: '1,2' is not a position; expected 1 number
3|best --law law.json x|grundy: 'x' is not a position; expected 1 number
3|verify vector{(1),(3)}:5 --certificate law.json|law.json: the certificate is about vector{(1),(2)}, not about .*
END
finish
