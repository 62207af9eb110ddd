#!/bin/sh
# scripts/fuzz-campaign counts correctly, with targets that behave like libFuzzer, only faster. A
# slice adds its executions, even if it is interrupted, and a finding resets a count to zero.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/docs" "$folder/scripts" "$folder/tests/fuzz" "$folder/build/fuzz"
cp scripts/fuzz-campaign "$folder/scripts"
cd "$folder"
unset JOBS SLICE # `make JOBS=2` exports them

# target NAME STATUS [WAIT]: a program that counts 1000 executions and exits with that status; with
# WAIT only after SIGINT, like a long slice that is interrupted.
target() {
  {
    echo '#!/bin/sh'
    # shellcheck disable=SC2016 # expanded by the target
    [ $# -lt 3 ] || echo 'trap "waiting=" INT; waiting=1; touch ready; while [ -n "$waiting" ]; do sleep 0.1; done'
    echo "echo '#1000	DONE   cov: 12 ft: 34'"
    echo "echo 'stat::number_of_executed_units: 1000'"
    echo "exit $2"
  } > "build/fuzz/fuzz_$1"
  chmod +x "build/fuzz/fuzz_$1"
}

# row NAME: prints executions and edges of a target.
row() { awk -F '\t' -v name="$1" '$1 == name { print $2, $4 }' tests/fuzz/campaign.tsv; }

fail() {
  echo "$1: $(cat out tests/fuzz/campaign.tsv)"
  exit 1
}

printf '# A comment.\ntarget\texecutions\tper_second\tedges\tlength\tsince\tcommit\tdate\n' > tests/fuzz/campaign.tsv
printf 'good\t500\t-\t-\t200\told\told\t2026-01-01\n' >> tests/fuzz/campaign.tsv
printf '| good | x | 500 | old | |\n| bad | y | 0 | - | |\n' > docs/reliability.md
target good 0
target bad 77
target slow 72 wait

GOAL=2000 TIME=60 scripts/fuzz-campaign build good > out || fail 'a good target fails'
[ "$(row good)" = '2500 12' ] || fail 'two slices of 1000 are not added to 500'
grep -q '^# A comment' tests/fuzz/campaign.tsv || fail 'comments are lost'
grep -q '^| good | x | 2,500 | old…' docs/reliability.md || fail 'the document has a different count'

if GOAL=5000 TIME=60 scripts/fuzz-campaign build bad good > out 2>&1; then fail 'a finding does not cause a failure'; fi
[ "$(row bad)" = '0 12' ] || fail 'a finding does not reset the count'
[ "$(row good)" = '5500 12' ] || fail 'the other target does not continue'
grep -q '^fuzz-campaign: bad: exit status 77' out || fail 'the finding is not reported'

target idle 0
sed -i '2i sleep 3' build/fuzz/fuzz_idle
GOAL=1000 TIME=60 scripts/fuzz-campaign build idle > out || fail 'an idle target fails'
grep -q ' 1,000 per second' out || fail 'speed is not measured in CPU time'

GOAL=5000 TIME=60 scripts/fuzz-campaign build slow > out 2>&1 &
campaign=$!
tries=0
until [ -e ready ] || [ $tries -gt 600 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
kill -TERM $campaign
wait $campaign || fail 'an interrupted campaign fails'
[ "$(row slow)" = '1000 12' ] || fail 'executions before an interruption are lost'

if scripts/fuzz-campaign build missing > out 2>&1; then fail 'a missing target is accepted'; fi
[ "$(cat out)" = "fuzz-campaign: $folder/build/fuzz has no target missing" ] || fail 'no clear message'
