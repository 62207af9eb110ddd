#!/bin/sh
# As tests/evidence/solved.sh, with larger games.
. tests/support/check.sh

expect_exit 0 "$python" tests/evidence/solved.py "$grundy" "$work" long
expect_stdout_line '[0-9]* numbers compared'

finish
