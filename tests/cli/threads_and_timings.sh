#!/bin/sh
# Threads change the running time, not the output; timings are a separate table.
. tests/support/check.sh
cd "$work" || exit 1
tab=$(printf '\t')
"$grundy" random degree -n 1e5 --degree 4 -o game.npz || fail 'random'
"$grundy" random degree -n 1e5 --degree 4 -o game.edges || fail 'random'

# The same bytes for any number of threads.
"$grundy" solve game.npz --columns all -o expected.tsv --threads 1 || fail 'solve'
for threads in 2 3 8; do
  expect_exit 0 "$grundy" solve game.npz --columns all -o solution.tsv --threads $threads
  expect_same solution.tsv expected.tsv
  expect_exit 0 "$grundy" random degree -n 1e5 --degree 4 -o again.npz --threads $threads
  expect_same again.npz game.npz
  expect_exit 0 "$grundy" convert game.npz again.edges --threads $threads
  expect_same again.edges game.edges
done
expect_exit 0 "$grundy" verify game.npz expected.tsv --threads 2
expect_exit 0 "$grundy" info game.npz --threads 256

for threads in 0 257 1.5 -1 many ''; do
  expect_exit 2 "$grundy" solve game.npz --threads "$threads"
  expect_stderr_line "grundy: --threads is '$threads'; expected a whole number from 1 to 256; try .*"
done

# timed FILE ARGUMENT...: standard output equals that file, and standard error is a table of
# timings.
timed() {
  file=$1
  shift
  expect_exit 0 "$grundy" "$@" --timings
  expect_same "$out" "$file"
  [ "$(head -n 1 "$err")" = "phase${tab}algorithm${tab}seconds${tab}moves/s${tab}peak_MiB" ] ||
    fail 'the header of the timings'
  awk -F '\t' 'NF != 5 || $1 == "" || $2 == "" { bad++ }
               NR > 1 && ($3 !~ /^[0-9]+\.[0-9]+$/ || $4 !~ /^(-|[0-9]+)$/) { bad++ }
               NR > 1 && ($1 == "total") != ($5 ~ /^[0-9]+\.[0-9]$/) { bad++ }
               $1 == "total" { total++ }
               END { exit bad > 0 || total != 1 || $1 != "total" }' "$err" || fail 'the timings'
}

timed expected.tsv solve game.npz --columns all --to tsv --check
timed game.edges convert game.npz - --to edges
timed game.edges random degree -n 1e5 --degree 4
"$grundy" info game.npz > expected
timed expected info game.npz
"$grundy" verify game.npz expected.tsv > expected
timed expected verify game.npz expected.tsv

# Replacing a file is a phase; writing a new one, or to standard output, does not include it.
rm -f solution.npz
for phases in 0 1 1; do
  expect_exit 0 "$grundy" solve game.npz -o solution.npz --timings
  [ "$(grep -c "^replacing$tab-$tab" "$err")" -eq $phases ] || fail 'the phase of replacing'
  expect_exit 0 "$grundy" verify game.npz solution.npz
done
expect_exit 0 "$grundy" convert game.npz again.edges --timings
grep -q "^replacing$tab" "$err" || fail 'the phase of replacing by convert'
expect_same again.edges game.edges
expect_exit 0 "$grundy" solve game.npz --to tsv --timings
grep -q "^replacing$tab" "$err" && fail 'standard output is not replaced'

# Also with a wrong solution, but not without an answer.
printf 'a b\n' > small
printf 'vertex\toutcome\na\tP\nb\tP\n' > wrong.tsv
expect_exit 1 "$grundy" verify small wrong.tsv --timings
grep -q "^total$tab" "$err" || fail 'the timings of a wrong solution'
expect_exit 3 "$grundy" solve nowhere --timings
expect_stderr_line 'nowhere: .*'

finish
