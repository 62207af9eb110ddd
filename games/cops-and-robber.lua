-- Cops and robber: the cops (player A) choose vertices of a graph, then the robber (player B)
-- does; after that, every cop moves along an edge or stays, then the robber does the same, and so
-- on. The cops win if one of them meets the robber, and a robber who is never caught makes a draw.
-- Reduced: it does not matter which cop is where.
--
--   cops-and-robber:FILE,COPS   edges have no direction; FILE may be path:n, grid:m,n …
--
-- [NW83], [AF84]. In the literature the robber wins by never being caught, which is a draw here:
-- so the graph is cop-win if and only if A wins from the start. One cop is enough on every tree
-- and every complete graph; cycles of four or more vertices take two cops, Petersen's graph three.
-- The capture time [BGHK09] is the number of rounds, each a move of the cops and one of the
-- robber, after both are placed: the column `rounds` of grundy sweep.
--
-- A position is an array: 0 if the cops move and 1 if the robber does, the robber, the cops; 0
-- means not placed yet.

local names, number, reach, count, board

-- Names for positions: names of vertices, or numbers if names would be too long or ambiguous.
local function named(g, cops)
  local names, number, longest = g.names, { ["-"] = 0 }, 0
  for _, name in ipairs(names) do
    longest = math.max(longest, name:find("[,:]") and 255 or name == "-" and 255 or #name)
  end
  if (longest + 1) * (cops + 1) > 250 then
    names = {}
    for u = 1, g.order do names[u] = tostring(u) end
  end
  for u = 1, g.order do number[names[u]] = u end
  return names, number
end

-- The graph, without pieces; nil if it is too large to be drawn.
local function empty_board(g)
  local lines, labels = {}, {}
  for u = 1, g.order do
    labels[u] = names[u]
    for _, v in ipairs(g[u]) do
      if u < v then lines[#lines + 1] = { u, v } end
    end
  end
  if g.order == 0 or g.order > 200 or #lines > 2000 then return nil end
  for _, name in ipairs(labels) do
    if #name > 31 then labels = nil break end
  end
  return {
    points = g.order, lines = lines, labels = labels,
    titles = { X = "cop", O = "robber" },
  }
end

return {
  title = "Cops and robber: catch the robber on a graph",
  args = { "graph:graph", "cops=1" },
  setup = 2, -- the cops are placed, then the robber

  start = function(g, cops)
    assert(cops >= 1 and cops <= 8, "there are " .. cops .. " cops; expected 1 to 8")
    names, number = named(g, cops)
    count, reach = cops, { [0] = {} }
    for u = 1, g.order do
      local joined = { [u] = true }
      for _, v in ipairs(g[u]) do joined[v] = true end
      reach[0][u], reach[u] = u, {}
      for v in pairs(joined) do table.insert(reach[u], v) end
    end
    board = empty_board(g)
    local p = { 0, 0 }
    for i = 1, cops do p[i + 2] = 0 end
    return p
  end,

  player = function(p) return p[1] == 0 and "A" or "B" end,

  moves = function(p)
    if p[1] == 1 then
      local to = {}
      for i, v in ipairs(reach[p[2]]) do
        to[i] = table.move(p, 3, #p, 3, { 0, v })
      end
      return to
    end
    local to = { { 1, p[2] } }
    for i = 3, #p do
      local longer = {}
      for _, q in ipairs(to) do
        for _, v in ipairs(reach[p[i]]) do
          local r = table.move(q, 1, i - 1, 1, {})
          r[i] = v
          longer[#longer + 1] = r
        end
      end
      to = longer
    end
    return to
  end,

  -- If there is a cop on every vertex, the robber is caught before he is placed.
  terminal = function(p)
    if p[1] == 1 and p[2] == 0 and count >= #reach then
      local taken = {}
      for i = 3, #p do taken[p[i]] = true end
      local is_full = true
      for u = 1, #reach do is_full = is_full and taken[u] end
      if is_full then return "A" end
    end
    for i = 3, #p do
      if p[i] == p[2] and p[2] > 0 then return "A" end
    end
  end,

  -- It does not matter which cop is where.
  canon = function(p)
    local cops = table.move(p, 3, #p, 1, {})
    table.sort(cops)
    return table.move(cops, 1, #cops, 3, { p[1], p[2] })
  end,

  show = function(p)
    local cops = {}
    for i = 3, #p do cops[i - 2] = names[p[i]] or "-" end
    return (p[1] == 0 and "A:" or "B:") .. table.concat(cops, ",") .. ":" .. (names[p[2]] or "-")
  end,

  -- What a cop does is known even if several cops move.
  board = function(p, _, q)
    if not board then return nil end
    local pieces, steps = {}, q and {} or nil
    for u = 1, board.points do pieces[u] = "" end
    for i = 2, #p do
      local u, piece = p[i], i == 2 and "O" or "X"
      if u > 0 then pieces[u] = pieces[u] .. piece end
      if q and q[i] ~= u then steps[#steps + 1] = { u, q[i], piece } end
    end
    return {
      points = board.points, lines = board.lines, labels = board.labels, titles = board.titles,
      pieces = pieces, steps = steps,
    }
  end,

  parse = function(text)
    local turn, cops, robber = text:match("^([AB]):([^:]*):([^:]*)$")
    if not number[robber] then return nil end
    local p = { turn == "A" and 0 or 1, number[robber] }
    for cop in (cops .. ","):gmatch("(.-),") do
      if not number[cop] then return nil end
      p[#p + 1] = number[cop]
    end
    if #p == count + 2 then return p end
  end,
}
