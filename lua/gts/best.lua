--- The best move.

local adviser = require "gts.best.adviser"
local analyze = require "gts.analyze"
local choice = require "gts.best.choice"
local clock = require "gts.base.clock"
local core = require "gts.core"
local found = require "gts.best.found"
local game = require "gts.game"
local learnt = require "gts.best.learnt"
local moves = require "gts.moves"
local options = require "gts.facts.options"
local pick = require "gts.base.pick"
local results = require "gts.show.result"
local search = require "gts.search"
local tables = require "gts.base.tables"

local best = {}

local LEAST = 0.01              -- seconds for a move, where there was no time for it

-- The limits of a search for the move, when the value is known. It does not wait for a compiler.
local function limits_of(all)
  return { position = all.position, depth = all.depth, time = all.time and math.max(all.time / 2, LEAST),
    nodes = all.nodes or all.iterations, memory = all.memory, native = all.native and "auto" }
end

-- The soonest win, or the longest loss, by a search without the bounds that say the value. False: it is not known.
local function by_distance(of, all, result)
  local asked = tables.copy(limits_of(all), { algorithm = "negascout", deepen = true })
  if search.has_keys(of, all.position) then asked.table = "auto" end
  local r = search.try(game.without_bounds(of), asked)
  if not r or r.value ~= result.value or not r.distance then return false end
  for _, name in ipairs { "move", "position", "pv", "line", "distance" } do result[name] = r[name] end
  return true
end

-- The result is a move of which nothing more is known.
local function play(result, entry)
  result.move, result.position, result.pv, result.line = entry.move, entry.position, { entry.move }, { entry.position }
end

-- Where the bounds of the rules say the value of a position they do not say which move has it: the moves are asked. One has it
-- that is sure of it, or the only one that may have it. If a limit comes before, no more is proved than that move is sure of.
local function by_value(of, all, result)
  if all.depth == 0 or by_distance(of, all, result) then return end
  local list = analyze.try(of, limits_of(all))
  if not list or #list == 0 then return end
  local sure = list.player == "max" and "lower" or "upper"
  for _, entry in ipairs(list) do
    local at_horizon = not entry.solved and (all.depth or all.time)
    if at_horizon then entry.lower, entry.upper = -math.huge, math.huge end
  end
  local able = tables.filter(list, function(entry) return entry.lower <= result.value and result.value <= entry.upper end)
  local first = tables.find(able, function(entry) return entry[sure] == result.value end)
  local chosen = first or able[1] or list[1]
  if not first and #able ~= 1 then
    result.stopped, result.exact, result.solved, result[sure] = list.stopped, false, false, chosen[sure]
  end
  play(result, chosen)
end

-- A limit so tight that nothing is known yet: the best move of one ply, as far as that can be searched, or else the first move.
local function least_move(of, all, result)
  if of.whole then return play(result, moves.try(of, all.position)[1]) end
  local least = { algorithm = "alphabeta", position = all.position, depth = 1, native = false, bounds = false }
  local first = result.stopped == "time" and search.try(of, tables.copy(least, { time = LEAST }))
  if not first or first.move == nil then first = search.try(of, tables.copy(least, { nodes = 2 })) end
  if not first then return end
  result.stats = first.stats
  play(result, first)
  if not first.stopped then result.algorithm, result.depth, result.value = first.algorithm, first.depth, first.value end
end

-- Does a player lose at once by a move that leads to `position`, as one reply wins?
local function loses_at_once(of, position, player)
  local other = player == "max" and "min" or "max"
  local all = search.check(of, { algorithm = "alphabeta", position = position, depth = 1, deepen = true, native = false })
  local r = all and search.run(of, tables.over(all, { to_move = other }))
  return r and r.distance == 1 and r.value == of.range[other == "max" and 2 or 1]
end

-- A search that samples may not have seen all replies. Where one of them wins at once, the most visited of the moves is taken
-- that does not lose so, those first that are not proved to lose.
local function hold_out(of, all, result)
  local list = moves.generate(of, search.check(of, { algorithm = "alphabeta", position = all.position }))
  if not loses_at_once(of, result.position, list.player) then return end
  local side, lost = list.player == "max" and "upper" or "lower", of.range[list.player == "max" and 1 or 2]
  local others = tables.map(result.moves, function(entry, i) return { entry = entry, number = i, open = entry[side] ~= lost } end)
  table.sort(others, function(a, b)
    if a.open ~= b.open then return a.open end
    if a.entry.visits ~= b.entry.visits then return a.entry.visits > b.entry.visits end
    return a.number < b.number
  end)
  local other = tables.find(others, function(one) return not loses_at_once(of, one.entry.position, list.player) end)
  if other then play(result, other.entry) end
end

local usual = { time = true, clock = true, depth = true, nodes = true, memory = true, algorithm = true }

-- Are these options, where the position belongs? Positions of this game may have such fields.
local function are_options(position, start)
  for name in next, type(position) == "table" and position or {} do
    local is_new = type(name) == "string" and (type(start) ~= "table" or start[name] == nil)
    if is_new and (type(start) ~= "table" or usual[name] or adviser.has(name)) then return true end
  end
  return false
