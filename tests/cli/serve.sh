#!/bin/sh
# Starting the server, and rejected options. tests/web sends requests to it.
. tests/support/check.sh

expect_exit 0 "$grundy" serve --help
expect_stdout_line 'usage: grundy serve \[GAME...\] \[OPTIONS\]'
expect_exit 2 "$grundy" serve --listen 0.0.0.0
expect_stderr_line "grundy: --listen 0.0.0.0 lets other machines connect; give --token-file FILE; try 'grundy serve --help'"

# A token comes from one source, and is long enough.
advice="is not a good token; use 16 to 200 letters, digits, - and _; try 'grundy serve --help'"
for token in '' short 'sixteen signs !!' "$(printf '%0201d' 0)"; do
  printf '%s\n' "$token" > "$work/token"
  expect_exit 2 "$grundy" serve --token "$token"
  expect_stderr_line "grundy: --token $advice"
  expect_exit 2 "$grundy" serve --token-file "$work/token"
  expect_stderr_line "grundy: --token-file $advice"
  expect_exit 2 env GRUNDY_TOKEN="$token" "$grundy" serve
  expect_stderr_line "grundy: GRUNDY_TOKEN $advice"
done
printf '0123456789abcdef\0more\n' > "$work/token"
expect_exit 2 "$grundy" serve --token-file "$work/token"
: > "$work/token"
expect_exit 2 "$grundy" serve --token-file "$work/token"
expect_exit 3 "$grundy" serve --token-file "$work/no-token"
expect_stderr_line "$work/no-token: No such file or directory"
expect_exit 3 "$grundy" serve --token-file "$work"
expect_stderr_line "$work: Is a directory"
expect_exit 2 "$grundy" serve --token 0123456789abcdef --token-file "$work/token"
expect_exit 2 env GRUNDY_TOKEN=0123456789abcdef "$grundy" serve --token 0123456789abcdef
expect_stderr_line "grundy: --token conflicts with GRUNDY_TOKEN; give only one; try 'grundy serve --help'"
expect_exit 2 env GRUNDY_TOKEN= "$grundy" serve --token-file "$work/token"
expect_stderr_line "grundy: --token-file conflicts with GRUNDY_TOKEN; give only one; try 'grundy serve --help'"
expect_exit 2 "$grundy" serve --port 65536
expect_exit 2 "$grundy" serve --time 0
expect_exit 3 "$grundy" serve "$work/nothing.edges" --port 0
printf 'a b c\n' > "$work/bad.edges"
expect_exit 3 "$grundy" serve "$work/bad.edges" --port 0
expect_stderr_line '.*bad.edges:1:5: a third word; expected .*'
expect_exit 5 "$grundy" serve --listen 203.0.113.1 --token 0123456789abcdef --port 0
expect_stderr_line 'grundy: 203.0.113.1 is not an address of this machine; use 0.0.0.0 for all its addresses'
mkdir "$work/folder"
expect_exit 5 env TMPDIR="$work/nothing" "$grundy" serve --port 0
expect_stderr_line 'grundy: cannot make a temporary folder: No such file or directory'

# start WORD...: starts a server and puts its address into $work/address.
start() {
  rm -f "$work/address"
  TMPDIR=$work/folder "$grundy" serve --port 0 "$@" > "$work/address" 2> "$err" &
  server=$!
  for _ in $(seq 200); do
    [ -s "$work/address" ] && return
    sleep 0.1
  done
  fail 'the server does not print its address'
}

# Signals end it with exit code 0, and no file is left. (Shells start background processes with
# SIGINT ignored: tests/web/limits.py sends that.)
for signal in TERM HUP; do
  start
  kill -s $signal $server
  status=0
  wait $server || status=$?
  [ $status -eq 0 ] || fail "exit code $status after SIG$signal"
  expect_files "$work/folder"
done

# The token is in the address, whether it comes from a file or from the environment; commands do not
# get that variable.
expect_token() {
  grep -q 'http://127.0.0.1:[0-9]*/?token=0123456789abcdef$' "$work/address" || fail 'wrong token'
  kill $server
  wait $server
}
printf '0123456789abcdef\r\n' > "$work/token"
start --token-file "$work/token"
expect_token
GRUNDY_TOKEN=0123456789abcdef
export GRUNDY_TOKEN
start
unset GRUNDY_TOKEN
expect_token

# Formats that the page cannot edit, compressed files and rules in C are offered as edge lists; a port
# in use cannot be used again.
expect_first() {
  expect_exit 0 "$python" -c '
import json, sys, urllib.request
request = urllib.request.Request("http://127.0.0.1:%s/api/examples" % sys.argv[1], headers={"Authorization": "Bearer 0123456789abcdef"})
first = json.load(urllib.request.urlopen(request))["examples"][0]
assert first["group"] == "opened" and first["game"]["format"] == "edges" and sys.argv[2] in first["game"]["text"], first' "$port" "$1"
}
find_port() {
  port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\)/?token=0123456789abcdef$|\1|p' "$work/address")
}
"$grundy" convert examples/ring.edges "$work/ring.npz" || fail 'no ring.npz'
start "$work/ring.npz" --token 0123456789abcdef
grep -qx 'Only this machine can connect.' "$work/address" || fail 'the server does not say who can connect'
find_port
expect_exit 5 "$grundy" serve --port "$port"
expect_stderr_line "grundy: port $port of 127.0.0.1 is in use, perhaps by another grundy serve; choose another port, or 0 for any free one"
expect_first 'a b
'
kill $server
wait $server
gzip -c examples/ring.edges > "$work/ring.edges.gz"
start "$work/ring.edges.gz" --token 0123456789abcdef
find_port
expect_first 'a b
'
kill $server
wait $server
(cd "$work" && "$grundy" rules new heaps --c && "$grundy" rules build heaps.c) > "$out" || fail 'no heaps.so'
start "$work/heaps.so:0,1" --token 0123456789abcdef
find_port
expect_first '0-1 0-0'
kill $server
wait $server || fail "exit code $? of a server with rules in C"
expect_files "$work/folder"

finish
