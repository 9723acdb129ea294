-- Hostile rules: whatever a rule returns, raises or does, what gts says names the rule, the position and the line, once.

local gts = require "gts"
local raised = require "gts.base.raised"

local LINE = 7                  -- of the rule under test, in the text below

local TEXT = [[
local rules = { name = "hostile", start = 1, %s }
local huge = ("x"):rep(%d)
local function deep(n) return 1 + deep(n + 1) end
local function object(text) return setmetatable({}, { __tostring = function() return text end }) end
local unsayable = setmetatable({}, { __tostring = function() error "unsayable" end, __name = "unsayable" })
function rules.successors(p) return p < 3 and { p + 1 } or {} end; function rules.evaluate(p) return 0 end
rules.%s = function(p, ...) local _ = huge; %s end
return rules
]]

-- Field, body, what of the message says what is wrong, and what is expected; `more`: other fields; `at`: the line, if another.
local cases = {
  -- Wrong types and values.
  { "evaluate", "return nil", "returned nil", "expected a number" },
  { "evaluate", "return 'x'", "returned 'x'", "expected a number" },
  { "evaluate", "return true", "returned true" },
  { "evaluate", "return 0/0", "nan" },
  { "evaluate", "return math.huge", "returned inf" },
  { "evaluate", "", "returned nil" },
  { "evaluate", "return unsayable", "returned a table" },
  { "evaluate", "return coroutine.create(print)", "returned a thread" },
  { "evaluate", "return 7", "returned 7", more = "range = { 0, 1 }" },
  { "successors", "return nil", "returned nil", "expected a list of positions, or an iterator" },
  { "successors", "return 5", "returned 5" },
  { "successors", "return { 2 }, 5", "returned 5", "list of moves" },
  { "successors", "return { 4 }, { 'one', 'two' }", "1 positions and 2 moves", "as many" },
  { "successors", "return p == 1 and { 2, nil, 3, 4 } or {}", "nil" },
  { "successors", "return function() return 1, 0/0 end", "nan" },
  { "successors", "return { 0/0 }", "nan" },
  { "successors", "return function() return 1 end", "nil" },
  { "player", "return nil", "returned nil", "expected 'max' or 'min'" },
  { "player", "return 'MAX'", "returned 'MAX'" },
  { "player", "return 1", "returned 1" },
  { "player", "return unsayable", "returned a table" },
  { "bounds", "return 'a', 'b'", "returned 'a'", "expected two numbers, lower and upper" },
  { "bounds", "return 0, true", "returned true", "expected two numbers, lower and upper" },
  { "bounds", "return 0/0, 1", "nan" },
  { "bounds", "return 5, 1", "returned 5" },
  { "bounds", "return {}, 1", "returned a table" },
  { "score", "return 0.5", "returned 0.5" },
  { "score", "return nil", "returned nil" },
  { "score", "return 1 << 60", "returned 1152921504606846976" },
  -- Errors of every kind of value.
  { "evaluate", "error 'plainly'", "plainly" },
  { "evaluate", "error('no place', 0)", "no place" },
  { "evaluate", "error()", "an error that is nil" },
  { "evaluate", "error {}", "an error that is a table" },
  { "evaluate", "error(true)", "an error that is true" },
  { "evaluate", "error(42)", "42" },
  { "evaluate", "error(object 'so it is')", "so it is" },
  { "evaluate", "error(unsayable)", "an error that is a table" },
  { "evaluate", "error(object({}))", "an error that is a table" },
  { "evaluate", "error(coroutine.create(print))", "an error that is a thread" },
  { "evaluate", "error(setmetatable({}, { __metatable = { __eq = error } }))", "an error that is a table" },
  { "evaluate", "assert(nil)", "assertion failed!" },
  { "evaluate", "assert(false, {})", "an error that is a table" },
  { "evaluate", "error(huge:sub(1, 1000))", "xxxx" },
  -- Raised inside functions of Lua's own, with and without a frame of the rule left.
  { "evaluate", "local x = table.unpack(nil)", "attempt to get length of a nil value" },
  { "evaluate", "return table.unpack(nil)", "attempt to get length of a nil value" },
  { "evaluate", "local t = { 1, {}, 2 } table.sort(t)", "attempt to compare" },
  { "evaluate", "return select(0)", "bad argument" },
  { "evaluate", "return ('x'):rep(1 << 60)", "resulting string too large" },
  { "evaluate", "return tostring(unsayable)", "unsayable", at = 5 },
  { "evaluate", "return load 'error(1, 0)' ()", "1", place = '[string "error(1, 0)"]:1: 1' },
  { "evaluate", "return require 'no such module'", "not found" },
  { "evaluate", "return coroutine.wrap(function() error {} end)()", "an error that is a table" },
  { "evaluate", "return coroutine.yield(1)", "outside a coroutine" },
  -- In metamethods.
  { "evaluate", "return setmetatable({}, { __index = function() error 'in index' end }).x", "in index" },
  { "evaluate", "local c <close> = setmetatable({}, { __close = function() error 'in close' end })", "in close" },
  { "evaluate", "local c <close> = {}", "got a non-closable value" },
  { "evaluate", "return setmetatable({}, { __lt = function() return nil + 1 end }) < {}", "attempt to perform arithmetic" },
  { "evaluate", "return deep(1)", "stack overflow", at = 3 },
  { "evaluate", "return p.x.y", "attempt to index" },
  { "evaluate", "return 1 // 0", "divide by zero" },
  -- In the other rules.
  { "successors", "error {}", "an error that is a table" },
  { "successors", "return table.unpack(nil)", "attempt to get length" },
  { "successors", "return function() error 'while it walks' end", "while it walks" },
  { "successors", "return next, nil", "bad argument" },
  { "player", "return table.unpack(nil)", "attempt to get length" },
  { "terminal", "return table.unpack(nil)", "attempt to get length" },
  { "terminal", "error()", "an error that is nil" },
  { "bounds", "return table.unpack(nil)", "attempt to get length" },
  { "bounds", "error(object 'bound')", "bound" },
  { "score", "return table.unpack(nil)", "attempt to get length" },
}

