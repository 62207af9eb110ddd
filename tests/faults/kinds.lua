-- A heap from which a move takes one or two counters, and one counter of an even heap gives another move:
-- rules with kinds of moves.

return {
  args = { "counters" },
  kinds = true,
  start = function(n) return n end,
  moves = function(n)
    local to, kinds = {}, {}
    if n >= 1 then to[1] = n - 1 end
    if n >= 2 then to[2] = n - 2 end
    if n >= 1 and n % 2 == 0 then kinds[1] = "carry-on" end
    return to, kinds
  end,
  show = function(n) return "n" .. n end,
}
