-- What rules say reaches no pipe with control characters; and what the sheet of an exercise takes.

local grade = require "gts.course.grade"
local gts = require "gts"
local json = require "gts.show.json"
local run = require "spec.support.run"

local RULES = [[
local r = { name = "dirty\27[31m", start = 1 }
function r.successors(p) return p < 3 and { p + 1, p + 2 } or {}, p < 3 and { "a\27[2J", "b\7\r" } or {} end
function r.evaluate(p) return p end
function r.show(p) return "board\27]0;x\7\n" .. p end
return r
]]

local FAILS = [[
local r = { name = "fails", start = 1 }
function r.successors(p) return {} end
function r.evaluate(p) error("bad\27[2J thing\155") end
return r
]]

local CONTROL = "[%z\1-\8\11-\31\127\155]"

local function is_clean(text) assert.is_nil(text:find(CONTROL), text) end

describe("control characters that rules print, return or raise", function()
  local folder, gone
  setup(function()
    folder, gone = run.folder()
    run.write(folder .. "/dirty.lua", RULES)
    run.write(folder .. "/fails.lua", FAILS)
  end)
  teardown(function() getmetatable(gone).__close() end)

  it("are made visible in pipes, by every command", function()
    local function try(commands, file)
      for command in commands:gmatch "%S+" do
        local out, said = run.gts { command, file, folder = folder }
        is_clean(out)
        is_clean(said)
      end
    end
    try("search analyze solve compare moves check draw perft", "./dirty.lua")
    try("analyze check draw", "./fails.lua")
    local out = run.gts { "best", "./dirty.lua", folder = folder }
    is_clean(out)
    assert.truthy(out:find("a\\27[2J", 1, true), out)
    local _, said = run.gts { "best", "./fails.lua", folder = folder }
    is_clean(said)
    assert.truthy(said:find("./fails.lua:3: bad\\27[2J thing\\155 (in rules.evaluate of position 1)", 1, true), said)
    is_clean((run.gts { "play", "./dirty.lua", folder = folder, input = "1\nquit\n" }))
    is_clean((run.gts { "ugi", "./dirty.lua", folder = folder, input = "ugi\ngo depth 1\nquit\n" }))
  end)

  it("are escaped in JSON, and replaced in CSV", function()
    local out = run.gts { "best", "./dirty.lua", "--json", folder = folder }
    is_clean(out)
    assert.equal("a\27[2J", json.decode(out).move)
    local csv = gts.analyze(folder .. "/dirty.lua"):csv()
    is_clean(csv)
    assert.truthy(csv:find("a\u{FFFD}[2J", 1, true), csv)
  end)
end)

describe("the sheet of an exercise", function()
  local function graded(row)
    return grade.here({ title = "x", grade = function(sheet) sheet:row(table.unpack(row, 1, 4)) end },
      { text = "return 1", name = "mine.lua", seed = 1 }, {})
  end

  it("takes no points that are none, and no text that is none", function()
    local rows = {
      { "2", "what", true }, { 1.5, "what", true }, { -1, "what", true }, { 0 / 0, "what", true },
      { 2, {}, true }, { 2, nil, true },
    }
    for _, row in ipairs(rows) do
      local report = graded(row)
      assert.equal(1, report.points)
      assert.equal("the grading ended early", report[2].what)
    end
    assert.equal(3, graded({ 2, "what", true }).points)
  end)

  it("is shown without control characters", function()
    local report = graded { 2, "what\27[2J", false, "why\7" }
    assert.equal("what\u{FFFD}[2J", report[2].what)
    assert.equal("why\u{FFFD}", report[2].why)
  end)
end)
