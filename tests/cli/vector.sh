#!/bin/sh
# grundy vector: values, outcomes, slices, formats and errors; games on vectors in other commands.
. tests/support/check.sh

wythoff='vector{(1,0)*,(0,1)*,(1,1)*}'
expect_exit 0 "$grundy" vector "$wythoff:2,4"
printf 'x\\y 0 1 2 3 4\n  0 0 1 2 3 4\n  1 1 2 0 4 5\n  2 2 0 1 5 3\n' | expect_stdout
expect_exit 0 "$grundy" vector "$wythoff:2,4" --outcomes --to csv
printf 'x\\y,0,1,2,3,4\n0,P,N,N,N,N\n1,N,N,P,N,N\n2,N,P,N,N,N\n' | expect_stdout
expect_exit 0 "$grundy" vector "$wythoff:2,4" --slice 1,x --to bfile
printf '0 1\n1 2\n2 0\n3 4\n4 5\n' | expect_stdout
expect_exit 0 "$grundy" vector 'vector{(1)*}:2' --misere --json
expect_stdout_line '"outcomes": \["N", "P", "N"\]}'
expect_exit 0 "$grundy" vector "block($wythoff:2,2, 1)" --to tsv
printf 'x\\y\t0\t1\t2\n0\tP\tP\tN\n1\tP\tN\tN\n2\tN\tN\tP\n' | expect_stdout

# A plane by antidiagonals, compared with its rows.
"$grundy" vector 'vector{(1,2),(2,1),(3,0)*}:500,400' --to json > "$work/plane.json"
expect_exit 0 "$grundy" vector 'vector{(1,2),(2,1),(3,0)*}:500,400' --to bfile
"$python" -c 'import json, sys
values = json.load(open(sys.argv[1]))["values"]
terms = (values[x * 401 + d - x] for d in range(401) for x in range(d + 1))
assert sys.stdin.read() == "".join(f"{i} {term}\n" for i, term in enumerate(terms))' \
  "$work/plane.json" < "$out" || fail 'not the antidiagonals of the plane'
# The grid of the same rules, explored.
expect_exit 0 "$grundy" vector "$wythoff:20,20" --to tsv
tail -n +2 "$out" > "$work/vector.tsv"
expect_exit 0 "$grundy" solve wythoff:20,20 --grid a,b --to tsv
tail -n +2 "$out" | cmp -s - "$work/vector.tsv" || fail 'the values of Wythoff are different'

# Files.
expect_exit 0 "$grundy" vector "$wythoff:30,40" -o "$work/w.npz" --plot "$work/w.png"
expect_no_stderr
for file in w.npz w.png; do
  [ -s "$work/$file" ] || fail "$file is missing"
done
expect_exit 2 "$grundy" vector "$wythoff:30,40" --plot "$work/w.gif"
expect_exit 5 "$grundy" vector "$wythoff:3,4" -o "$work/none/here"

# Wrong games, positions and slices.
expect_exit 3 "$grundy" vector 'vector{(1,0),(0,0)}:3,3'
expect_stderr_line 'vector:1:14: the vector is 0, which changes nothing'
expect_exit 3 "$grundy" vector 'vector{(1,0)}:3'
expect_exit 3 "$grundy" vector wythoff:3,4
expect_exit 3 "$grundy" vector "$wythoff:3,4" --slice x,z
expect_exit 4 "$grundy" vector 'vector{(1,-1)}:3,3'
expect_exit 4 "$grundy" vector 'vector{(1,0,0)}:3,3,3'
expect_exit 4 "$grundy" vector "$wythoff:300,300" --max-positions 1000
expect_exit 4 "$grundy" vector "$wythoff:30000,30000" --memory 100M

# Other commands.
expect_exit 0 "$grundy" value "$wythoff:3000,3000@30,40 + nim:5"
expect_stdout_line 'value       61'
expect_exit 0 "$grundy" solve "$wythoff:3,5" --columns outcome --to tsv
expect_stdout_line '3,5	P'
expect_exit 3 "$grundy" best 'nim:3 + vector{(1,0):3,3'
expect_stderr_line 'expression:1:15: this brace is not closed; expected }'
finish
