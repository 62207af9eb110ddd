#!/bin/sh
# Pictures: their content, compared with golden files without coordinates; kinds, parts, bad input.
. tests/support/check.sh

# same NAME OPTION...: the picture of examples/NAME.edges shows the same as the golden file.
same() {
  name=$1
  shift
  expect_exit 0 "$grundy" draw "examples/$name.edges" -o "$work/$name.svg" "$@"
  expect_no_stdout
  expect_no_stderr
  "$python" tests/cli/picture.py "$work/$name.svg" > "$work/shown"
  "$python" tests/cli/picture.py "tests/cli/golden/$name.svg" > "$work/golden"
  expect_same "$work/shown" "$work/golden"
}
same ring --legend --columns remoteness,counter --highlight b,g
same lm08 --mono --legend
same two-coloured --palette safe --legend
same payoffs

# Every kind and every layout.
for kind in svg png pdf; do
  expect_exit 0 "$grundy" draw examples/ring.edges -o "$work/ring.$kind"
  case $kind in svg) magic='<?xml' ;; png) magic='PNG' ;; *) magic='%PDF' ;; esac
  head -c 8 "$work/ring.$kind" | grep -qa "$magic" || fail "no $kind"
done

# The same game gives the same bytes at another time and in another time zone.
for kind in svg png pdf; do
  cp "$work/ring.$kind" "$work/before.$kind"
done
sleep 1
for kind in svg png pdf; do
  expect_exit 0 env TZ=Asia/Kolkata "$grundy" draw examples/ring.edges -o "$work/ring.$kind"
  expect_same "$work/ring.$kind" "$work/before.$kind"
done

for layout in dot circo neato fdp sfdp twopi; do
  expect_exit 0 "$grundy" draw examples/smith.edges --to dot --layout $layout
  expect_stdout_line "  layout=$layout;"
  expect_exit 0 "$grundy" draw examples/smith.edges --to svg --layout $layout
  expect_stdout_line '<g id="v-0" class="node outcome-[PND].*" data-position=".*">'
done

# How positions are kept apart.
expect_exit 0 "$grundy" draw examples/smith.edges --to dot
expect_stdout_line '  graph .*, overlap=prism.;'
for overlap in prism scale true; do
  expect_exit 0 "$grundy" draw examples/smith.edges --to dot --overlap $overlap
  expect_stdout_line "  graph .*, overlap=$overlap.;"
  expect_exit 0 "$grundy" draw examples/smith.edges --to svg --layout sfdp --overlap $overlap
done
expect_exit 2 "$grundy" draw examples/smith.edges --overlap sometimes

# Classes and attributes say what is drawn.
expect_exit 0 "$grundy" draw examples/ring.edges --to svg --current d --highlight b
expect_stdout_line '<g id="v-1" class="node outcome-N highlighted" data-position="b" data-outcome="N" data-value="∞{0}" data-remoteness="1">'
expect_stdout_line '<g id="v-4" class="node outcome-D current" data-position="d" data-outcome="D" data-value="∞{2}" data-remoteness="inf">'
expect_stdout_line '<g id="v-3" class="node outcome-P terminal" .*'
expect_stdout_line '<g id="e-1-3" class="edge good best" data-from="b" data-to="g">'
expect_stdout_line '<g id="e-4-2" class="edge neutral stay best current" data-from="d" data-to="c">'
expect_stdout_line '<g id="e-4-5" class="edge bad exit current" data-from="d" data-to="e">'
printf 'digraph { "a\"<&>" -> b }' > "$work/nasty.dot"
expect_exit 0 "$grundy" draw "$work/nasty.dot" --to svg
expect_stdout_line '.* data-position="a&quot;&lt;&amp;&gt;" .*'
expect_exit 0 "$grundy" draw examples/two-coloured.edges --to svg --around a1 --radius 1
expect_stdout_line '.* class="node outcome-D partial" data-position="b2" data-player="B" data-outcome="D">'

# A blank picture has no answers: no colours, values, outcomes or best moves.
expect_exit 0 "$grundy" draw examples/ring.edges --to svg --blank --legend
expect_stdout_line '<g id="v-1" class="node" data-position="b">'
expect_stdout_line '<g id="e-1-3" class="edge" data-from="b" data-to="g">'
for answer in outcome value remoteness best '∞' '#c3e8c4' '#23772f' dasharray ring; do
  if grep -q "$answer" "$out"; then fail "a blank picture has $answer"; fi
