#!/bin/sh
# The line of the README installs the Python module from the tree with pip, in a new virtual environment with the NumPy of
# the system and in one that has nothing but pip; CMake can configure the library of the source distribution. tests/long/wheel.sh builds a wheel.
. tests/support/check.sh
. tests/support/python.sh

# The library of this build; if it has sanitizers, so must the module. The tree stays clean.
GRUNDY_BUILD=$(cd "$(dirname "$GRUNDY_PYTHON_CORE")/../.." && pwd)
GRUNDY_ROOT=$work/root # the compiled module is put into its folder build
LDFLAGS=${preloaded:+-fsanitize=address,undefined}
CFLAGS=-O0 # compiling is what takes time
export GRUNDY_BUILD GRUNDY_ROOT LDFLAGS CFLAGS
mkdir "$GRUNDY_ROOT"
for file in CMakeLists.txt LICENSE cli command examples games include mpi scripts src web; do
  ln -s "$PWD/$file" "$GRUNDY_ROOT"
done
cp -rL python "$work/python"
rm -f "$work"/python/grundy/*.so

# The line that the README and docs/python.md give; the packages are here already.
line='python3 -m venv --system-site-packages venv && venv/bin/pip install ./python'
for file in README.md docs/python.md; do
  grep -qF "$line" "$file" || fail "$file has another line to install the module"
done
echo "$line" > "$work/lines"

# install_into NAME FILE: runs the file in a folder of that name.
install_into() {
  last="the line of the README in $1"
  mkdir "$work/$1"
  ln -s "$work/python" "$work/$1/python"
  if ! (cd "$work/$1" && PATH=$(dirname "$python"):$PATH PIP_NO_INDEX=1 sh -e "$2") > "$out" 2>&1; then
    fail "$(tail -n 20 "$out")"
  fi
}
modules= # the installed module, not this tree
install_into numpy "$work/lines"
(cd "$work" && with_module "$work/numpy/venv/bin/python" -c '
import grundy, numpy
game = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")])
assert game.solve().remoteness.tolist() == [2, 1, 0]
print(grundy.__file__)') > "$out" 2>&1 || fail "$(cat "$out")"
grep -q "^$work/numpy/venv/" "$out" || fail "another module was imported: $(cat "$out")"

# An environment that does not even have setuptools.
sed 's/ --system-site-packages//; s/venv.bin.pip/venv\/bin\/pip uninstall -q -y setuptools \&\& &/' "$work/lines" > "$work/bare-lines"
install_into bare "$work/bare-lines"
with_module "$work/bare/venv/bin/python" -c '
import grundy
print(grundy.nim(3).best()[0])' > "$out" 2>&1 || fail "$(cat "$out")"
grep -q '3 -> 0' "$out" || fail "$(cat "$out")"

last='backend.py sdist'
"$python" python/backend.py sdist "$work/dist" > "$out" 2>&1 || fail "$(tail -n 20 "$out")"
tar tzf "$work"/dist/grundy-*.tar.gz > "$out" || fail 'no source distribution was built'
for file in backend.py src/core.h grundy/py.typed LICENSE library/CMakeLists.txt library/src/solve/solve.c \
            library/include/grundy/grundy.h PKG-INFO; do
  grep -q "/$file\$" "$out" || fail "the source distribution lacks $file"
done
last='cmake -S library'
mkdir "$work/sdist"
tar xzf "$work"/dist/grundy-*.tar.gz -C "$work/sdist" --strip-components 1 || fail 'it cannot be unpacked'
cmake -S "$work/sdist/library" -B "$work/sdist/build" > "$out" 2>&1 || fail "$(tail -n 20 "$out")"
finish
