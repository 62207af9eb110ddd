#!/bin/sh
# The explorer in a headless browser.
# usage: explorer.sh GRUNDY [SCENE...]      all scenes by default
. tests/support/check.sh
shift

# The server prints its address as soon as it listens.
"$grundy" serve --port 0 --time 60 > "$work/served" 2> "$err" &
server=$!
trap 'kill "$server" 2> /dev/null; wait "$server"; rm -rf "$work"' EXIT
tries=0
until grep -qs http "$work/served" || [ "$tries" -eq 100 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
address=$(grep -o 'http://[^ ]*' "$work/served")
[ -n "$address" ] || { fail 'no address'; finish; }

# The page loads nothing from other sites, and has no inline scripts or styles.
last='grep web/page'
if grep -rnE 'https?://' web/page | grep -vE 'http://www\.w3\.org/(2000/svg|1999/)'; then
  fail 'an address of another site'
fi
if grep -nE ' (style|on[a-z]+)=|<style|<script>' web/page/index.html; then fail 'an inline script or style'; fi

# Two browsers share the scenes, which mostly wait.
last='explorer.py'
export PYTHONDONTWRITEBYTECODE=1
"$python" tests/web/explorer.py "$address" 1/2 "" "$@" > "$work/first" 2>&1 &
first=$!
"$python" tests/web/explorer.py "$address" 2/2 "" "$@" > "$out" 2> "$err" || fail 'the page'
wait "$first" || fail 'the page in the other browser'
cat "$work/first" >> "$out"
expect_no_stdout
finish
