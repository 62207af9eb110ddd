-- Chomp: bite a square off a bar of chocolate, with everything below it and to its right. The
-- square in the upper left corner is poisoned: a player who is left with only that square loses.
-- Reduced: a bar and its reflection in the diagonal are one position, and nobody eats the poisoned
-- square.
--
--   chomp:ROWS,COLUMNS
--
-- [Gal74]. The first player wins from every bar but the single square, by an argument that does
-- not give the move. Two rows are a P-position if and only if the lower one is shorter by one; the
-- only winning bite of a square bar leaves one row and one column.
--
-- A position is the array of the lengths of the rows, from the top, without empty rows. A bar and
-- its reflection in the diagonal are the same game. The bars with the same number of squares are a
-- tier: first those that fit into the whole bar, then those that fit only into its reflection.

local function mirrored(p)
  local q = {}
  for row = #p, 1, -1 do
    for column = #q + 1, p[row] do q[column] = row end
  end
  return q
end

local width, height -- of the whole bar
local numbered -- whether the bars that it contains are few enough for their numbers to be integers

-- ways(rows, columns, squares): how many bars with this number of squares fit into a bar.
local memory
local function ways(rows, columns, squares)
  if squares == 0 then return 1 end
  if rows == 0 or columns == 0 or squares < 0 then return 0 end
  local key = (rows << 20 | columns) << 20 | squares
  local known = memory[key]
  if not known then
    known = ways(rows, columns - 1, squares) + ways(rows - 1, columns, squares - columns)
    memory[key] = known
  end
  return known
end

-- The index of a bar among those with as many squares and at most that many rows: those with a
-- shorter first row come first, and so on.
local function rank(p, rows, squares)
  local index = 0
  for row = 1, #p do
    index = index + ways(rows - row + 1, p[row] - 1, squares)
    squares = squares - p[row]
  end
  return index
end

local function unrank(rows, squares, index)
  local p = {}
  while squares > 0 do
    local length, before = 1, 0
    while true do
      local up_to = ways(rows - #p, length, squares)
      if index < up_to then break end
      before, length = up_to, length + 1
    end
    p[#p + 1], index, squares = length, index - before, squares - length
  end
  return p
end

local function fits(p, rows, columns) return #p <= rows and p[1] <= columns end

return {
  title = "Chomp: bite off a square and all below it and to its right",
  args = { "rows=3", "columns=4" },

  start = function(rows, columns)
    assert(rows >= 1 and columns >= 1,
      "the bar is " .. rows .. " by " .. columns .. "; expected one row and one column or more")
    local p = {}
    for row = 1, rows do p[row] = columns end
    width, height, memory = columns, rows, {}
    local bars = 1.0
    for row = 1, rows do bars = bars * (columns + row) / row end
    numbered = bars < 2.0 ^ 61
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
  -- be wider or higher than the bar of the start.
  board = function(p)
    local rows, columns = math.max(height, #p), math.max(width, height, p[1])
    if rows * columns > 1024 then return nil end
    local grid = {}
    for row = 1, rows do
      local left = p[row] or 0
      grid[row] = ("#"):rep(left) .. ("."):rep(columns - left)
    end
    grid[1] = "!" .. grid[1]:sub(2)
    return { grid = grid, titles = { ["#"] = "chocolate", ["!"] = "poison" } }
  end,

  count = function(squares)
    local upright = ways(height, width, squares)
    return width == height and upright or upright + ways(width, height, squares)
  end,

  rank = function(p)
    if not numbered then return nil end
    local squares = 0
    for _, length in ipairs(p) do squares = squares + length end
    if fits(p, height, width) then return squares, rank(p, height, squares) end
    if fits(p, width, height) then
      return squares, ways(height, width, squares) + rank(p, width, squares)
    end
  end,

  unrank = function(squares, index)
    local upright = ways(height, width, squares)
    if index < upright then return unrank(height, squares, index) end
    local p = unrank(width, squares, index - upright)
    return not fits(p, height, width) and p or nil
  end,

  tiers = function(squares)
    local to = {}
    for left = 1, squares - 1 do to[left] = left end
    return to
  end,
}
