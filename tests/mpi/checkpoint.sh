#!/bin/sh
# A run that is killed at a random moment and resumed, with another number of ranks, writes the same
# bytes; so does one that is interrupted. Checkpoints of other games and damaged ones are rejected.
. tests/support/check.sh
. tests/support/ranks.sh
cd "$work" || exit 1
# shellcheck disable=SC2086 # words
set -- $implementations
kills=${GRUNDY_SCALE:-100}
kills=$((kills / 50 + 1))

"$grundy" random layered --layers 60 --width 40 --degree 3 --back 0.05 -o game.npz -q
"$grundy" solve game.npz --algorithm counting -o expected.npz -q

# solve RANKS OPTIONS...
solve() {
  count=$1
  shift
  ranks "$implementation" "$count" solve game.npz -o solution.npz -q --checkpoint state "$@"
}

# Kills one rank of a run after a fraction of a second; the launcher ends the others.
kill_one() {
  solve "$1" --checkpoint-interval 0 > /dev/null 2>&1 &
  launcher=$!
  sleep "$("$python" -c "import random; print(0.3 + 1.5 * random.random())")"
  rank=$(pgrep -f "grundy-mpi-$implementation solve game.npz -o solution.npz" | tail -n 1)
  [ -z "$rank" ] || kill -9 "$rank" 2> /dev/null || true
  wait $launcher || true
}

resumed=0
for implementation in "$@"; do
  k=0
  while [ $k -lt $kills ]; do
    rm -rf state solution.npz
    kill_one $((k % 3 + 2))
    [ ! -s state/checkpoint ] || resumed=$((resumed + 1))
    expect_exit 0 solve $(((k + 1) % 4 + 1))
    expect_same expected.npz solution.npz
    expect_files state
    k=$((k + 1))
  done
done
[ $resumed -gt 0 ] || fail 'no run left a checkpoint'

# The end of the time of a job: SIGTERM saves the state.
implementation=$1
rm -rf state solution.npz
solve 2 --checkpoint-interval 0 > "$work/seen/stdout" 2> "$err" &
launcher=$!
sleep 1
pkill -TERM -f "grundy-mpi-$implementation solve game.npz -o solution.npz" || true
wait $launcher || true
expect_exit 0 solve 3
expect_same expected.npz solution.npz

# Checkpoints that do not fit.
rm -rf state
kill_one 2
if [ -s state/checkpoint ]; then
  "$grundy" random degree -n 500 --degree 3 -o other.npz -q
  expect_exit 3 ranks "$implementation" 2 solve other.npz -o other-solution.npz --checkpoint state
  expect_message 'state/checkpoint: the checkpoint belongs to another game or .*'
  expect_exit 3 solve 2 --columns outcome
  expect_message 'state/checkpoint: the checkpoint belongs to another game or .*'
  size=$(wc -c < state/checkpoint)
  head -c $((size - 100)) state/checkpoint > shorter
  cp shorter state/checkpoint
  expect_exit 3 solve 2
  expect_message 'state/checkpoint: .*'
fi

finish
