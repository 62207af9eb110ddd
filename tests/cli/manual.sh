#!/bin/sh
# Manual pages agree with the help, have every section, and are valid roff.
. tests/support/check.sh

sh scripts/write-documents "$grundy" "$work/documents"
pages=$work/documents/man/man1
commands="$(listed_commands "$grundy") match record"
[ "$(echo "$commands" | wc -l)" -ge 18 ] || fail 'commands are missing'
for command in $commands; do
  for action in $(listed_actions "$command"); do commands="$commands $command/$action"; done
done
case $commands in *rules/check*) ;; *) fail 'actions are missing' ;; esac
# shellcheck disable=SC2086 # words
[ "$(find "$pages" -name '*.1' | wc -l)" -eq $(($(printf '%s\n' $commands | wc -l) + 1)) ] ||
  fail 'not one page per command, one per action, and one of all'

# The date is that of the last release.
date=$(sed -n 's/^## [0-9.]* (\([0-9][0-9-]*\))$/\1/p' CHANGELOG.md | head -n 1)
for page in "$pages"/*.1; do
  grep -q "^\.TH .* 1 \"$date\" " "$page" || fail "$page is not of $date"
  name=$(basename "$page" .1)
  for section in NAME SYNOPSIS DESCRIPTION OPTIONS EXAMPLES 'EXIT STATUS' 'SEE ALSO'; do
    grep -qx "\.SH \"\\?$section\"\\?" "$page" || fail "$name has no $section"
  done
  if command -v mandoc > /dev/null; then
    mandoc -Tlint -W warning "$page" > "$out" || true
    expect_no_stdout
  fi
  if command -v man > /dev/null && [ -x /usr/bin/groff ]; then
    MANWIDTH=80 man --warnings -E UTF-8 -l "$page" 2> "$err" > "$out"
    expect_no_stderr
  fi
done

# Every option of the help is in the page, with its text.
plain() { sed 's/\\f[BIR]//g; s/\\-/-/g; s/\\(aq/'\''/g; s/\\(dq/"/g; s/\\(ha/^/g; s/\\(ti/~/g; s/\\&//g; s/\\e/\\/g' "$1"; }
for command in $commands; do
  plain "$pages/grundy-$(echo "$command" | tr / -).1" > "$work/page"
  # shellcheck disable=SC2046 # an action has two words
  "$grundy" $(echo "$command" | tr / ' ') --help > "$work/help"
  grep -o '^ \{2,6\}\(-., \)\?--[a-z0-9-]*\( [A-Z][A-Za-z=.]*\)\?' "$work/help" | sed 's/^ *//; s/ *$//' > "$work/options"
  [ -s "$work/options" ] || fail "$command has no options"
  while read -r option; do
    grep -qFx -e "$option" "$work/page" || fail "the page of $command lacks $option"
  done < "$work/options"
  [ "$(grep -c '^--\|^-., ' "$work/page")" -eq "$(wc -l < "$work/options")" ] ||
    fail "the page of $command has other options than its help"
  grep -qF "grundy\\-$(echo "$command" | sed 's/[-/]/\\-/')" "$pages/grundy.1" || fail "grundy.1 does not list $command"
done

expect_exit 2 "$grundy" help --manual nothing
expect_stderr_line "grundy: unknown command or topic 'nothing'.*"
expect_exit 2 "$grundy" help --manual solve more
# shellcheck disable=SC2016 # the inner shell expands its arguments
expect_exit 5 sh -c '"$0" help --manual solve > /dev/full' "$grundy"
finish
