#!/bin/sh
# Experiments: statistics of many games, the same for any number of threads, kept when interrupted.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh
interrupt=$PWD/tests/cli/interrupt.py

# experiment ARGUMENT...
experiment() {
  expect_exit 0 "$grundy" experiment "$@"
  expect_no_stderr
}

# points N: there are N points, each with one line per measure.
points() {
  [ "$(wc -l < "$out")" -eq $((1 + 7 * $1)) ] || fail "not $1 points"
}

# The chain of 5 positions is known: values 0 1 0 1 0, remoteness 0 to 4.
experiment chain --vary n=5 --games 3
expect_stdout <<'END'
positions,games,measure,mean,deviation,least,lower_quartile,median,upper_quartile,most
5,3,largest_value,1,0,1,1,1,1,1
5,3,p,0.6,0,0.6,0.6,0.6,0.6,0.6
5,3,n,0.4,0,0.4,0.4,0.4,0.4,0.4
5,3,d,0,0,0,0,0,0,0
5,3,infinite,0,0,0,0,0,0,0
5,3,largest_remoteness,4,0,4,4,4,4,4
5,3,mean_remoteness,2,0,2,2,2,2,2
END

# The same figures for any number of threads and every seed.
experiment degree --degree 3 --vary n=50,500..600:50 --games 200 --threads 1
points 4
cp "$out" "$work/first"
for threads in 2 3; do
  experiment degree --degree 3 --vary n=50,500..600:50 --games 200 --threads $threads
  expect_same "$out" "$work/first"
done
experiment degree --degree 3 --vary positions=50,500..600:50 --games 200 --seed 1
expect_same "$out" "$work/first"
experiment degree --degree 3 --vary n=50,500..600:50 --games 200 --seed 2
! cmp -s "$out" "$work/first" || fail 'another seed gave the same figures'

# Tables in files, by their ending or by --to.
experiment degree --degree 3 --vary n=50,500..600:50 --games 200 -o "$work/t.csv"
expect_no_stdout
expect_same "$work/t.csv" "$work/first"
tr ',' '\t' < "$work/first" > "$work/first.tsv"
experiment degree --degree 3 --vary n=50,500..600:50 --games 200 -o "$work/t.tsv"
expect_same "$work/t.tsv" "$work/first.tsv"
experiment degree --degree 3 --vary n=50,500..600:50 --games 200 --to tsv
expect_same "$out" "$work/first.tsv"

# values LIST: the first column has these values.
values() {
  there=$(tail -n +2 "$out" | cut -d , -f 1 | uniq | tr '\n' ' ')
  [ "$there" = "$1 " ] || fail "the values are $there"
}
experiment gnp -n 10 --vary p=0.1..0.3:0.1,1 --games 2
values '0.1 0.2 0.3 1'
experiment chain --vary n=1..3 --games 1
values '1 2 3'
experiment chain --vary n=1..100x10 --games 1
values '1 10 100'
experiment chain --vary n=1..5x1.3 --games 1
values '1 2 3 4 5'
experiment layered --width 3 --degree 2 --back 0.5 --vary layers=2,4 --games 5
values '2 4'

# Acyclic games of bounded density exist for every size.
experiment dag --degree 8 --density 1 --vary n=0..4 --games 2
grep '^4,2,largest_value,3,0,3' "$out" > /dev/null || fail 'a complete game of 4 positions'

# wrong PATTERN ARGUMENT...: usage errors.
wrong() {
  pattern=$1
  shift
  expect_exit 2 "$grundy" experiment "$@"
  expect_no_stdout
  expect_stderr_line "grundy: $pattern; try 'grundy experiment --help'"
}

wrong 'MODEL is missing'
expect_exit 2 "$grundy" experiment dga --vary n=3
expect_stderr_line "grundy: unknown model 'dga'; did you mean 'dag'?"
wrong '--vary is missing; expected for instance .*' dag --degree 1
wrong "--vary: 'n' has no '='; expected PARAMETER=VALUES" dag --vary n
wrong "--vary: 'piece=3' does not name a parameter; expected .*" board --vary piece=3
for values in "" "," "1,," 1.. ..3 1..2..3 1..3: x 0x10 nan ' 1' 1..3y2; do
  wrong "--vary: '.*' is not a range; expected .*" chain --vary "n=$values"
done
wrong "--vary: '3..1' is empty; .*" chain --vary n=3..1
wrong "--vary: '1..3:0' has no step above 0" chain --vary n=1..3:0
wrong "--vary: '1..3x1' does not grow; .*" chain --vary n=1..3x1
wrong "--vary: '0..3x2' does not grow; .*" chain --vary n=0..3x2
wrong "--vary: '1.5' does not give whole numbers" chain --vary n=1.5
wrong "--vary: '-1' does not give whole numbers" chain --vary n=-1
wrong "--vary: '1..1e9' gives too many values; expected at most 100000" chain --vary n=1..1e9
wrong '--positions conflicts with --vary positions; give only one' chain --vary n=3 -n 3
wrong 'the model chain takes no --sinks' chain --vary sinks=0.1 -n 3
wrong 'the model dag needs --degree' dag --vary n=5
wrong 'the model chain takes no --density; only dag does' chain --vary n=3 --density 0.5
wrong '--density is 2; expected a number from 0 to 1' dag --degree 1 --vary n=3 --density 2
wrong '--degree is 8; .*; this is with --positions 5' dag --degree 8 --vary n=5
wrong "--games is '0'; expected a whole number from 1 to 1000000000" chain --vary n=3 --games 0
wrong '--measures needs --plot' chain --vary n=3 --measures d
wrong "--measures: 'q' is not a measure; .*" chain --vary n=3 --plot a.svg --measures d,q
wrong "'a.eps' has no known ending; use .svg, .png or .pdf" chain --vary n=3 --plot a.eps
wrong '--output and --plot name the same file' chain --vary n=3 --plot a.svg -o a.svg
wrong '--degree is 2; .*; this is with --positions 2' dag --degree 2 --vary n=9,2 -o "$work/none.csv"
[ ! -e "$work/none.csv" ] || fail 'points were computed before all were checked'
expect_exit 4 "$grundy" experiment chain --vary n=3,3e9
expect_no_stdout
expect_exit 5 sh -c '"$0" experiment chain --vary n=5 > /dev/full' "$grundy"
expect_stderr_line 'standard output: cannot write: .*'

