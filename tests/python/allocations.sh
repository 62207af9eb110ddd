#!/bin/sh
# Failing allocations surface in Python as MemoryError and never crash. GRUNDY_FAILING is a library
# that makes one allocation fail; the module has no sanitizers, which allocate themselves.
. tests/support/check.sh
. tests/support/python.sh

preloaded=$GRUNDY_FAILING
PYTHONMALLOC=malloc with_module "$python" tests/python/allocations.py > "$out" 2>&1 || fail "$(tail -n 20 "$out")"
grep -qE '^[0-9]{4,} allocations failed$' "$out" || fail 'too few allocations failed'
finish
