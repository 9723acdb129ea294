--- Game-tree search: rules of a game in Lua, the algorithms in C.
--
--    local gts = require "gts"
--    local r = gts.search("connect4", { depth = 8 })
--    print(r.value, r.move)
--
-- All that is public is named here, and done elsewhere.
-- @module gts

-- A program may call its own things `table` or `type`: the modules of gts go by what Lua's names meant when gts was loaded.
local _ENV = require("gts.core").names

local core = require "gts.core"

local require_any, path = require, package.path

-- The program and the library look for no module in the working directory: what stands there is data. A host may have gts there.
local function places(list) return core.modules and list:gsub("%f[^;\0]%.[^;]*", "") or list end

-- Where a module is: as package.path says; or as it said when gts was loaded, for most of gts is loaded later than that.
local function find(name)
  return package.searchpath(name, (places(package.path))) or package.searchpath(name, (places(path)))
end

-- Lua's own `require`, as for a library in C.
local function require_from_places(name)
  local lua, c = package.path, package.cpath
  package.path, package.cpath = places(lua), places(c)
  local ok, made = pcall(require_any, name)
  package.path, package.cpath = lua, c
  return ok and made or not ok and error(made, 0)
end

-- The chunk of a module, with the names of gts. The program has compiled its modules when it was built.
local function load_module(name, file)
  return core.modules and core.modules.load(name, file, _ENV) or assert(loadfile(file, "t", _ENV))
end

--- Loads a module; one of gts with the names of gts.
-- @local
function require(name)
  local made = package.loaded[name]
  if made ~= nil then return made end
  local file = name:find "^gts%." and find(name)
  if not file then return require_from_places(name) end
  made = load_module(name, file)(name, file)
  package.loaded[name] = made
  return made
end

-- Modules are loaded by the first call that needs them: those that are not used take no time. What calls a function here is one
-- level up the stack for that of the module, as if there were nothing between.

local function call(module, name, ...) return require(module)[name](...) end

-- Calls `try` of a module, and raises the error message that it returns behind nil.
local function try(module, prefix, ...)
  local made, wrong = require(module).try(...)
  return made or error(prefix and prefix .. wrong or wrong, 2)
end

-- Does so with a game as first argument, which `try` of the module of its name gets checked; `how` shows how it is called.
local function for_game(how, prefix, what, ...)
  local of, wrong = require("gts.game").first(how, what, (...))
  if not of then error(wrong, 2) end
  return try(how:match "^[^(]*", prefix, of, ...)
end

-- gts.best takes a position between game and options: who gives one to those that have it as an option has a third argument.
local function refuse_more(name, more)
  if more ~= nil then error(name .. "(game, options) takes no third argument; a position is an option: position = ...", 3) end
end

-- `require "gts.games.nim"` works in a checkout, too, and gives the game of gts wherever it is asked for.
table.insert(package.searchers, 2, function(module)
  if module:find "^gts%.games%." then return require("gts.game").searcher(module) end
  local file = core.modules and module:find "^gts%." and find(module)
  if file then return load_module(module, file), file end
end)

local gts = {}

--- The version of gts, as "major.minor.patch".
gts.version = core.version

--- The versions of all that outlives a gts: a table with gts, its own; rules, of the protocol of rules; results, of the fields of
-- results; and files, which has of each kind of file the number of the format that is written. See `gts help formats`.
gts.versions = nil              -- made when it is asked for, as extensions write files, too

--- What is known of each algorithm: a list of tables, whose fields `gts help results` describes.
gts.algorithms = nil            -- made when it is asked for, with the algorithms of extensions

--- Makes a checked game.
-- @tparam string|table|function what the name of a shipped or installed game ("nim"), a file ("./mygame.lua", or
-- "./mygame.kif": a game description), a rules table, or a function of an options table that returns one
-- @tparam[opt] table given the options for that function; and those of gts.variant
-- @treturn table the game; its fields are those of the rules
-- @raise what is wrong, by the name of the field or the option
function gts.game(what, given) return call("gts.game", "new", what, given) end

--- Makes a variant of a game: from another start, misere, with passes, the pie rule or a handicap. Any game takes these options
-- beside its own, unless it has one of that name: `gts.game("hex", { swap = true })`, or in the shell `gts play hex swap=true`.
-- @tparam string|table|function game see gts.game; no tree
-- @tparam table given with swap, passes and handicap positions have one more integer, or are tables { position, stage }; swap is
-- the move "swap"; evaluation may also be the text of a file or its digest, or a function of rules, which returns evaluate
-- @treturn table the game
-- @raise which option is wrong, or cannot be had with these rules
function gts.variant(game, given) return call("gts.game", "variant", game, given) end

