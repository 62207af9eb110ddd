#!/bin/sh
# Oclgrind, which simulates a device, finds no access outside a buffer, no barrier that some work-items
# miss, no race except for those that the kernels mark as intended, and no wrong call of OpenCL.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
cd "$work" || exit 1
driver=$(find /usr/lib -name liboclgrind-rt-icd.so | head -1)
[ -n "$driver" ] || { echo 'FAILED: oclgrind is not installed'; exit 1; }
mkdir drivers cache
echo "$driver" > drivers/oclgrind.icd

# Small work-groups, because each work-item is simulated. Oclgrind does not know everything that its
# compiler makes when it optimizes.
simulate() {
  : > log
  expect_exit 0 env OCL_ICD_VENDORS="$work/drivers" XDG_CACHE_HOME="$work/cache" OCLGRIND_LOG="$work/log" \
    OCLGRIND_CHECK_API=1 OCLGRIND_DATA_RACES=1 OCLGRIND_MAX_WGSIZE=16 \
    OCLGRIND_BUILD_OPTIONS='-cl-opt-disable -DCHECK_RACES' "$@"
  expect_no_stderr
  [ ! -s log ] || { cp log "$err"; fail 'Oclgrind reports errors'; }
}

simulate "$grundy" info --gpu
expect_stdout_line '1  Oclgrind Simulator: .*'

# Cycles, loops, sinks, and a position with more moves than a work-group has items.
{
  "$grundy" random degree -n 60 --degree 3 --seed 4
  echo '7 7'
  seq 0 40 | sed 's/^/59 /'
} | sort -u > game.edges
"$grundy" solve game.edges --columns all -o cpu.tsv
simulate "$grundy" solve game.edges --columns all --gpu 1 -o gpu.tsv
expect_same cpu.tsv gpu.tsv
simulate "$grundy" verify game.edges gpu.tsv --gpu 1
finish
