#!/bin/sh
# Games that are larger than memory: the lean way and the scratch file give the same bytes, and
# failures leave nothing but what the command says.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh
cd "$work" || exit 1
mkdir disk
file=disk/grundy-reverse-rows
columns=outcome,remoteness,distance,grundy,k,counter,misere,misere_remoteness
"$grundy" random degree -n 1e5 --degree 6 --sinks 0.2 -o game.npz || fail 'random'
"$grundy" solve game.npz --columns $columns -o expected.npz || fail 'solve'

# The same bytes, with much memory and with little.
for memory in 4G 40M; do
  expect_exit 0 "$grundy" solve game.npz --columns $columns --scratch disk --memory $memory -o got.npz
  expect_no_stderr
  expect_same got.npz expected.npz
  expect_files disk
done

# A text is read into memory, and rules are explored; only their reverse rows are on disk.
printf 'a b\nb a\nb c\n' > small.edges
"$grundy" solve small.edges --to tsv > expected.tsv
expect_exit 0 "$grundy" solve small.edges --to tsv --scratch disk
expect_same "$out" expected.tsv
expect_exit 0 "$grundy" solve wythoff:9,9 --to tsv --scratch disk --check
expect_files disk

# A dry run says which engine is chosen, and why; --json has the figures of info.
expect_exit 0 "$grundy" solve small.edges --dry-run
expect_stdout_line 'engine       memory: the game fits'
expect_exit 0 "$grundy" solve small.edges --dry-run --scratch disk
expect_stdout_line 'engine       scratch: there is a scratch folder'
expect_exit 0 "$grundy" solve game.npz --dry-run --json
expect_stdout_line '{"engine": "memory", "reason": "the game fits", "solve_bytes": [0-9]*, "solve_lean_bytes": [0-9]*, "solve_scratch_bytes": [0-9]*, "limit": null}'
expect_exit 0 "$grundy" solve small.edges --columns hmin --dry-run --json
expect_stdout_line '.*"solve_lean_bytes": null, "solve_scratch_bytes": null.*'

# Without --scratch, the lean way is taken if the fast one needs too much.
"$grundy" solve game.npz --columns outcome,remoteness --dry-run > figures || fail 'dry run'
grep -q '^  *[0-9.]* MiB if that is too much$' figures || fail 'lean figure'
grep -q '^  *[0-9.]* MiB with moves on disk (--scratch)$' figures || fail 'scratch figure'
expect_exit 0 "$grundy" info game.npz --json
"$python" -c 'import json, sys; j = json.load(sys.stdin)
assert j["solve_scratch_bytes"] < min(j["solve_lean_bytes"], j["solve_bytes"]), j' < "$out" ||
  fail 'figures as JSON'
if [ -n "${GRUNDY_PLAIN:-}" ]; then
  # The least memory that suffices does so only for the lean way.
  for memory in 5M 6M 7M 8M 9M 10M 11M 12M; do
    run "$GRUNDY_PLAIN" solve game.npz --columns outcome,remoteness --memory $memory --timings -o lean.npz
    [ "$status" = 4 ] || break
  done
  [ "$status" = 0 ] || fail 'the lean way did not succeed'
  grep -q '^remoteness.lean' "$err" || fail 'the lean way was not taken'
  "$grundy" solve game.npz --columns outcome,remoteness -o fast.npz
  expect_same lean.npz fast.npz
fi

# A dry run prints the figures and solves nothing.
expect_exit 0 "$grundy" solve game.npz --columns outcome,remoteness --dry-run -o dry.npz
grep -q '^memory  *at most [0-9.]* MiB to solve these columns$' "$out" || fail 'figure of a dry run'
grep -q '^  *[0-9.]* MiB with moves on disk (--scratch)$' "$out" || fail 'scratch figure of a dry run'
[ ! -e dry.npz ] || fail 'a dry run has written a solution'
expect_exit 4 "$grundy" solve game.npz --columns hmin --scratch disk --dry-run
expect_stderr_line 'grundy: the column hmin can be computed only with the whole game in memory'

# Sets K that do not fit into memory are in a file without a name: each loop can move to 60 heaps.
awk 'BEGIN { for (h = 1; h < 60; h++) for (l = 0; l < h; l++) print "h" h, "h" l
  for (i = 0; i < 9000; i++) { print "x" i, "x" i; for (h = 0; h < 60; h++) print "x" i, "h" h } }' > sets.edges
"$grundy" convert sets.edges sets.npz || fail 'convert'
"$grundy" solve sets.npz --columns grundy,k -o sets-k.npz || fail 'sets K'
if [ -n "${GRUNDY_PLAIN:-}" ]; then
  figure=$("$GRUNDY_PLAIN" solve sets.npz --columns grundy,k --scratch disk --dry-run | grep -o '[0-9.]* MiB' | tr -d ' ')
  run "$GRUNDY_PLAIN" solve sets.npz --columns grundy,k --scratch disk --memory "$figure" -o got.npz
  [ "$status" = 0 ] || fail "K in a file: $(cat "$err")"
  expect_same got.npz sets-k.npz
  expect_files disk
