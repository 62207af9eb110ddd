#!/bin/sh
# The tests with several threads, built again with clang and ThreadSanitizer: there must be no data
# races.
. tests/support/check.sh

build=$(dirname "$1")/threads
export TSAN_OPTIONS="halt_on_error=1"
export GRUNDY_SCALE=5

# Compiling takes longer than running.
expect_exit 0 cmake -S . -B "$build" -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
                    -DCMAKE_C_FLAGS_RELWITHDEBINFO='-O1 -g1' -DGRUNDY_SANITIZE_THREADS=ON -DGRUNDY_TESTS=ON
expect_exit 0 cmake --build "$build" -j 2 --target threads_tests
expect_exit 0 ctest --test-dir "$build" -L threads --output-on-failure
expect_stdout_line '100% tests passed, 0 tests failed out of [1-9][0-9]*'
finish
