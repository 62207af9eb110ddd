#!/bin/sh
# Functions of Python have the parameters, defaults, types and explanations of the contract.
. tests/support/check.sh
. tests/support/python.sh

"$grundy" help --contract > "$work/contract.json"
with_module "$python" tests/python/contract.py "$work/contract.json" > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '^OK' "$out" || fail 'no test was run'
finish
