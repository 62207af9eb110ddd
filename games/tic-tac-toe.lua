-- Tic-tac-toe: put your mark, X (player A) or O (player B), on a free square. Three of your marks
-- in a line win; a full board without such a line is a draw. Reduced: boards that can be turned or
-- reflected into each other are one position.
--
--   tic-tac-toe
--
-- With best play it is a draw. 5478 positions can be reached, 765 up to rotations and reflections
-- of the board: in 91 of these X has won, in 44 O has won, and 3 are full boards without a line.
--
-- A position is its picture, row by row: "X.O/.../...". The boards with the same number of marks are
-- a tier.

local lines = {
  { 1, 2, 3 }, { 5, 6, 7 }, { 9, 10, 11 }, { 1, 5, 9 }, { 2, 6, 10 }, { 3, 7, 11 },
  { 1, 6, 11 }, { 3, 6, 9 },
}

-- images[k][i]: the square of the picture that is at i in the k-th of its eight images.
local images = {}
for k = 0, 7 do
  local from = { [4] = 4, [8] = 8 }
  for row = 0, 2 do
    for column = 0, 2 do
      local y, x = k & 1 == 0 and row or 2 - row, k & 2 == 0 and column or 2 - column
      from[4 * row + column + 1] = k & 4 == 0 and 4 * y + x + 1 or 4 * x + y + 1
    end
  end
  images[k + 1] = from
end

local function player(p)
  local _, free = p:gsub("%.", "")
  return free % 2 == 1 and "A" or "B"
end

-- How many squares are free, marked X and marked O.
local function numbers(marks) return { 9 - marks, (marks + 1) // 2, marks // 2 } end

return {
  title = "Tic-tac-toe: three in a line",
  args = {},
  start = function() return ".../.../..." end,
  player = player,

  moves = function(p)
    local to, mark = {}, player(p) == "A" and "X" or "O"
    for i in p:gmatch("()%.") do to[#to + 1] = p:sub(1, i - 1) .. mark .. p:sub(i + 1) end
    return to
  end,

  terminal = function(p)
    for _, line in ipairs(lines) do
      local mark = p:sub(line[1], line[1])
      if mark ~= "." and mark == p:sub(line[2], line[2]) and mark == p:sub(line[3], line[3]) then
        return mark == "X" and "A" or "B"
      end
    end
    return not p:find(".", 1, true) and "draw" or nil
  end,

  canon = function(p)
    local greatest, square = p, { p:byte(1, 11) }
    for _, from in ipairs(images) do
      local image = {}
      for i = 1, 11 do image[i] = square[from[i]] end
      image = string.char(table.unpack(image))
      if image > greatest then greatest = image end
    end
    return greatest
  end,

  board = function(p)
    local rows = { p:sub(1, 3), p:sub(5, 7), p:sub(9, 11) }
    return { grid = rows, titles = { X = "cross", O = "nought" } }
  end,

  parse = function(text)
    return text:find("^[XO.][XO.][XO.]/[XO.][XO.][XO.]/[XO.][XO.][XO.]$") and text or nil
  end,

  -- X begins.
  count = function(marks) return ranking.words.count(numbers(marks)) end,

  rank = function(p)
    local squares = p:gsub("/", "")
    local _, x = p:gsub("X", "")
    local _, o = p:gsub("O", "")
    if x == o or x == o + 1 then return x + o, ranking.words.rank(squares, ".XO") end
  end,

  unrank = function(marks, index)
    local squares = ranking.words.unrank(numbers(marks), ".XO", index)
    return squares and squares:gsub("...", "%0/", 2)
  end,

  tiers = function(marks) return marks < 9 and { marks + 1 } or {} end,

  unmoves = function(p)
    local from, mark = {}, player(p) == "A" and "O" or "X"
    for i in p:gmatch("()" .. mark) do from[#from + 1] = p:sub(1, i - 1) .. "." .. p:sub(i + 1) end
    return from
  end,
}
