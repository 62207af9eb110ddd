#!/bin/sh
# docs/reliability.md has the executions of tests/fuzz/campaign.tsv, and both have a row for every target.
# The check is first run on a wrong copy, so that it cannot pass without seeing anything.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/docs" "$folder/scripts" "$folder/tests"
cp -r tests/fuzz "$folder/tests/fuzz"
cp scripts/fuzz-campaign "$folder/scripts"
sed 's/^\(| edges | [^|]* | \)/\19/' docs/reliability.md > "$folder/docs/reliability.md"

scripts/fuzz-campaign --check
if "$folder/scripts/fuzz-campaign" --check > "$folder/out"; then
  echo "a wrong number of executions is not noticed"
  exit 1
fi
cp docs/reliability.md "$folder/docs"
rm "$folder/tests/fuzz/fuzz_edges.c"
if "$folder/scripts/fuzz-campaign" --check > "$folder/out"; then
  echo "a row without a target is not noticed"
  exit 1
fi
