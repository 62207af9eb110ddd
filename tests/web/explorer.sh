#!/bin/sh
# The explorer in a headless browser.
# usage: explorer.sh GRUNDY [SCENE...]      all scenes by default
# If the variable SHARE is 2/4, only the second quarter of them.
. tests/support/check.sh
shift

# address_in FILE: prints the address that a server writes there as soon as it listens.
address_in() {
  tries=0
  until grep -qs http "$1" || [ "$tries" -eq 100 ]; do
    tries=$((tries + 1))
    sleep 0.1
  done
  grep -o 'http://[^ ]*' "$1"
}

# Makes two folders of tiers: of rules in Lua, and of a game of the gallery.
make_folders() {
  cat > "$work/counters.lua" << 'END'
local function fewer(n)
  local to = {}
  for i = 1, math.min(n, 3) do to[i] = n - i end
  return to
end
return {
  args = { "n=20" },
  start = function(n) return n end,
  moves = fewer,
  count = function() return 1 end,
  rank = function(n) return n, 0 end,
  unrank = function(n) return n end,
  tiers = fewer,
}
END
  (cd "$work" && "$grundy" solve counters.lua --tiers nim-tiers --columns outcome,remoteness &&
    "$grundy" solve chomp:3,4 --tiers chomp-tiers --columns outcome,remoteness) > /dev/null ||
    fail 'the folders of tiers'
}

# A server without games, and one with folders of tiers.
"$grundy" serve --port 0 --time 300 > "$work/served" 2> "$err" &
server=$!
trap 'kill "$server" 2> /dev/null; wait "$server"; rm -rf "$work"' EXIT
make_folders
(cd "$work" && exec "$grundy" serve nim-tiers chomp-tiers/ --port 0 > folders-served 2>&1) &
folders=$!
trap 'kill "$server" "$folders" 2> /dev/null; wait "$server" "$folders"; rm -rf "$work"' EXIT
FOLDERS=$(address_in "$work/folders-served")
export FOLDERS
address=$(address_in "$work/served")
if [ -z "$address" ] || [ -z "$FOLDERS" ]; then
  fail 'no address'
  finish
fi

# The page loads nothing from other sites, and has no inline scripts or styles.
last='grep web/page'
if grep -rnE 'https?://' web/page | grep -vE 'http://www\.w3\.org/(2000/svg|1999/)'; then
  fail 'an address of another site'
fi
if grep -nE ' (style|on[a-z]+)=|<style|<script>' web/page/index.html; then fail 'an inline script or style'; fi

last='explorer.py'
export PYTHONDONTWRITEBYTECODE=1
"$python" tests/web/explorer.py "$address" "${SHARE:-1/1}" "" "$@" > "$out" 2> "$err" || fail 'the page'
expect_no_stdout
grep 'failed once' "$err" || :
finish