--- A function of options for a game's file to return, with the options stated as rows: they are checked, get their defaults, and
-- show in `gts help GAME`.
--
--    return gts.with_options({ columns = { 7, 1, 20, "columns of the board" } }, function(options) ... return rules end)
--
-- @tparam table rows name -> `{ default, least, most, "help" }` for a whole number, `{ default, { choices }, "help" }`,
-- `{ true or false, "help" }`, or `{ { default }, least, most, "help", length = { least, most } }` for a list of whole numbers
-- @tparam function make of the checked options; returns a rules table, or nil and what is wrong with them together
-- @treturn function what gts.game takes
-- @raise which row is wrong
function gts.with_options(rows, make) return call("gts.rules.rows", "with", rows, make) end

--- The games that come with gts, by name: what they are, and which options they take.
-- @treturn {table,...} a list; tostring makes a table of it that people can read
function gts.games() return call("gts.game.catalog", "list") end

--- Makes a game of a tree.
--
-- An explicit tree is nested lists with numbers as leaves, all from MAX's side: `{{3,12,8},{2,4,6},{14,5,2}}`. A list may
-- have the fields `lower` and `upper` (bounds on its minimax value), `value` (its static evaluation) and `player`. Its
-- positions are the numbers of its nodes in preorder, the root being 0.
--
-- An implicit tree has `branching` and `depth`, each a number or a list {least, most}; what else it may have, and the defaults,
-- are in `gts help formats`. The tree is not stored, and is equal on every machine. Its positions are lists of integers.
-- @tparam table spec the lists, or the fields of an implicit tree
-- @treturn table a game
-- @raise what is wrong, and at which node
function gts.tree(spec) return call("gts.tree", "new", spec) end

--- Searches a game.
-- @tparam table|string game a game, a rules table, or what gts.game makes a game of
-- @tparam[opt] table given
-- @treturn table the result
-- @raise what is wrong with the game or an option, by name; and errors of the rules: see `gts help search`
function gts.search(game, given, ...)
  refuse_more("gts.search", ...)
  return call("gts.search", "search", game, given)
end

--- The best move: the one call that a game needs. Deepens, selectively, with a table and an order where they help: see
-- gts help selective-search. Where time alone limits it, it searches by the learnt evaluation that comes with gts for the game;
-- where evaluations are equal before the end, it samples, or deepens by one that it finds in the rules: see gts help limits.
-- @tparam table|string game
-- @param[opt] position where to move from; default: the start of the game
-- @tparam[opt] table given without a limit it takes a second; an option of gts.search that is given is not picked
-- @treturn table the result
-- @raise what is wrong with the game or an option, by name; and errors of the rules: see `gts help search`
function gts.best(game, position, given) return call("gts.best", "best", game, position, given) end

--- All moves with their values, the best for the player to move first: of wins the quickest, of losses the last; equals stay in
-- their own order.
-- @tparam table|string game
-- @tparam[opt] table given depth is that of the whole search, a move's own is one less; with time it deepens, and gives the last
-- depth that was completed; with time alone, where evaluations say nothing before the end of the game, moves that are not proved
-- have an estimate by sampling and no value; nodes are for each move; algorithm is "mcts" or "ubfm", and one search says of every
-- move what it knows; with workers every move has a separate table; progress is called ten times a second, and after each depth,
-- with the list so far, in the order of the rules
-- @treturn {table,...} a list; the value of a move is nil where nothing is known yet. tostring makes a table of it that people
-- can read
-- @raise what is wrong with the game or an option, by name; and errors of the rules: see `gts help search`
function gts.analyze(game, given, ...)
  refuse_more("gts.analyze", ...)
  return for_game("gts.analyze(game, options)", nil, game, given)
end

--- The moves of a position.
-- @tparam table|string game
-- @param[opt] position default: the start of the game
-- @treturn {table,...} a list, in the order of the rules; it is empty if the game is over
-- @raise what is wrong with the game or the position; errors of the rules: see gts.search
function gts.moves(game, position) return call("gts.moves", "moves", game, position) end

--- The position after a move, or after several.
-- @tparam table|string game
-- @param position nil: the start of the game
-- @param ... moves, each as itself or by its name
-- @return the position
-- @raise which move cannot be played, and those that can; what is wrong with the game or the position; errors of the rules
function gts.apply(game, position, ...) return call("gts.moves", "apply", game, position, ...) end

--- A position as text that gts.read understands: as `rules.write` has it, else numbers, `{1 2}` or a string in quotes.
-- @tparam table|string game
-- @param[opt] position default: the start of the game
-- @treturn string
-- @raise that the position has no text; what is wrong with the game; errors of the rules
function gts.write(game, position) return call("gts.moves", "text", game, position) end

