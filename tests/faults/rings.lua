-- Play with cycles in two tiers, with positions of finite and infinite values in both: rules whose
-- values, counters and replies are found in all ways. They also say where play is over.
local bad_call

-- The call with the number bad_call fails, and that with the number -bad_call runs out of memory,
-- counted from 1 and over all functions.
local calls = 0
local function count_call()
  calls = calls + 1
  if calls == bad_call then error("call " .. calls) end
  if calls == -bad_call then string.rep("x", (1 << 31) - 1) end
end

local moves = {
  [0] = { 0 }, {}, { 2, 1 },                    -- the lower tier: infinite, 0, infinite
  { 2 }, { 0 }, { 6 }, { 5, 1 }, { 3, 4, 5, 6, 7 }, -- the upper tier
}

local function tier(p) return p < 3 and 0 or 1 end

local rules = {
  args = { "unused", "bad_call" },
  start = function(_, k)
    bad_call = k
    count_call()
    return 7
  end,
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

for name, rule in pairs(rules) do
  if type(rule) == "function" and name ~= "start" then
    rules[name] = function(...)
      count_call()
      return rule(...)
    end
  end
end
return rules
