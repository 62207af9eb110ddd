-- @NAME@: two heaps of stones. A move takes one, two or three stones from one heap; the player who
-- takes the last stone wins.
--
--   grundy rules check @NAME@.lua:5,7   are these rules sound?
--   grundy solve @NAME@.lua:5,7         solves the game
--   grundy play @NAME@.lua:5,7          plays it
--
-- Put your own game in its place. Only start and moves are required.

return {
  title = "@NAME@: one, two or three stones from one of two heaps",

  -- The arguments after the colon: two integers.
  args = { "a", "b" },

  -- The first position: an integer, a string, or an array of integers.
  start = function(a, b)
    assert(a >= 0 and b >= 0, "expected two heaps of no fewer than 0 stones")
    return { a, b }
  end,

  -- All positions that a move leads to, each a new table. Where there is none, play is over, and the
  -- player to move has lost.
  moves = function(p)
    local to = {}
    for taken = 1, 3 do
      if taken <= p[1] then to[#to + 1] = { p[1] - taken, p[2] } end
      if taken <= p[2] then to[#to + 1] = { p[1], p[2] - taken } end
    end
    return to
  end,

  -- All below is optional: delete what you do not need.

  -- Positions that differ by a symmetry are one: here the smaller heap comes first.
  canon = function(p)
    return { math.min(p[1], p[2]), math.max(p[1], p[2]) }
  end,

  -- The name of a position, and how it is read. Without them it is 5,7.
  show = function(p)
    return p[1] .. "-" .. p[2]
  end,

  parse = function(text)
    local a, b = text:match("^(%d+)%-(%d+)$")
    return a and { tonumber(a), tonumber(b) }
  end,

  -- Names for the integers of a position, for conditions and tables.
  fields = { "a", "b" },

  -- A closed form of the value, if you know one. `grundy rules check` compares it with a search.
  value = function(p)
    return (p[1] % 4) ~ (p[2] % 4)
  end,

  -- The position as a board, for `grundy play` and the explorer: heaps here; it can also be a grid,
  -- { grid = { "X.O", "..." } }, or points and lines.
  board = function(p)
    return { heaps = p }
  end,

  -- There are more: terminal(p), for games that do not end when a player cannot move; player(p), for
  -- games in which the players have different moves; split(p), for positions that are sums of parts;
  -- order(p), for windows of infinite games; seen_by = "mover", for positions as the player to move
  -- sees them, with swap(p); and ranks, for games that are too large to store. docs/rules.md describes
  -- them.
}
