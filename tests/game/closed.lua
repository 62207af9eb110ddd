-- Tokens on letters: v → w, w → v or off the board, x → off. The closed form knows the values: 0 on v,
-- and 1 on w and x.
local moves_of = { v = { "w" }, w = { "v", "" }, x = { "" } }

local function in_order(letters)
  local list = {}
  for letter in letters:gmatch("%a") do list[#list + 1] = letter end
  table.sort(list)
  return #list == 0 and "-" or table.concat(list)
end

return {
  args = { "letters:text" },
  start = in_order,
  moves = function(p)
    local to = {}
    for i = 1, #p do
      for _, letter in ipairs(moves_of[p:sub(i, i)] or {}) do
        to[#to + 1] = in_order(p:sub(1, i - 1) .. letter .. p:sub(i + 1))
      end
    end
    return to
  end,
  value = function(p) return select(2, p:gsub("[wx]", "")) % 2 end,
}
