-- Pong hau k'i: move one of your two stones along a line to the free one of five points. A player
-- who cannot move loses. Reduced: a board and its reflection are one position.
--
--   pong-hau-ki
--
-- The points are the corners of a square and its centre, joined by the diagonals and by all sides
-- but the upper one; X is player A and O is player B. [Str95]. With best play nobody loses: the
-- start is a draw by endless play.
--
-- A position is the player to move, upper corners, centre and lower corners: "X:XX/./OO".

local ends = { { 3, 6 }, { 3, 8 }, { 4, 6 }, { 4, 9 }, { 6, 8 }, { 6, 9 }, { 8, 9 } }

local next_to = { [3] = {}, [4] = {}, [6] = {}, [8] = {}, [9] = {} }
for _, line in ipairs(ends) do
  table.insert(next_to[line[1]], line[2])
  table.insert(next_to[line[2]], line[1])
end

local function with(p, i, letter) return p:sub(1, i - 1) .. letter .. p:sub(i + 1) end

return {
  title = "Pong hau k'i: move a stone to the free one of five points",
  args = {},
  start = function() return "X:XX/./OO" end,
  player = function(p) return p:sub(1, 1) == "X" and "A" or "B" end,

  moves = function(p)
    local to, stone, free = {}, p:sub(1, 1), p:find(".", 1, true)
    local turned = with(with(p, 1, stone == "X" and "O" or "X"), free, stone)
    for _, i in ipairs(next_to[free]) do
      if p:sub(i, i) == stone then to[#to + 1] = with(turned, i, ".") end
    end
    return to
  end,

  -- The reflection exchanges left and right.
  canon = function(p)
    local image = p:sub(1, 2) .. p:sub(3, 4):reverse() .. p:sub(5, 7) .. p:sub(8, 9):reverse()
    return p > image and p or image
  end,

  board = function(p)
    local pieces = {}
    for i, at in ipairs({ 3, 4, 6, 8, 9 }) do pieces[i] = p:sub(at, at):gsub("%.", "") end
    return {
      points = { { 0, 0 }, { 2, 0 }, { 1, 1 }, { 0, 2 }, { 2, 2 } },
      lines = { { 1, 3 }, { 1, 4 }, { 2, 3 }, { 2, 5 }, { 3, 4 }, { 3, 5 }, { 4, 5 } },
      pieces = pieces,
    }
  end,

  parse = function(text)
    local _, free = text:gsub("%.", "")
    return free == 1 and text:find("^[XO]:[XO.][XO.]/[XO.]/[XO.][XO.]$") and text or nil
  end,
}
