--- Games: rules tables that have been checked, from tables, names and files.

local core = require "gts.core"
local facts = require "gts.facts.rules"
local index = require "gts.rules.index"
local legal = require "gts.rules.legal"
local mutable = require "gts.rules.mutable"
local problems = require "gts.rules.problems"
local rows = require "gts.rules.rows"
local schema = require "gts.base.schema"
local source = require "gts.rules.source"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local game = {}

--- The games that come with gts: a list of names.
game.shipped = core.shipped.games

-- Marks what has been checked.
local Game = { __name = "gts.game" }
Game.__tostring = function(self) return ("game: %s"):format(self.name) end

--- Is `value` a game that gts.game or gts.tree has made?
function game.is_game(value) return getmetatable(value) == Game end

local fields = facts.rows

--- The rows of the fields: see gts.facts.rules.
game.fields = fields

--- Is `name` a field that gts knows of?
function game.is_field(name) return facts.row(name) ~= nil or index.is_field(name) end

--- See gts.rules.problems.
game.problems = problems.of

local options_of = setmetatable({}, { __mode = "k" })   -- game -> what its function was given
local written = setmetatable({}, { __mode = "k" })      -- game -> its rules as they were written
local shipped = setmetatable({}, { __mode = "k" })      -- evaluate of a game that comes with gts, by default -> true

--- The options that a game was made with; nil if it was made of a rules table.
function game.given(of) return options_of[of] end

--- Is it a game that comes with gts, with its own options as they are by default, and its evaluation?
function game.is_shipped(of) return shipped[of.evaluate] == true and (options_of[of] or {}).evaluation == nil end

local function flat(rules)
  local copy = tables.copy(rules)
  for _, field in ipairs(fields) do copy[field.name] = rules[field.name] end
  if not schema.callable.fits(copy.board) then copy.board = nil end
  return copy
end

-- Makes a game of a rules table; its fields are copied, so that the game stays what was checked.
local function check(rules)
  local wrong = problems.of(rules)[1]
  if wrong then return nil, wrong.message end
  local copy = flat(rules)
  local of = tables.copy(copy)
  if copy.key == false then copy.key, copy.unmade = nil, "rules.key is false" end
  symmetry.apply(copy)
  index.apply(copy)
  if copy.legal then copy.next = legal.walk(copy) end
  local made = setmetatable(copy.moves and mutable.adapt(copy) or copy, Game)
  written[made] = of
  return made
end

