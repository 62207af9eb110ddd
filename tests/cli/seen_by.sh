#!/bin/sh
# Games that are described as the player to move sees them: refused in sums, unless the rules have
# swap.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
cd "$work" || exit 1

refused='.*component 1 is described as the player to move sees it, but in this compound one player .*'

# Alone, and joined by &, they are fine.
expect_exit 0 "$grundy" best mancala:2,2,3
expect_stdout_line 'value       1  by: the component by itself'
expect_exit 0 "$grundy" best 'mancala:2,2,3 & nim:1'
expect_exit 0 "$grundy" value mancala:2,2,3
expect_exit 0 "$grundy" play mancala:2,2,3 < /dev/null

# In other compounds they are refused by every command, however they are opened.
expect_exit 0 "$grundy" solve mancala:2,2,3 -o base.npz
expect_exit 0 "$grundy" solve mancala:2,2,3 --columns outcome,grundy,counter --tiers folder
cat > lua.lua << 'END'
return {
  seen_by = "mover",
  start = function() return 3 end,
  moves = function(n) return n > 0 and { n - 1 } or {} end,
}
END
"$grundy" rules show mancala > mine.c
expect_exit 0 "$grundy" rules build mine.c
for game in mancala:2,2,3 base.npz folder lua.lua ./mine.so:2,2,3 'block(mancala:2,2,3, 1)' \
  'terminal(mancala:2,2,3, 1:0,0/0,0)' 'restrict(lua.lua, p ~= 1)'; do
  expect_exit 0 "$grundy" best "$game"
  expect_exit 6 "$grundy" best "$game + nim:1"
  expect_no_stdout
  expect_stderr_line "$refused"
done
for command in best value match play why; do
  for game in 'mancala:2,2,3 + nim:1' 'mancala:2,2,3 | nim:1' '2*mancala:2,2,3' \
    '(mancala:2,2,3 & nim:1) + nim:2'; do
    expect_exit 6 "$grundy" "$command" "$game" < /dev/null
    expect_no_stdout
  done
done
expect_exit 6 "$grundy" best --misere 'mancala:2,2,3 + nim:1'
expect_exit 6 "$grundy" sweep 'mancala:2,2,1..3 + nim:1'
expect_exit 6 "$grundy" best 'tokens:base.npz{"1:0,0/0,0","3:2,2/2,2"}'
for kind in disjunctive selective; do
  expect_exit 6 "$grundy" product "$kind" mancala:2,2,3 base.npz
  expect_stderr_line '.*game 1 is described as the player to move sees it, .*'
done
expect_exit 0 "$grundy" product conjunctive mancala:2,2,3 base.npz
expect_exit 0 "$grundy" product disjoint mancala:2,2,3 base.npz
expect_exit 6 "$grundy" linear mancala:1,1,1
expect_stderr_line '.*L(G) does not exist, as positions are described as the player to move sees them, .*'

# A pass turns the board around, so it needs swap.
expect_exit 6 "$grundy" solve 'pass(mancala:2,2,3)'
expect_stderr_line '.*pass is not defined for rules whose positions are as the player to move sees them.*'
expect_exit 0 "$grundy" best --all-moves 'pass(northcott:4,1)' --json
expect_stdout_line '.*"to": "\.x\.o/0".*'
expect_exit 6 "$grundy" best 'pass(northcott:4,1) + nim:1'

# With swap there are sums, and other components are turned around by a move.
expect_exit 0 "$grundy" best 'northcott:5,1,2 + nim:3'
expect_stdout_line 'value       0  by: theorem .*'
expect_stdout_line 'rests on    swap of the rules, which keeps the value of every position'
expect_exit 0 "$grundy" best 'northcott:5,1,2 + nim:3' --json
expect_stdout_line '.*"rests_on": "swap of the rules, which keeps the value of every position".*'
expect_exit 0 "$grundy" value 'northcott:5,1,2 + nim:3'
expect_stdout_line 'rests on    swap of the rules, which keeps the value of every position'
expect_exit 0 "$grundy" best 'northcott:200,150,120,110 + nim:100' --max-positions 0
expect_stdout_line 'rests on    swap, a promise of the rules; grundy rules check tests it'
expect_exit 0 "$grundy" match 'northcott:4,1 + northcott:5,0' '1 .xo.'
expect_stdout_line 'northcott:4,1  \.xo\.'
expect_stdout_line '  \. X O \.'
expect_stdout_line 'northcott:5,0  \.\.\.xo'
expect_exit 0 "$grundy" best 'northcott:4,1 + nim:1' --misere
expect_stdout_line 'remoteness  .*  by: search of .*'
expect_exit 6 "$grundy" best 'northcott:4,1 | nim:1'
expect_stderr_line '.*component 1 is described .*; it can be joined with + only, or with & only'
expect_exit 6 "$grundy" best '(northcott:4,1 + nim:1) & nim:1'

# The other view of a position may not be reached from the start; sums need it.
expect_exit 0 "$grundy" best 'northcott:3,0,1 + nim:1'
expect_exit 0 "$grundy" solve northcott:3,0,1 -o northcott.npz
expect_exit 6 "$grundy" best 'northcott.npz + nim:1'
expect_stderr_line '.*a sum needs .* also as the other player sees it, .*'

# Rules whose swap changes values are found out: mancala cannot have one.
sed -e 's/^static void mancala_moves(/static void mancala_swap(const void *game, void *bytes) {\
  const mancala *m = game;\
  const position p = load(m, bytes);\
  unsigned all = stones_of(m, \&p);\
  position q = turned(m, \&p, all + 1 - p.need);\
  if (all > 0) store(m, \&q, bytes);\
}\
\
&/' -e 's/    .seen_by = "mover",/&\n    .swap = mancala_swap,/' mine.c > swapped.c
expect_exit 0 "$grundy" rules build swapped.c
expect_exit 1 "$grundy" rules check ./swapped.so:2,2,3
expect_stdout_line 'ok      swap undoes itself .*'
expect_stdout_line "BROKEN  swap keeps values, as sums require: at '3:1,4/0,0': the value is 2, but 0 as .*"
expect_exit 6 "$grundy" best './swapped.so:2,2,3 + nim:1'
expect_stderr_line ".*swap breaks its promise at '3:1,4/0,0', and sums are not defined: its value is 2, and 0 .*"

# What excludes what.
wrong_rules() {
  printf 'return { start = function() return 1 end, moves = function() return {} end, %s }\n' "$2" \
    > wrong.lua
  expect_exit 3 "$grundy" solve wrong.lua
  expect_stderr_line ".*$1.*"
}
wrong_rules 'the field .seen_by. of the table is not "mover"' 'seen_by = "me"'
wrong_rules 'both seen_by and player' 'seen_by = "mover", player = function() return "A" end'
wrong_rules 'both seen_by and split' 'seen_by = "mover", split = function(p) return { p } end'
wrong_rules 'swap without seen_by = "mover"' 'swap = function(p) return p end'
sed 's/.seen_by = "mover"/.seen_by = "me"/' mine.c > wrong.c
expect_exit 0 "$grundy" rules build wrong.c
expect_exit 3 "$grundy" solve ./wrong.so:2,2,3
expect_stderr_line '.*these rules have .me. as seen_by; expected "mover" or NULL'

# Folders of tiers that were written before seen_by existed can still be opened.
expect_exit 0 "$grundy" solve mancala:2,2,3 --tiers old
expect_exit 0 grep -qx 'identity 7e6f4179fb74cf3cfa4233a18387d3dc' old/game.txt

finish
