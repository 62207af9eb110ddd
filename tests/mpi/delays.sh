#!/bin/sh
# Ranks that run at random speeds write the same bytes, and a rank that hangs ends the job if
# --patience says so.
. tests/support/check.sh
. tests/support/ranks.sh
source=$PWD/tests/mpi/preload/delays.c
cd "$work" || exit 1
export ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0"

"$grundy" random degree -n 3000 --degree 4 --sinks 0.2 -o game.npz -q
"$grundy" solve game.npz --algorithm counting -o expected.npz -q

for implementation in $implementations; do
  "mpicc.$implementation" -shared -fPIC -o "delays-$implementation.so" "$source" || fail mpicc
  program=$build/grundy-mpi-$implementation
  # The launcher must not be delayed, so a rank sets the variable for itself.
  cat > delayed << END
#!/bin/sh
LD_PRELOAD=$PWD/delays-$implementation.so exec $program "\$@"
END
  chmod +x delayed
  expect_exit 0 timeout 300 "mpirun.$implementation" -n 4 ./delayed solve game.npz -q \
                -o solution.npz --exchange 64K
  expect_same expected.npz solution.npz

  run env GRUNDY_HANG=1 timeout 300 "mpirun.$implementation" -n 2 ./delayed solve game.npz -q \
      -o hung.npz --patience 2
  case $status in
    0 | 124) fail "exit code $status of a job that hangs" ;; # 124: timeout ended it
  esac
  grep -q '^grundy-mpi: a rank has not answered for too long' "$err" || fail 'no message'
  [ ! -e hung.npz ] || fail 'a solution appeared'
done

finish
