#!/bin/sh
# Builds for tests check asserts, and release builds compile them out.
# shellcheck disable=SC2317 # functions are called through expect_exit and similar ones
. tests/support/check.sh

# files_with_asserts FOLDER: prints the number of files of the library compiled with asserts there.
files_with_asserts() {
  $python - "$1/compile_commands.json" << 'END'
import json, sys
commands = [entry for entry in json.load(open(sys.argv[1])) if "/src/" in entry["file"]]
print(sum("-DNDEBUG" not in entry["command"] for entry in commands), "of", len(commands))
END
}

build=$(dirname "$grundy")
if [ -f "$build/compile_commands.json" ] && ! grep -q '^CMAKE_BUILD_TYPE:.*=Release$' "$build/CMakeCache.txt"; then
  expect_exit 0 files_with_asserts "$build"
  expect_stdout_line '\([1-9][0-9]*\) of \1'
fi
expect_exit 0 cmake -S . -B "$work/release" -DCMAKE_BUILD_TYPE=Release
expect_exit 0 files_with_asserts "$work/release"
expect_stdout_line '0 of [1-9][0-9]*'
finish
