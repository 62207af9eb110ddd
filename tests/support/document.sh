# Documents whose commands are run. A test sources check.sh, then this, and calls check_document.
root=$PWD
mkdir "$work/document" "$work/document/build" && cd "$work/document" || exit 1
ln -s "$grundy" build/grundy
ln -s "$root/examples" examples
PATH=$PWD/build:$PATH

# check_document FILE: its lines that begin with "    $ " are run; what they print must follow them
# there.
check_document() {
  awk '/^    \$ / { print substr($0, 7) }' "$root/$1" > commands
  [ -s commands ] || fail "no commands in $1"
  awk '/^    \$ / { inside = 1; next } /^    / && inside { print substr($0, 5); next }
       /^$/ && inside { blank = 1; next } { inside = 0 }' "$root/$1" |
    sed 's/solved in .*/solved in/' > expected
  run sh commands
  grep -v '^$' "$out" | sed 's/solved in .*/solved in/' > printed
  diff expected printed || fail "$1 does not say what its commands print"
  expect_no_stderr
}
