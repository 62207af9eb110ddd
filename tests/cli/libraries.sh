#!/bin/sh
# Large libraries are loaded only by commands that need them, and a library that cannot be loaded is
# an error of those commands alone. The dynamic linker lists what it loads (LD_DEBUG).
. tests/support/check.sh

case $(ldd "$grundy") in
  *libgvc.so*) echo 'skipped: the libraries are linked with the command' && finished=yes && exit 0 ;;
esac

# loaded ARGUMENT...: the libraries that the command loads, without their folders, in $work/loaded.
loaded() {
  rm -f "$work"/debug.*
  expect_exit 0 env LD_DEBUG=files LD_DEBUG_OUTPUT="$work/debug" "$grundy" "$@"
  cat "$work"/debug.* | sed -n 's/.*file=\([^ ]*\) .*; *generating link map.*/\1/p' |
    sed 's|.*/||' | sort -u > "$work/loaded"
  grep -q '^libc\.so' "$work/loaded" || fail 'the list of libraries lacks the C library'
}

large='^lib\(gvc\|cgraph\|rsvg-2\|microhttpd\|edit\)\.so'

# loads_none ARGUMENT...
loads_none() {
  loaded "$@"
  ! grep "$large" "$work/loaded" || fail 'a large library was loaded'
}

# loads LIBRARY ARGUMENT...: that library and none of the others; its file name is in $soname.
loads() {
  library=$1
  shift
  loaded "$@"
  soname=$(grep "^lib$library\.so" "$work/loaded") || fail "lib$library was not loaded"
  ! grep "$large" "$work/loaded" | grep -v "^lib\($library\|cgraph\)\.so" ||
    fail 'another large library was loaded'
}

loads_none --version
loads_none solve --help
loads_none solve examples/smith.edges
loads_none solve examples/smith.edges -o "$work/smith.json"
loads_none solve wythoff:5,7
loads_none heap kayles --max 100
loads_none convert examples/smith.edges "$work/smith.graphml"
loads_none convert examples/smith.edges "$work/smith.npz"

# fails_without TITLE ARGUMENT...: with an empty file in place of $soname, which was found before,
# the command says in one line that the library could not be loaded.
fails_without() {
  title=$1
  shift
  rm -rf "$work/hiding" && mkdir "$work/hiding"
  : > "$work/hiding/$soname"
  expect_exit 4 env LD_LIBRARY_PATH="$work/hiding" "$grundy" "$@"
  expect_stderr_line "grundy: $title could not be loaded: $work/hiding/$soname: file too short.*"
  expect_no_stdout
}

loads_none solve "$work/smith.npz"
loads_none solve "$work/smith.graphml"
loads gvc draw examples/smith.edges -o "$work/smith.svg"
fails_without Graphviz draw examples/smith.edges -o "$work/none.svg"
[ ! -e "$work/none.svg" ] || fail 'a file was left'
# Some builds of Graphviz load librsvg, too.
soname=librsvg-2.so.2
fails_without librsvg draw examples/smith.edges -o "$work/none.png"
[ ! -e "$work/none.png" ] || fail 'a file was left'

# The others need a terminal or run until they are ended: all names that they could have are hidden.
rm -rf "$work/hiding" && mkdir "$work/hiding"
for number in $(seq 0 99); do
  : > "$work/hiding/libmicrohttpd.so.$number"
  : > "$work/hiding/libedit.so.$number"
done
expect_exit 4 env LD_LIBRARY_PATH="$work/hiding" "$grundy" serve
expect_stderr_line 'grundy: libmicrohttpd could not be loaded: .*'

# Without libedit a match is played on a terminal, and lines cannot be edited.
expect_exit 0 "$python" tests/cli/typist.py LD_LIBRARY_PATH="$work/hiding" -- '1\n' -- \
  "$grundy" play nim:1
expect_stdout_line '.*you win after 1 move.*'
finish
