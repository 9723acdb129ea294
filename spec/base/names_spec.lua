-- A program may call its own things `table`, `type` or `string`: gts goes by what these names meant when it was loaded.

local run = require "spec.support.run"

local spoil = [[
  local print, tostring = print, tostring
  for _, name in ipairs { "assert", "collectgarbage", "coroutine", "debug", "dofile", "error", "getmetatable", "io", "ipairs",
    "load", "loadfile", "math", "next", "os", "pairs", "pcall", "rawequal", "rawget", "rawlen", "rawset", "require", "select",
    "setmetatable", "string", "table", "tonumber", "tostring", "type", "utf8", "warn", "xpcall" } do
    if name ~= "ipairs" then _G[name] = 5 end
  end
  ipairs = 5
]]

describe("gts", function()
  it("works in a program that has given other values to all names of Lua", function()
    local _, err, code = run.gts { script = spoil .. [[
      local r = gts.search("connect4", { depth = 4, native = true, order = "table", algorithm = "ttalphabeta" })
      print(r.value, r.move, tostring(r.options.depth))
      print(gts.best("nim", nil, { depth = 3 }).move, gts.analyze("tictactoe", { depth = 2 })[1].move)
      print(gts.search(gts.tree { { 3, 12, 8 }, { 2, 4, 6 } }, { solution = true }).proof)
      local kept = gts.table()
      gts.search("dots", { algorithm = "ttalphabeta", table = kept, depth = 3 })
      print(gts.native("othello"), gts.help "transposition-tables")
      gts.search("nim", { dpeth = 3 })
    ]] }
    assert.equal(1, code)
    assert.matches("unknown option 'dpeth'", err)
  end)
end)
