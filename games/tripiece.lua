-- Tripiece: move a piece any number of squares up or left; on the diagonal x + y = 3 a triangle
-- may also step along it, and a player whose square arrives there may move again. A player who
-- cannot move loses.
--
--   tripiece:PIECE,X,Y      PIECE is round, triangle or square
--
-- The board has 8 × 8 squares. A triangle on the diagonal may move to a neighbouring square of it,
-- so that play may be endless. A square that arrives on the diagonal may move again, or let any
-- other piece move, in other components of a sum. [Sue24], whose rules these are as we read them:
-- its examples were not seen. A round piece is Nim with two heaps. A triangle has the value 0, 1,
-- 2 or ∞{0,1,2}, and most squares beyond the diagonal are moon({3}), so that a square and a
-- triangle of infinite value make a draw (docs/carry-on.md).

local piece
local SIDE, DIAGONAL = 8, 3

return {
  title = "Tripiece: move a piece up or left; squares move again from the diagonal",
  args = { "piece:text=square", "x=7", "y=7" },
  fields = { "x", "y" },
  kinds = true,

  start = function(shape, x, y)
    assert(shape == "round" or shape == "triangle" or shape == "square",
      "the piece is '" .. shape .. "'; expected round, triangle or square")
    assert(x >= 0 and x < SIDE and y >= 0 and y < SIDE,
      "the piece is on " .. x .. "," .. y .. "; expected squares from 0,0 to 7,7")
    piece = shape
    return { x, y }
  end,

  moves = function(p)
    local to, kinds, x, y = {}, {}, p[1], p[2]
    local function go(a, b)
      to[#to + 1] = { a, b }
      if piece == "square" and a + b == DIAGONAL then -- end the turn there, or carry on
        to[#to + 1] = { a, b }
        kinds[#to] = "carry-on"
      end
    end
    for a = 0, x - 1 do go(a, y) end
    for b = 0, y - 1 do go(x, b) end
    if piece == "triangle" and x + y == DIAGONAL then
      if x > 0 then go(x - 1, y + 1) end
      if y > 0 then go(x + 1, y - 1) end
    end
    return to, kinds
  end,

  board = function(p, _, q)
    local grid = {}
    for y = 0, SIDE - 1 do
      local row = {}
      for x = 0, SIDE - 1 do
        row[x + 1] = x == p[1] and y == p[2] and "*" or x + y == DIAGONAL and "/" or "."
      end
      grid[y + 1] = table.concat(row)
    end
    local function cell(at) return at[2] * SIDE + at[1] + 1 end
    return {
      grid = grid, titles = { ["*"] = piece, ["/"] = "diagonal" },
      steps = q and { { cell(p), cell(q), "*" } },
    }
  end,
}
