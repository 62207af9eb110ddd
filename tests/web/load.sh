#!/bin/sh
# Many clients at once: no errors, and memory does not grow from round to round.
. tests/support/check.sh

# AddressSanitizer would keep freed memory.
export ASAN_OPTIONS="$ASAN_OPTIONS:quarantine_size_mb=1" PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/web/load.py "$grundy" "$work"
expect_no_stderr
finish
