-- Pages of the manual that list what there is: held against what there is.

local events = require "gts.facts.events"
local findings = require "gts.check.findings"
local gts = require "gts"
local manual = require "gts.program.manual"
local options = require "gts.facts.options"

-- The rows of all tables of a page, or of a text in its place: lists of cells.
local function rows(topic, text)
  local list = {}
  for line in (text or manual.page(topic)):gmatch "[^\n]+" do
    if line:find "^| %[?`" then
      local cells = {}
      for cell in line:gsub("^| ", ""):gmatch "(.-) |" do cells[#cells + 1] = cell end
      list[#list + 1] = cells
    end
  end
  return list
end

-- The names in the first cells of a page, or of a text in its place: name -> how often.
local function named(topic, text)
  local count = {}
  for _, cells in ipairs(rows(topic, text)) do
    for name in cells[1]:gmatch "`([%w_%-]+)`" do count[name] = (count[name] or 0) + 1 end
  end
  return count
end

describe("the page on algorithms #lua", function()
  it("says of each what it is, and where it is from with what it costs", function()
    local count = named("algorithms", manual.page "algorithms":match "^(.-)\n## Options\n")
    for _, algorithm in ipairs(gts.algorithms) do assert.is_true((count[algorithm.id] or 0) >= 2, algorithm.id) end
    for id in pairs(count) do assert.truthy(options.algorithm(id), id) end
  end)

  -- Sums of powers of b.
  local function sum(b, from, to, times)
    local all = 0
    for k = from, to do all = all + (times or 1) * b ^ k end
    return all
  end

  it("has costs that uniform trees show", function()
    for _, shape in ipairs { { 2, 5 }, { 3, 6 }, { 3, 7 }, { 4, 5 } } do
      local b, d = shape[1], shape[2]
      local low, high = d // 2, (d + 1) // 2
      local function stats(given, order)
        given.bounds = false
        return gts.search(gts.tree { branching = b, depth = d, order = order, seed = 5 }, given).stats
      end
      local least, deep = b ^ high + b ^ low - 1, d + 1
      assert.equal(b ^ d, stats({ algorithm = "minimax" }).leaves)
      for _, id in ipairs { "failhard", "alphabeta", "ttalphabeta", "negascout", "althofer", "sss", "dual", "maxsearch" } do
        assert.equal(least, stats({ algorithm = id }, "best").leaves, id)
      end
      for _, id in ipairs { "minimax", "failhard", "alphabeta", "ttalphabeta", "negascout", "mtd", "dfpn", "althofer" } do
        assert.equal(deep, stats({ algorithm = id }).peak, id)
      end
      local exact = {
        sss = b ^ high, dual = b ^ low, itersss = b ^ high, mgame = b * high + 1,
        sss2 = d % 2 == 0 and 1 + sum(b, 1, high, 2) or 1 + sum(b, 1, low, 2) + b ^ high,
        dual2 = d % 2 == 0 and 2 * sum(b, 0, low - 1) + b ^ low or 2 * sum(b, 0, low),
      }
      for id, peak in pairs(exact) do assert.equal(peak, stats({ algorithm = id }).peak, id) end
      assert.is_true(stats({ algorithm = "recsss" }).peak <= sum(b, 0, high))
      assert.is_true(stats({ algorithm = "recdual" }).peak <= sum(b, 0, low))
      for id, fewest in pairs { itersss = (b - 1) * high + 1, memsss = b * high + 1 } do
        assert.is_true(pcall(stats, { algorithm = id, entries = fewest }))
        assert.is_false(pcall(stats, { algorithm = id, entries = fewest - 1 }))
      end
    end
  end)

  it("tells truly who uses the bounds of rules", function()
    local text = manual.page "algorithms":match "those that are %*informed%*.-%.":gsub("%s+", " ")
    for _, algorithm in ipairs(gts.algorithms) do
      local is_told = text:find("`" .. algorithm.id .. "`", 1, true) ~= nil
      assert.is_true(not is_told or algorithm.informed, algorithm.id)
    end
  end)
end)

describe("the table of events #lua", function()
  -- What an event may tell, whatever it is.
  local common = { kind = true, path = true, ply = true, position = true, player = true, test = true, relation = true,
    selective = true }

  local told = {}               -- kind -> { field -> true }
  for _, kind in ipairs(events.kinds) do
    told[kind[1]] = {}
    for name in kind[3]:gmatch "`(%l+)`" do told[kind[1]][name] = true end
  end

  it("has all kinds, and all fields of each", function()
    local seen, wrong = {}, {}
    local function look(event)
      seen[event.kind] = true
      for name in pairs(event) do
        local fields = told[event.kind]
        if not (common[name] or fields and fields[name]) then wrong[event.kind .. "." .. name] = true end
      end
    end
    local bounded = gts.tree { branching = 3, depth = 4, order = "strong", tightness = 5, seed = 2 }
    for _, algorithm in ipairs(gts.algorithms) do
      for _, game in ipairs { gts.tree { branching = 3, depth = 4 }, bounded } do
        local given = { algorithm = algorithm.id, trace = look }
        if algorithm.id == "memsss" or algorithm.id == "memdual" or algorithm.id == "itersss" then given.entries = 8 end
        if algorithm.id == "rsearch" then given.pseudo = 2 end
        if algorithm.anytime then given.iterations = 5 end
        gts.search(game, given)
      end
    end
    gts.search("tictactoe", { algorithm = "ttalphabeta", depth = 5, trace = look })
    gts.search("breakthrough", { algorithm = "negascout", depth = 5, selective = true, nodes = 3000, trace = look })
    assert.same({}, wrong)
    for kind in pairs(told) do assert.is_true(seen[kind], kind) end
    for kind in pairs(seen) do assert.truthy(told[kind], kind) end
  end)
end)

describe("the page on games #lua", function()
  it("has each game with its options and their defaults", function()
    local told = {}
    for _, cells in ipairs(rows "games") do told[cells[1]:match "`(.-)`"] = cells[2] end
    for _, game in ipairs(gts.games()) do
      local text = assert(told[game.name], game.name)
      for _, option in ipairs(game.options) do
        local default = option.default
        if type(default) == "string" then default = '"' .. default .. '"'
        elseif type(default) == "table" then default = "{" .. table.concat(default, ", ") .. "}" end
        local what = ("`%s` (%s"):format(option.name, tostring(default))
        assert.truthy(text:find(what, 1, true), game.name .. ": " .. what)
      end
    end
  end)
end)

describe("the page on checking rules #lua", function()
  it("has all kinds of findings, and no others", function()
    local told = named("check", manual.page "check":match "\n## Kinds of findings\n(.-)\n## ")
    for kind in pairs(findings.kinds) do assert.truthy(told[kind], kind) end
    local others = {
      "native", "terminal", "players", "field", "evaluate", "parity",   -- notes
      "few", "ends",                                    -- what was not seen
    }
    for _, name in ipairs(others) do told[name] = nil end
    for kind in pairs(told) do assert.truthy(findings.kinds[kind], kind) end
  end)
end)
