--- Game-tree search: rules of a game in Lua, the algorithms in C.
--
--    local gts = require "gts"
--    local r = gts.search("connect4", { depth = 8 })
--    print(r.value, r.move)
--
-- @module gts

local core = require "gts.core"
local games = require "gts.game"
local native = require "gts.native"
local options = require "gts.options"
local proofs = require "gts.proof"
local trees = require "gts.tree"
local verify = require "gts.verify"
local words = require "gts.words"

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

--- What is known of each algorithm: a list of tables with id, title, family, source, needs, options and informed.
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

-- The rules of a game must have what the algorithm cannot do without.
local function check_needs(game, algorithm)
  for _, field in ipairs(algorithm.needs) do
    if game[field] == nil then return ("%s needs rules.%s, which %s does not have"):format(algorithm.id, field, game.name) end
  end
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

--- Searches a game.
-- @tparam table|string game a game, a rules table, or what gts.game makes a game of
-- @tparam[opt] table given the options of the search; see gts.options
-- @treturn table the result: value, lower, upper, exact, solved, stopped, move, position, pv, line, depth, stats, seconds,
-- algorithm, options
-- @raise what is wrong with the game or an option, by name; and errors of the rules, unchanged
function gts.search(game, given)
  local made, wrong = games.make(game)
  if not made then error(wrong, 2) end
  local all, algorithm = options.check(given or {}, gts.algorithms)
  if not all then error(algorithm, 2) end
  wrong = check_needs(made, algorithm) or check_position(made, all.position)
  if wrong then error(wrong, 2) end
  local result
  if made.tree then result = core.search(made.tree, all)
  else
    if made.native ~= nil and (given or {}).native == nil then all.native = made.native end
    result, wrong = native.search(made, all)
    if not result then error(wrong, 2) end
  end
  result.options = all
  if result.proof then proofs.complete(result, made, all) end
  return result
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
