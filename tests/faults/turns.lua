-- A heap from which A and B in turn take one or two counters, and may pass at an even number: rules
-- with every function that games with players can have.

return {
  args = { "counters" },
  start = function(n) return { n, 1 } end,
  moves = function(p)
    local found = { { p[1] - 1, 3 - p[2] } }
    if p[1] > 1 then found[2] = { p[1] - 2, 3 - p[2] } end
    if p[1] % 2 == 0 then found[#found + 1] = { p[1], 3 - p[2] } end
    return found
  end,
  terminal = function(p) return p[1] == 0 and (p[2] == 1 and "B" or "A") or nil end,
  player = function(p) return p[2] == 1 and "A" or "B" end,
  show = function(p) return p[1] .. (p[2] == 1 and "A" or "B") end,
  board = function(p)
    return { points = { { 0, 0 }, { 1, 0 } }, lines = { { 1, 2 } }, pieces = { "X", "" },
             labels = { "heap", tostring(p[1]) }, titles = { X = "counter" } }
  end,
  count = function() return 2 end,
  rank = function(p) return p[1], p[2] - 1 end,
  unrank = function(tier, index) return { tier, index + 1 } end,
  tiers = function(tier)
    return tier > 1 and { tier - 1, tier - 2 } or tier == 1 and { 0 } or {}
  end,
}
