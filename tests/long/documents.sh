#!/bin/sh
# The commands in documents that take too long for every day.
. tests/support/check.sh
export GRUNDY_LONG=1

grep -l '^<!-- long: ' README.md docs/*.md > "$work/documents"
[ -s "$work/documents" ] || fail 'no document has a long block'
while read -r document; do
  expect_exit 0 sh tests/docs/documents.sh "$grundy" "$document"
done < "$work/documents"
finish
