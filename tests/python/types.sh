#!/bin/sh
# Type checkers know the module: wrong programs are noticed, and right ones are not.
. tests/support/check.sh
. tests/support/python.sh
ln -s "$PWD/python/grundy/_core.pyi" "$modules/grundy"
export MYPYPATH="$modules"

# lines FILE: the lines of a program that were found wrong, from what a type checker has printed.
lines() {
  sed -nE 's/.*typed\.py:([0-9]+):.*error.*/\1/p' "$1" | sort -nu
}
grep -nE '# error' tests/python/typed.py | cut -d: -f1 > "$work/expected"

mypy --cache-dir "$work/cache" --ignore-missing-imports -p grundy > "$out" 2>&1 || fail "the module: $(cat "$out")"
mypy --cache-dir "$work/cache" --ignore-missing-imports tests/python/typed.py > "$out" 2>&1 || :
lines "$out" > "$work/found"
diff "$work/expected" "$work/found" > "$err" || fail "mypy: $(cat "$out" "$err")"

if command -v pyright > /dev/null; then
  cp tests/python/typed.py "$work"
  (cd "$work" && PYTHONPATH=$modules pyright --pythonpath "$python" typed.py) > "$out" 2>&1 || :
  lines "$out" > "$work/found"
  diff "$work/expected" "$work/found" > "$err" || fail "pyright: $(cat "$out" "$err")"
fi
finish
