#!/bin/sh
# Installs the wheel and uses it; tests/long/wheel.sh runs this in a Debian where nothing else is installed, in a folder
# with the wheel.
. tests/support/check.sh
. tests/support/installed.sh
. tests/support/clean_debian.sh

install python3-venv python3-numpy
quietly python3 -m venv --system-site-packages "$work/venv"
quietly "$work/venv/bin/pip" install --no-index ./*.whl
expect_exit 0 "$work/venv/bin/python" -c '
import grundy
game = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
assert game.solve().remoteness.tolist() == [2, 1, 0]
print(grundy.__file__)'
expect_stdout_line "$work/venv/.*"
# What needs a library that is not installed says so.
expect_exit 1 "$work/venv/bin/python" -c 'import grundy; grundy.Game([("a", "b")]).draw()'
grep -q 'Graphviz could not be loaded' "$err" || fail 'the message does not name the library'
finish
