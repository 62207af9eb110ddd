#!/bin/sh
# Every engine gives the results that it gave before: scripts/checksums, compared with what it printed then.
. tests/support/check.sh
. tests/support/ranks.sh
# shellcheck disable=SC2086,SC2154 # words; $implementations is set by ranks.sh
set -- $implementations
expect_exit 0 scripts/checksums "$grundy" --check tests/long/checksums.txt \
  --mpi "mpirun.$1 -n N $build/grundy-mpi-$1"
expect_stdout_line '[0-9]* checksums of 1[0-2] engines compared'
finish
