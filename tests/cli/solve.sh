#!/bin/sh
# The output of solve for small games, in the formats for programs.
. tests/support/check.sh

tab=$(printf '\t')
header="vertex${tab}outcome${tab}grundy${tab}k${tab}remoteness${tab}distance${tab}counter"

# solve GAME ARGUMENT...: the game is a printf format.
solve() {
  # shellcheck disable=SC2059 # the game is meant to be a format
  printf "$1" > "$work/game"
  shift
  expect_exit 0 "$grundy" solve "$work/game" "$@"
  expect_no_stderr
}

# The counter is not unique, so it is checked separately: numbers where G is finite.
without_counter() {
  cut -f 1-6 "$out" > "$work/cut"
  awk -F '\t' 'NR > 1 && ($3 == "inf") != ($7 == "-") { exit 1 }
               NR > 1 && $7 !~ /^(-|[0-9]+)$/ { exit 1 }' "$out" || fail 'counters'
  mv "$work/cut" "$out"
}

columns=$(printf '%s' "$header" | cut -f 1-6)

solve '' --to tsv
printf '%s\n' "$header" | expect_stdout
solve '# nothing but a comment\n\n' --to tsv
printf '%s\n' "$header" | expect_stdout

solve 'a\n' --to tsv
[ "$(head -n 1 "$out")" = "$header" ] || fail 'header'
without_counter
printf '%s\na\tP\t0\t-\t0\t0\n' "$columns" | expect_stdout

solve 'a a\n' --to tsv
printf '%s\na\tD\tinf\t{}\tinf\tinf\t-\n' "$header" | expect_stdout

solve 'a b\nb a\n' --to tsv
printf '%s\na\tD\tinf\t{}\tinf\tinf\t-\nb\tD\tinf\t{}\tinf\tinf\t-\n' "$header" | expect_stdout

# The three vertices of [Smi66].
smith='1 2\n2 1\n2 3\n'
solve "$smith" --to tsv
without_counter
printf '%s\n1\tP\t0\t-\t2\tinf\n2\tN\t1\t-\t1\tinf\n3\tP\t0\t-\t0\t0\n' "$columns" | expect_stdout

solve "$smith" --to tsv --columns hmin,misere,misere_remoteness,j
printf 'vertex\tmisere\tmisere_remoteness\thmin\tj\n1\tD\tinf\t2\t1\n2\tD\tinf\t3\t0\n3\tN\t1\t0\t{}\n' |
  expect_stdout

# A value with a set of three, in every format.
wide='a a\na z\na w\na v\nv z\nv y\nv w\nw z\nw y\ny z\n'
solve "$wide" --to tsv
without_counter
expect_stdout <<END
$columns
a${tab}N${tab}inf${tab}0,2,3${tab}1${tab}inf
z${tab}P${tab}0${tab}-${tab}0${tab}0
w${tab}N${tab}2${tab}-${tab}1${tab}2
v${tab}N${tab}3${tab}-${tab}1${tab}3
y${tab}N${tab}1${tab}-${tab}1${tab}1
END

solve "$wide" --to csv --columns outcome,grundy,k,remoteness,distance,hmin,j
expect_stdout <<'END'
vertex,outcome,grundy,k,remoteness,distance,hmin,j
a,N,inf,"0,2,3",1,inf,inf,"0,2,3,inf"
z,P,0,-,0,0,0,{}
w,N,2,-,1,2,2,"0,1"
v,N,3,-,1,3,3,"0,1,2"
y,N,1,-,1,1,1,0
END

# Columns have a fixed order, independent of the list; all means all of them.
solve "$wide" --to tsv --columns remoteness,outcome
[ "$(head -n 1 "$out")" = "vertex${tab}outcome${tab}remoteness" ] || fail 'header of two columns'
solve "$wide" --to tsv --columns all
[ "$(head -n 1 "$out")" = "$header${tab}misere${tab}misere_remoteness${tab}hmin${tab}j" ] ||
  fail 'header of all columns'
solve "$wide" --to tsv --columns default
[ "$(head -n 1 "$out")" = "$header" ] || fail 'header of the default columns'

# Names with a quote or a comma are quoted in CSV; unusual names are kept unchanged.
solve 'a,b "\\"x\\""\nπ ∞\n' --to csv --columns outcome
expect_stdout <<'END'
vertex,outcome
"a,b",N
"""x""",P
π,N
∞,P
END

# Duplicate moves, tabs, blank lines, CRLF and a missing last newline are accepted.
solve 'b  a\nb\ta # again\r\n\n   b a\nc' --to tsv --columns outcome,grundy
printf 'vertex\toutcome\tgrundy\nb\tN\t1\na\tP\t0\nc\tP\t0\n' | expect_stdout

