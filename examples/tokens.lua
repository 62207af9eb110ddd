-- Tokens on letters: a token on a goes to a again or off the board, one on b to a or c, one on c off
-- the board, and one on d becomes two on a or one on b. One on g becomes two, on g and c, so that
-- sums of tokens grow. One on v goes to w, one on w to v or off, and one on x off. A position is the
-- letters of all tokens in order; "-" if there are none.

local moves_of = {
  a = { "a", "" },
  b = { "a", "c" },
  c = { "" },
  d = { "aa", "b" },
  g = { "cg", "" },
  v = { "w" },
  w = { "v", "" },
  x = { "" },
}

local function in_order(letters)
  local list = {}
  for letter in letters:gmatch("%a") do list[#list + 1] = letter end
  table.sort(list)
  return #list == 0 and "-" or table.concat(list)
end

return {
  title = "tokens on letters",
  args = { "letters:text" },
  start = in_order,
  moves = function(p)
    local to = {}
    for i = 1, #p do
      for _, letters in ipairs(moves_of[p:sub(i, i)] or {}) do
        to[#to + 1] = in_order(p:sub(1, i - 1) .. letters .. p:sub(i + 1))
      end
    end
    return to
  end,
  split = function(p)
    local parts = {}
    for letter in p:gmatch("%a") do parts[#parts + 1] = letter end
    return parts
  end,
}
