-- Two heaps, of which a move takes one counter, and the last counter of a heap gives another move: rules with
-- kinds of moves.

return {
  args = { "most" },
  kinds = true,
  start = function(n) return { n, n } end,
  moves = function(p)
    local to, kinds = {}, {}
    for i = 1, 2 do
      if p[i] > 0 then
        to[#to + 1] = { p[1] - 2 + i, p[2] + 1 - i }
        if p[i] == 1 then kinds[#to] = "carry-on" end
      end
    end
    return to, kinds
  end,
  canon = function(p) return { math.min(p[1], p[2]), math.max(p[1], p[2]) } end,
  show = function(p) return p[1] .. "-" .. p[2] end,
}
