-- Two heaps, from which a move takes any number of counters of one heap. Each player sees first the heap
-- that is nearer: rules whose positions are as the player to move sees them.

local function swap(p) return { p[2], p[1] } end

return {
  args = { "most" },
  seen_by = "mover",
  start = function(n) return { n, n } end,
  moves = function(p)
    local to = {}
    for i = 1, 2 do
      for n = 0, p[i] - 1 do
        local q = { p[1], p[2] }
        q[i] = n
        to[#to + 1] = swap(q)
      end
    end
    return to
  end,
  swap = swap,
  canon = function(p) return { math.min(p[1], p[2]), math.max(p[1], p[2]) } end,
  value = function(p) return p[1] ~ p[2] end,
  show = function(p) return p[1] .. "-" .. p[2] end,
  board = function(p, turn) return { heaps = turn == 1 and p or swap(p) } end,
}
