-- Three men's morris: place your three men in turn on nine points, then slide one along a line to
-- the next point, if that is free. Three of your men in a line win, and so does blocking the
-- opponent. Reduced: boards that can be turned or reflected into each other are one position.
--
--   three-mens-morris:SLIDES    "lines", as above, or "any": a man may slide to any free point
--
-- The points are joined by the rows, columns and diagonals of a square; X is player A and O is
-- player B. [Mur52]. Along lines the first player wins, only by starting in the centre; if men may
-- slide anywhere, it is a draw by endless play.
--
-- A position is the player to move and the picture, row by row: "X:XO./.../...". The positions with
-- the same number of men are a tier: first, men are only added; then the six men stay.

local lines = {
  { 3, 4, 5 }, { 7, 8, 9 }, { 11, 12, 13 }, { 3, 7, 11 }, { 4, 8, 12 }, { 5, 9, 13 },
  { 3, 8, 13 }, { 5, 8, 11 },
}
local next_to

-- images[k][i]: the letter of the picture that is at i in the k-th of its eight images.
local images = {}
for k = 0, 7 do
  local from = { 1, 2, [6] = 6, [10] = 10 }
  for row = 0, 2 do
    for column = 0, 2 do
      local y, x = k & 1 == 0 and row or 2 - row, k & 2 == 0 and column or 2 - column
      from[4 * row + column + 3] = k & 4 == 0 and 4 * y + x + 3 or 4 * x + y + 3
    end
  end
  images[k + 1] = from
end

local function with(p, i, letter) return p:sub(1, i - 1) .. letter .. p:sub(i + 1) end

-- How many points are free, taken by X and taken by O.
local function numbers(men) return { 9 - men, (men + 1) // 2, men // 2 } end

return {
  title = "Three men's morris: put three men, then slide them, to get three in a line",
  args = { "slides:text=lines" },

  start = function(slides)
    assert(slides == "lines" or slides == "any",
      "slides are '" .. slides .. "'; expected lines or any")
    next_to = {}
    for i = 3, 13 do next_to[i] = {} end
    for _, line in ipairs(lines) do
      for k, i in ipairs(line) do
        for l, j in ipairs(line) do
          next_to[i][j] = math.abs(k - l) == 1 or nil
        end
      end
    end
    if slides == "any" then
      for i = 3, 13 do
        for j = 3, 13 do next_to[i][j] = true end
      end
    end
    return "X:.../.../..."
  end,

  player = function(p) return p:sub(1, 1) == "X" and "A" or "B" end,

  moves = function(p)
    local to, man = {}, p:sub(1, 1)
    local turned = (man == "X" and "O" or "X") .. p:sub(2)
    local _, free = p:gsub("%.", "")
    for j in p:gmatch("()%.") do
      local put = with(turned, j, man)
      if free > 3 then
        to[#to + 1] = put
      else
        for i in p:gmatch("()" .. man, 3) do
          if next_to[i][j] then to[#to + 1] = with(put, i, ".") end
        end
      end
    end
    return to
  end,

  terminal = function(p)
    for _, line in ipairs(lines) do
      local man = p:sub(line[1], line[1])
      if man ~= "." and man == p:sub(line[2], line[2]) and man == p:sub(line[3], line[3]) then
        return man == "X" and "A" or "B"
      end
    end
  end,

  canon = function(p)
    local greatest, letter = p, { p:byte(1, 13) }
    for _, from in ipairs(images) do
      local image = {}
      for i = 1, 13 do image[i] = letter[from[i]] end
      image = string.char(table.unpack(image))
      if image > greatest then greatest = image end
    end
    return greatest
  end,

  board = function(p)
    local points, pieces, joined = {}, {}, {}
    for i = 0, 8 do
      points[i + 1] = { i % 3, i // 3 }
      local at = 4 * (i // 3) + i % 3 + 3
      pieces[i + 1] = p:sub(at, at):gsub("%.", "")
    end
    for _, line in ipairs(lines) do
      local place = {}
      for k, at in ipairs(line) do place[k] = (at - 3) // 4 * 3 + (at - 3) % 4 + 1 end
      joined[#joined + 1] = { place[1], place[2] }
      joined[#joined + 1] = { place[2], place[3] }
    end
    return { points = points, lines = joined, pieces = pieces }
  end,

  parse = function(text)
    return text:find("^[XO]:[XO.][XO.][XO.]/[XO.][XO.][XO.]/[XO.][XO.][XO.]$") and text or nil
  end,

  -- Before all men are placed, their number says who is to move.
  count = function(men) return ranking.words.count(numbers(men)) * (men == 6 and 2 or 1) end,

  rank = function(p)
    local points = p:sub(3):gsub("/", "")
    local _, x = points:gsub("X", "")
    local _, o = points:gsub("O", "")
    local men, turn = x + o, p:sub(1, 1) == "X" and 0 or 1
    if men > 6 or x - o ~= men % 2 or men < 6 and turn ~= men % 2 then return nil end
    local index = ranking.words.rank(points, ".XO")
    return men, men == 6 and 2 * index + turn or index
  end,

  unrank = function(men, index)
    local turn = men % 2
    if men == 6 then index, turn = index // 2, index % 2 end
    local points = ranking.words.unrank(numbers(men), ".XO", index)
    return points and (turn == 0 and "X:" or "O:") .. points:gsub("...", "%0/", 2)
  end,

  tiers = function(men) return men < 6 and { men + 1 } or {} end,

  -- The opponent's last man came from a point next to it, or was placed.
  unmoves = function(p)
    local from, man = {}, p:sub(1, 1) == "X" and "O" or "X"
    local _, free = p:gsub("%.", "")
    for j in p:gmatch("()" .. man, 3) do
      local lifted = with(man .. p:sub(2), j, ".")
      if free >= 3 then from[#from + 1] = lifted end
      if free == 3 then
        for i in p:gmatch("()%.", 3) do
          if next_to[i][j] then from[#from + 1] = with(lifted, i, man) end
        end
      end
    end
    return from
  end,
}
