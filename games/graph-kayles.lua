-- Kayles on a graph: take a vertex, or two adjacent vertices. A player who cannot move loses, so
-- whoever takes the last vertex wins.
--
--   graph-kayles:FILE       edges have no direction; FILE may be path:n, grid:m,n …
--
-- On a path of n vertices this is Kayles [BCG82], 0.77, with n pins. A cycle of n vertices is a
-- P-position from n = 3 on: both kinds of first moves leave a path, which the second player can
-- halve. On a complete graph only the number of vertices matters, and the value is n mod 3.
--
-- A position is the set of vertices that are left, one bit per vertex. It is the sum of its connected
-- components.

local names, number, near, lines

return {
  title = "Kayles on a graph: take a vertex, or two that are adjacent",
  args = { "graph:graph" },

  start = function(g)
    local n = (g.family or ""):match("^path:(%d+)$")
    assert(g.order <= 63, "the graph has " .. g.order .. " vertices; expected at most 63"
      .. (n and "; as a heap game, this is 0.77:" .. n or ""))
    names, number, near, lines = {}, {}, {}, {}
    for u = 1, g.order do
      names[u], near[u] = tostring(u), 0
      number[names[u]] = u
    end
    for u = 1, g.order do
      for _, v in ipairs(g[u]) do
        if u ~= v then near[u] = near[u] | 1 << v - 1 end
        if u < v then lines[#lines + 1] = { u, v } end
      end
    end
    return (1 << g.order) - 1
  end,

  moves = function(p)
    local to = {}
    for u = 1, #near do
      local rest = p & ~(1 << u - 1)
      if rest ~= p then
        to[#to + 1] = rest
        for v = u + 1, #near do
          if near[u] & rest & 1 << v - 1 ~= 0 then to[#to + 1] = rest & ~(1 << v - 1) end
        end
      end
    end
    return to
  end,

  split = function(p)
    local parts = {}
    while p ~= 0 do
      local part, new = 0, p & -p
      while new ~= 0 do
        local beside = 0
        for u = 1, #near do
          if new >> u - 1 & 1 == 1 then beside = beside | near[u] end
        end
        part = part | new
        new = beside & p & ~part
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

  parse = function(text)
    local p = 0
    if text == "-" then return p end
    for name in (text .. ","):gmatch("(.-),") do
      if not number[name] then return nil end
      p = p | 1 << number[name] - 1
    end
    return p
  end,

  board = function(p)
    local pieces = {}
    if #near == 0 then return nil end
    for u = 1, #near do pieces[u] = p >> u - 1 & 1 == 1 and "*" or "" end
    return { points = #near, lines = lines, pieces = pieces, titles = { ["*"] = "pin" } }
  end,
}
