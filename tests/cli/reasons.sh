#!/bin/sh
# A command with --json, or with GRUNDY_ERRORS=json, that fails prints an object for programs on standard
# output, next to the line on standard error.
. tests/support/check.sh
cd "$work" || exit 1

# failed CODE REASON PATTERN ARGUMENT...: the object has this reason and matches the pattern.
failed() {
  code=$1 reason=$2 pattern=$3
  shift 3
  expect_exit "$code" env GRUNDY_ERRORS=json GRUNDY_CONFINED=1 "$grundy" "$@"
  [ "$(wc -l < "$err")" -eq 1 ] || fail "not one line: $(cat "$err")"
  tail -n 1 "$out" > last
  grep -q "^{\"error\": {\"reason\": \"$reason\", \"message\": \".*\", \"hint\": .*\"code\": $code, .*}}\$" last ||
    fail "another object: $(cat last)"
  grep -q "$pattern" last || fail "not $pattern: $(cat last)"
}

printf 'a b\n' > game.gml
printf 'a b c\n' > wrong.edges
failed 3 ending '"hint": "or use --from edges", "file": "game.gml", "line": null' solve game.gml
failed 3 syntax '"file": "wrong.edges", "line": 1, "column": 5' solve wrong.edges
failed 2 usage '"message": "--to is .*", "hint": "try .grundy solve --help.", "file": null' solve --to nothing game.gml
failed 2 usage 'did you mean .*?", "hint": null' solve --to tsw game.gml
failed 3 no-file '"message": "No such file or directory", "hint": null, "file": "absent.edges"' solve absent.edges
failed 3 confined hostname solve /etc/hostname
"$grundy" random degree --positions 3000 --degree 2 -o large.npz || fail 'no random game'
failed 4 picture '"hint": "--around POSITION' draw large.npz -o large.svg
failed 4 memory 'smaller --max' heap 0.007 --max 2000000000 --memory 1G
failed 4 time 'the time is up' heap 0.007 --max 50000000 --time 1
failed 4 time '"hint": "--time allows 0.5 s".*"positions": [1-9]' info chomp:9,9 --time 0.5 --no-split

# --json has the same effect; without both there is no object.
expect_exit 3 "$grundy" solve --json absent.edges
expect_stdout_line '{"error": {"reason": "no-file", .*'
expect_exit 3 "$grundy" solve absent.edges --to json
expect_stdout_line '{"error": {"reason": "no-file", .*'
expect_exit 3 "$grundy" solve absent.edges --to=json
expect_stdout_line '{"error": {"reason": "no-file", .*'
expect_exit 3 "$grundy" solve absent.edges --to tsv
expect_no_stdout
expect_stderr_line 'absent.edges: No such file or directory'
expect_exit 2 "$grundy" solve --nothing --json
expect_stdout_line '{"error": {"reason": "usage", .*'
expect_exit 3 env GRUNDY_ERRORS=1 "$grundy" solve absent.edges
[ ! -s "$out" ] || fail 'an object that nobody asked for'
finish
