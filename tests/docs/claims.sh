#!/bin/sh
# The tests and theorems that docs/evidence.md names as backing of our claims exist. The check is tried on wrong copies
# first, so that it cannot pass by seeing nothing.
. tests/support/check.sh

check_claims() { run "$python" tests/docs/claims.py "$1"; }

# finds PROBLEM SED: the check reports the problem after evidence.md was changed by a script of sed.
mkdir "$work/tree"
cp -r docs tests proof README.md "$work/tree"
finds() {
  sed "$2" docs/evidence.md > "$work/tree/docs/evidence.md"
  check_claims "$work/tree"
  [ "$status" -eq 1 ] || fail "not rejected: $1"
  grep -qF -e "$1" "$out" || fail "not reported: $1"
}

# shellcheck disable=SC2016 # the quotes are part of the names
{
  finds 'published numbers: there is no misere/unknown' 's,`misere/known`,`misere/unknown`,'
  finds 'there is no solve/valves' 's,`solve/values`,`solve/valves`,'
  finds 'there is no Statements.grundy_uniqu' 's,`Statements.grundy_unique`,`Statements.grundy_uniqu`,'
  finds 'there is no Grundee.grundy_unique' 's,`Statements.grundy_unique`,`Grundee.grundy_unique`,'
}
finds "'Counters are monotonic' has no test" 's,^\(| Counters are monotonic |.*|\) [^|]* |$,\1 see there |,'
finds 'thery.md does not exist' 's,^\(| Counters are monotonic | \[theory\](\)theory,\1thery,'
finds "'Counters are monotonic' is claimed twice" '/^| Counters are monotonic/p'
finds 'the table has 0 rows' 's/^## What we claim.*/## Claims/'

check_claims .
[ "$status" -eq 0 ] || fail 'docs/evidence.md names what does not exist'
finish
