#!/bin/sh
# Quotients, and solving through them.
. tests/support/check.sh

# Two equal heaps: 2,1 and 1,2 are equivalent.
nim=examples/nim-2.edges
"$grundy" product disjunctive $nim $nim -o "$work/two.edges"
two=$work/two.edges
expect_exit 0 "$grundy" quotient "$two" -o "$work/small.edges" --map "$work/classes.tsv"
expect_stdout << 'TEXT'
positions    9
moves        18
classes      6, the largest of 2 positions
quotient     9 moves between them
E            exists for every class

positions  class, and its hereditary set E
        1  2,2  {{{},{{}}},{{{}},{{{}}},{{},{{}}}}}
        2  2,1  {{{}},{{{}}},{{},{{}}}}
        2  2,0  {{},{{}}}
        1  1,1  {{{}}}
        2  1,0  {{}}
        1  0,0  {}
TEXT
expect_no_stderr
printf '2,2\t2,2\n2,1\t2,1\n2,0\t2,0\n1,2\t2,1\n1,1\t1,1\n1,0\t1,0\n0,2\t2,0\n0,1\t1,0\n0,0\t0,0\n' |
  sort > "$work/expected"
sort "$work/classes.tsv" > "$work/sorted"
expect_same "$work/expected" "$work/sorted"
expect_exit 0 "$grundy" map "$two" "$work/small.edges" "$work/classes.tsv" --require homomorphism
expect_exit 0 "$grundy" quotient "$two" --classes "$work/classes.tsv" --require compatible
expect_exit 0 "$grundy" quotient - --json < "$work/small.edges"
expect_stdout_line '.*"classes": 6, .*'
expect_stdout_line '{"name": "1,0", "positions": 1, "set": "{{}}"},'

# Every game format, with players and payoffs.
for format in edges dot graphml; do
  expect_exit 0 "$grundy" quotient examples/payoffs.edges -o "$work/payoffs.$format"
  expect_exit 0 "$grundy" solve "$work/payoffs.$format" --check
done
expect_exit 0 "$grundy" quotient "$two" -o "$work/small" --to npz

# By values.
expect_exit 0 "$grundy" quotient "$two" --by grundy -o "$work/heap.edges"
expect_stdout_line 'classes      4, the largest of 3 positions'
expect_exit 0 "$grundy" quotient "$two" --by grundy --json
expect_stdout_line '{"name": "2,2", "positions": 3, "heap": 0},'
expect_exit 6 "$grundy" quotient examples/ring.edges --by grundy -o "$work/no.edges"
expect_stderr_line "grundy: play may go on forever from 'a'; expected a game without cycles: .*"
[ ! -e "$work/no.edges" ] || fail 'a file was written'
expect_exit 6 "$grundy" quotient examples/two-coloured.edges --by grundy

# Cycles, many classes, the empty game.
printf 'a b\nb a\nc c\nd\n' > "$work/loops.edges"
expect_exit 0 "$grundy" quotient "$work/loops.edges"
expect_stdout_line '        3  a  no set: play may go on forever'
expect_stdout_line 'E            exists for 1 of 2 classes; from the others play may go on forever'
expect_exit 0 "$grundy" quotient examples/two-coloured.edges
expect_stdout_line 'E            not given: sets describe only moves, and this game has players'
expect_exit 0 "$grundy" quotient examples/two-coloured.edges --json
expect_stdout_line '.*"no_sets": "sets describe only moves, and this game has players", "list": \[.*'
"$grundy" random chain -n 60 -o "$work/chain.edges"
expect_exit 0 "$grundy" quotient "$work/chain.edges" --json
expect_stdout_line '.*"list": null}'
expect_exit 0 "$grundy" quotient "$work/chain.edges"
expect_stdout_line 'E            not given: there are more than 50 classes'
[ "$(wc -l < "$out")" -eq 5 ] || fail 'too many classes are listed'
: > "$work/empty"
expect_exit 0 "$grundy" quotient "$work/empty" -o "$work/none.edges"
expect_exit 0 "$grundy" quotient "$work/empty" --by grundy --json

# Solving through the quotient.
expect_exit 0 "$grundy" solve "$two" --reduce --check
expect_stdout_line '9 positions, 18 moves\. 3 P-positions, .* Solved in .* ms through 6 classes, checked\.'
for game in "$two" examples/ring.edges examples/fair-shares-10.edges examples/two-coloured.edges \
            examples/payoffs.edges; do
  expect_exit 0 "$grundy" solve "$game" --columns all --reduce --check -o "$work/reduced.tsv"
  expect_exit 0 "$grundy" verify "$game" "$work/reduced.tsv"
done
"$grundy" random gnp -n 300 --p 0.005 -o "$work/random.edges"
columns=outcome,grundy,k,remoteness,distance,misere,misere_remoteness,hmin,j
"$grundy" solve "$work/random.edges" --columns $columns -o "$work/direct.tsv"
expect_exit 0 "$grundy" solve "$work/random.edges" --columns $columns --reduce -o "$work/reduced.tsv"
expect_same "$work/direct.tsv" "$work/reduced.tsv"
expect_exit 6 "$grundy" solve examples/two-coloured.edges --columns grundy --reduce
expect_exit 2 "$grundy" solve "$two" --reduce --solution "$work/direct.tsv"
expect_stderr_line 'grundy: --solution conflicts with --reduce; give only one; try .*'

# Games without values.
expect_exit 6 "$grundy" quotient examples/two-coloured.edges --by grundy
expect_stderr_line 'grundy: a game with players or outcomes of its own has no values; expected one in which the last player wins'

# Lack of memory, and files that cannot be written.
"$grundy" random gnm -n 200000 --moves 600000 -o "$work/large.npz"
run "$grundy" quotient "$work/large.npz" --memory 1M
[ "$status" -eq 4 ] || fail "exit code $status with 1 MiB"
expect_exit 5 "$grundy" quotient "$two" -o "$work/nowhere/x.edges"
expect_exit 5 "$grundy" quotient "$two" -o "$work/x.edges" --map /dev/full
expect_exit 3 "$grundy" quotient "$work/missing"

# Bad usage.
expect_exit 2 "$grundy" quotient
expect_stderr_line "grundy: GAME is missing; try 'grundy quotient --help'"
expect_exit 2 "$grundy" quotient "$two" --by value
expect_exit 2 "$grundy" quotient "$two" -o -
expect_stderr_line 'grundy: --output is standard output, where the answer goes; use a file; try .*'
expect_exit 2 "$grundy" quotient "$two" --map -
expect_exit 2 "$grundy" quotient "$two" --map "$two"
expect_stderr_line "grundy: --map would overwrite the input '.*two.edges'; try .*"
expect_exit 2 "$grundy" quotient "$two" --map "$work/new.edges" -o "$work/new.edges"
expect_stderr_line 'grundy: --output and --map name the same file; try .*'
expect_exit 2 "$grundy" quotient "$two" -o "$work/x.foo"
finish
