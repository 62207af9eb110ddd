-- A heap whose moves depend on the last one.
--
--   remembering.lua:GAME,MOST,LARGEST   a move leads from the start to any heap of at most MOST tokens, from which at most
--                                       LARGEST tokens were taken last
--
-- A position is the number of tokens and how many were taken last.

local games = {
  ["at-most-twice"] = function(last, taken) return taken <= 2 * last end,
  ["at-most-three-times"] = function(last, taken) return taken <= 3 * last end,
  ["not-fewer"] = function(last, taken) return taken >= last end,
  ["not-as-many"] = function(last, taken) return taken ~= last end,
}

local may, most, largest

return {
  args = { "game:text", "most", "largest" },

  start = function(name, ...)
    may = assert(games[name], "unknown game " .. name)
    most, largest = ...
    return { -1, 0 }
  end,

  moves = function(p)
    local tokens, last = p[1], p[2]
    local to = {}
    for taken = 1, tokens do
      if may(last, taken) then to[#to + 1] = { tokens - taken, taken } end
    end
    for n = 0, tokens < 0 and most or -1 do
      for m = 0, largest do to[#to + 1] = { n, m } end
    end
    return to
  end,

  show = function(p) return p[1] .. "," .. p[2] end,
}
