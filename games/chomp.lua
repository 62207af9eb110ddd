-- Chomp: a bar of chocolate with some rows and columns. A move bites off a square with everything
-- below it or to its right; the square in the corner is poisoned, and a player who has to eat it
-- loses. Here nobody eats it: a player left with only the poisoned square cannot move.
--
--   chomp:ROWS,COLUMNS
--
-- [Gal74]. The first player wins from every bar but the single square, by an argument that does not
-- give the move. Two rows are a P-position if and only if the lower one is shorter by one; the only
-- winning bite of a square bar leaves one row and one column.
--
-- A position is the array of the lengths of the rows, from the top, without empty rows. A bar and
-- its reflection in the diagonal are the same game.

local function mirrored(p)
  local q = {}
  for row = #p, 1, -1 do
    for column = #q + 1, p[row] do q[column] = row end
  end
  return q
end

local width, height -- of the whole bar

return {
  title = "Chomp: bite off a square and all below it or to its right",
  args = { "rows=3", "columns=4" },

  start = function(rows, columns)
    assert(rows >= 1 and columns >= 1,
      "the bar is " .. rows .. " by " .. columns .. "; expected one row and one column or more")
    local p = {}
    for row = 1, rows do p[row] = columns end
    width, height = columns, rows
    return p
  end,

  parse = function(text)
    local p = {}
    for word in (text .. ","):gmatch("(.-),") do
      local length = word:match("^%d+$") and math.tointeger(word)
      if not length or length < 1 or #p > 0 and length > p[#p] then return nil end
      p[#p + 1] = length
    end
    return p
  end,

  moves = function(p)
    local to = {}
    for row = 1, #p do
      for left = row == 1 and 1 or 0, p[row] - 1 do
        local q = table.move(p, 1, row - 1, 1, {})
        if left > 0 then
          for r = row, #p do q[r] = math.min(p[r], left) end
        end
        to[#to + 1] = q
      end
    end
    return to
  end,

  canon = function(p)
    local q = mirrored(p)
    for i = 1, #p do
      if p[i] ~= q[i] then return p[i] > (q[i] or 0) and p or q end
    end
    return p
  end,

  -- The square that is bitten is the first one that goes, row by row. A bar that was reflected may
  -- be higher than the bar of the start.
  board = function(p)
    local rows, columns = math.max(height, #p), math.max(width, p[1])
    if rows * columns > 1024 then return nil end
    local grid = {}
    for row = 1, rows do
      local left = p[row] or 0
      grid[row] = ("#"):rep(left) .. ("."):rep(columns - left)
    end
    grid[1] = "!" .. grid[1]:sub(2)
    return { grid = grid, titles = { ["#"] = "chocolate", ["!"] = "poison" } }
  end,
}
