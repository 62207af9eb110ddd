#!/bin/sh
# The wheel, installed into a new virtual environment of a Debian where nothing else is installed.
. tests/support/check.sh
. tests/support/clean_debian.sh

expect_exit 0 scripts/build-wheel "$work/wheel"
# It is for the stable ABI, and needs nothing but glibc.
case $(ls "$work"/wheel/*.whl) in
  *-cp311-abi3-manylinux_*) ;;
  *) fail "$(ls "$work"/wheel/*.whl)" ;;
esac
in_clean_debian tests/support/use_wheel.sh "$work"/wheel/*.whl
finish
