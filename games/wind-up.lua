-- Wind-up: a move turns the hand of a clock with n hours back by s hours, for some s in a set S;
-- play ends when the hand points to 0. The hand may pass 0, so play can go on forever.
--
--   wind-up:N,S...          default: S = {1, 4}; the hand starts at n - 1
--
-- A subtraction game on a circle, for the generalized Sprague-Grundy function [Smi66]. If S
-- contains 1, all hours are reached from the start; otherwise perhaps only some are.

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
}
