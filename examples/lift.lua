-- A heap of at most n counters. A move takes 1, 3 or 4 of them, or puts one back on a heap that
-- leaves the remainder r when divided by seven. A player who cannot move loses.
local most, remainder

return {
  title = "Take 1, 3 or 4; or put one back on a heap of r, 7 + r, 14 + r, ...",
  args = { "n", "r" },
  start = function(n, r)
    most, remainder = n, r
    return n
  end,
  moves = function(heap)
    local to = {}
    for _, taken in ipairs({ 1, 3, 4 }) do
      if taken <= heap then to[#to + 1] = heap - taken end
    end
    if heap % 7 == remainder and heap > 0 and heap < most then to[#to + 1] = heap + 1 end
    return to
  end,
}
