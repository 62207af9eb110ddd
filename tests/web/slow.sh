#!/bin/sh
# Clients that are slow, greedy or gone, and servers that were killed: others are served all the same.
. tests/support/check.sh

export PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/web/slow.py "$grundy" "$work"
expect_no_stderr
finish