end

local LOOK = 0.01               -- seconds between two looks at the clock
local FEW = 10                  -- iterations of a search that estimates, where there is no choice
local SOON = 1e-6               -- seconds of a search whose time is over
local PLIES = 2                 -- that are completed on a busy machine, too
local LATER, LATEST = 9, 1      -- times the time of a move, and seconds, that it may take longer for them, at most
local HALF = 0.5                -- of what a clock has left, and no more than that

-- For the last search of a move, what lets it go on until it has looked ahead: see search_look in src/search/search.h.
local function floor_of(began, seconds, most)
  local longest = math.min(seconds + math.min(LATER * seconds, LATEST), most or math.huge)
  return { floor = seconds, latest = began + math.max(seconds, longest) }
end

-- Returns the function for the option `progress` of a search that ends at the limits of a pace, and calls that of the caller as
-- often as asked for. `pace.over` is set where it is the pace that has ended the search.
local function watch(pace, progress, every)
  local said, depth = -math.huge, 0
  return function(report)
    local now = core.clock()
    if progress and (now - said >= every or report.depth ~= depth) then
      said, depth = now, report.depth
      if progress(report) == false then return false end
    end
    pace:follow(report)
    pace.over = (report.depth >= PLIES or report.estimate ~= nil) and pace:is_over(report, now)
    return not pace.over
  end
end

local function search_at(of, all, pace, left)
  local every = all.every or options.row("every").default
  local result, wrong = search.try(of, tables.copy(all, {
    progress = watch(pace, all.progress, every), every = math.min(every, LOOK),
    time = math.max(pace.began + pace.hard - core.clock(), SOON),
  }), floor_of(pace.began, pace.hard, HALF * left))
  if not result then return nil, wrong end
  if pace.over and result.stopped == "progress" then result.stopped = "time" end
  result.options.progress, result.options.every = all.progress, all.every
  return result
end

local function search_until(of, all, deadline, more)
  return search.try(of, tables.copy(all, { time = math.max(deadline - core.clock(), SOON) }), more)
end

-- Why a search that did not find the value need not be followed by another.
local stopped_by_caller = { progress = true, interrupted = true }

local LONG_ENOUGH = 0.5         -- seconds of a move: with less, a learnt evaluation is not used before it is compiled
local TRANSLATION = 0.4         -- of a move, the part that its translation may take
local LATE = 0.9                -- of the time of a move: what is left then is too little for another search

-- Deepens by an evaluation that is found in the rules, within a part of a move's seconds; nil: there is none, it has failed, or
-- the move is short and it is not compiled yet.
local function search_by_found(of, given, made, all, part, seconds, run)
  if not made.silent or given.estimate == false then return nil end
  local other, why = found.game(of, part * seconds, all.native)
  local asked = tables.copy(all, { table = all.table and "auto" })
  local checked = other and seconds < LONG_ENOUGH and search.check(other, asked)
  if not other or checked and not search.is_compiled(other, checked, 0, choice.PART * seconds) then return nil end
  local ok, result, wrong = pcall(run, asked, other)
  if not ok then return nil, not found.drop(of) and error(result, 0) or nil end
  if result then result.why = "deepening: " .. why end
  return result, wrong
end

local moved = setmetatable({}, { __mode = "k" })        -- evaluate -> a move was searched for
local LONG = 4                  -- seconds of a first move that are enough for more than sampling
local LITTLE = 0.04             -- of a short move, the part to look for an evaluation: it takes hundreds of them

-- Searches by deepening or by sampling, whichever is better here, for about `seconds`. `run` searches with options until the time
-- of the move is over. Deepening may have a part of it first, to find the value; on a busy machine that can take all. Returns the
-- result and what was picked; or nil and what is wrong.
local function search_by_choice(of, given, all, picked, seconds, run)
  local began, again = core.clock(), moved[of.evaluate]
  local made = choice.make(of, all, seconds, again)
  moved[of.evaluate] = true
  local result, wrong = search_by_found(of, given, made, all, 0, seconds, run)
  if result or wrong then return result, result and picked or wrong end
  if made.part > 0 then
    result, wrong = search_until(of, all, core.clock() + made.part * seconds)
    if not result then return nil, wrong end
    if result.solved or stopped_by_caller[result.stopped] then made.why = choice.SMALL
    elseif result.depth >= PLIES and core.clock() - began > LATE * seconds then made.why = choice.LATE
    else result = nil end
  end
  if not result then
    local by_found, why, is_unread = nil, nil, found.is_unread(of)
    if again or seconds >= LONG or is_unread then
      local part = seconds < LONG_ENOUGH and not (again and is_unread) and LITTLE or choice.PART
      by_found, why = search_by_found(of, given, made, all, part, seconds, run)
    end
    if by_found or why then return by_found, by_found and picked or why end
    if made.samples then all, picked = choice.sampling(of, given, all, seconds) end
    result, wrong = run(all)
  end
  if not result then return nil, wrong end
  if result.solved or made.part > 0 and not stopped_by_caller[result.stopped] then choice.learn(of, made, result.solved) end
  result.why = made.why
  return result, picked
