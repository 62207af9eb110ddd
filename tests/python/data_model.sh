#!/bin/sh
# Objects of the Python module behave as those of Python do.
. tests/support/check.sh
. tests/support/python.sh

with_module "$python" tests/python/data_model.py > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '^OK' "$out" || fail 'no test was run'
finish
