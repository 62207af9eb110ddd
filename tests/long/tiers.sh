#!/bin/sh
# Runs of solve --tiers that are killed at a hundred random moments come to the same files.
. tests/support/check.sh
expect_exit 0 "$python" tests/tiers/kills.py "$grundy" "$work" 100
expect_stdout_line '1[0-9][0-9] kills, [0-9]* runs came to the same end'
cat "$out"
finish
