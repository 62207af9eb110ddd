-- Wind-up: the hand of a clock with n hours is turned back by s hours, for an s of a set S; play
-- ends when it stands on 0. It may pass 0, so that play can go on for ever.
--
--   wind-up:N,S...          without S: one or four hours; the hand starts on n - 1
--
-- A subtraction game on a circle, for the generalized Sprague-Grundy function [Smi66]. If S has 1
-- in it, all hours are reached from the start; if not, perhaps only some are.

local n, S

return {
  title = "Wind-up: turn the hand of a clock back by s hours, until it stands on 0",
  args = { "n=10", "s..." },

  start = function(hours, ...)
    assert(hours >= 1, "the clock has " .. hours .. " hours; expected 1 or more")
    n, S = hours, { ... }
    if #S == 0 then S = { 1, 4 } end
    for _, s in ipairs(S) do
      assert(s >= 1, "S has " .. s .. " in it; expected numbers from 1 on")
    end
    return n - 1
  end,

  moves = function(hour)
    local to = {}
    if hour ~= 0 then
      for i, s in ipairs(S) do to[i] = (hour - s) % n end
    end
    return to
  end,
}
