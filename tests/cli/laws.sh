#!/bin/sh
# grundy law, and the rows and grids of grundy solve: conditions, orders, closed forms, errors.
# shellcheck disable=SC2016 # formulas of LaTeX and Typst are in dollars
# shellcheck source=tests/support/check.sh
. tests/support/check.sh

# The P-positions of Wythoff's game are (floor(k phi), floor(k phi) + k).
expect_exit 0 "$grundy" solve wythoff:25,25 --where 'outcome == P and a <= b' --sort a --to tsv \
  --columns grundy
$python - > "$work/expected" << 'END'
from math import isqrt
print("vertex\tgrundy")
for k in range(26):
    a = (k + isqrt(5 * k * k)) // 2
    if a + k <= 25: print(f"{a},{a + k}\t0")
END
expect_same "$out" "$work/expected"

# Sorting, downwards and by several keys; the rest keeps its order.
expect_exit 0 "$grundy" solve wythoff:2,2 --sort -a,b -q --columns grundy --to csv
expect_stdout << 'END'
vertex,grundy
"2,2",1
"1,1",2
"1,2",0
"0,0",0
"0,1",1
"0,2",2
END
expect_exit 0 "$grundy" solve wythoff:2,2 --where 'remoteness > 0' --sort -grundy,name --to bfile \
  --columns grundy
printf '0 2\n1 2\n2 1\n3 1\n4 0\n' | expect_stdout
expect_exit 0 "$grundy" solve wythoff:2,2 --where 'a == 0' --sort -G --to bfile --columns grundy
printf '0 2\n1 1\n2 0\n' | expect_stdout
expect_exit 0 "$grundy" solve wythoff:2,2 --where 'G == 2' --columns outcome
expect_stdout_line '2 rows. 6 positions, .*'

# Infinite values, sets and names in a game from a file.
printf 'a b\nb a\nb c\n' > "$work/draw.edges"
printf 'a a\na b\n' > "$work/loop.edges"
expect_exit 0 "$grundy" solve "$work/loop.edges" --where 'K[0] and G == inf' --to csv --columns grundy
expect_no_stderr
expect_exit 0 "$grundy" solve "$work/draw.edges" --where 'name == "c"' --to csv --columns outcome
printf 'vertex,outcome\nc,P\n' | expect_stdout

# Grids: the values of Wythoff's game.
expect_exit 0 "$grundy" solve wythoff:3,4 --grid a,b
expect_stdout << 'END'
a\b 0 1 2 3 4
  0 0 1 2 3 4
  1 1 2 0 4 5
  2 2 0 1 5 3
  3 3 4 5 6 2
END
expect_exit 0 "$grundy" solve wythoff:2,2 --grid b,a --columns outcome --to csv
printf 'b/a,0,1,2\n0,P,N,N\n1,N,N,P\n2,N,P,N\n' | expect_stdout
expect_exit 0 "$grundy" solve wythoff:2,2 --grid a,b --where 'a + b < 3' --to tsv
printf 'a/b\t0\t1\t2\n0\t0\t1\t2\n1\t1\t2\t\n2\t2\t\t\n' | expect_stdout
# By antidiagonals: A004481, and a grid that is neither symmetric nor square.
for table in 'solve wythoff:12,12 --grid a,b' 'solve wythoff:12,20 --grid a,b --columns grundy' \
  'vector vector{(1,0)*,(0,1)*,(1,1)*}:13,12'; do
  # shellcheck disable=SC2086 # the words of the command
  expect_exit 0 "$grundy" $table --to bfile
  $python -c 'import json, sys
terms = json.load(open("tests/evidence/published.json"))["wythoff"]["terms"]
assert [list(map(int, line.split())) for line in sys.stdin] == [list(p) for p in enumerate(terms)]' \
    < "$out" || fail "$table is not A004481"
