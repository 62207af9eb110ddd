#!/bin/sh
# The same questions to the command and to the module have the same answers, member by member.
. tests/support/check.sh
. tests/support/python.sh

with_module "$python" tests/contract/questions.py "$grundy" "$work" python > "$out" 2>&1 || fail "$(cat "$out")"
finish
