#!/bin/sh
# grundy solve and verify with --tiers: answers, messages and exit codes.
. tests/support/check.sh

tiers=$work/tiers
expect_exit 0 "$grundy" solve quixo:3 --tiers "$tiers" --columns outcome,remoteness
expect_stdout_line '30 tiers, 2,862 positions. 1,033 P-positions, 1,829 N-positions, 0 draws. Largest remoteness 8.*'
expect_exit 0 "$grundy" solve quixo:3 --tiers "$tiers" --columns outcome,remoteness
expect_stdout_line '.* Nothing was left to solve.'
expect_exit 0 "$grundy" verify quixo:3 --tiers "$tiers"
expect_stdout_line 'right: 2,862 positions'
expect_exit 0 "$grundy" verify quixo:3 --tiers "$tiers" --sample 1000 --seed 3
expect_stdout_line 'no violation at 1,000 positions chosen at random; the others were not checked'
expect_exit 0 "$grundy" verify quixo:3 --tiers "$tiers" --sample 10000
expect_stdout_line 'no violation at 2,862 positions, which are all; a sample checks local conditions only'

# What is printed beforehand; nothing is written.
expect_exit 0 "$grundy" solve quixo:5 --tiers "$work/none" --dry-run
expect_stdout_line 'tiers       182'
expect_stdout_line 'indices     847,288,609,443'
expect_stdout_line 'memory      .* GiB for the tables of the tier that needs most'
expect_stdout_line 'time        .*'
[ ! -e "$work/none" ] || fail "a dry run made a folder"

# Other games, arguments and columns.
expect_exit 3 "$grundy" solve quixo:2 --tiers "$tiers" --columns outcome,remoteness
expect_stderr_line '.*/game.txt: the folder has tiers of quixo:3; use another folder'
expect_exit 3 "$grundy" solve quixo:3 --tiers "$tiers"
expect_stderr_line '.*/game.txt: the folder has tiers with the columns outcome,remoteness; use another folder'
expect_exit 4 "$grundy" solve nim:3 --tiers "$work/nim"
expect_stderr_line 'nim:3: these rules do not rank their positions.*'
expect_exit 6 "$grundy" solve quixo:3 --tiers "$work/values" --columns grundy
expect_stderr_line 'quixo:3: values do not exist, because terminal positions have other outcomes.*'
expect_exit 6 "$grundy" solve tic-tac-toe --tiers "$work/values" --columns grundy
expect_stderr_line 'grundy: two-coloured games have no column grundy; choose from outcome, q1 and q0'
expect_exit 4 "$grundy" solve quixo:3 --tiers "$work/values" --columns hmin
expect_stderr_line 'grundy: the column hmin cannot be solved tier by tier.*'

# What cannot be verified.
expect_exit 0 "$grundy" solve quixo:3 --tiers "$work/outcomes" -q
expect_exit 4 "$grundy" verify quixo:3 --tiers "$work/outcomes"
expect_stderr_line 'grundy: outcomes cannot be checked from moves without the column remoteness.*'
expect_exit 0 "$grundy" verify quixo:3 --tiers "$work/outcomes" --sample 100
rm "$work/outcomes/101.tier"
expect_exit 4 "$grundy" verify quixo:3 --tiers "$work/outcomes" --sample 1000
expect_stderr_line '.*: tier 101 is not solved yet.*'
expect_exit 3 "$grundy" verify quixo:3 --tiers "$work/missing"
expect_stderr_line '.*/missing: not a folder of tiers: .*/missing/game.txt is missing'
expect_exit 2 "$grundy" verify quixo:3
expect_exit 2 "$grundy" verify quixo:3 in.tsv --tiers "$tiers"
expect_exit 2 "$grundy" solve quixo:3 --dry-run --reduce
for option in --check '--gpu auto' --no-split; do
  # shellcheck disable=SC2086 # an option may have a value
  expect_exit 2 "$grundy" solve quixo:3 --tiers "$tiers" $option
  expect_stderr_line "grundy: --tiers conflicts with ${option% *}; give only one; try 'grundy solve --help'"
done
expect_exit 2 "$grundy" verify quixo:3 --tiers "$tiers" --gpu auto
expect_exit 2 "$grundy" verify quixo:3 --tiers "$tiers" --no-split
expect_exit 2 "$grundy" verify quixo:3 --tiers "$tiers" --seed 3
expect_stderr_line "grundy: --seed needs --sample; try 'grundy verify --help'"

