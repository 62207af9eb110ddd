#!/bin/sh
# docs/api-reference.md agrees with the headers, and has every function that the library exports.
. tests/support/check.sh

expect_exit 0 "$python" scripts/api-reference
expect_no_stderr
cmp -s "$out" docs/api-reference.md ||
  fail 'docs/api-reference.md is out of date: scripts/api-reference > docs/api-reference.md'
for header in include/grundy/*.h; do
  name=${header##*/}
  [ "$name" = grundy.h ] || expect_stdout_line "### $name"
done
# The index has every function, too.
sed -n '/^## All functions$/,/^## Basics$/p' "$out" > "$work/index"
# A declaration begins with GRUNDY_API, wherever its name is.
tr '\n' ' ' < "$out" > "$work/page"
cat include/grundy/*.h | grep -v '^#' | tr '\n' ' ' | grep -o 'GRUNDY_API [^;(]*(' |
  sed 's/.*[ *]\(grundy_[a-z0-9_]*\)($/\1/' > "$work/functions"
[ "$(wc -l < "$work/functions")" -gt 150 ] || fail 'functions are missing'
while read -r function; do
  grep -qF "$function(" "$work/page" || fail "$function is missing"
  grep -qF "\`$function\`" "$work/index" || fail "$function is missing in the index"
done < "$work/functions"
finish
