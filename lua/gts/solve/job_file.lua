--- The file of a job-level search (gts.solve.jobs): a line for each answer, so that the search goes on where it was, whatever
-- ended it. A last line that is not whole, because its writer was killed in the middle, is left out. Lines of several searches
-- may stand in one file, also of several goals: each says what holds of a position by itself.
--
--    gts jobs 1
--    game hex
--    fingerprint 5f0c...
--    NODE GOAL LOWER UPPER NODES SECONDS PLAYER MOVE MAX MIN CHILD,CHILD,...
--
-- See gts.solve.job for the fields; `-` stands for one that is not there. A fingerprint is of rules, options and root.
-- @module gts.solve.job_file

local files = require("gts.core").files
local notation = require "gts.rules.notation"
local versions = require "gts.facts.versions"

local job_file = {}

local MOST = 1 << 32            -- bytes of a file
local FIELDS = 11

local infinite = { ["inf"] = math.huge, ["-inf"] = -math.huge }

local function number(text) return infinite[text] or tonumber(text) end

local function field(value)
  if value == nil then return "-" end
  return type(value) == "number" and notation.number(value) or value
end

-- The line of an answer.
local function line_of(id, goal, answer)
  local children = answer.children and table.concat(answer.children, ",")
  local fields = { goal, answer.lower, answer.upper, answer.nodes, answer.seconds, answer.player, answer.move, answer.max,
    answer.min, children }
  for i = 1, FIELDS - 1 do fields[i] = field(fields[i]) end
  return id .. " " .. table.concat(fields, " ") .. "\n"
end

-- The node, the goal and the answer of a line; nil: it is none.
local function read_line(line)
  local fields = {}
  for text in line:gmatch "[^ ]+" do fields[#fields + 1] = text end
  local goal, lower, upper = tonumber(fields[2]), number(fields[3]), number(fields[4])
  local nodes, seconds, ids = tonumber(fields[5]), tonumber(fields[6]), fields[FIELDS]
  local open = ids and ids ~= "-"
  local player, max, min = fields[7], tonumber(fields[9]), tonumber(fields[10])
  local well = #fields == FIELDS and #fields[1] == 32 and goal and lower and upper and lower <= upper and nodes and seconds
    and (player == "max" or player == "min" or player == "-" and not open)
  if not well or open ~= (lower < goal and upper >= goal) then return nil end
  local answer = { lower = lower, upper = upper, nodes = nodes, seconds = seconds, player = player ~= "-" and player or nil,
    move = math.tointeger(tonumber(fields[8])), max = max, min = min }
  if open then
    answer.children = {}
    for id in ids:gmatch "[^,]+" do table.insert(answer.children, id) end
  end
  return fields[1], goal, answer
end

local function name_of(id, goal) return id .. " " .. notation.number(goal) end

-- What stands in the text of a file: the answers by name, and its whole lines; or nil, and what is wrong. A head that is
-- not whole counts as none.
local function read(text, head)
  local count, known, whole = 0, {}, text:match "^.*\n" or ""
  for line in whole:gmatch "([^\n]*)\n" do
    count = count + 1
    local wrong = count == 1 and versions.misfit("jobs", line) or nil
    if wrong then return nil, wrong end
    if count == 2 and line ~= head[2] then return nil, ("it is of another game, '%s'"):format(line:gsub("^game ", "")) end
    if count == 3 and line ~= head[3] then return nil, "it is of other options, rules, data or another position of this game" end
    if count > 3 then
      local id, goal, answer = read_line(line)
      if not id then return nil, ("line %d is not understood"):format(count) end
      known[name_of(id, goal)] = { id = id, answer = answer }
    end
  end
  local begun = table.concat(head, "\n") .. "\n"
  if count < 3 and begun:sub(1, #text) ~= text then return nil, "it is no file of jobs" end
  return known, count < 3 and "" or whole
end

-- What is known of jobs. `answers`, by name; `count`, their number.
local File = {}
File.__index = File

--- The answer of a job that was done before; nil: there is none.
function File:find(id, goal)
  local entry = self.answers[name_of(id, goal)]
  return entry and entry.answer
end

--- Adds an answer, in the file first.
-- @raise that it cannot be written
function File:add(id, goal, answer)
  if self.name then
    local added, wrong = files.append(self.name, line_of(id, goal, answer))
    if not added then error(wrong, 0) end
  end
  self.answers[name_of(id, goal)], self.count = { id = id, answer = answer }, self.count + 1
end

--- What all answers prove: bounds by node.
-- @tparam {number,number} range of the game
-- @treturn table id -> { lower, upper }
function File:proved(range)
  local proved = {}
  for _, entry in pairs(self.answers) do
    local bounds = proved[entry.id] or { lower = range[1], upper = range[2] }
    bounds.lower, bounds.upper = math.max(bounds.lower, entry.answer.lower), math.min(bounds.upper, entry.answer.upper)
    proved[entry.id] = bounds
  end
  return proved
end

--- Opens the file of a search, or begins it.
-- @tparam string|nil name nil: what is known is kept in memory alone
-- @tparam string game its name
-- @tparam string is the fingerprint of rules, options and root
-- @treturn[1] table what is known
-- @return[2] nil
-- @treturn[2] string what is wrong
function job_file.open(name, game, is)
  local self = setmetatable({ name = name, answers = {}, count = 0 }, File)
  if not name then return self end
  local head = { versions.head "jobs", "game " .. game:gsub("%c", " "), "fingerprint " .. is }
  local text, wrong = "", nil
  if files.kind(name) then text, wrong = files.read(name, MOST) end
  if not text then return nil, wrong end
  local whole
  self.answers, whole = read(text, head)
  if not self.answers then return nil, ("%s: %s"):format(name, whole) end
  for _ in pairs(self.answers) do self.count = self.count + 1 end
  if whole ~= "" and whole == text then return self end
  local good
  good, wrong = files.write(name, whole ~= "" and whole or table.concat(head, "\n") .. "\n")
  if not good then return nil, wrong end
  return self
end

return job_file
