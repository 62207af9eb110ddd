return {
  title = "Take one or two; one stone from an even heap gives another move",
  args = { "stones=5" },
  kinds = true,
  start = function(n) return n end,
  moves = function(n)
    local to, kinds = {}, {}
    if n >= 1 then to[1] = n - 1 end
    if n >= 2 then to[2] = n - 2 end
    if n >= 1 and n % 2 == 0 then kinds[1] = "carry-on" end
    return to, kinds
  end,
}
