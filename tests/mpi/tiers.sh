#!/bin/sh
# Ranks that share tiers write the files that grundy solve --tiers writes.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
# shellcheck source=tests/support/ranks.sh
. tests/support/ranks.sh
cd "$work" || exit 1

# A tier with many blocks, long plays, cycles, and numbers that do not fit into a byte; below 300,
# a second tier.
cat > line.lua << 'END'
local function tier(n) return n < 300 and 0 or 1 end
return {
  start = function() return 900 end,
  moves = function(n)
    if n == 0 then return {} end
    local to = { n - 1 }
    if n % 7 == 0 and n + 5 <= 900 and tier(n + 5) == tier(n) then to[2] = n + 5 end
    return to
  end,
  count = function(t) return t == 0 and 300 or 601 end,
  rank = function(n) return tier(n), n - 300 * tier(n) end,
  unrank = function(t, i) return i + 300 * t end,
  tiers = function(t) return t == 1 and { 0 } or {} end,
}
END

# compare RANKS RULES COLUMNS
compare() {
  rm -rf expected
  expect_exit 0 "$grundy" solve "$2" --tiers expected --columns "$3"
  for implementation in $implementations; do
    rm -rf found
    expect_exit 0 ranks "$implementation" "$1" solve "$2" --tiers found --columns "$3" -q
    diff -r expected found > /dev/null || fail "$1 ranks of $implementation write other files for $2"
  done
}

compare 1 quixo:3 outcome
compare 3 quixo:3 outcome,remoteness
compare 2 dodgem:3 outcome,q1,q0
compare 4 line.lua outcome,remoteness,grundy,counter
compare 3 mu-torere outcome

# Missing tiers are solved again, wrong usage and foreign folders are refused.
for implementation in $implementations; do
  rm -rf found
  expect_exit 0 ranks "$implementation" 3 solve line.lua --tiers found --columns remoteness -q
  cp found/1.tier last.tier
  rm found/1.tier
  expect_exit 0 ranks "$implementation" 2 solve line.lua --tiers found --columns remoteness
  expect_stdout_line '2 tiers, 901 positions\. .* Solved in .* by 2 ranks with .*'
  expect_same last.tier found/1.tier
  expect_exit 3 ranks "$implementation" 2 solve line.lua --tiers found
  expect_exit 2 ranks "$implementation" 2 solve line.lua --tiers found -o x.npz
  expect_exit 2 ranks "$implementation" 2 solve line.lua --tiers found --columns misere
  expect_exit 2 ranks "$implementation" 2 verify line.lua --tiers found
  expect_exit 4 ranks "$implementation" 2 solve nim:3,4 --tiers found
done

# A signal ends the work, and the message says how to continue.
"$build/grundy-mpi-$implementation" solve quixo:4 --tiers long > "$out" 2> "$err" &
id=$!
waited=0
until [ -e long/game.txt ] || [ $waited -eq 300 ]; do
  waited=$((waited + 1))
  sleep 0.1
done
kill -TERM $id || fail 'the run ended before it was interrupted'
status=0
wait $id || status=$?
last='interrupting a run with tiers'
[ $status -eq 130 ] || fail "exit code $status instead of 130"
expect_message interrupted
grep -qx 'long is kept; run the same command to continue, or remove it' "$err" || fail 'no hint'

finish
