-- The Go Text Protocol, from the side of the engine.

local gts = require "gts"
local gtp = require "gts.engines.gtp"

-- What is answered to a text, without the empty lines between.
local function serve(game, text, how)
  local said, sent = {}, false
  local function input()
    if sent then return nil end
    sent = true
    return text
  end
  how = how or { time = 0.01 }
  how.remake = function(size)
    return size == 4 and gts.game("othello", { size = 4 }) or size == 10 and gts.game "amazons" or nil
  end
  gtp.serve(gts.game(game), input, function(line)
    assert.matches("^[=?]%d*.*\n$", line)       -- with the end of its line an empty one, and no other
    assert.is_nil(line:find("\n\n", 1, true))
    said[#said + 1] = line:sub(1, -2)
  end, how)
  return said
end

-- The commands of a game, without its passes; how many these are, and the last position.
local function random_game(of, k)
  local text, passes, position, list = "boardsize 4\n", 0, nil, gts.moves(of)
  while #list > 0 do
    local entry = list[k * #text // 7 % #list + 1]
    if entry.name == "pass" then passes = passes + 1
    else text = text .. ("play %s %s\n"):format(list.player == "max" and "b" or "w", entry.name) end
    position = entry.position
    list = gts.moves(of, position)
  end
  return text, passes, position
end

describe("gts gtp", function()
  it("answers in the form of the protocol, with numbers, and to what it does not know", function()
    assert.same({ "= 2", "=12 gts", "=3 " .. gts.version, "= true", "= false", "? unknown command", "=", "? komi not a float" },
      serve("tictactoe", "# a comment\n\nprotocol_version\r\n12 name # who\n3 version\nknown_command genmove\n"
        .. "known_command fly\n\tfly\nkomi 6.5\nkomi six\n"))
    assert.same({ "? unknown command", "= gts" }, serve("tictactoe", "fly a" .. (" "):rep(500000) .. "b\nname\n"))
    local list = serve("tictactoe", "list_commands\nquit\nname\n")
    assert.equal(2, #list)
    for name in ("play genmove showboard clear_board boardsize time_settings time_left final_score"):gmatch "%S+" do
      assert.matches("\n" .. name, list[1])
    end
  end)

  it("plays, takes back, and counts", function()
    local said = serve("tictactoe", "play b 1\nplay w 4\nplay black 2\nplay white 5\ngenmove b\nfinal_score\nplay w 6\nundo\n"
      .. "final_score\nreg_genmove b\nplay w 6\nplay b 1\nplay green 3\nshowboard\nundo\nundo\nundo\nundo\nundo\n")
    assert.same({ "= 3", "= B+1", "? the game is over", "=", "? the game is not over", "= 3", "? it is the turn of black",
      "? illegal move", "? invalid color" }, table.move(said, 5, 13, 1, {}))
    assert.equal("=\n" .. gts.show("tictactoe", gts.apply("tictactoe", nil, 1, 4, 2, 5)):gsub("\n%s*\n", "\n"), said[14])
    assert.equal("? cannot undo", said[19])
  end)

  it("writes Othello as Quarry does, where nobody says that he passes", function()
    local said = serve("othello", "list_games\nset_game Othello\nset_game Go\nplay b d3\nplay w C5\nboardsize 5\nboardsize 4\n"
      .. "showboard\n")
    assert.same({ "= Othello", "=", "? unsupported game", "=", "=", "? unacceptable size", "=" }, table.move(said, 1, 7, 1, {}))
    -- On a board of 4 x 4 somebody has to pass soon; whoever is asked then is the one who can move.
    local of = gts.game("othello", { size = 4 })
    local text, position
    for k = 1, 100 do
      local passes
      text, passes, position = random_game(of, k)
      if passes > 0 then break end
      assert(k < 100)
    end
    said = serve("othello", text .. "final_score\n")
    for i = 1, #said - 1 do assert.equal("=", said[i]) end
    local value = gts.search(of, { position = position, depth = 0, algorithm = "minimax" }).value
    assert.equal(value == 0 and "= 0" or ("= %s+%d"):format(value > 0 and "B" or "W", math.abs(value)), said[#said])
  end)

  it("writes Amazons as Quarry does: White begins, at the lower edge, and there is a column I", function()
    local said = serve("amazons", "list_games\nset_game Amazons\nboardsize 10\nclear_board\ngenmove black\nplay white J4-J6-I6\n"
      .. "play white A4-A5-A6\nreg_genmove black\ntime_settings 0 5 1\ntime_left white 5 1\nfinal_score\n")
    assert.same({ "= Amazons", "=" }, table.move(said, 1, 2, 1, {}))
    assert.same({ "? it is the turn of white", "=", "? it is the turn of black" }, table.move(said, 5, 7, 1, {}))
    -- A black queen, of those at the upper edge.
    assert.matches("^= [ADGJ]%d+%-[A-J]%d+%-[A-J]%d+$", said[8])
    assert.is_true(({ A7 = true, D10 = true, G10 = true, J7 = true })[said[8]:match "^= (%w+)"])
    assert.same({ "=", "=", "? the game is not over" }, table.move(said, 9, 11, 1, {}))
  end)

  it("keeps to the time that it is given", function()
    local said = serve("connect4", "time_settings 0 1 100\ngenmove b\ntime_settings 1 0 0\ntime_left w 0 0\ngenmove w\n"
      .. "time_settings 1 2 x\ntime_left b 3 y\n", { time = 1000 })
    assert.matches("^= [1-7]$", said[2])
    assert.matches("^= [1-7]$", said[5])
    assert.same({ "? syntax error", "? syntax error" }, { said[6], said[7] })
  end)
end)
