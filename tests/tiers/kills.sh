#!/bin/sh
# Runs of solve --tiers that are killed at random moments come to the same files; tests/long has a
# hundred kills.
. tests/support/check.sh
expect_exit 0 "$python" tests/tiers/kills.py "$grundy" "$work" 6
expect_stdout_line '[0-9]* kills, [0-9]* runs came to the same end'
finish
