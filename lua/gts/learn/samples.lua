--- Positions of random games: what is looked at to find out what the bits of positions mean.

local ask = require "gts.rules.ask"
local board = require "gts.rules.board"
local legal = require "gts.rules.legal"
local lists = require "gts.base.tables"
local packing = require "gts.rules.packing"
local random = require "gts.base.random"
local words = require "gts.base.words"

local samples = {}

local LONGEST <const> = 400             -- moves of a game
local MOST_OF_GAME <const> = 8         -- positions of a game that are kept
local MOST_CHILDREN <const> = 800000    -- successors that are made for all games
local KINDS <const> = { integer = true, table = true, string = true }   -- of positions

-- The successors of a position; of rules that give moves as bits only one, taken at random.
local function successors(of, p, draw)
  if not of.legal then return ask.children(of, p) end
  if of.terminal and of.terminal(table.unpack(p)) then return {} end
  local moves = legal.members(of.legal(table.unpack(p)))
  if #moves == 0 then return moves end
  local asked = table.move(p, 1, #p, 1, {})
  asked[#p + 1] = moves[draw(1, #moves)]
  return { { of.play(table.unpack(asked)) } }
end

local function kind_of(word) return math.type(word) or type(word) end

-- The positions of one game that are not over.
local function play(of, draw, budget)
  local p, list = { ask.start(of) }, {}
  local kind = kind_of(p[1])
  for _ = 1, LONGEST do
    for i = 1, of.words or 1 do
      local is = kind_of(p[i])
      if is ~= kind then return nil, ("rules.start is of type %s, another position of type %s"):format(kind, is) end
    end
    local children = successors(of, p, draw)
    budget.left = budget.left - #children
    if #children == 0 then break end
    local before = { at = p, after = children[draw(1, #children)] }
    list[#list + 1], p = before, before.after
  end
  return list
end

--- What stands on the cells of a position, by rules.board: see board.read; nil and what is wrong.
function samples.board(of, p) return board.read(of.board(table.unpack(p))) end

--- The player to move: "max" or "min"; "both" where positions do not say it.
function samples.mover(of, p)
  if not of.player then return "both" end
  local mover = of.player(table.unpack(p))
  if mover ~= "max" and mover ~= "min" then
    error(("rules.player returned %s: expected 'max' or 'min'"):format(words.quote(mover)), 0)
  end
  return mover
end

-- Packs positions that are no integers: `packing` of the list is how; its `ask` takes positions of the game, which are paths
-- where rules have one board. Returns nil, and why they cannot be packed, or true.
local function pack(of, list)
  if kind_of(list[1].at[1]) == "integer" then return true end
  local function asking(f) return of.mutable and of.mutable:asking(f) or f end
  local made, wrong
  local copy = asking(function(p) return of.mutable and packing.copy(p) or p end)
  made, wrong = packing.find(lists.map(list, function(sample) return copy(sample.at[1]) end))
  if not made then return nil, wrong .. ": write rules.features" end
  list.packing, made.ask = made, asking(made.read)
  for _, sample in ipairs(list) do sample.words, sample.after = { made.ask(sample.at[1]) }, { made.ask(sample.after[1]) } end
  return true
end

--- Plays random games. `given`: seed, games. Returns positions that are not over, each once: at (the words of the position),
-- words (a list: those, or what `packing` of the list makes of tables and strings), after (those behind a move), mover, game (its
-- number). Error: why there are none.
function samples.play(of, given)
  if of.tree then return nil, "it is a tree, and has no rules" end
  local kind = kind_of((ask.start(of)))
  if not of.mutable and not KINDS[kind] then return nil, ("positions are %ss: write rules.features"):format(kind) end
  local draw, budget, list, seen = random.stream(given.seed), { left = MOST_CHILDREN }, {}, {}
  for number = 1, given.games do
    local game, wrong = play(of, draw, budget)
    if not game then return nil, wrong end
    for _ = 1, math.min(MOST_OF_GAME, #game) do
      local p = table.remove(game, draw(1, #game))
      p.words, p.mover, p.game, list[#list + 1] = p.at, samples.mover(of, p.at), number, p
    end
    if budget.left < 0 then break end
  end
  if #list == 0 then return nil, "the game is over where it begins" end
  local good, wrong = pack(of, list)
  local kept = { packing = list.packing }
  for _, sample in ipairs(good and list or {}) do
    local id = table.concat(sample.words, " ")
    if not seen[id] then seen[id], kept[#kept + 1] = true, sample end
  end
  return good and kept, wrong
end

return samples
