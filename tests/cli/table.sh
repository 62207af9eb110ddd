#!/bin/sh
# The table for people: the infinity sign, a summary below, colours on demand.
. tests/support/check.sh

printf 'a a\na z\na w\na v\nv z\nv y\nv w\nw z\nw y\ny z\nd d\n' > "$work/game"
esc=$(printf '\033')

expect_exit 0 "$grundy" solve "$work/game"
expect_no_stderr
expect_stdout_line 'vertex  *outcome .*'
expect_stdout_line 'a  *N  *∞{0,2,3}  *1  *∞ .*'
expect_stdout_line 'd  *D  *∞{}  *∞  *∞ .*'
expect_stdout_line '6 positions, 11 moves\. 1 P-position, 4 N-positions, 1 draw\. 2 infinite values, largest value 3, largest remoteness 1\. Solved in .*s\.'
[ -z "$(tail -n 2 "$out" | head -n 1)" ] || fail 'no blank line before the summary'
! grep -q "$esc" "$out" || fail 'colours in a pipe'
! grep -q ' $' "$out" || fail 'a line ends with a space'

# If the terminal cannot display the sign.
expect_exit 0 env LC_ALL=C "$grundy" solve "$work/game"
expect_stdout_line 'a  *N  *inf{0,2,3}  *1  *inf .*'
! grep -q '∞' "$out" || fail 'only ASCII in the locale C'

# The summary describes only the columns shown.
expect_exit 0 "$grundy" solve "$work/game" --columns outcome
expect_stdout_line '6 positions, 11 moves\. 1 P-position, 4 N-positions, 1 draw\. Solved in [0-9.]* ms\.'
expect_exit 0 "$grundy" solve "$work/game" --columns grundy
expect_stdout_line '6 positions, 11 moves\. 2 infinite values, largest value 3\. Solved in [0-9.]* ms\.'
expect_exit 0 "$grundy" solve "$work/game" --columns remoteness
expect_stdout_line '6 positions, 11 moves\. Largest remoteness 1\. Solved in [0-9.]* ms\.'
expect_exit 0 "$grundy" solve "$work/game" --columns distance
expect_stdout_line '6 positions, 11 moves\. Solved in [0-9.]* ms\.'

# Each column alone can be checked.
for column in outcome grundy k remoteness distance counter misere misere_remoteness hmin j all; do
  expect_exit 0 "$grundy" solve "$work/game" --columns $column --check
  expect_stdout_line '6 positions, 11 moves\..* Solved in .*s, checked\.'
done

# Singular and plural; draws have no largest value.
printf 'a\n' > "$work/one"
expect_exit 0 "$grundy" solve "$work/one"
expect_stdout_line '1 position, 0 moves\. 1 P-position, 0 N-positions, 0 draws\. 0 infinite values, largest value 0, largest remoteness 0\. .*'
printf 'a a\n' > "$work/loop"
expect_exit 0 "$grundy" solve "$work/loop"
expect_stdout_line '1 position, 1 move\. 0 P-positions, 0 N-positions, 1 draw\. 1 infinite value\. Solved in .*'
expect_exit 0 "$grundy" solve /dev/null
expect_stdout_line '0 positions, 0 moves\. .*'

# Colours: always, never, and by default only on a terminal.
for spelling in colour color; do
  expect_exit 0 "$grundy" solve "$work/game" --$spelling always
  grep -q "$esc" "$out" || fail 'no colours'
  expect_exit 0 env NO_COLOR=1 "$grundy" solve "$work/game" --$spelling=always
  grep -q "$esc" "$out" || fail 'NO_COLOR overrides the option'
done
expect_exit 2 "$grundy" solve "$work/game" --colour always --to tsv
expect_no_stdout

# on_terminal WHAT EXPECTED NAME=VALUE... -- ARGUMENT...: checks whether the output is coloured.
on_terminal() {
  what=$1
  colours=$2
  shift 2
  expect_exit 0 "$python" tests/cli/on_terminal.py "$@"
  found=no
  grep -q "$esc" "$out" && found=yes
  [ $found = "$colours" ] || fail "$what"
}
on_terminal 'a terminal has colours' yes TERM=xterm -- "$grundy" solve "$work/game"
on_terminal 'an empty NO_COLOR means nothing' yes TERM=xterm NO_COLOR= -- "$grundy" solve "$work/game"
on_terminal 'NO_COLOR' no TERM=xterm NO_COLOR=1 -- "$grundy" solve "$work/game"
on_terminal 'a dumb terminal' no TERM=dumb -- "$grundy" solve "$work/game"
on_terminal 'never' no TERM=xterm -- "$grundy" solve "$work/game" --colour never
on_terminal 'a file' no TERM=xterm -- "$grundy" solve "$work/game" -o "$work/file.txt"
! grep -q "$esc" "$work/file.txt" || fail 'colours in a file'

finish
