#!/bin/sh
# Installs into an empty prefix: checks the installed files and exported symbols, compiles the
# program of docs/api.md against them, and repeats that after moving the prefix.
. tests/support/check.sh
. tests/support/installed.sh

# Files and symbols do not depend on optimization, which takes most of the time of compiling.
quietly cmake -S . -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE='-O0 -DNDEBUG'
quietly cmake --build "$work/build" -j 2
! grep -q -e '-isystem /usr/include[" ]' "$work/build/compile_commands.json" || fail 'the order of system headers is changed'
quietly cmake --install "$work/build" --prefix "$work/prefix"
for file in LICENSE README.md docs/README.md; do
  [ -f "$work/prefix/share/doc/grundy/$file" ] || fail "$file is not installed"
done
check_libraries "$work/prefix"
check_command "$work/prefix" site-functions

# Components: together they are everything, and none has files of another one.
for component in command library development; do
  quietly cmake --install "$work/build" --prefix "$work/$component" --component $component
  (cd "$work/$component" && find . ! -type d)
done | sort > "$work/components"
(cd "$work/prefix" && find . ! -type d) | sort | diff - "$work/components" || fail 'components differ from everything'
[ "$(cd "$work/command" && find . -name '*grundy.[sa]*' -o -name '*.h')" = '' ] || fail 'the component command has libraries'
[ -n "$(find "$work/library" -name libgrundy.so.2)" ] || fail 'no shared library'
[ -z "$(find "$work/library" -name libgrundy.so)" ] || fail 'the component library has a link for development'

mv "$work/prefix" "$work/moved"
check_libraries "$work/moved"
check_command "$work/moved" site-functions

# It can be removed again.
mv "$work/moved" "$work/prefix"
expect_exit 0 make uninstall BUILD="$work/build"
[ -z "$(find "$work/prefix" ! -type d)" ] || fail 'make uninstall leaves files'
[ -z "$(find "$work/prefix" -name grundy)" ] || fail 'make uninstall leaves folders'
quietly env DESTDIR="$work/staged" cmake --install "$work/build" --prefix /opt/games
[ -x "$work/staged/opt/games/bin/grundy" ] || fail 'DESTDIR is not used'
expect_exit 0 make uninstall BUILD="$work/build" DESTDIR="$work/staged"
[ -z "$(find "$work/staged" ! -type d)" ] || fail 'make uninstall leaves files in DESTDIR'
rm "$work/build/install_manifest.txt"
expect_exit 2 make uninstall BUILD="$work/build"

# Without the shared or the static library: only configured, because these files are the same.
quietly cmake -S . -B "$work/one" -DBUILD_SHARED_LIBS=OFF
! grep -q 'libgrundy.so' "$work/one/cmake_install.cmake" || fail 'BUILD_SHARED_LIBS=OFF installs a shared library'
quietly cmake -S . -B "$work/one" -DBUILD_SHARED_LIBS=ON -DGRUNDY_STATIC_LIBRARY=OFF
! grep -q 'libgrundy.a' "$work/one/cmake_install.cmake" || fail 'GRUNDY_STATIC_LIBRARY=OFF installs a static library'
expect_exit 1 cmake -S . -B "$work/one" -DBUILD_SHARED_LIBS=OFF -DGRUNDY_SHARED_COMMAND=ON
expect_exit 0 scripts/symbols --check

# There is one version, in CMakeLists.txt; the changelogs follow it.
version=$(sed -n 's/^project(grundy VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ "$(sed -n '1s/^grundy (\(.*\)) .*/\1/p' debian/changelog)" = "$version" ] ||
  fail 'debian/changelog has a different version'
# Changes since the last release have no date yet.
[ "$(sed -n 's/^## \([0-9][0-9.]*\) ([0-9-]*)$/\1/p' CHANGELOG.md | head -n 1)" = "$version" ] ||
  fail 'CHANGELOG.md has a different version'
[ "$(sed -n 's/^version: //p' CITATION.cff)" = "$version" ] || fail 'CITATION.cff has a different version'
date=$(sed -n 's/^set(GRUNDY_RELEASE_DATE \(.*\))$/\1/p' CMakeLists.txt)
[ "$(sed -n 's/^date-released: "\(.*\)"$/\1/p' CITATION.cff)" = "$date" ] || fail 'CITATION.cff has a different date'
finish
