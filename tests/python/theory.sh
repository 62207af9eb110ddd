#!/bin/sh
# The Python module agrees with the theory, written naively in Python, on random games.
. tests/support/check.sh
. tests/support/python.sh

with_module "$python" tests/python/theory.py > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '^OK' "$out" || fail 'no test was run'
finish
