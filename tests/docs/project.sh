#!/bin/sh
# The files that people expect in a project are there, can be parsed, agree with each other, and have links that lead somewhere.
. tests/support/check.sh

expect_exit 0 "$python" tests/docs/project.py
expect_no_stdout
expect_no_stderr
finish
