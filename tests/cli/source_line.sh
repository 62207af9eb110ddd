#!/bin/sh
# On a terminal an error shows the line that it is about, with a caret under the column; in pipes and
# files a message is one line.

. tests/support/check.sh

here=$PWD
cd "$work" || exit 1

# shows EXPECTED WORDS...: checks the lines that follow the message on a terminal.
shows() {
  expected=$1
  shift
  run "$python" "$here/tests/cli/on_terminal.py" LC_ALL="${locale:-C.UTF-8}" COLUMNS= -- "$@"
  tr -d '\r' < "$out" | sed 1d > shown
  printf %b "$expected" | cmp -s - shown || {
    fail "shows $*"
    sed 's/^/  shown: /' shown
  }
}

printf 'a b\nb c d\n' > x.edges
expect_exit 3 "$grundy" solve x.edges
expect_stderr_line 'x.edges:2:5: .*'
shows '  b c d\n      ^\n' "$grundy" solve x.edges
printf 'a b\r\n\tb c d\r\n' > x.edges
shows '   b c d\n       ^\n' "$grundy" solve x.edges
printf '\357\273\277b c d\n' > x.edges
shows '  b c d\n      ^\n' "$grundy" solve x.edges
printf 'π ρ σ\n漢 字 d\nb c\033[31m d\n' > x.edges
shows '  π ρ σ\n      ^\n' "$grundy" solve x.edges
sed -n 2,3p x.edges > y.edges
shows '  漢 字 d\n        ^\n' "$grundy" solve y.edges
locale=C shows '  ? ? d\n      ^\n' "$grundy" solve y.edges
sed -n 3p x.edges > y.edges
shows '  b c?[31m d\n           ^\n' "$grundy" solve y.edges

# Long lines are cut to the width of the terminal, 80 if it is not known.
printf '%100s b c\n' a | tr ' ' x | sed 's/xb/ b/; s/xc/ c/' > long.edges
run "$python" "$here/tests/cli/on_terminal.py" LC_ALL=C.UTF-8 -- "$grundy" solve long.edges
tr -d '\r' < "$out" | awk '
  NR == 2 { line = $0; if (length($0) > 79) exit 1 }
  NR == 3 { if (substr(line, index($0, "^"), 1) != "c") exit 1 }
  END { if (NR != 3) exit 1 }' || fail 'a long line'

# Two arguments.
shows '  a < c\n      ^\n' "$grundy" law wythoff:2,2 'a < c' --where 'a <= b'
shows '  a < c\n      ^\n' "$grundy" law wythoff:2,2 'a <= b' --where 'a < c'

# Formats.
printf '%%%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 x\n' > x.mtx
shows '  1 x\n    ^\n' "$grundy" solve x.mtx
printf 'digraph {\n  a -> b -> ;\n}\n' > x.dot
shows '    a -> b -> ;\n              ^\n' "$grundy" solve x.dot
printf 'a b\n' > game.edges
printf 'vertex\toutcome\na\tN\nb\tX\n' > s.tsv
shows '  b X\n    ^\n' "$grundy" verify game.edges s.tsv
printf '{"position": ["a", "b"],\n "outcome": ["N" "P"]}\n' > s.json
run "$python" "$here/tests/cli/on_terminal.py" LC_ALL=C.UTF-8 -- "$grundy" verify game.edges s.json
grep -q ' "outcome": \["N" "P"\]}' "$out" || fail 'JSON'
printf 'return {\n  start = function() return 1 end,\n  moves = function(p) error("no") end,\n}\n' > x.lua
run "$python" "$here/tests/cli/on_terminal.py" LC_ALL=C.UTF-8 -- "$grundy" solve x.lua
grep -q '^  *moves = function(p) error("no") end,' "$out" || fail 'Lua'

# Arguments.
shows '  nim:3 + nmi:2\n          ^\n' "$grundy" best 'nim:3 + nmi:2'
shows '  0.7!\n     ^\n' "$grundy" heap 0.7!
shows '  w + x\n      ^\n' "$grundy" value --ordinal 'w + x'
shows '  a + q\n      ^\n' "$grundy" linear game.edges --of 'a + q'

# What cannot be read again is not shown.
# shellcheck disable=SC2016 # the inner shell expands its arguments
shows '' sh -c 'echo "a b c" | "$0" solve -' "$grundy"
printf 'a b c\n' | gzip > x.edges.gz
shows '' "$grundy" solve x.edges.gz

finish
