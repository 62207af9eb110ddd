#!/bin/sh
# Round trips of games and solutions through SciPy and NumPy, in both directions.
. tests/support/check.sh
expect_exit 0 "$python" tests/format/exchange.py "$work" "$grundy"
finish
