#!/bin/sh
# Installs the Debian packages one after the other and uses each, without a variable that says where things are.
# tests/long/deb.sh runs it in a Debian where nothing else is installed, in a folder with the packages.
. tests/support/check.sh
. tests/support/installed.sh
. tests/support/clean_debian.sh
root=$PWD
[ -z "${CMAKE_C_COMPILER_LAUNCHER-}" ] || fail 'variables of the caller are set'

# The program for clusters needs no other package of ours.
install ./grundy-mpi_*.deb
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
expect_exit 0 mpirun -n 2 grundy-mpi solve wythoff:30,30 -o "$work/wythoff.npz"
expect_stdout_line '496 positions, .* Solved in .* by 2 ranks\.'
[ -s /usr/share/man/man1/grundy-mpi.1.gz ] || fail 'no manual page of grundy-mpi'

# The command, with the libraries that it loads on demand.
install ./grundy_*.deb ./libgrundy2_*.deb
check_command /usr vendor-completions
examples=/usr/share/doc/grundy/examples
for format in npz graphml dot; do
  expect_exit 0 grundy convert $examples/ring.edges "$work/ring.$format"
  expect_exit 0 grundy solve "$work/ring.$format"
done
expect_exit 0 mpirun -n 2 grundy-mpi solve "$work/ring.npz" -o "$work/cluster.npz"
expect_exit 0 grundy solve "$work/ring.npz" --algorithm counting -o "$work/one.npz"
expect_same "$work/cluster.npz" "$work/one.npz"
expect_exit 0 mpirun -n 2 grundy-mpi verify "$work/ring.npz" "$work/cluster.npz"
# Formats other than SVG need a recommended package, which `install` leaves out.
expect_exit 4 grundy draw $examples/ring.edges -o "$work/ring.png"
expect_stderr_line '.*librsvg2-2.*'
[ ! -e "$work/ring.png" ] || fail 'ring.png was written'
install librsvg2-2
for format in svg png pdf; do
  expect_exit 0 grundy draw $examples/ring.edges -o "$work/ring.$format"
  [ -s "$work/ring.$format" ] || fail "no ring.$format"
done
expect_exit 0 grundy rules show cram
(cd "$work" && grundy rules new mygame --c) > "$out"
expect_exit 5 grundy rules build "$work/mygame.c"
expect_stderr_line '.*: grundy/rules.h was not found .*libgrundy-dev.*'
expect_exit 4 grundy info --gpu
expect_stderr_line '.*OpenCL.*'
# Documents are there, and so is what they link to.
for file in README.md CHANGELOG.md docs/README.md docs/reference.md docs/learn.md; do
  [ -s "/usr/share/doc/grundy/$file" ] || fail "$file is not installed"
done
(cd docs && find . -type f) | while read -r file; do
  [ -s "/usr/share/doc/grundy/docs/$file" ] || echo "$file"
done > "$out"
expect_no_stdout

# The checker that Coq extracts.
install ./grundy-certify_*.deb
expect_exit 0 grundy solve $examples/ring.edges -o "$work/ring.tsv"
expect_exit 0 grundy-certify $examples/ring.edges "$work/ring.tsv"
expect_stdout_line 'grundy  *certified'
[ -s /usr/share/man/man1/grundy-certify.1.gz ] || fail 'no manual page of grundy-certify'

# The Python module.
install ./python3-grundy_*.deb
expect_exit 0 /usr/bin/python3 -c '
import grundy
game = grundy.Game([("a", "b")])
assert game._repr_html_().startswith("<img ")
print(grundy.__version__, game.solve().grundy.tolist())'
expect_stdout_line '[0-9.]* \[1, 0\]'

# Programs in C and C++, without and with CMake, and rules in C.
install ./libgrundy-dev_*.deb gcc g++ libc6-dev make cmake pkg-config
cd "$work" || exit 1
cat > program.c << 'END'
#include <grundy/grundy.h>
#include <stdio.h>

int main(void) {
  grundy_error error;
  grundy_digraph *game = NULL;
  if (grundy_digraph_read("ring.dot", GRUNDY_FORMAT_AUTO, NULL, &game, &error) != GRUNDY_OK) return 1;
  printf("%s: %d positions\n", grundy_version(), (int)grundy_digraph_order(game));
  grundy_digraph_free(game);
  return 0;
}
END
cp program.c program.cc
# shellcheck disable=SC2046 # flags are meant to be split
quietly cc -std=c99 -pedantic -Wall -Wextra -Werror program.c -o in_c $(pkg-config --cflags --libs grundy)
# shellcheck disable=SC2046
quietly c++ -std=c++11 -pedantic -Wall -Wextra -Werror program.cc -o in_cpp $(pkg-config --cflags --libs grundy)
cat > CMakeLists.txt << 'END'
cmake_minimum_required(VERSION 3.25)
project(program LANGUAGES C CXX)
find_package(grundy REQUIRED COMPONENTS static)
add_executable(with_shared program.cc)
target_link_libraries(with_shared PRIVATE grundy::grundy)
add_executable(with_static program.cc)
target_link_libraries(with_static PRIVATE grundy::static)
END
quietly cmake -S . -B cmake
quietly cmake --build cmake
for program in ./in_c ./in_cpp cmake/with_shared cmake/with_static; do
  expect_exit 0 $program
  expect_stdout_line '[0-9.]*: 7 positions'
done
for header in /usr/include/grundy/*.h; do
  quietly cc -std=c17 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c "$header"
done
expect_exit 0 grundy rules build mygame.c
expect_exit 0 grundy info ./mygame.so:5,7
grundy rules show cram > cram.c
expect_exit 0 grundy rules build cram.c
expect_exit 0 grundy value ./cram.so:3,3
cd "$root" || exit 1
check_libraries /usr

# They can be removed completely.
quietly apt-get purge -y -q grundy grundy-certify grundy-mpi libgrundy-dev libgrundy2 python3-grundy
find / -xdev -path /given -prune -o -path "$work" -prune -o -name '*grundy*' ! -path '/proc/*' -print > "$out"
expect_no_stdout
finish
