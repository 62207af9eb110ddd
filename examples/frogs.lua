-- Frogs on a row of stones. A frog hops one stone to the left if that stone is free, and from the
-- first stone to the bank, where it stays. Every third stone is wet: a frog on it may also slip
-- back, one stone to the right. A player who cannot move loses.

-- The row with `what` at stone i.
local function put(row, i, what) return row:sub(1, i - 1) .. what .. row:sub(i + 1) end

return {
  title = "Frogs hop to the left, and may slip back from every third stone",
  args = { "stones=6", "frogs=2" },
  start = function(stones, frogs) return ("."):rep(stones - frogs) .. ("@"):rep(frogs) end,
  moves = function(row)
    local to = {}
    for i = 1, #row do
      if row:sub(i, i) == "@" then
        local left = put(row, i, ".")
        if i == 1 then to[#to + 1] = left end
        if i > 1 and row:sub(i - 1, i - 1) == "." then to[#to + 1] = put(left, i - 1, "@") end
        if i % 3 == 0 and row:sub(i + 1, i + 1) == "." then to[#to + 1] = put(left, i + 1, "@") end
      end
    end
    return to
  end,
  parse = function(text)
    if text:match("^[.@]+$") then return text end
  end,
  board = function(row) return { grid = { row }, titles = { ["@"] = "frog" } } end,
}
