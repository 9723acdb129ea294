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

describe("Tab", function()
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
    _G.inherits = setmetatable({ own = 1 }, { __index = setmetatable({ fathers = 1 }, { __index = { grandfathers = print } }) })
    inserts("inherits.o", "wn")
    inserts("inherits.fa", "thers")
    inserts("inherits:gra", "ndfathers")
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
