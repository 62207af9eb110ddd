# The library installed into an empty prefix: what stands there, what it exports, and the program
# of the README compiled against it with pkg-config and with CMake, shared and static.
. tests/support/check.sh
root=$PWD
prefix=$work/prefix

quietly() {
  "$@" > "$work/log" 2>&1 || { fail "$*"; cat "$work/log"; }
}

quietly cmake -S . -B "$work/build" -DCMAKE_BUILD_TYPE=Release
quietly cmake --build "$work/build" -j 2
quietly cmake --install "$work/build" --prefix "$prefix"
libraries=$(dirname "$(find "$prefix" -name libgrundy.a)")
export LD_LIBRARY_PATH="$libraries"
export PKG_CONFIG_PATH="$libraries/pkgconfig"

# Only what the public headers declare is exported, and all of it is.
nm -D --defined-only "$libraries/libgrundy.so" | awk '{print $3}' | sort > "$work/exported"
for header in "$prefix"/include/grundy/*.h; do
  sed 's:/\*.*\*/::' "$header" | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/.*GRUNDY_API[^(]*[ *]\(grundy_[a-z_0-9]*\)(.*/\1/p'
done | sort -u > "$work/declared"
diff "$work/declared" "$work/exported" || fail 'the exported symbols are not those of the headers'
[ -s "$work/exported" ] || fail 'nothing is exported'
objdump -p "$libraries/libgrundy.so" | grep -q 'SONAME *libgrundy\.so\.0$' || fail 'the soname'

# The program of the README.
cd "$work" || exit 1
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/README.md" > win.c
[ -s win.c ] || fail 'no program in the README'
printf 'a b\nb a\nb c\n' > game.edges

says_that_b_is_won() {
  expect_exit 0 "$@" game.edges
  echo 'b is won' | expect_stdout
}

# shellcheck disable=SC2046 # flags are meant to be split
quietly cc -Wall -Werror win.c -o shared $(pkg-config --cflags --libs grundy)
says_that_b_is_won ./shared
# Our static library with the shared ones that it needs: the private requirements.
# shellcheck disable=SC2046
quietly cc -Wall -Werror win.c -o static $(pkg-config --cflags grundy) "$libraries/libgrundy.a" \
  -fopenmp $(pkg-config --libs $(pkg-config --print-requires-private grundy))
says_that_b_is_won env LD_LIBRARY_PATH= ./static

cat > CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(win LANGUAGES C)
find_package(grundy 0.1 REQUIRED)
add_executable(with_shared win.c)
target_link_libraries(with_shared PRIVATE grundy::grundy)
add_executable(with_static win.c)
target_link_libraries(with_static PRIVATE grundy::static)
END
quietly cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$prefix"
quietly cmake --build cmake
says_that_b_is_won cmake/with_shared
says_that_b_is_won cmake/with_static

# Moved elsewhere, the installation still serves.
mv "$prefix" "$work/moved"
libraries=$work/moved${libraries#"$prefix"}
export LD_LIBRARY_PATH="$libraries"
export PKG_CONFIG_PATH="$libraries/pkgconfig"
# shellcheck disable=SC2046
quietly cc -Wall -Werror win.c -o moved-program $(pkg-config --cflags --libs grundy)
says_that_b_is_won ./moved-program
finish
