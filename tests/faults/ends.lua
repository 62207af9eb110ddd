-- A heap from which a move takes one or two counters: rules that say where play ends.

return {
  args = { "counters" },
  start = function(n) return n end,
  moves = function(p) return p > 1 and { p - 1, p - 2 } or { p - 1 } end,
  terminal = function(p) return p == 0 and "P" or nil end,
  value = function(p) return p % 3 end,
}
