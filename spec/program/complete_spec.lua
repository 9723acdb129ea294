-- Completion at the prompt: what Tab inserts, and what it shows where there is a choice.

local complete = require "gts.program.complete"
local gts = require "gts"

_G.gts = gts            -- as at the prompt

local function inserts(text, expected) assert.equal(expected, (complete.text(text))) end

-- The names that are shown, as a set.
local function shown(text)
  local set = {}
  for name in (select(2, complete.text(text)) or ""):gmatch "%S+" do set[name] = true end
  return set
end

describe("Tab #lua", function()
  it("completes globals, keywords and fields", function()
    inserts("string.fo", "rmat")
    inserts("return math.hu", "ge")
    inserts("func", "tion")
    inserts("gts.verif", "y")
    inserts("nosuch.na", "")
    assert(shown "gts.".search and shown "gts.".tree and not shown "gts.".print)
  end)

  it("shows nothing where there is no choice", function()
    assert.is_nil((select(2, complete.text "gts.verif")))
    assert.is_nil((select(2, complete.text "nosuch.na")))
  end)

  it("completes inherited names", function()
    _G.inherits = setmetatable({ own = 1 }, { __index = setmetatable({ parents = 1 }, { __index = { grandparents = print } }) })
    inserts("inherits.o", "wn")
    inserts("inherits.pa", "rents")
    inserts("inherits:gra", "ndparents")
    _G.inherits = nil
  end)

  it("completes the options of a search inside its call, and there alone", function()
    inserts('gts.search("nim", { alg', "orithm")
    inserts("r = gts.best(game, nil, {time = 1, tab", "le")
    inserts("gts.analyze(game, { posi", "tion")
    inserts('gts.search("nim", { window = {-1, 1}, dee', "pen")
    inserts('gts.search("nim", { trace = function(e) print(e.kind) end, sol', "ution")
    assert.is_nil(shown("gts.analyze('nim', { ").window)
    local names = shown 'gts.search("nim", { '
    assert(names.depth and names.window and names.remember_leaves and not names["while"] and not names.print)
    assert.is_nil(shown 'gts.search("nim", { depth = '.window)
    assert.is_nil(shown "x = { ".window)
    assert.is_nil(shown 'gts.search("nim", { depth = 3 }) '.window)
  end)

  it("completes the options of a game that comes with gts", function()
    inserts('gts.game("nim", { mi', "sere")
    local names = shown "gts.game('connect4', {"
    assert(names.columns and names.rows and not names.heaps)
    inserts('gts.game("nim", { heaps = {1,2}, mi', "sere")
    assert.is_nil(shown('gts.game("nim", { heaps = {').misere)
    inserts('gts.game("nosuch", { col', "")
  end)
end)

describe("Tab at the prompt #lua", function()
  local scope

  before_each(function()
    scope = require("gts.program.scope").new()
    assert(scope:compile("local search, text, stored = gts.search, 'abc', { first = { second = 1 } }", "=stdin"))()
  end)

  local function completes(text, expected) assert.equal(expected, (complete.text(text, scope))) end

  it("knows local variables and what is in them", function()
    completes("print(stor", "ed")
    completes("stored.fi", "rst")
    completes("stored.first.s", "econd")
    completes("text:low", "er")
    completes("('x'):low", "")
    completes("'x':low", "er")
  end)

  it("shows only what can be called after a colon", function()
    _G.object = { name = 1, act = print }
    completes("object:", "act")
    assert(select(2, complete.text("object.", scope)):find "name")
    _G.object = nil
  end)

  it("completes values of options, and closes what is whole", function()
    completes('gts.search("nim", { algorithm = "negas', 'cout"')
    completes("search('nim', { algorithm = 'negas", "cout'")
    completes("search('nim', { deepen = tru", "e")
    completes('gts.search("nim", { order = { "hist', 'ory"')
    completes('gts.search("nim", { order = { "killer", "hist', 'ory"')
    completes("gts.search('nim', { select = 'left", "most'")
    completes("gts.tree{ order = 'str", "ong'")
    local names = select(2, complete.text('gts.search("nim", { native = ', scope))
    assert.equal('"auto"  false   true', names)
  end)

  it("offers an algorithm's own options only to it", function()
    local function offers(text, name)
      local names = (" " .. select(2, complete.text(text, scope)) .. " "):gsub("%s+", " ")
      return names:find(" " .. name .. " ", 1, true) ~= nil
    end
    assert(offers('gts.search("nim", { algorithm = "memsss", ', "entries"))
    assert(not offers('gts.search("nim", { algorithm = "minimax", ', "entries"))
  end)

  it("completes games, topics and files in strings", function()
    completes('gts.game "conn', 'ect4"')
    completes("gts.search('tictac", "toe'")
    _G.help = print
    completes('help "memss', 's"')
    _G.help = nil
    completes('gts.game "./games/conn', "ect4.lua")
    completes('gts.game "./gam', "es/")
    completes('loadfile("./no such folder/x', "")
    completes('x = "conn', "")
  end)

  it("lays the choices out in columns of the page", function()
    local shown_narrow = select(2, complete.text("string.", scope, 30))
    for line in shown_narrow:gmatch "[^\n]+" do assert(#line <= 30) end
    assert.truthy(shown_narrow:find "^byte +%l+ +%l+\n")
  end)
end)
