-- The annotations for editors: well formed, and neither more nor less than what there is.

local annotations = require "gts.program.annotations"
local board = require "gts.check.board"
local game = require "gts.game"
local gts = require "gts"
local luacats = require "spec.support.luacats"
local options = require "gts.check.options"
local run = require "spec.support.run"
local schema = require "gts.check.schema"
local types = require "gts.program.types"

local text = types.text()
local file = luacats.read(text)

local plain = {}
for name in ("any string number integer boolean table function nil"):gmatch "%a+" do plain[name] = true end

local function is_known(name) return plain[name] or file.aliases[name] ~= nil or file.classes[name] ~= nil end

-- All types, each with where it stands.
local function all_types()
  local list = {}
  for name, of in pairs(file.aliases) do list[#list + 1] = { of, name } end
  for name, class in pairs(file.classes) do
    for field, said in pairs(class.fields) do list[#list + 1] = { said.type, name .. "." .. field } end
  end
  for name, said in pairs(file.functions) do
    for _, one in ipairs(said.params) do list[#list + 1] = { one.type, name .. "." .. one.name } end
    for _, of in ipairs(said.returns) do list[#list + 1] = { of, name } end
  end
  return list
end

local function sorted(names)
  table.sort(names)
  return names
end

local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row.name end
  return sorted(names)
end

local function fields_of(class)
  local list = table.move(class.order, 1, #class.order, 1, {})
  return sorted(list)
end

describe("gts types", function()
  it("prints a file that Lua takes, and that is told by its first line", function()
    local out, err, code = run.gts { "types" }
    assert.equal("", err)
    assert.equal(0, code)
    assert.equal(text, out)
    assert.is_table(assert(load(out))())
    assert.equal("gts", file.meta)
  end)

  it("names no type that it does not say", function()
    for _, one in ipairs(all_types()) do
      for _, name in ipairs(luacats.names(one[1])) do assert(is_known(name), ("%s: %s"):format(one[2], name)) end
    end
    for name, class in pairs(file.classes) do assert(not class.extends or file.classes[class.extends], name) end
  end)

  it("refuses what it cannot print", function()
    local _, err, code = run.gts { "types", "vim" }
    assert.equal(2, code)
    assert.matches("'vim' is nothing that gts types prints: expected editor or luacheck", err)
  end)

  it("prints what gts new hands out for luacheck", function()
    local out = run.gts { "types", "luacheck" }
    assert.equal(require("gts.program.luacheck").text(), out)
  end)
end)

describe("the annotations", function()
  it("have all fields of rules, and no other", function()
    local class = file.classes["gts.Rules"]
    assert.same(names_of(game.fields), fields_of(class))
    for name, said in pairs(class.fields) do assert(#said.about > 5, name) end
    assert.same(names_of(board.rows), fields_of(file.classes["gts.Board"]))
    for name, said in pairs(class.fields) do assert.equal(name ~= "name" and name ~= "start", said.optional, name) end
    for name in pairs(annotations.rules) do assert(game.is_field(name), name) end
    for _, row in ipairs(game.fields) do
      assert(row.kind ~= schema.callable or annotations.rules[row.name], row.name .. " is a function of nobody knows what")
    end
  end)

  it("have all options of all functions, each with what it is and what it may be", function()
    for _, of in ipairs(types.options) do
      local class = file.classes[of.name]
      assert.same(names_of(of.rows), fields_of(class))
      for _, row in ipairs(of.rows) do
        local said = class.fields[row.name]
        assert.equal(row.required ~= true, said.optional, row.name)
        assert(said.about:find(row.help, 1, true), row.name)
        for _, word in ipairs(row.words or row.kind and row.kind.words or {}) do
          local found = type(word) ~= "string" or word == "true" or word == "false" or text:find(('"%s"'):format(word), 1, true)
          assert(found, ("%s.%s: %s"):format(of.name, row.name, word))
        end
      end
    end
    for name in pairs(annotations.options) do assert(options.row(name), name) end
    for name, own in pairs(annotations.others) do
      for field in pairs(own) do assert(file.classes[name].fields[field], name .. "." .. field) end
    end
  end)

  it("say of every field what it is", function()
    for name, class in pairs(file.classes) do
      for field, said in pairs(class.fields) do
        assert(field == "[integer]" or #said.about > 3, ("%s.%s: nothing is said of it"):format(name, field))
      end
    end
  end)

  it("have all functions, with their parameters", function()
    for name, value in pairs(gts) do
      local apart = name == "help" or name == "prompt"
      if type(value) == "function" and not apart then
        local said = assert(file.functions[name], name)
        local names = {}
        for i, one in ipairs(said.params) do names[i] = one.name end
        assert.equal(said.names, table.concat(names, ", "))
      elseif not apart then assert(file.classes.gts.fields[name], name) end
    end
    for name in pairs(file.functions) do assert.is_function(gts[name], name) end
    for name in pairs(annotations.parameters) do assert(file.functions[name], name) end
    for name in pairs(annotations.returns) do assert(file.functions[name], name) end
  end)

  it("have the ids of the algorithms", function()
    local words = {}
    for i, one in ipairs(file.aliases["gts.Algorithm"]) do words[i] = one.word end
    assert.same(names_of((function()
      local rows = {}
      for i, algorithm in ipairs(gts.algorithms) do rows[i] = { name = algorithm.id } end
      return rows
    end)()), sorted(words))
  end)
end)

describe("the type of an option", function()
  it("is what its row lets pass", function()
    assert.equal("boolean", types.of_kind(schema.flag))
    assert.equal("integer", types.of_kind(schema.whole(3, 10)))
    assert.equal("number", types.of_kind(schema.count(1)))
    assert.equal("number", types.of_kind(schema.seconds))
    assert.equal("number", types.of_kind(schema.number(0.1, 0.4)))
    assert.equal("string", types.of_kind(schema.text))
    assert.equal("function", types.of_kind(schema.callable))
    assert.equal("any", types.of_kind(schema.any "a thing"))
    assert.equal('"a"|"b"', types.of_kind(schema.one_of { "a", "b" }))
    assert.equal('boolean|"auto"', types.of_kind(schema.any_of { schema.flag, schema.one_of { "auto" } }))
  end)
end)

-- Is a value of a type?
local fits

local function fits_name(value, name)
  if name == "any" then return true end
  if name == "integer" then return math.type(value) == "integer" end
  if name == "gts.Table" then return type(value) == "userdata" end
  if plain[name] then return type(value) == name end
  if file.aliases[name] then return fits(value, file.aliases[name]) end
  return type(value) == "table" or type(value) == "function" and name == "gts.Source"
end

function fits(value, of)
  if value == nil and of.optional then return true end
  for _, one in ipairs(of) do
    if one.name and fits_name(value, one.name) or one.word and value == one.word or one.fun and type(value) == "function"
      or one.list and type(value) == "table" or one[1] and fits(value, one) then return true end
  end
  return false
end

-- The fields of a class, and of those that it goes on from.
local function field_of(class, name)
  return class.fields[name] or class.extends and field_of(file.classes[class.extends], name)
end

-- What gts gives is what the class says: no field that it does not have, none that is missing, none of another type. What is
-- seen is noted.
local seen = {}
local hidden = {
  ["gts.Database"] = { game = true, parts = true, middle = true }, ["gts.Recording"] = { asked = true, listed = true },
  ["gts.Confined"] = { request = true, limits = true }, ["gts.NativeReport"] = { late = true },
}

local function check(name, value)
  local class = file.classes[name]
  seen[name] = seen[name] or {}
  for key, of in pairs(type(value) == "table" and value or {}) do
    if type(key) == "string" and not (hidden[name] and hidden[name][key]) then
      local said = assert(field_of(class, key), ("%s has no field %s"):format(name, key))
      assert(fits(of, said.type), ("%s.%s is a %s"):format(name, key, math.type(of) or type(of)))
      seen[name][key] = true
    end
  end
  local chain = class
  while chain do
    for key, said in pairs(chain.fields) do
      if key ~= "[integer]" and (value[key] ~= nil or not (said.optional or fits(nil, said.type))) then
        assert(fits(value[key], said.type), ("%s.%s is %s"):format(name, key, tostring(value[key])))
        seen[name][key] = seen[name][key] or value[key] ~= nil
      end
    end
    chain = chain.extends and file.classes[chain.extends]
  end
  local element = class.fields["[integer]"]
  for _, of in ipairs(element and value or {}) do
    assert(fits(of, element.type), name)
    local its = element.type[1].name
    if file.classes[its] then check(its, of) end
  end
end

describe("what gts gives", function()
  it("of searches", function()
    local function progress(report)
      check("gts.Report", report)
      return true
    end
    local result = gts.search("tictactoe", { solution = true, algorithm = "negascout", table = 1e6 })
    check("gts.Result", result)
    check("gts.Stats", result.stats)
    check("gts.Proof", result.proof)
    check("gts.Verified", assert(gts.verify("tictactoe", result.proof)))
    check("gts.Result", gts.best("connect4", nil, { depth = 4, progress = progress, every = 0.001 }))
    check("gts.Result", gts.search("connect4", { algorithm = "mcts", iterations = 2000, progress = progress, every = 0.0001 }))
    check("gts.Result", gts.search("connect4", { nodes = 1000 }))
    check("gts.Result", gts.search("tictactoe", { trace = function() return false end }))
    local of_two = { depth = 11, algorithm = "negascout", bounds = false, threads = 2, native = false }
    check("gts.Result", gts.search("connect4", of_two))
    check("gts.Result", gts.search("tictactoe", { deepen = true, native = true }))
    check("gts.Result", gts.search("hexapawn", { deepen = true }))
    check("gts.Result", gts.confine("nim"):search { depth = 2 })
    check("gts.Confined", gts.confine "nim")
    local talks = "print 'hello' return { name = 'talks', start = 1, successors = function() return {} end, "
      .. "evaluate = function() return 1 end }"
    check("gts.Result", gts.confine({ text = talks }):search())
    local with_board = gts.search("lua/gts/program/skeleton/board.lua", { algorithm = "sss", depth = 4, solution = true })
    check("gts.Stats", with_board.stats)
    check("gts.Proof", with_board.proof)
  end)

  it("of events", function()
    local function event(one) check("gts.Event", one) end
    for _, algorithm in ipairs(gts.algorithms) do
      local of = gts.tree { branching = 3, depth = 4, seed = 3, tightness = 3, order = "correlated" }
      gts.search(of, { algorithm = algorithm.id, trace = event })
    end
    gts.search("nim", { algorithm = "ttalphabeta", table = 1e6, trace = event })
    gts.search("nim", { algorithm = "alphabeta", deepen = true, depth = 3, trace = event })
    gts.search(gts.tree { { 3, 5 }, { 2, 9 } }, { algorithm = "itersss", entries = 3, branching = 2, depth = 2, trace = event })
    check("gts.Recording", gts.record("nim"))
  end)

  it("of moves and positions", function()
    check("gts.Moves", gts.moves "nim")
    check("gts.Analysis", gts.analyze("tictactoe", { position = { 1 | 2, 1 | 2 | 8 | 16 | 512 } }))
    check("gts.Analysis", gts.analyze("connect4", { depth = 3 }))
    check("gts.Analysis", gts.analyze("connect4", { algorithm = "mcts", iterations = 500 }))
    check("gts.Counts", gts.perft("nim", 3))
    local solved = gts.solve "nim"
    check("gts.Solved", solved)
    check("gts.Database", solved.database)
    check("gts.Solved", gts.solve("tictactoe", { by = "search", solution = true }))
    check("gts.Solved", gts.solve("connect4", { by = "search", time = 0.01 }))
    local folder, gone <close> = run.folder()
    assert(gone)
    check("gts.Solved", gts.solve("nim", { folder = folder .. "/nim", threads = 2 }))
    check("gts.Game", gts.game "nim")
  end)

  it("of what is found out", function()
    check("gts.Findings", gts.check("nim", { time = 0.5 }))
    check("gts.Findings", gts.check("dots", { time = 1 }))
    check("gts.Findings", gts.check("lua/gts/program/skeleton/list.lua", { time = 1 }))
    local round = { name = "round", start = 1, next = function(p) return 1, p end, evaluate = function() return 0 / 0 end,
      show = function() return "round" end }
    check("gts.Findings", gts.check(round, { time = 0.1 }))
    check("gts.Match", gts.match("nim", { level = 1 }, "random", { games = 4 }))
    check("gts.Match", gts.match("nim", { level = 5 }, "random", { games = 200, elo0 = 0, elo1 = 200 }))
    check("gts.Comparison", gts.compare("nim", { algorithms = { "alphabeta", "sss" } }))
    check("gts.Comparison", gts.compare("morris", { algorithms = "all", depth = 1 }))
    check("gts.NativeReport", gts.native "nim")
    for _, one in ipairs(gts.games()) do check("gts.Shipped", one) end
    for _, one in ipairs(gts.algorithms) do check("gts.AlgorithmRow", one) end
    check("gts.Table", gts.table())
  end)

  -- Algorithms contradict each other only where one of them is wrong.
  local rare = { ["gts.Comparison.disagreement"] = true }

  it("is all that the annotations have", function()
    local unseen = {}
    for _, of in ipairs(annotations.classes) do
      for _, row in ipairs(seen[of.name] and of.fields or {}) do
        local name = of.name .. "." .. row[1]
        if not seen[of.name][row[1]] and not rare[name] then unseen[#unseen + 1] = name end
      end
    end
    assert.same({}, unseen)
  end)
end)
