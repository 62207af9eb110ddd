-- Rules that can be opened, but whose other functions fail.
local function fail() error("no answer today") end

return { args = { "n" }, start = function(n) return n end, moves = fail, value = fail }
