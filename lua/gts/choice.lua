--- Deepening or sampling: which of them plays the better move, by what the game is like at the position.
--
-- Deepening lives by the evaluation: where that is the same in all positions before the end, it sees no difference between moves until
-- it sees the ends, and is beaten by random games that are played to the end (Monte-Carlo tree search). Where the evaluation says
-- something, or the bounds of the rules do, deepening was never the weaker one in what was measured; see `gts help monte-carlo`.
-- So a small part of the time goes into a survey (src/algo/sample/survey.c). And where the rest of the game looks small enough to be
-- searched out, deepening has a part of the time to do so, before sampling begins: its value is then proved.
-- @module gts.choice

local moves = require "gts.moves"
local search = require "gts.search"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local choice = {}

-- The survey: its games, and the longest of them in plies, which take a few milliseconds, in Lua; and the part of the time that they may
-- take, within limits in seconds, where rules are slow.
local GAMES, LONGEST = 12, 400
local PART, LEAST, MOST = 0.2, 0.002, 0.05

local ENOUGH = 24               -- comparisons of evaluations, for a verdict
local SAME = 1 / 20             -- of these, the part that may differ where the evaluation says nothing
local SETTLED = 1 / 20          -- of the positions, the part that bounds may settle

-- Alpha-beta with the best order visits about the square root of all paths. How much time it takes to search out the rest of a game
-- is between two guesses: compiled, with a table that saves much; and in Lua, with a bad order.
local FAST, SLOW = 6e7, 5e4     -- nodes a second
local TRIAL = 0.25              -- the part of the time that deepening has where only the first says that it is enough

local MEMORY = 2 ^ 30           -- bytes of the tree, where the caller does not say: then it forgets what is least worth

--- Why it was deepening, where the rest of the game was searched out, or will be.
choice.SMALL = "deepening: the rest of the game is small"

-- Options that do not say how to search. A table serves deepening, where there is any.
local open = { "position", "time", "clock", "table", "memory", "native", "threads", "progress", "every", "bounds" }

--- Is it open how to search? It is where nothing but time limits the search, and no option asks for an algorithm or one of its own.
-- @tparam table of a checked game
-- @tparam table given options of gts.best
-- @tparam table all these, with what was picked
-- @treturn boolean
function choice.is_open(of, given, all)
  for name in pairs(given) do
    if not words.contains(open, name) then return false end
  end
  return not of.tree and type(all.time) == "number" and all.time > 0 and all.time < math.huge
end

-- Returns the counts of a survey; nil: there are none, and the search itself will say why.
local function survey(of, all, seconds)
  local asked = search.check(of, {
    algorithm = "mcts", position = all.position, bounds = all.bounds, memory = all.memory, native = false, iterations = GAMES,
    longest_rollout = LONGEST, time = math.max(LEAST, math.min(MOST, PART * seconds)),
  })
  if not asked then return nil end
  asked.algorithm = "survey"
  return search.run(of, asked)
end

-- The part of the time that deepening has to search out the rest of the game.
local function part_of(counts, seconds)
  local visits = math.exp(counts.paths / counts.ended / 2)
  return visits < SLOW * seconds and 1 or visits < FAST * seconds and TRIAL or 0
end

-- Evaluations that say something: why they are taken to do so. They are asked once.
local known = setmetatable({}, { __mode = "k" })

local function percent(part) return ("%.0f %%"):format(100 * part) end

-- Returns why deepening is better; nil: it is not.
local function against(of, counts)
  if not counts then return "nothing is known of random games" end
  local settled = counts.settled / counts.positions
  if settled > SETTLED then return ("bounds settle %s of the positions in random games"):format(percent(settled)) end
  if counts.compared < ENOUGH then return "too few positions were seen in the time" end
  local differing = counts.differing / counts.compared
  if differing > SAME then
    known[of.evaluate] = ("evaluations differ in %s of the positions in random games"):format(percent(differing))
    return known[of.evaluate]
  end
  if counts.ended == 0 or 2 * counts.ended < counts.games then return "random games are too long" end
end

--- Surveys a position.
-- @tparam table of a checked game
-- @tparam table all options of gts.best, with what was picked
-- @tparam number seconds the time of the move
-- @treturn table `samples`: sampling plays better; `part` of the time that deepening has before it, 0 to 1: the rest of the game may be
-- small enough to be searched out; `why`, for people; `interrupted` by Ctrl-C
-- @raise what rules raise
function choice.make(of, all, seconds)
  if known[of.evaluate] then return { why = "deepening: " .. known[of.evaluate] } end
  local result = survey(of, all, seconds)
  if result and result.stopped == "interrupted" then return { interrupted = true } end
  local counts = result and result.survey
  local why = against(of, counts)
  if why then return { why = "deepening: " .. why } end
  local part = part_of(counts, seconds)
  if part == 1 then return { why = choice.SMALL } end
  return { samples = true, part = part, why = ("sampling: evaluations are equal in %s of the positions in random games"):format(
    percent(1 - counts.differing / counts.compared)) }
end

-- Are all moves of a position such that they can be known again in others?
local function have_names(of, position)
  for _, entry in ipairs(moves.try(of, position) or {}) do
    if math.type(entry.move) ~= "integer" and type(entry.move) ~= "string" then return false end
  end
  return true
end

--- The options of sampling.
-- @tparam table of a checked game
-- @tparam table given options of gts.best
-- @tparam table all these, with what was picked
-- @treturn table options of gts.search
-- @treturn table those of them that were picked here
function choice.sampling(of, given, all)
  local picked = { algorithm = "mcts", time = given.time == nil and all.time or nil }
  if have_names(of, all.position) then picked.select = "grave" end
  if given.memory == nil then picked.memory = MEMORY end
  local asked = tables.copy(given, { position = all.position, time = all.time })
  asked.clock, asked.table = nil, nil
  return tables.copy(asked, picked), picked
end

return choice
