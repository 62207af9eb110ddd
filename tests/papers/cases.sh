#!/bin/sh
# Worked examples of the papers whose figures are lost: every game that fits the text has the values of the text.
. tests/support/check.sh

expect_exit 0 "$python" tests/papers/cases.py "$grundy"
expect_stdout_line '[0-9]* games, all with the values of the text'

finish
