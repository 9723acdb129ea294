--- Deepening or sampling: which of them plays the better move, by what the game is like at the position. Where the evaluation
-- is the same in all positions before the end, deepening sees no difference between moves, and loses to random games that are
-- played to the end (Monte-Carlo tree search). Else it was never the weaker one in what was measured: see `gts help
-- benchmarks`. So a small part of the time goes into a survey of a few random games (src/algo/sample/survey.c). Where the rest
-- of the game looks small enough to be searched out, deepening has a part of the time to do so first.

local effort = require "gts.base.effort"
local found = require "gts.best.found"
local moves = require "gts.moves"
local pick = require "gts.base.pick"
local random = require "gts.base.random"
local search = require "gts.search"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local choice = {}

-- The survey: its games, the longest of them in plies; and the part of the time that they may take, within limits in seconds.
local GAMES, LONGEST = 12, 400
local LONG = 100                -- plies of the first game, after which others are not waited for
local FEW = 3                   -- games, where evaluations are known to be equal: only the length of the rest is asked
local PART <const>, LEAST, END = 0.25, 0.005, 1
choice.PART = PART

local ENOUGH = 24               -- comparisons of evaluations, for a verdict
local LIKELY_ENOUGH = 8         -- in a survey that was too short, all of them equal: for this move
local SAME = 1 / 20             -- of these, the part that may differ where the evaluation says nothing
local SETTLED = 1 / 20          -- of the positions, the part that bounds may settle

-- Alpha-beta with the best order visits about the square root of all paths. How much time it takes to search out the rest of a
-- game is between two guesses: compiled, with a table that saves much; and in Lua, with a bad order.
local FAST, SLOW = 2e7, 5e4     -- nodes a second
local LIKELY, TRIAL = 0.5, 0.15 -- the part of the time that deepening has where both say that it is enough, or only the first

-- A look at moves of random games, no more of them than that: how many are enough, and how many too few to decide; the part of
-- the time that it may take, END at most; and the part that must be known again, for statistics of moves to pay.
local MANY, TOO_FEW, WALK, KNOWN = 30, 10, 0.1, 0.65

local FIND <const> = 10         -- seconds to look for an evaluation, before games

local MEMORY = 2 ^ 30           -- bytes of the tree, where the caller does not say: then it forgets what is least worth

--- Why it was deepening, where the rest of the game was searched out.
choice.SMALL = "deepening: the rest of the game is small"

--- And where the rest was not, and no time is left for sampling.
choice.LATE = "deepening: it has taken the time"

-- Options that do not say how to search. A table serves deepening, where there is any.
local open = { "position", "time", "clock", "table", "memory", "native", "threads", "progress", "every", "bounds",
  "estimate" }

--- Is it open how to search in a time? It is where that alone limits the search, and no option `given` is one of an algorithm.
function choice.is_open(of, given)
  for name in pairs(given) do
    if not words.contains(open, name) then return false end
  end
  return not of.tree
end

local function weak() return setmetatable({}, { __mode = "k" }) end

-- Evaluations that say something, and why they are taken to do so: they are asked once. Those that are equal.
local telling, silent = weak(), weak()

-- Returns the counts of a survey, and why it was stopped; nil: there are none, at the end of a game. It takes a unit of sampling.
local function survey(of, all, seconds, again)
  local is_ready = search.is_compiled(of, { algorithm = "mcts", native = all.native }, nil, PART * seconds) or again == true
  local asked = search.check(of, {
    algorithm = "mcts", position = all.position, bounds = all.bounds, memory = all.memory,
    native = (all.native == true or is_ready) and all.native,
    iterations = silent[of.evaluate] and FEW or GAMES, longest_rollout = LONGEST,
    time = math.max(LEAST, math.min(END, PART * seconds)),
  })
  if not asked then return nil end
  asked.algorithm, asked.unit_of = "survey", "mcts"
  local result, wrong = search.run(of, asked)
  if not result then return nil, wrong end
  if result.stopped == "interrupted" then error(result.stopped, 0) end
  return result.survey, result.stopped
end

-- The most nodes a second for which deepening is tried: fewer than where it has failed, more than where it has not.
local limits, LESS <const>, MORE <const> = weak(), 1 / 4, 2

-- The part of the time that deepening has to search out the rest of the game, and the nodes a second that this may take.
local function part_of(of, counts, seconds)
  local rate, limit = math.exp(counts.paths / counts.ended / 2) / seconds, limits[of.evaluate] or FAST
  return rate < math.min(SLOW, limit) and LIKELY or rate < limit and TRIAL or 0, rate
end

--- Notes whether the rest of a game was searched out. `made`: by choice.make.
function choice.learn(of, made, solved)
  if not made.rate then return end
  local limit = limits[of.evaluate] or FAST
  limits[of.evaluate] = solved and math.max(limit, MORE * made.rate) or math.min(limit, LESS * made.rate)
end

local function percent(part) return ("%.0f %%"):format(100 * part) end

local TOO_SHORT, TOO_LONG = "too few positions were seen in the time", "random games are too long"

