#!/bin/sh
# grundy linear: L(G), elements, linear games given by their moves, witnesses, errors; tokens.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
interrupt=$PWD/tests/cli/interrupt.py
turtles=$PWD/examples/turtles.linear
ring=$PWD/examples/ring.edges
cd "$work" || exit 1

# ---- L(G) ----

printf '%s\n' 'd c' 'd b' 'c a' 'b a' 'd a' 'e d' > game.edges
expect_exit 0 "$grundy" linear game.edges
expect_no_stderr
expect_stdout << 'END'
dimension    5
rank         2
P-dimension  3
F            1      c
             2      d
END
expect_exit 0 "$grundy" linear game.edges --of 'a + c + d' --basis --matrix
expect_stdout << 'END'
dimension    5
rank         2
P-dimension  3
F            1      c
             2      d
q            c + d
grundy       3, N: the next player wins
Grundy function: the positions whose values have the bit
  1      c + b
  2      d
basis of the P-positions
  a
  b + c
  e
END
expect_exit 0 "$grundy" linear game.edges --of 'b+c' --json
echo '{"dimension": 5, "rank": 2, "p_dimension": 3, "f": ["c", "d"], "outcome": "P", "value": 0, "q": []}' |
  expect_stdout
expect_exit 0 "$grundy" linear - --basis --matrix --json < game.edges
expect_stdout << 'END'
{"dimension": 5, "rank": 2, "p_dimension": 3, "f": ["c", "d"], "matrix": [
["c", "b"],
["d"]], "p_basis": [
["a"],
["b", "c"],
["e"]]}
END
expect_exit 0 "$grundy" linear game.edges --of ''
expect_stdout_line 'q            0'
expect_stdout_line 'grundy       0, P: the previous player wins'
expect_exit 0 "$grundy" linear /dev/null
expect_stdout_line 'dimension    0'

# The output can be used as input again.
printf 'digraph { "x+y" -> "a b" ; "q\\"" -> "a b" ; "q\\"" -> "x+y" }' > odd.dot
expect_exit 0 "$grundy" linear odd.dot --of '"x+y" + "q\""'
expect_stdout_line 'q            "x+y" + "q\\""'

expect_exit 6 "$grundy" linear "$ring"
expect_stderr_line 'grundy: L(G) does not exist, as play need not end: .* -> .* -> .*'
expect_no_stdout
printf 'a a\n' > loop.edges
expect_exit 6 "$grundy" linear loop.edges
expect_stderr_line 'grundy: L(G) does not exist, as play need not end: a -> a'
printf '%s\n' 'a b' '@ a player=A' '@ b player=B outcome=A' > coloured.edges
expect_exit 6 "$grundy" linear coloured.edges
expect_exit 3 "$grundy" linear game.edges --of 'a + x'
expect_stderr_line "element:1:5: 'x' is not a term; expected positions of the game, as in 'a + c'"
expect_exit 3 "$grundy" linear game.edges --of 'a +'
expect_stderr_line "element:1:4: a term is missing; expected positions of the game, as in 'a + c'"
expect_exit 3 "$grundy" linear nowhere.edges
expect_exit 2 "$grundy" linear
expect_exit 2 "$grundy" linear game.edges other.edges
expect_exit 2 "$grundy" linear "$turtles" --from edges

# The embedding of a product into L(G1 + G2).
printf '%s\n' 'x y' 'x z' 'y z' > other.edges
"$grundy" product disjoint game.edges other.edges -o sum.edges || fail 'product'
"$grundy" product disjunctive game.edges other.edges -o both.edges || fail 'product'
"$grundy" solve both.edges --columns grundy --to tsv > both.tsv || fail 'solve'
for pair in d,x c,y b,x e,z; do
  expect_exit 0 "$grundy" linear sum.edges --of "1:${pair%,*} + 2:${pair#*,}"
  value=$(awk -v v="$pair" '$1 == v { print $2 }' both.tsv)
  expect_stdout_line "grundy       $value, .*"
done

# ---- moves ----

expect_exit 0 "$grundy" linear "$turtles" --of '1010 + 0101' --basis
expect_no_stderr
expect_stdout << 'END'
dimension    4
moves        10
linear       yes: (II)(a) and (II)(b) hold, and play ends
terminal     0
rank         3
P-dimension  1
grundy       4, N: the next player wins
simple elements and their values
  1000  1
  0100  2
  0010  3
  0001  4
Grundy function, a row for every bit, the lowest first
  1010
  0110
  0001
basis of the terminal positions
basis of the P-positions
  1110
