# The commands of the README print what it says.
. tests/support/check.sh
root=$PWD
mkdir "$work/readme" && cd "$work/readme" || exit 1
mkdir build && ln -s "$grundy" build/grundy

# The lines of the README that begin with "    $ " are run; what they print must follow them there.
awk '/^    \$ / { print substr($0, 7) }' "$root/README.md" > commands
[ -s commands ] || fail 'no commands in the README'
awk '/^    \$ / { inside = 1; next } /^    / && inside { print substr($0, 5); next }
     /^$/ && inside { blank = 1; next } { inside = 0 }' "$root/README.md" |
  sed 's/solved in .*/solved in/' > expected
run sh -e commands
grep -v '^$' "$out" | sed 's/solved in .*/solved in/' > printed
diff expected printed || fail 'the README does not say what its commands print'
finish
