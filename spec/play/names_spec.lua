-- Names of moves that are hard to write: through every text that holds moves they come back.

local dialects = require "gts.engines.dialects"
local errors = require "spec.support.errors"
local games_file = require "gts.play.games_file"
local gts = require "gts"
local json = require "gts.show.json"
local moves = require "gts.moves"
local notation = require "gts.rules.notation"
local played = require "gts.play.played"
local random = require "gts.base.random"
local run = require "spec.support.run"
local saved = require "gts.play.saved"
local session = require "gts.play.session"

local NAMES = {
  "a", "a b", "a,b", "b", "2,2", "2", "", " ", ",", "-1", "--after", '"', '"a"', "'a'", "a\nb", "a\tb", "\\", "a\\", '\\"',
  "#1", "a#2", "a", "a #b", "%", "%20", "(mark 1 2)", "mark(1, 2)", "ä", "你好", "\u{1F600}", "\0", "a\0b", "\r", "end", "moves",
  "{1 2}", "nil", "0x10", "1e3", "\xff", "A",
}

-- Three moves, each with all the names, in an order of its own.
local function hostile(name)
  local rules = { name = name or "hostile", start = "", range = { 0, 9 } }
  function rules.next(p, move)
    move = (move or 0) + 1
    if #p < 3 and move <= #NAMES then return move, p .. string.char(move + 64) end
  end
  function rules.evaluate(p) return #p end
  function rules.move_name(move) return NAMES[move] end
  function rules.read(text) return text end
  function rules.write(p) return p end
  return rules
end

-- Lists of three moves, as entries, and the session that has played them.
local function each_list(rules, f)
  local draw = random.stream(1)
  for first = 1, #NAMES do
    local s, list = assert(session.new(rules)), {}
    for i = 1, 3 do
      local entry = s.moves[i == 1 and first or draw(1, #NAMES)]
      list[i] = entry.label
      assert(s:play(entry))
    end
    f(list, s)
  end
end

describe("names of moves", function()
  it("come back from a list of them", function()
    local game = gts.game(hostile())
    each_list(game, function(list, s)
      assert.equal(s.position, assert(moves.play_text(game, nil, notation.words(list))))
      local again = session.new(game)
      assert.is_nil(again:replay(notation.words(list)))
      assert.equal(s.position, again.position)
      again = session.new(game)
      assert.is_nil(again:replay(list))
      assert.equal(s.position, again.position)
    end)
  end)

  it("come back from files of games and matches, and from words of UGI", function()
    local game = gts.game(hostile())
    each_list(game, function(list, s)
      assert.equal(s.position, assert(saved.read(assert(saved.text(s)), game)).position)
      local row = { pair = 1, side = "max", points = 1, value = 3, how = "rules", moves = list }
      local line = games_file.write_game(row)
      assert.equal(1, select(2, line:gsub("\n", "")))
      assert.same(row, games_file.read_game(line:sub(1, -2)))
      for i, label in ipairs(list) do
        local word = dialects.encode(label)
        assert(word:find "^[^%s%c]+$")
        assert.equal(label, dialects.decode(word))
        assert.equal(label, dialects.find(nil, { moves = s.played[i].moves, position = s.played[i].before }, word).label)
      end
    end)
  end)

  it("are found without quotes where that is clear", function()
    local game = gts.game "wythoff"
    assert.equal(gts.write(game, gts.apply(game, nil, "2,2", "1,0")), gts.write(game, moves.play_text(game, nil, "2,2,1,0")))
    game = gts.game(hostile())
    for text, names in pairs {
      ["mark(1, 2) mark(1, 2)"] = { "mark(1, 2)", "mark(1, 2)" }, ["(mark 1 2),a"] = { "(mark 1 2)", "a" }, ["  "] = {},
      ["a b"] = { "a", "b" }, ['"a b"'] = { "a b" }, ['"a,b", a'] = { "a,b", "a" }, ["2,2"] = { "2", "2" }, ["a#2"] = { "a#2" },
      ["a#3"] = { "a#3" },
    } do assert.equal(moves.play(game, nil, table.unpack(names)), moves.play_text(game, nil, text), text) end
    local position, wrong = moves.play_text(game, nil, "a c")
    assert.is_nil(position)
    errors.says(wrong, "there is no move 'c' here: the moves are a \"a b\" \"a,b\" b")
  end)

  it("are told apart by labels, also from names that look like these", function()
    local list, seen = moves.try(gts.game(hostile())), {}
    for _, entry in ipairs(list) do
      assert.is_nil(seen[entry.label])
      seen[entry.label] = true
    end
    assert.equal("a#3", list[22].label)
  end)

  it("are labels before they are moves, where both are texts", function()
    local rules = { name = "swapped", start = "", range = { 0, 1 } }
    function rules.successors(p)
      if p ~= "" then return {} end
      return { "x", "y" }, { "x", "y" }
    end
    function rules.evaluate() return 0 end
    function rules.move_name(move) return move == "x" and "y" or "x" end
    assert.equal("y", moves.play_text(gts.game(rules), nil, "x"))
    assert.equal("x", gts.apply(rules, nil, "x"))
    local s = session.new(rules)
    s:replay { "x" }
    assert.equal("y", saved.read(saved.text(s), gts.game(rules)).position)
  end)

  it("are a list in JSON, and a text in CSV", function()
    local r = gts.match(hostile(), { depth = 1 }, { depth = 1 }, { games = 2, plies = 2, seed = 3 })
    local rows = json.decode(r:json()).rows
    for i, row in ipairs(rows) do assert.same(r[i].moves, row.moves) end
    local game = gts.game(hostile())
    assert.equal(3, #rows[1].moves)
    assert.equal(3, #moves.play_text(game, nil, notation.words(r[1].moves)))
  end)

  it("and of games come back from files, with the options of a game", function()
    local folder, gone <close> = run.folder()
    for i, name in ipairs { "a\nb", '"', "a b:1", "x y", " ", "-", "ä", "a" } do
      local rules, file = hostile(name), ("%s/%d"):format(folder, i)
      gts.match(rules, { depth = 1 }, { depth = 1 }, { games = 2, plies = 2, file = file })
      local all = assert(played.read(file, gts.game(rules)))
      assert.equal(2, all.count)
      assert.equal(3, #all.session(1).position)
      local text = saved.text(session.new(rules))
      assert(saved.read(text, gts.game(rules)))
    end
    local file = folder .. "/nim"
    gts.match(gts.game("nim", { heaps = { 1, 2 } }), { depth = 1 }, { depth = 1 }, { games = 2, plies = 1, file = file })
    assert.equal(2, played.read(file).count)
  end)
end)