END
printf '%s\n' 'dimension 3' 'move a 110 100' > some.linear
expect_exit 0 "$grundy" linear some.linear --basis --json --of 100
expect_stdout << 'END'
{"dimension": 3, "moves": 1, "verdict": "ends", "terminal_dimension": 2, "rank": 1, "p_dimension": 2, "outcome": "N", "value": 1, "simple": [
{"element": "100", "value": 1}], "matrix": [
"110"], "terminal_basis": [
"110",
"001"], "p_basis": [
"110",
"001"]}
END
expect_exit 0 "$grundy" linear --by-moves - < some.linear
expect_exit 3 "$grundy" linear some.linear --of 10
expect_stderr_line "element:1:1: '10' is not a term; expected as many digits 0 and 1 as dimensions, .*"

printf '%s\n' 'dimension 2' 'move a 10 10' 'matrix b' 01 11 > rank2.linear
expect_exit 1 "$grundy" linear rank2.linear
expect_stdout << 'END'
dimension    2
moves        2
linear       no: (II)(a) fails for the move b, which changes s, t and s + t
  s  10
  t  01
END
expect_exit 1 "$grundy" linear rank2.linear --json
echo '{"dimension": 2, "moves": 2, "verdict": "(II)(a) fails", "move": "b", "s": "10", "t": "01"}' |
  expect_stdout
printf '%s\n' 'dimension 2' 'matrix b' 10 01 'constant 01' > constant.linear
expect_exit 1 "$grundy" linear constant.linear
expect_stdout_line 'linear       no: (II)(b) fails for the move b, for which h(s + t) is not h(s) + h(t)'
printf '%s\n' 'dimension 2' 'move a 10 11' 'move b 01 11' > round.linear
expect_exit 1 "$grundy" linear round.linear
expect_stdout << 'END'
dimension    2
moves        2
linear       yes: (II)(a) and (II)(b) hold, but play need not end
a cycle of 2 positions, and the move from each to the next
  10  a
  01  b
END
expect_exit 1 "$grundy" linear round.linear --json
expect_stdout << 'END'
{"dimension": 2, "moves": 2, "verdict": "cycle", "cycle": [
{"position": "10", "move": "a"},
{"position": "01", "move": "b"}]}
END

printf '%s\n' 'dimension 2' 'move a 10 12' > bad.linear
expect_exit 3 "$grundy" linear bad.linear
expect_stderr_line 'bad.linear:2:12: no digit 0 or 1; expected 2 of them'
expect_no_stdout
expect_exit 3 "$grundy" linear nowhere.linear
expect_exit 3 "$grundy" linear .

if [ -c /dev/full ]; then
  # shellcheck disable=SC2016 # the inner shell expands its arguments
  expect_exit 5 sh -c '"$0" linear game.edges > /dev/full' "$grundy"
fi

# Ctrl-C while it waits for moves, and while it eliminates.
mkfifo pipe
expect_exit 130 "$python" "$interrupt" INT 0.1 pipe "$grundy" linear pipe
expect_stderr_line 'grundy: interrupted'
"$python" -c '
n = 3000
print("dimension", n)
for i in range(n):
    x = bin((i * 0x9E3779B97F4A7C15 ** 47 + 1) | 1 << n)[3:][-n:]
    print("move", i, x[:i] + "1" + x[i + 1:], "0" * i + "1" + "0" * (n - i - 1))' > large.linear
for delay in 0.1 0.2 0.4 0.8; do
  run "$python" "$interrupt" INT $delay - "$grundy" linear large.linear
  case $status in
    1) break ;;
    202) ;; # before it has installed the handler
    130) expect_stderr_line 'grundy: interrupted'
         expect_no_stdout ;;
    *) fail "exit code $status after $delay s" ;;
  esac
done

# ---- tokens ----

expect_exit 0 "$grundy" best 'tokens:game.edges{a,c,d}'
expect_stdout_line 'value       3  by: theorem .*'
expect_exit 0 "$grundy" best 'tokens:game.edges{1000*c,b,c}' --max-positions 0
expect_stdout_line 'outcome     P  by: theorem .*'
expect_exit 0 "$grundy" best 'tokens:game.edges{d,d,c} & nim:3' --misere
expect_exit 0 "$grundy" best "tokens:$ring{a,b}"
printf '1\nq\n' > script
expect_exit 0 "$grundy" play 'tokens:game.edges{d,c}' < script
printf '@ a player=A\n@ b player=B outcome=A\na b\n' > players.edges
expect_exit 6 "$grundy" linear players.edges
expect_stderr_line 'grundy: a game with players or outcomes of its own has no values; expected one in which the last player wins'
expect_exit 3 "$grundy" best 'tokens:game.edges{a,x}'
expect_stderr_line "expression:1:21: game.edges has no position 'x'; its positions are d, c, b, a, e"

finish
