--- Game-tree search: rules of a game in Lua, the algorithms in C.
--
--    local gts = require "gts"
--    local r = gts.search("connect4", { depth = 8 })
--    print(r.value, r.move)
--
-- @module gts

local core = require "gts.core"
local analyze = require "gts.analyze"
local best = require "gts.best"
local fingerprint = require "gts.check.fingerprint"
local games = require "gts.game"
local native = require "gts.compile.native"
local options = require "gts.check.options"
local proofs = require "gts.proof"
local trees = require "gts.tree"
local verify = require "gts.verify"
local words = require "gts.check.words"

-- In a checkout the games stand beside lua, not inside it: let `require "gts.games.nim"` find them there.
local here = select(2, ...)
if type(here) == "string" then
  games.folder = here:gsub("[^/]*$", "") .. "../../games"
  package.searchers[#package.searchers + 1] = function(module)
    if not module:find("^gts%.games%.") then return nil end
    local file = games.find(module)
    if not file then return ("\n\tno game in '%s'"):format(games.folder) end
    return assert(loadfile(file)), file
  end
end

local gts = {}

--- The version of gts, as "major.minor.patch".
gts.version = core.version

--- What is known of each algorithm: a list of tables with id, title, family, source, needs, options, informed and
-- alternative (its value is not the minimax value).
gts.algorithms = core.algorithms

--- Makes a checked game.
-- @tparam string|table|function what the name of a shipped or installed game ("nim"), a file ("./mygame.lua"), a rules table, or
-- a function of an options table that returns one
-- @tparam[opt] table given the options for that function
-- @treturn table the game; its fields are those of the rules
-- @raise what is wrong, by the name of the field
function gts.game(what, given)
  local made, wrong = games.make(what, given)
  if not made then error(wrong, 2) end
  return made
end

--- Makes a game of a tree.
-- @tparam table spec nested lists, or {branching=, depth=, seed=, order=, range=, player=}; see gts.tree
-- @treturn table a game
-- @raise what is wrong, and at which node
-- @see gts.tree
function gts.tree(spec)
  local made, wrong = trees.make(spec)
  if not made then error("gts.tree: " .. wrong, 2) end
  return made
end

-- Positions that are integers or strings are their own keys; and so are those of trees.
local function has_keys(game, position)
  if game.key or game.tree or (game.words or 1) > 1 then return true end
  if position == nil then position = game.start end
  return math.type(position) == "integer" or type(position) == "string"
end

-- The rules of a game must have what the algorithm cannot do without.
local function check_needs(game, algorithm, position)
  for _, field in ipairs(algorithm.needs) do
    if game[field] == nil and not (field == "key" and has_keys(game, position)) then
      return ("%s needs rules.%s, which %s does not have"):format(algorithm.id, field, game.name)
    end
  end
end

-- A table that is kept serves one game.
local function check_table(game, algorithm, all)
  if all.table == nil then return nil end
  if not has_keys(game, all.position) then
    return ("%s needs rules.key for its table, which %s does not have"):format(algorithm.id, game.name)
  end
  if not core.is_table(all.table) then return nil end
  local ok, wrong = core.bind_table(all.table, fingerprint.of(game), game.name)
  if not ok then return wrong end
end

local function check_position(game, position)
  local count = game.words or 1
  if position == nil or count == 1 then return nil end
  local fits = type(position) == "table" and #position == count
  for i = 1, fits and count or 0 do fits = fits and math.type(position[i]) == "integer" end
  if not fits then
    return ("option 'position' is %s: expected a list of %d integers"):format(words.quote(position), count)
  end
end

-- Solution trees prove minimax values.
local function check_solution(algorithm, all)
  if all.solution and algorithm.alternative then
    return ("option 'solution': the value of %s is not the minimax value, so no solution tree proves it"):format(algorithm.id)
  end
end

-- All that can be known to be wrong before a search begins.
local function check(game, given)
  given = given or {}
  if type(given) == "table" and given.algorithm == nil and given.deepen ~= false and (given.time or given.deepen) then
    given = best.pick(nil, given, has_keys(game, given.position))
  end
  local all, algorithm = options.check(given, gts.algorithms)
  if not all then return nil, algorithm end
  local wrong = check_needs(game, algorithm, all.position) or check_position(game, all.position) or
    check_table(game, algorithm, all) or check_solution(algorithm, all)
  if wrong then return nil, wrong end
  if game.native ~= nil and given.native == nil then all.native = game.native end
  return all
end

local function run(game, all)
  if game.tree then return core.search(game.tree, all) end
  return native.search(game, all)
end

local function search(game, given)
  local made, all, result, wrong
  made, wrong = games.make(game)
  if not made then return nil, wrong end
  all, wrong = check(made, given)
  if not all then return nil, wrong end
  result, wrong = run(made, all)
  if not result then return nil, wrong end
  result.options = all
  if result.proof then proofs.complete(result, made, all) end
  return result
end

--- Searches a game.
-- @tparam table|string game a game, a rules table, or what gts.game makes a game of
-- @tparam[opt] table given the options of the search; see gts.options
-- @treturn table the result: value, lower, upper, exact, solved, stopped, move, position, pv, line, depth, stats, seconds,
-- algorithm, options
-- @raise what is wrong with the game or an option, by name; and errors of the rules, unchanged
function gts.search(game, given)
  local result, wrong = search(game, given)
  if not result then error(wrong, 2) end
  return result
end

-- Where the bounds of the rules say the value of a position they do not say which move has it: the moves are asked.
local function best_by_value(game, all, result)
  local list = analyze.run(game, { position = all.position, depth = all.depth, time = all.time, nodes = all.nodes,
    memory = all.memory, native = all.native }, { search = run, check = check, has_keys = has_keys })
  local first = list and list[1]
  if not first or all.depth == 0 then return end
  result.move, result.position = first.move, first.position
  result.pv, result.line = { first.move }, { first.position }
end

-- A limit so tight that nothing is known yet: any legal move is better than none. The value stays unknown.
local function any_move(made, all, result)
  local least = { algorithm = "alphabeta", position = all.position, depth = 1, nodes = 2, native = false, bounds = false }
  local first = search(made, least)
  if not first then return end
  result.move, result.position, result.pv, result.line = first.move, first.position, first.pv, first.line
end

--- The best move: the one call that a game needs. Deepens, with a table and an order where they help.
-- @tparam table|string game
-- @param[opt] position where to move from; default: the start of the game
-- @tparam[opt] table given limits: time (seconds; default 1), depth, nodes, memory; and any other option of gts.search, which
-- then is not picked
-- @treturn table the result of gts.search, and in `picked` the options that were chosen
-- @raise what is wrong with the game or an option, by name; and errors of the rules, unchanged
function gts.best(game, position, given)
  local made, wrong = games.make(game)
  if not made then error(wrong, 2) end
  local all, picked = best.pick(position, given, has_keys(made, position))
  if not all then error(picked, 2) end
  local result
  result, wrong = search(made, all)
  if not result then error(wrong, 2) end
  result.picked = picked
  if result.move == nil and result.exact then best_by_value(made, all, result)
  elseif result.move == nil then any_move(made, all, result) end
  return result
end

--- All moves with their values, the best for the player to move first; equals stay in their own order.
-- @tparam table|string game
-- @tparam[opt] table given position; depth: of the whole search, so that a move's own is one less; time: deepens until then, and
-- gives the last depth that was completed; table; nodes, for each move
-- @treturn {table,...} a list of tables with move, position, value, lower, upper, exact, solved; and with the fields player,
-- depth, stopped, seconds, algorithm. The value is nil where nothing is known yet.
-- @raise what is wrong with the game or an option, by name; and errors of the rules, unchanged
function gts.analyze(game, given)
  local made, wrong = games.make(game)
  if not made then error(wrong, 2) end
  local list
  list, wrong = analyze.run(made, given, { search = run, check = check, has_keys = has_keys })
  if not list then error(wrong, 2) end
  return list
end

local table_fields = { bytes = true, file = true, game = true }

local function check_table_fields(given)
  if type(given) ~= "table" then return ("gts.table takes a table of options, not %s"):format(words.quote(given)) end
  for name in pairs(given) do
    if not table_fields[name] then
      return ("gts.table: unknown option %s%s"):format(words.quote(name), words.suggest(name, words.keys(table_fields)))
    end
  end
  local bytes = given.bytes
  if bytes ~= nil and not (type(bytes) == "number" and bytes >= 1) then
    return ("gts.table: bytes is %s: expected a number, 1 or more"):format(words.quote(bytes))
  end
  if given.file ~= nil and type(given.file) ~= "string" then
    return ("gts.table: file is %s: expected the name of a file"):format(words.quote(given.file))
  end
end

--- Makes a transposition table that lasts longer than one search. It belongs to the first game that is searched with it.
-- @tparam[opt] table given bytes: the most it may take (default 64 MB; an entry takes 20 to 60); file: where table:save put one;
-- game: refuse a file that belongs to another game now, not at the first search
-- @treturn table userdata with the methods save(file), stats() and clear()
-- @raise what is wrong with an option, or with the file, by its name
function gts.table(given)
  given = given or {}
  local wrong = check_table_fields(given)
  if wrong then error(wrong, 2) end
  local made
  local bytes = given.bytes or 64 << 20
  if given.file then made, wrong = core.load_table(given.file, bytes) else made = core.table(bytes) end
  if made and given.game then
    local game = gts.game(given.game)
    local ok
    ok, wrong = core.bind_table(made, fingerprint.of(game), game.name)
    if not ok then wrong = given.file and given.file .. ": " .. wrong or wrong end
  end
  if wrong then error(wrong, 2) end
  return made
end
--- Checks a proof, and trusts nothing but the rules.
-- @tparam table|string game
-- @tparam table|string proof result.proof of a search with `solution = true`, what gts.load_proof gave, or its text
-- @treturn[1] table what is proved: lower, upper, exact (they meet), leaves (how many were looked at)
-- @return[2] nil
-- @treturn[2] string at which node the proof is wrong, and why
-- @raise what is wrong with the game; errors of the rules, unchanged
function gts.verify(game, proof)
  local made, wrong = games.make(game)
  if not made then error(wrong, 2) end
  if type(proof) == "string" then
    proof, wrong = proofs.parse(proof)
    if not proof then return nil, wrong end
  end
  if type(proof) ~= "table" then error(("the proof is %s: expected a proof"):format(words.quote(proof)), 2) end
  return verify.check(made, proof)
end

--- Reads a proof that was saved by proof:save(file).
-- @tparam string file its path
-- @treturn[1] table the proof; proof:save(file) writes it again
-- @return[2] nil
-- @treturn[2] string what is wrong
function gts.load_proof(file) return proofs.load(file) end

--- Says what of a game can be compiled to machine code, and what not, and why.
-- @tparam table|string game
-- @treturn table report: compiled (all of it), functions: name -> {compiled=, where=, reason=}; tostring makes it readable
-- @raise what is wrong with the game
function gts.native(game)
  local made, wrong = games.make(game)
  if not made then error(wrong, 2) end
  if made.tree then error("gts.native: a tree has no rules", 2) end
  return native.report(made)
end

--- Where the last error came from that left a search: the stack at the moment it was raised, down to the rules' line.
-- @treturn string|nil the traceback
-- @return the error value it belongs to
function gts.traceback() return core.traceback() end

return gts
