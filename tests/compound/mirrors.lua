-- A token on the places -2 to 2. A move takes it any number of places towards 0, where play is over, or
-- from 1 to -1 or back: rules with a cycle and with mirror images.
return {
  start = function() return 2 end,
  moves = function(p)
    if p == 0 then return {} end
    return math.abs(p) == 1 and { 0, -p } or { 0, p // 2 }
  end,
  canon = function(p) return math.abs(p) end,
}
