#!/bin/sh
# Rules whose `split` is wrong are refused by every command that relies on it, with a position.
. tests/support/check.sh

# rules NAME START MOVES SPLIT: writes rules with rows of pins, from which a move takes one or two
# adjacent pins. MOVES may add moves to `all`, and SPLIT changes `parts`, one per row.
rules() {
  cat > "$work/$1.lua" << END
local calls = 0
local function sorted(p)
  table.sort(p)
  return p
end
local function replaced(p, i, a, b)
  local q = {}
  for j = 1, #p do if j ~= i then q[#q + 1] = p[j] end end
  if a > 0 then q[#q + 1] = a end
  if b > 0 then q[#q + 1] = b end
  return sorted(q)
end
local function sum(p)
  local total = 0
  for i = 1, #p do total = total + p[i] end
  return total
end
local function moves(p)
  local all = {}
  for i = 1, #p do
    for taken = 1, 2 do
      for a = 0, p[i] - taken do all[#all + 1] = replaced(p, i, a, p[i] - taken - a) end
    end
  end
  $3
  return all
end
return {
  start = function() return { $2 } end,
  moves = moves,
  show = function(p) return #p == 0 and "none" or table.concat(p, ",") end,
  parse = function(s)
    local p = {}
    for n in s:gmatch("%d+") do p[#p + 1] = tonumber(n) end
    return sorted(p)
  end,
  split = function(p)
    local parts = {}
    calls = calls + 1
    for i = 1, #p do parts[i] = { p[i] } end
    $4
    return parts
  end,
}
END
}

# Right ones pass: parts without moves may be added and left out.
rules right 9 '' ''
rules dead 9 '' 'if #p ~= 1 then parts[#parts + 1] = { 0 } end'
rules composite '2, 3, 4' '' ''
for name in right dead composite; do
  expect_exit 0 "$grundy" rules check "$work/$name.lua"
  expect_exit 0 "$grundy" solve "$work/$name.lua"
  expect_exit 0 "$grundy" value "$work/$name.lua"
  expect_exit 0 "$grundy" best "$work/$name.lua"
done
expect_exit 0 "$grundy" value "$work/composite.lua"
expect_stdout_line 'value  *0' # 2 ⊕ 3 ⊕ 1: Kayles has the values 0, 1, 2, 3, 1
rules bare 9 '' 'parts = { p }'
for position in 9 2,3,4 1,1,5; do
  run "$grundy" value "$work/bare.lua@$position"
  value=$(grep '^value' "$out")
  expect_exit 0 "$grundy" value "$work/right.lua@$position"
  expect_stdout_line "$value"
done

rules drops 9 '' 'if #parts > 1 then parts[#parts] = nil end'
rules drops-of-three 9 '' 'if #parts > 2 then parts[#parts] = nil end'
rules drops-large 12 '' 'if #parts > 1 and p[#p] > 6 then parts[#parts] = nil end'
rules duplicates 9 '' 'if #parts > 1 then parts[#parts + 1] = parts[1] end'
rules duplicates-of-start '3, 5, 6' '' 'if #p == 3 then parts[4] = parts[3] end'
rules merges 9 '' 'if #p > 1 then parts = { { sum(p) } } end'
rules merges-two 9 '' 'if #p == 2 and p[1] == 3 then parts = { { p[1] + p[2] } } end'
rules changes 9 '' 'for i = 1, #p do parts[i] = { p[i] % 5 } end'
rules changes-one 9 '' 'if #p > 1 and p[1] == 1 then parts[1] = { 2 } end'
rules neighbour 9 '' 'if #p > 1 then parts = {}; for i, n in ipairs(moves(p)[1]) do parts[i] = { n } end end'
rules nothing 9 '' 'if #p > 1 then parts = {} end'
rules nothing-of-twins 9 '' 'if #p == 2 and p[1] == p[2] then parts = {} end'
rules wrong-of-one 9 '' 'if #p == 1 and p[1] > 2 then parts = { { p[1] - 1 }, { 1 } } end'
rules unsteady 9 '' 'if #p > 1 and calls % 2 == 0 then parts[1] = { 1 } end'
rules late 9 '' 'if #p > 1 and calls > 40 then parts[1] = { 1 } end'
# Rows that affect each other: one may take from two at once, or only while there are many pins.
rules two-at-once 9 \
  'if #p > 1 then all[#all + 1] = replaced(replaced(p, 1, 0, 0), 1, 0, 0) end' ''
rules last-moves 9 'if #p > 1 and sum(p) % 3 == 0 then all[#all] = nil end' ''
rules equal-rows 9 'if #p == 2 and p[1] == p[2] then all[#all + 1] = {} end' ''
rules together 9 'if #p == 2 and sum(p) < 6 then all[#all + 1] = { sum(p) - 1 } end' ''

for name in drops drops-of-three drops-large duplicates duplicates-of-start merges merges-two changes \
  changes-one neighbour nothing nothing-of-twins wrong-of-one unsteady late two-at-once last-moves \
  equal-rows together; do
  rules=$work/$name.lua
  expect_exit 1 "$grundy" rules check "$rules"
  expect_stdout_line 'BROKEN  split gives parts whose sum the position is: .*'
  for command in solve value best info; do
    expect_exit 3 "$grundy" $command "$rules"
    expect_stderr_line ".*$name.lua: split is wrong at '[0-9,]*': .*"
  done
  expect_exit 3 "$grundy" solve "$rules" -o "$work/$name.npz"
  [ ! -e "$work/$name.npz" ] || fail 'a tablebase was written'
  expect_exit 0 "$grundy" solve "$rules" --no-split
done

# Coins: b may become a, and two a vanish. That is the sum of the coins only if x + x has the value
# 0, so not if a move leaves an a where it is.
coins() { # NAME MOVES-OF-A
  cat > "$work/$1.lua" << END
local function toggle(p, c)
  if p:find(c) then return (p:gsub(c, "")) end
  return p .. c
end
return {
  start = function() return "cba" end,
  moves = function(p)
    local all, a = {}, p:find("a")
    if a then all[1] = toggle(p, "a"); $2 end
    if p:find("b") then all[#all + 1] = toggle(toggle(p, "b"), "a") end
    if p:find("c") then
      all[#all + 1] = toggle(toggle(p, "c"), "b")
      all[#all + 1] = toggle(toggle(toggle(p, "c"), "b"), "a")
    end
    return all
  end,
  canon = function(p)
    return "." .. (p:find("c") and "c" or "") .. (p:find("b") and "b" or "") .. (p:find("a") and "a" or "")
  end,
  split = function(p)
    local parts = {}
    for c in p:gmatch("%a") do parts[#parts + 1] = c end
    return parts
  end,
}
END
}
coins vanish ''
coins stay 'all[2] = p'
expect_exit 0 "$grundy" rules check "$work/vanish.lua"
expect_exit 0 "$grundy" solve "$work/vanish.lua"
expect_exit 0 "$grundy" best "$work/vanish.lua" --no-split
value=$(sed -n 's/^value *\([0-9]*\) .*/\1/p' "$out")
expect_exit 0 "$grundy" best "$work/vanish.lua"
expect_stdout_line "value *$value  by.*"
expect_exit 0 "$grundy" value "$work/vanish.lua"
expect_stdout_line "value *$value"
expect_stdout_line 'explored .*: equal parts are left out, which is right only without cycles'
expect_exit 1 "$grundy" rules check "$work/stay.lua"
for command in solve value best info; do
  expect_exit 3 "$grundy" $command "$work/stay.lua"
  expect_stderr_line ".*stay.lua: split is wrong at '[.abc]*': .*"
done

# Large games are checked on a sample, which finds mistakes that are not too rare.
rules large-drops 250 '' 'if #p > 1 and p[1] == 7 then parts[1] = { 1 } end'
rules large-twins 250 '' 'if #p == 2 and p[1] == p[2] then parts = {} end'
rules large-rows 250 '' 'if #p > 1 and p[1] > 20 then parts[1] = { 20 } end'
rules large-together 250 'if #p == 2 and sum(p) % 5 == 0 then all[#all + 1] = { sum(p) - 1 } end' ''
for name in large-drops large-twins large-rows large-together; do
  for command in solve value best; do
    expect_exit 3 "$grundy" $command "$work/$name.lua"
    expect_stderr_line ".*$name.lua: split is wrong at '[0-9,]*': .*"
  done
done

# Positions that are given: of a tablebase, and with @.
rules given 20 '' 'if #p == 3 and p[1] == 5 then parts[1] = { 1 } end'
expect_exit 0 "$grundy" solve "$work/right.lua" -o "$work/right.npz"
expect_exit 0 "$grundy" value "$work/right.npz" 2,3 5,5,6
expect_exit 3 "$grundy" value "$work/given.lua@5,5,6"
expect_stderr_line ".*given.lua: split is wrong at '5,5,6': .*"
expect_exit 3 "$grundy" best "$work/given.lua@5,5,6 + nim:1"
expect_stderr_line ".*given.lua: split is wrong at .*"

finish