-- Returns why deepening is better; nil: it is not.
local function against(of, counts, stopped)
  local few = not counts or counts.compared < ENOUGH and not silent[of.evaluate]
  if few and not stopped then return "too few evaluations could be compared" end     -- here, near the end of the game
  if few and not (counts and counts.compared >= LIKELY_ENOUGH and counts.differing == 0) then return TOO_SHORT end
  local settled, differing = counts.settled / counts.positions, counts.differing / math.max(1, counts.compared)
  if differing > SAME then
    telling[of.evaluate] = ("evaluations differ in %s of the positions in random games"):format(percent(differing))
    return telling[of.evaluate]
  end
  if settled > SETTLED then return ("bounds settle %s of the positions in random games"):format(percent(settled)) end
  if not few then silent[of.evaluate] = true end
  local first_is_long = counts.games == 0 and counts.positions > LONG    -- else the rules are slow as long as they run in Lua
  if first_is_long or 2 * counts.ended < counts.games then return TOO_LONG end
end

--- Surveys a position. `all`: options of gts.best, with what was picked; `seconds`: the time of the move; `again`: there was such
-- a move before. Returns `silent`: evaluations say nothing; `samples`: sampling plays better; `part`, of the time, that deepening
-- has before it, 0 to 1; `rate`: see choice.learn; `why`, for people. Raises what rules raise; "interrupted" at Ctrl-C.
function choice.make(of, all, seconds, again)
  local why, counts = telling[of.evaluate], nil
  if not why then
    local stopped
    counts, stopped = survey(of, all, seconds, again)
    why = against(of, counts, stopped)
  end
  if why then return { part = 0, why = "deepening: " .. why, silent = why == TOO_LONG } end
  local equal = percent(1 - counts.differing / math.max(1, counts.compared))
  local part, rate = part_of(of, counts, seconds)
  return { samples = true, silent = true, part = part, rate = rate,
    why = ("sampling: evaluations are equal in %s of the positions in random games"):format(equal) }
end

-- Plays a random game from a list of moves, and adds to `counts` the later moves of the player who begins: `all` of them, and
-- those `known`, which were on the list, too, and were not played before.
local function walk(of, all, list, counts, deadline)
  local mover, root, played = list.player, {}, {}
  for _, entry in ipairs(list) do root[entry.move] = true end
  for ply = 0, LONGEST do
    if #list == 0 or effort.clock() > deadline then return end
    local entry = list[counts.draw(1, #list)]
    if list.player == mover then
      if ply > 0 then counts.all = counts.all + 1 end
      if ply > 0 and root[entry.move] and not played[entry.move] then counts.known = counts.known + 1 end
      played[entry.move] = true
    end
    list = moves.generate(of, tables.over(all, { position = entry.position }))
  end
end

-- The way to select of each game, once it is known; and what was counted before.
local ways, looks = weak(), weak()

-- GRAVE learns of a move from all games in which it was played later: that misleads where pieces move on, or moves come again.
local function way_of(of, position, seconds)
  if ways[of] then return ways[of] end
  local all = search.check(of, { algorithm = "alphabeta", position = position })
  local list = moves.generate(of, all)
  local function is_odd(entry) return math.type(entry.move) ~= "integer" and type(entry.move) ~= "string" end
  if tables.any(list, is_odd) then return "uct" end
  looks[of] = looks[of] or { all = 0, known = 0, draw = random.stream(1) }
  local counts, deadline = looks[of], effort.clock() + math.min(END, WALK * seconds)
  for _ = 1, MANY do
    if counts.all >= MANY or effort.clock() > deadline then break end
    walk(of, all, list, counts, deadline)
  end
  if counts.all < TOO_FEW then return "uct" end
  ways[of] = counts.known > KNOWN * counts.all and "grave" or "uct"
  return ways[of]
end

--- Has the rules compiled as gts.best will search, where evaluations say nothing. `position`: nil: the start; `seconds`: how
-- long the compiler may take, and the search for an evaluation; `estimate`: as the option of gts.best. Raises as choice.make.
function choice.compile(of, position, seconds, estimate)
  if not choice.make(of, { position = position }, seconds or 1).silent then return end
  local other = estimate ~= false and found.game(of, seconds or FIND, nil, true)
  if not other then search.compile_before(of, "mcts", seconds)
  else
    local asked = { depth = 1, native = true, time = seconds }
    search.try(other, (pick.options(position, asked, search.has_keys(other, position), of.rank ~= nil)))
  end
end

--- The options of sampling. `given`: options of gts.best; `all`: these with what was picked; `seconds`: the time of the move.
-- Returns options of gts.search, and which of them were picked here.
function choice.sampling(of, given, all, seconds)
  local picked = { algorithm = "mcts", select = way_of(of, all.position, seconds) }
  if given.time == nil then picked.time = all.time end
  if given.memory == nil then picked.memory = MEMORY end
  local asked = tables.copy(given, { position = all.position, time = all.time })
  asked.clock, asked.table, asked.estimate = nil, nil, nil
  return tables.copy(asked, picked), picked
end

return choice
