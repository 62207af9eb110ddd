#!/bin/sh
# Wrong usage and bad input: one message, whatever the number of ranks, the right exit code, and no
# file.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh
. tests/support/ranks.sh
examples=$PWD/examples
cd "$work" || exit 1
mkdir out
"$grundy" random degree -n 3000 --degree 3 -o game.npz -q || fail random

# expect_error CODE PATTERN ARGUMENTS...
expect_error() {
  code=$1 pattern=$2
  shift 2
  for implementation in $implementations; do
    expect_exit "$code" ranks "$implementation" 3 "$@"
    expect_message "$pattern"
    expect_files out
  done
}

expect_error 2 "--output is missing; use -o FILE.npz; try 'grundy-mpi solve --help'" solve game.npz
expect_error 2 "--exchange is '1K'; expected a size from 64K to 512M; .*" solve game.npz -o out/s.npz --exchange 1K
expect_error 2 '--columns: hmin is not computed on several machines; .*' \
             solve game.npz -o out/s.npz --columns hmin
expect_error 2 "unknown option '--columns'; use it with solve; .*" verify game.npz s.npz --columns outcome
expect_error 2 '--tiers conflicts with --exchange; give only one; .*' solve quixo:2 --tiers out/quixo --exchange 1M
expect_error 3 'missing.npz: No such file or directory' solve missing.npz -o out/s.npz
expect_error 2 "'out/s.tsv' has no known ending; use .npz; .*" solve game.npz -o out/s.tsv
# Found out before the game is opened, by all ranks alike.
expect_error 5 'no/s.npz: cannot write: No such file or directory' solve missing.npz -o no/s.npz

"$grundy" convert game.npz game.edges -q
expect_error 3 "game.edges: grundy-mpi reads only .npz files; use 'grundy convert GAME game.npz'" solve game.edges -o out/s.npz
head -c 20000 game.npz > short.npz
expect_error 3 'short.npz: .*' solve short.npz -o out/s.npz
expect_error 4 "several processes do not explore rules with carry-on .*; 'grundy convert RULES game.npz' writes a file .*" \
             solve tripiece:square,3,2 -o out/s.npz --columns outcome

