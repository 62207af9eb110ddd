#!/bin/sh
# The programs that bench/peers measures next to grundy find the same outcomes and values, and one that does not is reported.
# shellcheck disable=SC2317 # compare is called through expect_exit
. tests/support/check.sh

# compare OPTION...
compare() {
  "$python" bench/peers/peers.py "$grundy" --rounds 1 --skip networkx "$@"
}

for game in 'degree --positions 3000 --degree 4' 'board --piece rook --width 12 --height 12 --swaps'; do
  expect_exit 0 compare --game "$game"
  for program in 'grundy, values' 'C, one queue' python algorithm-g; do
    grep -q "^$program	[0-9.]*	[0-9.]*$" "$out" || fail "$program is missing"
  done
done

# shellcheck disable=SC2016 # for the peer
printf '#!/bin/sh\nsed "s/ .*/\\tP/" "$1" | sort -u > "$2"\n' > "$work/wrong"
chmod +x "$work/wrong"
expect_exit 1 compare --game 'degree --positions 100 --degree 3' --peer "wrong=$work/wrong"
grep -q '^wrong: differs at [0-9]* positions' "$err" || fail 'a wrong answer is not reported'
finish
