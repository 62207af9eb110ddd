#!/bin/sh
# The unit tests under valgrind, with fewer random games: no byte is read that was never written, and
# nothing is lost. The command must be built without sanitizers, the tests stand beside it.
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
    # Those of failing memory have an allocator of their own, those of threads ThreadSanitizer.
    *test_faults_* | *_threads) continue ;;
  esac
  # The threads of the pool run until the process ends: their stacks are possibly lost, not lost.
  run valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
    --suppressions=tests/long/valgrind.supp "$test"
  [ "$status" -eq 0 ] || fail "$(basename "$test") under valgrind"
  count=$((count + 1))
done
[ $count -gt 30 ] || fail "only $count tests were found in $tests"
finish
