-- Node Kayles: take a vertex of a graph with all its neighbours. A player who cannot move loses,
-- so whoever takes the last vertex wins.
--
--   node-kayles:FILE        edges have no direction; FILE may be path:n, grid:m,n …
--
-- [Sch78], where it is shown to be PSPACE-complete. On a path of n vertices it is Dawson's Chess,
-- 0.137, with n beans. A cycle of n vertices has the value 1 if a path of n - 3 has the value 0,
-- and otherwise 0; a complete graph has the value 1.
--
-- A position is the set of vertices that are left, one bit per vertex. It is the sum of its connected
-- components. node-kayles-grid has paths, ladders and grids.

local names, number, taken, board

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
    local n = (g.family or ""):match("^path:(%d+)$")
    assert(g.order <= 63, "the graph has " .. g.order .. " vertices; expected at most 63"
      .. (n and "; as a heap game, this is 0.137:" .. n or ""))
    names, number = named(g)
    taken = {}
    for u = 1, g.order do taken[u] = 1 << u - 1 end
    for u = 1, g.order do
      for _, v in ipairs(g[u]) do
        taken[u] = taken[u] | 1 << v - 1
      end
    end
    local lines = {}
    for u = 1, g.order do
      for _, v in ipairs(g[u]) do
        if u < v then lines[#lines + 1] = { u, v } end
      end
    end
    board = { points = g.order, lines = lines }
    return (1 << g.order) - 1
  end,

  moves = function(p)
    local to = {}
    for u = 1, #taken do
      if p >> u - 1 & 1 == 1 then to[#to + 1] = p & ~taken[u] end
    end
    return to
  end,

  split = function(p)
    local parts = {}
    while p ~= 0 do
      local part, new = p & -p, p & -p
      while new ~= 0 do
        local near = 0
        for u = 1, #taken do
          if new >> u - 1 & 1 == 1 then near = near | taken[u] end
        end
        new = near & p & ~part
        part = part | new
      end
      parts[#parts + 1] = part
      p = p & ~part
    end
    return parts
  end,

  show = function(p)
    local left = {}
    for u = 1, #names do
      if p >> u - 1 & 1 == 1 then left[#left + 1] = names[u] end
    end
    return #left > 0 and table.concat(left, ",") or "-"
  end,

  -- A move is the vertex that is taken; its neighbours go with it.
  board = function(p, _, q)
    local pieces, steps = {}, q and {} or nil
    if #taken == 0 then return nil end
    for u = 1, #taken do
      local here = p >> u - 1 & 1 == 1
      pieces[u] = here and "*" or ""
      if q and here and #steps == 0 and p & ~taken[u] == q then steps[1] = { u, 0, "*" } end
    end
    return { points = board.points, lines = board.lines, pieces = pieces, steps = steps }
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
