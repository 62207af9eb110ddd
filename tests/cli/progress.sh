#!/bin/sh
# Work that takes longer than a second shows progress on a terminal, and only there.
. tests/support/check.sh

mkfifo "$work/pipe"

# Three blocks of moves, more than a second apart.
cat > "$work/slow.sh" <<'END'
moves() { awk 'BEGIN { for (i = 0; i < 1500000; i++) print "1 2" }'; }
{ [ "$3" = edges ] || printf '%%%%MatrixMarket matrix coordinate pattern general\n2 2 4500000\n'
  moves; sleep 1.3; moves; moves; } > "$2/pipe" &
[ -z "$4" ] || stty cols "$4"
# shellcheck disable=SC2086 # no option, or one
"$1" solve "$2/pipe" --from "$3" -o "$2/solution.tsv" $5
code=$?
wait
exit $code
END

# on_terminal LOCALE FORMAT [COLUMNS [OPTION]]: keeps the lines of progress.
on_terminal() {
  rm -f "$work/solution.tsv"
  expect_exit 0 "$python" tests/cli/on_terminal.py LC_ALL="$1" -- \
    sh "$work/slow.sh" "$grundy" "$work" "$2" "${3-}" "${4-}"
  tr '\r' '\n' < "$out" > "$work/lines"
  [ -z "$(tail -n 1 "$work/lines" | tr -d ' ')" ] || fail 'the line is removed at the end'
  [ -s "$work/solution.tsv" ] || fail 'the solution is written'
}

# The total is not known: a mark moves, and the time is shown.
on_terminal C.UTF-8 edges
grep -q '^reading  *▕ *████ *▏  [1-9] s *$' "$work/lines" || fail 'the mark and the time are not shown'

# The total is known.
on_terminal C mtx
grep -q '^reading  *\[##*>* *\]  *[1-9][0-9]* %  [1-9][0-9]* s left *$' "$work/lines" ||
  fail 'the bar, the share and the remaining time are not shown'

# Without room for a bar, and without room for the words.
on_terminal C.UTF-8 mtx 30
grep -q '^reading  *[1-9][0-9]* %  [1-9][0-9]* s left *$' "$work/lines" ||
  fail 'the share and the remaining time are not shown'
on_terminal C.UTF-8 mtx 12
grep -q '^reading  *[1-9]' "$work/lines" || fail 'the share is not shown'
! grep -q '.\{12\}' "$work/lines" || fail 'a line is too long'

# Unless nobody wants it.
for option in -q --no-progress; do
  on_terminal C.UTF-8 mtx '' $option
  ! grep -q reading "$work/lines" || fail "progress is shown in spite of $option"
done

expect_exit 0 sh "$work/slow.sh" "$grundy" "$work" edges "" ""
expect_no_stdout
expect_no_stderr

# Short work shows no progress on a terminal either.
printf 'a b\n' > "$work/game"
expect_exit 0 "$python" tests/cli/on_terminal.py -- "$grundy" solve "$work/game" -o "$work/s.tsv"
expect_no_stdout

finish
