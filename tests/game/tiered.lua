-- A random game with cycles and loops in three tiers of four positions, by seed. Position p is in tier
-- p // 4; moves lead to its tier and to earlier ones.
local width, state, moves_of = 4, 0, {}

-- A number below n, by the linear congruence of Numerical Recipes.
local function random(n)
  state = (state * 1664525 + 1013904223) % 2 ^ 32
  return math.tointeger(state // 65536 % n)
end

return {
  args = { "seed" },
  start = function(seed)
    state = seed
    for p = 0, 3 * width - 1 do
      moves_of[p] = {}
      local top = (p // width + 1) * width
      for i = 1, random(4) do moves_of[p][i] = random(top) end
    end
    return 3 * width - 1
  end,
  moves = function(p) return moves_of[p] end,
  count = function() return width end,
  rank = function(p) return p // width, p % width end,
  unrank = function(tier, index) return tier * width + index end,
  tiers = function(tier)
    local earlier = {}
    for t = 0, tier - 1 do earlier[#earlier + 1] = t end
    return earlier
  end,
}
