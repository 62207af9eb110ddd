#!/bin/sh
# For tests of grundy-mpi, after check.sh: runs it with every implementation of MPI that the tests are
# built with.
# shellcheck disable=SC2034,SC2154 # variables of the tests and of check.sh
build=$(dirname "$grundy")
# Several ranks share two cores, and containers run tests as root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none
implementations=
for program in openmpi mpich; do
  [ ! -x "$build/grundy-mpi-$program" ] || implementations="$implementations $program"
done
[ -n "$implementations" ] || { echo 'grundy-mpi is not built: no MPI was found'; exit 1; }

# ranks IMPLEMENTATION N ARGUMENTS...: runs grundy-mpi with N ranks.
ranks() {
  implementation=$1 count=$2
  shift 2
  timeout 300 "mpirun.$implementation" -n "$count" "$build/grundy-mpi-$implementation" "$@"
}

# expect_message PATTERN: one line of standard error is a message, and it matches completely;
# launchers add lines of their own. A message about a file begins with its name instead of the
# program's.
expect_message() {
  if [ "$(grep -c '^grundy-mpi: ' "$err")" -gt 1 ] || [ "$(grep -cx -e "\(grundy-mpi: \)\{0,1\}$1" "$err")" -ne 1 ]; then
    fail "standard error has not one message that matches $1"
  fi
}
