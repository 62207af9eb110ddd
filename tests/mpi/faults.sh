#!/bin/sh
# shellcheck disable=SC2317 # functions are called through others
# A rank that cannot allocate ends the job with one message and exit code 4, whichever allocation of a sample
# fails, and leaves no file.
. tests/support/check.sh
. tests/support/ranks.sh
cd "$work" || exit 1
mkdir files
scale=${GRUNDY_SCALE:-100}
"$grundy" random degree -n 300 --degree 3 --sinks 0.2 -o game.npz -q || fail random
"$grundy" random dag -n 400 --degree 150 -o large.npz -q || fail random # values above 63

# faulty IMPLEMENTATION RANKS RANK NUMBER ARGUMENTS...: allocation NUMBER of RANK fails.
faulty() {
  implementation=$1 count=$2 GRUNDY_FAIL_RANK=$3 GRUNDY_FAIL=$4
  shift 4
  export GRUNDY_FAIL_RANK GRUNDY_FAIL
  program=$build/grundy-mpi-faults-$implementation
  if [ "$count" -eq 1 ]; then
    timeout 300 "$program" "$@"
  else
    timeout 300 "mpirun.$implementation" -n "$count" "$program" "$@"
  fi
}

# fail_each IMPLEMENTATION RANKS RANK RUNS ARGUMENTS...: makes about RUNS allocations of RANK fail,
# evenly spread over all.
fail_each() {
  implementation=$1 total=$2 rank=$3 runs=$4
  shift 4
  export GRUNDY_FAIL_COUNT=1
  expect_exit 0 faulty "$implementation" "$total" "$rank" 0 "$@"
  allocations=$(sed -n 's/^\([0-9]*\) allocations$/\1/p' "$err")
  unset GRUNDY_FAIL_COUNT
  rm -f files/*
  [ "${allocations:=0}" -ge 20 ] || fail "only '$allocations' allocations"
  step=$((allocations / runs + 1))
  number=$step
  while [ $number -le "$allocations" ]; do
    run faulty "$implementation" "$total" "$rank" $number "$@"
    # The program gets by without some of its memory.
    if [ "$status" -eq 0 ]; then
      survived=$((survived + 1))
    else
      [ "$status" -eq 4 ] || fail "allocation $number: exit code $status instead of 4"
      expect_message '\(rank [0-9]* on [^ ]*: \)*out of memory'
      expect_files files
    fi
    tried=$((tried + 1))
    rm -f files/*
    number=$((number + step))
  done
}

tried=0
survived=0
# shellcheck disable=SC2086 # words
set -- $implementations
one=$1 other=${2:-$1}
columns=outcome,grundy,k,remoteness,distance,counter,misere
fail_each "$other" 1 0 $((scale / 8 + 1)) \
          solve game.npz -o files/s.npz -q --threads 1 --columns $columns
fail_each "$other" 1 0 $((scale / 20 + 1)) \
          solve large.npz -o files/s.npz -q --threads 1 --columns grundy,k
fail_each "$one" 3 1 $((scale / 20 + 1)) solve game.npz -o files/s.npz -q --threads 1
"$grundy" solve game.npz -o solution.npz -q --columns $columns
fail_each "$other" 1 0 $((scale / 20 + 1)) verify game.npz solution.npz -q
fail_each "$other" 3 2 $((scale / 25 + 1)) verify game.npz solution.npz -q
fail_each "$other" 1 0 $((scale / 20 + 1)) solve quixo:2 -o files/s.npz -q
[ $((4 * survived)) -le $tried ] || fail "$survived of $tried runs did not notice"

finish
