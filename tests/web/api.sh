#!/bin/sh
# Every call of the API returns the output of the command and conforms to docs/openapi.json.
. tests/support/check.sh

export PYTHONDONTWRITEBYTECODE=1
expect_exit 0 "$python" tests/web/api.py "$grundy" "$work"
expect_no_stderr
finish
