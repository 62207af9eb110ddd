#!/bin/sh
# The unit tests under valgrind, with fewer random games: no uninitialized byte is read, and no
# memory is lost. The command must be built without sanitizers; the tests are in the same folder.
. tests/support/check.sh
tests=$(dirname "$grundy")/tests
if nm "$grundy" | grep -q __asan_init; then
  echo 'valgrind: not with sanitizers'
  exit 0
fi
export GRUNDY_SCALE="${GRUNDY_SCALE:-1}"
count=0
for test in "$tests"/test_*; do
  if [ ! -f "$test" ] || [ ! -x "$test" ]; then continue; fi
  case $test in
    # Tests of failing memory have their own allocator; those of threads run under ThreadSanitizer.
    *test_faults_* | *_threads) continue ;;
    # Kernels for GPUs are compiled by LLVM, which takes hours here; oclgrind checks them instead.
    *test_gpu_*) continue ;;
  esac
  # The threads of the pool run until the process ends: their stacks are possibly lost, not lost.
  run valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
    --suppressions=tests/long/valgrind.supp "$test"
  [ "$status" -eq 0 ] || fail "$(basename "$test") under valgrind"
  count=$((count + 1))
done
[ $count -gt 15 ] || fail "only $count tests were found in $tests"
finish
