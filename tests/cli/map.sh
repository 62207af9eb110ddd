#!/bin/sh
# Checks of maps between games, and solutions transported along them.
. tests/support/check.sh

r=examples/poker-nim.edges
s=examples/nim-2.edges
tab=$(printf '\t')

# A map of theorem 7, with its least d and with a given one.
expect_exit 0 "$grundy" map $r $s examples/poker-nim.map
expect_stdout << 'END'
homomorphism  no   1+1 -> 2+0 is a move, but 1 -> 2 is not
surjective    yes
D-morphism    yes
theorem 7     yes  with the least d, which is at most 2
Every position has the value of its image, with the same K where that is infinite.
END
expect_no_stderr
expect_exit 0 "$grundy" map $r $s examples/poker-nim-d.map --require theorem7
expect_stdout_line 'theorem 7     yes  with the given d, which is at most 2'
expect_exit 1 "$grundy" map $r $s - --require homomorphism < examples/poker-nim.map
for kind in surjective d-morphism theorem7; do
  expect_exit 0 "$grundy" map $r $s examples/poker-nim.map --require $kind
done
expect_exit 0 "$grundy" map $r $s examples/poker-nim.map --json
expect_stdout << 'END'
{"homomorphism": false, "surjective": true, "d_morphism": true, "theorem7": true, "values_agree": "everywhere", "d": [{"position": "2+0", "d": 0}, {"position": "0+0", "d": 0}, {"position": "1+0", "d": 0}, {"position": "1+1", "d": 1}, {"position": "0+1", "d": 1}, {"position": "0+2", "d": 2}], "violations": {
"homomorphism": {"condition": "move", "u": "1+1", "v": "2+0", "w": null, "message": "1+1 -> 2+0 is a move, but 1 -> 2 is not"}}}
END

# The solution of R derived from that of S is correct.
for ending in tsv csv json npz; do
  expect_exit 0 "$grundy" map $r $s examples/poker-nim-d.map -o "$work/solution.$ending"
  expect_exit 0 "$grundy" verify $r "$work/solution.$ending"
  expect_stdout_line 'right: 6 positions, 8 moves'
  expect_stdout_line '  counter  *remark  *the counter is monotonic'
done
expect_exit 0 "$grundy" map $r $s examples/poker-nim.map -o "$work/solution" --to tsv
expect_same "$work/solution" "$work/solution.tsv"
expect_exit 0 head -n 2 "$work/solution.tsv"
printf 'vertex\tgrundy\tk\tcounter\n2+0\t2\t-\t5\n' | expect_stdout

# With cycles, and infinite values.
cat > "$work/s.edges" << 'END'
V1 V2
V2 V1
V2 V3
x x
x V3
END
sed 's/^\([^ ]*\) \([^ ]*\)$/\1a \2a\n\1a \2b\n\1b \2a/' "$work/s.edges" > "$work/r.edges"
for v in V1 V2 V3 x; do printf '%sa %s\n%sb %s\n' $v $v $v $v; done > "$work/copies.map"
expect_exit 0 "$grundy" map "$work/r.edges" "$work/s.edges" "$work/copies.map" -o "$work/copies.tsv"
expect_stdout_line 'homomorphism  yes'
expect_stdout_line 'theorem 7     yes  with d = 0'
expect_stdout_line 'Every position has the outcome, value, remoteness and distance of its image\.'
expect_exit 0 "$grundy" verify "$work/r.edges" "$work/copies.tsv"
grep -qx "xb${tab}inf${tab}0${tab}-" "$work/copies.tsv" || fail 'no infinite value'

# The map onto a quotient is a homomorphism.
expect_exit 0 "$grundy" quotient "$work/r.edges" -o "$work/small.edges" --map "$work/small.map"
expect_exit 0 "$grundy" map "$work/r.edges" "$work/small.edges" "$work/small.map" \
  --require homomorphism
expect_exit 0 "$grundy" map "$work/r.edges" "$work/small.edges" "$work/small.map" \
  --require surjective

# D-morphisms that lose an infinite value, and do not satisfy theorem 7.
printf 'a b\nb a\n' > "$work/cycle.edges"
printf 'x y\n' > "$work/move.edges"
printf 'a x\nb y\n' > "$work/cycle.map"
expect_exit 0 "$grundy" map "$work/cycle.edges" "$work/move.edges" "$work/cycle.map"
expect_stdout << 'END'
homomorphism  no   b -> a is a move, but y -> x is not
surjective    yes
D-morphism    yes
theorem 7     no   (a) and (b) fail at b -> a: y -> x is not a move, and no choice of d makes it smaller after a reply such as a -> b
Positions of finite value have that of their image; the others need not.
END
printf 'l l\n' > "$work/loop.edges"
printf 'p\n' > "$work/point.edges"
printf 'l p\n' > "$work/loop.map"
expect_exit 1 "$grundy" map "$work/loop.edges" "$work/point.edges" "$work/loop.map" \
  -o "$work/no.tsv"
expect_stdout_line 'D-morphism    yes'
expect_stderr_line "grundy: no map of theorem 7, so '.*no.tsv' was not written"
[ ! -e "$work/no.tsv" ] || fail 'a file was written'

