-- Rows of coins: take adjacent coins from a row, at most as many as are allowed; those on both
-- sides of the gap become two rows. A player who cannot move loses, so whoever takes the last coin
-- wins. Reduced: rows in another order are the same position.
--
--   coin-rows:MOST,ROWS...   at most MOST coins are taken at a time, by default 2; ROWS are the
--                            lengths of the rows, by default 7
--
-- Taking one coin is a question of parity; MOST = 2 is Kayles [BCG82], 0.77. If MOST is at least 2,
-- a single nonempty row is an N-position: the first player takes one coin or two from its middle and
-- then answers every move in the other half.
--
-- A position is the lengths of the rows from left to right; where coins were taken at the end of a row
-- or next to each other there are rows of length 0. The order makes no difference: the position that
-- represents the others has it increasing. It is the sum of its rows.

local most

local function sorted(rows)
  local p = {}
  for _, n in ipairs(rows) do
    if n > 0 then p[#p + 1] = n end
  end
  table.sort(p)
  return p
end

-- The rows after some coins were taken from row i, of which `left` stay on the left.
local function replaced(rows, i, left, taken)
  local p = {}
  for j = 1, i - 1 do p[j] = rows[j] end
  p[i] = left
  for _ = 2, taken do p[#p + 1] = 0 end
  p[#p + 1] = rows[i] - taken - left
  for j = i + 1, #rows do p[#p + 1] = rows[j] end
  return p
end

return {
  title = "Rows of coins: take adjacent coins from a row",
  args = { "most=2", "rows..." },

  start = function(limit, ...)
    local rows = select("#", ...) > 0 and { ... } or { 7 }
    assert(limit >= 1, "at most " .. limit .. " coins are taken; expected 1 or more")
    for _, n in ipairs(rows) do
      assert(n >= 0 and n <= 1000, "a row has " .. n .. " coins; expected 0 to 1000")
    end
    most = limit
    return sorted(rows)
  end,

  moves = function(p)
    local to = {}
    for i = 1, #p do
      for taken = 1, math.min(most, p[i]) do
        for left = 0, p[i] - taken do to[#to + 1] = replaced(p, i, left, taken) end
      end
    end
    return to
  end,

  canon = sorted,

  split = function(p)
    local parts = {}
    for i = 1, #p do parts[i] = { p[i] } end
    return parts
  end,

  show = function(p) return #p > 0 and table.concat(p, ",") or "-" end,

  parse = function(text)
    local p = {}
    if text == "-" then return p end
    for word in (text .. ","):gmatch("(.-),") do
      if not (word:match("^[1-9]%d?%d?%d?$") or word == "0") or tonumber(word) > 1000 then return nil end
      p[#p + 1] = tonumber(word)
    end
    return p
  end,

  -- All rows in one line, with an empty cell between two of them.
  board = function(p, _, q)
    local cells, steps = {}, nil
    for i, n in ipairs(p) do cells[i] = ("*"):rep(n) end
    local line = table.concat(cells, ".")
    if #line > 1000 then return nil end
    if q then
      local i, first = 1, 0
      while p[i] == q[i] do i, first = i + 1, first + p[i] + 1 end
      steps = {}
      for taken = 1, #q - #p do steps[taken] = { first + q[i] + taken, 0, "*" } end
    end
    return { grid = { line == "" and "." or line }, titles = { ["*"] = "coin" }, steps = steps }
  end,
}
