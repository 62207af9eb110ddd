-- Kotzig's Nim: put a counter on a free place of a circle, an allowed number of places clockwise
-- from the last one. A player who cannot put one loses. Reduced: circles that can be turned into
-- each other are one position.
--
--   kotzig:N,S...           default: S = {1, 2}; one counter is on the circle at the start
--
-- A counter goes s places clockwise from the last one, for some s in a set S. [Kot46], [BCG82].
-- With S = {1, 2} the next player loses on circles of 1, 3 and 7 places, and wins on all others up
-- to 18; if n is even and all numbers in S are odd, the next player wins.
--
-- A position is the set of places with counters, one bit per place, and the place of the last one.
-- Rotations make no difference: in the position that represents them the last counter is on place 0.

local n, S

-- What is on a place: the last counter, another one, or nothing.
local function letter(p, place, last, counter, free)
  return place == p[2] and last or p[1] >> place & 1 == 1 and counter or free
end

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
    return { 1, 0 }
  end,

  moves = function(p)
    local to, set, last = {}, p[1], p[2]
    for _, s in ipairs(S) do
      local place = (last + s) % n
      if set >> place & 1 == 0 then to[#to + 1] = { set | 1 << place, place } end
    end
    return to
  end,

  canon = function(p)
    local set, last = p[1], p[2]
    return { (set >> last | set << n - last) & (1 << n) - 1, 0 }
  end,

  show = function(p)
    local places = {}
    for place = 0, n - 1 do places[place + 1] = letter(p, place, "x", "o", ".") end
    return table.concat(places)
  end,

  parse = function(text)
    local set = 0
    if #text ~= n or not text:find("^[.o]*x[.o]*$") then return nil end
    for place = 0, n - 1 do
      if text:sub(place + 1, place + 1) ~= "." then set = set | 1 << place end
    end
    return { set, text:find("x", 1, true) - 1 }
  end,

  board = function(p, _, q)
    local lines, pieces = {}, {}
    for place = 0, n - 1 do
      lines[place + 1] = { place + 1, (place + 1) % n + 1 }
      pieces[place + 1] = letter(p, place, "@", "*", "")
    end
    return {
      points = n, lines = lines, pieces = pieces,
      titles = { ["*"] = "counter", ["@"] = "last counter" },
      steps = q and { { 0, q[2] + 1, "@" } },
    }
  end,
}
