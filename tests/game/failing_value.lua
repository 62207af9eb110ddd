-- A heap from which one counter is taken; the closed form fails.
return {
  args = { "n" },
  start = function(n) return n end,
  moves = function(n) return n > 0 and { n - 1 } or {} end,
  value = function() error("no value today") end,
}
