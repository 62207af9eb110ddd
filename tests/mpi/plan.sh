#!/bin/sh
# grundy-mpi solve --dry-run says what a rank needs, and that is what it then uses; --memory rejects games
# that need more; timings are JSON; a run that continues says from where, and how long it may take.
. tests/support/check.sh
. tests/support/ranks.sh
cd "$work" || exit 1
# shellcheck disable=SC2086 # words
set -- $implementations
one=$1 other=${2:-$1}
"$grundy" random degree -n 40000 --degree 8 --sinks 0.1 -o game.npz -q || fail random

# A dry run reads and prints on one rank, for any number of ranks, and writes nothing.
expect_exit 0 ranks "$one" 2 solve game.npz --dry-run --ranks 64 --threads 3 --exchange 1M
expect_stdout_line 'game         40,000 positions, 288,000 moves'
expect_stdout_line 'ranks        64 ranks of 3 threads'
expect_stdout_line 'memory       [0-9.]* MiB per rank, if moves are spread evenly'
expect_stdout_line '  messages   3.0 MiB'
expect_no_stderr
expect_exit 2 ranks "$one" 2 solve game.npz --ranks 3 -o solution.npz
expect_message "--ranks needs --dry-run; .*"
expect_exit 2 ranks "$one" 2 solve quixo:2 --dry-run
expect_message '--dry-run is only for games in files; .*'
expect_exit 3 ranks "$other" 2 solve missing.npz --dry-run
expect_message 'missing.npz: No such file or directory'


# More ranks and fewer columns need less.
megabytes() { # OPTIONS...
  ranks "$one" 1 solve game.npz --dry-run --exchange 1M "$@" | sed -n 's/^memory  *\([0-9.]*\) MiB .*/\1/p'
}
"$python" - "$(megabytes --ranks 1)" "$(megabytes --ranks 8)" "$(megabytes --ranks 1 --columns outcome)" << 'END' || fail 'plans do not decrease'
import sys
one, eight, outcome = map(float, sys.argv[1:])
sys.exit(not (one > eight and one >= outcome))
END

# What is too much is rejected before anything is read, by a dry run, too.
expect_exit 4 ranks "$one" 2 solve game.npz -o solution.npz --memory 64M
expect_message 'every rank needs about .* MiB; --memory allows 64.0 MiB; use more ranks, .*'
[ ! -e solution.npz ] || fail 'a run without memory has written a solution'
expect_exit 4 ranks "$other" 1 solve game.npz --dry-run --memory 64M
expect_message 'every rank needs about .* MiB; --memory allows 64.0 MiB; use more ranks, .*'

# Timings as JSON, with the peak.
expect_exit 0 ranks "$other" 2 solve game.npz -o solution.npz -q --timings-json timings.json --memory 8G
"$python" - << 'END' || fail 'timings.json is wrong'
import json
t = json.load(open("timings.json"))
assert (t["positions"], t["moves"], t["ranks"], t["resumed"]) == (40000, 288000, 2, False)
assert t["supersteps"] > 0 and t["solving_seconds"] > 0 and t["peak_bytes"] > 1 << 20
END
# No rank uses more than planned, nor less than a third of it; sanitizers and the counters of `make coverage` use
# more than any plan.
if ! ldd "$build/grundy-mpi-$one" | grep -q asan && ! grep -q GCOV_ "$build/grundy-mpi-$one"; then
  for model in '2000000 --degree 8' '500000 --degree 20' '3000000 --degree 2'; do
    # shellcheck disable=SC2086 # words
    "$grundy" random degree -n $model --sinks 0.1 -o large.npz -q || fail random
    for count in 1 3; do
      expect_exit 0 ranks "$one" $count solve large.npz --dry-run --threads 2 --exchange 1M
      planned=$(sed -n 's/^memory  *\([0-9.]*\) MiB .*/\1/p' "$out")
      expect_exit 0 ranks "$one" $count solve large.npz -o large-solution.npz -q --threads 2 --exchange 1M \
                    --timings-json large.json
      "$python" - "$planned" << 'END' || fail "the plan is wrong: $model, $count ranks"
import json, sys
peak, planned = json.load(open("large.json"))["peak_bytes"] / 2**20, float(sys.argv[1])
print(f"planned {planned} MiB, used {peak:.1f} MiB")
sys.exit(not planned / 3 <= peak <= planned)
END
    done
  done
fi
expect_exit 5 ranks "$other" 2 solve game.npz -o solution.npz -q --timings-json no/timings.json
expect_message 'no/timings.json: .*cannot write: .*'

# An interrupted run that continues says from where. A chain has many short supersteps: the reports
# estimate an upper bound of the time left after a second. Where a run has ended by then, a longer one is tried.
for length in 1000000 5000000 25000000; do
  "$python" - $length << 'END'
import sys, numpy, scipy.sparse
n = int(sys.argv[1])
tails = numpy.arange(1, n)
chain = scipy.sparse.csr_array((numpy.ones(n - 1, numpy.int8), (tails, tails - 1)), shape=(n, n))
scipy.sparse.save_npz("chain.npz", chain, compressed=False)
END
  "$build/grundy-mpi-$one" solve chain.npz -o solution.npz --columns outcome --checkpoint state --progress 0.2 \
    > "$out" 2> "$err" &
  run=$!
  until grep -q ' left$' "$err" || ! kill -0 $run 2> /dev/null; do sleep 0.1; done
  kill -TERM $run 2> /dev/null || true
  if ! wait $run && [ -e state/checkpoint ]; then break; fi
  rm -rf state
done
grep -q '^grundy-mpi: after [0-9]* s: remoteness [0-9]*: 1 position, at most about .* left$' "$err" ||
  fail "no estimate: $(tail -n 3 "$err")"
expect_files state checkpoint
expect_exit 0 ranks "$other" 1 solve chain.npz -o solution.npz --columns outcome --checkpoint state \
              --timings-json timings.json
grep -q '^grundy-mpi: continuing from state/checkpoint, saved [0-9-]* [0-9:]*: remoteness [1-9][0-9]*$' "$err" ||
  fail "not said from where the run continues: $(cat "$err")"
grep -q '"resumed": true' timings.json || fail 'not resumed'
"$grundy" solve chain.npz --columns outcome -o expected.npz -q
expect_same expected.npz solution.npz

finish
