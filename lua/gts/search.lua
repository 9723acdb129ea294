--- The search, as Lua sees it: what is wrong is refused; then the engine searches, with compiled rules where that pays.

local core = require "gts.core"
local fingerprint = require "gts.rules.fingerprint"
local game = require "gts.game"
local keys = require "gts.rules.keys"
local intact = require "gts.rules.intact"
local lists = require "gts.base.tables"
local mutable = require "gts.rules.mutable"
local options = require "gts.facts.options"
local pick = require "gts.base.pick"
local results = require "gts.show.result"
local schema = require "gts.base.schema"
local words = require "gts.base.words"

local search = {}

core.own()

--- Have positions of this game keys, by which a table knows them? Integers and strings are their own; and so are nodes of trees.
-- For tables gts makes them. `position`: where is searched; nil: at the start. Returns a boolean; why gts makes none.
function search.has_keys(of, position)
  if of.key or of.tree or (of.words or 1) > 1 then return true end
  if position == nil then position = of.start end
  if type(position) ~= "table" then return math.type(position) == "integer" or type(position) == "string" end
  local made, why = keys.of(of)
  return made ~= nil, why
end

--- What is wrong where something needs keys, for a reason that may be added, and a game has none; nil: nothing.
function search.keyless(of, position, something, reason)
  local there, why = search.has_keys(of, position)
  if there then return nil end
  return ("%s needs rules.key%s, which %s does not have%s"):format(something, reason or "", of.name,
    why and "; gts makes none, as " .. why or "")
end

-- The value of a repeated position: only algorithms that know the path to it support rules.cycle.
local function check_cycle(of, algorithm, all)
  if of.cycle == nil then return nil end
  search.has_keys(of, all.position)
  if not algorithm.path then
    local ids = lists.collect(core.algorithms, function(other) return other.path and other.id end)
    return ("%s cannot serve rules.cycle, which %s has: it does not know the path to a position; these do: %s"):format(
      algorithm.id, of.name, table.concat(ids, ", "))
  end
  if all.solution then return "option 'solution' does not go with rules.cycle: solution trees have no circles" end
end

-- The rules of a game must have what the algorithm cannot do without.
local function check_needs(of, algorithm, position)
  for _, field in ipairs(algorithm.needs) do
    if field == "key" then
      local wrong = search.keyless(of, position, algorithm.id)
      if wrong then return wrong end
    elseif of[field] == nil then
      return ("%s needs rules.%s, which %s does not have"):format(algorithm.id, field, of.name)
    end
  end
end

local function check_table(of, algorithm, all)
  if all.table == nil then return nil end
  local wrong = search.keyless(of, all.position, algorithm.id, " for its table")
  if wrong then return wrong end
  return core.is_table(all.table) and (require or core.loaded) "gts.table".refused(all.table, of) or nil
end

-- A database is of one game, and proofs rest on the rules alone.
local function check_database(of, algorithm, all)
  if all.database == nil then return nil end
  if algorithm.alternative and not algorithm.informed then
    return ("%s takes no option 'database': its value is not the minimax value, which databases have"):format(algorithm.id)
  end
  if all.solution then return "option 'solution' does not go with 'database': proofs rest on the rules alone" end
  local wrong = search.keyless(of, all.position, "option 'database'")
  if wrong then return wrong end
  local its = all.database.game
  if its == of then return nil end
  if not its then return "option 'database': its game is not known" end
  local is = fingerprint.of(of, game.given(of))
  if is and is == fingerprint.of(its, game.given(its)) then return nil end
  return ("option 'database' belongs to %s, or to other options, rules or data of it"):format(its.name)
end

-- What calls Lua has no order in several threads; and threads share a table, unless they may exchange statistics of the root.
local function check_threads(of, algorithm, all)
  if all.threads == nil or all.threads == 1 then return nil end
  if core.lacks.threads then return core.lacks.threads end
  if all.trace then return "option 'trace' does not go with threads: nothing that they do happens in an order" end
  local shares = words.contains(algorithm.options, "table")
  if words.contains(algorithm.options, "parallel") then shares = all.parallel == "tree" end
  return shares and search.keyless(of, all.position, "option 'threads'", " for the table that threads share") or nil
end

local function check_native(of, all)
  if all.native == true and core.lacks.native then return core.lacks.native end
  if of.mutable and all.native == true then
    return ("option 'native': the rules of %s play moves on a board, and run in Lua"):format(of.name)
  end
end

-- `selective = true` uses what the rules allow; a list asks for it.
local function check_techniques(of, all)
  if type(all.selective) == "table" and words.contains(all.selective, "null") and of.pass == nil then
    return "option 'selective': 'null' needs rules.pass"
  end
end

local function check_position(of, position)
  local count = of.words or 1
  if position == nil then return nil end
  if of.mutable and not mutable.is_board(position) then
    return ("option 'position' is %s: expected a board, which rules.play can change"):format(words.quote(position))
  end
  if count == 1 then return nil end
  return schema.misfit("option 'position'", position, schema.integers(count))
end

-- What is picked where the caller leaves it to us which algorithm searches; the limits are his, and so it is if there are none.
local function picked(of, given)
  if given.algorithm ~= nil or given.deepen == false then return given end
  -- A game that goes round in circles ends by repetition only, after paths that are too many to be walked without deepening.
  local goes_round = of.cycle ~= nil and given.depth == nil
  if not (given.time or given.deepen or goes_round) then return given end
  local all = pick.options(nil, given, search.has_keys(of, given.position), of.rank ~= nil)
  all.time, all.selective = given.time, given.selective        -- a search proves, unless it is asked for what is likely
  return all
