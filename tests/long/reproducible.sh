#!/bin/sh
# Two builds in different folders have the same bytes: libraries, command, documents and packages.
. tests/support/check.sh
expect_exit 0 scripts/reproducible "$work/builds"
finish
