#!/bin/sh
# The sources, built and installed as README.md says, in a Debian where nothing else is installed.
. tests/support/check.sh
. tests/support/clean_debian.sh

mkdir "$work/grundy"
expect_exit 0 scripts/copy-tree "$work/grundy"
in_clean_debian tests/support/use_readme.sh "$work/grundy"
finish
