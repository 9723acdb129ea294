-- Help on what there is: made from the same rows and comments that the program and its documentation are made of.

local docs = require "gts.program.docs"
local gts = require "gts"
local help = require "gts.program.help"
local options = require "gts.facts.options"

-- Runs an example as it stands; what it prints is not shown.
local function try(example)
  local env = setmetatable({ gts = gts, print = function() end }, { __index = _G })
  local chunk = assert(load("return " .. example, "=example", "t", env))
  return chunk()
end

describe("help #lua", function()
  it("on an algorithm says what it is, where it is from, its options, and has an example that runs", function()
    for _, algorithm in ipairs(gts.algorithms) do
      local text = help.text(algorithm.id, 1000)
      for _, part in ipairs { algorithm.title, algorithm.source, table.unpack(algorithm.options) } do
        assert(text:find(part, 1, true), algorithm.id .. ": " .. part)
      end
      local example = text:match "Try:\n\n    ([^\n]+)"
      local r = try(example)
      assert.equal(algorithm.id, r.algorithm)
      assert.is_true(r.solved or algorithm.alternative and r.exact)
    end
  end)

  it("on an option says what it takes, and has an example that runs and states it #doc", function()
    for _, row in ipairs(options.rows) do
      local text = help.text(row.name, 1000)
      assert(text:find(row.help, 1, true), row.name)
      local example = ("gts.search(%s)"):format(row.example)
      assert(text:find(example, 1, true), row.name)
      assert(example:find(row.name .. " = ", 1, true), row.name)
      local r = try(example)
      assert(r.options[row.name] ~= nil, row.name)
    end
  end)

  it("on a function says what its comment says, and knows all that are public", function()
    for name, f in pairs(gts) do
      if type(f) == "function" then
        local text = help.text(f, 80)
        assert.truthy(text:find("^gts%." .. name .. "%("), name)
        assert.truthy(#text > #name + 30, name)
      end
    end
    local text = help.text("gts.perft", 80)
    assert.truthy(text:find("^gts%.perft%(game, depth, %[given%]%)\n\nCounts the paths"), text)
    assert.truthy(text:find("\n  depth     integer: depth in plies, 0 to 1000\n", 1, true), text)
    assert.equal(text, help.text(gts.perft, 80))
    assert.equal(text, help.text("perft", 80))
  end)

  it("on a function of a file shows the comment above it, and on one of Lua its page", function()
    local text = help.text(try, 80)
    assert.truthy(text:find("^local function try%(example%)\n.*help_spec.lua:%d+\n\nRuns an example as it stands"), text)
    assert.truthy(help.text(string.format, 80):find("#pdf-string.format", 1, true))
    assert.truthy(help.text(load("return function() end")(), 80):find "Nothing is written above it")
  end)

  it("fits into any width, but for code", function()
    for _, width in ipairs { 40, 80 } do
      for _, topic in ipairs { "memsss", "depth", "gts.search", "select", "gts.match" } do
        for line in (help.text(topic, width) or ""):gmatch "[^\n]+" do
          assert(utf8.len(line) <= width or line:find "^    ", ("%s: %q"):format(topic, line))
        end
      end
    end
  end)

  it("on a game is that of its name, on anything else none, with what may be meant", function()
    assert.equal(help.text("nim", 80), help.text(gts.game "nim", 80))
    assert.is_nil((help.on({}, 80)))
    assert.equal("no help on 'negascot': did you mean 'negascout'?", (select(2, help.on("negascot", 80))))
    assert.equal("no help on 'gts.serch': did you mean 'gts.search'?", (select(2, help.on("gts.serch", 80))))
  end)

  it("on a game lists its weights with their values, where it has some", function()
    local text = help.text("othello", 80)
    for name, value in pairs(gts.game("othello").weights) do
      assert.equal(tostring(value), text:match(("\n  %s +(%%S+)\n"):format(name)), name)
    end
    assert.is_nil(help.text("nim", 80):find "Weights")
  end)

  it("has a line on each function: its call, and a sentence", function()
    for name, f in pairs(gts) do
      if type(f) == "function" then
        local call, sentence = docs.line(f)
        assert.truthy(call:find("^gts%." .. name .. "%(.*%)$"), name)
        assert.truthy(sentence:find "^%u.*%.$", name)
      end
    end
    assert.is_nil(docs.line(print))
  end)

  it("has a text on each field of gts that is no function", function()
    for name, value in pairs(gts) do
      if type(value) ~= "function" then
        assert.matches("^gts%." .. name .. "\n\n%u.+%.$", help.text("gts." .. name, 80))
      end
    end
  end)
end)
