-- Wind-up: turn the hand of a clock back by an allowed number of hours; it may pass 0. A player
-- who finds the hand on 0 cannot move and loses, so whoever turns it to 0 wins.
--
--   wind-up:N,S...          default: S = {1, 4}; the hand starts at n - 1
--
-- A move turns the hand back by s hours, for some s in a set S. Play can go on forever: this is a
-- subtraction game on a circle, for the generalized Sprague-Grundy function [Smi66]. If S contains
-- 1, all hours are reached from the start; otherwise perhaps only some are.

local n, S

return {
  title = "Wind-up: turn the hand of a clock back by s hours, until it points to 0",
  args = { "n=10", "s..." },
  fields = { "hour" },

  start = function(hours, ...)
    assert(hours >= 1, "the clock has " .. hours .. " hours; expected 1 or more")
    n, S = hours, { ... }
    if #S == 0 then S = { 1, 4 } end
    for _, s in ipairs(S) do
      assert(s >= 1, "S has " .. s .. " in it; expected numbers from 1 on")
    end
    return n - 1
  end,

  parse = function(text)
    local hour = text:match("^%d+$") and math.tointeger(text)
    return hour and hour < n and hour or nil
  end,

  moves = function(hour)
    local to = {}
    if hour ~= 0 then
      for i, s in ipairs(S) do to[i] = (hour - s) % n end
    end
    return to
  end,

  -- The dial, clockwise from 0 at the top; its centre, from which the hand comes, is the last point.
  board = function(hour)
    local function rounded(x) return math.floor(1000 * x + 0.5) / 1000 end
    if n > 60 then return nil end
    local dial = { points = {}, pieces = {}, labels = {}, lines = { { n + 1, hour + 1 } } }
    for h = 0, n - 1 do
      local angle = 2 * math.pi * h / n
      dial.points[h + 1] = { rounded(math.sin(angle)), -rounded(math.cos(angle)) }
      dial.pieces[h + 1] = h == hour and "*" or ""
      dial.labels[h + 1] = tostring(h)
    end
    dial.points[n + 1] = { 0, 0 }
    dial.titles = { ["*"] = "hand" }
    return dial
  end,
}
