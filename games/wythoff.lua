-- Wythoff's game: take any number of counters from one of two heaps, or the same number from both.
-- A player who cannot move loses, so whoever takes the last counter wins. Reduced: heaps in
-- another order are the same position.
--
--   wythoff:A,B
--
-- [Wyt07]. The heaps a <= b are a P-position if and only if a = floor(k phi) for k = b - a, where
-- phi is the golden ratio. No closed form is known for all values. A single heap is a heap of Nim.

return {
  title = "Wythoff's game: take from one heap, or as many from both",
  args = { "a=5", "b=8" },
  fields = { "a", "b" },

  start = function(a, b)
    assert(a >= 0 and b >= 0, "heaps are " .. a .. " and " .. b .. "; expected 0 or more")
    return { a, b }
  end,

  parse = function(text)
    local a, b = text:match("^(%d+),(%d+)$")
    a, b = math.tointeger(a), math.tointeger(b)
    return a and b and { a, b } or nil
  end,

  moves = function(p, add)
    local a, b = p[1], p[2]
    for i = 1, a do add(a - i, b) end
    for i = 1, b do add(a, b - i) end
    for i = 1, math.min(a, b) do add(a - i, b - i) end
  end,

  canon = function(p) return p[1] <= p[2] and p or { p[2], p[1] } end,

  board = function(p) return { heaps = p } end,

  value = function(p)
    local a, b = math.min(p[1], p[2]), math.max(p[1], p[2])
    if a == 0 then return b end
    local k = b - a
    if a == math.floor((k + math.sqrt(5 * k * k)) / 2) then return 0 end
  end,
}
