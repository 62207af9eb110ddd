#!/bin/sh
# Every call of the API answers what the command prints, and is as docs/openapi.json says.
. tests/support/check.sh

export PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/web/api.py "$grundy" "$work"
expect_no_stderr
finish
