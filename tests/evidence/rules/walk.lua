-- A token on a digraph, as rules with ranks: the name of a position starts with t and its tier, such as t2-17.

local followers, names, number, tier, index, members

return {
  args = { "graph:digraph" },

  start = function(g)
    followers, names, number, tier, index, members = g, g.names, {}, {}, {}, {}
    for u = 1, g.order do
      local t = tonumber(names[u]:match("^t(%d+)"))
      members[t] = members[t] or {}
      number[names[u]], tier[u], index[u] = u, t, #members[t]
      table.insert(members[t], u)
    end
    return members[0][1]
  end,

  moves = function(u) return followers[u] end,
  show = function(u) return names[u] end,
  parse = function(text) return number[text] end,

  count = function(t) return #members[t] end,
  rank = function(u) return tier[u], index[u] end,
  unrank = function(t, i) return members[t][i + 1] end,

  tiers = function(t)
    local later = {}
    for s = t + 1, #members do later[#later + 1] = s end
    return later
  end,
}
