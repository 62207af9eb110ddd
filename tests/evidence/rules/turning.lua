-- Coin-turning games [BCG82, ch. 14]: a row of coins; a move turns coins, and the rightmost of them from heads to tails.
--
--   turning.lua:GAME,COINS   all coins show heads at first
--
-- A position is the set of coins that show heads, one bit per coin. It is the sum of these coins.

-- The sets of coins that may be turned with coin n. A game allows at most `most` coins among `width` adjacent ones; `right` says
-- whether their places, in increasing order, are as they have to be.
local function sets(n, game)
  local found, places = {}, { n }
  local function choose(below, set)
    if game.right(places) then found[#found + 1] = set end
    if #places == game.most then return end
    for place = below, math.max(1, n - game.width + 1), -1 do
      table.insert(places, 1, place)
      choose(place - 1, set | 1 << place - 1)
      table.remove(places, 1)
    end
  end
  choose(n - 1, 0)
  return found
end

local function any() return true end

local function exactly(k)
  return function(places) return #places == k end
end

local function contiguous(places) return places[#places] - places[1] == #places - 1 end

local function symmetric(places)
  for i = 1, #places do
    if places[i] + places[#places + 1 - i] ~= places[1] + places[#places] then return false end
  end
  return true
end

local function equally_spaced(places) return #places == 3 and symmetric(places) end

local function grunt(places) return #places == 4 and places[1] == 1 and symmetric(places) end

local games = {
  ["at-most-3"] = { most = 3, width = 99, right = any },
  ["at-most-9"] = { most = 9, width = 99, right = any },
  ["exactly-3"] = { most = 3, width = 99, right = exactly(3) },
  ["ruler"] = { most = 99, width = 99, right = contiguous },
  ["at-most-3-of-5"] = { most = 3, width = 5, right = any },
  ["exactly-3-of-5"] = { most = 3, width = 5, right = exactly(3) },
  ["ruler-of-5"] = { most = 5, width = 5, right = contiguous },
  ["turnips"] = { most = 3, width = 99, right = equally_spaced },
  ["grunt"] = { most = 4, width = 99, right = grunt },
  ["sym"] = { most = 99, width = 99, right = symmetric },
}

local turned = {} -- the sets that may be turned with each coin, and the coin itself

return {
  args = { "game:text", "coins=20" },

  start = function(name, coins)
    assert(games[name], "unknown game " .. name)
    for n = 1, coins do
      turned[n] = sets(n, games[name])
      for i, set in ipairs(turned[n]) do turned[n][i] = set | 1 << n - 1 end
    end
    return (1 << coins) - 1
  end,

  moves = function(p)
    local to = {}
    for n = 1, #turned do
      if p >> n - 1 & 1 == 1 then
        for _, set in ipairs(turned[n]) do to[#to + 1] = p ~ set end
      end
    end
    return to
  end,

  split = function(p)
    local parts = {}
    for n = 1, #turned do
      if p >> n - 1 & 1 == 1 then parts[#parts + 1] = 1 << n - 1 end
    end
    return parts
  end,

  show = function(p)
    local places = {}
    for n = 1, #turned do
      if p >> n - 1 & 1 == 1 then places[#places + 1] = n end
    end
    return table.concat(places, "+")
  end,
}
