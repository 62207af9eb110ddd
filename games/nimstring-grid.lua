-- Nimstring on a grid: draw a line between two neighbouring dots; a player who completes a box has
-- to move again. A player who cannot move loses. Reduced: boxes are not counted, as they are in
-- Dots and Boxes, and boards that can be turned or reflected into each other are one position.
--
--   nimstring-grid:ROWS,COLUMNS     of boxes; at most 63 lines in all
--
-- [BCG82]. Who wins says who can make the opponent open the long chains of Dots and Boxes. The
-- empty boards of 1 × 1, 1 × 2 and 1 × 3 boxes have the value 1, and that of 2 × 2 the value 0.
--
-- A position is the set of lines that are drawn, one bit per line: first the horizontal ones row by
-- row, then the vertical ones. The picture in a name has rows of - and rows of |, with . for lines
-- that are not drawn. Pictures that can be turned or reflected into each other are the same.

local rows, columns, lines, boxes, symmetries

-- The number of a line: the horizontal one above box (r, c), or the vertical one to its left.
local function horizontal(r, c) return r * columns + c end
local function vertical(r, c) return (rows + 1) * columns + r * (columns + 1) + c end

-- Where the lines go if box (r, c) goes to box image(r, c). The images of the two boxes at a line,
-- inside or next to the board, determine the line between them.
local function permutation(image)
  local to = {}
  local function line(r, c, s, d) -- between two boxes
    if c == d then return horizontal(math.max(r, s), c) end
    return vertical(r, math.max(c, d))
  end
  local function put(from, r, c, s, d)
    local a, b = image(r, c)
    local e, f = image(s, d)
    to[from + 1] = line(a, b, e, f)
  end
  for r = 0, rows do
    for c = 0, columns - 1 do put(horizontal(r, c), r - 1, c, r, c) end
  end
  for r = 0, rows - 1 do
    for c = 0, columns do put(vertical(r, c), r, c - 1, r, c) end
  end
  return to
end

return {
  title = "Nimstring on a grid: draw a line; completing a box gives another move",
  args = { "rows=2", "columns=2" },
  kinds = true,

  start = function(height, width)
    assert(height >= 1 and width >= 1, "the board has " .. height .. " by " .. width ..
      " boxes; expected 1 or more")
    rows, columns = height, width
    lines = (rows + 1) * columns + rows * (columns + 1)
    assert(lines <= 63, "the board has " .. lines .. " lines; expected at most 63")
    boxes = {}
    for r = 0, rows - 1 do
      for c = 0, columns - 1 do
        boxes[#boxes + 1] = 1 << horizontal(r, c) | 1 << horizontal(r + 1, c) | 1 << vertical(r, c) |
          1 << vertical(r, c + 1)
      end
    end
    local function down(r) return rows - 1 - r end
    local function right(c) return columns - 1 - c end
    symmetries = {
      permutation(function(r, c) return down(r), c end),
      permutation(function(r, c) return r, right(c) end),
      permutation(function(r, c) return down(r), right(c) end),
    }
    if rows == columns then
      for _, turned in ipairs {
        permutation(function(r, c) return c, r end),
        permutation(function(r, c) return down(c), r end),
        permutation(function(r, c) return c, right(r) end),
        permutation(function(r, c) return down(c), right(r) end),
      } do symmetries[#symmetries + 1] = turned end
    end
    return 0
  end,

  moves = function(p)
    local to, kinds = {}, {}
    for line = 0, lines - 1 do
      if p >> line & 1 == 0 then
        local q = p | 1 << line
        to[#to + 1] = q
        for _, box in ipairs(boxes) do
          if p & box ~= box and q & box == box then kinds[#to] = "carry-on" end
        end
      end
    end
    return to, kinds
  end,

  canon = function(p)
    local best = p
    for _, image in ipairs(symmetries) do
      local q = 0
      for line = 0, lines - 1 do
        if p >> line & 1 == 1 then q = q | 1 << image[line + 1] end
      end
      best = math.min(best, q)
    end
    return best
  end,

  show = function(p)
    local text = {}
    for r = 0, rows do
      local row = {}
      for c = 0, columns - 1 do row[c + 1] = p >> horizontal(r, c) & 1 == 1 and "-" or "." end
      text[#text + 1] = table.concat(row)
      row = {}
      for c = 0, columns do row[c + 1] = r < rows and p >> vertical(r, c) & 1 == 1 and "|" or "." end
      if r < rows then text[#text + 1] = table.concat(row) end
    end
    return table.concat(text, "/")
  end,

  parse = function(text)
    local p, r = 0, 0
    for row in (text .. "/"):gmatch("(.-)/") do
      local is_vertical = r % 2 == 1
      if r > 2 * rows or #row ~= (is_vertical and columns + 1 or columns) or
          row:find(is_vertical and "[^.|]" or "[^.-]") then
        return nil
      end
      for c = 0, #row - 1 do
        if row:byte(c + 1) ~= 46 then
          p = p | 1 << (is_vertical and vertical(r // 2, c) or horizontal(r // 2, c))
        end
      end
      r = r + 1
    end
    return r == 2 * rows + 1 and p or nil
  end,

  board = function(p)
    local grid = {}
    for i = 0, 2 * rows do
      local row, is_vertical = {}, i % 2 == 1
      for j = 0, 2 * columns do
        local cell = i % 2 == 0 and j % 2 == 0 and "+" or "."
        if (i + j) % 2 == 1 then
          local line = is_vertical and vertical(i // 2, j // 2) or horizontal(i // 2, j // 2)
          if p >> line & 1 == 1 then cell = is_vertical and "|" or "=" end
        end
        row[j + 1] = cell
      end
      grid[i + 1] = table.concat(row)
    end
    return { grid = grid }
  end,
}
