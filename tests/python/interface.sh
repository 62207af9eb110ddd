#!/bin/sh
# What the Python module promises about arguments, memory, signals and threads.
. tests/support/check.sh
. tests/support/python.sh

with_module "$python" tests/python/interface.py > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '^OK' "$out" || fail 'no test was run'
finish
