#!/bin/sh
# Games that other people's programs solved: Node Kayles, Chomp, coins, heaps, cops and robber, the end of Quixo.
. tests/support/check.sh

expect_exit 0 "$python" tests/evidence/solved.py "$grundy" "$work"
expect_stdout_line '[0-9]* numbers compared'

finish