end

-- Searches for the time of a move, since `began`, by a clock or `time`. Returns result and pick; or nil and what is wrong.
local function search_timed(of, given, all, picked, of_player, began)
  local list = {}
  local result, wrong
  if of_player then list, wrong = moves.try(of, all.position, all.native == true and clock.limits(of_player) or nil) end
  if not list then return nil, wrong end
  if #list == 1 then
    local estimates = options.algorithm(all.algorithm).anytime
    local only, why = search.try(of, tables.copy(all, estimates and { iterations = FEW } or { depth = 1 }))
    return only, why or picked
  end
  local function run(asked, by)
    if not of_player then return search_until(by or of, asked, began + all.time, floor_of(began, all.time)) end
    return search_at(by or of, asked, clock.pace(of_player, list.player, began), of_player.left)
  end
  if learnt.name(of) then
    result, wrong = run(all)
    if result then result.why = "deepening: by the learnt evaluation" end
  elseif choice.is_open(of, given) then
    local seconds = of_player and clock.limits(of_player) or all.time
    result, wrong = search_by_choice(of, given, all, picked, seconds, run)
    picked = wrong
  else result, wrong = run(all) end
  if not result then return nil, wrong end
  result.seconds, result.options.time = core.clock() - began, all.time
  return result, picked
end

-- The game to search by, where time alone limits that, and its options. A learnt evaluation is translated in parts of the first
-- moves, which are searched by the rules' own: of short ones once these are compiled. A table of the caller's serves the game
-- as it is.
local function by_learnt(of, given, all, of_player)
  local began, seconds = core.clock(), of_player and clock.limits(of_player) or all.time
  local is_long, is_open = seconds >= LONG_ENOUGH, given.estimate ~= false and choice.is_open(of, given)
  local own = not is_long and is_open and moved[of.evaluate] and search.check(of, all)
  local is_ready = is_long or own and search.is_compiled(of, own, nil, 0)
  local by = is_open and learnt.game(of, is_ready == true) or of
  local asked = by ~= of and core.is_table(all.table) and tables.copy(all, { table = "auto" }) or all
  local checked = by ~= of and search.check(by, asked)
  if not checked then return of, all end
  local left = math.max(0, TRANSLATION * seconds - (core.clock() - began))      -- once it is read
  local is_compiled, is_translated = search.is_compiled(by, checked, 0, left)
  if is_compiled or is_long and is_translated then return by, asked end
  return of, all
end

--- The answer of an adviser. `of`: the game, with a mover: see game.with_mover; `position` (nil: where the game starts);
-- `advise`: see gts.best.adviser; `seed` draws the move; `all`: options of the result. Returns the result, or nil.
function best.advised(of, position, advise, seed, all)
  local r, standing, name = advise(of, position, seed)
  if not r then return nil end
  if type(r) ~= "table" or r.move == nil then error(("option '%s': the adviser gives no move"):format(name), 0) end
  r = tables.copy({ pv = { r.move }, line = { r.position }, lower = -math.huge, upper = math.huge, exact = false, solved = false,
    selective = false, native = false, depth = 0, seconds = 0,
    stats = { visits = 0, leaves = 0, developed = 0, peak = 0, bytes = 0 } }, r)
  r.options = all or {}
  return results.dress(r, of, { standing = standing, by = name })
end

--- The best move of a checked game. `position` (nil: where the game starts); `given`: options, see gts.best. Returns the result.
function best.try(of, position, given)
  local began = core.clock()    -- keys that gts makes take time, too
  local rest, advise = adviser.take(of, given, "option '%s' of gts.best")
  if rest == nil then return nil, advise end
  local all, picked, of_player = pick.options(position, rest, search.has_keys(of, position), of.rank ~= nil)
  if not all then return nil, picked end
  if advise then
    local checked, why = search.check(of, all)
    if not checked then return nil, why end
    local answer = best.advised(of, checked.position, advise, nil, checked)
    if answer then return answer end
  end
  local result, wrong
  if of_player or type(all.time) == "number" and all.time > 0 and all.time < math.huge then
    of, all = by_learnt(of, rest, all, of_player)
    result, wrong = search_timed(of, rest, all, picked, of_player, began)
    picked = wrong
  else result, wrong = search.try(of, all) end
  if not result then return nil, wrong end
  result.picked, result.evaluation = picked, learnt.name(of)
  if result.move == nil and result.exact then by_value(of, all, result)
  elseif result.move == nil then
    if all.native == true and result.stopped == "time" then
      return nil, "native: the time was over before " .. (result.native and "a ply was searched" or "the rules were compiled")
    end
    least_move(of, all, result)
  elseif result.moves and of.range and not result.solved then hold_out(of, all, result) end
  return result
end

--- See gts.best.
function best.best(what, position, given)
  local of, wrong = game.first("gts.best(game, position, options)", what, position)
  if not of then error(wrong, 2) end
  if given == nil and are_options(position, of.start) then
    error("gts.best takes the position before the options: gts.best(game, nil, { ... }) searches from the start", 2)
  end
  local result, why = best.try(of, position, given)
  if not result then error(why, 2) end
  return result
end

return best
