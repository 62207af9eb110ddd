#!/bin/sh
# The two painters, src/draw/paint.c and web/page/paint.js, write the same bytes from the same scene: that of
# examples, of random games with all kinds of moves and odd names, of windows, matches and automata. So do the
# painters of boards, src/draw/board.c and web/page/board_paint.js: of all games of the gallery, and of random
# boards, as positions of a graph and alone.
. tests/support/check.sh

cp -r web/page "$work/page"
echo '{ "type": "module" }' > "$work/page/package.json"
cat > "$work/paint_all.mjs" << 'END'
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { boardBox, boardPicture, withBoards } from "./page/board_paint.js";
import { paint } from "./page/paint.js";

const read = name => JSON.parse(readFileSync(name, "utf8"));
const { colours } = read("plain1.json");

/* A board alone, in the frame of a file. */
function boardFile(board) {
  const { width, height } = boardBox(board, false), most = Math.round(Math.max(width, height) * 0.6);
  const { svg, ...size } = boardPicture(board, { isSmall: false, most, colours });
  const attributes = `width="${size.width + 20}" height="${size.height + 20}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes} ` +
    'font-family="Inter, Noto Sans, DejaVu Sans, Verdana, sans-serif">\n' +
    `<rect class="sheet" ${attributes} fill="${colours["blank-fill"]}"/>\n<g transform="translate(10,10)">${svg}</g>\n</svg>\n`;
}

for (const name of readdirSync(".").filter(file => file.endsWith(".json")))
  writeFileSync(name.replace(/json$/, "js.svg"), name.startsWith("board") ? boardFile(read(name))
    : paint(withBoards(read(name)), name.startsWith("legend")));
END
number=0
# twins OPTION...: draws a picture in two formats.
twins() {
  number=$((number + 1))
  case " $* " in
    *" --board "*) name=board$number ;;
    *" --legend "*) name=legend$number ;;
    *) name=plain$number ;;
  esac
  for kind in svg json; do
    expect_exit 0 "$grundy" draw "$@" -o "$work/$name.$kind"
  done
}

twins examples/ring.edges
for palette in plain safe mono; do
  twins examples/ring.edges --palette $palette --columns remoteness,counter --highlight b --current d --legend
done
for game in lm08 two-coloured payoffs smith; do
  twins "examples/$game.edges" --legend
  twins "examples/$game.edges" --blank --layout neato
done
twins examples/ring.edges --around g --radius 1 --legend
twins wythoff:3,5 --window 12 --layout circo --legend
echo b | "$grundy" play examples/ring.edges@a > "$work/match.txt"
twins examples/ring.edges --play "$work/match.txt"
"$grundy" law 'vector{(1,0)*,(0,1)*,(1,1)*}:400,400' --automaton zeckendorf --certificate "$work/law.proof" > "$out"
twins --law "$work/law.proof"

# Names that are markup, wide, combined or long, and loops.
printf '%s\n' 'digraph { "<a&b>" -> "\"q\" x" -> "日本語" -> "e\u0301" -> "<a&b>" -> "<a&b>"; "😀" -> "😀" ;' \
  '"a name that is longer than any other name in this picture" -> "" }' | sed 's/\\u0301/\xcc\x81/' > "$work/odd.dot"
twins "$work/odd.dot" --layout dot
twins "$work/odd.dot" --layout sfdp

# Random games, with and without kinds of moves.
"$python" - "$work" "${GRUNDY_SEED:-7}" << 'END'
import random, sys
random.seed(int(sys.argv[2]))
for game in range(4):
    with open(f"{sys.argv[1]}/random{game}.edges", "w") as out:
        for _ in range(30):
            arrow = random.choice(["->", "+>", "=>", "!>"]) if game % 2 else "->"
            print(f"p{random.randrange(9)} {arrow} p{random.randrange(9)}", file=out)
END
for game in 0 1 2 3; do
  twins "$work/random$game.edges" --current p1 --legend
  twins "$work/random$game.edges" --blank --layout fdp
done

