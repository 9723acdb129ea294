-- Values as the prompt shows them.

local gts = require "gts"
local value = require "gts.show.value"

local function shows(expected, item, given) assert.equal(expected, value.text(item, given)) end

describe("a value at the prompt #lua", function()
  it("is as Lua writes it, a string by itself bare", function()
    shows("1", 1)
    shows("1.0", 1.0)
    shows("nil", nil)
    shows("true", true)
    shows("a \"b\"\nc", "a \"b\"\nc")
  end)

  it("is a table with what is in it: its list, then its names in order", function()
    shows("{}", {})
    shows('{1, "two", {3}}', { 1, "two", { 3 } })
    shows('{7, [2.5] = true, a = 1, b = "x", ["not a name"] = 0}', { 7, b = "x", a = 1, [2.5] = true, ["not a name"] = 0 })
  end)

  it("quotes strings inside tables, in one line", function()
    shows([[{"a\nb\"\\\27\t\0271"}]], { "a\nb\"\\\27\t\0271" })
    shows('{"' .. ("x"):rep(240) .. '..."}', { ("x"):rep(1000) })
    shows('{"' .. ("x"):rep(239) .. '..."}', { ("x"):rep(239) .. "\u{E9}" .. ("x"):rep(9) })
  end)

  it("shows no table inside itself, and ends at a depth and a length", function()
    local t = { 1 }
    t.self = t
    shows("{1, self = <itself>}", t)
    local shared = { 5 }
    shows("{{5}, {5}}", { shared, shared })
    shows("{{{{{...}}}}}", { { { { { 1 } } } } }, { depth = 4 })
    shows("{{...}}", { { 1 } }, { depth = 1 })
    local long = {}
    for i = 1, 100 do long[i] = i % 10 end
    shows("{1, 2, 3, ... 97 more}", long, { most = 3 })
    shows("{a = 1, ... 2 more}", { a = 1, b = 2, c = 3 }, { most = 1 })
    local wide = {}
    for i = 1, 30 do
      wide[i] = {}
      for k = 1, 30 do wide[i][k] = { k } end
    end
    assert(#value.text(wide) < 3000)
  end)

  it("takes as few lines as the page allows", function()
    shows("{1000, 2000, 3000,\n 4000, 5000}", { 1000, 2000, 3000, 4000, 5000 }, { width = 20 })
    shows("{\n  {1, 2, 3},\n  name = \"a name\"\n}", { { 1, 2, 3 }, name = "a name" }, { width = 24 })
    for width = 20, 100 do
      local text = value.text({ { 1, 2, { a = 3, b = { "four", "five" } } }, ("word "):rep(3), 12345678 }, { width = width })
      for line in text:gmatch "[^\n]+" do assert(#line <= width, text) end
    end
  end)

  it("is what an object says of itself, one line of it inside a table, even if it cannot", function()
    local speaking = setmetatable({}, { __tostring = function() return "first\nsecond" end })
    shows("first\nsecond", speaking)
    shows("{<first ...>}", { speaking })
    local failing = setmetatable({}, { __tostring = function() error "no" end })
    shows("(a table whose __tostring raises an error)", failing)
    shows("{(a table whose __tostring raises an error)}", { failing })
    assert.truthy(value.text(function() end):find("^function: .*value_spec.lua:%d+$"))
  end)

  it("asks no metamethods of a table for its fields", function()
    local function never() error "asked" end
    shows("{1}", setmetatable({ 1 }, { __index = never, __len = never, __pairs = never, __name = "x" }))
  end)

  it("is a result in lines, inside a table in one", function()
    local r = gts.search("nim", { depth = 2 })
    assert.truthy(value.text(r):find "^move   101\nvalue  0  ")
    assert.equal("{<result: move 101, value 0>}", value.text { r })
    local rules = { name = "named", start = 1, evaluate = function(n) return n end }
    function rules.successors(n) return n < 4 and { n + 1 } or {} end
    function rules.move_name(move) return ("<%d>"):format(move) end
    assert.truthy(value.text(gts.search(rules)):find "^move   <1>\n.*\nline   <1> <1> <1>\n")
  end)

  it("is in pieces with styles, for colours", function()
    assert.same({
      { "{" }, { "a", "name" }, { " = " }, { "1", "number" }, { ", " }, { "b", "name" }, { " = " }, { '"x"', "string" }, { ", " },
      { "c", "name" }, { " = " }, { "true", "word" }, { "}" },
    }, value.pieces { a = 1, b = "x", c = true })
  end)
end)
