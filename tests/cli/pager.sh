#!/bin/sh
# --pager: on a terminal, and only there, output goes through $PAGER.

. tests/support/check.sh

marks="sed s/^/paged:/"

# on_terminal NAME=VALUE... -- WORDS...: leaves the output on a terminal in $out.
on_terminal() {
  expect_exit 0 "$python" tests/cli/on_terminal.py TERM=xterm LC_ALL=C.UTF-8 "$@"
}

# Every command that has it.
for words in 'solve examples/ring.edges' 'help solve' 'info examples/ring.edges' \
  'why examples/ring.edges@a' 'heap kayles --max 20' 'rules list' 'rules show chomp' \
  'trace examples/ring.edges'; do
  # shellcheck disable=SC2086 # these are words
  on_terminal PAGER="$marks" -- "$grundy" $words --pager
  [ "$(grep -vc '^paged:' "$out")" -eq 0 ] || fail "$words"
  # shellcheck disable=SC2086
  on_terminal PAGER="$marks" -- "$grundy" $words
  ! grep -q paged "$out" || fail "$words: not asked for"
done
expect_exit 0 "$grundy" solve wythoff:3,5 -o "$work/w.npz"
on_terminal PAGER="$marks" -- "$grundy" value "$work/w.npz" 1,2 --pager
[ "$(grep -vc '^paged:' "$out")" -eq 0 ] || fail 'query'

# Colours stay, and files and pipes are left alone.
esc=$(printf '\033')
on_terminal PAGER="$marks" -- "$grundy" solve examples/ring.edges --pager
grep -q "^paged:.*$esc" "$out" || fail 'colours'
expect_exit 0 env PAGER="$marks" "$grundy" solve examples/ring.edges --pager
! grep -q paged "$out" || fail 'a pipe'
on_terminal PAGER="$marks" -- "$grundy" solve examples/ring.edges --pager -o "$work/file"
[ ! -s "$out" ] || fail 'a file, but something was printed'
grep -q outcome "$work/file" || fail 'a file'

# Without a pager that can be run, output is written as it is.
for pager in '' no-such-program /no/such/program; do
  on_terminal PAGER="$pager" -- "$grundy" solve examples/ring.edges --pager
  grep -q vertex "$out" || fail "PAGER=$pager"
done
on_terminal TERM=dumb PAGER="$marks" -- "$grundy" solve examples/ring.edges --pager
! grep -q paged "$out" || fail 'a dumb terminal'

# A pager that quits early, before or while the table is written.
for pager in true 'head -n 1'; do
  expect_exit 0 "$python" tests/cli/on_terminal.py TERM=xterm PAGER="$pager" -- \
    "$grundy" heap kayles --max 100000 --pager
  ! grep -q grundy: "$out" || fail "$pager: a message"
done

# Ctrl-C is for the pager: the command ends when the pager does.
expect_exit 0 "$python" tests/cli/on_terminal.py TERM=xterm \
  PAGER='trap : INT; kill -INT 0; cat > /dev/null; echo done' -- \
  "$grundy" heap kayles --max 1000 --pager

# An error has its exit code and its message.
expect_exit 3 "$python" tests/cli/on_terminal.py TERM=xterm PAGER="$marks" -- "$grundy" solve nothing --pager
grep -q '^nothing: ' "$out" || fail 'an error'

finish
