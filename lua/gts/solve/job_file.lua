--- The file of a job-level search (see `gts help formats`): a line for each answer, so that the search goes on where it was. A
-- last line that is not whole is left out. Lines of several searches and goals may stand in one file: each says what holds of a
-- position by itself. Checksums are of the fingerprint, too: a line of another file is refused.

local core = require "gts.core"
local files = core.files
local notation = require "gts.rules.notation"
local reading = require "gts.facts.reading"
local tables = require "gts.base.tables"
local versions = require "gts.facts.versions"
local words = require "gts.base.words"

local job_file = {}

local FIELDS = 11
local SHORT = 16                -- digits of a checksum

local infinite = { ["inf"] = math.huge, ["-inf"] = -math.huge }

local function bound(text) return infinite[text] or tonumber(text) end
local function checksum(is, line) return core.hash(is .. " " .. line):sub(1, SHORT) end

local function line_of(is, id, goal, answer)
  local children = answer.children and table.concat(answer.children, ",")
  local fields = { goal, answer.lower, answer.upper, answer.nodes, answer.seconds, answer.player, answer.move, answer.max,
    answer.min, children }
  for i = 1, FIELDS - 1 do fields[i] = type(fields[i]) == "number" and notation.number(fields[i]) or fields[i] or "-" end
  local line = id .. " " .. table.concat(fields, " ")
  return ("%s %s\n"):format(line, checksum(is, line))
end

local function is_node(text) return #text == 32 and not text:find "%X" end

-- The nodes of a list with commas; nil: there is none, or one that is no node.
local function read_nodes(text)
  local list = words.split(text, "[^,]+")
  return #list > 0 and #tables.filter(list, is_node) == #list and list or nil
end

-- The node, the goal and the answer of a line without its checksum; nil: it is none.
local function read_line(line)
  local fields = words.split(line, "[^ ]+")
  if #fields ~= FIELDS or not is_node(fields[1]) then return nil end
  local goal, lower, upper, player, ids = tonumber(fields[2]), bound(fields[3]), bound(fields[4]), fields[7], fields[FIELDS]
  local open = ids ~= "-"
  local answer = { lower = lower, upper = upper, nodes = reading.count(fields[5]), seconds = reading.amount(fields[6]),
    player = player ~= "-" and player or nil, move = reading.count(fields[8]), max = reading.amount(fields[9]),
    min = reading.amount(fields[10]), children = open and read_nodes(ids) or nil }
  local well = goal and lower and upper and lower <= upper and answer.nodes and answer.seconds
    and (player == "max" or player == "min" or player == "-" and not open)
  if not well or open ~= (lower < goal and upper >= goal) or open and not answer.children then return nil end
  if not answer.max or not answer.min then answer.max, answer.min = nil, nil end
  return fields[1], goal, answer
end

local function name_of(id, goal) return id .. " " .. notation.number(goal) end

-- Adds the answer of a line. Returns what is wrong with it.
local function add_line(known, line, is)
  local above, sum = line:match "^(.*) (%x+)$"
  if not above or sum ~= checksum(is, above) then return "is damaged: its checksum is another" end
  local id, goal, answer = read_line(above)
  if not id then return "is not understood" end
  known[name_of(id, goal)] = { id = id, answer = answer }
end

-- What stands in the text of a file: the answers by name, and its whole lines; or nil, and what is wrong.
local function read(text, head, is)
  local number, known, lines = 0, {}, text:match "^.*\n" or ""
  for line in lines:gmatch "([^\n]*)\n" do
    number = number + 1
    local wrong = number == 1 and versions.misfit("jobs", line) or nil
    if wrong then return nil, wrong end
    if number == 2 and line ~= head[2] then return nil, ("it is of another game, '%s'"):format(line:gsub("^game ", "")) end
    if number == 3 and line ~= head[3] then return nil, "it is of other options, rules, data or another position of this game" end
    wrong = number > 3 and add_line(known, line, is) or nil
    if wrong then return nil, ("line %d %s"):format(number, wrong) end
  end
  local begun = table.concat(head, "\n") .. "\n"
  if number < 3 and begun:sub(1, #text) ~= text then return nil, "it is no file of jobs" end
  return known, number < 3 and "" or lines
end

-- What is known of jobs. `answers`, by name; `count`, their number.
local File = {}
File.__index = File

--- The answer of a job that was done before; nil: there is none.
function File:find(id, goal)
  local entry = self.answers[name_of(id, goal)]
  return entry and entry.answer
end

--- Adds an answer, in the file first; raises that it cannot be written.
function File:add(id, goal, answer)
  if self.name then
    local added, wrong = files.append(self.name, line_of(self.is, id, goal, answer))
    if not added then error(wrong, 0) end
  end
  self.answers[name_of(id, goal)], self.count = { id = id, answer = answer }, self.count + 1
end

--- What all answers prove within the range of the game: node id -> { lower, upper }; nil, and a contradiction.
function File:proved(range)
  local proved = {}
  for _, entry in pairs(self.answers) do
    local bounds = proved[entry.id] or { lower = range[1], upper = range[2] }
    bounds.lower, bounds.upper = math.max(bounds.lower, entry.answer.lower), math.min(bounds.upper, entry.answer.upper)
    if bounds.lower > bounds.upper then
      return nil, ("%s: its answers for node %s contradict each other"):format(self.name, entry.id)
    end
    proved[entry.id] = bounds
  end
  return proved
end

--- Opens the file of a search, or begins it; nil: what is known is kept in memory alone. `game` is its name, `is` the fingerprint
-- of rules, options and root. Returns what is known, or nil and what is wrong.
function job_file.open(name, game, is)
  local self = setmetatable({ name = name, is = is, answers = {}, count = 0 }, File)
  if not name then return self end
  local head = { versions.head "jobs", "game " .. game:gsub("%c", " "), "fingerprint " .. is }
  local text, wrong = "", nil
  if files.kind(name) then text, wrong = reading.text("jobs", name) end
  if not text then return nil, wrong end
  local lines
  self.answers, lines = read(text, head, is)
  if not self.answers then return nil, ("%s: %s"):format(name, lines) end
  for _ in pairs(self.answers) do self.count = self.count + 1 end
  if lines ~= "" and lines == text then return self end
  local good, why = files.write(name, lines ~= "" and lines or table.concat(head, "\n") .. "\n")
  if not good then return nil, why end
  return self
end

return job_file
