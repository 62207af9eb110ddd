#!/bin/sh
# The files that scripts/contract writes are up to date.
. tests/support/check.sh
scripts/contract --check "$grundy" || fail 'run scripts/contract'
finish
