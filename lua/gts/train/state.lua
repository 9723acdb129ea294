--- The file in which gts.tune and gts.learn keep what they have done, so that a run goes on after a break (see
-- `gts help formats`): which run it is, how far it is, and the games that it has played. It is written whole, atomically.

local core = require "gts.core"
local files = core.files
local fingerprint = require "gts.rules.fingerprint"
local game = require "gts.game"
local games_file = require "gts.play.games_file"
local player = require "gts.play.player"
local reading = require "gts.facts.reading"
local tables = require "gts.base.tables"
local versions = require "gts.facts.versions"

local state = {}

local OFTEN = 2                 -- seconds from one writing to the next, at least
local SHARE = 20                -- times as long as it takes
local BODY = "state"

local State = {}
State.__index = State

--- The lines that say which game a run is about.
function state.about(of)
  local options = game.given(of)
  return {
    "game " .. of.name .. (options and " " .. player.describe(options) or ""),
    "rules " .. (fingerprint.of(of, options) or "unknown"),
  }
end

--- Adds options that are integers to the lines that say which run it is.
function state.add_integers(head, all, names)
  for _, name in ipairs(names) do head[#head + 1] = ("%s %d"):format(name, all[name]) end
end

-- Is this the head of the run? Which line is another, in words.
local function check_head(kind, lines, head)
  local wrong = versions.misfit(kind, lines[1] or "", "this is no state of gts " .. kind)
  if wrong then return wrong end
  for i, line in ipairs(head) do
    if lines[i + 1] ~= line then return ("it is of another run: it has '%s', not '%s'"):format(lines[i + 1] or "", line) end
  end
  return lines[#head + 2] ~= BODY and "it is of another run" or nil
end

--- Forms of what a state has: functions that return what a text says, or nil where it says nothing.
state.forms = { count = reading.count, amount = reading.amount }

function state.forms.flag(text) return (text == "true" or text == "false") and text or nil end

-- Reads a line behind the head. Returns whether it is understood; none stands twice.
local function read_line(self, line, forms)
  local row, name, text = games_file.read_game(line), line:match "^([%l_]+) (.*)$"
  if row then
    local is_new = not self.games[row.pair]
    self.games[row.pair] = row
    return is_new and forms.game and forms.game(row)
  end
  local form = name and name ~= "game" and forms[name:gsub("_%l$", "")]
  if not form or self.data[name] or form(text) == nil then return false end
  self.data[name] = text
  return true
end

local function read_body(self, lines, first, forms)
  for i = first, #lines do
    if not read_line(self, lines[i], forms) then return ("line %d is not understood"):format(i) end
  end
end

--- Opens the state of a run, or begins it. `kind`: "tune" or "learn"; `name` of the file; nil: nothing is kept; `head`: lines
-- that say which run it is; `forms` by the names of what it may have: see state.forms; `game`, of a row, whether it may have
-- that game. Returns `games`, number -> game; `data`, name -> text.
function state.open(kind, name, head, forms)
  local self = setmetatable({ kind = kind, name = name, head = head, games = {}, data = {}, due = 0 }, State)
  if not name then return self end
  if files.kind(name) then
    local text, wrong = reading.text(kind, name)
    if not text then return nil, wrong end
    local above = reading.above_digest(text)
    local lines = reading.whole_lines(above or text)
    wrong = check_head(kind, lines, head) or not above and "it is damaged" or read_body(self, lines, #head + 3, forms)
    if wrong then return nil, ("%s: %s"):format(name, wrong) end
  end
  local good, wrong = self:write()
  return good and self or nil, wrong
end

--- Raises that what a line says does not fit the game. `name` of the line.
function State:refuse(name) error(("%s: the line '%s' does not fit the game"):format(self.name, name), 0) end

--- Writes the file; returns nil and what is wrong if that fails.
function State:write()
  if not self.name then return true end
  local parts = { versions.head(self.kind) .. "\n" }
  for _, line in ipairs(self.head) do parts[#parts + 1] = line .. "\n" end
  parts[#parts + 1] = BODY .. "\n"
  for _, name in ipairs(tables.keys(self.data)) do parts[#parts + 1] = ("%s %s\n"):format(name, self.data[name]) end
  for _, number in ipairs(tables.keys(self.games)) do parts[#parts + 1] = games_file.write_game(self.games[number]) end
  local began = core.clock()
  local good, wrong = files.write(self.name, reading.with_digest(table.concat(parts)))
  local now = core.clock()
  self.due = now + math.max(OFTEN, SHARE * (now - began))
  return good, wrong
end

--- Writes the file, unless that was done a moment ago. Raises that it cannot be written.
function State:save(at_once)
  if not self.name or not at_once and core.clock() < self.due then return end
  local good, wrong = self:write()
  if not good then error(wrong, 0) end
end

--- Removes the file.
function State:remove()
  if self.name then os.remove(self.name) end
end

return state
