#!/bin/sh
# shellcheck disable=SC2317 # functions are called through others
# A run that is killed at a random moment and resumed, with another number of ranks, writes the same
# bytes; so does one that is interrupted. Checkpoints of other games and damaged ones are rejected.
. tests/support/check.sh
. tests/support/ranks.sh
cd "$work" || exit 1
# shellcheck disable=SC2086 # words
set -- $implementations
kills=${GRUNDY_SCALE:-100}
kills=$((kills / 25 + 1))

"$grundy" random layered --layers 60 --width 40 --degree 3 --back 0.05 -o game.npz -q
"$grundy" solve game.npz --algorithm counting -o expected.npz -q

# solve RANKS OPTIONS...
solve() {
  count=$1
  shift
  ranks "$implementation" "$count" solve game.npz -o solution.npz -q --checkpoint state "$@"
}

# start RANKS ARGUMENTS...: starts ranks that write their process ids to the file `ids`.
start() {
  count=$1
  shift
  rm -f ids
  cat > rank << END
#!/bin/sh
echo \$\$ >> ids
exec $build/grundy-mpi-$implementation "\$@"
END
  chmod +x rank
  timeout 300 "mpirun.$implementation" -n "$count" ./rank "$@" > "$out" 2> "$err" &
  launcher=$!
}

# Waits until the ranks have read the game and made the folder for checkpoints.
wait_for_folder() {
  waited=0
  while [ ! -d state ] && [ $waited -lt 300 ]; do
    sleep 0.1
    waited=$((waited + 1))
  done
}

# Waits until there is a checkpoint, or the run has ended.
wait_for_checkpoint() {
  while [ ! -s state/checkpoint ] && kill -0 $launcher 2> /dev/null; do sleep 0.01; done
}

# Kills one rank of a run after a fraction of a second, or after its first checkpoint; the launcher ends the others.
kill_one() {
  start "$1" solve game.npz -o solution.npz -q --checkpoint state --checkpoint-interval 1e-9
  wait_for_folder
  if [ "$2" = soon ]; then
    sleep "$("$python" -c "import random; print(0.5 * random.random())")"
  else
    wait_for_checkpoint
  fi
  [ ! -s ids ] || kill -9 "$(tail -n 1 ids)" 2> /dev/null || true
  wait $launcher || true
}

# The random moments may all be before the first checkpoint, or after the end of a run. So there are more runs,
# killed after their first checkpoint, until one has left it; twenty at most.
for implementation in "$@"; do
  resumed=0
  k=0
  while [ $k -lt $kills ] || { [ $resumed -eq 0 ] && [ $k -lt $((kills + 20)) ]; }; do
    when=soon
    [ $k -lt $kills ] || when=later
    rm -rf state solution.npz
    kill_one $((k % 3 + 2)) $when
    [ ! -s state/checkpoint ] || resumed=$((resumed + 1))
    expect_exit 0 solve $(((k + 1) % 4 + 1))
    expect_same expected.npz solution.npz
    expect_files state
    k=$((k + 1))
  done
  [ $resumed -gt 0 ] || fail "no run of $implementation left a checkpoint"
done

# SIGTERM and SIGINT, in the middle of a level with very many waves, which would take several ranks
# minutes: the state is saved at once, and another run continues.
"$python" - << 'END'
import numpy, scipy.sparse
n = 1000000
tails = numpy.concatenate(([1, 2, 2, 3], numpy.arange(4, n)))
heads = numpy.concatenate(([2, 1, 0, 1], numpy.arange(3, n - 1)))
chain = scipy.sparse.csr_array((numpy.ones(n, numpy.int8), (tails, heads)), shape=(n, n))
scipy.sparse.save_npz("chain.npz", chain, compressed=False)
END
"$grundy" solve chain.npz --columns grundy,counter --algorithm counting -o chain-expected.npz -q
for implementation in "$@"; do
  for signal in TERM INT; do
    rm -rf state solution.npz
    start 1 solve chain.npz --columns grundy,counter -o solution.npz -q --checkpoint state
    wait_for_folder
    sleep 0.2
    kill -$signal "$(cat ids)" || fail 'the run ended before it was interrupted'
    status=0
    last="interrupting $implementation by $signal"
    wait $launcher || status=$?
    [ $status -eq 130 ] || fail "exit code $status instead of 130"
    expect_message interrupted
    grep -qx 'state is kept; run the same command to continue, or remove it' "$err" || fail 'no hint'
    expect_files state checkpoint
    [ ! -e solution.npz ] || fail 'an interrupted run has written a solution'
  done
  expect_exit 0 ranks "$implementation" 1 solve chain.npz --columns grundy,counter \
                -o solution.npz -q --checkpoint state
  expect_same chain-expected.npz solution.npz
done

# Without a folder, the message is short.
implementation=$1
start 2 solve chain.npz -o solution.npz -q
while [ ! -s ids ] || [ "$(wc -l < ids)" -lt 2 ]; do sleep 0.1; done
sleep 2
# shellcheck disable=SC2046 # ids
kill -INT $(cat ids)
wait $launcher || true
expect_message interrupted

# Checkpoints that do not fit.
rm -rf state
kill_one 2 later
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
