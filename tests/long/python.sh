#!/bin/sh
# A million calls from Python do not leak, and under valgrind no call of the module reads or writes
# memory that it must not. (Leaks are not looked for there: Python and NumPy have some.)
. tests/support/check.sh
. tests/support/python.sh

PYTHONMALLOC=malloc GLIBC_TUNABLES=glibc.malloc.tcache_count=0
export PYTHONMALLOC GLIBC_TUNABLES
with_module "$python" tests/python/million.py > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '^1,000,000 calls' "$out" || fail "$(cat "$out")"

last=valgrind
with_module valgrind --quiet --error-exitcode=99 --suppressions=tests/long/valgrind.supp \
  "$python" tests/python/leaks.py 0 > "$out" 2>&1 || fail "$(tail -n 40 "$out")"
grep -q ' kinds of calls$' "$out" || fail "$(tail -n 40 "$out")"
finish