done
expect_exit 0 "$grundy" draw examples/two-coloured.edges --to dot --blank --legend
expect_stdout_line '.*box: B moves here.*'
if grep -q 'wins' "$out"; then fail 'the legend of a blank picture has answers'; fi

# Twice and four times the size of the svg.
for scale in 1 2 4; do
  expect_exit 0 "$grundy" draw examples/ring.edges -o "$work/scaled.png" --scale $scale
  "$python" - "$work/scaled.png" "$work/ring.svg" $scale << 'END' || fail "the size is wrong at scale $scale"
import re, struct, sys
width, = struct.unpack(">I", open(sys.argv[1], "rb").read()[16:20])
sys.exit(width != int(re.search(r'<svg [^>]*width="(\d+)"', open(sys.argv[2]).read())[1]) * int(sys.argv[3]))
END
done
expect_exit 0 "$grundy" draw examples/ring.edges -o "$work/unscaled.png"
expect_exit 0 "$grundy" draw examples/ring.edges -o "$work/scaled.png" --scale 1
expect_same "$work/scaled.png" "$work/unscaled.png"
expect_exit 2 "$grundy" draw examples/ring.edges -o "$work/ring.svg" --scale 2
expect_stderr_line "grundy: --scale is only for png; try 'grundy draw --help'"
expect_exit 3 "$grundy" draw examples/ring.edges --to svg --current z
expect_stderr_line ".*'z'.*"

expect_exit 0 "$grundy" draw - --to dot < examples/smith.edges
expect_stdout_line '  v1 -> v2 \[id="e-1-2", color="#23772f", style=solid, penwidth=2.5\];'

# A match, and a part of a game, whose cut positions have three dots.
printf '1\n1\n' | "$grundy" play examples/two-coloured.edges@a1 > "$work/match" 2> "$err" || fail 'play fails'
expect_exit 0 "$grundy" draw examples/two-coloured.edges --to dot --play "$work/match"
expect_stdout_line '  v0 -> v1 .*, label="1"\];'
expect_stdout_line '  v6 -> v7 .*, label="4"\];'

# A record: its main line, without moves that were taken back, and in a sum only the moves of this game. It may come through a pipe.
printf '1\nu\n2\n' | "$grundy" play examples/ring.edges@d --record "$work/record" > "$out" 2> "$err" || fail 'play fails'
mkfifo "$work/pipe"
for file in "$work/record" "$work/pipe"; do
  [ "$file" = "$work/record" ] || cat "$work/record" > "$work/pipe" &
  expect_exit 0 "$grundy" draw examples/ring.edges --to dot --play "$file"
  expect_stdout_line '  v4 -> v5 .*, label="1"\];'
  if grep -q '  v4 -> v2 .*label' "$out"; then fail 'a move that was taken back has a number'; fi
done
printf '# a comment\n\ngame examples/ring.edges@a + nim:2\n1. 1 b\n2. 2 1\n3. 1 g\n' > "$work/sum"
expect_exit 0 "$grundy" draw examples/ring.edges --to dot --play "$work/sum"
expect_stdout_line '  v0 -> v1 .*, label="1"\];'
expect_stdout_line '  v1 -> v3 .*, label="2"\];'
# Heads of records may begin with a byte order mark or another line, and have tabs.
for head in '\357\273\277game examples/ring.edges@a' 'game\texamples/ring.edges@a' 'play normal\ngame examples/ring.edges@a'; do
  # shellcheck disable=SC2059 # with escapes
  printf "$head\n1. b\n" > "$work/head"
  expect_exit 0 "$grundy" draw examples/ring.edges --to dot --play "$work/head"
  expect_stdout_line '  v0 -> v1 .*, label="1"\];'