# A folder whose game.txt was changed, although its identity was not.
cp -r "$tiers" "$work/other"
for change in 's/^game quixo:3/game quixo:2/' 's/^game quixo:3/game quixo:3 /' \
  's/^columns .*/columns outcome/' 's/^columns .*/columns remoteness/' \
  's/^columns .*/columns remoteness,outcome/' 's/^columns .*/columns outcome,remoteness,outcome/' \
  's/^identity ./identity x/' 's/^identity .*/&0/' '4a more' 's/tiers 1/tiers 2/'; do
  sed "$change" "$tiers/game.txt" > "$work/other/game.txt"
  if cmp -s "$tiers/game.txt" "$work/other/game.txt"; then fail "$change changes nothing"; fi
  expect_exit 3 "$grundy" verify quixo:3 --tiers "$work/other"
  expect_stderr_line '.*/other/game.txt: .*'
  expect_exit 3 "$grundy" verify quixo:3 --tiers "$work/other" --sample 10
  expect_exit 3 "$grundy" solve quixo:3 --tiers "$work/other" --columns outcome,remoteness
done
cp "$tiers/game.txt" "$work/other/game.txt"
expect_exit 0 "$grundy" verify quixo:3 --tiers "$work/other"

# What is refused leaves nothing behind, neither a folder nor a file in one that was there.
cat > "$work/failing.lua" << 'END'
return {
  start = function() return 3 end,
  moves = function(p) error("there are no moves") end,
  count = function(tier) return 4 end,
  rank = function(p) return 0, p end,
  unrank = function(tier, i) return i end,
  tiers = function(tier) return {} end,
}
END
mkdir "$work/empty"
refuse() { # CODE GAME OPTION...
  code=$1
  shift
  for folder in "$work/refused" "$work/empty"; do
    expect_exit "$code" "$grundy" solve "$@" --tiers "$folder"
  done
  [ ! -e "$work/refused" ] || fail 'a folder was left behind'
  [ -z "$(ls -A "$work/empty")" ] || fail 'a file was left behind'
  rm -rf "$work/refused"
}
refuse 6 quixo:3 --columns grundy # found when positions are evaluated
refuse 6 tic-tac-toe --columns grundy
refuse 4 quixo:3 --columns hmin
refuse 2 quixo:3 --columns nothing
refuse 2 quixo:3 --reduce
refuse 4 nim:3
refuse 3 nothing-of-that-name
refuse 3 quixo:30
refuse 4 quixo:5 --memory 1G
refuse 3 "$work/failing.lua"
# A folder that cannot be written.
if [ "$(id -u)" -ne 0 ]; then
  chmod 555 "$work/empty"
  expect_exit 5 "$grundy" solve quixo:3 --tiers "$work/empty"
  expect_exit 5 "$grundy" solve quixo:3 --tiers "$work/empty/new"
  chmod 755 "$work/empty"
fi

# A game that is too large is refused before its folder is made.
expect_exit 4 "$grundy" solve quixo:5 --tiers "$work/large" --memory 1G
expect_stderr_line 'quixo:5: tier 809 has 52586176500 indices, and solving it needs [0-9]* bytes of memory; the limit is [0-9]*'
[ ! -e "$work/large" ] || fail 'the folder of a refused game was made'

# Damaged and foreign files.
cp "$tiers/101.tier" "$work/kept"
printf 'x' >> "$tiers/101.tier"
expect_exit 3 "$grundy" solve quixo:3 --tiers "$tiers" --columns outcome,remoteness
expect_stderr_line '.*/101.tier: the file is truncated or damaged; remove it and solve again'
cp "$tiers/2.tier" "$tiers/101.tier"
expect_exit 3 "$grundy" verify quixo:3 --tiers "$tiers"
expect_stderr_line '.*/101.tier: a tier of other rules, arguments or columns; remove it or use another folder'
rm "$tiers/101.tier"
expect_exit 0 "$grundy" solve quixo:3 --tiers "$tiers" --columns outcome,remoteness
cmp -s "$tiers/101.tier" "$work/kept" || fail "a tier was solved again with other bytes"
echo x > "$work/file"
expect_exit 5 "$grundy" solve quixo:3 --tiers "$work/file"
expect_stderr_line '.*/file: Not a directory'

