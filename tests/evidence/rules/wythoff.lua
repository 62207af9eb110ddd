-- Wythoff's game, generalized [Fra82]: a move takes from one heap, or k and l from both, where k and l differ by less than R.
--
--   wythoff.lua:R,A,B

local distance

return {
  args = { "r", "a", "b" },

  start = function(r, a, b)
    distance = r
    return { a, b }
  end,

  moves = function(p)
    local to = {}
    for k = 0, p[1] do
      for l = 0, p[2] do
        if k + l > 0 and (k == 0 or l == 0 or math.abs(k - l) < distance) then
          to[#to + 1] = { p[1] - k, p[2] - l }
        end
      end
    end
    return to
  end,

  show = function(p) return p[1] .. "," .. p[2] end,
}
