#!/bin/sh
# Limits of time, memory and the queue: no request stops the others or the server.
. tests/support/check.sh

export PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/web/limits.py "$grundy" "$work"
expect_no_stderr
finish
