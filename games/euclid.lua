-- Euclid: subtract a multiple of the smaller of two numbers from the larger one, so that both stay
-- positive. A player who finds two equal numbers cannot move and loses. Reduced: the same numbers
-- in another order are the same position.
--
--   euclid:A,B
--
-- After [CD69]. The value of x <= y is floor(y/x - x/y) [Niv06]; it is 0, and the next player
-- loses, if and only if y/x is less than the golden ratio.

return {
  title = "Euclid: subtract a multiple of the smaller number from the larger one",
  args = { "a=7", "b=24" },
  fields = { "a", "b" },

  start = function(a, b)
    assert(a >= 1 and b >= 1, "numbers are " .. a .. " and " .. b .. "; expected 1 or more")
    return { a, b }
  end,

  parse = function(text)
    local a, b = text:match("^(%d+),(%d+)$")
    a, b = math.tointeger(a), math.tointeger(b)
    return a and b and a >= 1 and b >= 1 and { a, b } or nil
  end,

  moves = function(p)
    local x, y = math.min(p[1], p[2]), math.max(p[1], p[2])
    local to = {}
    for rest = y - x, 1, -x do
      to[#to + 1] = p[1] <= p[2] and { x, rest } or { rest, x }
    end
    return to
  end,

  canon = function(p) return p[1] <= p[2] and p or { p[2], p[1] } end,

  board = function(p) return { heaps = p } end,

  value = function(p)
    local x, y = math.min(p[1], p[2]), math.max(p[1], p[2])
    return (y * y - x * x) // (x * y)
  end,
}