--- A position from the text that gts.write gives for it, by `rules.read` where the game has it.
-- @tparam table|string game
-- @tparam string text
-- @return the position
-- @raise that there is no such position; what is wrong with the game; errors of the rules
function gts.read(game, text) return call("gts.moves", "position", game, text) end

--- A position as people see it: as `rules.show` has it.
-- @tparam table|string game
-- @param[opt] position default: the start of the game
-- @treturn string
-- @raise what is wrong with the game; errors of the rules
function gts.show(game, position) return call("gts.moves", "show", game, position) end

--- Returns a text that a position shares with its images under the symmetries of the rules, reversed colours included, and with
-- none of other positions. The player to move is in it only if it is in the position or its key, and no colours are reversed.
-- @tparam table|string game
-- @param[opt] position default: the start of the game
-- @treturn string
-- @raise that nothing identifies the position; errors of the rules
function gts.canonical(game, position) return call("gts.moves", "canonical", game, position) end

--- Counts the paths of each length from a position (perft), to check rules against known counts.
-- @tparam table|string game
-- @tparam integer depth depth in plies, 0 to 1000
-- @tparam[opt] table given of distinct positions; tables and texts with equal keys are one
-- @treturn {integer,...} at index k the number of paths of k moves, 0 included
-- @raise what is wrong with the game or an option, by name; errors of the rules
function gts.perft(game, depth, given) return for_game("gts.perft(game, depth, options)", "gts.perft: ", game, depth, given) end

--- Plays games by chance, each move as likely, one after the other: how fast they are played, how long they are, how they end.
-- @tparam table|string game
-- @tparam[opt] table given
-- @treturn table counts
-- @raise what is wrong with the game or an option, by name; errors of the rules
function gts.playouts(game, given) return for_game("gts.playouts(game, options)", "gts.playouts: ", game, given) end

--- Tests whether two sets of rules are the same game: walks both side by side, all short paths, and long ones at random. Compares
-- the player to move, the number of moves, the moves (by their names, where the two share any; else as they stand), and the
-- values at the end.
-- @tparam table|string a a game
-- @tparam table|string b another
-- @tparam[opt] table given
-- @treturn[1] boolean true: no difference was found
-- @treturn[1] table depth: so far all paths were walked; positions: how many there were
-- @return[2] false
-- @treturn[2] table the first difference: moves, a list of names that leads there; why
-- @raise what is wrong with a game or an option, by name; errors of the rules
function gts.equivalent(a, b, given) return call("gts.game.equivalent", "equivalent", a, b, given) end

--- Solves a position: its value, its distance to the end, and the line of best play; by a method that fits. See
-- `gts help solving`.
-- @tparam table|string game
-- @tparam[opt] table given
-- @treturn table the result: the winner hurries, the loser delays; tostring makes it readable
-- @raise what is wrong with the game, an option, the folder or a file in it; errors of the rules
function gts.solve(game, given, ...)
  refuse_more("gts.solve", ...)
  return for_game("gts.solve(game, options)", "gts.solve: ", game, given)
end

--- Opens a database of gts.solve.
-- @tparam string folder
-- @tparam[opt] table|string game not needed for games that come with gts
-- @treturn table the database; value, distance and best (move, position, value, distance) are of a position, and nil for what is
-- not there. Where the rules have no player, and a position may be anybody's, "max" or "min" behind it says whose
-- @raise what is wrong with the folder, a file in it, or the game; that a file is damaged
function gts.database(folder, game) return try("gts.database", nil, folder, game) end

--- Looks for mistakes in the rules of a game: walks through it, near the start and at random, and asks everything that rules
-- promise. See `gts help check`.
-- @tparam table|string|function game a game, a rules table, or what gts.game makes a game of; rules that gts.game refuses, too
-- @tparam[opt] table given progress is called with positions, games, depth, findings (how many) and seconds
-- @treturn {table,...} the findings, a list; tostring makes it readable
-- @raise what is wrong with an option, or that there is no such game
function gts.check(game, given) return try("gts.check.check", "gts.check: ", game, given) end

--- A game against a person, at the prompt or wherever lines can be typed.
-- @tparam table|string game
-- @tparam[opt] table given
-- @treturn table the game as it was left: position, played (a list of tables with move, name, player), outcome() and more
-- @raise what is wrong with the game, an option or the file; errors of the rules
function gts.play(game, given) return call("gts.play.play", "play", game, given) end

--- Plays many games between two players, and estimates which is stronger. Games come in pairs: an opening of random moves is
-- played twice, each player having either side once. See `gts help play`.
-- @tparam table|string game
-- @param a a player: a table of options of gts.best, or `level`; with `game`, rules or a file to search by instead, such as one
-- with another evaluate; with `weights` or `evaluation`, others than those of the rules; or a function of
-- game and position that gives a move; or "random"; or with `engine` a program of others, see `gts help engines`
-- @param b the other player
-- @tparam[opt] table given
-- @treturn {table,...} the games, a list; tostring makes a summary
-- @raise what is wrong with the game, a player or an option; what a player did wrong; errors of the rules
function gts.match(game, a, b, given) return try("gts.play.match", nil, game, a, b, given) end

