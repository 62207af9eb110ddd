-- Two heaps, from which a move takes one or two counters; the player to move sees them from the other
-- side than the opponent: rules with `swap`.

return {
  args = { "counters" },
  seen_by = "mover",
  start = function(n) return { n, 0 } end,
  moves = function(p)
    local found = {}
    for k = 1, 2 do
      if p[1] >= k then found[#found + 1] = { p[2], p[1] - k } end
      if p[2] >= k then found[#found + 1] = { p[2] - k, p[1] } end
    end
    return found
  end,
  swap = function(p) return { p[2], p[1] } end,
}