done
expect_exit 0 "$grundy" vector 'vector{(1,0)*}:2,4' --to bfile
printf '%s\n' '0 0' '1 0' '2 1' '3 0' '4 1' '5 2' | expect_stdout
expect_exit 0 "$grundy" solve 'vector{(1,0)*,(0,1)}:2,2' --grid a,b --to bfile
printf '%s\n' '0 0' '1 1' '2 1' '3 0' '4 0' '5 2' | expect_stdout
expect_exit 0 "$grundy" solve 'vector{(1,0)*}:2,0' --to bfile --grid a,b
echo '0 0' | expect_stdout
expect_exit 0 "$grundy" solve wythoff:1,2 --grid a,b --columns remoteness --to bfile
printf '0 0\n1 1\n2 1\n' | expect_stdout
expect_exit 0 "$grundy" solve wythoff:2,2 --grid a,b --where 'a + b < 3 and a < 2' --to bfile
printf '0 0\n1 1\n2 1\n' | expect_stdout
expect_exit 4 "$grundy" solve wythoff:2,2 --grid a,b --where 'a + b ~= 1' --to bfile
expect_stderr_line 'grundy: a b-file has numbers only, and a=0, b=1 has no position'
expect_exit 0 "$grundy" solve wythoff:1,1 --grid a,b --to latex
expect_stdout_line '1 & 1 & 2 .*'
expect_exit 0 "$grundy" solve wythoff:1,1 --grid a,b --to typst
expect_stdout_line '  \[1\], \[1\], \[2\],'
for columns in grundy outcome; do
  expect_exit 0 "$grundy" solve wythoff:9,5 --grid a,b --columns $columns -o "$work/map.svg"
  [ "$(grep -c '<title>' "$work/map.svg")" -eq 60 ] || fail 'the heat map has other cells'
  tail -n 1 "$work/map.svg" | grep -q '</svg>' || fail 'the heat map is incomplete'
done

# Grids of solutions that are read: values if there are some, otherwise outcomes.
"$grundy" solve wythoff:2,2 --columns outcome,remoteness -q -o "$work/outcomes.tsv"
expect_exit 0 "$grundy" solve wythoff:2,2 --solution "$work/outcomes.tsv" --grid a,b --to csv \
  --where 'a <= b'
printf 'a/b,0,1,2\n0,P,N,N\n1,,N,P\n2,,,N\n' | expect_stdout
"$grundy" solve wythoff:1,1 -q -o "$work/values.tsv"
expect_exit 0 "$grundy" solve wythoff:1,1 --solution "$work/values.tsv" --grid a,b --to csv
printf 'a/b,0,1\n0,0,1\n1,,2\n' | expect_stdout
"$grundy" solve wythoff:2,2 --columns remoteness -q -o "$work/remoteness.tsv"
expect_exit 4 "$grundy" solve wythoff:2,2 --solution "$work/outcomes.tsv" --grid a,b --to bfile
expect_stderr_line 'grundy: a b-file has numbers only; use --columns grundy'
expect_exit 2 "$grundy" solve wythoff:2,2 --solution "$work/remoteness.tsv" --grid a,b
expect_stderr_line 'grundy: .* has no outcome; expected some of remoteness; .*'
expect_exit 0 "$grundy" solve wythoff:2,2 --solution "$work/remoteness.tsv" --grid a,b \
  --columns remoteness

