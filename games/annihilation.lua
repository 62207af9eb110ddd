-- Annihilation: move a token along an edge of a digraph; if it meets another token, both
-- disappear. A player who cannot move loses.
--
--   annihilation:FILE,VERTICES...   default: a token on every vertex
--
-- At most one token is on a vertex. [FY82]. On an acyclic digraph it does not matter that tokens
-- disappear: the value is the nim-sum of the values of the vertices with tokens. With cycles it
-- does matter.
--
-- A position is the set of vertices with tokens, one bit per vertex. The sets of the same size are a
-- tier.

local names, number, followers, value, board

-- Names for positions: names of vertices, or numbers if names would be too long or ambiguous.
local function named(g)
  local names, number, all = g.names, {}, table.concat(g.names, ",")
  local _, commas = all:gsub(",", "")
  if #all > 255 or commas >= #names or ("," .. all .. ","):find(",-,", 1, true) then
    names = {}
    for u = 1, g.order do names[u] = tostring(u) end
  end
  for u = 1, g.order do number[names[u]] = u end
  return names, number
end

-- The values of the vertices from which no cycle can be reached: all their followers have values.
local function values(g)
  local known, changed = {}, true
  while changed do
    changed = false
    for u = 1, g.order do
      local seen, all = {}, not known[u]
      for _, v in ipairs(g[u]) do
        all = all and known[v]
        seen[known[v] or -1] = true
      end
      if all then
        local mex = 0
        while seen[mex] do mex = mex + 1 end
        known[u], changed = mex, true
      end
    end
  end
  return known
end

-- The number of tokens.
local function size(p)
  local tokens = 0
  while p ~= 0 do p, tokens = p & p - 1, tokens + 1 end
  return tokens
end

-- The digraph, without tokens; nil if it is too large to be drawn.
local function empty_board(g)
  local arrows = {}
  for u = 1, g.order do
    if #names[u] > 31 then return nil end
    for _, v in ipairs(g[u]) do arrows[#arrows + 1] = { u, v } end
  end
  if g.order == 0 or #arrows > 2000 then return nil end
  return { points = g.order, arrows = arrows, labels = names, titles = { ["*"] = "token" } }
end

return {
  title = "Annihilation: move a token along an edge; two that meet disappear",
  args = { "graph:digraph", "tokens...:text" },

  start = function(g, ...)
    assert(g.order <= 63, "the digraph has " .. g.order .. " vertices; expected at most 63")
    names, number = named(g)
    followers, value, board = g, values(g), empty_board(g)
    if select("#", ...) == 0 then return (1 << g.order) - 1 end
    local p = 0
    for _, name in ipairs({ ... }) do
      local u = number[name]
      assert(u, "a token is on '" .. name .. "'; expected a vertex of the digraph")
      p = p | 1 << u - 1
    end
    return p
  end,

  moves = function(p)
    local to = {}
    for u = 1, #followers do
      if p >> u - 1 & 1 == 1 then
        for _, v in ipairs(followers[u]) do to[#to + 1] = p ~ 1 << u - 1 ~ 1 << v - 1 end
      end
    end
    return to
  end,

  show = function(p)
    local tokens = {}
    for u = 1, #names do
      if p >> u - 1 & 1 == 1 then tokens[#tokens + 1] = names[u] end
    end
    return #tokens > 0 and table.concat(tokens, ",") or "-"
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

  value = function(p)
    local sum = 0
    for u = 1, #names do
      if p >> u - 1 & 1 == 1 then
        if not value[u] then return nil end
        sum = sum ~ value[u]
      end
    end
    return sum
  end,

  board = function(p)
    if not board then return nil end
    board.pieces = {}
    for u = 1, #names do board.pieces[u] = p >> u - 1 & 1 == 1 and "*" or "" end
    return board
  end,

  count = function(tokens) return ranking.sets.count(#names, tokens) end,
  rank = function(p) return size(p), ranking.sets.rank(p) end,
  unrank = function(tokens, index) return ranking.sets.unrank(#names, tokens, index) end,
  tiers = function(tokens) return tokens > 1 and { tokens - 2 } or {} end,

  -- The last token to move came from a vertex that is free now. It is still there, or it met another
  -- one, and both disappeared.
  unmoves = function(p)
    local from = {}
    for u = 1, #followers do
      for _, v in ipairs(followers[u]) do
        local before = p ~ 1 << u - 1 ~ 1 << v - 1
        if before >> u - 1 & 1 == 1 then from[#from + 1] = before end
      end
    end
    return from
  end,
}