# Games of the gallery, each with the board of its start alone.
printf '1 2\n2 3\n3 4\n4 1\n1 3\n' > "$work/graph.edges"
for game in chomp:2,3 coin-rows:2,3,2 "cops-and-robber:$work/graph.edges" cram:2,3 dodgem:2 euclid:3,5 fair-shares:3,2 \
  graph-kayles:grid:2,2 kotzig:5,1,2 mancala:2,1 mu-torere nim:2,40 "nimstring:$work/graph.edges" nimstring-grid:1,2 \
  nine-mens-morris node-kayles:grid:2,3 node-kayles-grid:2,3 northcott:4,1,2 pong-hau-ki quixo:2 subtraction:5,1,2 \
  three-mens-morris tic-tac-toe tripiece:square,3,3 welter:2,3 wind-up:6,1,2 wythoff:2,3 \
  "annihilation:$work/graph.edges,1,3"; do
  limit=
  [ "$game" != nine-mens-morris ] || limit=--window=9
  start=$("$grundy" solve "$game" ${limit:+"$limit"} --columns outcome --to tsv 2> "$err" | sed -n 2p | cut -f 1)
  twins "$game" ${limit:+"$limit"} --around "$start" --radius 1 --palette mono
  twins "$game" ${limit:+"$limit"} --board "$start"
  grep -q '<svg class="board' "$work/$name.svg" || fail "$game has no board"
done

# Random boards with all pieces.
"$python" - "$work/boards.lua" "${GRUNDY_SEED:-7}" << 'END'
import random, sys
random.seed(int(sys.argv[2]) + 1)
PIECES = "XO*@#!x+=|/~_<&Q7"
BOARDS = 60

def table(items):
    return "{ " + ", ".join(items) + " }"

def quoted(items):
    return table(f"'{item}'" for item in items)

def grid(r):
    rows, columns = r(1, 5), r(1, 5) if r(9) else 30
    ways = [f'{piece} = "{random.choice(["left", "right", "up", "down"])}"' for piece in "XO" if r(2)]
    titles = random.choice(["", 'titles = { X = "cross", O = "nought" }, ', 'titles = { X = "cat" }, '])
    cells = quoted("".join(random.choice("..-" + PIECES) for _ in range(columns)) for _ in range(rows))
    return f"{{ {titles}facing = {table(ways)}, grid = {cells} }}"

def points(r):
    n = r(1, 9)
    pairs = [table(table([str(r(1, n + 1)), str(r(1, n + 1))]) for _ in range(r(5))) for _ in range(2)]
    pieces = quoted("".join(random.choice(PIECES) for _ in range(r(4))) for _ in range(n))
    labels = "labels = " + quoted(random.choice(["", "a<b", "ä&", "12"]) for _ in range(n)) + ", " if r(2) else ""
    places = table(table([str(r(40) / 7), str(r(40) / 7)]) for _ in range(n))
    return f"{{ {labels}points = {places}, lines = {pairs[0]}, arrows = {pairs[1]}, pieces = {pieces} }}"

def heaps(r):
    n = r(1, 7)
    counts = table(str(random.choice([0, 1, r(20), r(2, 99)])) for _ in range(n))
    places = "" if r(2) else ", points = " + table(table([str(i % 3), str(i // 3)]) for i in range(n))
    labels = ", labels = " + quoted(chr(97 + i) for i in range(n)) if r(2) else ""
    return f"{{ heaps = {counts}{places}{labels} }}"

with open(sys.argv[1], "w") as out:
    boards = [random.choice([grid, points, heaps])(random.randrange) for _ in range(BOARDS)]
    print(f"""local boards = {table(boards)}
return {{ title = "boards", start = function() return {BOARDS} end,
  moves = function(n) return n > 1 and {{ n - 1 }} or {{}} end,
  board = function(n) return boards[n] end }}""", file=out)
END
twins "$work/boards.lua"
for i in $(seq 1 60); do
  twins "$work/boards.lua" --board "$i"
done

(cd "$work" && node paint_all.mjs)
for picture in "$work"/*.js.svg; do
  last=$picture
  cmp "$picture" "${picture%.js.svg}.svg" > "$out" 2>&1 || fail 'the painters differ'
done
[ "$(find "$work" -name '*.js.svg' | wc -l)" -ge 140 ] || fail 'too few pictures'
# The draw of the current position is explained: c and d keep it by two thick moves, and d gives it away by a crossed one.
last="$work/legend2.svg"
[ "$(grep -c 'class="line".*stroke-width="4"' "$last")" = 3 ] || fail 'not two thick moves, and one in the legend'
[ "$(grep -c 'class="cross"' "$last")" = 2 ] || fail 'not one cross, and one in the legend'
finish
