-- A heap from which a move takes one or two counters: rules that say where play ends.
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
    return n
  end,
  moves = function(p) return p > 1 and { p - 1, p - 2 } or { p - 1 } end,
  terminal = function(p) return p == 0 and "P" or nil end,
  value = function(p) return p % 3 end,
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
