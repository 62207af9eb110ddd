-- Fair Shares and Varied Pairs: split a heap of almonds into two or more equal heaps, or unite two
-- unequal heaps. A player who finds only heaps of one almond cannot move and loses. Reduced: heaps
-- in another order are the same position.
--
--   fair-shares:HEAPS...    default: ten almonds in one heap
--
-- [BCG82, ch. 12]. The game has cycles. With six almonds all values are finite; with ten some are
-- infinite, but no position is a draw; with 60 nearly all positions are draws: 966467 positions
-- include only 244 N-positions and 9 P-positions. These are all partitions of 60. A heap of a prime
-- number of almonds has only one move, so begin with 6,1 rather than with 7.
--
-- A position is an array with a number for each size of heaps, the largest first: 128 times the size,
-- plus the number of heaps. { 4 * 128 + 1, 1 * 128 + 2 } is shown as 4,1,1.

local almonds, splits, unions

-- The change that a move makes is an array of pairs: 128 times a size, and how many more heaps of
-- that size there are.
local function prepare()
  splits, unions = {}, {}
  for h = 1, almonds do
    splits[h], unions[h] = {}, {}
    for share = 1, h // 2 do
      if h % share == 0 then table.insert(splits[h], { 128 * h, -1, 128 * share, h // share }) end
      unions[h][share] = { 128 * h, 1, 128 * (h - share), -1, 128 * share, -1 }
    end
  end
end

-- Adds the position that a change of p leads to. It is written to the table q, which all moves share;
-- what is p[i] becomes q[i + shift].
local q, unpack = {}, table.unpack

local function add_changed(add, p, change)
  local i, shift, number = 1, 0, p[1]
  for j = 1, #change, 2 do
    local size, heaps = change[j], change[j + 1]
    local most = size + 127
    while number > most do
      q[i + shift] = number
      i = i + 1
      number = p[i] or 0
    end
    if number > size then
      heaps, i, shift = heaps + number - size, i + 1, shift - 1
      number = p[i] or 0
    end
    if heaps > 0 then
      q[i + shift] = size + heaps
      shift = shift + 1
    end
  end
  for k = i, #p do q[k + shift] = p[k] end
  add(unpack(q, 1, #p + shift))
end

local function grouped(heaps)
  local p = {}
  table.sort(heaps, function(a, b) return a > b end)
  for i, h in ipairs(heaps) do
    if heaps[i - 1] == h then
      p[#p] = p[#p] + 1
    else
      p[#p + 1] = 128 * h + 1
    end
  end
  return p
end

local function ungrouped(p)
  local heaps = {}
  for _, number in ipairs(p) do
    for _ = 1, number % 128 do heaps[#heaps + 1] = number // 128 end
  end
  return heaps
end

return {
  title = "Fair Shares and Varied Pairs: split a heap into equal ones, or unite two unequal ones",
  args = { "heaps..." },

  start = function(...)
    local heaps = { ... }
    if #heaps == 0 then heaps = { 10 } end
    almonds = 0
    for _, h in ipairs(heaps) do
      assert(h >= 1, "a heap has " .. h .. " almonds; expected 1 or more")
      almonds = almonds + h
    end
    assert(almonds <= 100, "there are " .. almonds .. " almonds; expected at most 100")
    prepare()
    return grouped(heaps)
  end,

  moves = function(p, add)
    for i = 1, #p do
      local size = p[i] // 128
      for _, split in ipairs(splits[size]) do add_changed(add, p, split) end
      for j = 1, i - 1 do add_changed(add, p, unions[p[j] // 128 + size][size]) end
    end
  end,

  show = function(p) return table.concat(ungrouped(p), ",") end,

  board = function(p) return { heaps = ungrouped(p) } end,

  parse = function(text)
    local heaps, sum = {}, 0
    for word in (text .. ","):gmatch("(.-),") do
      local size = word:match("^[1-9]%d?%d?$") and math.tointeger(word)
      if not size then return nil end
      heaps[#heaps + 1], sum = size, sum + size
    end
    if sum == almonds then return grouped(heaps) end
  end,
}
