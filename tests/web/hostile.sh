#!/bin/sh
# Hostile headers, bodies and paths get a 4xx or no answer, and the server keeps running.
. tests/support/check.sh

export PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/web/hostile.py "$grundy" "$work"
expect_no_stderr
finish
