#!/bin/sh
# A million positions: solved, verified, and round trips through every format.
. tests/support/check.sh
cd "$work" || exit 1

expect_exit 0 "$grundy" random degree -n 1e6 --degree 5 -o game.npz
expect_exit 0 "$grundy" info game.npz
expect_stdout_line 'positions  *1,\?000,\?000.*'

# Games: every format gives the same game, with the bytes of the first one.
for format in edges dot graphml mtx; do
  expect_exit 0 "$grundy" convert game.npz "game.$format"
  expect_exit 0 "$grundy" convert "game.$format" again.npz
  expect_same game.npz again.npz
  expect_exit 0 "$grundy" solve "game.$format" -o "by-$format.npz"
  rm -f again.npz "game.$format"
done
expect_exit 0 "$grundy" solve game.npz -o solution.npz
for format in edges dot graphml mtx; do
  expect_same solution.npz "by-$format.npz"
  rm -f "by-$format.npz"
done

# Solutions: each format is verified, read again and written like the first one.
expect_exit 0 "$grundy" solve game.npz --columns all --check -o all.npz
for format in npz tsv csv json; do
  [ $format = npz ] || expect_exit 0 "$grundy" solve game.npz --columns all -o "all.$format"
  expect_exit 0 "$grundy" verify game.npz "all.$format"
  expect_stdout_line 'right: 1,\?000,\?000 positions, .*'
  expect_exit 0 "$grundy" solve game.npz --solution "all.$format" --columns all -o again.npz
  expect_same all.npz again.npz
  [ $format = npz ] || rm -f "all.$format"
done

# One thread or many; and a single wrong entry is found.
expect_exit 0 "$grundy" solve game.npz --columns all --threads 1 -o again.npz
expect_same all.npz again.npz
expect_exit 0 "$grundy" solve game.npz --columns outcome -o wrong.tsv
awk -F '\t' -v OFS='\t' '$1 == "777777" { $2 = $2 == "P" ? "N" : "P" } { print }' wrong.tsv > wrong
mv wrong wrong.tsv
expect_exit 1 "$grundy" verify game.npz wrong.tsv
expect_stdout_line 'wrong: .*'
finish
