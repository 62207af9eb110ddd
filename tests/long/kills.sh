# Killed at a hundred random moments, runs with a checkpoint come to the same end.
. tests/support/check.sh
expect_exit 0 "$python" tests/long/kills.py "$grundy" "$work" 100
finish
