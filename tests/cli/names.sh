#!/bin/sh
# Names that could be taken for something else: empty, -, a quote, white space, a comment, an arrow,
# and words that tables use. They survive every format that can hold them, and no text shows them as
# "none".
. tests/support/check.sh

cd "$work" || exit

# ---- formats of games: each holds the names, or refuses them by name
cat > all.dot << 'END'
digraph {
  "-" -> ""; "-" -> "\""; "" -> "a b"; "\"" -> "#x"; "a b" -> "-"; "#x" -> "->"; "->" -> "@"; "@" -> "inf";
  "?" -> "null"; "null" -> "\"-\""; "\"-\"" -> "\"\""; "\"\"" -> "\\"; "\\" -> "{}"; "nan" -> "\\N"
}
END
expect_exit 0 "$grundy" convert all.dot reference.dot
for format in graphml npz edges; do
  expect_exit 0 "$grundy" convert all.dot all.$format
  expect_exit 0 "$grundy" convert all.$format back.dot
  expect_same back.dot reference.dot
done
expect_exit 4 "$grundy" convert all.dot all.mtx
# An edge list quotes names that would be misread: white space, comments, arrows, quotation marks at the beginning.
cat > words.dot << 'END'
digraph { "-" -> ""; "-" -> "\""; "" -> "-"; "\"" -> "\"-\""; "\"-\"" -> "a\"b"; "a\"b" -> "\\N"; "\\N" -> "x" }
END
expect_exit 0 "$grundy" convert words.dot words.edges
printf '%s\n' - '""' '"\""' '"\"-\""' 'a"b' '\\N' x '- ""' '- "\""' '"" -' '"\"" "\"-\""' '"\"-\"" a"b' 'a"b \\N' '\\N x' > expected.edges
expect_same words.edges expected.edges
expect_exit 0 "$grundy" convert words.edges back.dot
expect_exit 0 "$grundy" convert words.dot reference.dot
expect_same back.dot reference.dot
for name in 'a b' '#x' '->' '@' '\"\"' 'a\"b c'; do
  printf 'digraph { "%s" -> y }\n' "$name" > one.dot
  expect_exit 0 "$grundy" convert one.dot one.edges
  expect_exit 0 "$grundy" convert one.edges back.dot
  expect_exit 0 "$grundy" convert one.dot reference.dot
  expect_same back.dot reference.dot
done
rm one.edges
printf 'digraph { "a\nb" -> y }\n' > one.dot
expect_exit 4 "$grundy" convert one.dot one.edges
expect_stderr_line "grundy: the name 'a.*b' cannot be written in an edge list: it has a line break in it; another format can hold it"
[ ! -e one.edges ] || fail "an edge list was written for a name with a line break"
# Attributes and maps name the empty position in the same way, in small files and in large ones.
printf '"" a\n@ "" player=A\n@ a player=B outcome=A\n' > players.edges
expect_exit 0 "$grundy" solve players.edges --to tsv --columns player,outcome
printf 'vertex\tplayer\toutcome\n\tA\tA\na\tB\tA\n' | expect_stdout
printf '"" a\n' > small.edges
printf 'a x\n"" ""\n' > small.map
printf '"" x\n' > image.edges
expect_exit 0 "$grundy" map small.edges image.edges small.map
{ seq -f 'n%.0f ""' 300000; echo '"" n1'; } > large.edges
expect_exit 0 "$grundy" info large.edges --json
grep -q '"positions": 300001' "$out" || fail "the empty name is one position"

# ---- solutions
"$grundy" solve all.dot -o reference.tsv
for format in tsv csv json npz; do
  expect_exit 0 "$grundy" solve all.dot -o all.solution.$format
  expect_exit 0 "$grundy" verify all.dot all.solution.$format
  expect_stdout_line 'right: 16 positions, .*'
  expect_exit 0 "$grundy" solve all.dot --solution all.solution.$format --to tsv -o again.tsv
  expect_same again.tsv reference.tsv
done