-- Options for the function of a game's file that has no rows: what the function looks at is noted.
local function watched(given)
  local seen = {}
  local function look(_, key)
    seen[key] = true
    return given[key]
  end
  local function walk()
    for key in pairs(given) do seen[key] = true end
    return next, given
  end
  return setmetatable({}, { __index = look, __pairs = walk, __len = function() return #given end }), seen
end

-- Calls the function of a game's file. An option that it did not look at is one that it does not have.
local function build(make, given, name)
  if rows.of(make) then
    local rules, wrong = rows.call(make, given, name)
    return rules, wrong, wrong ~= nil
  end
  local proxy, seen = watched(given)
  local rules = make(proxy)
  local key, meant = schema.unknown(given, words.keys(seen))
  if key == nil then return rules end
  return nil, ("the game %s has no option %s%s"):format(name, words.quote(key), meant), true
end

-- What a game's file or module gave, as rules.
local function rules_of(what, given, name)
  if written[what] and given == nil then return written[what] end
  if type(what) == "function" then
    local rules, wrong, misnamed = build(what, given or {}, name)
    if wrong then return nil, wrong, misnamed end
    what = rules
  elseif given and next(given) ~= nil then return nil, ("the game %s takes no options"):format(name), true end
  if type(what) ~= "table" then
    return nil, ("the game %s is %s: expected a rules table, or a function that makes one"):format(name, words.quote(what))
  end
  return what
end

--- The module by which an extension makes rules of a file, which is known by its ending; nil if there is none, as for Lua. With
-- `own`, only extensions that come with gts count.
function game.reader(name, own)
  local ending = name:match "%.(%w+)$"
  if not ending or ending == "lua" then return nil end
  local extensions = require "gts.base.extensions"      -- here: most programs need none
  return extensions.module("files", ending:lower(), { rules = "function" }, own)
end

local function is_file(name) return name:find("/", 1, true) ~= nil or name:find("%.lua$") ~= nil or game.reader(name) ~= nil end

--- Where the module of a game is: one that comes with gts stands with its modules, whatever package.path says; another one is
-- there, or on package.path, but not in the working directory, of which a name says nothing. Returns its file.
function game.find(module)
  local installed = package.path:gsub("%f[^;\0]%.[^;]*", "")
  return source.shipped((module:gsub("^gts%.games%.", ""))) or package.searchpath(module, installed)
end

--- For package.searchers, before package.path: the chunk of a game, as of "gts.games.nim", and its file; nil: no game.
function game.searcher(module)
  local file = game.find(module)
  if file then return assert(source.load(file)), file end
end

local function no_game(name)
  local meant = words.suggest(name, game.shipped)
  if meant == "" then meant = ("; a file is named with its path, as in './%s.lua'"):format(name) end
  return nil, ("there is no game '%s'%s"):format(name, meant), true
end

-- Loads what a name stands for: a file, or the module gts.games.<name>. nil, what is wrong, and whether the name is.
local function load(name)
  if is_file(name) then
    local reader = game.reader(name)
    if reader then return reader.rules(name) end
    local chunk, wrong = source.load(name)
    if not chunk then return nil, wrong end
    return (chunk(name))
  end
  -- A game that is installed, as `require` would have it; but with the globals of gts.
  local module = "gts.games." .. name
  if not name:find("^[%w_]+$") then return no_game(name) end
  if package.loaded[module] or package.preload[module] then return (require(module)) end
  local file = game.find(module)
  if not file then return no_game(name) end
  local made = assert(source.load(file, setmetatable({}, { __index = _ENV })))(module, file)
  if made ~= nil then package.loaded[module] = made end
  return made
end

--- The text of what a name stands for, not run. `name` of a game, or a file. Returns a string; the file that it is in. Error:
-- what is wrong; and true if there is no such game.
function game.text(name)
  local file = is_file(name) and name or name:find("^[%w_]+$") and game.find("gts.games." .. name)
  if not file then return no_game(name) end
  local text, wrong = source.text(file)
  return text, text and file or wrong
end

--- The options of a game, if it states them as rows. `name` of a game, or a file. Returns rows with name, kind, default, help;
-- empty if it takes none, or does not say which. Error: what is wrong with its file; true: no such game.
function game.options(name)
  local what, wrong, misnamed = load(name)
  if wrong then return nil, wrong, misnamed or is_file(name) and core.files.kind(name) == nil end
  return rows.of(what) or {}
end

local function altered(of, others)
  local made = setmetatable(tables.copy(of, others), Game)
  options_of[made], written[made] = options_of[of], written[of]
  return made
end

--- A checked game with other fields, for searches alone.
game.altered = altered

local function with_native(made, how) return how == nil and made or altered(made, { native = how }) end

-- Loads what stands for a game, but does not make it: true, that, and its name in quotes; or nil, and as game.make.
local function fetch(what, given)
  if given ~= nil and type(given) ~= "table" then
    return nil, ("the options of a game are %s: expected a table"):format(words.quote(given))
  end
  local name = type(what) == "string" and what or type(what) == "table" and what.name or "here"
  if type(what) == "string" then
    local wrong, misnamed
    what, wrong, misnamed = load(what)
    if wrong then return nil, wrong, misnamed end
  elseif type(what) ~= "table" and type(what) ~= "function" then
    return nil, ("the game is %s: expected a name, a file or a rules table"):format(words.quote(what))
  end
  return true, what, words.quote(name)
end

-- Only a game with options needs this module. The worker of a confined search has loaded it.
local function variants() return (require or core.loaded) "gts.rules.variant" end

-- What of the options is for a variant.
local function part(given, ...)
  if given ~= nil then return variants().part(given, ...) end
end

--- The rules of what game.make makes a game of; they may be wrong. Returns rules, a copy; or a game. Error: why there are none;
-- and true if the fault is in the call.
function game.rules(what, given)
  if type(what) == "string" and is_file(what) and core.files.kind(what) == nil then
    return nil, ("there is no file '%s'"):format(what), true
  end
  local found, fetched, name = fetch(what, given)
  if not found then return nil, fetched, name end
  local rest, _, asked, wrong = part(given, fetched, name)
  if wrong then return nil, wrong, true end
  if game.is_game(fetched) and not asked then return fetched end
  local rules, misnamed
  rules, wrong, misnamed = rules_of(fetched, rest, name)
  if not rules then return nil, wrong, misnamed end
  if not asked or #game.problems(rules) > 0 then return flat(rules) end
  return variants().apply(rules, asked, name)
end

--- Makes a checked game of what gts.game takes: with `read`, its options are data that was read. Games from data are made by
-- gts.game.from_data. Returns the game. Error: what is wrong; true if the call is at fault, not the game.
function game.make(what, given, read)
  local found, fetched, name = fetch(what, given)
  if not found then return nil, fetched, name end
  return game.of(fetched, given, name, read)
end

-- Is this what a caller would name a game by?
local function names_game(what)
  if type(what) == "string" then return is_file(what) or words.contains(game.shipped, what) end
  return game.is_game(what) or type(what) == "table" and type(what.evaluate) == "function"
end

local by_name = setmetatable({}, { __mode = "k" })      -- what the module of a game gave -> the game without options

-- game.make of what a caller names. A game that is installed is made once, for as long as its module stays the same.
local function named(what)
  if game.is_game(what) then return what end
  if type(what) ~= "string" or is_file(what) then return game.make(what) end
  local found, fetched, name = fetch(what)
  if not found then return nil, fetched, name end
  if fetched == nil then return game.of(fetched, nil, name) end
  local wrong, misnamed
  if not by_name[fetched] then by_name[fetched], wrong, misnamed = game.of(fetched, nil, name) end
  return by_name[fetched], wrong, misnamed
end

--- Makes the game of a public function whose first argument it is, and says so where it stands second. `call`: how the function
-- is called; `what`: the first argument; `second`: the other. Returns the game.
function game.first(call, what, second)
  local of, wrong = named(what)
  if of or not names_game(second) then return of, wrong end
  return nil, ("%s takes the game first, and here it stands second"):format(call)
end

--- Makes a game of what a file has returned, or of rules. `name` in quotes, for messages; `read`: see game.make.
function game.of(what, given, name, read)
  local rest, how, asked, wrong = part(given, what, name, read)
  if wrong then return nil, wrong, true end
  if game.is_game(what) and rest == nil and not asked then return with_native(what, how) end
  if asked and game.is_game(what) and what.tree then return nil, "a tree has no variants", true end
  local before = options_of[what]
  local rules, misnamed
  rules, wrong, misnamed = rules_of(what, rest, name)
  if wrong then return nil, wrong, misnamed end
  local made, why = check(rules)
  if not made then return nil, ("the game %s: %s"):format(name, why) end
  local function is_changed(row) return rest and rest[row.name] ~= nil and tostring(rest[row.name]) ~= tostring(row.default) end
  if package and what == package.loaded["gts.games." .. made.name] and not tables.any(rows.of(what) or {}, is_changed) then
    shipped[made.evaluate] = true
  end
  if asked then
    rules, wrong = variants().apply(written[made], asked, name)
    if not rules then return nil, wrong, true end
    made, wrong = check(rules)
    if not made then return nil, ("this variant of the game %s: %s"):format(name, wrong) end
  end
  made = with_native(made, how)
  options_of[made] = asked and tables.copy(before or {}, variants().lasting(given, asked, made)) or rest
  return made
end

local of_min = setmetatable({}, { __mode = "k" })       -- game -> the game in which MIN is to move wherever a search begins
local unbounded = setmetatable({}, { __mode = "k" })    -- game -> the game without rules.bounds

--- A game whose searches begin with a move of this player, "max" or "min"; rules without `player` have MAX begin.
function game.with_mover(of, player)
  if of.player or of.tree or player == "max" then return of end
  of_min[of] = of_min[of] or altered(of, { to_move = "min" })
  return of_min[of]
end

--- A game without the bounds of its rules, in which values are those of ends, and so have distances.
function game.without_bounds(of)
  if not of.bounds or of.tree then return of end
  if not unbounded[of] then
    unbounded[of] = altered(of, {})
    unbounded[of].bounds = nil
  end
  return unbounded[of]
end

--- Makes a game, or raises what is wrong: see gts.game.
function game.new(what, given)
  local made, wrong = game.make(what, given)
  return made or error(wrong, 2)
end

--- See gts.variant.
function game.variant(what, given)
  if type(given) ~= "table" then error(("gts.variant: the options are %s: expected a table"):format(words.quote(given)), 2) end
  local key, meant = schema.unknown(given, variants().names)
  if key ~= nil then error(("gts.variant: there is no option %s%s"):format(words.quote(key), meant), 2) end
  local of, wrong = game.make(what)
  if of then of, wrong = game.of(of, given, words.quote(of.name)) end
  if not of then error("gts.variant: " .. wrong, 2) end
  return of
end

--- Makes a game of a tree that the core has built. For gts.tree.
function game.of_tree(tree, name, whole) return setmetatable({ name = name, tree = tree, whole = whole }, Game) end

return game