done
printf 'game wythoff:5,3\n1. 4,3\n2. 2,1\n' > "$work/reduced"
expect_exit 0 "$grundy" draw wythoff:5,3 --to dot --play "$work/reduced"
[ "$(grep -c ', label="[12]"\];' "$out")" -eq 2 ] || fail 'moves between positions that are reduced by symmetry have no numbers'
printf 'game examples/turns/moons.edges@half\n1. +> end\n' > "$work/kinds"
expect_exit 0 "$grundy" draw examples/turns/moons.edges --to dot --play "$work/kinds"
expect_stdout_line '  v2 -> v0 .*, label="1"\];'
printf 'game examples/ring.edges@d\n1. g\n' > "$work/illegal"
expect_exit 3 "$grundy" draw examples/ring.edges --to dot --play "$work/illegal"
expect_stderr_line ".*illegal:2:4: move 1, 'g', is not allowed: no move from d to g"
expect_exit 0 "$grundy" draw examples/ring.edges --to dot --around g --radius 1
[ "$(grep -c ' \[id="v-' "$out")" -eq 3 ] || fail 'wrong part'
expect_stdout_line '  v1 .*\\n…".*'
"$grundy" random degree --positions 3000 --degree 2 -o "$work/large.npz" || fail 'no random game'
expect_exit 4 "$grundy" draw "$work/large.npz" -o "$work/large.svg"
expect_stderr_line 'grundy: 3000 positions and .* moves are too many for a picture; .*; --around POSITION --radius 2 draws a part'
[ ! -e "$work/large.svg" ] || fail 'a file was written'
expect_exit 0 "$grundy" draw "$work/large.npz" -o "$work/large.svg" --around 7

# Names with a meaning in DOT, HTML or XML.
printf '%s\n' '"\"a<b>&\\\"" "\"c|{d}\""' > "$work/odd.edges"
expect_exit 0 "$grundy" draw "$work/odd.edges" -o "$work/odd.svg"
"$python" tests/cli/picture.py "$work/odd.svg" > "$out" || fail 'no XML'

# Names with commas, quoted and unquoted; if a shorter name exists, it is taken.
expect_exit 0 "$grundy" draw wythoff:1,2 --to dot --highlight '"0,0",0,1'
cp "$out" "$work/quoted"
expect_exit 0 "$grundy" draw wythoff:1,2 --to dot --highlight 0,0,0,1
expect_same "$out" "$work/quoted"
expect_exit 0 "$grundy" draw wythoff:1,2 --to dot --around 0,1 --radius 1
printf 'a b\nb a,b\n' > "$work/commas.edges"
expect_exit 0 "$grundy" draw "$work/commas.edges" --to dot --highlight a,b
cp "$out" "$work/two"
expect_exit 0 "$grundy" draw "$work/commas.edges" --to dot --highlight 'b,a'
expect_same "$out" "$work/two"
expect_exit 0 "$grundy" draw "$work/commas.edges" --to dot --highlight '"a,b"'
! cmp -s "$out" "$work/two" || fail 'quotes are ignored'

# In a game with payoffs the picture shows the payoff of infinite play.
expect_exit 0 "$grundy" draw examples/payoffs.edges --to dot
cp "$out" "$work/before"
expect_exit 0 "$grundy" draw examples/payoffs.edges --to dot --infinite 1.75
! cmp -s "$out" "$work/before" || fail '--infinite changes nothing'
grep -q '1\.75' "$out" || fail 'the payoff of infinite play is not shown'

# TikZ: one node per position, one path per move, and names escaped.
printf 'a_1 b\nb a_1\nb c\na_1 a_1\nc d\n' > "$work/tikz.edges"
expect_exit 0 "$grundy" draw "$work/tikz.edges" -o "$work/game.tikz" --highlight b
[ "$(grep -c '^.node\[' "$work/game.tikz")" -eq 4 ] || fail 'TikZ has other positions'
[ "$(grep -c '^.draw\[->' "$work/game.tikz")" -eq 5 ] || fail 'TikZ has other moves'
grep -qF '{a\_1\\$\infty$\{\}};' "$work/game.tikz" || fail 'TikZ has another label'
grep -qF 'draw=highlight, ultra thick, ' "$work/game.tikz" || fail 'TikZ highlights nothing'
# Graphviz breaks a long label into several lines.
long=word1; for i in $(seq 2 40); do long=$long,word$i; done
echo "$long b" > "$work/long.edges"
expect_exit 0 "$grundy" draw "$work/long.edges" -o "$work/long.tikz"
grep -qF "{$long" "$work/long.tikz" || fail 'TikZ has a part of a long label'
tail -n 2 "$work/game.tikz" | head -n 1 | grep -qxF '\end{tikzpicture}' || fail 'TikZ is incomplete'
# It compiles by itself, and in another document; checked where LaTeX is installed.
if command -v pdflatex > /dev/null && kpsewhich standalone.cls > /dev/null 2>&1; then
  printf '%s\n' '\documentclass{article}' '\usepackage{tikz}' \
    '\begin{document}' '\input{game.tikz}' 'after' '\end{document}' > "$work/paper.tex"
  for file in game.tikz paper.tex; do
    (cd "$work" && pdflatex -interaction=nonstopmode -halt-on-error "$file") > /dev/null ||
      fail "$file does not compile"
  done
fi

expect_exit 2 "$grundy" draw examples/ring.edges -o "$work/ring.gif"
expect_stderr_line ".* has no known ending; use .svg, .png, .pdf, .dot, .tikz or .json, or --to FORMAT; try .*"
expect_exit 2 "$grundy" draw examples/ring.edges --to svg --radius 2
expect_exit 2 "$grundy" draw examples/ring.edges --to svg --columns nonsense
expect_exit 3 "$grundy" draw examples/ring.edges --to svg --highlight a,zz
expect_stderr_line "grundy: --highlight: the game has no position 'zz'; its positions are a, b, c, g, d, e, f"
expect_exit 3 "$grundy" draw examples/ring.edges --to svg --around zz
expect_exit 3 "$grundy" draw examples/ring.edges --to svg --play examples/ring.edges
expect_stderr_line "examples/ring.edges: no move of this game; use what 'grundy play' prints, or writes with --record"
expect_exit 6 "$grundy" draw examples/two-coloured.edges --to svg --columns grundy
expect_exit 5 "$grundy" draw examples/ring.edges -o "$work/no/such/folder.svg"
expect_exit 3 "$grundy" draw examples/ring.edges --to svg --play "$work/nothing"
expect_stderr_line '.*: No such file or directory'
printf 'a&amp;b c\n' > "$work/entity.edges"
expect_exit 0 "$grundy" draw "$work/entity.edges" --to svg
expect_stdout_line '.*>a&amp;amp;b<.*'

# Positions with boards have room for them, in every layout. Names take their place with --no-boards, and in dot and tikz.
for layout in dot neato fdp sfdp circo twopi; do
  expect_exit 0 "$grundy" draw dodgem:2 --to svg --layout "$layout"
  "$python" - "$out" << 'END' || fail "$layout: positions overlap"
import re, sys
boxes = [tuple(map(float, box)) for box in re.findall(
    r'<rect class="shape" x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"', open(sys.argv[1]).read())]
assert len(boxes) == 15
for i, (x, y, width, height) in enumerate(boxes):
    for a, b, wide, high in boxes[:i]:
        assert x >= a + wide or a >= x + width or y >= b + high or b >= y + height
END
done
[ "$(grep -c '<svg class="board' "$out")" -eq 15 ] || fail 'a position has no board'
for format in svg dot tikz; do
  expect_exit 0 "$grundy" draw dodgem:2 --to $format --no-boards
  grep -q 'A:A./.B' "$out" || fail "$format has no names"
  ! grep -q 'class="board' "$out" || fail "$format has boards"
done

# A board alone.
expect_exit 0 "$grundy" draw dodgem:2 --to json --board A:A./.B
expect_stdout_line '{"kind": "grid", "rows": 2, "columns": 2, "cells": \["X", "", "", "O"\], .*'
expect_exit 0 "$grundy" draw dodgem:2 --board A:A./.B -o "$work/board.svg"
grep -q '>a</text>' "$work/board.svg" || fail 'the columns have no names'
expect_exit 4 "$grundy" draw dodgem:2 --board A:A./.B --to dot
expect_stderr_line "grundy: a board cannot be drawn as 'dot'; use svg, png, pdf or json"
expect_exit 3 "$grundy" draw dodgem:2 --board A:AA/.B --to svg
expect_exit 6 "$grundy" draw examples/ring.edges --board a --to svg
expect_stderr_line "grundy: the position 'a' has no board"
expect_exit 2 "$grundy" draw dodgem:2 --board A:A./.B --to svg --legend
printf 'return { title = "x", start = function() return 2 end, moves = function(n) return n > 0 and { n - 1 } or {} end,
  board = function(n) error("no board at " .. n) end }\n' > "$work/wrong.lua"
expect_exit 3 "$grundy" draw "$work/wrong.lua" --to svg
expect_stderr_line '.*wrong.lua:2: .*no board at 2.*'

# Graphviz would take minutes for this: it can be interrupted, also by --time, and leaves no file.
"$grundy" random degree --positions 2000 --degree 9 -o "$work/dense.npz" || fail 'no random game'
mkdir "$work/folder"
expect_exit 130 "$python" tests/cli/interrupt.py TERM 2 - "$grundy" draw "$work/dense.npz" --layout dot -o "$work/folder/dense.svg"
expect_stderr_line 'grundy: interrupted'
expect_files "$work/folder"
expect_exit 4 "$grundy" draw "$work/dense.npz" --layout dot -o "$work/folder/dense.svg" --time 1
expect_stderr_line 'grundy: the time is up; --time allows 1 s'
expect_files "$work/folder"

finish
