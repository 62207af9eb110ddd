#!/bin/sh
# shellcheck disable=SC2154 # check.sh sets work
# For tests of the Python module, after check.sh: a folder with the module and a Python that finds
# it. GRUNDY_PYTHON_CORE is the compiled part; if it was compiled with AddressSanitizer, whose
# runtime must be loaded first, that is preloaded.

[ -n "${GRUNDY_PYTHON_CORE:-}" ] || { echo 'GRUNDY_PYTHON_CORE is not set'; exit 1; }
: > "$err"
modules=$work/modules
mkdir -p "$modules/grundy"
ln -s "$PWD"/python/grundy/*.py "$PWD"/python/grundy/py.typed "$GRUNDY_PYTHON_CORE" "$modules/grundy"
# shellcheck disable=SC2034 # tests may preload something else
preloaded=$(ldd "$GRUNDY_PYTHON_CORE" | awk '/lib(asan|ubsan)\.so/ { printf "%s%s", sep, $3; sep = ":" }')

# with_module COMMAND...: runs a command in which Python finds the module.
with_module() {
  LD_PRELOAD=$preloaded ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
    PYTHONPATH=$modules PYTHONDONTWRITEBYTECODE=1 "$@"
}
