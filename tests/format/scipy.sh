#!/bin/sh
# Games and solutions go to SciPy and NumPy and come back, and the other way round.
. tests/support/check.sh
expect_exit 0 "$python" tests/format/exchange.py "$work" "$grundy"
finish
