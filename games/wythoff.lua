return {
  title = "Wythoff's game: take from one pile, or as many from both",
  args = { "a", "b" },
  start = function(a, b) return { a, b } end,
  moves = function(p)
    local to, a, b = {}, p[1], p[2]
    for i = 1, a do to[#to + 1] = { a - i, b } end
    for i = 1, b do to[#to + 1] = { a, b - i } end
    for i = 1, math.min(a, b) do to[#to + 1] = { a - i, b - i } end
    return to
  end,
}
