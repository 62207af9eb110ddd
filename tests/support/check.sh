#!/bin/sh
# Helpers for tests of the command. A test starts with
#     . tests/support/check.sh
# in the root of the project, with the path of grundy as $1, and ends with `finish`. Every failure
# is printed, and finish exits with 1 if there was one. $work is a temporary folder. If a command
# fails and its exit code is not checked, the test ends early and fails.
# shellcheck disable=SC2034 # variables set here are used by the tests
set -eu

export LC_ALL=C.UTF-8
# Leak checks take seconds per process on some machines: tests/cli/leaks.c does them.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=99:detect_leaks=0"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}exitcode=99"
unset NO_COLOR

case $1 in
  /*) grundy=$1 ;;
  *) grundy=$PWD/$1 ;;
esac
# Debian's Python, because the packages that the tests need are installed for it.
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

# run COMMAND...: keeps the output for the expectations below, and the exit code in $status.
# Standard input is that of the caller.
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

# expect_stdout < TEXT: standard output was exactly this text.
expect_stdout() {
  cat > "$work/seen/expected"
  cmp -s "$work/seen/expected" "$out" && return
  fail 'standard output differs; expected:'
  sed 's/^/  expected: /' "$work/seen/expected"
}

# expect_stdout_line PATTERN: some line of standard output matches this grep pattern completely.
expect_stdout_line() {
  grep -qx -e "$1" "$out" || fail "no line of standard output matches $1"
}

# expect_stderr_line PATTERN: standard error was a single line that matches completely.
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

# expect_same FILE FILE: the files have the same bytes and are not empty, since two empty files
# prove nothing.
expect_same() {
  [ -s "$1" ] || fail "$1 is empty"
  cmp -s "$1" "$2" || fail "$1 and $2 differ"
}

# expect_files FOLDER NAME...: the folder contains exactly these files, sorted by name, including
# hidden files.
expect_files() {
  folder=$1
  shift
  there=$(find "$folder" -mindepth 1 | sed "s|^$folder/||" | LC_ALL=C sort | tr '\n' ' ')
  [ "$there" = "$(printf '%s ' "$@")" ] || [ "$there$#" = 0 ] ||
    fail "$folder contains '$there' instead of '$*'"
}

finish() {
  finished=yes
  [ "$failures" -eq 0 ] || { echo "$failures failed"; exit 1; }
  exit 0
}

# listed_commands GRUNDY: prints the commands of the overview, one per line.
listed_commands() {
  "$1" help | awk 'NF == 0 { part++; next } part == 1 { split(substr($0, 13), word); print word[1] }'
}

# Prints the actions of a command, one per line.
listed_actions() { "$grundy" help "$1" | sed -n '/^Actions/,/^$/s/^  \([a-z][a-z]*\)  .*/\1/p'; }