# Damaged moves, found by the checksum or before; every byte belongs to some array.
"$python" - << 'END'
data = bytearray(open("game.npz", "rb").read())
for name, at in (("early", 1000), ("middle", len(data) // 2)):
    damaged = bytearray(data)
    damaged[at] ^= 4
    open(name + ".npz", "wb").write(damaged)
END
expect_error 3 'early.npz: .*' solve early.npz -o out/s.npz
expect_error 3 'middle.npz: .*' solve middle.npz -o out/s.npz

# Compressed arrays, and rows that are not sorted.
"$python" - << 'END'
import numpy, scipy.sparse
m = scipy.sparse.csr_array(([1, 1, 1], ([0, 0, 1], [2, 1, 0])), shape=(3, 3))
scipy.sparse.save_npz("compressed.npz", m, compressed=True)
scipy.sparse.save_npz("plain.npz", m, compressed=False)
unsorted = scipy.sparse.csr_array((numpy.ones(3), numpy.array([2, 1, 0]), numpy.array([0, 2, 3, 3])),
                                  shape=(3, 3))
scipy.sparse.save_npz("unsorted.npz", unsorted, compressed=False)
for name, game, kinds in (("kind", "plain", [1, 16, 2]), ("few-kinds", "plain", [1, 2]), ("order", "unsorted", [1, 2, 1])):
    numpy.savez(name + ".npz", **dict(numpy.load(game + ".npz")), kinds=numpy.array(kinds, "u1"))
END
expect_error 3 'kind.npz: kinds.npy: entry 1 is 16; expected a sum of 1 (ordinary), .*' solve kind.npz --columns outcome -o out/s.npz
expect_error 3 'few-kinds.npz: kinds.npy: expected a byte for every move.*' solve few-kinds.npz --columns outcome -o out/s.npz
expect_error 3 'order.npz: indices.npy: the row of position 0 is not sorted, .*' solve order.npz --columns outcome -o out/s.npz
expect_error 4 "compressed.npz: .* cannot be read in parts; .* 'grundy convert' writes it" \
             solve compressed.npz -o out/s.npz
expect_error 3 "unsorted.npz: indices.npy: the row of position 0 is not sorted, .*" \
             solve unsorted.npz -o out/s.npz
"$grundy" solve plain.npz -o expected.npz -q
for implementation in $implementations; do
  expect_exit 0 ranks "$implementation" 3 solve plain.npz -o solution.npz -q
  expect_same expected.npz solution.npz
done

# The output must not replace the game, names must fit the game, and damage is found when a solution
# is checked, too.
cp plain.npz same.npz
expect_error 2 "--output would overwrite the input 'same.npz'; .*" solve same.npz -o same.npz
cmp -s plain.npz same.npz || fail 'the game was replaced'
"$python" - << 'END'
import numpy
arrays = dict(numpy.load("plain.npz"))
numpy.savez("names.npz", names=numpy.array(["a", "b"]), **arrays)
data = bytearray(open("plain.npz", "rb").read())
place = data.index(b"indices.npy")
at = data.index(arrays["indices"].tobytes(), place)
data[at] = 1 if data[at] != 1 else 2
open("damaged.npz", "wb").write(data)
END
expect_error 3 'names.npz: names.npy: expected a name for every position of the game' \
             solve names.npz -o out/s.npz
expect_error 3 'damaged.npz: .*' verify damaged.npz expected.npz

# Games with players are for grundy solve.
"$grundy" solve tic-tac-toe -o coloured.npz -q
expect_error 4 'coloured.npz: the game has players, outcomes or payoffs; .*' \
             solve coloured.npz -o out/s.npz

# So are windows and parts.
"$grundy" solve "$examples/up-or-divide.lua" --window 15 -o window.npz -q
expect_error 4 'window.npz: this is a window of a larger game; .*' solve window.npz -o out/s.npz
"$grundy" solve coin-rows:2,9 -o parts.npz -q
expect_error 4 'parts.npz: this is a tablebase of parts of positions.*' solve parts.npz -o out/s.npz

# Solutions of another game.
"$grundy" random degree -n 2000 --degree 3 -o other.npz -q
"$grundy" solve other.npz -o other-solution.npz -q
expect_error 3 'other-solution.npz: outcome.npy: its length is 2000; expected 3000, .*' \
             verify game.npz other-solution.npz

# A report that cannot be written.
for implementation in $implementations; do
  run sh -c '"$1" verify plain.npz expected.npz > /dev/full' sh "$build/grundy-mpi-$implementation"
  [ "$status" -eq 5 ] || fail "exit code $status instead of 5"
  expect_message 'standard output: cannot write: .*'
done

# The same mistakes have the same messages and exit codes as in grundy.
program=$build/grundy-mpi-${implementations##* }
alike() {
  run "$grundy" "$@"
  expected=$status
  cp "$err" expected
  run "$program" "$@"
  last="grundy-mpi $*"
  [ "$status" -eq "$expected" ] || fail "exit code $status instead of $expected"
  sed "s/grundy-mpi/grundy/g" "$err" > found
  expect_same expected found
}
alike solv game.npz
alike solve
alike solve game.npz more
alike solve game.npz -o
alike solve game.npz -z
alike solve game.npz --threads many
alike solve game.npz --threads 257
alike solve game.npz --quite
alike solve game.npz --zzz 3
alike solve game.npz --columns nothing -o out/s.npz
alike solve game.npz -o game.npz
alike solve missing.npz -o out/s.npz
alike solve short.npz -o out/s.npz
alike solve game.npz -o no/s.npz
alike verify
alike verify game.npz missing.npz
alike verify game.npz other-solution.npz
alike help nothing
alike --verson

# Manual pages are valid, of this version, and have the options of the help.
sh "$OLDPWD/scripts/write-documents" "$program" documents grundy-mpi
for command in solve verify help; do
  page=documents/man/man1/grundy-mpi-$command.1
  last=$page
  "$program" help $command > shown
  sed -n 's/^ \{2,6\}\(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' shown | sort > expected
  [ -s expected ] || fail 'the help has no options'
  sed 's/\\f[BIR]//g; s/\\-/-/g' "$page" | sed -n '/^\.SH "OPTIONS"/,/^\.SH "EXAMPLES"/p' |
    sed -n 's/^\(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' | sort > found
  expect_same expected found
done
for page in documents/man/man1/*.1; do
  grep -q "^\.TH .* \"$("$grundy" --version)\" " "$page" || fail 'the page is of another version'
  mandoc -Tlint -W warning "$page" > "$out" || true
  expect_no_stdout
done
grep -q '^complete -F _grundy-mpi grundy-mpi$' documents/bash-completion/completions/grundy-mpi ||
  fail 'no completions'

finish
