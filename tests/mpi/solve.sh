#!/bin/sh
# grundy-mpi writes the bytes of grundy solve, and finds solutions right, whatever the number of
# ranks and threads and the memory for messages, with every implementation of MPI.
. tests/support/check.sh
. tests/support/ranks.sh
cd "$work" || exit 1
columns=outcome,grundy,k,remoteness,distance,counter,misere,misere_remoteness

# compare IMPLEMENTATIONS RANKS THREADS EXCHANGE MODEL...: solves a random game and checks the
# solution.
compare() {
  used=$1 count=$2 threads=$3 exchange=$4
  shift 4
  "$grundy" random "$@" -o game.npz -q || fail "random $*"
  "$grundy" solve game.npz --algorithm counting --columns $columns -o expected.npz -q || fail solve
  for implementation in $used; do
    expect_exit 0 ranks "$implementation" "$count" solve game.npz --columns $columns -q \
                        -o solution.npz --threads "$threads" --exchange "$exchange"
    expect_same expected.npz solution.npz
    expect_exit 0 ranks "$implementation" "$count" verify game.npz solution.npz
    [ "$(grep -c ' right ' "$out")" -eq 8 ] || fail "not all eight columns are right: $*"
  done
}

# shellcheck disable=SC2086 # words
set -- $implementations
one=$1 other=${2:-$1}
compare "$implementations" 1 2 64M degree -n 20000 --degree 8 --sinks 0.1
compare "$other" 2 1 64K degree -n 5000 --degree 3 --sinks 0.2 --seed 2
compare "$one" 3 2 64K gnp -n 300 --p 0.3 --seed 3
compare "$other" 4 1 200K layered --layers 40 --width 25 --degree 3 --back 0.1 --seed 4
compare "$one" 8 1 64K power -n 3000 --degree 5 --seed 5
compare "$other" 3 1 64K dag -n 600 --degree 200 --seed 6 # values above 63
compare "$one" 2 3 64M board --width 12 --height 12 --piece queen --swaps --put-backs
compare "$other" 8 1 64K gnp -n 3 --p 0.5 --seed 8        # ranks without positions
compare "$one" 2 1 64K gnp -n 70 --p 0.9 --seed 9       # values above 63 and cycles

# Kinds of moves: outcomes, as in memory. Loops, cycles and positions with moves of several kinds.
"$python" - << 'END'
import random
random.seed(17)
for name, order, degree in (("few", 3, 2), ("some", 500, 2), ("many", 20000, 1.4)):
    with open(name + ".edges", "w") as file:
        for v in range(order):
            for _ in range(random.choice((0, 1, 2, int(2 * degree)))):
                file.write(f"{v} {random.choice(('->', '->', '+>', '=>', '!>'))} {random.randrange(order)}\n")
END
for name in few some many; do
  "$grundy" convert $name.edges $name.npz -q || fail convert
  "$grundy" solve $name.npz --columns outcome -o expected.npz -q || fail solve
  for count in 1 2 4; do
    expect_exit 0 ranks "$one" $count solve $name.npz --columns outcome -q -o solution.npz --threads 2 --exchange 64K
    expect_same expected.npz solution.npz
  done
done
expect_exit 0 ranks "$other" 3 solve many.npz --columns outcome -o solution.npz
expect_stdout_line "$("$python" -c '
import numpy
of = bytes(numpy.load("expected.npz")["outcome"])
print(f".* moves\\. {of.count(80):,} P-positions, {of.count(78):,} N-positions, {of.count(68):,} draws\\. .* by 3 ranks\\.")')"
expect_same expected.npz solution.npz
for list in outcome,remoteness default; do
  expect_exit 4 ranks "$one" 2 solve some.npz --columns $list -o refused.npz
  expect_message 'some.npz: grundy-mpi finds only outcomes of games with carry-on or entailing moves yet; use --columns outcome, or .*'
done
expect_exit 4 ranks "$one" 2 verify many.npz solution.npz
expect_message "many.npz: grundy-mpi does not check games with carry-on or entailing moves yet; use 'grundy verify'"

# Names, as they are in the game.
"$grundy" convert "$OLDPWD/examples/ring.edges" ring.npz -q || fail convert
"$grundy" solve ring.npz --algorithm counting -o expected.npz -q || fail solve
for implementation in $implementations; do
  expect_exit 0 ranks "$implementation" 2 solve ring.npz -o solution.npz
  expect_stdout_line '7 positions, 9 moves\. 2 P-positions, .* Solved in .* by 2 ranks\.'
  expect_same expected.npz solution.npz
done

# Progress goes to standard error, from one rank, and changes nothing else.
"$grundy" solve game.npz --algorithm counting --columns $columns -o expected.npz -q || fail solve
expect_exit 0 ranks "$one" 2 solve game.npz --columns $columns -o solution.npz -q --progress 1e-9
expect_same expected.npz solution.npz
for what in 'reading moves: 0 %' 'remoteness 0: [0-9]* positions*' 'misère remoteness 1: [0-9]* positions*' \
            'terminal distance 0: [0-9]* positions*' 'values, level 0: [0-9]* positions*'; do
  [ "$(grep -c "^grundy-mpi: after [0-9]* s: $what\$" "$err")" -ge 1 ] || fail "no line '$what'"
done
[ "$(grep -c 's: remoteness 0:' "$err")" -eq 1 ] || fail 'more than one rank reports'
expect_exit 0 ranks "$one" 2 verify game.npz solution.npz --progress 1e-9
grep -q 's: looking for replies with smaller counters: 0 %$' "$err" || fail 'verify reports nothing'
expect_exit 0 ranks "$one" 2 solve game.npz --columns $columns -o solution.npz -q --progress 1000
expect_no_stderr

# Some columns only, and K without values.
for list in outcome distance counter k misere remoteness,k; do
  "$grundy" solve game.npz --columns $list -o expected.npz -q
  case $list in *counter* | *k*) "$grundy" solve game.npz --columns $list --algorithm counting -o expected.npz -q ;; esac
  # shellcheck disable=SC2086 # words
  set -- $implementations
  expect_exit 0 ranks "$1" 2 solve game.npz --columns $list -o solution.npz -q
  expect_same expected.npz solution.npz
done

# A column that needs another one is not checked without it.
"$grundy" random degree -n 50 --degree 3 -o small.npz -q
"$grundy" solve small.npz --columns grundy,remoteness -o part.npz -q
"$grundy" solve small.npz --columns grundy -o values.npz -q
for implementation in $implementations; do
  expect_exit 0 ranks "$implementation" 2 verify small.npz part.npz
  expect_stdout_line 'right as far as checked: 50 positions, .*'
  expect_exit 4 ranks "$implementation" 2 verify small.npz values.npz
  expect_stdout_line 'nothing could be checked: 50 positions, .*'
done

finish
