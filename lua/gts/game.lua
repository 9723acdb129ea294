--- Games: rules tables that have been checked, from tables, names and files.
-- @module gts.game

local words = require "gts.check.words"

local game = {}

--- The games that come with gts.
game.shipped = { "connect4", "dots", "nim", "othello", "tictactoe" }

-- Marks what has been checked.
local Game = { __name = "gts.game" }
Game.__tostring = function(self) return ("game: %s"):format(self.name) end

--- Is `value` a game that gts.game or gts.tree has made?
function game.is_game(value) return getmetatable(value) == Game end

local function callable(value)
  local meta = getmetatable(value)
  return type(value) == "function" or type(meta) == "table" and meta.__call ~= nil
end

local function is_number(value) return type(value) == "number" and value == value end

local function is_words(value, count)
  if type(value) ~= "table" or #value ~= count then return false end
  for i = 1, count do
    if math.type(value[i]) ~= "integer" then return false end
  end
  return true
end

-- The fields of a rules table in the order in which they are looked at: what each may be, and how to say it.
local fields = {
  { "name", function(v) return type(v) == "string" and v ~= "" end, "a string", required = true },
  { "words", function(v) return math.type(v) == "integer" and v >= 1 and v <= 4 end, "an integer from 1 to 4" },
  { "start", function(v) return v ~= nil and v == v end, "a position", required = true },
  { "next", callable, "a function" },
  { "successors", callable, "a function" },
  { "evaluate", callable, "a function", required = true },
  { "player", callable, "a function" },
  { "terminal", callable, "a function" },
  { "bounds", callable, "a function" },
  { "range", function(v)
    return type(v) == "table" and #v == 2 and is_number(v[1]) and is_number(v[2]) and v[1] <= v[2]
  end, "a list {smallest, largest} of two numbers" },
  { "key", callable, "a function" },
  { "show", callable, "a function" },
  { "native", function(v) return v == true or v == false or v == "auto" end, "true, false or 'auto'" },
}

-- Says that a required field is missing, and which other may have been meant for it.
local function missing(rules, name)
  for _, other in ipairs(words.keys(rules)) do
    if words.suggest(other, { name }) ~= "" then
      return ("rules.%s is missing: is '%s' a slip for it?"):format(name, other)
    end
  end
  return ("rules.%s is missing"):format(name)
end

-- What is wrong with a rules table, or nil.
local function problem(rules)
  for _, field in ipairs(fields) do
    local name, fits, expected = field[1], field[2], field[3]
    local value = rules[name]
    if value == nil then
      if field.required then return missing(rules, name) end
    elseif not fits(value) then
      return ("rules.%s is %s: expected %s"):format(name, words.quote(value), expected)
    end
  end
  if rules.next == nil and rules.successors == nil then return missing(rules, "successors") .. " (or rules.next)" end
  local count = rules.words or 1
  if count > 1 and rules.next == nil then return "rules.words goes with rules.next, which is missing" end
  if count > 1 and not is_words(rules.start, count) then
    return ("rules.start is %s: expected a list of %d integers, for rules.words is %d")
      :format(words.quote(rules.start), count, count)
  end
end

-- Makes a game of a rules table; its fields are copied, inherited ones too, so that the game stays what was checked.
local function check(rules)
  local wrong = problem(rules)
  if wrong then return nil, wrong end
  local copy = {}
  for key, value in pairs(rules) do copy[key] = value end
  for _, field in ipairs(fields) do copy[field[1]] = rules[field[1]] end
  return setmetatable(copy, Game)
end

-- Options for the function of a game file, which notes what the function looks at.
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

-- Calls the function of a game file. An option that it did not look at is one that it does not have.
local function build(make, given, name)
  local proxy, seen = watched(given)
  local rules = make(proxy)
  for key in pairs(given) do
    if not seen[key] then
      local wrong = ("the game %s has no option %s%s"):format(name, words.quote(key), words.suggest(key, words.keys(seen)))
      return nil, wrong, true
    end
  end
  return rules
