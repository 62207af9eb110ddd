-- Dodgem: drive one of your cars one square forwards or sideways, never back, to a free square or,
-- forwards, off the board; the cars of A drive right and those of B drive up. A player whose cars
-- are all off the board wins, and so does a player who cannot move.
--
--   dodgem:N                A moves first
--
-- On n by n squares A has n - 1 cars in the left column, and B has n - 1 in the bottom row. Cars
-- must not be shut in: that is why a player who cannot move wins. By Colin Vout, in [BCG82]. On 3
-- by 3 squares the first player wins; 4 by 4 is a draw by endless play.
--
-- A position is the player to move and the picture, row by row: "A:A../A../.BB". Cars leave the
-- board and never return, so the positions with the same numbers of cars are a tier: 203 if A has
-- two cars left and B has three.

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

-- How many squares are free, taken by cars of A and taken by cars of B; nil if the tier does not exist.
-- On boards of 9 by 9 squares and more there are too many positions to number them.
local function numbers(tier)
  local a, b = tier // 100, tier % 100
  if a > down - 2 or b > down - 2 or down > 9 then return nil end
  return { (down - 1) * (down - 1) - a - b, a, b }
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
    return {
      grid = grid,
      titles = { X = "car that drives right", O = "car that drives up" },
      facing = { X = "right", O = "up" },
    }
  end,

  parse = function(text)
    local row = ("[AB.]"):rep(down - 1)
    return text:find("^[AB]:" .. (row .. "/"):rep(down - 2) .. row .. "$") and text or nil
  end,

  count = function(tier)
    local cars = numbers(tier)
    return cars and 2 * ranking.words.count(cars) or 0
  end,

  rank = function(p)
    local squares = p:sub(3):gsub("/", "")
    local _, a = squares:gsub("A", "")
    local _, b = squares:gsub("B", "")
    local tier = 100 * a + b
    if not numbers(tier) then return nil end
    return tier, 2 * ranking.words.rank(squares, ".AB") + (p:sub(1, 1) == "A" and 0 or 1)
  end,

  unrank = function(tier, index)
    local squares = ranking.words.unrank(numbers(tier), ".AB", index // 2)
    if not squares then return nil end
    local rows = squares:gsub(("."):rep(down - 1), "%0/", down - 2)
    return (index % 2 == 0 and "A:" or "B:") .. rows
  end,

  -- With no car left on one side play is over.
  tiers = function(tier)
    local a, b = tier // 100, tier % 100
    if a == 0 or b == 0 then return {} end
    return { tier - 100, tier - 1 }
  end,
}
