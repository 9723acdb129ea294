-- Tabs of the page: those of gts in their order, and those that a user's extension brings.

local json = require "gts.show.json"
local run = require "spec.support.run"

local folder, gone

before_each(function() folder, gone = run.folder() end)
after_each(function() getmetatable(gone).__close() end)

local TASK = [[return {
  read = function(_, message) return message.number and { number = message.number }, "no number" end,
  run = function(asked) return { double = 2 * asked.number } end,
}]]

-- What a script prints, in which an extension has a tab of this row.
local function with(row, script)
  os.execute(("mkdir '%s/gts-mine'"):format(folder))
  run.write(folder .. "/gts-mine/extension.lua", ("return { interface = 1, tabs = { %s } }"):format(row))
  run.write(folder .. "/gts-mine/double.html", "<p>twice</p>\n")
  run.write(folder .. "/gts-mine/double.js", "function doubleTab(page) { return { show() {} }; }\n")
  run.write(folder .. "/gts-mine/task.lua", TASK)
  run.write(folder .. "/gts-mine/bad.lua", "return {}")
  return run.gts { "-e", script, environment = ("LUA_PATH='%s/?.lua;;'"):format(folder) }
end

local NAMES = [[for name in require("gts.page.text").make():gmatch 'id="tab%-(%w+)"' do io.write(name, " ") end]]
local OURS = "play review puzzles profile rules check search steps compare learn "

describe("tabs of the page #lua", function()
  it("stand where their extension says", function()
    local row = '{ name = "double", module = "gts-mine.task", after = "check" }'
    assert.equal(OURS:gsub("check", "check double"), (with(row, NAMES)))
  end)

  it("do their task", function()
    local out = with('{ name = "double", module = "gts-mine.task" }', [[
      local state = assert(require("gts.page.page_state").new { game = "tictactoe", max = "person", min = "person" })
      state:take { kind = "double", number = 4 }
      while state:work(function() end) do end
      print(require("gts.show.json").encode(state:state().double))]])
    assert.equal(8, json.decode(out).result.double)
  end)

  local cases = {
    { '{ name = "other" }', "lacks other.html or other.js" },
    { '{ name = "double", module = "gts-mine.bad" }', "has a module gts%-mine.bad that has no function" },
    { '{ name = "double", module = "gts-mine.none" }', "has a module gts%-mine.none that does not load" },
    { '{ name = "two-words" }', "has no name of a function as tabs%[1%].name" },
    { '{ name = "check" }', "redefines 'check' of tabs" },
  }
  for _, case in ipairs(cases) do
    it(("are left out where one %s"):format(case[2]), function()
      local out, err = with(case[1], [[require("gts.base.extensions").report_to(function(text) io.stderr:write(text) end)
        ]] .. NAMES)
      assert.equal(OURS, out)
      assert.matches(case[2], err)
    end)
  end
end)