end

--- Checks options for a search of a game: returns all of them; or nil and what is wrong, and with which option.
function search.check(of, given)
  if given == nil then given = {} end
  if type(given) == "table" then
    if given.clock ~= nil then return nil, "option 'clock' is one of gts.best: gts.search takes 'time'" end
    given = picked(of, given)
  end
  local all, algorithm = options.check(given)
  if not all then return nil, algorithm end
  local wrong = check_needs(of, algorithm, all.position) or check_position(of, all.position) or check_table(of, algorithm, all) or
    check_cycle(of, algorithm, all) or check_database(of, algorithm, all) or check_threads(of, algorithm, all) or
    check_native(of, all) or check_techniques(of, all)
  if wrong then return nil, wrong end
  if of.native ~= nil and given.native == nil then all.native = of.native end
  if of.whole then all.deepen, all.selective = false, nil end           -- a tree without values of inner nodes
  return all
end

-- Searches rules that have a board. Until the end it is ours.
local function run_mutable(of, all)
  local _ <close> = of.mutable:hold()
  local result = core.search(of, all)
  result.stats.replayed = of.mutable.again
  return result
end

--- Searches with options that are checked, and what was added to them. Returns the result, as the engine gives it. Error: why
-- native = true cannot be had; which constants the rules have changed. Raises what rules raise; that they changed the position.
function search.run(of, all)
  if type(all.database) == "table" then all = lists.over(all, { database = all.database.parts }) end
  if of.to_move and not all.to_move then all = lists.over(all, { to_move = of.to_move }) end    -- see game.with_mover
  if of.tree then return (core.search(of.tree, all)) end
  if of.mutable then return run_mutable(of, all) end
  local position = all.position
  if position == nil then position = of.start end
  local before = intact.note(of, position)
  local result, wrong
  if all.native == false or core.lacks.native then result = core.search(of, all)
  else result, wrong = require("gts.compile.searching").search(of, all) end     -- large: loaded only where rules may be compiled
  intact.hold(of, position, before)
  return result, wrong
end

local PATIENCE = 0.25           -- seconds that a search runs until the compiler is waited for

--- Has the rules compiled, if they can be and searches are long enough: of several processes each would do so by itself. `all`:
-- checked options of such searches, without functions to be called; `seconds` (optional): how long the compiler may take.
function search.compile(of, all, seconds)
  if of.tree or of.mutable or all.native ~= "auto" or core.lacks.native then return end
  if search.run(of, lists.over(all, { time = PATIENCE, native = false })).stopped ~= "time" then return end
  require("gts.compile.native").compile(of, all, seconds)
end

--- Has the rules compiled, if they can be, before a search that cannot begin anew with them. `algorithm`: id; `seconds`: how long
-- the compiler may take. Returns true if they are compiled.
function search.compile_before(of, algorithm, seconds)
  if of.tree or of.mutable or core.lacks.native then return false end
  local native = require "gts.compile.native"
  local plan = native.compile(of, { algorithm = algorithm }, seconds)
  native.run_in_lua(plan)
  return plan.unit ~= nil
end

--- Are the rules compiled for such searches, if they can be? Else the compiler is started, and waited for, at most `seconds`;
-- without these, neither. `part`: seconds for their translation, which the next call continues; nil: no limit. Also returns
-- whether that is done.
function search.is_compiled(of, all, seconds, part)
  if of.tree or of.mutable or all.native == false or core.lacks.native then return true end
  local native = require "gts.compile.native"
  local plan = native.remembered(of, all) or native.prepare(of, all, part)
  if plan.report.late then return false end
  if not plan.unit and plan.at and seconds and (plan.job or native.start(plan)) then native.ready(plan, seconds > 0, seconds) end
  if plan.job then require("gts.compile.compiler").leave(plan.job) end
  return plan.unit ~= nil or not plan.at, true
end

local SOON = 1e-6               -- seconds of a search whose time is over

--- Searches a game: see gts.search; or returns nil and what is wrong. `more` for core.search: see src/call/options.c.
function search.try(of, given, more)
  local began = core.clock()
  local made, wrong = game.first("gts.search(game, options)", of, given)
  if not made then return nil, wrong end
  local all, result
  all, wrong = search.check(made, given)
  if not all then return nil, wrong end
  local before = core.clock() - began                           -- as keys are made, of the first search of a game
  if all.time then more = lists.copy(more or {}, { time = math.max(all.time - before, SOON) }) end
  result, wrong = search.run(made, more and lists.over(all, more) or all)
  if not result then return nil, wrong end
  result.options, result.seconds = all, result.seconds + before
  if result.proof then (require or core.loaded) "gts.proof".complete(result, made, all) end
  return results.dress(result, made)
end

--- See gts.search.
function search.search(of, given)
  local result, wrong = search.try(of, given)
  return result or error(wrong, 2)
end

--- See gts.native.
function search.native(of)
  local made, wrong = game.make(of)
  if not made then error(wrong, 2) end
  if made.tree then error("gts.native: a tree has no rules", 2) end
  if core.lacks.native then error("gts." .. core.lacks.native, 2) end
  return require("gts.compile.native").report(made)
end

return search
