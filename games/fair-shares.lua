-- Fair Shares and Varied Pairs: heaps of almonds. A move splits a heap into two or more equal
-- heaps (fair shares), or unites two unequal heaps (a varied pair). A player who finds only heaps
-- of one almond cannot move and loses.
--
--   fair-shares:HEAPS...    default: ten almonds in one heap
--
-- [BCG82, ch. 12]. The game has cycles. With six almonds all values are finite; with ten some are
-- infinite, but no position is a draw; with 60 nearly all positions are draws: 966467 positions
-- include only 244 N-positions and 9 P-positions. These are all partitions of 60. A heap of a prime
-- number of almonds has only one move, so begin with 6,1 rather than with 7.
--
-- A position is an array of sizes and numbers of heaps, the largest size first: { 4, 1, 1, 2 } is
-- shown as 4,1,1.

local almonds, splits, unions

-- The change that a move makes is also such an array, with negative numbers of heaps.
local function prepare()
  splits, unions = {}, {}
  for h = 1, almonds do
    splits[h], unions[h] = {}, {}
    for share = 1, h // 2 do
      if h % share == 0 then table.insert(splits[h], { h, -1, share, h // share }) end
      unions[h][share] = { h, 1, h - share, -1, share, -1 }
    end
  end
end

local function changed(p, change)
  -- Room for twelve numbers: most positions fit, and Lua need not enlarge the table.
  local q, n, i, last = { nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil }, 0, 1, #p
  for j = 1, #change, 2 do
    local size, heaps = change[j], change[j + 1]
    while i < last and p[i] > size do
      q[n + 1], q[n + 2] = p[i], p[i + 1]
      n, i = n + 2, i + 2
    end
    if p[i] == size then heaps, i = heaps + p[i + 1], i + 2 end
    if heaps > 0 then
      q[n + 1], q[n + 2] = size, heaps
      n = n + 2
    end
  end
  return table.move(p, i, last, n + 1, q)
end

local function grouped(heaps)
  local p = {}
  table.sort(heaps, function(a, b) return a > b end)
  for _, h in ipairs(heaps) do
    if p[#p - 1] == h then
      p[#p] = p[#p] + 1
    else
      p[#p + 1], p[#p + 2] = h, 1
    end
  end
  return p
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

  moves = function(p)
    local to = {}
    for i = 1, #p, 2 do
      for _, split in ipairs(splits[p[i]]) do to[#to + 1] = changed(p, split) end
      for j = 1, i - 2, 2 do to[#to + 1] = changed(p, unions[p[j] + p[i]][p[i]]) end
    end
    return to
  end,

  show = function(p)
    local heaps = {}
    for i = 1, #p, 2 do
      for _ = 1, p[i + 1] do heaps[#heaps + 1] = p[i] end
    end
    return table.concat(heaps, ",")
  end,

  board = function(p)
    local heaps = {}
    for i = 1, #p, 2 do
      for _ = 1, p[i + 1] do heaps[#heaps + 1] = p[i] end
    end
    return { piles = heaps }
  end,

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
