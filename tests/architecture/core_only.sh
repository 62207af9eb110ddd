#!/bin/sh
# The solver, its verifier and their benchmark can be built with a C compiler and libc alone, and with
# the headers of OpenCL for GPUs.
. tests/support/check.sh
expect_exit 0 cmake -S . -B "$work/core" -DGRUNDY_CORE_ONLY=ON -DCMAKE_C_FLAGS=-O0 \
  -DCMAKE_BUILD_TYPE=None -DPKG_CONFIG_EXECUTABLE=/nowhere/pkg-config
expect_exit 0 cmake --build "$work/core" -j 2
if find "$work/core" -name '*.d' -exec cat {} + |
  grep -E '/(xxhash|zlib|lua|jansson|expat)[^/]*\.h|/src/(text/(gzip|input)|format|rules)/'; then
  fail 'a file includes a header of a library or of a room that needs one'
fi

# The tables of the benchmark: one line per phase, by 1 and 2 threads.
expect_exit 0 "$work/core/bench/bench" --threads 2 --game uniform-2-sinks-20 scaling tiny
for line in limit '  transpose' '  remoteness' solve '  checking' verify quotient; do
  expect_stdout_line "$line  *\([0-9.]* *\)\{4\}"
done
expect_exit 2 "$work/core/bench/bench" heaps tiny

# A program that lists the GPUs, with OpenCL but no device, and in a build without OpenCL.
cat > "$work/list.c" << 'END'
#include <grundy/gpu.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  grundy_gpu_info *devices = NULL;
  grundy_error error = {0};
  size_t count = 0;
  grundy_status status = grundy_gpu_list(&devices, &count, &error);
  free(devices);
  if (status != GRUNDY_OK) fprintf(stderr, "%s\n", error.message);
  return grundy_exit_code(status);
}
END
# build_list FILE...
build_list() {
  expect_exit 0 cc -Iinclude -Isrc "$work/list.c" "$@" "$work/core/libgrundy.a" -lm -ldl -lpthread -o "$work/list"
}
if grep -q '^GRUNDY_GPU:BOOL=ON' "$work/core/CMakeCache.txt"; then
  build_list
  expect_exit 4 env OCL_ICD_VENDORS=/nowhere "$work/list"
  expect_stderr_line 'OpenCL finds no device; .*'
fi
build_list src/gpu/gpu_none.c
expect_exit 4 "$work/list"
expect_stderr_line 'this build of grundy cannot use GPUs; .*'
finish
