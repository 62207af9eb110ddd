#!/bin/sh
# Installed into an empty prefix: what stands there and what it exports, the program of docs/api.md
# compiled against it, and all of it once more after it was moved.
. tests/support/check.sh
. tests/support/installed.sh

quietly cmake -S . -B "$work/build" -DCMAKE_BUILD_TYPE=Release
quietly cmake --build "$work/build" -j 2
quietly cmake --install "$work/build" --prefix "$work/prefix"
check_libraries "$work/prefix"
check_command "$work/prefix" site-functions

mv "$work/prefix" "$work/moved"
check_libraries "$work/moved"
check_command "$work/moved" site-functions

# One version, in CMakeLists.txt; the changelogs follow.
version=$(sed -n 's/^project(grundy VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ "$(sed -n '1s/^grundy (\(.*\)) .*/\1/p' debian/changelog)" = "$version" ] ||
  fail 'debian/changelog has another version'
[ "$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)" = "$version" ] ||
  fail 'CHANGELOG.md has another version'
finish
