#!/bin/sh
# Random games with cycles and loops, solved in memory, through the quotient, from a scratch file, tier by tier, by ranks of MPI,
# on a device and by the Python module: all columns are what their definitions say.
# shellcheck disable=SC2154 # check.sh and the others set these
. tests/support/check.sh
. tests/support/python.sh
. tests/support/ranks.sh

scale=${GRUNDY_SCALE:-100}
games=${GRUNDY_GAMES:-$((scale / 2 + 20))}
columns=outcome,grundy,k,remoteness,distance,counter,misere,misere_remoteness
mkdir "$work/disk"
set -- "scratch=$grundy solve {game} -o {solution} -q --columns $columns --scratch $work/disk --memory 1G"
for implementation in $implementations; do
  program=$build/grundy-mpi-$implementation
  set -- "$@" "$implementation=timeout 300 mpirun.$implementation -n 3 $program solve {game} -o {solution} -q --columns $columns"
done
if "$grundy" info --gpu > "$out" 2> "$err"; then
  set -- "$@" "gpu=$grundy solve {game} -o {solution} -q --columns all --gpu auto"
fi

expect_exit 0 with_module "$python" tests/evidence/agreement.py "$grundy" "$work" "$games" "$@"
expect_stdout_line "$games games, solved in [0-9]* ways"
cat "$out"
finish
