-- Learnt evaluations that come with gts: each file of games/learnt is what `gts learn` writes, and fits its game.

local arguments = require "gts.program.arguments"
local ask = require "gts.rules.ask"
local commands = require "gts.program.commands"
local compiled = require "spec.support.compiled"
local gts = require "gts"
local help = require "gts.program.help"
local core = require "gts.core"
local evaluation_file = require "gts.rules.evaluation_file"
local evaluation = require "gts.rules.evaluation"
local learnt = require "gts.best.learnt"
local player = require "gts.play.player"
local random = require "gts.base.random"
local search = require "gts.search"
local session = require "gts.play.session"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"

local names = {}
for file in assert(io.popen "ls games/learnt"):lines() do
  names[#names + 1] = assert(file:match "^([%w_]+)%.evaluation$", file)
end

-- Positions of some random games that are not over.
local function positions(of, draw)
  local list = {}
  for _ = 1, 4 do
    local p = { ask.start(of) }
    for _ = 1, 60 do
      local children = ask.children(of, p)
      if #children == 0 then break end
      list[#list + 1], p = p, children[draw(1, #children)]
    end
  end
  return list
end

-- The words of a command line, as the shell has them.
local function words_of(line)
  local list = {}
  for word in assert(io.popen("printf '%s\\n' " .. line)):lines() do list[#list + 1] = word end
  return list
end

describe("games/learnt #lua", function()
  it("is asked for by its name, and refused where there is none, or for another board", function()
    local head = "option 'evaluation' of the game "
    assert.equal(head .. "'nim' is 'learnt': none comes with gts for the game 'nim'; 'gts learn nim' makes one",
      select(2, pcall(gts.game, "nim", { evaluation = "learnt" })))
    local rules = { name = "../learnt/draughts", start = 1, next = function() end, evaluate = function() return 0 end }
    assert.matches("none comes with gts for the game '../learnt/draughts'; 'gts learn' makes one",
      select(2, pcall(gts.game, rules, { evaluation = "learnt" })), 1, true)
    local draughts = gts.game "draughts"
    rules = { name = "draughts", words = 3, start = draughts.start, next = draughts.next, evaluate = draughts.evaluate,
      player = draughts.player, board = function() return { columns = 10, rows = 10, cells = ("."):rep(100) } end }
    assert.equal(head .. "'draughts' makes no evaluation for these rules: it is for a board of 8 columns and 8 rows",
      select(2, pcall(gts.game, rules, { evaluation = "learnt" })))
    -- Those whose board has other sizes.
    for name, given in pairs { ataxx = { size = 5 }, clobber = { columns = 4 }, kalah = { pits = 4 }, othello = { size = 6 } } do
      given.evaluation = "learnt"
      assert.matches(head .. "'" .. name .. "' makes no evaluation for these rules: it is for a board of %d",
        select(2, pcall(gts.game, name, given)))
    end
  end)

  it("is for confined rules, and for a player of a match, which is named by what is in the file", function()
    local asked = { depth = 3, algorithm = "alphabeta" }
    local r, given = gts.search(gts.game("draughts", { evaluation = "learnt" }), asked), { evaluation = "learnt" }
    local confined = gts.confine({ file = "draughts", options = given }):search(asked)
    assert.same({ r.value, r.move, r.stats.visits }, { confined.value, confined.move, confined.stats.visits })
    local made = player.make(gts.game "draughts", { depth = 1, evaluation = "learnt" })
    assert.matches("^depth:1,evaluation:learnt %(%x+%)$", made.text)
  end)

  it("is what gts.best plays by within a time, unless something else is asked for", function()
    local long = { time = 20, native = false, every = 1e-3, progress = function() return false end }
    local function by(what, given) return gts.best(what, nil, tables.copy(long, given)).evaluation end
    for _, name in ipairs(names) do assert.equal("learnt", by(name), name) end
    assert.equal("learnt", by(gts.game("othello", { size = 8, symmetries = false })))
    local of, rules = gts.game "othello", gts.game("othello", { evaluation = "rules" })
    assert.equal("learnt", gts.best(gts.game(of, { plies = 4 }), nil, { clock = "99+0", native = false }).evaluation)
    local first = gts.game "ataxx"
    assert.same({ nil, "learnt" }, { by(first, { time = 0.1 }), by(first, { time = 0.1 }) })
    -- Short moves do not read it before the rules are compiled.
    local is_compiled, other = search.is_compiled, gts.game "clobber"
    finally(function() search.is_compiled = is_compiled end)
    function search.is_compiled() return false end
    for _ = 1, 2 do gts.best(other, nil, { time = 0.02 }) end
    assert.equal(other, learnt.game(other, false))
    for _, given in ipairs { { estimate = false }, { selective = false }, { depth = 2 }, { nodes = 9 } } do
      assert.is_nil(by(of, given))
    end
    local weights = tables.copy(of.weights, { corner = 41 })
    for _, given in ipairs { { evaluation = "learnt" }, { weights = weights }, { misere = true }, { size = 6 } } do
      assert.is_nil(by(gts.game("othello", given)))
    end
    assert.is_nil(by(gts.game("kalah", { seeds = 3 })))
    local own = { name = "othello", words = 3 }
    for _, field in ipairs { "start", "legal", "play", "player", "range" } do own[field] = of[field] end
    function own.evaluate(...) return of.evaluate(...) end
    for _, what in ipairs { own, rules, gts.game(rules) } do assert.is_nil(by(what)) end
  end)

  it("is what a session plays by, and leaves gts.search and a table of the caller as they were", function()
    local asked = { depth = 3, algorithm = "negascout", native = false }
    local s, by_learnt = assert(session.new "othello"), gts.game("othello", { evaluation = "learnt" })
    assert.equal(gts.search(by_learnt, asked).value, s:think { depth = 3, selective = false }.value)
    assert.equal(gts.analyze(by_learnt, { depth = 3 })[1].value, s:analyze { depth = 3 }[1].value)
    local before, table = gts.search("othello", asked), gts.table {}
    asked.table = table
    assert.equal("learnt", gts.best("othello", nil, { time = 0.5, native = false, table = table }).evaluation)
    assert.equal(before.value, gts.search("othello", asked).value)
  end)

  for _, name in ipairs(names) do
    it("has an evaluation of " .. name .. " that fits the game", function()
      local of, plain = gts.game(name, { evaluation = "learnt" }), gts.game(name)
      local low, high = table.unpack(of.range or { -math.huge, math.huge })
      local images = {}
      if of.images and of.images.kind == "bits" and not of.images.own then
        for i, permutation in ipairs(of.images.group) do images[i] = symmetry.image(of.images, permutation) end
      end
      local other, differs = of.images and of.images.reversed, false
      for _, p in ipairs(positions(plain, random.stream(1))) do
        local value = of.evaluate(table.unpack(p))
        assert(value >= low and value <= high, value)
        differs = differs or value ~= plain.evaluate(table.unpack(p))
        for _, image in ipairs(images) do assert.equal(value, of.evaluate(image(table.unpack(p)))) end
        if other then assert.equal(-value, of.evaluate(other(table.unpack(p)))) end
      end
      assert.is_true(differs)
      compiled.made(of)
      local native, interpreted = compiled.both(of, { depth = 3, algorithm = "alphabeta" })
      assert.same(interpreted, native)
    end)

    it("has that of " .. name .. " as it is written, and says how it was made, in help, too", function()
      local written = core.files.read(evaluation.learnt(name), 1 << 20)
      assert.equal(written, evaluation_file.write(assert(evaluation_file.read(written))))
      local lines = evaluation_file.about(written)
      assert.matches("^Evaluation of " .. name .. ", by gts learn", lines[1])
      local words = words_of(lines[2]:match "^Made by: gts learn (.*)$")
      local call, wrong = arguments.read(commands.find "learn", words)
      assert(call, wrong)
      assert.same({ name, {} }, { call.game, call.game_options })
      -- Time limits no such run: so it can be repeated.
      assert.same({ true, nil }, { call.options.games ~= nil, call.options.time })
      local text = help.text(name, 200)
      assert.matches("evaluation=rules", text, 1, true)
      assert.matches(lines[#lines], text, 1, true)
    end)
  end
end)
