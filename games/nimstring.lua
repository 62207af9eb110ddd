-- Nimstring: cut a string that ties coins together; a player who cuts the last string of a coin
-- has to move again. A player who cannot move loses. Reduced: coins are not counted, as they are
-- in Strings and Coins.
--
--   nimstring:FILE          edges have no direction; vertices whose names begin with "ground" are
--                           not coins but the ground
--
-- Strings are the edges of a graph and coins its vertices; in a sum, the player who moves again
-- may do so elsewhere. [BCG82]. Between two strings to the ground, a chain of one or two coins has
-- the value 1, and a longer one the value 0; a loop of three coins has the value 1, and a longer
-- one the value 0.
--
-- A position is the set of strings that are left, one bit per string. nimstring-grid has boards of
-- dots and boxes.

local strings, of_coins, number, names, coins

return {
  title = "Nimstring: cut a string; freeing a coin gives another move",
  args = { "graph:graph" },
  kinds = true,

  start = function(g)
    strings, of_coins, number, names, coins = {}, {}, {}, {}, g.names
    for u = 1, g.order do
      for _, v in ipairs(g[u]) do
        if u <= v then strings[#strings + 1] = { u, v } end
      end
    end
    assert(#strings <= 63, "the graph has " .. #strings .. " edges; expected at most 63")
    for u = 1, g.order do
      local ends = 0
      for i, s in ipairs(strings) do
        if s[1] == u or s[2] == u then ends = ends | 1 << i - 1 end
      end
      if g.names[u]:sub(1, 6) ~= "ground" then of_coins[#of_coins + 1] = ends end
    end
    -- Strings are named by their ends, or numbered if names would be too long or ambiguous.
    for i, s in ipairs(strings) do names[i] = g.names[s[1]] .. "-" .. g.names[s[2]] end
    local all = table.concat(names, ",")
    local _, commas = all:gsub(",", "")
    local _, dashes = all:gsub("-", "")
    if #all > 255 or commas >= #names or dashes > #names then
      for i in ipairs(strings) do names[i] = tostring(i) end
    end
    for i, name in ipairs(names) do number[name] = i end
    return (1 << #strings) - 1
  end,

  moves = function(p)
    local to, kinds = {}, {}
    for i = 1, #strings do
      if p >> i - 1 & 1 == 1 then
        local q = p & ~(1 << i - 1)
        to[#to + 1] = q
        for _, ends in ipairs(of_coins) do
          if p & ends ~= 0 and q & ends == 0 then kinds[#to] = "carry-on" end
        end
      end
    end
    return to, kinds
  end,

  show = function(p)
    local left = {}
    for i, name in ipairs(names) do
      if p >> i - 1 & 1 == 1 then left[#left + 1] = name end
    end
    return #left > 0 and table.concat(left, ",") or "-"
  end,

  parse = function(text)
    local p = 0
    if text == "-" then return p end
    for name in (text .. ","):gmatch("(.-),") do
      if not number[name] then return nil end
      p = p | 1 << number[name] - 1
    end
    return p
  end,

  -- The vertices on a circle, then a place on every string, which is cut there.
  board = function(p)
    local drawn = { points = {}, lines = {}, pieces = {}, labels = {},
      titles = { ["*"] = "coin", ["_"] = "ground", ["~"] = "string" } }
    local function rounded(x) return math.floor(1000 * x + 0.5) / 1000 end
    for u, name in ipairs(coins) do
      local angle = 2 * math.pi * (u - 1) / #coins
      if #name > 31 then return nil end
      drawn.points[u] = { rounded(math.sin(angle)), -rounded(math.cos(angle)) }
      drawn.pieces[u] = name:sub(1, 6) == "ground" and "_" or "*"
      drawn.labels[u] = name
    end
    for i, s in ipairs(strings) do
      local a, b, at = drawn.points[s[1]], drawn.points[s[2]], #coins + i
      if s[1] == s[2] or #names[i] > 31 then return nil end
      drawn.points[at] = { (a[1] + b[1]) / 2, (a[2] + b[2]) / 2 }
      drawn.pieces[at] = p >> i - 1 & 1 == 1 and "~" or ""
      drawn.labels[at] = names[i]
      if p >> i - 1 & 1 == 1 then
        drawn.lines[#drawn.lines + 1] = { s[1], at }
        drawn.lines[#drawn.lines + 1] = { at, s[2] }
      end
    end
    return #strings > 0 and drawn or nil
  end,
}
