-- The C library, by a program that uses it: spec/library/library.c.

local gts = require "gts"
local json = require "gts.show.json"
local run = require "spec.support.run"
local tables = require "gts.base.tables"

local build = run.program:gsub("[^/]*$", "")

local function prints(case) return run.output(("timeout 120 '%sspec/library' %s 2>&1"):format(build, case)) end

-- A list as JSON, as table.pack gives it.
local function list_of(given)
  local parts = {}
  for i = 1, given.n do parts[i] = given[i] == nil and "null" or json.encode(given[i]) end
  return "[" .. table.concat(parts, ",") .. "]"
end

local cases = dofile "spec/library/cases.lua"

describe("the C library", function()
  it("searches games of 2 to 16 integers by algorithms of all families; what is not written is 0", function()
    assert.equal("done", prints "unwritten")
  end)

  it("says which function has failed, where and why, and goes on", function()
    assert.equal([[
next: rules.next: the heap fell over (in rules.next of position {3, 0})
evaluate: rules.evaluate returned 7: expected 0, 1 or -1 (in rules.evaluate of position {0, 0})
evaluate: rules.evaluate: failed (in rules.evaluate of position {0, 0})
again: value 1, move 1, solved
bounds: rules.bounds returned 2: expected 0, 1 or -1 (in rules.bounds of position {9, 1})]], prints "failing")
  end)

  it("refuses rules that change the position that they are asked about, by name", function()
    local lines = {}
    for line in (prints "slips" .. "\n"):gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
    assert.equal("none: value 1, move 1, solved", lines[1])
    for i, rule in ipairs { "next", "evaluate", "player", "terminal", "bounds", "key" } do
      local text = ("%s: rules.%s changed its position: change a copy (in rules.%s of position {"):format(rule, rule, rule)
      assert.equal(text, lines[i + 1]:sub(1, #text))
    end
    assert.equal(7, #lines)
  end)

  it("refuses what is wrong, by name", function()
    assert.equal([[
rules.next is missing
rules.words is 17: expected 1 to 16
rules.size is 280: expected sizeof (gts_rules), 272 at most
rules is NULL
threads: option 'threads': the rules of heap are functions of the caller, for one thread
options: options: expected NAME=VALUE, got 'depth'
handle: there is nothing by the handle 99
no handle: there is no game: its handle is 0
size: result.size: expected sizeof (gts_result)
the arguments cannot be read: unterminated object at line 1, column 1
gts is NULL
the header is of API 2, this library has API 1
dropped: there is nothing by the handle 1]], prints "refused")
  end)

  it("is of no use away from its modules, and says so", function()
    local folder, gone <close> = run.folder()
    assert.matches("the Lua modules of gts are not where they belong, near /", run.output(("cp '%slibgts-search.so.1' %s && "
      .. "LD_LIBRARY_PATH=%s '%sspec/library' unwritten 2>&1"):format(build, folder, folder, build)), 1, true)
  end)

  it("may be called by a rule, which drops a game meanwhile", function()
    assert.equal("within: value 0, move 1, not solved\noutside: value 1, move 1, not solved", prints "within")
  end)

  it("is stopped by another thread, whatever it does, and lets no other in", function()
    local refused = "other thread: another thread is calling: open a gts for each thread\n"
    assert.equal(refused .. "functions: value nan, move none, not solvedinterrupted\n"
      .. refused .. "rules in Lua: value nan, move none, not solvedinterrupted\n"
      .. refused .. "match: interrupted\nafterwards: value 0, move 1, not solved", prints "stopping")
  end)

  it("gives back each share of an object", function()
    local text = prints("objects"):gsub("0x%x+", "0x")
    assert.equal([[
algorithm=alphabeta: value 1, move take 1, solved
algorithm=ttalphabeta: value 1, move take 1, solved
algorithm=mcts iterations=500: value 1, move take 1, solved
algorithm=pn: value 1, move take 1, solved
the move is an object
failed: rules.next: the heap fell over (in rules.next of position gts.object: 0x)
from an object
closed]], text)
  end)

  it("passes the cases that all bindings have in common", function()
    local folder, gone <close> = run.folder()
    local list, lines = tables.filter(cases, function(case) return not case.of and (case.expect or case.error) end), {}
    for i, case in ipairs(list) do lines[i] = case.call .. " " .. list_of(case.arguments) end
    run.write(folder .. "/calls", table.concat(lines, "\n") .. "\n")
    local answers = run.lines(prints(("calls <%s/calls"):format(folder)))
    assert.same({ #list, true }, { #answers, #list > 15 })
    for i, case in ipairs(list) do
      if case.error then assert.truthy(answers[i]:find(case.error, 1, true), answers[i])
      else
        local got = assert(json.decode(answers[i]), answers[i])[1]
        for name, value in pairs(case.expect) do assert.same(value, got[name], case.name) end
      end
    end
  end)

  it("calls functions of the caller that are arguments", function()
    local lines = run.lines(prints "function")
    assert.truthy(lines[1]:find("there are no functions of the caller", 1, true))
    assert.same({ "function 7: a report", "ended", "stopped" }, table.move(lines, 2, 4, 1, {}))
    assert.truthy(lines[5]:find("a function of the caller: no more", 1, true))
  end)

  it("exports what its header declares, and no more", function()
    local declared, exported = {}, {}
    local text = run.read("src/library/search.h"):gsub("/%*.-%*/", ""):gsub("#define[^\n]*", "")
    for name in text:gmatch "%f[%w](gts_[%w_]+) ?%(" do declared[name] = true end
    local symbols = run.output(("nm -D --defined-only '%slibgts-search.so'"):format(build))
    for name in symbols:gmatch "T (gts_[%w_]+)" do exported[name] = true end
    assert.same(declared, exported)
  end)
end)

it("the cases of all bindings hold in Lua, and there are 200", function()
  assert.is_true(#cases >= 200)
  for _, case in ipairs(cases) do
    local given, of = case.arguments, case.of
    local made = of and gts[of.call](table.unpack(of.arguments, 1, of.arguments.n))
    if of then given = table.pack(made, table.unpack(given, 1, given.n)) end
    local ok, got, wrong = pcall(case.library and error or gts[case.call], table.unpack(given, 1, given.n))
    if case.error then assert.is_true(case.library or tostring(ok and wrong or got):find(case.error, 1, true) ~= nil, case.name)
    elseif not ok then error(case.name .. ": " .. tostring(got))
    elseif case.text then assert.equal(case.text, tostring(got):sub(1, #case.text), case.name)
    elseif case.length then assert.equal(case.length, #got, case.name)
    else
      for name, value in pairs(case.expect) do
        local seen = name == "list" and table.move(got, 1, #got, 1, {}) or name == "leaves" and got.stats.leaves or got[name]
        assert.same(value, seen, case.name)
      end
    end
  end
end)