# ---- a position in quotes is that position, also if the quotes are empty: not the start
cat > odd.lua << 'END'
local to = { s = { "-", "", '"', "a b", "#x" }, ["-"] = { "" }, ["a b"] = { "-" }, ["#x"] = { '"' } }
return { start = function() return "s" end, moves = function(p) return to[p] or {} end }
END
cat > rows.lua << 'END'
local function without(p, i)
  local q = {}
  for j, n in ipairs(p) do
    if j ~= i then q[#q + 1] = n elseif n > 1 then q[#q + 1] = n - 1 end
  end
  return q
end
return {
  start = function() return { 2, 1 } end,
  moves = function(p)
    local all = {}
    for i = 1, #p do all[i] = without(p, i) end
    return all
  end,
}
END
for game in odd.lua rows.lua all.dot; do
  "$grundy" solve $game --columns outcome,grundy --to json > solved.json
  $python - $game << 'END' > questions
import json, sys
solved = json.load(open("solved.json"))
for name, outcome, value in zip(solved["position"], solved["outcome"], solved["value"]):
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    print(f"{sys.argv[1]}@{quoted}\t{outcome}\t{value}")
END
  while IFS="$(printf '\t')" read -r expression outcome value; do
    for command in value best; do
      expect_exit 0 "$grundy" $command "$expression" --json
      grep -q "^{[^[]*\"outcome\": \"$outcome\", \"value\": $value, " "$out" ||
        fail "$command of $expression should be $outcome with value $value"
    done
  done < questions
done
expect_exit 0 "$grundy" value odd.lua@-
expect_stdout_line 'value       1'
for end in tsv json; do
  expect_exit 0 "$grundy" solve rows.lua -o rows.$end
  expect_exit 0 "$grundy" convert rows.lua rows.edges
  expect_exit 0 "$grundy" verify rows.edges rows.$end
  expect_exit 0 "$grundy" verify rows.lua rows.$end
done
expect_exit 0 "$grundy" rules check rows.lua

# ---- query: nothing is "no move"; the position - is "-", the empty one ""
tab=$(printf '\t')
expect_exit 0 "$grundy" solve odd.lua -o odd.npz -q
expect_exit 0 "$grundy" value odd.npz s '' '"-"' '"\""' 'a b' '#x'
cut -f 1,8 "$out" > best
printf '%s\n' "vertex${tab}best" "s${tab}\"\"" "$tab" "-${tab}\"\"" "\"$tab" "a b${tab}\"-\"" "#x${tab}\"\\\\\"\"" > expected
expect_same best expected
# The same, from standard input, where - is a name.
printf '%s\n' '-' '"-"' '""' '"a b"' | "$grundy" value odd.npz - | cut -f 1,8 > best
printf '%s\n' "vertex${tab}best" "-${tab}\"\"" "-${tab}\"\"" "$tab" "a b${tab}\"-\"" > expected
expect_same best expected
expect_exit 0 "$grundy" value odd.npz '""' '"-"' s --json
expect_stdout_line '"position": \["", "-", "s"\],'
expect_stdout_line '"best": \[null, "", ""\]}'
expect_exit 3 "$grundy" value odd.npz '"x'
# Parts: - is a position without parts.
expect_exit 0 "$grundy" solve coin-rows:2,3 -o rows.npz -q
expect_exit 0 "$grundy" value rows.npz '"-"' 1,1
printf 'vertex\toutcome\tgrundy\tk\tparts\n-\tP\t0\t-\t-\n1,1\tP\t0\t-\t1 + 1\n' | expect_stdout
# A folder finds the empty position, too.
cat > tiers.lua << 'END'
return {
  start = function() return "aaa" end,
  moves = function(p) return p == "" and {} or { p:sub(2) } end,
  count = function() return 1 end,
  rank = function(p) return #p, 0 end,
  unrank = function(tier) return ("a"):rep(tier) end,
  tiers = function(tier) return tier > 0 and { tier - 1 } or {} end,
}
END
expect_exit 0 "$grundy" solve tiers.lua --tiers tiers -q
expect_exit 0 "$grundy" value tiers '' a
cut -f 1,2 "$out" > seen.tsv
printf 'vertex\toutcome\n\tP\na\tN\n' > expected
expect_same seen.tsv expected

# ---- text for people shows an empty name as "", and a quoted name is understood
expect_exit 0 "$grundy" solve rows.lua
expect_stdout_line '""      P        0                0         0        0'
expect_exit 0 "$grundy" best rows.lua@1
expect_stdout_line '  1 rows.lua: 1 -> ""  leads to a P-position, value 0, remoteness 0'
expect_exit 0 "$grundy" best odd.lua
expect_stdout_line '  1 odd.lua: s -> "\\""  leads to a P-position, value 0, remoteness 0'
expect_exit 0 "$grundy" match odd.lua '""'
expect_stdout_line '1\. s -> "" keeps the win\.'
expect_exit 0 "$grundy" match odd.lua '"-"' ''
expect_stdout_line '2\. - -> "" keeps the win\.'

finish
