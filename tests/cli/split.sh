#!/bin/sh
# Rules whose positions come apart are explored by parts, and every command says so.
. tests/support/check.sh
rows=coin-rows:2
tokens=examples/tokens.lua

# ---- solve and verify ----------------------------------------------------------------------

expect_exit 0 "$grundy" solve $rows,12
expect_stdout_line 'part  outcome  grundy  counter'
expect_stdout_line '12 parts, 78 moves\. .* The answers rest on split\.'
expect_exit 0 "$grundy" solve $rows,12 --no-split
expect_stdout_line '101 positions, .*'
expect_exit 0 "$grundy" solve $rows,12 --columns remoteness
expect_stdout_line 'vertex .*'

for ending in tsv csv json npz; do
  expect_exit 0 "$grundy" solve $tokens:bcd -o "$work/parts.$ending"
  expect_exit 0 "$grundy" verify $tokens:bcd "$work/parts.$ending"
  expect_stdout_line 'right: 4 parts, 7 moves'
done
expect_exit 0 "$grundy" solve $tokens:bcd --no-split -o "$work/positions.tsv"
expect_exit 0 "$grundy" verify $tokens:bcd --no-split "$work/positions.tsv"

# Rows of positions are not taken for parts, nor the other way round.
expect_exit 3 "$grundy" verify $tokens:bcd "$work/positions.tsv"
expect_stderr_line '.*the rows are positions, .*--no-split.*'
expect_exit 3 "$grundy" verify $tokens:bcd --no-split "$work/parts.json"
expect_stderr_line '.*the rows are parts of positions.*'

