-- Play with cycles in two tiers, with positions of finite and infinite values in both: rules whose
-- values, counters and replies are found in all ways. They also say where play is over.

local moves = {
  [0] = { 0 }, {}, { 2, 1 },                    -- the lower tier: infinite, 0, infinite
  { 2 }, { 0 }, { 6 }, { 5, 1 }, { 3, 4, 5, 6, 7 }, -- the upper tier
}

local function tier(p) return p < 3 and 0 or 1 end

return {
  args = { "unused" },
  start = function() return 7 end,
  moves = function(p) return moves[p] end,
  terminal = function(p) return p == 1 and "P" or nil end,
  unmoves = function(p)
    local found = {}
    for from = 0, 7 do
      for _, to in ipairs(moves[from]) do
        if to == p then found[#found + 1] = from end
      end
    end
    return found
  end,
  count = function(t) return t == 0 and 3 or 5 end,
  rank = function(p) return tier(p), p - 3 * tier(p) end,
  unrank = function(t, i) return i + 3 * t end,
  tiers = function(t) return t == 1 and { 0 } or {} end,
}
