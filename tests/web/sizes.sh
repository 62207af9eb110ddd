#!/bin/sh
# The sizes that the cards of games offer can all be solved, each with fewer positions than the page can show.
. tests/support/check.sh

cp -r web/page "$work/page"
echo '{ "type": "module" }' > "$work/package.json"
# shellcheck disable=SC2016 # JavaScript
echo 'import { SIZED, sizesOf } from "./page/sizes.js";
for (const name of SIZED) for (const [args] of sizesOf(name)) console.log(`${name}:${args}`);' > "$work/list.js"
node "$work/list.js" > "$work/sizes"
[ "$(wc -l < "$work/sizes")" -gt 40 ] || fail 'sizes are missing'
while read -r game; do
  expect_exit 0 "$grundy" solve "$game" --columns outcome --max-positions 30000 -o "$work/solution.tsv" -q
done < "$work/sizes"
expect_exit 4 "$grundy" solve dodgem:4 --columns outcome --max-positions 30000 -o "$work/solution.tsv" -q
finish