expect_exit 3 "$grundy" verify $tokens:bcd --no-split "$work/parts.npz"
expect_stderr_line '.*the rows are parts of positions.*'
cat > "$work/two.lua" << 'END'
return {
  start = function() return "pr" end,
  moves = function(p) return p == "r" and { "-" } or p == "pr" and { "p" } or {} end,
  split = function(p)
    local parts = {}
    for c in p:gmatch("%a") do parts[#parts + 1] = c end
    return parts
  end,
}
END
# Two positions and two parts: tablebases have no names by which rows could be told apart.
expect_exit 0 "$grundy" solve "$work/two.lua" --no-split -o "$work/two.npz"
expect_exit 0 "$grundy" verify "$work/two.lua" --no-split "$work/two.npz"
expect_exit 3 "$grundy" verify "$work/two.lua" "$work/two.npz"
expect_stderr_line '.*the rows are positions, .*--no-split.*'
expect_exit 3 "$grundy" solve "$work/two.lua" --solution "$work/two.npz"
expect_stderr_line '.*the rows are positions, .*--no-split.*'

# A wrong value is found.
sed 's/^c	N	1/c	N	2/' "$work/parts.tsv" > "$work/wrong.tsv"
expect_exit 1 "$grundy" verify $tokens:bcd "$work/wrong.tsv"
expect_stdout_line 'wrong: .*'

# Without the counter, values on cycles cannot be checked.
cut -f 1-4 "$work/parts.tsv" > "$work/short.tsv"
expect_exit 4 "$grundy" verify $tokens:bcd "$work/short.tsv"
expect_stdout_line '.*needs a right counter.*'

# ---- sums that grow --------------------------------------------------------------------------

expect_exit 4 "$grundy" solve $tokens:ag
expect_stderr_line ".*sums grow without bound on a cycle: 'g' → 'g' + 'c'.*"
expect_exit 4 "$grundy" best $tokens:ag

# ---- one position ----------------------------------------------------------------------------

expect_exit 0 "$grundy" best "$rows,12@3,4,5"
expect_stdout_line 'value       6  by: the sum of its parts, as split gives them'
expect_exit 0 "$grundy" best "$rows,12@3,4,5 + nim:6"
expect_stdout_line 'outcome     P  by.*'
expect_exit 3 "$grundy" best "$rows,12@3,40"
expect_stderr_line '.*a part that cannot be reached from the start.*'
expect_exit 0 "$grundy" why $tokens:bd
expect_stdout_line 'bd has value ∞{0}.*'
expect_exit 0 "$grundy" why "$rows,60@20,30"
expect_stdout_line '20,30 is the sum of 20 (value 1) and 30 (value 7)\.'
expect_exit 0 "$grundy" best "$rows,9 & nim:2" # needs remoteness, so positions are explored
expect_stdout_line 'remoteness  .*  by: theorem.*'
expect_exit 0 "$grundy" best $rows,9 --no-split
expect_stdout_line 'remoteness  7  by.*'
expect_exit 0 "$grundy" best $rows,9 --misere
expect_stdout_line 'remoteness  [0-9].*'

# ---- tablebases ------------------------------------------------------------------------------

expect_exit 0 "$grundy" value "$work/parts.npz" bbd aa
expect_stdout << 'END'
vertex	outcome	grundy	k	parts
bbd	N	inf	0	b + b + d
aa	D	inf	{}	a + a
END
expect_exit 0 "$grundy" value "$work/parts.npz" bbd aa --json
expect_stdout_line '.*"parts": \[\["b", "b", "d"\], \["a", "a"\]\].*'
expect_exit 3 "$grundy" value "$work/parts.npz" xyz
expect_exit 0 "$grundy" best "$work/parts.npz@bbd"
expect_exit 4 "$grundy" convert "$work/parts.npz" "$work/game.edges"
expect_stderr_line '.*a tablebase of parts of positions.*'
expect_exit 0 "$grundy" info "$work/parts.npz"
expect_stdout_line 'parts        4 .*'

# ---- rules that are wrong --------------------------------------------------------------------

"$grundy" rules show coin-rows | sed 's/  split =/  player = function() return "A" end,\n  split =/' > "$work/player.lua"
expect_exit 3 "$grundy" solve "$work/player.lua:2,3"
expect_stderr_line '.*both split and player.*'
"$grundy" rules show coin-rows | sed 's/parts\[i\] = { p\[i\] }/parts[i] = p/' > "$work/endless.lua"
expect_exit 3 "$grundy" solve "$work/endless.lua:2,3"
expect_stderr_line '.*more than 65536 parts; does splitting.*'
cat > "$work/never.lua" << 'END'
return {
  start = function() return { 1 } end,
  moves = function() return {} end,
  split = function(p) return { { p[1] + 1 }, { p[1] + 2 } } end,
}
END
expect_exit 1 "$grundy" rules check "$work/never.lua"
expect_stdout_line 'BROKEN  split .*does splitting its parts again never end?'
"$grundy" rules show coin-rows | sed 's/return parts/return 7/' > "$work/number.lua"
expect_exit 3 "$grundy" solve "$work/number.lua:2,3"
expect_stderr_line '.*in split of .* it gives a number; expected an array of positions.*'

# ---- winning play ends -----------------------------------------------------------------------

# From vx both v and wx are won; only v makes progress against an opponent who goes back.
expect_exit 0 "$grundy" best $tokens:vx --json
expect_stdout_line '.*"ends": "proved", .*"moves": \[{"steps": \[{[^]]*"to": "v", .*'
printf 'w\n' | "$grundy" play $tokens:vx --first computer > "$work/match"
expect_exit 0 grep -qx 'You cannot move: the computer wins after 3 moves\.' "$work/match"
expect_exit 0 "$grundy" match $tokens:vx v w --reply perfect
expect_stdout_line '3\. w -> - .*'

# A heap of n becomes two heaps of n - 1, or vanishes. Play lasts up to 2^n - 1 moves, as the counters say; if they do not fit
# into 63 bits, nothing is promised.
cat > "$work/doubling.lua" << 'END'
return {
  args = { "n" },
  start = function(n) return { n } end,
  moves = function(p)
    local to = {}
    for i = 1, #p do
      local rest = table.move(p, i + 1, #p, i, table.move(p, 1, i - 1, 1, {}))
      to[#to + 1] = rest
      if p[i] > 1 then
        local two = table.move(rest, 1, #rest, 1, {})
        two[#two + 1], two[#two + 2] = p[i] - 1, p[i] - 1
        to[#to + 1] = two
      end
    end
    return to
  end,
  split = function(p)
    local parts = {}
    for i = 1, #p do parts[i] = { p[i] } end
    return parts
  end,
}
END
expect_exit 0 "$grundy" best "$work/doubling.lua:62" --json
expect_stdout_line '.*"ends": "proved", .*'
expect_exit 0 "$grundy" best "$work/doubling.lua:64" --json
expect_stdout_line '.*"ends": "not known", .*'

# A closed form has no counters, so nothing is promised.
unsure='It is not known how to end play: if the game has cycles, winning play may go on forever\.'
closed=tests/game/closed.lua:vx
expect_exit 0 "$grundy" best $closed --max-positions 2
expect_stdout_line "$unsure"
expect_stdout_line 'winning moves; how soon they win is not known'
expect_exit 0 "$grundy" best $closed --max-positions 2 --json
expect_stdout_line '.*"ends": "not known", .*'
expect_exit 0 "$grundy" best --all-moves $closed --max-positions 2
expect_stdout_line "$unsure"
expect_exit 0 "$grundy" best --all-moves $closed --max-positions 2 --json
expect_stdout_line '.*"ends": "not known", .*'
expect_exit 0 "$grundy" best --all-moves $tokens:d --json
expect_stdout_line '.*"verdict": "win", .*"ends": "proved", .*'
expect_exit 0 "$grundy" best --all-moves examples/ring.edges@c --json
expect_stdout_line '.*"verdict": "draw", .*"ends": null, .*'
"$grundy" play $closed --max-positions 2 < /dev/null > "$work/match"
expect_exit 0 sed -n 3p "$work/match"
expect_stdout_line "$unsure"
for command in best play; do
  "$grundy" $command $tokens:vx < /dev/null > "$work/answer"
  expect_exit 1 grep -q 'not known how to end' "$work/answer"
done

# Operators explore positions.
expect_exit 0 "$grundy" solve "pass($rows,4)"
expect_stdout_line 'vertex .*'

finish
