#!/bin/sh
# One malformed file per error: exit code 3, no output, and on standard error just the line in
# bad/expected.
. tests/support/check.sh
export LC_ALL=C
cd tests/format/bad || exit 1

# refused COMMAND...: it exits with 3, and $work/said gets the line that says why.
refused() {
  expect_exit 3 "$@"
  [ ! -s "$out" ] || fail 'a file was written'
  cat "$err" >> "$work/said"
}

for game in games/*; do refused "$grundy" solve "$game"; done
for solution in solutions/*.tsv solutions/*.csv solutions/*.json solutions/*.npz; do
  refused "$grundy" verify solutions/game.edges "$solution"
done
diff -u expected "$work/said" || fail 'the errors differ from bad/expected'

# Files that are better generated than stored.
refused_with() {
  line=$1
  shift
  refused "$@"
  [ "$(cat "$err")" = "$line" ] || fail "expected: $line"
}
too_long='a line of more than 1048576 bytes'
{ echo 'a b'; head -c 100000000 /dev/zero | tr '\0' a; } > "$work/long.edges"
refused_with "$work/long.edges:2:1: $too_long" "$grundy" solve "$work/long.edges"
{ head -c 100000000 /dev/zero | tr '\0' ' '; echo '# comment'; } > "$work/long.edges"
refused_with "standard input:1:1: $too_long" "$grundy" solve - < "$work/long.edges"
refused_with 'games: this is a directory' "$grundy" solve games
refused_with 'nowhere.edges: No such file or directory' \
  "$grundy" solve nowhere.edges
finish
