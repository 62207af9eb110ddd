-- Dodgem: on n by n squares A has n - 1 cars in the left column, which drive right, and B has n -
-- 1 in the bottom row, which drive up. A move takes a car one square forwards or sideways, never
-- back, to a free square or, forwards, off the board. A player who has no car left on the board
-- wins. So does a player who cannot move: cars must not be shut in.
--
--   dodgem:N                A moves first
--
-- By Colin Vout, in [BCG82]. On 3 by 3 squares the first player wins; 4 by 4 is a draw by endless
-- play.
--
-- A position is the player to move and the picture, row by row: "A:A../A../.BB".

local down

local function moves(p)
  local to, car = {}, p:sub(1, 1)
  local turned = (car == "A" and "B" or "A") .. p:sub(2)
  local forward = car == "A" and 1 or -down
  local sideward = car == "A" and down or 1
  for i in p:gmatch("()" .. car, 3) do
    local gone = turned:sub(1, i - 1) .. "." .. turned:sub(i + 1)
    local function go(j)
      if j > 2 and p:sub(j, j) == "." then
        to[#to + 1] = gone:sub(1, j - 1) .. car .. gone:sub(j + 1)
      end
    end
    local ahead = i + forward
    if ahead < 3 or ahead > #p or p:sub(ahead, ahead) == "/" then to[#to + 1] = gone end
    go(ahead)
    go(i - sideward)
    go(i + sideward)
  end
  return to
end

return {
  title = "Dodgem: get all cars off the board, to the right or upwards",
  args = { "n=3" },

  start = function(n)
    assert(n >= 2 and n <= 15, "the board is " .. n .. " by " .. n .. "; expected 2 to 15")
    down = n + 1
    return "A:" .. ("A" .. ("."):rep(n - 1) .. "/"):rep(n - 1) .. "." .. ("B"):rep(n - 1)
  end,

  player = function(p) return p:sub(1, 1) end,
  moves = moves,

  terminal = function(p)
    if not p:find("A", 3, true) then return "A" end
    if not p:find("B", 3, true) then return "B" end
    if #moves(p) == 0 then return p:sub(1, 1) end
  end,

  board = function(p)
    local grid = {}
    for row in p:sub(3):gmatch("[^/]+") do
      grid[#grid + 1] = row:gsub("A", "X"):gsub("B", "O")
    end
    return { grid = grid, titles = { X = "car that drives right", O = "car that drives up" } }
  end,

  parse = function(text)
    local row = ("[AB.]"):rep(down - 1)
    return text:find("^[AB]:" .. (row .. "/"):rep(down - 2) .. row .. "$") and text or nil
  end,
}
