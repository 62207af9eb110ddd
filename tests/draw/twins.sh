#!/bin/sh
# The two painters, src/draw/paint.c and web/page/paint.js, write the same bytes from the same scene: that of
# examples, of random games with all kinds of moves and odd names, of windows, matches and automata.
. tests/support/check.sh

cp web/page/paint.js "$work/paint.mjs"
cat > "$work/paint_all.mjs" << 'END'
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { paint } from "./paint.mjs";

for (const name of readdirSync(".").filter(file => file.endsWith(".json")))
  writeFileSync(name.replace(/json$/, "js.svg"),
    paint(JSON.parse(readFileSync(name, "utf8")), name.startsWith("legend")));
END
number=0
# twins OPTION...: draws a picture in two formats.
twins() {
  number=$((number + 1))
  case " $* " in
    *" --legend "*) name=legend$number ;;
    *) name=plain$number ;;
  esac
  for kind in svg json; do
    expect_exit 0 "$grundy" draw "$@" -o "$work/$name.$kind"
  done
}

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

(cd "$work" && node paint_all.mjs)
for picture in "$work"/*.js.svg; do
  last=$picture
  cmp "$picture" "${picture%.js.svg}.svg" > "$out" 2>&1 || fail 'the painters differ'
done
[ "$(find "$work" -name '*.js.svg' | wc -l)" -ge 20 ] || fail 'too few pictures'
finish
