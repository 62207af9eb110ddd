-- Welter's game: move a coin to an empty square with a smaller number. A player who cannot move,
-- because the coins are on the first squares, loses.
--
--   welter:SQUARES...
--
-- [Wel54], [Con76]. The value is the nim-sum of the squares and, for every two coins, of 2^(k+1)
-- - 1, where 2^k is the largest power of 2 that divides their distance. Two coins on a and b have
-- the value (a ~ b) - 1, where ~ is the nim-sum.
--
-- A position is the set of squares with coins, one bit per square.

local last -- the largest square with a coin at the start

return {
  title = "Welter's game: move a coin to an empty square with a smaller number",
  args = { "squares..." },

  start = function(...)
    local p = 0
    for _, square in ipairs(select("#", ...) > 0 and { ... } or { 2, 5, 7 }) do
      assert(square >= 0 and square <= 62, "a coin is on square " .. square .. "; expected 0 to 62")
      assert(p >> square & 1 == 0, "two coins are on square " .. square .. "; expected one at most")
      p = p | 1 << square
    end
    last = 0
    for square = 0, 62 do
      if p >> square & 1 == 1 then last = square end
    end
    return p
  end,

  moves = function(p)
    local to, empty = {}, {}
    for square = 0, 62 do
      local bit = 1 << square
      if p & bit == 0 then
        empty[#empty + 1] = bit
      else
        for i = 1, #empty do to[#to + 1] = p ~ bit ~ empty[i] end
      end
    end
    return to
  end,

  show = function(p)
    local coins = {}
    for square = 0, 62 do
      if p >> square & 1 == 1 then coins[#coins + 1] = square end
    end
    return table.concat(coins, ",")
  end,

  parse = function(text)
    local p = 0
    for word in (text .. ","):gmatch("(.-),") do
      local square = word:match("^%d%d?$") and math.tointeger(word)
      if not square or square > 62 or p >> square & 1 == 1 then return nil end
      p = p | 1 << square
    end
    return p
  end,

  board = function(p)
    local squares, labels = {}, {}
    for square = 0, 62 do
      local coin = p >> square & 1 == 1
      if square > last and p >> square == 0 then break end
      squares[square + 1], labels[square + 1] = coin and "*" or ".", tostring(square)
    end
    return { grid = { table.concat(squares) }, labels = labels, titles = { ["*"] = "coin" } }
  end,

  value = function(p)
    local sum, coins = 0, {}
    for square = 0, 62 do
      if p >> square & 1 == 1 then
        sum = sum ~ square
        for _, other in ipairs(coins) do sum = sum ~ (square - other) ~ (square - other - 1) end
        coins[#coins + 1] = square
      end
    end
    return sum
  end,
}
