#!/bin/sh
# The notebooks of examples/notebooks run from top to bottom, and are stored without outputs.
. tests/support/check.sh
. tests/support/python.sh

HOME=$work PYDEVD_DISABLE_FILE_VALIDATION=1
export HOME PYDEVD_DISABLE_FILE_VALIDATION
unset MPLBACKEND # the kernel chooses the one that shows plots in notebooks
with_module "$python" tests/python/notebooks.py examples/notebooks/*.ipynb > "$out" 2> "$err" ||
  fail "$(cat "$out"; tail -n 20 "$err")"
[ "$(grep -c ' outputs, ' "$out")" -ge 5 ] || fail 'too few notebooks were run'
for name in first-game octal-games your-own-rules table-to-figure; do
  grep -qE "$name.* [1-9][0-9]* of them pictures" "$out" || fail "$name shows no picture"
done

# An error in a notebook is noticed.
sed 's/import grundy/import grundy; 1 \/ 0/' examples/notebooks/first-game.ipynb > "$work/wrong.ipynb"
with_module "$python" tests/python/notebooks.py "$work/wrong.ipynb" > "$out" 2> "$err" &&
  fail 'an error in a notebook is not noticed'
grep -q ZeroDivisionError "$out" || fail "$(cat "$out")"
finish
