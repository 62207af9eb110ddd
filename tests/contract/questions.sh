#!/bin/sh
# The same questions through the command and the server have the same answers.
. tests/support/check.sh

export PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/contract/questions.py "$grundy" "$work" http
expect_no_stderr
finish
