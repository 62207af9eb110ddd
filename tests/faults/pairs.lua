-- Two heaps, from which a move takes one counter, and which vanish when they are equal: rules whose parts
-- cancel.

return {
  args = { "most" },
  start = function(n) return { n, n + 1 } end,
  moves = function(p)
    local to = {}
    for i = 1, 2 do
      if p[i] > 0 then
        local q = { p[1] - 2 + i, p[2] + 1 - i }
        to[#to + 1] = q[1] == q[2] and { 0, 0 } or q
      end
    end
    return to
  end,
  split = function(p)
    if p[1] == 0 and p[2] == 0 then return {} end
    if p[1] == 0 or p[2] == 0 then return { { 0, p[1] + p[2] } } end
    return { { 0, p[1] }, { 0, p[2] } }
  end,
}