# Neither --check nor the way the game is given changes the output.
solve "$wide" --columns k,outcome --to tsv
cp "$out" "$work/unchecked"
solve "$wide" --columns k,outcome --to tsv --check
expect_same "$out" "$work/unchecked"
# shellcheck disable=SC2059
printf "$wide" | "$grundy" solve - --columns k,outcome --to tsv > "$out" || fail 'from a pipe'
expect_same "$out" "$work/unchecked"

# The format follows the ending of the output.
for ending in tsv csv json; do
  solve "$wide" --to $ending
  cp "$out" "$work/expected"
  solve "$wide" -o "$work/solution.$ending"
  expect_no_stdout
  expect_same "$work/solution.$ending" "$work/expected"
  solve "$wide" -o "$work/solution.txt" --to $ending
  expect_same "$work/solution.txt" "$work/expected"
done
solve "$wide" --json
expect_same "$out" "$work/expected"

# A solution given by --solution is not computed again, in any format that can be read.
solve "$wide" --columns all --to tsv
cp "$out" "$work/all.tsv"
for ending in tsv csv json; do
  solve "$wide" --columns all -o "$work/all.$ending"
  solve "$wide" --solution "$work/all.$ending" --to tsv
  expect_same "$out" "$work/all.tsv"
  solve "$wide" --solution "$work/all.$ending" --to tsv --check
  expect_same "$out" "$work/all.tsv"
  cp "$work/all.$ending" "$work/all"
  solve "$wide" --solution "$work/all" --solution-from $ending --to tsv
  expect_same "$out" "$work/all.tsv"
done
solve "$wide" --columns outcome,remoteness --to tsv
cp "$out" "$work/expected"
solve "$wide" --solution "$work/all.json" --columns remoteness,outcome --to tsv
expect_same "$out" "$work/expected"
solve "$wide" --solution "$work/all.tsv" --check
expect_stdout_line '5 positions, 10 moves\. .* Read from a file, checked\.'
expect_exit 0 "$grundy" solve "$work/game" --solution - --solution-from tsv --to tsv < "$work/all.tsv"
expect_same "$out" "$work/all.tsv"

# Without --columns the output has the columns of the solution; missing columns are named.
solve "$wide" --columns outcome,grundy -o "$work/few.tsv"
solve "$wide" --solution "$work/few.tsv" --to tsv
expect_same "$out" "$work/few.tsv"
expect_exit 2 "$grundy" solve "$work/game" --solution "$work/few.tsv" --columns outcome,hmin,j -o "$work/no.tsv"
expect_stderr_line "grundy: --columns: the solution '.*few.tsv' has no hmin, j; expected some of outcome, grundy; .*"
[ ! -e "$work/no.tsv" ] || fail 'a file was written'

# A solution that does not fit the game is bad input; a wrong one is detected only by --check.
printf 'a b\n' > "$work/other"
expect_exit 3 "$grundy" solve "$work/other" --solution "$work/few.tsv"
expect_no_stdout
printf 'vertex\toutcome\na\tP\nb\tP\n' > "$work/wrong.tsv"
expect_exit 0 "$grundy" solve "$work/other" --solution "$work/wrong.tsv" --to tsv
expect_same "$out" "$work/wrong.tsv"
expect_exit 1 "$grundy" solve "$work/other" --solution "$work/wrong.tsv" --check -o "$work/no.tsv"
expect_no_stdout
grep -q '^grundy: the solution is wrong, and nothing was written\.$' "$err" || fail 'no reason'
[ ! -e "$work/no.tsv" ] || fail 'a file was written'
expect_exit 1 "$grundy" solve "$work/other" --solution "$work/wrong.tsv" --check --json
expect_stdout_line '{"right": false, "findings": \['
printf 'vertex\tcounter\na\t1\nb\t0\n' > "$work/alone.tsv"
expect_exit 4 "$grundy" solve "$work/other" --solution "$work/alone.tsv" --check
expect_exit 3 "$grundy" solve "$work/other" --solution "$work/missing.tsv"
expect_exit 2 "$grundy" solve - --solution - --solution-from tsv
expect_stderr_line 'grundy: more than one of GAME and --solution is standard input; try .*'
expect_exit 2 "$grundy" solve "$work/other" --solution "$work/all"
expect_stderr_line "grundy: '.*all' has no known ending; use .*, or --solution-from FORMAT.*"

# Without a summary.
"$grundy" solve examples/ring.edges | sed '/^$/,$d' > "$work/table"
expect_exit 0 "$grundy" solve examples/ring.edges -q
expect_same "$out" "$work/table"
expect_exit 0 "$grundy" solve examples/ring.edges --quiet -o "$work/ring.txt"
expect_same "$work/ring.txt" "$work/table"

finish
