--- The rules of a page state (gts.page.page_state): their origin, their text, their options, and the game that they make.
--
-- They are of one of these kinds: "name", a game that comes with gts; "file", one of the user; "text", what was written in the
-- page; "tree". Only a text is code that came in, and only desks that say so take one.

local catalog = require "gts.game.catalog"
local from_data = require "gts.game.from_data"
local game = require "gts.game"
local guard = require "gts.page.guard"
local literal = require "gts.base.literal"
local rows = require "gts.rules.rows"
local show = require "gts.show.text"
local source = require "gts.rules.source"
local subject = require "gts.page.subject"
local tables = require "gts.base.tables"

local rules = {}

local LONGEST = 1 << 20         -- bytes of a text
local MOST_PRINTED = 200        -- lines
local LONGEST_LINE = 1000       -- letters of one of them
local LONGEST_NAME = 100        -- bytes of the name in a text

--- What a text of rules is called in messages.
rules.FILE = "rules.lua"

-- Calls a function that gives nil and what is wrong; so does this.
local function try(f, ...)
  local results = table.pack(guard.short("loading the rules", f, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  return nil, results[2]
end

--- The line that a message speaks of.
function rules.line(message) return math.tointeger(tonumber(tostring(message):match "%f[%w_]rules%.lua:(%d+)")) end

local function printer(list)
  return function(...)
    if #list > MOST_PRINTED then return end
    local words = table.pack(...)
    for i = 1, words.n do words[i] = tostring(words[i]) end
    list[#list + 1] = #list == MOST_PRINTED and "..." or show.clip(table.concat(words, "\t"), LONGEST_LINE)
  end
end

-- A library as rules see it: what they take away or replace is still there for others; what they add, they add for all.
local function library(of, own) return setmetatable(own, { __index = of, __newindex = of }) end

-- The globals of rules: a guard against mistakes, not against attacks. See gts.page.guard, and src/wasm/carrier.js.
local function world(printed)
  local function exit() error("rules cannot end the program", 2) end
  return setmetatable({
    print = printer(printed),
    string = library(_G.string or string, tables.copy(string)),
    os = library(_G.os or os, { exit = exit }),
  }, { __index = _G })
end

--- The chunk of a text of rules, with separate globals; nil and what is wrong. A list `printed` gets what it prints.
function rules.compile(text, printed) return source.compile(text, rules.FILE, world(printed or {})) end

local function run_text(self)
  local chunk, wrong = rules.compile(self.text, self.printed)
  if not chunk then return nil, wrong end
  return try(chunk)
end

-- Options as texts become what their rows want.
local function read_option(row, value)
  if type(value) ~= "string" then return value end
  if row and row.kind.fits(value) then return value end
  local read = literal.value(value)
  if read ~= nil and (not row or row.kind.fits(read)) then return read end
  local listed = literal.value("{" .. value:gsub("%s*,%s*", " "):gsub("%s+", ", ") .. "}")
  if row and listed and row.kind.fits(listed) then return listed end
  if read ~= nil then return read end
  return value
end

local function read_options(list, given)
  local all
  for name, value in pairs(given or {}) do
    if type(name) == "string" and value ~= "" then
      all = all or {}
      all[name] = read_option(tables.find(list, function(row) return row.name == name end), value)
    end
  end
  return all
end

-- The first paragraph of the comment that a text opens with.
local function opening(text)
  local lines = {}
  for _, line in ipairs(catalog.opening(text or "")) do
    if line == "" then break end
    lines[#lines + 1] = line
  end
  return #lines > 0 and table.concat(lines, " ") or nil
end

local shipped                   -- what the catalog says, once asked

--- The games that come with gts: see gts.games.
function rules.shipped()
  shipped = shipped or catalog.list()
  return shipped
end

local function describe(self)
  self.title, self.about = self.game.name, opening(self.text)
  if self.kind ~= "name" then return end
  for _, entry in ipairs(rules.shipped()) do
    if entry.name == self.name then self.title, self.about = entry.title:gsub("%s*%b()$", ""), entry.summary end
  end
end

-- What gts.game makes the game of, and the rows of its options.
local function fetch(self)
  if self.kind == "text" then
    local what, wrong = run_text(self)
    if what == nil then return nil, wrong or "the rules return nothing: the last line is `return rules`" end
    return what, rows.of(what) or {}
  end
  self.text = game.text(self.name) or self.text
  local list, wrong = try(game.options, self.name)
  if not list then return nil, wrong end
  return self.name, list
end

local function make(self, given, read)
  if self.kind == "tree" then
    local made, wrong = subject.tree(self.name)
    self.rows = {}
    return made, wrong
  end
  local what, list = fetch(self)
  if what == nil then return nil, list end
  self.what, self.rows = what, list
  self.options = read_options(list, given)
  local made, wrong = try(read and from_data.with_options or game.make, what, self.options)
  if made and self.kind == "text" and #made.name > LONGEST_NAME then
    return nil, ("rules.name has at most %d bytes"):format(LONGEST_NAME)
  end
  return made, wrong
end

--- Loads rules.
-- @tparam table asked `kind`; `name` of a game or file, or of a tree its text; `text`; `options`, name -> value or its text;
-- `made`, the game, where it is there already; `read`: the options are data, see gts.game.from_data
-- @treturn table with kind, name, text, what (as gts.game takes it), options, rows (of options), game, title, about, printed
-- @error what is wrong
function rules.load(asked)
  local self = { kind = asked.kind, name = asked.name, text = asked.text, rows = {}, printed = {} }
  if self.text and #self.text > LONGEST then return nil, ("rules have at most %d bytes"):format(LONGEST) end
  local wrong
  if asked.made then
    self.game, self.what, self.options = asked.made, asked.name, asked.options
    if self.kind ~= "tree" then
      self.text = game.text(self.name)
      self.rows = try(game.options, self.name) or {}
    end
  else self.game, wrong = make(self, asked.options, asked.read) end
  if not self.game then return nil, wrong or "these are no rules", self.printed end
  describe(self)
  return self
end

--- Which kind a name is of, as people write one: a tree, a file, or a game that comes with gts.
function rules.kind_of(name)
  if name:find "^%s*{" or name:find "^%s*tree%s" or name == "tree" then return "tree" end
  return (name:find("/", 1, true) or name:find "%.lua$") and "file" or "name"
end

local function written(value)
  if type(value) ~= "table" then return tostring(value) end
  return table.concat(tables.map(value, tostring), " ")
end

--- Rows of options (name, kind, default, help) for people: name, help, expected, words, value (its text).
function rules.shown_options(list, given)
  return tables.map(list, function(row)
    local value, choices = row.default, row.kind.words and tables.map(row.kind.words, tostring)
    if given and given[row.name] ~= nil then value = given[row.name] end
    return { name = row.name, help = row.help, expected = row.kind.expected, words = choices, value = written(value) }
  end)
end

return rules
