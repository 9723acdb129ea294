--- What stands behind a command in the shell, by the row of the command: see gts.program.commands. An option is `--name VALUE`
-- or `--name=VALUE`, in any place; one that needs no value takes it only by `=`, but for the words true, false and the like
-- where they are what its kind has. `NAME=VALUE` is an option of the game before it. What has no name goes to the game and to
-- the arguments of the command, in their order. Behind `--` there are no options.

local core = require "gts.core"
local literal = require "gts.base.literal"
local schema = require "gts.base.schema"
local words = require "gts.base.words"

local arguments = {}

--- A value as the command line has it: data as in Lua, any other text a string.
function arguments.literal(text)
  local value, wrong = literal.value(text)
  if wrong then return text end
  return value
end

--- The rows of all options that a command takes: its own, then those that all commands like it have.
function arguments.options(row)
  local list = table.move(row.options or {}, 1, #(row.options or {}), 1, {})
  if row.boards then
    list[#list + 1] = { name = "unicode", flag = true,
      help = "draw boards with circles, full ones for MAX, hollow ones for MIN; by default only where GTS_UNICODE is set" }
  end
  if row.json then list[#list + 1] = { name = "json", flag = true, help = "answer in JSON" } end
  list[#list + 1] = { name = "help", flag = true, help = "show this, and do nothing" }
  return list
end

--- The arguments without a name that a command takes: rows with name, help, required, many, and game where it is one.
function arguments.places(row)
  local list = {}
  if row.game then
    list[1] = { name = "GAME", game = true, required = true,
      help = "a game's name (connect4) or file (./mygame.lua), or a tree ('{{3,12},{2,4}}', or tree branching=3 depth=4)" }
  end
  return table.move(row.arguments or {}, 1, #(row.arguments or {}), #list + 1, list)
end

--- Does an option do without a value? What is raw is a text, whatever is made of it.
function arguments.is_flag(option) return option.flag or not option.raw and option.kind ~= nil and option.kind.fits(true) end

local Reader = {}
Reader.__index = Reader

local function fail(format, ...) error({ wrong = format:format(...) }, 0) end

function Reader:option(typed)
  local name = typed:gsub("%-", "_")
  if self.by_name[name] then return self.by_name[name] end
  local known = {}
  for _, option in ipairs(self.list) do known[#known + 1] = "--" .. option.name end
  fail("unknown option '--%s'%s", typed, words.suggest("--" .. name, known))
end

-- May the next word be the value of an option?
function Reader:next_fits(option)
  local word = self.words[self.at + 1]
  if word == nil or word:find "^%-%-%a" then return false end
  if not arguments.is_flag(option) then return true end
  if option.flag then return false end
  for part in word:gmatch "[^,]+" do
    if not words.contains(option.kind.words or {}, part) then return false end
  end
  return true
end

-- The value of an option as it is meant; nil for the word nil, by which an option is as if it were not given.
local function value_of(option, text)
  if option.raw then return text end
  local kind, value = option.kind or option.flag and schema.flag or schema.text, text
  if not kind.is_text then value = arguments.literal(text) end        -- a clock as 60+1 is no sum
  if value == nil then return nil end
  if not kind.fits(value) and kind.fits(text) then value = text end
  local wrong = schema.misfit(("option '--%s'"):format(option.name), value, kind)
  if wrong then fail("%s", wrong) end
  if kind.normal then value = kind.normal(value) end
  return value
end

-- Runs a file with algorithms in Lua, whose own options may follow.
function Reader:run_algorithms(file)
  local chunk, wrong = loadfile(file, "t")
  local ok, why = pcall(chunk or error, wrong)
  if not ok then fail("%s", tostring(why)) end
  if not core.algorithms[#core.algorithms].scripted then fail("%s makes no algorithm: see gts help custom-search", file) end
  local searches = self.by_name.algorithm or self.by_name.algorithms
  for _, algorithm in ipairs(searches and core.algorithms or {}) do
    for _, row in ipairs(algorithm.scripted and algorithm.rows or {}) do
      if not self.by_name[row.name] then
        self.by_name[row.name] = { name = row.name, help = row.help, implied = row.default,
          kind = require("gts.facts.options").row(row.name).kind }
        self.list[#self.list + 1] = self.by_name[row.name]
      end
    end
  end
end

function Reader:take_option(typed, text)
  local option = self:option(typed)
  if self.seen[option.name] then fail("option '--%s' is given twice", option.name) end
  self.seen[option.name] = true
  if not text and self:next_fits(option) then
    self.at = self.at + 1
    text = self.words[self.at]
  end
  local value = true
  if text then value = value_of(option, text)
  elseif not arguments.is_flag(option) then fail("option '--%s' has no value", option.name) end
  self.call.options[option.name] = value
  if option.name == "lua" and option.raw then self:run_algorithms(value) end    -- of gts gdl it is a flag
end

-- NAME=VALUE: of the game that was named last, else of the first.
function Reader:take_game_option(name, text)
  local given = self.current or self.call.game_options
  self.seen_of[given] = self.seen_of[given] or {}
  if self.seen_of[given][name] then fail("the option '%s' of the game is given twice", name) end
  self.seen_of[given][name] = true
  given[name] = arguments.literal(text)
end

function Reader:take_place(word)
  local place = self.places[self.filled + 1]
  if not place and self.row.game and self.call.game then
    fail("what is '%s'? the game is '%s' already", word, self.call.game)
  elseif not place then fail("what is '%s'? gts %s takes no such argument", word, self.row.name) end
  if place.many then
    local list = self.call.arguments[place.name] or {}
    list[#list + 1] = word
    self.call.arguments[place.name] = list
    return
  end
  self.filled = self.filled + 1
  if place.name == "GAME" then
    self.call.game, self.current = word, self.call.game_options
  elseif place.game then
    self.current = {}
    self.call.arguments[place.name] = { name = word, options = self.current }
  else self.call.arguments[place.name] = word end
end

function Reader:take(word)
  local name, text = word:match "^%-%-([%w_-]+)=(.*)$"
  name = name or word:match "^%-%-([%w_-]+)$"
  if self.only_places or word == "-" then return self:take_place(word) end
  if word == "--" then
    self.only_places = true
    return
  end
  if word == "-h" then name = "help" elseif word == "-a" then name = "lua" end
  if name then return self:take_option(name, text) end
  if word:find "^%-" then fail("unknown option '%s': options begin with --", word) end
  name, text = word:match "^([%a_][%w_]*)=(.*)$"
  if name and self.has_game then return self:take_game_option(name, text) end
  self:take_place(word)
end

-- What is not there, but has to be.
function Reader:complete()
  local place = self.places[self.filled + 1]
  if place and place.required and not (place.many and self.call.arguments[place.name]) then
    if place.game then fail(place.missing or "which game? a name (gts games lists them), or a file") end
    fail("%s", place.missing or ("%s is missing"):format(place.name))
  end
  for _, option in ipairs(self.list) do
    local options = self.call.options
    if options[option.name] == nil then options[option.name] = option.default end
    if option.required and options[option.name] == nil then fail("option '--%s' is missing", option.name) end
  end
end

--- Reads the arguments of a command. `row` of the command; `given`: the words behind its name. Returns the call: game (the name
-- as typed), game_options, options (checked; with the defaults of the rows), arguments, json, help.
function arguments.read(row, given)
  local reader = setmetatable({
    row = row, words = given, at = 0, list = arguments.options(row), by_name = {}, places = arguments.places(row), filled = 0,
    seen = {}, seen_of = {}, call = { options = {}, game_options = {}, arguments = {} },
  }, Reader)
  for _, option in ipairs(reader.list) do reader.by_name[option.name] = option end
  for _, place in ipairs(reader.places) do reader.has_game = reader.has_game or place.game end
  local ok, wrong = pcall(function()
    while reader.at < #given do
      reader.at = reader.at + 1
      reader:take(given[reader.at])
    end
    local options = reader.call.options
    if type(options.lua) == "string" then             -- the last of its algorithms searches, where one can be named and is not
      if reader.by_name.algorithm and options.algorithm == nil then options.algorithm = core.algorithms[#core.algorithms].id end
      options.lua = nil
    end
    if not options.help then reader:complete() end
  end)
  if not ok then
    if type(wrong) == "table" and wrong.wrong then return nil, wrong.wrong end
    error(wrong, 0)
  end
  local call = reader.call
  call.json, call.help = call.options.json == true, call.options.help == true
  call.unicode = call.options.unicode
  call.options.json, call.options.help, call.options.unicode = nil, nil, nil
  return call
end

return arguments
