#!/bin/sh
# The Python module is installed from the tree with pip into a new virtual environment, with nothing
# but Debian's setuptools, and works there with the system's NumPy. The wheel is for the stable ABI,
# and CMake can configure the library of the source distribution.
. tests/support/check.sh
. tests/support/python.sh

# The library of this build; if it has sanitizers, so must the module. The tree stays clean.
GRUNDY_BUILD=$(cd "$(dirname "$GRUNDY_PYTHON_CORE")/../.." && pwd)
GRUNDY_ROOT=$PWD
LDFLAGS=${preloaded:+-fsanitize=address,undefined}
export GRUNDY_BUILD GRUNDY_ROOT LDFLAGS
cp -rL python "$work/python"
rm -rf "$work"/python/build "$work"/python/*.egg-info "$work"/python/grundy/*.so

last='pip install'
"$python" -m venv --system-site-packages "$work/venv"
if ! "$work/venv/bin/pip" install --no-index --no-build-isolation "$work/python" > "$out" 2>&1; then
  fail "$(tail -n 20 "$out")"
fi
modules= # the installed module, not this tree
cd "$work" || exit 1
with_module "$work/venv/bin/python" -c '
import grundy, numpy
game = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
assert game.solve().remoteness.tolist() == [2, 1, 0]
print(grundy.__file__)' > "$out" 2>&1 || fail "$(cat "$out")"
grep -q "^$work/venv/" "$out" || fail "another module was imported: $(cat "$out")"

last='setup.py sdist bdist_wheel'
(cd "$work/python" && "$python" setup.py -q sdist bdist_wheel) > "$out" 2>&1 || fail "$(tail -n 20 "$out")"
set -- "$work"/python/dist/grundy-*-cp311-abi3-*.whl
[ -s "$1" ] || fail 'no wheel for the stable ABI was built'
"$python" -m zipfile -l "$1" | grep -q 'grundy/_core.abi3.so' || fail 'the wheel lacks the extension module'
tar tzf "$work"/python/dist/grundy-*.tar.gz > "$out" || fail 'no source distribution was built'
for file in setup.py src/core.h grundy/py.typed LICENSE library/CMakeLists.txt library/src/solve/solve.c \
            library/include/grundy/grundy.h; do
  grep -q "/$file\$" "$out" || fail "the source distribution lacks $file"
done
last='cmake -S library'
mkdir "$work/sdist"
tar xzf "$work"/python/dist/grundy-*.tar.gz -C "$work/sdist" --strip-components 1 || fail 'it cannot be unpacked'
cmake -S "$work/sdist/library" -B "$work/sdist/build" > "$out" 2>&1 || fail "$(tail -n 20 "$out")"
finish
