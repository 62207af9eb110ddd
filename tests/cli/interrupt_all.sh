#!/bin/sh
# One signal ends every command with 130 and one line, whatever it is doing, and leaves no file;
# --time does the same with 4. Also on file systems that need named temporary files.
. tests/support/check.sh
test=$PWD/tests/cli/interrupt_all.py
cc -shared -fPIC -o "$work/named_files.so" tests/base/preload/named_files.c || exit 1
cd "$work" || exit 1
seed=${GRUNDY_SEED:-1}
run "$python" "$test" "$grundy" "$seed"
[ "$status" -eq 0 ] || fail "with GRUNDY_SEED=$seed"
finish
