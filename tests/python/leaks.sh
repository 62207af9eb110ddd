#!/bin/sh
# No call from Python leaks memory, whether it succeeds or fails. The module has no sanitizers, so
# that malloc can be asked how much it has given away.
. tests/support/check.sh
. tests/support/python.sh

PYTHONMALLOC=malloc GLIBC_TUNABLES=glibc.malloc.tcache_count=0
export PYTHONMALLOC GLIBC_TUNABLES
with_module "$python" tests/python/leaks.py 20 > "$out" 2>&1 || fail "$(cat "$out")"
grep -qE '^[0-9]{2,} kinds of calls$' "$out" || fail 'too few calls were made'
finish
