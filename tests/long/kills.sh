#!/bin/sh
# Killed at a hundred random moments, runs with a checkpoint come to the same end.
. tests/support/check.sh
expect_exit 0 "$python" tests/long/kills.py "$grundy" "$work" 100
expect_stdout_line '1[0-9][0-9] kills, [0-9]* runs came to the same end'
cat "$out"
finish
