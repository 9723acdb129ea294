-- The opponents in C: their rules against what is published, and ours against theirs; and that they play.

local gts = require "gts"
local match = require "spec.support.match"
local opponents = require "opponents"
local trees = require "spec.support.trees"

local HEX = 7           -- the size of hex that both begin with

describe("the opponents", function()
  it("know the games as they are published", function()
    local known = {
      connect4 = { 7, 49, 343, 2401, 16807, 117649, 823536 },
      othello = { 4, 12, 56, 244, 1396, 8200, 55092, 390216 },
      breakthrough = { 22, 484, 11132, 256036 },
    }
    for name, counts in pairs(known) do assert.same(counts, opponents.perft(name, #counts)) end
    -- Hex has no rule but to take a free cell, until somebody has joined his sides: with fewer than 2 n - 1 stones nobody has.
    assert.same({ 16, 16 * 15, 16 * 15 * 14, 16 * 15 * 14 * 13, 16 * 15 * 14 * 13 * 12 }, opponents.perft("hex", 5, 4))
  end)

  it("play kalah by hand", function()
    local list, player = opponents.moves("kalah", { 2 })       -- the third pit: the last seed falls into the store
    table.sort(list)
    assert.same({ { 0, 1, 3, 4, 5 }, 1 }, { list, player })
    assert.equal(2, select(2, opponents.moves("kalah", { 2, 0 })))
    assert.has_error(function() opponents.moves("kalah", { 2, 2 }) end)
  end)

  it("have the moves and the outcomes that the shipped games have, in games at random", function()
    local random = trees.stream(7)
    for _, name in ipairs(require("gts.game").shipped) do
      local theirs, game = match.theirs[name], gts.game(name)
      for _ = 1, theirs and 6 or 0 do
        local position, history = nil, {}
        while true do
          local list = gts.moves(game, position)
          local ours, legal, player, outcome = {}, opponents.moves(name, history)
          for i, entry in ipairs(list) do ours[i] = theirs(entry.move, HEX) end
          table.sort(ours)
          table.sort(legal)
          assert.same(legal, ours)
          assert.equal(player == 1 and "max" or "min", list.player)
          if #list == 0 then
            local value = gts.search(game, { position = position, depth = 0 }).value
            assert.equal(outcome, math.abs(value) >= 1000 and value / math.abs(value) or value)         -- a win may count 10000
            break
          end
          local entry = list[random(1, #list)]
          position, history[#history + 1] = entry.position, theirs(entry.move, HEX)
        end
      end
    end
  end)

  it("see a win in one move, each in its way", function()
    for _, kind in ipairs { "alphabeta", "flat", "uct" } do
      assert.equal(3, (opponents.choose("connect4", kind, { 0, 0, 1, 1, 2, 2 }, { seconds = 0.05 })))
    end
  end)
end)

describe("a match", function()
  it("plays every opening with both colours, and counts all games", function()
    local s = match.play { game = "connect4", kind = "flat", games = 4, time = 0.002 }
    assert.equal(4, s.won + s.drawn + s.lost)
    assert(s.moves >= 8)
  end)
end)
