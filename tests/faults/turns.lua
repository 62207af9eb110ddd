-- A heap from which A and B in turn take one or two counters, and may pass at an even number: rules
-- with every function that games with players can have.
local bad_call

-- The call with the number bad_call fails, and that with the number -bad_call runs out of memory,
-- counted from 1 and over all functions.
local calls = 0
local function count_call()
  calls = calls + 1
  if calls == bad_call then error("call " .. calls) end
  if calls == -bad_call then string.rep("x", (1 << 31) - 1) end
end

local rules = {
  args = { "counters", "bad_call" },
  start = function(n, k)
    bad_call = k
    count_call()
    return { n, 1 }
  end,
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

for name, rule in pairs(rules) do
  if type(rule) == "function" and name ~= "start" then
    rules[name] = function(...)
      count_call()
      return rule(...)
    end
  end
end
return rules
