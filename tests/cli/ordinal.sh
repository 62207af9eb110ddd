#!/bin/sh
# grundy value --ordinal: results, comparisons, errors, limits.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh

# expect_value EXPRESSION RESULT
expect_value() {
  expect_exit 0 "$grundy" value --ordinal "$1"
  printf '%s\n' "$2" | expect_stdout
  expect_no_stderr
}

expect_value 'w^(w+1)*3 + w*2 + 5' 'w^(w+1)*3+w*2+5'
expect_value '1+w' 'w'
expect_value '1#w' 'w+1'
expect_value '2*w' 'w'
expect_value 'ω*2' 'w*2'
expect_value 'w^^w' '0'
expect_value 'w*3 ^^ w*5 + 1' 'w*6+1'
expect_value '(w+1)*(w+1) # w^w' 'w^w+w^2+w+1'

expect_exit 0 "$grundy" value --ordinal '1+w == w'
echo yes | expect_stdout
expect_exit 1 "$grundy" value --ordinal 'w^2 < w*100'
echo no | expect_stdout
expect_exit 0 "$grundy" value --ordinal 'w^2+3' --json
echo '{"value": {"ordinal": "w^2+3"}, "odd": true, "kind": "successor"}' | expect_stdout
expect_exit 1 "$grundy" value --ordinal 'w<w' --json
echo '{"holds": false}' | expect_stdout

expect_exit 3 "$grundy" value --ordinal 'w+'
expect_stderr_line 'ordinal:1:3: the ordinal ends here; expected a number, w or ('
expect_no_stdout
expect_exit 3 "$grundy" value --ordinal 'ω & 1'
expect_stderr_line "ordinal:1:3: unexpected '&'; expected an operator or the end"
expect_exit 3 "$grundy" value --ordinal '2^w'
expect_stderr_line 'ordinal:1:2: only w has powers here; expected w before ^, as in w^2'
expect_exit 4 "$grundy" value --ordinal 'w*9223372036854775807 # w'
expect_stderr_line 'ordinal:1:23: a coefficient is too large; expected at most 9223372036854775807'
expect_exit 2 "$grundy" value --ordinal
expect_exit 2 "$grundy" value --ordinal w 3
expect_stderr_line 'grundy: --ordinal takes one expression; .*'
expect_exit 2 "$grundy" value --ordinal w --misere

if [ -c /dev/full ]; then
  # shellcheck disable=SC2016 # the inner shell expands its arguments
  expect_exit 5 sh -c '"$0" value --ordinal w > /dev/full' "$grundy"
fi

finish
