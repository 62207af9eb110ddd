#!/bin/sh
# A million calls from Python do not leak.
. tests/support/check.sh
. tests/support/python.sh

with_module "$python" tests/python/million.py > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '^1,000,000 calls' "$out" || fail "$(cat "$out")"
finish