# Every condition has a description.
reason() {
  printf '%b' "$1" > "$work/a.edges"
  printf '%b' "$2" > "$work/b.edges"
  printf '%b' "$3" > "$work/ab.map"
  expect_exit 0 "$grundy" map "$work/a.edges" "$work/b.edges" "$work/ab.map"
  expect_stdout_line "$4"
}
reason 'u\n' 'x y\n' 'u x\n' \
  'D-morphism    no   (1) fails at u: x -> y is a move, but u has none to a position above y'
reason 'u\n' 'x y\n' 'u x\n' 'surjective    no   no position is above y'
reason 'u\n' 'x y\n' 'u x\n' 'Positions need not have the value of their image\.'
reason 'u v\n' 'x\ny\n' 'u x\nv y\n' \
  'D-morphism    no   (2) fails at u -> v: neither x -> y nor y -> x is a move'
reason 'u v\n' 'x\ny\n' 'u x\nv y\n' \
  'theorem 7     no   (a) and (b) fail at u -> v: x -> y is not a move, and v has no move to a position above x'
reason 'u v\nv w\n' 'y x\n' 'u x 3\nv y 0\nw x 3\n' \
  'theorem 7     no   (a) and (b) fail at u -> v: x -> y is not a move, and v -> w, the best reply, has d = 3, not below d = 3 of u; with another d the map is one of theorem 7'
reason 'u v\nv w\n' 'y x\n' 'u x 3\nv y 0\nw x 3\n' \
  'Every position has the value of its image, .*'
reason '@ a player=A\n@ b player=B\na b\n@ b outcome=A\n' 'x y\n' 'a x\nb y\n' \
  'These games have no values, so only a homomorphism would say something about them\.'
expect_stdout_line 'homomorphism  no   A moves at a, but either player may move at x'
expect_stdout_line 'theorem 7     no   A moves at a, but either player may move at x'
reason '@ a player=A\n@ b player=B\na b\n@ b outcome=A\n' \
  '@ x player=A\n@ y player=B\nx y\n@ y outcome=B\n' 'a x\nb y\n' \
  'D-morphism    no   play ends at b with outcome A, but play ends at y with outcome B'
reason '@ a player=A payoff=0\na\n' '@ x player=A payoff=1.5\nx\n' 'a x\n' \
  'homomorphism  no   play ends at a with payoff 0, but play ends at x with payoff 1\.5'
reason '@ a player=A\n@ b player=B\n@ c player=B\na b\na c\n@ b outcome=A\n@ c outcome=A\n' \
  '@ x player=A\n@ y player=B\nx y\n@ y outcome=A\n' 'a x\nb y\nc y\n' 'homomorphism  yes'
expect_stdout_line 'Every position has the player of its image, and the same entry in every column .*'
expect_exit 6 "$grundy" map "$work/a.edges" "$work/b.edges" "$work/ab.map" -o "$work/no.tsv"
[ ! -e "$work/no.tsv" ] || fail 'a file was written'

# The empty game.
: > "$work/empty"
expect_exit 0 "$grundy" map "$work/empty" "$work/empty" "$work/empty" --json
expect_stdout_line '.*"d": \[\], "violations": {}}'

# Bad maps.
refused() {
  printf '%b' "$1" > "$work/bad.map"
  expect_exit 3 "$grundy" map "$work/cycle.edges" "$work/move.edges" "$work/bad.map"
  expect_no_stdout
  expect_stderr_line "$work/bad.map:$2"
}
refused 'a x\nc y\n' "2:1: the first game has no position 'c'"
refused 'a x\nb a\n' "2:3: the second game has no position 'a'"
refused 'a x\na y\n' "2:1: duplicate line for 'a'"
refused 'a x\n' " no line for 'b'; expected one per position of the first game"
refused 'a\n' "1:2: nothing after the position; expected 'u image' or 'u image d'"
refused 'a x 1 2\n' "1:7: a fourth word; expected 'u image' or 'u image d'"
refused 'a x 1\nb y\n' '2:4: a line without d, but line 1 has one; expected d in every line or in none'
refused 'a x -1\n' "1:5: '-1' is not a value of d; expected a number from 0 to 4294967294"
expect_exit 3 "$grundy" map "$work/cycle.edges" "$work/move.edges" "$work/nowhere"
expect_stderr_line '.*nowhere: No such file or directory'

# Bad usage.
expect_exit 2 "$grundy" map $r $s
expect_stderr_line "grundy: MAP is missing; try 'grundy map --help'"
expect_exit 2 "$grundy" map - $s -
expect_stderr_line 'grundy: more than one of R, S and MAP is standard input; try .*'
expect_exit 2 "$grundy" map $r $s m --require morphism
expect_exit 2 "$grundy" map $r $s m -o -
expect_stderr_line 'grundy: --output is standard output, where the answer goes; use a file; try .*'
expect_exit 2 "$grundy" map $r $s m -o x.foo
expect_stderr_line "grundy: 'x.foo' has no known ending; use .*"
expect_exit 2 "$grundy" map "$work/cycle.edges" $s m -o "$work/cycle.edges" --to tsv
expect_stderr_line "grundy: --output would overwrite the input '.*cycle.edges'; try .*"
expect_exit 5 "$grundy" map $r $s examples/poker-nim.map -o "$work/nowhere/x.tsv"
finish
