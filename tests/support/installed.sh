#!/bin/sh
# Helpers for tests of the installed files; needs check.sh.
# shellcheck disable=SC2154 # $work is the folder of the test

# quietly COMMAND...: shows the output only if the command fails.
quietly() {
  "$@" > "$work/log" 2>&1 || { fail "$*"; cat "$work/log"; }
}

# expect_advice PROGRAM...: checks the output of the program in docs/api.md.
expect_advice() {
  expect_exit 0 "$@" examples/ring.edges b
  awk '/^    [$] .*advise examples.ring.edges b$/ { inside = 1; next } /^    [$] / { inside = 0 }
       inside { print substr($0, 5) }' "$root/docs/api.md" | expect_stdout
  expect_exit 0 "$@" wythoff:5,7 4,7
  expect_stdout_line '4,7 is P, .*'
  expect_exit 0 "$@" stones 21
  expect_stdout_line '21 is N, remoteness 11; move to 20'
  expect_exit 1 "$@" examples/ring.edges z
  expect_stderr_line '.*z.*'
}

# expect_sum: checks the output of the program in docs/compounds.md.
expect_sum() {
  awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/docs/compounds.md" > sum.c
  [ -s sum.c ] || fail 'no program in docs/compounds.md'
  # shellcheck disable=SC2046 # flags are meant to be split
  quietly cc -Wall -Werror sum.c -o sum $(pkg-config --cflags --libs grundy)
  expect_exit 0 ./sum
  awk '/^    [$] .[/]sum$/ { inside = 1; next } !/^    / { inside = 0 } inside { print substr($0, 5) }' \
    "$root/docs/compounds.md" | expect_stdout
}

# expect_examples: every program of examples/library compiles, and prints what its head comment says.
expect_examples() {
  for source in "$root"/examples/library/*.c; do
    name=$(basename "$source" .c)
    # shellcheck disable=SC2046 # flags are meant to be split
    quietly cc -Wall -Wextra -Werror "$source" -o "$name" $(pkg-config --cflags --libs grundy)
    sed -n '/^ \*\/$/q; s/^ \*     //p' "$source" > transcript
    grep -q '^[$] ' transcript || fail "$source does not say what it prints"
    grep '^[$] ' transcript | while read -r line; do
      printf '%s\n' "$line"
      sh -c "${line#? }" 2>&1
    done > printed
    diff transcript printed || fail "$source prints something else"
  done
}

# check_libraries PREFIX: the library exports exactly the declarations of the public headers; the
# programs of examples/library, docs/api.md and docs/compounds.md work, the last but one compiled with pkg-config and with
# CMake, shared and static.
check_libraries() {
  prefix=$1
  libraries=$(dirname "$(find "$prefix" -name libgrundy.a)")
  export LD_LIBRARY_PATH="$libraries"
  export PKG_CONFIG_PATH="$libraries/pkgconfig"

  nm -D --defined-only "$libraries/libgrundy.so" | awk '{print $3}' | sort > "$work/exported"
  for header in "$prefix"/include/grundy/*.h; do
    sed 's:/\*.*\*/::' "$header" | tr '\n' ' ' | tr ';' '\n' |
      sed -n 's/.*GRUNDY_API[^(]*[ *]\(grundy_[a-z_0-9]*\)(.*/\1/p'
  done | sort -u > "$work/declared"
  diff "$work/declared" "$work/exported" || fail 'the exported symbols are not those of the headers'
  [ -s "$work/exported" ] || fail 'nothing is exported'
  objdump -p "$libraries/libgrundy.so" | grep -q 'SONAME *libgrundy\.so\.2$' || fail 'wrong soname'

  root=$PWD
  mkdir -p "$work/program"
  cd "$work/program" || exit 1
  awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/docs/api.md" > advise.c
  [ -s advise.c ] || fail 'no program in docs/api.md'
  ln -sf "$root/examples" .
  # shellcheck disable=SC2046 # flags are meant to be split
  quietly cc -Wall -Werror advise.c -o shared $(pkg-config --cflags --libs grundy)
  expect_advice ./shared
  expect_sum
  expect_examples
  # Our static library with the shared libraries that it needs: the private requirements.
  # shellcheck disable=SC2046
  quietly cc -Wall -Werror advise.c -o static $(pkg-config --cflags grundy) "$libraries/libgrundy.a" \
    -pthread -lm $(pkg-config --libs $(pkg-config --print-requires-private grundy))
  expect_advice env LD_LIBRARY_PATH= ./static

  cat > CMakeLists.txt << END
cmake_minimum_required(VERSION 3.25)
project(advise LANGUAGES C)
$(grep -o 'find_package(grundy[^)]*)' "$root/docs/api.md")
add_executable(with_shared advise.c)
target_link_libraries(with_shared PRIVATE grundy::grundy)
add_executable(with_static advise.c)
target_link_libraries(with_static PRIVATE grundy::static)
END
  rm -rf cmake
  quietly cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$prefix"
  quietly cmake --build cmake
  expect_advice cmake/with_shared
  expect_advice cmake/with_static
  # Programs that link the shared library need none of its dependencies.
  sed -i '/static/d' CMakeLists.txt
  rm -rf cmake
  quietly env PKG_CONFIG_LIBDIR=/nonexistent cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$prefix"
  quietly cmake --build cmake
  expect_advice cmake/with_shared
  cd "$root" || exit 1
}

# check_command PREFIX ZSH: the command runs, and has a manual page for every subcommand and
# completions; those of zsh are in share/zsh/ZSH.
check_command() {
  prefix=$1
  expect_exit 0 "$prefix/bin/grundy" --version
  expect_stdout_line "grundy $(sed -n 's/^project(grundy VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"
  listed_commands "$prefix/bin/grundy" > "$work/commands"
  [ -s "$work/commands" ] || fail 'no commands'
  for page in grundy $(sed 's/^/grundy-/' "$work/commands"); do
    found=$(find "$prefix/share/man/man1" -name "$page.1" -o -name "$page.1.gz")
    [ -s "$found" ] || fail "no page $page.1"
  done
  for file in bash-completion/completions/grundy "zsh/$2/_grundy" fish/vendor_completions.d/grundy.fish; do
    grep -q solve "$prefix/share/$file" || fail "no $file"
  done
}
