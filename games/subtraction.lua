-- Subtraction game: take an allowed number of counters from a heap, by default 1, 2 or 3. A player
-- who cannot move loses.
--
--   subtraction:N,S...      default: S = {1, 2, 3}
--
-- A move takes s counters, for some s in a set S. [BCG82]. If S is {1, ..., k}, the value of n is
-- n mod (k + 1). Ferguson's pairing: for the least s in S, n has the value 1 if and only if n - s
-- has the value 0 [Fer74].

local S, interval

return {
  title = "Subtraction game: take a number of counters that is in S",
  args = { "n=20", "s..." },
  fields = { "n" },

  start = function(n, ...)
    assert(n >= 0, "there are " .. n .. " counters; expected 0 or more")
    S = { ... }
    if #S == 0 then S = { 1, 2, 3 } end
    table.sort(S)
    assert(S[1] >= 1, "S has " .. S[1] .. " in it; expected numbers from 1 on")
    interval = true
    for i, s in ipairs(S) do interval = interval and s == i end
    return n
  end,

  parse = function(text) return text:match("^%d+$") and math.tointeger(text) or nil end,

  moves = function(n)
    local to = {}
    for i, s in ipairs(S) do
      if s > n then break end
      to[i] = n - s
    end
    return to
  end,

  board = function(n) return { heaps = { n } } end,

  value = function(n)
    if interval then return n % (#S + 1) end
  end,
}
