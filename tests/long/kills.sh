#!/bin/sh
# Runs with a checkpoint, killed at a hundred random moments, come to the same result.
. tests/support/check.sh
expect_exit 0 "$python" tests/long/kills.py "$grundy" "$work" 100
expect_stdout_line '1[0-9][0-9] kills, [0-9]* runs came to the same result'
cat "$out"
finish
