#!/bin/sh
# Corner cases that users meet sooner or later.
. tests/support/check.sh
cd "$work" || exit 1
printf 'a b\nb a\nb c\n' > game.edges
"$grundy" solve game.edges --columns all -o right.tsv || fail 'solve'
"$grundy" solve game.edges --columns all -o right.csv || fail 'solve'
"$grundy" solve game.edges --columns all -o right.json || fail 'solve'

# A byte order mark, as written by spreadsheets, is ignored, as are blank lines in tables.
for format in tsv csv json; do
  { printf '\357\273\277'; cat right.$format; } > marked.$format
  expect_exit 0 "$grundy" verify game.edges marked.$format
done
for format in tsv csv; do
  { cat right.$format; echo; printf '\r\n'; } > blank.$format
  expect_exit 0 "$grundy" verify game.edges blank.$format
done

# Control characters of two bytes do not reach the terminal, neither in tables nor in errors.
printf 'a\302\233x b\n' | expect_exit 0 "$grundy" solve -
grep -q 'a\\x9bx' "$out" || fail 'a control character is shown by its number'
printf 'vertex\toutcome\na\302\233x\tP\n' > strange.tsv
expect_exit 3 "$grundy" verify game.edges strange.tsv
grep -q "a??x" "$err" || fail 'a control character is blanked in an error'

# Findings of the verifier about a set are true for any number of moves.
{ echo 'u v'; echo 'v v'; echo 'one z0'; seq -f 'v z%.0f' 0 69; echo 'v one'; } > many.edges
"$grundy" solve many.edges -o many.tsv || fail 'solve'
awk -F '\t' -v OFS='\t' '$1 == "u" { $7 = 0 } { print }' many.tsv > wrong.tsv
expect_exit 1 "$grundy" verify many.edges wrong.tsv
expect_stdout_line 'wrong: u: condition B fails: the move to v (∞{0,1}) has no reply .*'

# vertex is a column of every file, but cannot be computed.
expect_exit 0 "$grundy" solve game.edges --columns vertex,outcome --to tsv
expect_stdout_line 'vertex	outcome'
expect_exit 2 "$grundy" solve game.edges --columns vertex

# A file with an ending of solutions is not a game unless --from says so.
printf 'a b\n' > game.csv
expect_exit 3 "$grundy" solve game.csv
expect_exit 0 "$grundy" solve game.csv --from edges

# A dangling link stays as it is.
ln -s nowhere.tsv link.tsv
expect_exit 5 "$grundy" solve game.edges -o link.tsv
[ -L link.tsv ] || fail 'the link was removed'

# Superfluous words.
expect_exit 2 "$grundy" solve --help=x
expect_exit 2 "$grundy" --version more
expect_exit 2 "$grundy" --help more

# No file is left if standard error is closed.
mkdir folder
cut -f 1,4 right.tsv > sets.tsv
{ sleep 0.3; "$grundy" solve game.edges --solution sets.tsv --check -o folder/x.tsv; } 2>&1 | :
[ -z "$(ls -A folder)" ] || fail "files are left: $(ls -A folder)"
finish
