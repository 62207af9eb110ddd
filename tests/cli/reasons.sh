#!/bin/sh
# With GRUNDY_REASONS=1 the message of an error is followed by a line with the reason, for programs.
. tests/support/check.sh
cd "$work" || exit 1

# failed CODE MESSAGE REASON ARGUMENT...: the message is a pattern, and only the reason follows it.
failed() {
  code=$1 message=$2 reason=$3
  shift 3
  expect_exit "$code" env GRUNDY_REASONS=1 GRUNDY_CONFINED=1 "$grundy" "$@"
  sed -n 1p "$err" | grep -qx "$message" || fail "another message: $(cat "$err")"
  [ "$(sed -n '2,$p' "$err")" = "reason: $reason" ] || fail "another reason: $(cat "$err")"
}

printf 'a b\n' > game.gml
failed 3 'game.gml: grundy does not read GML; .* or --from edges' ending solve game.gml
failed 2 "grundy: [^;]*; expected [^;]*" other solve --to nothing game.gml # without '; try'
failed 3 'absent.edges: No such file or directory' no-file solve absent.edges
failed 3 '/etc/hostname: .*' confined solve /etc/hostname
"$grundy" random degree --positions 3000 --degree 2 -o large.npz || fail 'no random game'
failed 4 '.* too many for a picture; expected at most [0-9]* and [0-9]*; --around .*' picture draw large.npz -o large.svg
failed 4 'grundy: .* a smaller --max' memory heap 0.007 --max 2000000000 --memory 1G
failed 4 'grundy: the time is up; .*' time heap 0.007 --max 50000000 --time 1

# Only the value 1 has this effect.
expect_exit 3 env GRUNDY_REASONS=0 "$grundy" solve game.gml
expect_stderr_line '.* or --from edges'
finish
