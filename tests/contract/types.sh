#!/bin/sh
# Answers have the members that the contract describes, and no others.
. tests/support/check.sh

export PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/contract/types.py "$grundy" "$work"
expect_no_stderr
finish
