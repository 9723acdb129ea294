-- Local variables of the prompt: chunks one after the other mean what they would mean as one text.

local lexer = require "gts.program.lexer"
local scopes = require "gts.program.scope"

describe("local variables of the prompt #lua", function()
  local scope

  before_each(function() scope = scopes.new() end)

  -- Runs a chunk: what it gives.
  local function run(source)
    local chunk, wrong = scope:compile(source, "=stdin")
    assert(chunk, wrong)
    return chunk()
  end

  local function refuses(source, message)
    local chunk, wrong = scope:compile(source, "=stdin")
    assert.is_nil(chunk)
    assert.truthy(wrong:find(message, 1, true), wrong)
  end

  it("live on after their line", function()
    run "local x, y = 3"
    assert.equal(3, run "x")
    assert.is_nil(run "y")
    run "y = x + 1"
    assert.equal(4, run "y")
    assert.is_nil(rawget(_G, "x"))
  end)

  it("are shared with the functions that were made with them", function()
    run "local n = 0"
    run "local function count() n = n + 1 return n end"
    assert.equal(1, run "count()")
    run "n = 10"
    assert.equal(11, run "count()")
    assert.equal(11, run "n")
  end)

  it("may be declared anew, and functions made before keep the old one", function()
    run "local x = 1 local function old() return x end"
    run "local x = x + 1"
    assert.same({ 1, 2 }, { run "old(), x" })
    run "local x = x * 10 local x = x + 1"
    assert.equal(21, run "x")
  end)

  it("may be called by themselves, if they are local functions", function()
    run "local function factorial(n) return n < 2 and 1 or n * factorial(n - 1) end"
    assert.equal(120, run "factorial(5)")
  end)

  it("stay constants, of literals too", function()
    run "local five <const>, t <const> = 5, {}"
    assert.equal(5, run "five")
    refuses("five = 6", "attempt to assign to const variable 'five'")
    refuses("t = 6", "attempt to assign to const variable 't'")
    run "t.x = five"
    assert.equal(5, run "t.x")
    run "local five = 6 five = 7"
    assert.equal(7, run "five")
  end)

  it("are closed when the prompt ends, the last first, each of them", function()
    _G.closed = {}
    run [[local function closing(name, wrong)
      return setmetatable({}, { __close = function() table.insert(closed, name) if wrong then error(wrong, 0) end end })
    end]]
    run "local a <close> = closing 'a'"
    run "local b <close>, c = closing('b', 'cannot'), 3"
    run "local none <close> = nil"
    assert.same({}, _G.closed)
    assert.equal(3, run "c")
    assert.has_error(function() scope:close() end, "cannot")
    assert.same({ "b", "a" }, _G.closed)
    scope:close()
    assert.same({ "b", "a" }, _G.closed)
    assert.equal("stdin:1: variable 'd' got a non-closable value", select(2, pcall(run, "local d <close> = 3")))
    _G.closed = nil
  end)

  it("are those of the top level alone", function()
    run "do local inner = 1 end for i = 1, 2 do local j = i end if true then local k = 1 end"
    run "repeat local r = true until r; while false do local w = 1 end (function() local f = 1 end)()"
    for _, name in ipairs { "inner", "i", "j", "k", "r", "w", "f" } do assert.is_false((scope:value(name)), name) end
  end)

  it("are found whatever they are made with", function()
    run "local a = function() local b = 1 return b end local c = { 1, (2), f = function() end } local d = not -#'x' == ~2"
    run "local e = a () local g = c [1] local h = ('x'):rep(3) local i = not a or c.f and nil; local j"
    run "local k = { } ; (function() end)() local l = 'a' --[[ local m = 1 ]] -- local n = 2\nlocal o = [==[ local p ]==]"
    run "local q = string.len 'x' local s = tostring {1} and 1e-5 local t = ... ; local u <const> = 0x.8p-3"
    run "local v = 1 (tostring)(end_of_line)"
    local expected = { "a", "c", "d", "e", "g", "h", "i", "j", "k", "l", "o", "q", "s", "t", "u", "v" }
    assert.same(expected, scope:names())
  end)

  it("that were declared before an error stay", function()
    local chunk = scope:compile("local x = 1 error 'here' local y = 2", "=stdin")
    assert.has_error(chunk)
    assert.equal(1, run "x")
    assert.is_false((scope:value "y"))
  end)

  it("do not disturb goto and labels", function()
    run "local i = 1 ::again:: i = i + 1 if i < 5 then goto again end"
    assert.equal(5, run "i")
    run "do goto done end local skipped = 1 ::done::"
    run "local n = 0 ::top:: local m = n n = n + 1 if n < 3 then goto top end"
    assert.same({ 3, 2 }, { run "n, m" })
    refuses("goto nowhere", "no visible label 'nowhere'")
  end)

  it("may be the environment", function()
    run "local _ENV = { x = 1 }"
    run "y = x"
    assert.equal(1, run "y")
    assert.is_nil(rawget(_G, "y"))
    run "local z = y + 1"
    assert.equal(2, run "z")
  end)

  it("may be more than a function can have", function()
    for i = 1, 300 do run(("local v%d = %d"):format(i, i)) end
    assert.equal(301, run "v1 + v300")
  end)

  it("do not shadow what throws values away", function()
    run "local _, second = 1, 2"
    assert.is_false((scope:value "_"))
    assert.equal(2, run "second")
  end)

  it("leave the numbers of lines as they are, and the arguments", function()
    run "local x = 1"
    local chunk = scope:compile("local y = x\n\nerror('here' .. select('#', ...))", "=stdin")
    assert.equal("stdin:3: here0", select(2, pcall(chunk)))
    chunk = scope:compile("nothing.field -- of it", "=stdin")
    assert.truthy(select(2, pcall(chunk)):find "^stdin:1: attempt to index a nil value")
    chunk = scope:compile("-- nothing", "=stdin")
    assert.equal(0, select("#", chunk()))
  end)

  it("are nil for an expression, and what is no Lua is refused as Lua refuses it", function()
    assert.is_true(select(2, scope:compile("1 + 2", "=stdin")))
    assert.is_false(select(2, scope:compile("local x", "=stdin")))
    refuses("x = = 1", "unexpected symbol near '='")
    assert.is_true(select(3, scope:compile("for i = 1, 2 do", "=stdin")))
    assert.is_false(select(3, scope:compile("x = = 1", "=stdin")))
  end)

  it("may be shown at the end of the line that declares them", function()
    assert.equal(6, run "local x = 2; x * 3")
    assert.equal(7, run "x = x + 5; x")
    refuses("local y = 2; y y", "syntax error")
    assert.is_true(select(3, scope:compile("for i = 1, 2 do local z = i; z", "=stdin")))
    assert.is_true(select(3, scope:compile("x = 1; for i = 1, 2 do", "=stdin")))
  end)

  it("can be put in from outside, and be another function's", function()
    local theirs = 1
    local function f() theirs = theirs + 1 end
    local get = scope:declare("given", 5)
    scope:share("theirs", f, 1)
    run "given, theirs = given + 1, theirs + 10"
    f()
    assert.same({ 6, 12, 12 }, { get(), theirs, run "theirs" })
  end)
end)

describe("the words of a piece of Lua #lua", function()
  it("are not looked for in strings and comments", function()
    local function texts(source)
      local list = {}
      for i, token in ipairs(lexer.tokens(source)) do list[i] = token.text end
      return table.concat(list, "|")
    end
    assert.equal("a|=|'it\\'s'|..|[[x\n]]|b", texts "a='it\\'s'..[[x\n]]--[[ local ]]b -- end")
    assert.equal("x|<<|3|//|2|::|l|::|...|~=|0x1F|.5", texts "x<<3//2 ::l:: ...~=0x1F .5")
    assert.equal('f|"a\\z \n b"|1', texts 'f"a\\z \n b"1')
    assert.is_true(lexer.tokens("f('half")[3].open)
    assert.is_true(lexer.tokens("f([[half")[3].open)
    assert.is_nil(lexer.tokens("f('whole'")[3].open)
  end)
end)
