-- Node Kayles: a move removes a vertex of a graph with all its neighbours.
--
--   node-kayles:FILE        edges have no direction
--
-- [Sch78], where it is shown to be PSPACE-complete. On a path of n vertices it is Dawson's Chess,
-- 0.137, with n beans. A cycle of n vertices has the value 1 if a path of n - 3 has the value 0,
-- and otherwise 0; a complete graph has the value 1.
--
-- A position is the set of vertices that are left, one bit per vertex.

local names, number, taken

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

return {
  title = "Node Kayles: take a vertex with all its neighbours",
  args = { "graph:graph" },

  start = function(g)
    assert(g.order <= 63, "the graph has " .. g.order .. " vertices; expected at most 63")
    names, number = named(g)
    taken = {}
    for u = 1, g.order do taken[u] = 1 << u - 1 end
    for u = 1, g.order do
      for _, v in ipairs(g[u]) do
        taken[u] = taken[u] | 1 << v - 1
      end
    end
    return (1 << g.order) - 1
  end,

  moves = function(p)
    local to = {}
    for u = 1, #taken do
      if p >> u - 1 & 1 == 1 then to[#to + 1] = p & ~taken[u] end
    end
    return to
  end,

  show = function(p)
    local left = {}
    for u = 1, #names do
      if p >> u - 1 & 1 == 1 then left[#left + 1] = names[u] end
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
}
