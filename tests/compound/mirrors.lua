-- A token on a path from -2 to 2 that moves towards 0, where play is over, by any number of places, or
-- from 1 to -1 and back: rules with a cycle and with mirror images.
return {
  start = function() return 2 end,
  moves = function(p)
    if p == 0 then return {} end
    return math.abs(p) == 1 and { 0, -p } or { 0, p // 2 }
  end,
  canon = function(p) return math.abs(p) end,
}
