-- A heap from which a move takes any number of counters, by rules that say that play is over without
-- counters, with the outcome that it would have anyway. With similar = 1, all positions but the start
-- and the end have the same name.
local most, similar

return {
  args = { "counters", "similar" },
  start = function(n, k)
    most = n
    similar = k
    return n
  end,
  moves = function(p)
    local found = {}
    for n = 0, p - 1 do found[#found + 1] = n end
    return found
  end,
  terminal = function(p) return p == 0 and "P" or nil end,
  show = function(p)
    return similar == 1 and p > 0 and p < most and "some" or tostring(p)
  end,
  count = function() return 1 end,
  rank = function(p) return p, 0 end,
  unrank = function(tier) return tier end,
  tiers = function(tier)
    local lower = {}
    for t = 0, tier - 1 do lower[#lower + 1] = t end
    return lower
  end,
}
