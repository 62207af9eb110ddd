#!/bin/sh
# grundy value TABLEBASE POSITION...: writing and querying tablebases, damaged ones and errors.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
damage=$PWD/tests/explore/damage.py
tokens=$PWD/examples/tokens.lua
cd "$work" || exit 1

expect_exit 0 "$grundy" solve wythoff:3,5 -o wythoff.npz
expect_no_stdout
expect_exit 0 "$grundy" value wythoff.npz 3,5 0,0 2,2
expect_no_stderr
expect_stdout << 'END'
vertex	outcome	grundy	k	remoteness	distance	counter	best
3,5	P	0	-	4	8	2	2,5
0,0	P	0	-	0	0	0	
2,2	N	1	-	1	4	4	0,0
END
cp "$out" three.tsv

# The same from standard input, with and without a final newline, and mixed with arguments.
printf '3,5\n0,0\n2,2\n' > names
expect_exit 0 "$grundy" value wythoff.npz - < names
expect_same three.tsv "$out"
printf '0,0\n2,2' > names
expect_exit 0 "$grundy" value wythoff.npz 3,5 - < names
expect_same three.tsv "$out"
: > nothing
expect_exit 0 "$grundy" value wythoff.npz - < nothing
head -1 three.tsv | expect_stdout

# Names and fields for NumPy; the tablebase is otherwise the same.
expect_exit 0 "$grundy" solve wythoff:3,5 --names -o names.npz
expect_exit 0 "$grundy" value names.npz 3,5 0,0 2,2
expect_same three.tsv "$out"
expect_exit 0 "$grundy" verify names.npz names.npz
expect_exit 0 "$python" - << 'END'
import numpy as np
plain, z = np.load("wythoff.npz"), np.load("names.npz")
assert set(z.files) - set(plain.files) == {"position_names", "field_a", "field_b"}, z.files
assert all((plain[name] == z[name]).all() for name in plain.files)
assert [f"{a},{b}" for a, b in zip(z["field_a"], z["field_b"])] == list(z["position_names"])
assert z["field_a"].dtype == np.int64 and z["position_names"][0] == "3,5"
assert z["grundy"][list(z["position_names"]).index("1,2")] == 0
END
expect_exit 2 "$grundy" solve wythoff:3,5 --names -o names.tsv
expect_stderr_line 'grundy: --names is for tablebases: expected rules, and -o FILE.npz; .*'

expect_exit 0 "$grundy" value wythoff.npz 3,5 0,0 --json
expect_stdout << 'END'
{
"position": ["3,5", "0,0"],
"outcome": ["P", "P"],
"value": [0, 0],
"remoteness": [4, 0],
"distance": [8, 0],
"counter": [2, 0],
"best": ["2,5", null]}
END
expect_exit 0 "$grundy" value wythoff.npz - --json < nothing
expect_stdout_line '"best": \[\]}'

# Every answer agrees with the solution, and every best move is a move that keeps the outcome.
expect_exit 0 "$grundy" solve fair-shares:12 -o compiled.npz --columns all
expect_exit 0 "$grundy" solve fair-shares:12 -o compiled.tsv --columns all
cut -f 1 compiled.tsv | tail -n +2 > names
"$grundy" value compiled.npz - < names > answers
cut -f 1-11 answers > columns
expect_same columns compiled.tsv
"$grundy" convert compiled.npz moves.edges < nothing
awk -F '\t' 'FILENAME == "moves.edges" { split($0, w, " "); move[w[1], w[2]] = 1; if (w[2] != "") from[w[1]] = 1; next }
  FILENAME == "compiled.tsv" { outcome[$1] = $2; next }
  FNR > 1 && $NF == "" && from[$1] { print "no move from " $1; bad = 1 }
  FNR > 1 && $NF != "" && !(($1, $NF) in move) { print "no move " $1 " " $NF; bad = 1 }
  FNR > 1 && $NF != "" && outcome[$1] outcome[$NF] !~ /^(NP|PN|DD)$/ { print $1 " " $NF; bad = 1 }
  END { exit bad }' moves.edges compiled.tsv answers || fail 'a best move is not a move'
