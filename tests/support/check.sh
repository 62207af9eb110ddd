#!/bin/sh
# Small words for tests of the command. A test starts with
#     . tests/support/check.sh
# at the root of the project, with the path of grundy as $1, and ends with `finish`. Every
# failure is printed, and finish exits 1 if there was one. $work is a folder of the test's own.
# A command that fails where nothing looks at its exit code ends the test, which then fails.
# shellcheck disable=SC2034 # what is set here is used by the tests
set -eu

export LC_ALL=C.UTF-8
# Looking for leaks takes seconds a process on some machines: tests/cli/leaks.c does it.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=99:detect_leaks=0"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}exitcode=99"
unset NO_COLOR

case $1 in
  /*) grundy=$1 ;;
  *) grundy=$PWD/$1 ;;
esac
# Debian's own, because the packages of the tests are installed for it.
python=/usr/bin/python3
[ -x $python ] || python=python3
work=$(mktemp -d)
last=
finished=
leave() {
  [ -n "$finished" ] || echo "FAILED: the test ended early; its last command was: $last"
  rm -rf "$work"
}
trap leave EXIT
mkdir "$work/seen"
out=$work/seen/stdout
err=$work/seen/stderr
failures=0

fail() {
  failures=$((failures + 1))
  printf 'FAILED: %s\n' "$1"
  printf '  command: %s\n' "$last"
  sed 's/^/  stdout: /' "$out" | head -40
  sed 's/^/  stderr: /' "$err" | head -40
}

# run COMMAND...: what it prints is kept for the expectations below, its exit code is $status.
# Standard input is that of the call.
run() {
  last=$*
  status=0
  "$@" > "$out" 2> "$err" || status=$?
}

# expect_exit CODE COMMAND...
expect_exit() {
  expected=$1
  shift
  run "$@"
  [ "$status" -eq "$expected" ] || fail "exit code $status instead of $expected"
}

# expect_stdout < TEXT: standard output was exactly this.
expect_stdout() {
  cat > "$work/seen/expected"
  cmp -s "$work/seen/expected" "$out" && return
  fail 'another standard output was expected:'
  sed 's/^/  expected: /' "$work/seen/expected"
}

# expect_stdout_line PATTERN: a line of standard output matches this grep pattern as a whole.
expect_stdout_line() {
  grep -qx -e "$1" "$out" || fail "no line of standard output matches $1"
}

# expect_stderr_line PATTERN: standard error was one line, and it matches as a whole.
expect_stderr_line() {
  if [ "$(wc -l < "$err")" -ne 1 ] || ! grep -qx -e "$1" "$err"; then
    fail "standard error is not one line that matches $1"
  fi
}

expect_no_stdout() {
  [ ! -s "$out" ] || fail 'standard output should be empty'
}

expect_no_stderr() {
  [ ! -s "$err" ] || fail 'standard error should be empty'
}

# expect_same FILE FILE: they have the same bytes, and some: two empty files show nothing.
expect_same() {
  [ -s "$1" ] || fail "$1 is empty"
  cmp -s "$1" "$2" || fail "$1 and $2 differ"
}

# expect_files FOLDER NAME...: these files are there, sorted by name, and nothing else is,
# hidden files included.
expect_files() {
  folder=$1
  shift
  there=$(find "$folder" -mindepth 1 | sed "s|^$folder/||" | LC_ALL=C sort | tr '\n' ' ')
  [ "$there" = "$(printf '%s ' "$@")" ] || [ "$there$#" = 0 ] ||
    fail "in $folder there is '$there' instead of '$*'"
}

finish() {
  finished=yes
  [ "$failures" -eq 0 ] || { echo "$failures failed"; exit 1; }
  exit 0
}
