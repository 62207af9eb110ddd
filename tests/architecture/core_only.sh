#!/bin/sh
# The solver, its verifier and their benchmark can be built with a C compiler and libc alone.
. tests/support/check.sh
expect_exit 0 cmake -S . -B "$work/core" -DGRUNDY_CORE_ONLY=ON -DCMAKE_C_FLAGS=-O0 \
  -DCMAKE_BUILD_TYPE=None -DPKG_CONFIG_EXECUTABLE=/nowhere/pkg-config
expect_exit 0 cmake --build "$work/core" -j 2
if find "$work/core" -name '*.d' -exec cat {} + |
  grep -E '/(xxhash|zlib|zip|lua|jansson|libxml)[^/]*\.h|/src/(text/(gzip|input)|format|rules)/'; then
  fail 'a file includes a header of a library or of a room that needs one'
fi

# The tables of the benchmark: one line per phase, by 1 and 2 threads.
expect_exit 0 "$work/core/bench/bench" --threads 2 --game uniform-2-sinks-20 scaling tiny
for line in limit '  transpose' '  remoteness' solve '  checking' verify quotient; do
  expect_stdout_line "$line  *\([0-9.]* *\)\{4\}"
done
expect_exit 2 "$work/core/bench/bench" heaps tiny
finish
