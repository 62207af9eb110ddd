#!/bin/sh
# Work that takes longer than a second shows progress on a terminal, and only there.
. tests/support/check.sh

mkfifo "$work/pipe"

# Three blocks of moves, more than a second apart.
cat > "$work/slow.sh" <<'END'
moves() { awk 'BEGIN { for (i = 0; i < 1500000; i++) print "a b" }'; }
{ moves; sleep 1.3; moves; moves; } > "$2/pipe" &
"$1" solve "$2/pipe" -o "$2/solution.tsv"
code=$?
wait
exit $code
END

expect_exit 0 "$python" tests/cli/on_terminal.py -- sh "$work/slow.sh" "$grundy" "$work"
tr '\r' '\n' < "$out" > "$work/lines"
grep -q '^reading.*[1-9] s *$' "$work/lines" || fail 'the phase and the time are shown'
[ -z "$(tail -n 1 "$work/lines" | tr -d ' ')" ] || fail 'the line is removed at the end'
[ -s "$work/solution.tsv" ] || fail 'the solution is written'

expect_exit 0 sh "$work/slow.sh" "$grundy" "$work"
expect_no_stdout
expect_no_stderr

# Short work shows nothing on a terminal either.
printf 'a b\n' > "$work/game"
expect_exit 0 "$python" tests/cli/on_terminal.py -- "$grundy" solve "$work/game" -o "$work/s.tsv"
expect_no_stdout

finish
