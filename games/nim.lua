-- Nim: take as many counters as you like from one heap, at least one. A player who cannot move
-- loses, so whoever takes the last counter wins. Reduced: heaps in another order are the same
-- position.
--
--   nim:HEAPS...            default: 3, 4 and 5
--
-- [Bou01]. The value is the nim sum of the heaps. In a sum of games, nim:5 is a heap of Nim that is
-- not explored; these rules are for heaps that are changed by an operator: pass(nim:3,4,5).

local count -- of heaps

return {
  title = "Nim: take as many counters as you like from one heap",
  args = { "heaps..." },
  fields = { "a", "b", "c", "d", "e", "f", "g", "h" },

  start = function(...)
    local p = select("#", ...) > 0 and { ... } or { 3, 4, 5 }
    for _, heap in ipairs(p) do
      assert(heap >= 0, "a heap has " .. heap .. " counters; expected 0 or more")
    end
    count = #p
    return p
  end,

  parse = function(text)
    local p = {}
    for heap in text:gmatch("%d+") do p[#p + 1] = tonumber(heap) end
    return #p == count and text == table.concat(p, ",") and p or nil
  end,

  moves = function(p)
    local to = {}
    for i, heap in ipairs(p) do
      for left = 0, heap - 1 do
        local q = table.move(p, 1, #p, 1, {})
        q[i] = left
        to[#to + 1] = q
      end
    end
    return to
  end,

  canon = function(p)
    local q = table.move(p, 1, #p, 1, {})
    table.sort(q)
    return q
  end,

  board = function(p) return { heaps = p } end,

  value = function(p)
    local sum = 0
    for _, heap in ipairs(p) do sum = sum ~ heap end
    return sum
  end,
}
