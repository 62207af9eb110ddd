#!/bin/sh
# The Debian packages: built, unpacked, used from outside the tree, and clean for lintian.
. tests/support/check.sh
. tests/support/installed.sh

expect_exit 0 scripts/build-deb "$work/deb"
for package in grundy libgrundy1 libgrundy-dev python3-grundy; do
  deb=$(find "$work/deb" -name "${package}_*.deb")
  [ -s "$deb" ] || fail "no package $package"
  quietly dpkg-deb -x "$deb" "$work/root"
done
check_libraries "$work/root/usr"
check_command "$work/root/usr" vendor-completions
ldd "$work/root/usr/bin/grundy" | grep -q "libgrundy.so.1 => $work/root" ||
  fail 'the command is not linked with the shared library of the package'
LD_LIBRARY_PATH=$(dirname "$(find "$work/root/usr/lib" -name libgrundy.so.1)") \
  PYTHONPATH=$work/root/usr/lib/python3/dist-packages run "$python" -c '
import grundy; print(grundy.Game([("a", "b")]).solve().grundy.tolist())'
[ "$(cat "$out")" = '[1, 0]' ] || fail 'the Python module of the package does not work'
# Libraries that are loaded when they are first needed are dependencies, too.
for needed in libgrundy1:libgvc libgrundy1:libxml2 libgrundy1:libzip grundy:libedit grundy:libmicrohttpd; do
  deb=$(find "$work/deb" -name "${needed%:*}_*.deb")
  dpkg-deb -f "$deb" Depends | grep -q "${needed#*:}" || fail "${needed%:*} does not depend on ${needed#*:}"
done
if command -v lintian > /dev/null; then
  run lintian --allow-root --fail-on error,warning "$work"/deb/*.changes
  [ "$status" -eq 0 ] || fail 'lintian'
  expect_no_stdout
fi
finish
