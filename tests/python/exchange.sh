#!/bin/sh
# Games and solutions go to other libraries and come back, in C, as a loop over moves would do it.
. tests/support/check.sh
. tests/support/python.sh

with_module "$python" tests/python/exchange.py > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '^OK' "$out" || fail 'no test was run'
finish
