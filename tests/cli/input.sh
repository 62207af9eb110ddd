#!/bin/sh
# Bad input gives one line with file, line and column, exit code 3, and no output.
. tests/support/check.sh
cd "$work" || exit 1

# bad PATTERN FILE
bad() {
  printf 'as it was\n' > kept.tsv
  expect_exit 3 "$grundy" solve "$2" -o kept.tsv
  expect_no_stdout
  expect_stderr_line "$1"
  [ "$(cat kept.tsv)" = 'as it was' ] || fail 'the existing file was changed'
  expect_exit 3 "$grundy" solve "$2" -o new.tsv
  [ ! -e new.tsv ] || fail 'a file was written'
}

bad 'nowhere: .*' nowhere
mkdir folder
bad 'folder: .*' folder
printf 'a b\na b c\n' > three
bad 'three:2:5: .*' three
printf 'a b\n@ b\n' > reserved
bad 'reserved:2:1: .*' reserved
printf 'a b\nc \377d\n' > encoding
bad 'encoding:2:[34]: .*' encoding
printf 'a b\nc \000d\n' > zero
bad 'zero:2:[34]: .*' zero
head -c 3000000 /dev/zero | tr '\0' 'x' > long
bad 'long:1:[0-9]*: .*' long
if [ "$(id -u)" -ne 0 ]; then
  printf 'a b\n' > secret
  chmod 0 secret
  bad 'secret: .*' secret
fi

# The same from standard input, which has a name in messages, too.
expect_exit 3 "$grundy" solve - < three
expect_stderr_line '.*:2:5: .*'

# A standard input that cannot be read.
run "$grundy" solve - < folder
case $status in 3 | 5) ;; *) fail "exit code $status" ;; esac
expect_stderr_line 'standard input: .*'
run "$grundy" solve - <&-
case $status in 3 | 5) ;; *) fail "exit code $status" ;; esac
expect_stderr_line 'standard input: .*'

# On a terminal, a hint says once what to type.
cat > keyboard.py << 'END'
import os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
os.write(terminal, b"a b\n\x04")
try:
    while block := os.read(terminal, 65536):
        sys.stdout.buffer.write(block)
except OSError:
    pass
END
for words in 'solve -' 'linear -' 'linear -'; do
  # shellcheck disable=SC2086 # words
  expect_exit 0 timeout 60 "$python" keyboard.py "$grundy" $words
  [ "$(grep -c '^Type .*\. End with Ctrl-D\.' "$out")" -eq 1 ] || fail 'the hint is not printed exactly once'
done

# A file called - is ./-.
printf 'a b\n' > ./-
expect_exit 0 "$grundy" solve ./- --to tsv < /dev/null
[ "$(wc -l < "$out")" -eq 3 ] || fail 'the file called - has two positions'

finish
