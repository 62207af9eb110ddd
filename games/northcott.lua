-- Northcott's game: move one of your counters along its row, forwards or backwards, any distance,
-- but not over the counter of the opponent. A player who cannot move loses. Reduced: rows in
-- another order are the same position, and every position is seen by the player to move.
--
--   northcott:WIDTH,GAPS...   one row per gap, with the left counter at the edge
--
-- Every row has one counter of each player. [BCG82]. It is Nim with the gaps as heaps: retreats
-- make play longer, even endless if nobody minds, but the opponent can reverse them by advancing.
-- The value is the nim-sum of the gaps, and it is finite everywhere although there are cycles.
--
-- A position is seen by the player to move, whose counters are x and come from the left. So the
-- board is turned around after every move. The gaps do not change when it is turned, nor does the
-- value, so that the game has sums with others. The order of rows does not matter: a row is x * width
-- + o. It is shown as a picture, "x.o../.x..o", or, if that is too long, by squares: "0-52/1-40".

local width, pictured

-- The same board as the other player sees it.
local function swap(p)
  local turned = {}
  for i, row in ipairs(p) do
    turned[i] = (width - 1 - row % width) * width + width - 1 - row // width
  end
  return turned
end

return {
  title = "Northcott's game: counters that advance and retreat, one of each player in a row",
  args = { "width=5", "gaps..." },
  seen_by = "mover",

  start = function(w, ...)
    local p = { ... }
    assert(w >= 2, "rows have " .. w .. " squares; expected 2 or more")
    if #p == 0 then p = { math.min(1, w - 2), math.min(2, w - 2) } end
    for i, gap in ipairs(p) do
      assert(gap >= 0 and gap <= w - 2,
        "the gap of a row is " .. gap .. "; expected 0 to " .. w - 2 .. ", the width less 2")
      p[i] = gap + 1
    end
    width, pictured = w, #p * (w + 1) <= 256
    return p
  end,

  swap = swap,

  moves = function(p)
    local turned, to = swap(p), {}
    for i, row in ipairs(p) do
      local x, o = row // width, row % width
      for target = 0, o - 1 do
        if target ~= x then
          local q = table.move(turned, 1, #p, 1, {})
          q[i] = turned[i] + x - target
          to[#to + 1] = q
        end
      end
    end
    return to
  end,

  canon = function(p)
    local q = table.move(p, 1, #p, 1, {})
    table.sort(q)
    return q
  end,

  show = function(p)
    local rows = {}
    for i, row in ipairs(p) do
      local x, o = row // width, row % width
      rows[i] = pictured
        and ("."):rep(x) .. "x" .. ("."):rep(o - x - 1) .. "o" .. ("."):rep(width - 1 - o)
        or x .. "-" .. o
    end
    return table.concat(rows, "/")
  end,

  parse = function(text)
    local p = {}
    for row in (text .. "/"):gmatch("(.-)/") do
      local x, o
      if pictured then
        x, o = row:match("^%.*()x%.*()o%.*$")
        if not x or #row ~= width then return nil end
        x, o = x - 1, o - 1
      else
        x, o = row:match("^(%d%d?%d?%d?)%-(%d%d?%d?%d?)$")
        x, o = math.tointeger(x), math.tointeger(o)
        if not x or x >= o or o >= width then return nil end
      end
      p[#p + 1] = x * width + o
    end
    return p
  end,

  -- The counters of the player who began come from the left, whoever is to move.
  board = function(p, turn)
    local grid = {}
    if #p * width > 1024 then return nil end
    for i, row in ipairs(p) do
      local x, o = row // width, row % width
      if turn == 2 then x, o = width - 1 - x, width - 1 - o end
      local squares = {}
      for square = 0, width - 1 do
        squares[square + 1] = square == (turn == 1 and x or o) and "X"
          or square == (turn == 1 and o or x) and "O" or "."
      end
      grid[i] = table.concat(squares)
    end
    return { grid = grid }
  end,

  value = function(p)
    local sum = 0
    for _, row in ipairs(p) do sum = sum ~ row % width - row // width - 1 end
    return sum
  end,
}