--- Measures the levels of gts.play: each plays a match against the level below, level 1 against random moves. A level is to take
-- 60 to 80 % of the points, level 1 at least 80 %, in a small game 60 %. See `gts help play`.
-- @tparam table|string game
-- @tparam[opt] table given
-- @treturn {table,...} the matches, a list; tostring makes a table of it
-- @raise what is wrong with the game or an option; errors of the rules
function gts.levels(game, given) return try("gts.play.ladder", nil, game, given) end

--- Does independent jobs side by side, in separate processes, on all processors; results are in the order of the jobs. See
-- `gts help parallel`.
-- @tparam {any,...} jobs whatever the function understands; a list, or with a field `n`
-- @tparam function f of a job and its number; what it returns first is data: nil, a boolean, a number, a string, or a table of
-- them
-- @tparam[opt] table given workers is 0 by default; with 1 this process does all
-- @treturn {any,...} a list of what f returned, with the fields n (how many jobs there are), done (how many are) and stopped
-- (nil, "interrupted", "progress"; then it has what is there)
-- @raise what is wrong with how it was called; with the number of the job, an error of f, that what it returned is no data, or
-- that it has ended its process twice
function gts.map(jobs, f, given) return call("gts.map", "map", jobs, f, given) end

--- Makes a transposition table that lasts longer than one search. It belongs to the first game that is searched with it.
-- @tparam[opt] table given
-- @treturn table the table
-- @raise what is wrong with an option, or with the file, by its name
function gts.table(given) return try("gts.table", nil, given) end

--- Checks a proof, or a database of gts.solve, and trusts nothing but the rules.
-- @tparam table|string game or the folder of a database: then its game may follow
-- @tparam table|string proof result.proof of a search with `solution = true`, what gts.load_proof gave, or its text; or the
-- folder of a database
-- @tparam[opt] table given
-- @treturn[1] table what is proved
-- @return[2] nil
-- @treturn[2] string at which node the proof is wrong, and why; which position of a database contradicts the rules, or what is
-- damaged
-- @treturn[2] table|nil of such a position: position, mover, value, distance, moves (a list: move, name, value, distance)
-- @raise what is wrong with the game; errors of the rules: see gts.search
function gts.verify(game, proof, given) return call("gts.verify", "verify", game, proof, given) end

--- Reads a proof that was saved by proof:save(file).
-- @tparam string file its path
-- @treturn[1] table the proof; proof:save(file) writes it again
-- @return[2] nil
-- @treturn[2] string what is wrong
function gts.load_proof(file) return call("gts.proof", "load", file) end

--- Makes a confined game, of rules that need not be trusted: each search of it runs in a separate process, with no files, no
-- network and no other processes, and ends within its limits. See `gts help sandbox` for what is promised.
-- @tparam string|table what the name of a game, a file, or a table
-- @tparam[opt] table limits
-- @treturn table the confined game; its methods are as those of gts, but take and give only data. Their errors are texts that
-- begin with "confined: "
-- @raise what is wrong with the limits, or the file
function gts.confine(what, limits) return try("gts.game.confine", nil, what, limits) end

--- Says what of a game can be compiled to machine code, and what not, and why.
-- @tparam table|string game
-- @treturn table a report; tostring makes it readable
-- @raise what is wrong with the game
function gts.native(game) return call("gts.search", "native", game) end

--- Where the last error came from that left a search: the stack at the moment it was raised, down to the rules' line.
-- @function traceback
-- @treturn string|nil the traceback
-- @return the error value it belongs to
gts.traceback = core.traceback

local known = require "gts.base.known"
known.note("gts.", gts)

-- What extensions bring is there when a name is asked for that gts does not have, or all are.
local function extend()
  setmetatable(gts, nil)
  gts.versions = require("gts.facts.versions").all()
  gts.algorithms = require("gts.facts.options").algorithms()
  local function is_taken(name) return gts[name] ~= nil end
  for _, row in ipairs(require("gts.base.extensions").rows("functions", is_taken)) do
    gts[row.name] = function(...)
      if require(row.module)[row.name] then return call(row.module, row.name, ...) end
      return try(row.module, row.prefix, ...)
    end
  end
  known.note("gts.", gts)
  return gts
end

return setmetatable(gts, {
  __index = function(_, name) return name == "algorithms" and core.algorithms or extend()[name] end,
  __pairs = function() return next, extend() end,
})
