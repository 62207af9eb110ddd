-- Kayles: rows of pins; a ball knocks down one pin or two adjacent ones. A position is an array of
-- the lengths of all rows, in increasing order.

local function sorted(rows)
  table.sort(rows)
  return rows
end

return {
  title = "Kayles, with rows that come apart",
  args = { "pins" },
  start = function(pins) return { pins } end,
  moves = function(p)
    local to = {}
    for i = 1, #p do
      for pins = 1, 2 do
        for left = 0, p[i] - pins do
          local rest = { left, p[i] - pins - left }
          for j = 1, #p do rest[#rest + 1] = j ~= i and p[j] or nil end
          to[#to + 1] = sorted(rest)
        end
      end
    end
    return to
  end,
  -- The rows do not affect each other, and a row without pins has no moves.
  split = function(p)
    local parts = {}
    for i = 1, #p do parts[i] = { p[i] } end
    return parts
  end,
}
