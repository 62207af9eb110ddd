-- Kotzig's Nim: counters are put on a circle of n places. A counter goes s places clockwise from
-- the last one, for some s in a set S, and only on a free place. A player who cannot put one
-- loses.
--
--   kotzig:N,S...           default: S = {1, 2}; one counter is on the circle at the start
--
-- [Kot46], [BCG82]. With S = {1, 2} the next player loses on circles of 1, 3 and 7 places, and
-- wins on all others up to 18; if n is even and all numbers in S are odd, the next player wins.
--
-- A position is the set of places with counters, one bit per place, rotated so that the last
-- counter is on place 0, because its place on the circle makes no difference.

local n, S

return {
  title = "Kotzig's Nim: put a counter s places clockwise of the last one",
  args = { "n=8", "s..." },

  start = function(places, ...)
    assert(places >= 1 and places <= 62, "the circle has " .. places .. " places; expected 1 to 62")
    n, S = places, { ... }
    if #S == 0 then S = { 1, 2 } end
    for _, s in ipairs(S) do
      assert(s >= 1, "S has " .. s .. " in it; expected numbers from 1 on")
    end
    return 1
  end,

  moves = function(p)
    local to, all = {}, (1 << n) - 1
    for _, s in ipairs(S) do
      local place = s % n
      if p >> place & 1 == 0 then
        to[#to + 1] = (p >> place | p << n - place) & all | 1
      end
    end
    return to
  end,

  show = function(p)
    local places = { "x" }
    for place = 1, n - 1 do places[place + 1] = p >> place & 1 == 1 and "o" or "." end
    return table.concat(places)
  end,

  parse = function(text)
    if #text ~= n or not text:find("^x[.o]*$") then return nil end
    local p = 1
    for place = 1, n - 1 do
      if text:byte(place + 1) == 111 then p = p | 1 << place end
    end
    return p
  end,
}
