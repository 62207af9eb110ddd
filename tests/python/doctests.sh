#!/bin/sh
# The examples in all docstrings of the Python module and in docs/python.md show what happens.
. tests/support/check.sh
. tests/support/python.sh

cat > "$work/wrong.md" <<'END'
```python
>>> 1 + 1
3
```
END
with_module "$python" tests/python/doctests.py "$work/wrong.md" > "$out" 2>&1 &&
  fail 'a wrong example is not noticed'
with_module "$python" tests/python/doctests.py docs/python.md > "$out" 2>&1 || fail "$(cat "$out")"
grep -qE '^[0-9]{3,} examples$' "$out" || fail 'too few examples were run'
finish
