-- The games that come with gts: their list, and what all of them promise.

local gts = require "gts"
local plain = require "spec.support.plain"

describe("gts.games", function()
  local list = gts.games()

  it("lists the files of the folder games, in the order of their names", function()
    local pipe <close> = assert(io.popen "ls -p games")
    local names = {}
    for file in pipe:lines() do names[#names + 1] = file ~= "learnt/" and assert(file:match "^(.*)%.lua$") or nil end
    table.sort(names)
    local listed = {}
    for i, entry in ipairs(list) do listed[i] = entry.name end
    assert.same(names, listed)
    assert(#listed >= 14)
  end)

  it("makes each of them with its defaults, and describes it", function()
    for _, entry in ipairs(list) do
      local options = {}
      for _, option in ipairs(entry.options) do
        options[option.name] = option.default
        assert.equal("string", type(option.help))
        assert.equal("string", type(option.expected))
      end
      assert.equal(gts.show(entry.name), gts.show(gts.game(entry.name, next(options) and options or nil)))
      assert(entry.title ~= "" and #entry.title < 60, entry.title)
      assert.equal(entry.title, entry.summary:sub(1, #entry.title))
      assert(#entry.summary > 60 and not entry.summary:find "\n")
    end
  end)

  it("prints as a table", function()
    local text = tostring(list)
    for line in text:gmatch "[^\n]+" do assert(#line <= 80) end
    assert.truthy(text:find("kalah +Kalah +pits, seeds"))
  end)

  it("gives new lists", function()
    for _, entry in ipairs(gts.games()) do
      if entry.name == "nim" then entry.options[1].default[1] = 60 end
    end
    for _, entry in ipairs(gts.games()) do
      if entry.name == "nim" then assert.same({ 3, 4, 5 }, entry.options[1].default) end
    end
  end)
end)

describe("every shipped game", function()
  -- Games with a separate spec for it are left out.
  local own = { amazons = true, ataxx = true, breakthrough = true, clobber = true, draughts = true, gomoku = true, hex = true,
    kalah = true, knightthrough = true, loa = true, mill = true, morris = true, oware = true, teeko = true, wythoff = true }

  for _, entry in ipairs(gts.games()) do
    if not own[entry.name] then
      it("keeps the promises of a game: " .. entry.name, function()
        plain.keeps_promises(gts.game(entry.name), 1)
        plain.agree(gts.game(entry.name), 3)
      end)
    end
  end
end)

-- Symmetric rules: with the players exchanged, the estimate is negated.
describe("an estimate is the same for both players", function()
  it("in othello", function()
    for _, size in ipairs { 4, 6, 8 } do
      local game = gts.game("othello", { size = size })
      for _, at in ipairs(plain.walk(game, size, 100)) do
        local mine, theirs, turn = table.unpack(at.position)
        assert.equal(game.evaluate(mine, theirs, turn), -game.evaluate(mine, theirs, 1 - turn))
      end
    end
  end)

  -- The board is turned by a quarter, too: upright dominoes lie flat then.
  it("in domineering", function()
    local game = gts.game("domineering", { columns = 5, rows = 5 })
    for _, at in ipairs(plain.walk(game, 5, 100)) do
      local turned = at.position & 1 << 25 ~ 1 << 25
      for cell = 0, 24 do
        if at.position >> cell & 1 ~= 0 then turned = turned | 1 << cell % 5 * 5 + cell // 5 end
      end
      assert.equal(game.evaluate(at.position), -game.evaluate(turned))
    end
  end)
end)