end

-- What a game's file or module gave, as rules.
local function rules_of(what, given, name)
  if type(what) == "function" then
    local wrong, misnamed
    what, wrong, misnamed = build(what, given or {}, name)
    if wrong then return nil, wrong, misnamed end
  elseif given and next(given) ~= nil then return nil, ("the game %s takes no options"):format(name), true end
  if type(what) ~= "table" then
    return nil, ("the game %s is %s: expected a rules table, or a function that makes one"):format(name, words.quote(what))
  end
  return what
end

local function is_file(name) return name:find("/", 1, true) ~= nil or name:find("%.lua$") ~= nil end

-- Loads what a name stands for: a file, or the module gts.games.<name>.
local function load(name)
  if is_file(name) then
    local chunk, wrong = loadfile(name, "t")
    if not chunk then return nil, wrong end
    return (chunk(name))
  end
  local module = "gts.games." .. name
  if not name:find("^[%w_]+$") or not (package.loaded[module] or package.preload[module] or game.find(module)) then
    local meant = words.suggest(name, game.shipped)
    if meant == "" then meant = ("; a file is named with its path, as in './%s.lua'"):format(name) end
    return nil, ("there is no game '%s'%s"):format(name, meant), true
  end
  return (require(module))
end

--- Where the module of a game is: on package.path, or, in a checkout, in the folder games beside lua.
-- @treturn string|nil its file
function game.find(module)
  return package.searchpath(module, package.path) or
    game.folder and package.searchpath(module:gsub("^gts%.games%.", ""), game.folder .. "/?.lua") or nil
end

-- The option `native` is for the game itself, whatever its function takes: how its rules are run, unless a search says.
local function take_native(given)
  if given == nil or next(given) == nil then return nil, nil end
  if given.native == nil then return given, nil end
  local rest = {}
  for key, value in pairs(given) do rest[key] = value end
  rest.native = nil
  return next(rest) ~= nil and rest or nil, given.native
end

local function with_native(made, native)
  if native == nil then return made end
  local copy = {}
  for key, value in pairs(made) do copy[key] = value end
  copy.native = native
  local wrong = problem(copy)
  if wrong then return nil, wrong end
  return setmetatable(copy, Game)
end

--- Makes a checked game.
-- @tparam string|table|function what the name of a game, a file (with a / or ending in .lua), a rules table, or a function that
-- makes one
-- @tparam[opt] table given options for the game's function; and `native`, how its rules are run: true, false or "auto"
-- @treturn[1] table the game
-- @return[2] nil
-- @treturn[2] string what is wrong
-- @treturn[2] boolean|nil true if there is no such game or option: the fault is in the call, not in the game
function game.make(what, given)
  if given ~= nil and type(given) ~= "table" then
    return nil, ("the options of a game are %s: expected a table"):format(words.quote(given))
  end
  local name = type(what) == "string" and what or type(what) == "table" and what.name or "here"
  local wrong, misnamed
  if type(what) == "string" then
    what, wrong, misnamed = load(what)
    if wrong then return nil, wrong, misnamed end
  elseif type(what) ~= "table" and type(what) ~= "function" then
    return nil, ("the game is %s: expected a name, a file or a rules table"):format(words.quote(what))
  end
  local native
  given, native = take_native(given)
  if game.is_game(what) and given == nil then return with_native(what, native) end
  what, wrong, misnamed = rules_of(what, given, words.quote(name))
  if wrong then return nil, wrong, misnamed end
  local made
  made, wrong = check(what)
  if not made then return nil, ("the game %s: %s"):format(words.quote(name), wrong) end
  return with_native(made, native)
end

--- Makes a game of a tree that the core has built. For gts.tree.
function game.of_tree(tree, name)
  return setmetatable({ name = name, tree = tree }, Game)
end

return game
