#!/bin/sh
# The logic of the page, without a browser: modules that touch no elements, in Node.js.
. tests/support/check.sh

cp -r web/page "$work/page"
cp -r web/site "$work/site"
cp tests/web/page/*.test.js src/draw/worksheet_german.c "$work"
echo '{ "type": "module" }' > "$work/package.json"
expect_exit 0 node --test "$work"/*.test.js
finish
