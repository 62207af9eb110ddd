#!/bin/sh
# Games of every model, of the gallery, and given by rules have the same solution with --gpu, byte for
# byte, and --check agrees.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
cd "$work" || exit 1

# compare GAME: solves it on the CPU and on the device.
compare() {
  "$grundy" solve "$1" --columns all -o cpu.npz
  expect_exit 0 "$grundy" solve "$1" --columns all --check --gpu 1 -o gpu.npz
  expect_same cpu.npz gpu.npz
}

while read -r line; do
  # shellcheck disable=SC2086 # several words
  "$grundy" random $line --seed 3 -o game.npz
  compare game.npz
done << 'END'
gnp -n 300 --p 0.02
gnm -n 1000 --moves 1500
degree -n 1e5 --degree 2 --sinks 0.2
degree -n 2e4 --degree 8 --sinks 0.1
degree -n 5e3 --degree 1
dag -n 2e4 --degree 5
dag -n 5e3 --degree 5 --ordered
power -n 2e4 --degree 4 --sinks 0.1
layered --degree 3 --layers 300 --width 20 --back 0.1
layered --degree 3 --layers 20 --width 300
chain -n 2e4
chain -n 2e4 --ordered
board --width 40 --height 40 --piece queen
board --width 25 --height 30 --piece rook --swaps --put-backs
END
for game in wythoff:40,60 nim:5,6,7 chomp:4,6; do compare "$game"; done

# Few columns, of which each kernel alone makes one.
"$grundy" random degree -n 3000 --degree 3 --sinks 0.1 -o game.npz
for columns in outcome remoteness misere misere_remoteness distance grundy counter k grundy,hmin outcome,j; do
  "$grundy" solve game.npz --columns "$columns" -o cpu.npz
  expect_exit 0 "$grundy" solve game.npz --columns "$columns" --gpu 1 -o gpu.npz
  expect_same cpu.npz gpu.npz
done

# A time limit, and timings.
expect_exit 4 "$grundy" solve game.npz --gpu 1 --time 0.000001 -o late.npz
[ ! -e late.npz ] || fail 'a file was written after the time was up'
expect_exit 0 "$grundy" solve game.npz --gpu 1 --timings -o gpu.npz
grep -q transfer "$err" || fail 'the timings have no transfers'
finish
