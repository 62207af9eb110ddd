#!/bin/sh
# The wheel, installed into a new virtual environment of a Debian where nothing else is installed.
. tests/support/check.sh
. tests/support/clean_debian.sh

expect_exit 0 scripts/build-wheel "$work/wheel"
in_clean_debian tests/support/use_wheel.sh "$work"/wheel/*.whl
finish