local function rules_of(case)
  local text = TEXT:format(case.more or "", case[2]:find "huge" and 1000000 or 1000, case[1], case[2])
  return assert(load(text, "@hostile.lua", "t"))()
end

local function count(text, part)
  local many, at = 0, 1
  while true do
    local from, to = text:find(part, at, true)
    if not from then return many end
    many, at = many + 1, to + 1
  end
end

-- A message names the rule, the position and the line, once.
local function holds(case, text, how)
  local said = ("%s, %s = %s: %s"):format(how, case[1], case[2], text)
  assert(text:find(case[3], 1, true), said)
  assert(text:find("rules." .. case[1], 1, true), said)
  assert(text:find "position %d", said)
  assert(text:find(case.place or ("hostile.lua:%d"):format(case.at or LINE), 1, true), said)
  assert(count(text, "rules." .. case[1]) <= 2 and count(text, "position 1") <= 1, said)
end

describe("hostile rules", function()
  it("are named with the position and the line by a search", function()
    for _, case in ipairs(cases) do
      local algorithm = case[1] == "score" and "ttalphabeta" or nil       -- others do not ask it
      local ok, wrong = pcall(gts.search, rules_of(case), { native = false, algorithm = algorithm })
      assert(not ok, case[2])
      local text = raised.text(wrong)
      holds(case, text, "search")
      assert(not case[4] or text:find(case[4], 1, true), text)
    end
  end)

  it("are found by gts.check, with the position and the line #lua", function()
    local function is_found(case)
      local report = gts.check(rules_of(case), { time = 0.05 })
      local found
      for _, finding in ipairs(report) do
        found = found or finding.message:find("rules." .. case[1], 1, true) and finding
      end
      assert(found, case[1] .. " = " .. case[2] .. ": " .. tostring(report))
      if found.kind == "error" or found.kind == "types" then holds(case, found.message, "check") end
    end
    for _, case in ipairs(cases) do
      if case[3] ~= "stack overflow" then is_found(case) end            -- a stack takes long to fill: a search shows it
    end
  end)
end)