# Ranks that two positions share are found: by the solver if `rank` does not undo `unrank`,
# otherwise when the folder is verified.
write_heap() { # the rank of 7, and what unrank gives for index 7
  cat > "$work/heap.lua" <<END
return {
  start = function() return 9 end,
  moves = function(p)
    local to = {}
    for take = 1, 3 do if p >= take then to[#to + 1] = p - take end end
    return to
  end,
  count = function(tier) return 10 end,
  rank = function(p) return 0, p == 7 and $1 or p end,
  unrank = function(tier, i) if i == 7 then return $2 end return i end,
  tiers = function(tier) return {} end,
}
END
}
write_heap 7 7
expect_exit 0 "$grundy" solve "$work/heap.lua" --tiers "$work/heap" --columns remoteness
expect_exit 0 "$grundy" verify "$work/heap.lua" --tiers "$work/heap"
# If moves within a tier lead to smaller numbers, each position is evaluated once, and once more for
# its counter.
for columns in outcome remoteness grundy; do
  expect_exit 0 "$grundy" solve "$work/heap.lua" --tiers "$work/once-$columns" --columns $columns
  expect_stdout_line '.* with 10 evaluations and .*'
done
expect_exit 0 "$grundy" solve "$work/heap.lua" --tiers "$work/twice" --columns grundy,counter
expect_stdout_line '.* with 20 evaluations and .*'
write_heap 3 7
expect_exit 3 "$grundy" solve "$work/heap.lua" --tiers "$work/heap" --columns remoteness
expect_stderr_line '.*: the rules have changed since the folder was made; use another folder'
expect_exit 3 "$grundy" solve "$work/heap.lua" --tiers "$work/heap2" --columns remoteness
expect_stderr_line ".*: at '7' .rank. does not undo .unrank.: it gives index 3 of tier 0, not index 7 of tier 0"
write_heap 3 nil
expect_exit 0 "$grundy" solve "$work/heap.lua" --tiers "$work/heap3" --columns remoteness
expect_exit 3 "$grundy" verify "$work/heap.lua" --tiers "$work/heap3"
expect_stderr_line ".*: at '7' .unrank. does not undo .rank., which gives index 3 of tier 0"
expect_exit 3 "$grundy" value "$work/heap3" 7
expect_stderr_line ".*/heap3: the game has no position '7'"

# A tier that `tiers` gives for itself, as grundy rules check says.
sed 's/return {} end/return {tier} end/' "$work/heap.lua" > "$work/self.lua"
expect_exit 3 "$grundy" solve "$work/self.lua" --tiers "$work/self"
expect_stderr_line '.*/self.lua: tier 0 leads back to itself through .tiers., which gives only other tiers;.*'

# A start outside its tier.
sed 's/return 10 end/return 9 end/' "$work/heap.lua" > "$work/outside.lua"
expect_exit 3 "$grundy" solve "$work/outside.lua" --tiers "$work/outside"
expect_stderr_line '.*/outside.lua: .rank. gives the start index 9 of tier 0, which has fewer indices by .count.'

# A shared object that was built again with other rules.
cp examples/carousel.c "$work/ring.c"
expect_exit 0 "$grundy" rules build "$work/ring.c" -o "$work/ring.so"
expect_exit 0 "$grundy" solve "$work/ring.so:6,3" --tiers "$work/ring" --columns remoteness
expect_exit 0 "$grundy" verify "$work/ring.so:6,3" --tiers "$work/ring"
sed 's/r & ~(ring)1;/r \& ~(ring)2;/' examples/carousel.c > "$work/ring.c"
expect_exit 0 "$grundy" rules build "$work/ring.c" -o "$work/ring.so"
expect_exit 3 "$grundy" solve "$work/ring.so:6,3" --tiers "$work/ring" --columns remoteness
expect_stderr_line '.*: the rules have changed since the folder was made; use another folder'

# A full disk: what is complete stays.
(ulimit -f 2; trap '' XFSZ; "$grundy" solve quixo:4 --tiers "$work/full" > "$out" 2> "$err") && fail "no failure"
grep -q 'cannot write' "$err" || fail "not said that writing failed"

# interrupt GAME FOLDER: interrupts a run when the folder is there; the message says how to continue.
interrupt() {
  "$grundy" solve "$1" --tiers "$2" --columns remoteness > "$out" 2> "$err" &
  process=$!
  while kill -0 $process 2> /dev/null && [ ! -e "$2/game.txt" ]; do sleep 0.1; done
  kill -TERM $process || fail 'it ended before it was interrupted'
  status=0
  wait $process || status=$?
  last="interrupting a run of $1"
  [ $status -eq 130 ] || fail "exit code $status instead of 130"
  printf '%s\n' 'grundy: interrupted' "$2 keeps the solved tiers; run the same command to continue" > "$work/expected"
  diff "$work/expected" "$err" || fail 'other messages'
}
interrupt quixo:4 "$work/stopped"

# The same in rules that never return once the folder is there.
sed "s|ring r = .*left = |while (access(\"$work/endless/game.txt\", F_OK) == 0) {} &|; 1i#include <unistd.h>" \
  examples/carousel.c > "$work/endless.c"
expect_exit 0 "$grundy" rules build "$work/endless.c" -o "$work/endless.so"
interrupt "$work/endless.so:6,3" "$work/endless"

expect_exit 0 "$grundy" solve tic-tac-toe --tiers "$work/coloured" --columns outcome,q1,q0
expect_stdout_line '10 tiers, 850 positions. 236 P-positions, 463 N-positions, 151 draws. Largest remoteness 10.*'
expect_exit 0 "$grundy" verify tic-tac-toe --tiers "$work/coloured"
expect_exit 0 "$grundy" solve tic-tac-toe --tiers "$work/bare" -q
expect_exit 4 "$grundy" verify tic-tac-toe --tiers "$work/bare"
expect_stderr_line 'grundy: outcomes cannot be checked from moves without the columns q1 and q0; solve with both, or.*'
finish
