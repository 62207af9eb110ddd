-- Follows the rules of tests/faults/*.lua, which are in `rules` here, and gives them a second argument: the
-- call with the number bad_call fails, and that with the number -bad_call runs out of memory, counted from 1
-- and over all functions.
local calls, bad_call = 0, 0

local function count_call()
  calls = calls + 1
  if calls == bad_call then error("call " .. calls) end
  if calls == -bad_call then string.rep("x", (1 << 31) - 1) end
end

local start = rules.start
for name, rule in pairs(rules) do
  if type(rule) == "function" then
    rules[name] = function(...)
      count_call()
      return rule(...)
    end
  end
end
rules.args[2] = "bad_call"
rules.start = function(n, k)
  bad_call = k
  count_call()
  return start(n)
end
return rules
