#!/bin/sh
# Numbers that others published: periods of octal games, terms of OEIS sequences.
. tests/support/check.sh

expect_exit 0 "$python" tests/evidence/published.py "$grundy"
expect_stdout_line '[0-9]* numbers compared'

finish
