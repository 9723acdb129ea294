-- The options of a game as rows: gts.with_options.

local errors = require "spec.support.errors"
local gts = require "gts"
local rows = require "gts.rules.rows"
local run = require "spec.support.run"

local says = errors.says

local function rules(options)
  local function nothing() return {} end
  return { name = "given", start = 0, evaluate = function() return 0 end, successors = nothing, options = options }
end

local made = gts.with_options({
  columns = { 7, 1, 20, "columns of the board" },
  size = { 8, { 4, 6, 8 }, "cells in a row" },
  style = { "plain", { "plain", "fancy", "8" }, "how it looks" },
  misere = { false, "who takes the last stone loses" },
  heaps = { { 3, 4 }, 0, 63, "stones of each heap", length = { 1, 3 } },
}, rules)

describe("gts.with_options", function()
  it("gives the function all options, with defaults", function()
    assert.same({ columns = 7, size = 8, style = "plain", misere = false, heaps = { 3, 4 } }, gts.game(made).options)
    assert.same({ columns = 20, size = 4, style = "fancy", misere = true, heaps = { 0 } },
      gts.game(made, { columns = 20, size = 4, style = "fancy", misere = true, heaps = { 0 } }).options)
    assert.equal("8", gts.game(made, { style = "8" }).options.style)
    assert.equal(5, made { columns = 5 }.options.columns)
    assert.equal(7, made().options.columns)
  end)

  it("makes integers of whole numbers, and new lists", function()
    local given = { 1.0, 2 }
    local options = gts.game(made, { columns = 3.0, size = 6.0, heaps = given }).options
    assert.equal("integer", math.type(options.columns))
    assert.equal("integer", math.type(options.size))
    assert.equal("integer", math.type(options.heaps[1]))
    assert.is_false(rawequal(given, options.heaps))
  end)

  it("refuses what does not fit, and says what does", function()
    local function wrong(given) return errors.complaint(gts.game, made, given) end
    says(wrong { columns = 0 }, "'columns'", "is 0: expected a whole number from 1 to 20")
    says(wrong { columns = 21 }, "21")
    says(wrong { columns = 2.5 }, "2.5")
    says(wrong { columns = "3" }, "'3'")
    says(wrong { columns = 0 / 0 }, "nan")
    says(wrong { size = 5 }, "'size'", "expected one of 4, 6, 8")
    says(wrong { style = 1 }, "expected one of 'plain', 'fancy', '8'")
    says(wrong { misere = 1 }, "expected true or false")
    says(wrong { heaps = {} }, "a list of 1 to 3 whole numbers from 0 to 63")
    says(wrong { heaps = { 1, 2, 3, 4 } }, "a list of 1 to 3")
    says(wrong { heaps = { 1, 64 } }, "has 64 as element 2")
    says(wrong { heaps = 3 }, "is 3")
    says(wrong { colums = 3 }, "has no option 'colums': did you mean 'columns'?")
    says(errors.complaint(made, { columns = 0 }), "'columns' of the game is 0")
    says(errors.complaint(made, { rows = 1 }), "the game has no option 'rows'")
  end)

  it("refuses rows that are none, in the line where they stand", function()
    local function wrong(row)
      return errors.complaint(function() gts.with_options({ size = row }, rules) end)
    end
    local none = { { 7 }, { 7, 1, 20 }, { 7, 1, "help" }, { 7, 1, 20, 5 }, { "x", 1, 2, "help" }, { { 3 }, 0, 9, "help" }, {} }
    for _, row in ipairs(none) do says(wrong(row), "rows_spec.lua:", "'size'", "{default, least, most, \"help\"}") end
    says(wrong(7), "'size'", "is stated as 7")
    local file = os.tmpname()
    local author <close> = assert(io.open(file, "w"))
    author:write "local gts = require 'gts'\nreturn gts.with_options({ size = 7 },\nfunction() return {} end)\n"
    author:flush()
    says(errors.complaint(loadfile(file)), file .. ":3: option 'size' of a game is stated as 7")
    os.remove(file)
    none = {
      { 7, 1.5, 20, "help" }, { 7, 1, math.huge, "help" }, { 7, 20, 1, "help" }, { "c", {}, "help" },
      { 7, 1, 20, "help", least = 1 },
      { { 3 }, 0, 9, "help", length = { 1 } }, { { 3 }, 0, 9, "help", length = { 1.5, 3 } }, { { 3 }, 0, 9, "help", length = {} },
    }
    for _, row in ipairs(none) do says(wrong(row), "rows_spec.lua:", "'size'", "is stated as") end
    says(errors.complaint(gts.with_options, { { 7, 1, 20, "help" } }, rules), "is named 1")
    says(errors.complaint(gts.with_options, { native = { 7, 1, 20, "help" } }, rules), "named 'native'")
    says(wrong { 0, 1, 20, "help" }, "the default of option 'size' of a game is 0")
    says(wrong { 5, { 4, 6 }, "help" }, "the default of option 'size' of a game is 5: expected one of 4, 6")
    says(errors.complaint(gts.with_options, 3, rules), "are 3: expected a table of rows")
    says(errors.complaint(gts.with_options, {}, 3), "is 3: expected a function")
  end)

  it("hands on what the function itself says of them", function()
    local square = gts.with_options({ columns = { 3, 1, 9, "columns" }, rows = { 3, 1, 9, "rows" } }, function(options)
      if options.columns ~= options.rows then return nil, "the board is no square" end
      return rules(options)
    end)
    assert.equal(4, gts.game(square, { columns = 4, rows = 4 }).options.rows)
    says(errors.complaint(gts.game, square, { rows = 4 }), "the game 'here': the board is no square")
    says(errors.complaint(function() square { rows = 4 } end), "rows_spec.lua:", "the game: the board is no square")
  end)

  it("are a table or nothing", function()
    says(errors.complaint(made, 3), "the options of the game are 3: expected a table")
    says(errors.complaint(made, false), "are false")
  end)

  it("tells the rows, sorted by name", function()
    local names = {}
    for i, row in ipairs(rows.of(made)) do names[i] = row.name end
    assert.equal("columns heaps misere size style", table.concat(names, " "))
    assert.is_nil(rows.of(rules))
  end)

  it("names the file of a game, whatever it is called", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/100%d.lua", [[
      local gts = require "gts"
      return gts.with_options({ n = { 1, 1, 9, "a number" } }, function(options)
        return { name = "n", start = options.n, evaluate = function(p) return p end, successors = function() return {} end }
      end)]])
    assert.equal(4, gts.search(gts.game(folder .. "/100%d.lua", { n = 4 })).value)
    says(errors.complaint(gts.game, folder .. "/100%d.lua", { n = 10 }), "100%d.lua' is 10: expected a whole number from 1 to 9")
  end)
end)
