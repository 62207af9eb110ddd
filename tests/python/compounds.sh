#!/bin/sh
# Compounds, matches, maps and rules in Python agree with their definitions on random games.
. tests/support/check.sh
. tests/support/python.sh

with_module "$python" tests/python/compounds.py > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '^OK' "$out" || fail 'no test was run'
finish
