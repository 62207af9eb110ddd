-- Mu torere: move one of your stones to the free point: along the ring, from its centre, or to the
-- centre if a stone of the opponent is next to yours on the ring. A player who cannot move loses.
-- Reduced: boards that can be turned or reflected into each other are one position.
--
--   mu-torere
--
-- A game of the Maori on a ring of eight points around a ninth, the putahi. X (player A) and O
-- (player B) have four stones each, at the start next to each other on the ring. [Asc87], [Str95].
-- With best play nobody loses: the start is a draw by endless play.
--
-- A position is the player to move, the ring and the putahi: "X:XXXXOOOO/.". All are in one tier,
-- which has 1,260 indices.

-- The points of the board and its lines: the ring, clockwise from the top, and the putahi.
local points, lines = { [9] = { 0, 0 } }, {}
for i, x in ipairs({ 0, 0.7, 1, 0.7, 0, -0.7, -1, -0.7 }) do
  points[i] = { x, ({ -1, -0.7, 0, 0.7, 1, 0.7, 0, -0.7 })[i] }
  lines[2 * i - 1], lines[2 * i] = { i, i % 8 + 1 }, { i, 9 }
end

return {
  title = "Mu torere: move a stone to the free one of nine points",
  args = {},
  start = function() return "X:XXXXOOOO/." end,
  player = function(p) return p:sub(1, 1) == "X" and "A" or "B" end,

  moves = function(p)
    local to, stone = {}, p:sub(1, 1)
    local other = stone == "X" and "O" or "X"
    local ring, centre = p:sub(3, 10), p:sub(12)
    for i = 1, 8 do
      local turned = ring:sub(i) .. ring:sub(1, i - 1)
      local function move(new_ring, new_centre)
        new_ring = new_ring:sub(10 - i) .. new_ring:sub(1, 9 - i)
        to[#to + 1] = other .. ":" .. new_ring .. "/" .. new_centre
      end
      local here, left, right = turned:sub(1, 1), turned:sub(8), turned:sub(2, 2)
      if here == "." then
        if centre == stone then move(stone .. turned:sub(2), ".") end
        if left == stone then move(stone .. turned:sub(2, 7) .. ".", centre) end
        if right == stone then move(stone .. "." .. turned:sub(3), centre) end
      elseif here == stone and centre == "." and (left == other or right == other) then
        move("." .. turned:sub(2), stone)
      end
    end
    return to
  end,

  -- The ring may be rotated and reflected.
  canon = function(p)
    local ring, greatest = p:sub(3, 10), ""
    for _, r in ipairs({ ring .. ring, (ring .. ring):reverse() }) do
      for i = 1, 8 do
        local image = r:sub(i, i + 7)
        if image > greatest then greatest = image end
      end
    end
    return p:sub(1, 2) .. greatest .. p:sub(11)
  end,

  board = function(p)
    local pieces = {}
    for i = 1, 8 do pieces[i] = p:sub(i + 2, i + 2):gsub("%.", "") end
    pieces[9] = p:sub(12):gsub("%.", "")
    return { points = points, lines = lines, pieces = pieces }
  end,

  parse = function(text)
    return #text == 12 and text:find("^[XO]:[XO.]+/[XO.]$") and text or nil
  end,

  count = function() return 2 * ranking.words.count({ 1, 4, 4 }) end,

  rank = function(p)
    local points = p:sub(3):gsub("/", "")
    local _, x = points:gsub("X", "")
    local _, o = points:gsub("O", "")
    if x ~= 4 or o ~= 4 then return nil end
    return 0, 2 * ranking.words.rank(points, ".XO") + (p:sub(1, 1) == "X" and 0 or 1)
  end,

  unrank = function(_, index)
    local points = ranking.words.unrank({ 1, 4, 4 }, ".XO", index // 2)
    if not points then return nil end
    return (index % 2 == 0 and "X:" or "O:") .. points:sub(1, 8) .. "/" .. points:sub(9)
  end,

  tiers = function() return {} end,
}