# Values that are too long for a cell.
cat > "$work/long.lua" << 'END'
return {
  fields = { "a", "b" },
  start = function() return { 1, 0 } end,
  moves = function(p)
    local to = {}
    for i = 0, (p[1] == 1 and 120 or p[2]) - 1 do to[#to + 1] = { 0, i } end
    if p[1] == 1 then to[#to + 1] = p end
    return to
  end,
}
END
expect_exit 4 "$grundy" solve "$work/long.lua" --grid a,b --columns grundy --to bfile
expect_stderr_line 'grundy: a b-file has numbers only, and a=[0-9]*, b=[0-9]* has no number'
expect_exit 4 "$grundy" solve "$work/long.lua" --grid a,b
expect_stderr_line "grundy: --grid: the value of '1,0' is too long for a cell; .*"
expect_exit 0 "$grundy" solve "$work/long.lua" --grid a,b --columns grundy
expect_exit 2 "$grundy" solve wythoff:2,2 --grid a,b --where 'a > 2'
expect_stderr_line 'grundy: --grid: --where chooses no position.*'
expect_no_stdout

# Laws.
expect_exit 0 "$grundy" law wythoff:12,12 'G <= a + b'
echo 'the law holds at 91 positions up to symmetry, a = 0 to 12, b = 0 to 12' | expect_stdout
expect_exit 1 "$grundy" law wythoff:3,3 '(outcome == P) == (a == b)' --max-exceptions 2
expect_stdout_line '4 exceptions among 10 positions up to symmetry, a = 0 to 3, b = 0 to 3'
expect_stdout_line '2 more; use a larger --max-exceptions to list them'
expect_exit 1 "$grundy" law wythoff:3,3 '(outcome == P) == (a == b)' --json
$python -c 'import json, sys; law = json.load(sys.stdin); game = law["games"][0]
assert (law["game"], law["law"]) == ("wythoff:3,3", "(outcome == P) == (a == b)"), law
assert [law[m] for m in ("holds", "tested", "silent", "exceptions", "up_to_symmetry")] == \
    [False, 10, 0, 4, True], law
assert law["counterexample"] == {"position": "1,1", "outcome": "N", "value": 2} == game["listed"][0], law
assert game["fields"] == {"a": [0, 3], "b": [0, 3]} and len(game["listed"]) == 4, law' < "$out" ||
  fail 'not the JSON of the law'
expect_exit 1 "$grundy" law wythoff:3,3 'G == 0' --max-exceptions 0
expect_exit 0 "$grundy" law wythoff:9,9 'G == b' --where 'a == 0'
echo 'the law holds at 10 positions up to symmetry, a = 0 to 0, b = 0 to 9' | expect_stdout

# Laws over several positions, compared with an evaluator of their definition.
PYTHONDONTWRITEBYTECODE=1 $python tests/cli/law_twin.py "$grundy" "$work" \
  $((${GRUNDY_SCALE:-40} * 3 + 50)) "${GRUNDY_SEED:-1}" > "$out" 2>&1 ||
  fail "a law is evaluated wrongly: $(cat "$out")"
expect_exit 6 "$grundy" law wythoff:9,9 'if a > 100 then G == 0'
echo 'the law is empty: it was tested at 0 positions; its premise does not hold at 55 positions' |
  expect_stdout
"$grundy" heap kayles --max 30 --to bfile > "$work/kayles.txt"
expect_exit 0 "$grundy" law kayles:1..60 'k(n) == G' --with "k=column:$work/kayles.txt"
expect_stdout_line 'the law holds at 30 games, n = 1 to 30; .*, at 30 games'

# Finding laws.
expect_exit 0 "$grundy" law nim:20,20 --find outcome
expect_stdout_line '(outcome == P) == (a ~ b == 0)'
expect_stdout_line '  explains 231 of 231, 115 of 115 held out'
expect_exit 1 "$grundy" law kayles:1..300 --find grundy
expect_stdout_line 'no law found: tried .* laws at 300 games, the larger 150 held out'
expect_stdout_line 'a law must hold at held-out games too often for chance: a larger table may show one'
expect_exit 0 "$grundy" law nim:20,20 --find outcome --json
$python -c 'import json, sys; found = json.load(sys.stdin)
assert found["laws"][0] == {**found["laws"][0], "law": "(outcome == P) == (a ~ b == 0)", "tested": 231,
    "exceptions": 0, "exception": None, "held_out": 115, "held_out_exceptions": 0}, found' < "$out" ||
  fail 'not the JSON of the search'
expect_exit 2 "$grundy" law nim:3,3 'G == 0' --find outcome
expect_exit 2 "$grundy" law nim:3,3 --find remoteness
expect_exit 6 "$grundy" law tic-tac-toe --find outcome

# A law that was tested nowhere, or that read nothing, is not confirmed.
expect_exit 6 "$grundy" law wythoff:9,9 'G == b' --where 'a > 100'
echo 'the law is not confirmed: it was tested at 0 positions' | expect_stdout
expect_no_stderr
expect_exit 6 "$grundy" law wythoff:9,9 'G == b' --where 'a > 100' --json
echo '{"game": "wythoff:9,9", "law": "G == b", "holds": null, "finding": "not confirmed", "tested": 0, "silent": 0, "outside": 0, "vacuous": 0, "exceptions": 0, "up_to_symmetry": true, "counterexample": null, "games": [{"game": "wythoff:9,9", "holds": null, "finding": "not confirmed", "tested": 0, "silent": 0, "outside": 0, "vacuous": 0, "exceptions": 0, "up_to_symmetry": true, "fields": {}, "listed": []}]}' |
  expect_stdout
for law in '1 == 1' 'p ~= nil' '#p == 2' 'P ~= N'; do
  expect_exit 6 "$grundy" law wythoff:9,9 "$law"
  echo 'the law is not confirmed: it read no variable at 55 positions up to symmetry, a = 0 to 9, b = 0 to 9' | expect_stdout
done
echo 'return function(p) return true end' > "$work/constant.lua"
expect_exit 6 "$grundy" law wythoff:9,9 "$work/constant.lua"
expect_exit 6 "$grundy" law wythoff:9,9 "$work/constant.lua" --json
expect_stdout_line '{"game": "wythoff:9,9", "law": .*, "holds": null, "finding": "not confirmed", "tested": 55, .*'
expect_exit 6 "$grundy" law wythoff:1..3,2 "$work/constant.lua"
echo 'the law is not confirmed: it read no variable at 20 positions of 3 games, up to symmetry' | expect_stdout
expect_exit 1 "$grundy" law wythoff:9,9 '1 == 2' --max-exceptions 0
expect_stdout_line '55 exceptions among 55 positions up to symmetry, .*'
echo 'return { value = function(p) end }' > "$work/silent.lua"
expect_exit 6 "$grundy" law wythoff:9,9 "$work/silent.lua"
echo 'the law is not confirmed: it was tested at 0 positions; the closed form gives no value at 55 positions' |
  expect_stdout
expect_exit 6 "$grundy" law wythoff:1..3,2 "$work/silent.lua" --json
expect_stdout_line '{"game": "wythoff:1..3,2", "law": .*, "holds": null, "finding": "not confirmed", "tested": 0, .*'
echo 'return { value = function(p) return 0 end }' > "$work/zero.lua"
expect_exit 0 "$grundy" law nim:0,0 "$work/zero.lua"
expect_exit 0 "$grundy" law "$work/draw.edges" 'p.draw_level == draw_level and draw_level == 0'

# False laws that a missing member used to confirm.
echo 'return function(p) return p.outcome ~= "P" end' > "$work/false.lua"
expect_exit 1 "$grundy" law wythoff:9,9 "$work/false.lua"
expect_stdout_line '4 exceptions among 55 positions up to symmetry, .*'
echo 'return { law = function(p) return p["misere"] ~= "P" end }' > "$work/false.lua"
expect_exit 1 "$grundy" law wythoff:9,9 "$work/false.lua"
expect_exit 0 "$grundy" solve wythoff:9,9 --where 'p.remoteness == 2 and p.misere_remoteness ~= 2' --to csv \
  --columns outcome
printf 'vertex,outcome\n"1,2",P\n' | expect_stdout
expect_exit 0 "$grundy" law "$work/draw.edges" 'G < 2 and (outcome == N) == (G > 0)'
echo 'the law holds at 3 positions' | expect_stdout

# Exceptions without a value have no column for it.
expect_exit 1 "$grundy" law 'ordinal:(w*1..2)' 'outcome == P' --starts
expect_stdout << 'END'
2 exceptions among 2 games, n = 1 to 2

vertex         outcome
ordinal:(w*1)  N
ordinal:(w*2)  N
END

# Over a sweep.
expect_exit 0 "$grundy" law wythoff:1..4,5 'G <= a + b'
echo 'the law holds at 64 positions of 4 games, up to symmetry' | expect_stdout
expect_exit 1 "$grundy" law wythoff:1..3,2 'G == 0 or a > 0' --max-exceptions 3
expect_stdout_line '7 exceptions among 20 positions of 3 games, up to symmetry'
expect_stdout_line 'wythoff:3,2: 3 exceptions among 9 positions up to symmetry, a = 0 to 2, b = 0 to 3'
expect_stdout_line '4 more; use a larger --max-exceptions to list them'
expect_exit 1 "$grundy" law wythoff:1..3,2 'G == 0 or a > 0' --json
$python -c 'import json, sys; law = json.load(sys.stdin)
assert not law["holds"] and [g["exceptions"] for g in law["games"]] == [2, 2, 3]' < "$out" ||
  fail 'not the JSON of the sweep'

expect_exit 6 "$grundy" law wythoff:1..3,2 'G == 0' --where 'a > 9'
echo 'the law is not confirmed: it was tested at 0 positions of 3 games' | expect_stdout
expect_exit 0 "$grundy" law wythoff:1..3,2 'G == b' --where 'a == 0 and b > 2'
echo 'the law holds at 1 position of 1 game, up to symmetry; it was tested at 0 positions of 2 games' | expect_stdout

# A file whose name looks like a range.
cp "$work/draw.edges" "$work/x1..2.edges"
expect_exit 0 "$grundy" law "$work/x1..2.edges" 'G < 2'

# Closed forms: one column of Wythoff's game, and one mistake.
cat > "$work/form.lua" << 'END'
local claims = { 1, 2, 0, 4, 5, 3 }
return {
  value = function(p)
    if p.a == 0 then return p[2] end
    if a == 1 then return claims[b + 1] end
  end,
}
END
expect_exit 0 "$grundy" law wythoff:1,5 "$work/form.lua"
echo 'the law holds at 11 positions up to symmetry, a = 0 to 1, b = 0 to 5' | expect_stdout
sed 's/, 4,/, 7,/' "$work/form.lua" > "$work/wrong.lua"
expect_exit 1 "$grundy" law wythoff:2,5 "$work/wrong.lua"
expect_stdout_line '1 exception among 11 positions up to symmetry, a = 0 to 1, b = 0 to 5; the closed form gives no value at 4 positions'
expect_stdout_line '1,3: the value is 4, and the closed form gives 7'
echo 'return function(p) return (G == 0) == (outcome == P) end' > "$work/law.lua"
expect_exit 0 "$grundy" law wythoff:5,5 "$work/law.lua"

# A word that is not a variable may be the name of a column that the game does not have.
expect_exit 0 "$grundy" law wythoff:3,3 'a <= b -- the player, cap'
expect_exit 0 "$grundy" law wythoff:3,3 'name ~= "player" and p.name ~= "cap"'
expect_exit 0 "$grundy" law pong-hau-ki 'name ~= "counter"'
echo 'return { fields = { "k", "cap" }, start = function() return { 2, 3 } end,
  moves = function(p) if p[1] > 0 then return { { p[1] - 1, p[2] } } end return {} end }' \
  > "$work/fields.lua"
expect_exit 0 "$grundy" law "$work/fields.lua" 'p.cap == 3 and k == p.k'
expect_exit 0 "$grundy" solve "$work/fields.lua" --where 'p.cap == 3' --sort cap,k --columns outcome
expect_exit 6 "$grundy" law pong-hau-ki "$work/form.lua"
expect_exit 3 "$grundy" solve wythoff:2,2 --solution "$work/outcomes.tsv" --where 'G == 0'
expect_stderr_line "condition:1:[0-9:]* at '2,2': unknown variable 'G'; the solution has no column grundy"
expect_exit 2 "$grundy" solve pong-hau-ki --sort remoteness
expect_stderr_line "grundy: --sort: cannot sort by 'remoteness', .*"

# Errors: one line, exit code 2 or 3.
# wrong CODE MESSAGE WORD...
wrong() {
  code=$1
  message=$2
  shift 2
  expect_exit "$code" "$grundy" "$@"
  expect_stderr_line "$message"
  expect_no_stdout
}
wrong 3 "law:1:[0-9:]* at '3,3': unknown variable 'outcom'; did you mean 'outcome'?" law wythoff:3,3 'outcom == P'
wrong 3 "condition:1:[0-9:]* at '3,3': unknown variable 'c'" solve wythoff:3,3 --where 'c == 1'
wrong 3 "law:1:[0-9:]* at '.*': no outcome of this game is 'P'" law examples/two-coloured.edges 'outcome ~= P'
wrong 3 "law:1:[0-9:]* at '3,3': no outcome of this game is 'B'" law wythoff:3,3 'outcome ~= B'
wrong 3 "law:1:[0-9:]* <eof> expected near '='; use == to compare" law wythoff:3,3 'a = b'
wrong 3 "condition:1:[0-9:]* ')' expected near '='; use == to compare" solve wythoff:3,3 --where '(outcome = P)'
wrong 3 "predicate:1: <eof> expected near '='; use == to compare" solve 'restrict(wythoff:3,3, a = 1)'
echo 'return function(p) if p.a = 1 then return true end end' > "$work/bad.lua"
wrong 3 ".*/bad.lua:1: 'then' expected near '='; use == to compare" law wythoff:3,3 "$work/bad.lua"
all='outcome, G, grundy, K, remoteness, distance, counter, misere, misere_remoteness, hmin, J, draw_level, draw_remoteness'
wrong 3 "law:1:[0-9:]* at '3,3': p has no member 'outcom'; it has a, b, name, $all; did you mean 'outcome'?" \
  law wythoff:3,3 'p.outcom ~= P'
wrong 3 "law:1:[0-9:]* at '3,3': p has no member 5; it has a, b, name, $all" law wythoff:3,3 'p[5] == nil'
wrong 3 "law:1:[0-9:]* at 'a': p has no member 1, because the game has no fields; it has name, $all" \
  law "$work/draw.edges" 'p[1] ~= 3'
wrong 3 "condition:1:[0-9:]* at 'a': p has no member 1, because the game has no fields; it has name, $all" \
  solve "$work/draw.edges" --where 'p[1] == 3'
wrong 3 "law:1:[0-9:]* at 'a': #p is undefined, because the game has no fields; p has name, $all" \
  law "$work/draw.edges" '#p < 2'
wrong 3 "law:1:[0-9:]* at '3,3': bad argument #1 to 'rawget' (table expected, got position)" \
  law wythoff:3,3 'rawget(p, "outcom") == nil'
wrong 3 "law:1:[0-9:]* at '3,3': p cannot be changed" law wythoff:3,3 '(function() p.a = 3 return true end)()'
wrong 3 "predicate:1: at '2,3': p has no member 'outcome'; it has a, b, name" \
  solve 'restrict(wythoff:3,3, p.outcome ~= "P")'
wrong 3 "predicate:1: at '2,3': unknown variable 'c'" solve 'restrict(wythoff:3,3, c ~= 1)'
wrong 3 'law:1:[0-9:]* unexpected symbol near <eof>' law wythoff:3,3 'a +'
wrong 3 'condition:1:7: this is not a single expression; expected one such as G == 0' \
  solve wythoff:3,3 --where 'G == 0, a < 1'
wrong 3 'law: it is empty; expected an expression such as G == 0' law wythoff:3,3 ' '
wrong 3 "law: at '3,3': the condition is a number; expected true or false" law wythoff:3,3 'a + b'
wrong 3 "law:1:[0-9:]* at '3,3': attempt to compare number with string" law wythoff:3,3 'a < "x"'
wrong 3 "law:1:[0-9:]* at '3,3': unknown variable 'io'" law wythoff:3,3 'io.open("x") ~= nil'
wrong 3 "law:1:[0-9:]* at '3,3': unknown variable 'load'" law wythoff:3,3 'load("return true")()'
wrong 3 '.*/none.lua: No such file or directory' law wythoff:3,3 "$work/none.lua"
echo 'return 3' > "$work/bad.lua"
wrong 3 '.*/bad.lua: the file returns a number; expected a function of a position, or a table with law or value' \
  law wythoff:3,3 "$work/bad.lua"
echo 'return {value = function(p) return -1 end}' > "$work/bad.lua"
wrong 3 ".*/bad.lua: at '3,3': value gives no value; expected an integer from 0, inf or nil" \
  law wythoff:3,3 "$work/bad.lua"
echo 'while true do end' > "$work/bad.lua"
wrong 3 '.*/bad.lua:1: this takes too long, perhaps because of an endless loop' law wythoff:3,3 "$work/bad.lua"
wrong 4 'grundy: the time is up.*; --time allows 0.2 s' law wythoff:3,3 \
  '(function() while true do end end)()' --time 0.2
expect_exit 0 "$grundy" law pong-hau-ki '(player == A) ~= (player == B)'
wrong 3 "law:1:[0-9:]* at '.*': unknown variable 'G'; the solution has no column grundy" \
  law pong-hau-ki 'G == 0'
wrong 2 "grundy: '5..1' is empty; .*" law wythoff:5..1,2 'G == 0'
wrong 2 "grundy: --sort: unknown key 'rem'; did you mean 'remoteness'?" solve wythoff:3,3 --sort rem
wrong 2 "grundy: --sort: unknown key 'x'; use a column, a field of the rules or name" solve wythoff:3,3 --sort a,x
wrong 2 "grundy: --sort: unknown key 'zzzzzz'; use a column or name" solve examples/ring.edges --sort zzzzzz
wrong 2 "grundy: --sort: cannot sort by 'k', .*" solve wythoff:3,3 --sort k
wrong 2 'grundy: --sort conflicts with the format npz; .*' solve wythoff:3,3 --sort a -o "$work/x.npz"
wrong 2 "grundy: --grid is 'a'; expected two fields, such as a,b" solve wythoff:3,3 --grid a
wrong 2 "grundy: --grid: the game has no field 'c'; its fields are a, b" solve wythoff:3,3 --grid a,c
wrong 2 "grundy: --grid: 'a,a' names one field twice" solve wythoff:3,3 --grid a,a
wrong 2 'grundy: --grid: the game has no fields; .*' solve "$work/draw.edges" --grid a,b
wrong 2 'grundy: --grid shows one column .*' solve wythoff:3,3 --grid a,b --columns k
expect_exit 2 "$grundy" solve wythoff:3,3 --grid a,b --to json
expect_stderr_line 'grundy: --grid conflicts with --to json; .*'
wrong 2 'grundy: --to bfile needs one column of numbers, .*' solve wythoff:3,3 --to bfile
wrong 4 "grundy: a b-file has numbers only, and the grundy of 'a' is not a number" \
  solve "$work/loop.edges" --to bfile --columns grundy

# Tables for papers: names with special characters, infinite values with their sets.
printf 'a_b c%%\nc%% a_b\nc%% x\na_b a_b\n' > "$work/names.edges"
expect_exit 0 "$grundy" solve "$work/names.edges" --columns outcome,grundy,k --to latex
expect_stdout_line 'a\\_b & .*'
expect_stdout_line 'c\\% & .*'
expect_exit 0 "$grundy" solve "$work/names.edges" --columns misere_remoteness --to latex
expect_stdout_line 'vertex & misere\\_remoteness .*'
printf '* [x]\n' > "$work/stars.edges"
expect_exit 0 "$grundy" solve "$work/stars.edges" --columns outcome --to latex
expect_stdout_line '{}\* & N .*'
expect_stdout_line '{}\[x\] & P .*'
expect_exit 0 "$grundy" solve "$work/loop.edges" --columns grundy,k --to latex
grep -qF 'a & $\infty\{0\}$ ' "$out" || fail 'not a table of LaTeX'
expect_exit 0 "$grundy" solve "$work/loop.edges" --columns grundy,k -o "$work/loop.typ"
grep -qxF '  [#"a"], [$infinity{0}$],' "$work/loop.typ" || fail 'not a table of Typst'

finish
