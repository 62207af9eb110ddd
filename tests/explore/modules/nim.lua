-- Nim, with every field that rules may have.
return {
  title = "nim",
  args = { "sizes...=1" },
  start = function(...) return { ... } end,
  moves = function(p)
    local to = {}
    for i = 1, #p do
      for k = 0, p[i] - 1 do
        local q = { table.unpack(p) }
        q[i] = k
        to[#to + 1] = q
      end
    end
    return to
  end,
  canon = function(p)
    table.sort(p)
    return p
  end,
  show = function(p) return "n" .. table.concat(p, ".") end,
  parse = function(text)
    local p = {}
    for size in text:gmatch("%d+") do p[#p + 1] = tonumber(size) end
    return text:match("^n[%d.]*$") and p or nil
  end,
  terminal = function(p)
    for i = 1, #p do
      if p[i] > 0 then return nil end
    end
    return "P"
  end,
  value = function(p)
    local x = 0
    for i = 1, #p do x = x ~ p[i] end
    return x
  end,
}
