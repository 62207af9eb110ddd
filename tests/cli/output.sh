#!/bin/sh
# A file appears complete or not at all, and write errors give exit code 5.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh
cd "$work" || exit 1

mkdir folder
printf 'a b\n' > game

expect_exit 0 "$grundy" solve game -o folder/s.tsv
expect_files folder s.tsv
printf 'old\n' > folder/s.tsv
expect_exit 0 "$grundy" solve game -o folder/s.tsv
[ "$(wc -l < folder/s.tsv)" -eq 3 ] || fail 'the old file is replaced'
expect_files folder s.tsv

expect_exit 5 "$grundy" solve game -o nowhere/s.tsv
expect_stderr_line 'nowhere/s.tsv: .*'
expect_exit 5 "$grundy" solve game -o folder
expect_stderr_line 'folder: .*'
expect_exit 5 "$grundy" solve game -o game/s.tsv
expect_stderr_line 'game/s.tsv: .*'
expect_files folder s.tsv
if [ "$(id -u)" -ne 0 ]; then
  mkdir closed
  chmod 500 closed
  expect_exit 5 "$grundy" solve game -o closed/s.tsv
fi

# A full disk, as a file and as standard output; a closed standard output.
expect_exit 5 "$grundy" solve game -o /dev/full
expect_stderr_line '/dev/full: .*'
expect_exit 5 sh -c '"$0" solve game > /dev/full' "$grundy"
expect_stderr_line '.*: .*'
expect_exit 5 sh -c '"$0" solve game >&-' "$grundy"
expect_stderr_line '.*: .*'

# A reader of the old file can still read it after it was replaced, also through a link.
printf 'old\n' > folder/s.tsv
ln -s folder/s.tsv link
exec 3< folder/s.tsv
expect_exit 0 "$grundy" solve game --to tsv -o link
[ "$(cat <&3)" = old ] || fail 'the old file stays for its readers'
exec 3<&-
[ -L link ] || fail 'the link is kept'
[ "$(wc -l < folder/s.tsv)" -eq 3 ] || fail 'the target of the link is replaced'
rm link

# A limit on the size of files acts like a full disk: no file is left, and an old one is kept.
seq 100000 > many
printf 'old\n' > folder/s.tsv
expect_exit 5 sh -c 'ulimit -f 100; exec "$0" solve many --timings -o folder/s.tsv' "$grundy"
[ "$(cat folder/s.tsv)" = old ] || fail 'the old file is kept'
expect_exit 5 sh -c 'ulimit -f 100; exec "$0" solve many -o folder/big.tsv' "$grundy"
expect_stderr_line 'folder/big.tsv: .*'
expect_files folder s.tsv

# Devices and pipes are written to, not replaced.
expect_exit 0 "$grundy" solve game -o /dev/null
[ -c /dev/null ] || fail '/dev/null was replaced'
mkfifo pipe
cat pipe > copy &
expect_exit 0 "$grundy" solve game --to tsv -o pipe
wait
[ -p pipe ] || fail 'the pipe was replaced'
[ "$(wc -l < copy)" -eq 3 ] || fail 'the pipe got the solution'

# A reader that closes the pipe early causes no message.
"$grundy" solve many 2> "$err" | head -n 1 > "$out"
expect_no_stderr
expect_exit 5 sh -c '{ "$0" solve many --to tsv; echo $? >&3; } 3> code | :; exit $(cat code)' \
  "$grundy"
expect_no_stderr

# No file is left if standard error is closed.
for words in 'heap kayles --misere --heaps 50,50 --max-positions 10 --max-elements 1 -o folder/x.json' \
  'experiment dag --degree 9 --vary n=3 -o folder/x.csv' 'convert missing folder/x.edges' \
  'product selective missing -o folder/x.edges' 'quotient missing -o folder/x.edges' \
  'quotient missing --classes game -o folder/x.edges' 'map missing game game -o folder/x.tsv' \
  'random dag -n 3 --degree 9 -o folder/x.edges' 'draw missing -o folder/x.svg' \
  'solve missing -o folder/x.tsv'; do
  # shellcheck disable=SC2086 # words
  sh -c '{ sleep 0.3; "$0" "$@"; echo $? > code; } 2>&1 | :' "$grundy" $words
  last=$words
  grep -qx '[345]' code || fail "exit code $(cat code)"
  expect_files folder s.tsv
done

# Links are followed.
ln -s target.tsv link.tsv
: > target.tsv
expect_exit 0 "$grundy" solve game -o link.tsv
[ -s target.tsv ] || fail 'the target of the link was not written'
[ -h link.tsv ] || fail 'the link was replaced'

finish