fi

# What needs the whole game is refused with one line.
expect_exit 4 "$grundy" solve game.npz --columns hmin --scratch disk
expect_stderr_line 'grundy: the column hmin can be computed only with the whole game in memory'
printf '@ a player=A\n@ b player=B outcome=A\na b\n' > coloured.edges
expect_exit 4 "$grundy" solve coloured.edges --scratch disk
expect_stderr_line 'grundy: a two-coloured game can be solved only with the whole game in memory'
expect_exit 2 "$grundy" solve game.npz --reduce --scratch disk
expect_exit 2 "$grundy" solve game.npz --algorithm lazy --scratch disk
expect_exit 5 "$grundy" solve game.npz --scratch nowhere
expect_stderr_line 'nowhere/grundy-reverse-rows: No such file or directory'
expect_files disk

# A full disk: here, a limit on the size of files.
expect_exit 5 sh -c 'ulimit -f 64; exec "$0" solve game.npz --columns outcome --scratch disk' "$grundy"
expect_stderr_line 'disk/grundy-reverse-rows: File too large'
expect_files disk

# A killed process leaves its file, and the next run continues with it. A run may end before it is
# killed; then another one is tried.
turns=0
while [ ! -e $file ] && [ $turns -lt 50 ]; do
  turns=$((turns + 1))
  "$grundy" solve game.npz --columns $columns --scratch disk -o got.npz > /dev/null 2>&1 &
  pid=$!
  while kill -0 $pid 2> /dev/null && [ ! -s $file ]; do sleep 0.01; done
  kill -9 $pid 2> /dev/null || :
  wait $pid 2> /dev/null || :
done
[ -e $file ] || fail 'no run was killed while it had a file'
# A busy system may release the lock of a killed process a moment later.
flock -w 60 $file true || fail 'the lock of a killed process'
expect_exit 0 "$grundy" solve game.npz --columns $columns --scratch disk -o got.npz
expect_same got.npz expected.npz
expect_files disk

# When time is up, the file is kept, and the command says so. Another game leaves it alone.
# How long it takes until there is a file depends on the machine, and on what else it does.
turns=0
while [ ! -e $file ] && [ $turns -lt 10 ]; do
  turns=$((turns + 1))
  for time in 0.01 0.02 0.04 0.08 0.16 0.32 0.64 1.28 2.56 5.12 10.24 20.48; do
    run "$grundy" solve game.npz --columns $columns --scratch disk --time $time -o late.npz
    [ "$status" = 0 ] || [ "$status" = 4 ] || fail 'exit code'
    if [ -e $file ] || [ "$status" = 0 ]; then break; fi
  done
done
[ -e $file ] || fail 'no run was stopped while it had a file'
grep -q "^$file is kept; run the same command to continue, or remove it\$" "$err" || fail 'kept'
expect_exit 3 "$grundy" solve small.edges --scratch disk
expect_stderr_line "$file: the scratch file of another game; remove it or use another folder"
expect_exit 0 "$grundy" solve game.npz --columns $columns --scratch disk -o got.npz
expect_same got.npz expected.npz
expect_files disk

# A counter that is impossible is refused, at once the next time, and costs no other column.
awk 'BEGIN { for (h = 1; h < 200; h++) {
  for (l = 0; l < h; l++) print "h" h, "h" l
  print "h" h, "t" h; print "t" h, "h" h } }' > nim.edges
for turn in first second; do
  expect_exit 4 "$grundy" solve nim.edges --columns grundy,counter --scratch disk -o got.npz
  grep -q '^grundy: the counter of this game needs the whole game in memory; leave out the column counter$' \
    "$err" || fail "the $turn refusal"
  grep -q "^$file is kept for a run with more memory or fewer columns, or remove it\$" "$err" ||
    fail "kept after the $turn refusal"
done
"$grundy" solve nim.edges --columns grundy -o nim.npz
expect_exit 0 "$grundy" solve nim.edges --columns grundy --scratch disk -o got.npz
expect_same got.npz nim.npz
expect_files disk

# Two processes do not share a file.
: > $file
expect_exit 5 flock $file "$grundy" solve small.edges --scratch disk
expect_stderr_line "$file: another process is using this scratch file"
[ -e $file ] || fail 'the file of another process was removed'
expect_exit 0 "$grundy" solve small.edges --to tsv --scratch disk
expect_same "$out" expected.tsv
expect_files disk

# A damaged file is refused, and stays; so does a file that is not ours.
echo 'a letter' > $file
expect_exit 3 "$grundy" solve game.npz --scratch disk
expect_stderr_line "$file: not a scratch file of this version; remove it or use another folder"
grep -q 'a letter' $file || fail 'a file of the user was changed'
finish