# Plots; no file is left if one cannot be drawn.
mkdir "$work/folder"
if command -v gnuplot > /dev/null; then
  experiment degree -n 100 --degree 3 --vary sinks=0..0.2:0.1 --games 5 --plot "$work/folder/p.svg" \
    --measures p,n,d,infinite
  points 3
  for word in '<svg' 'degree, positions 100, degree 3: 5 games per point' '<text>sinks<' infinite
  do
    grep -q -e "$word" "$work/folder/p.svg" || fail "no $word in the plot"
  done
  grep -q '</svg>' "$work/folder/p.svg" || fail 'the plot is incomplete'
  experiment chain --vary n=1..100x10 --games 1 -o "$work/folder/c.csv" --plot "$work/folder/c.png"
  [ "$(head -c 4 "$work/folder/c.png" | tail -c 3)" = PNG ] || fail 'no PNG'
  expect_files "$work/folder" c.csv c.png p.svg
  rm "$work/folder"/*
else
  echo 'gnuplot is not installed: plots are not tried'
fi
expect_exit 5 env PATH=/nowhere "$grundy" experiment chain --vary n=5 -o "$work/folder/c.csv" \
  --plot "$work/folder/c.svg"
expect_stderr_line 'grundy: gnuplot, which draws the plot, is not installed .*'
expect_files "$work/folder"
mkdir "$work/bin"
printf '#!/bin/sh\n[ "$1" = --version ] || { echo "line 1: no such terminal" >&2; exit 1; }\n' \
  > "$work/bin/gnuplot"
chmod +x "$work/bin/gnuplot"
expect_exit 5 env PATH="$work/bin:$PATH" "$grundy" experiment chain --vary n=5 \
  --plot "$work/folder/c.svg"
expect_stderr_line 'grundy: gnuplot fails: line 1: no such terminal'
expect_files "$work/folder"

# When interrupted, it keeps the finished points, and leaves no file if there is none.
for signal in INT TERM; do
  expect_exit 130 "$python" "$interrupt" $signal 2 - "$grundy" experiment degree --degree 4 \
    --vary n=10,20,1e6 --games 100 --threads 2 -o "$work/folder/kept.csv"
  expect_stderr_line 'grundy: interrupted'
  expect_no_stdout
  cp "$work/folder/kept.csv" "$out" 2> /dev/null || fail 'no point was kept'
  [ $((($(wc -l < "$out") - 1) % 7)) -eq 0 ] || fail 'a point is incomplete'
  rm -f "$work/folder/kept.csv"
done
if command -v gnuplot > /dev/null; then
  expect_exit 130 "$python" "$interrupt" INT 2 - "$grundy" experiment degree --degree 4 \
    --vary n=10,20,1e6 --games 100 --plot "$work/folder/kept.svg"
  points 2
  grep -q '</svg>' "$work/folder/kept.svg" || fail 'the plot of the finished points is incomplete'
  rm -f "$work/folder/kept.svg"
fi
expect_exit 130 "$python" "$interrupt" INT 0.5 - "$grundy" experiment degree --degree 4 \
  --vary n=1e6 --games 1000 -o "$work/folder/kept.csv"
expect_stderr_line 'grundy: interrupted'
expect_files "$work/folder"

# On a terminal it shows the remaining time, which decreases. It takes some seconds on any machine.
expect_exit 0 "$python" tests/cli/on_terminal.py LC_ALL=C -- "$grundy" experiment degree \
  --degree 3 --vary n=300,2e5 --games 200 -o "$work/folder/t.csv"
tr '\r' '\n' < "$out" > "$work/lines"
grep -q '^solving games  *\[.*\]  *[1-9][0-9]* %  [1-9][0-9]* s left' "$work/lines" ||
  fail 'the bar, the share and the remaining time are not shown'

# JSON has the same figures.
expect_exit 0 "$grundy" experiment gnp --p 0.2 --vary n=4..6 --games 5 --json
cp "$out" "$work/points.json"
expect_exit 0 "$grundy" experiment gnp --p 0.2 --vary n=4..6 --games 5
"$python" - "$work/points.json" "$out" << 'END' || fail 'JSON and CSV differ'
import csv, json, sys
answer = json.load(open(sys.argv[1]))
assert [answer[m] for m in ("model", "parameter", "games", "limit")] == ["gnp", "positions", 5, None], answer
rows = list(csv.DictReader(open(sys.argv[2])))
assert len(rows) == sum(len(point["measures"]) for point in answer["points"])
for row in rows:
    point = next(p for p in answer["points"] if p["positions"] == float(row["positions"]))
    for name, figure in point["measures"][row["measure"]].items():
        assert abs(float(row[name]) - (float("nan") if figure is None else figure)) <= 1e-5 * max(1, abs(figure)), row
END

finish