expect_exit 0 "$grundy" value compiled.npz - --threads 3 < names
expect_same answers "$out"

# A program sends a position, reads the answer, and sends another one.
"$python" - "$grundy" << 'END' || fail 'answers do not arrive one by one'
import subprocess, sys
asked = subprocess.Popen([sys.argv[1], "value", "wythoff.npz", "-"], text=True,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for name in ("3,5", "1,2"):
    print(name, file=asked.stdin, flush=True)
    if name == "3,5":
        asked.stdout.readline()
    assert asked.stdout.readline().startswith(name + "\t")
asked.stdin.close()
assert asked.wait(60) == 0
END

# Words that are not positions, and positions that cannot be reached.
expect_exit 3 "$grundy" value compiled.npz 4,4,4 4,4
expect_stderr_line "compiled.npz: the game has no position '4,4'"
[ "$(wc -l < "$out")" -eq 2 ] || fail 'the answers before the error are missing'
printf '3,5\n2,2\n4,4\n0,0\n' > names
expect_exit 3 "$grundy" value wythoff.npz - < names
expect_stderr_line "standard input:3: '4,4' cannot be reached from the start"
[ "$(wc -l < "$out")" -eq 3 ] || fail 'the answers before the error are missing'
expect_exit 3 "$grundy" value wythoff.npz 3,5 4,4 --json
expect_stdout_line '{"error": {"reason": "not-reached", .*'
[ "$(wc -l < "$out")" -eq 1 ] || fail 'half an answer'
head -c 200000 /dev/zero | tr '\0' 1 > names
expect_exit 3 "$grundy" value wythoff.npz - < names
expect_stderr_line "standard input:1: the game has no position '1*'"

# Files that are not tablebases.
printf 'a b\n' > game.edges
"$grundy" convert game.edges game.npz
expect_exit 3 "$grundy" value game.npz a
expect_stderr_line 'game.npz: this is not a tablebase, a file with rules and their solution; make one with .*'
expect_exit 3 "$grundy" value game.edges a
expect_stderr_line 'game.edges: this is not a tablebase, a file with a game and its solution; for a position of another game use GAME@POSITION, .*'
expect_exit 3 "$grundy" value wythoff:3,5 1,2
expect_stderr_line 'wythoff:3,5: this is not a tablebase, a file with a game and its solution; for a position of another game use GAME@POSITION, .*'
expect_exit 3 "$grundy" value nowhere.edges a
expect_stderr_line 'nowhere.edges: No such file or directory.*'
expect_exit 3 "$grundy" value nowhere.npz a
expect_exit 2 "$grundy" value - a
expect_exit 2 "$grundy" value wythoff.npz 3,5 --misere
expect_stderr_line 'grundy: --columns, --misere, .* are not for positions of a tablebase; .*'
expect_exit 0 "$grundy" value wythoff.npz
expect_stdout_line 'outcome     P'
expect_exit 2 "$grundy" value wythoff.npz - -

# A tablebase can be used as a GAME and as a solution.
expect_exit 0 "$grundy" info wythoff.npz
expect_stdout_line 'positions    18'
expect_exit 0 "$grundy" verify wythoff:3,5 wythoff.npz
expect_exit 0 "$grundy" verify wythoff.npz wythoff.npz
expect_exit 0 "$grundy" solve wythoff.npz --solution wythoff.npz --check --to tsv
cut -f 1-7 three.tsv | while read -r row; do expect_stdout_line "$row"; done
expect_exit 0 "$grundy" best wythoff.npz@3,5 --json
sed 's/wythoff.npz/wythoff:3,5/' "$out" > of_base
expect_exit 0 "$grundy" best wythoff:3,5@3,5 --json
expect_same of_base "$out"
expect_exit 0 "$grundy" why wythoff.npz@2,2
expect_exit 3 "$grundy" best wythoff.npz@4,4
# If columns are missing, the game is solved again.
expect_exit 0 "$grundy" solve wythoff:3,5 --columns outcome -o little.npz
expect_exit 0 "$grundy" best little.npz@3,5 --json
sed 's/little.npz/wythoff:3,5/' "$out" > of_little
expect_same of_base of_little
expect_exit 0 "$grundy" value little.npz 2,2
printf 'vertex\toutcome\tbest\n2,2\tN\t\n' | expect_stdout
expect_exit 0 "$grundy" solve wythoff.npz -o again.npz
expect_same wythoff.npz again.npz

# Tablebases contain scripts; positions of all types; players and payoffs.
cat > mixed.lua << 'END'
return {
  args = { "n" },
  start = function(n) return n end,
  moves = function(p)
    if type(p) == "table" then return { ("x"):rep(p[1]) } end
    if type(p) == "string" then return #p > 1 and { p:sub(3) } or {} end
    local to = { { p, -p, 1000000007 * p } }
    for i = 1, p do to[#to + 1] = p - i end
    return to
  end,
}
END
expect_exit 0 "$grundy" solve mixed.lua:9 -o mixed.npz
cat > coloured.lua << 'END'
return {
  args = { "n" },
  start = function(n) return { n, 0 } end,
  moves = function(p)
    local to = {}
    for i = 1, math.min(2, p[1]) do to[i] = { p[1] - i, 1 - p[2] } end
    return to
  end,
  player = function(p) return p[2] == 0 and "A" or "B" end,
  terminal = function(p) if p[1] == 0 then return p[2] * 2.5 - 1 end end,
}
END
expect_exit 0 "$grundy" solve coloured.lua:6 -o coloured.npz
expect_exit 0 "$grundy" value coloured.npz 6,0 0,0
expect_stdout << 'END'
vertex	player	guarantee	guarantee_moves	cap	cap_moves	best
6,0	A	-1	4	-1	4	4,1
0,0	A	-1	0	-1	0	
END
expect_exit 0 "$grundy" best coloured.npz@6,0
printf 'a b\nb c\n' > graph.edges
expect_exit 0 "$grundy" solve node-kayles:graph.edges --no-split -o digraph.npz
expect_exit 0 "$grundy" solve "$tokens:bcd" -o parts.npz
expect_exit 0 "$python" "$damage" "$work" "$grundy"
expect_no_stdout
rm mixed.lua
expect_exit 0 "$grundy" value mixed.npz 3 9,-9,9000000063 xxx
expect_exit 0 "$grundy" play mixed.npz@3 < nothing

# A solution is not a tablebase, and the message says so.
printf 'a b\n' > plain.edges
expect_exit 0 "$grundy" solve plain.edges -o plain.npz
expect_exit 3 "$grundy" value plain.npz a
expect_stderr_line 'plain.npz: this is a solution without its game; expected the game, or a base of .*'
expect_exit 3 "$grundy" best plain.npz@a
expect_stderr_line 'plain.npz: this is a solution without its game; expected the game, or a base of .*'

if [ -c /dev/full ]; then
  # shellcheck disable=SC2016 # the inner shell expands its arguments
  expect_exit 5 sh -c '"$0" value wythoff.npz 3,5 > /dev/full' "$grundy"
fi

# Windows line ends, and empty lines.
expect_exit 0 "$grundy" solve wythoff:3,5 --columns outcome,remoteness -o "$work/lines.npz"
printf '3,5\r\n\n1,2\n' > "$work/lines"
expect_exit 0 "$grundy" value "$work/lines.npz" - < "$work/lines"
expect_stdout << 'END'
vertex	outcome	remoteness	best
3,5	P	4	2,5
1,2	P	2	0,2
END

# A tablebase does not store the payoff of infinite play.
printf 'return { start = function() return 1 end, player = function() return "A" end,\n  terminal = function(p) return 3 end,\n  moves = function() return {} end }\n' > "$work/worth.lua"
expect_exit 4 "$grundy" solve "$work/worth.lua" --infinite 2 -o "$work/worth.npz"
expect_stderr_line '.*worth.npz: a tablebase does not keep what an infinite play is worth; use another format, .*'
[ ! -e "$work/worth.npz" ] || fail 'a tablebase was written'
expect_exit 0 "$grundy" solve "$work/worth.lua" --infinite 2 -o "$work/worth.tsv"

finish
