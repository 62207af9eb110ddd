-- A heap from which A and B in turn take one counter; play ends in a draw.
return {
  args = { "counters" },
  start = function(n) return { n, 1 } end,
  moves = function(p) return { { p[1] - 1, 3 - p[2] } } end,
  terminal = function(p) return p[1] == 0 and "draw" or nil end,
  player = function(p) return p[2] == 1 and "A" or "B" end,
  count = function() return 2 end,
  rank = function(p) return p[1], p[2] - 1 end,
  unrank = function(tier, index) return { tier, index + 1 } end,
  tiers = function(tier) return tier > 0 and { tier - 1 } or {} end,
}
