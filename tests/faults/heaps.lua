-- Two heaps, from which a move takes any number of counters of one heap: rules with every function
-- that impartial games can have.
local most

local function moves(p, from, to)
  local found = {}
  for i = 1, 2 do
    for n = from(p[i]), to(p[i]) do
      local q = { p[1], p[2] }
      q[i] = n
      found[#found + 1] = q
    end
  end
  return found
end

return {
  args = { "most" },
  fields = { "a", "b" },
  start = function(n)
    most = n
    return { n, n }
  end,
  moves = function(p)
    return moves(p, function() return 0 end, function(n) return n - 1 end)
  end,
  unmoves = function(p)
    return moves(p, function(n) return n + 1 end, function() return most end)
  end,
  canon = function(p) return { math.min(p[1], p[2]), math.max(p[1], p[2]) } end,
  value = function(p) return p[1] ~ p[2] end,
  split = function(p)
    if p[1] == 0 or p[2] == 0 then return { p } end
    return { { 0, p[1] }, { 0, p[2] } }
  end,
  order = function(p) return p[1] + p[2] end,
  show = function(p) return p[1] .. "-" .. p[2] end,
  parse = function(text)
    local a, b = text:match("^(%d)%-(%d)$")
    return a and { math.tointeger(a), math.tointeger(b) }
  end,
  board = function(p) return { heaps = { p[1], p[2] } } end,
  count = function(tier) return tier + 1 end,
  rank = function(p) return p[1] + p[2], p[1] end,
  unrank = function(tier, index)
    if index <= most and tier - index <= most then return { index, tier - index } end
  end,
  tiers = function(tier)
    local lower = {}
    for t = 0, tier - 1 do lower[#lower + 1] = t end
    return lower
  end,
}
