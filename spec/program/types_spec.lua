-- The annotations for editors: well formed, and neither more nor less than what there is.

local board = require "gts.rules.board"
local functions = require "gts.program.functions"
local game = require "gts.game"
local gts = require "gts"
local luacats = require "spec.support.luacats"
local options = require "gts.facts.options"
local run = require "spec.support.run"
local schema = require "gts.base.schema"
local types = require "gts.program.types"

local text = types.text()
local file = luacats.read(text)

local plain = {}
for name in ("any string number integer boolean table function nil"):gmatch "%a+" do plain[name] = true end

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

describe("gts types #lua", function()
  it("prints a file that Lua loads, with a first line that states its kind", function()
    local out = run.fine { "types" }
    assert.equal(text, out)
    assert.is_table(assert(load(out))())
    assert.equal("gts", file.meta)
  end)

  it("names no type that it does not say", function()
    for _, one in ipairs(all_types()) do
      for _, name in ipairs(luacats.names(one[1])) do
        assert(plain[name] or file.aliases[name] ~= nil or file.classes[name] ~= nil, ("%s: %s"):format(one[2], name))
      end
    end
    for name, class in pairs(file.classes) do assert(not class.extends or file.classes[class.extends], name) end
  end)

  it("refuses what it cannot print", function()
    local err = run.ends(2, { "types", "vim" })
    assert.matches("'vim' is nothing that gts types prints: expected editor or luacheck", err)
  end)

  it("prints what gts new hands out for luacheck", function()
    local out = run.gts { "types", "luacheck" }
    assert.equal(require("gts.program.luacheck").text(), out)
  end)
end)

describe("the annotations #lua", function()
  it("have all fields of rules, and no other", function()
    local class = file.classes["gts.Rules"]
    assert.same(names_of(game.fields), fields_of(class))
    for name, said in pairs(class.fields) do assert(#said.about > 5, name) end
    assert.same(names_of(board.rows), fields_of(file.classes["gts.Board"]))
    for name, said in pairs(class.fields) do assert.equal(name ~= "name" and name ~= "start", said.optional, name) end
    for _, row in ipairs(game.fields) do assert(row.kind ~= schema.callable or row.type, row.name .. " has no type") end
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
    for name in pairs(types.of_search) do assert(options.row(name), name) end
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
    for _, row in ipairs(functions.rows) do assert(not row.name or file.functions[row.name], row.name) end
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

describe("the type of an option #lua", function()
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
