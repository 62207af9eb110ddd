#!/bin/sh
# Ordinals, values and heap games in Python agree with their definitions.
. tests/support/check.sh
. tests/support/python.sh

with_module "$python" tests/python/arithmetic.py > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '^OK' "$out" || fail 'no test was run'
finish
