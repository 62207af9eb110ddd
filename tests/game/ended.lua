-- A heap from which a move takes any number of counters, by rules that say that play is over without
-- counters, with the outcome that it would have anyway. With naming = 1, all positions but the start
-- and the end have the same name; with naming = 2, they have none. The rules fail at larger heaps than
-- the first one.
local most, naming

return {
  args = { "counters", "naming" },
  start = function(n, k)
    most = n
    naming = k
    return n
  end,
  moves = function(p)
    local found = {}
    for n = 0, p - 1 do found[#found + 1] = n end
    return found
  end,
  terminal = function(p)
    if p > most then error("too many counters") end
    return p == 0 and "P" or nil
  end,
  show = function(p)
    if naming == 0 or p == 0 or p == most then return tostring(p) end
    if naming == 2 then error("no name") end
    return "some"
  end,
  parse = function(text)
    if text == "?" then error("unreadable") end
    return math.tointeger(text)
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
