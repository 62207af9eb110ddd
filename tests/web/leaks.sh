#!/bin/sh
# Neither the server nor its commands leak memory.
. tests/support/check.sh

export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=1" PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/web/leaks.py "$grundy" "$work"
expect_no_stderr
finish
