#!/bin/sh
# Result files have the bytes that version 0.2.0 wrote: tables, archives, games and certificates.
# Each line below is a checksum, the file, and the command that writes it.
. tests/support/check.sh
root=$PWD
lines=$root/tests/cli/golden/result_files.txt
cd "$work" || exit 1
cp "$root"/examples/*.edges .

read=0
while read -r sum file command; do
  # shellcheck disable=SC2086 # the words of the command
  expect_exit 0 "$grundy" $command
  if [ "$(sha256sum < "$file" | cut -d ' ' -f 1)" != "$sum" ]; then
    fail "$file differs from the one that version 0.2.0 wrote"
  fi
  read=$((read + 1))
done < "$lines"
[ "$read" -ge 60 ] || fail "only $read commands were compared"

finish
