-- The list of the games that come with gts.

local gts = require "gts"

describe("gts.games", function()
  local list = gts.games()

  it("lists the files of the folder games, in the order of their names", function()
    local pipe <close> = assert(io.popen "ls games")
    local names = {}
    for file in pipe:lines() do names[#names + 1] = file:match "^(.*)%.lua$" end
    table.sort(names)
    local listed = {}
    for i, entry in ipairs(list) do listed[i] = entry.name end
    assert.same(names, listed)
    assert(#listed >= 14)
  end)

  it("makes each of them with its defaults, and describes it", function()
    for _, entry in ipairs(list) do
      local options = {}
      for _, option in ipairs(entry.options) do
        options[option.name] = option.default
        assert.equal("string", type(option.help))
        assert.equal("string", type(option.expected))
      end
      assert.equal(gts.show(entry.name), gts.show(gts.game(entry.name, next(options) and options or nil)))
      assert(entry.title ~= "" and #entry.title < 60, entry.title)
      assert.equal(entry.title, entry.summary:sub(1, #entry.title))
      assert(#entry.summary > 60 and not entry.summary:find "\n")
    end
  end)

  it("prints as a table", function()
    local text = tostring(list)
    for line in text:gmatch "[^\n]+" do assert(#line <= 80) end
    assert.truthy(text:find("kalah +Kalah +pits, seeds"))
  end)

  it("gives lists of its own", function()
    for _, entry in ipairs(gts.games()) do
      if entry.name == "nim" then entry.options[1].default[1] = 60 end
    end
    for _, entry in ipairs(gts.games()) do
      if entry.name == "nim" then assert.same({ 3, 4, 5 }, entry.options[1].default) end
    end
  end)
end)
