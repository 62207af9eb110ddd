-- From n, move to n + 1, or to n / p for a prime factor p of n. At 1 play is over.
return {
  title = "n to n + 1, or to n / p for a prime factor p",
  start = function() return 2 end,
  moves = function(n)
    if n == 1 then return {} end
    local followers, rest, p = { n + 1 }, n, 2
    while rest > 1 do
      if p * p > rest then p = rest end
      if rest % p == 0 then
        followers[#followers + 1] = n // p
        while rest % p == 0 do rest = rest // p end
      end
      p = p == 2 and 3 or p + 2
    end
    return followers
  end,
  fields = { "n" },
  order = function(n) return n end,
}
