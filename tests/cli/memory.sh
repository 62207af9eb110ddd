#!/bin/sh
# Work that does not fit into memory is refused with exit code 4 and one line that says how much is
# needed and allowed; nothing is written.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh
figures=$PWD/tests/cli/memory.py
cd "$work" || exit 1
mkdir folder
printf 'a b\nb a\nb c\n' > game.edges
"$grundy" random degree -n 2e5 --degree 8 -o large.npz || fail 'random'
"$grundy" solve game.edges -o game.tsv || fail 'solve'

# refused FIGURE ARGUMENT...: FIGURE of memory is not enough.
refused() {
  figure=$1
  shift
  expect_exit 4 "$grundy" "$@"
  expect_no_stdout
  expect_stderr_line "grundy: .*; --memory allows $figure"
  expect_files folder
}

# Less than the command itself needs: refused before anything is read, even if the game is missing.
for size in 1K 1KiB 1kb 1024; do
  refused '1.0 KiB' solve nowhere.edges --memory $size -o folder/s.tsv
done
refused '1.5 KiB' solve game.edges --memory 1.5K
refused '0 bytes' solve game.edges --memory 0
refused '3 bytes' verify game.edges game.tsv --memory 3B
refused '1.0 KiB' info game.edges --memory 1K
refused '1.0 KiB' convert game.edges folder/game.mtx --memory 1K
refused '1.0 KiB' random chain -n 3 --memory 1K -o folder/game.edges

# Enough to start, but not to solve: by then the game may have been read.
refused '12.0 MiB' solve large.npz --columns all --memory 12M -o folder/s.npz

# A sufficient limit changes nothing.
"$grundy" solve game.edges --to tsv > expected
for size in 4G 0.5T 4GiB 4gb 4294967296 4294967296B; do
  expect_exit 0 "$grundy" solve game.edges --to tsv --memory $size
  expect_no_stderr
  expect_same "$out" expected
done
expect_exit 0 "$grundy" verify game.edges game.tsv --memory 4G
expect_exit 0 "$grundy" info game.edges --memory 4G
expect_exit 0 "$grundy" convert game.edges game.dot --memory 4G

# Invalid sizes.
for size in 1X '' G 1.5 -1 1e9 1.2.3G ' 1G' '1 G' 1iB 1GiBs 99999999999999999999 16777216T nan; do
  expect_exit 2 "$grundy" solve game.edges --memory "$size"
  expect_no_stdout
  expect_stderr_line "grundy: --memory is '$size'; expected a size such as 512M, 1.5GiB or 4096; try .*"
done

# A limit set by the caller counts, too. AddressSanitizer needs more than any limit, and its process
# would not even start.
run sh -c 'ulimit -d 16384; exec "$0" solve large.npz --columns all -o folder/s.npz' "$grundy"
case $status in
  0) fail 'a limit of 16 MiB was ignored' ;;
  4) expect_stderr_line 'grundy: .*; ulimit -d allows 16.0 MiB' ;;
esac
expect_files folder

# The figures that are printed are exact, and nothing holds more than --memory says. Sanitizers hold more.
if [ -n "${GRUNDY_PLAIN:-}" ]; then
  expect_exit 0 "$python" "$figures" "$GRUNDY_PLAIN" "$work"
fi

finish
