#!/bin/sh
# Slow, greedy and disconnected clients, and killed servers, do not affect other clients.
. tests/support/check.sh

export PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/web/slow.py "$grundy" "$work"
expect_no_stderr
finish
