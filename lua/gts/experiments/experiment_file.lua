--- The file of an experiment (see `gts help formats`): JSON lines, the first of which says which experiment it is, and one for
-- each job that is done. So an experiment goes on where it was, whatever ended it. A last line that is not whole is left out.

local files = require("gts.core").files
local json = require "gts.show.json"
local reading = require "gts.facts.reading"
local versions = require "gts.facts.versions"

local experiment_file = {}

local function head_line(about)
  local head = { experiment = about.name, format = versions.format "experiment", gts = about.version, made = about.made }
  return json.encode(setmetatable(head, { __jsonorder = { "experiment", "format", "gts", "made" } })) .. "\n"
end

--- The line of a job, without its end.
function experiment_file.write(job, values)
  return json.encode(setmetatable({ point = job.point.label, seed = job.seed, values = values },
    { __jsonorder = { "point", "seed", "values" } }))
end

local function read_line(line)
  local row = json.decode(line)
  if type(row) ~= "table" or type(row.point) ~= "string" or not math.tointeger(row.seed) or type(row.values) ~= "table" then
    return nil
  end
  return row
end

--- What was observed, from the line of a job.
function experiment_file.read(line) return read_line(line).values end

--- The name of a job among others.
function experiment_file.name(point, seed) return ("%d %s"):format(seed, point) end

local function check_head(line, about)
  local head = json.decode(line or "")
  if type(head) ~= "table" or not head.experiment then return "this is no file of an experiment" end
  if head.format ~= versions.format "experiment" then return versions.other("experiment", head.format) end
  if head.experiment ~= about.name then return ("it is of another experiment, '%s'"):format(head.experiment) end
  if head.made ~= about.made then return "it is of an earlier version of the experiment" end
  if head.gts ~= about.version then return ("it was made with gts %s: what that counts may differ"):format(head.gts) end
end

local function read_jobs(lines)
  local known = {}
  for i = 2, #lines do
    local row = read_line(lines[i])
    if not row then return nil, ("line %d is not understood"):format(i) end
    known[experiment_file.name(row.point, row.seed)] = row.values
  end
  return known
end

-- What is in the file; nothing, if there is none, or only a part of its head.
local function read(file, about)
  if not files.kind(file) then return {}, "" end
  local text, wrong = reading.text("experiment", file)
  if not text then return nil, wrong end
  local lines = reading.whole_lines(text)
  if #lines == 0 then return {}, "" end
  wrong = check_head(lines[1], about)
  local known
  if not wrong then known, wrong = read_jobs(lines) end
  if not known then return nil, ("%s: %s"):format(file, wrong) end
  return known, text:match "^.*\n"
end

--- Opens the file of an experiment, or begins it. `about`: name; version, of gts; made, what tells the experiment from what it
-- was before it was changed. Returns what is known: name of a job (experiment_file.name) -> values; a function that adds the
-- line of a job; it raises an error if that cannot be written.
function experiment_file.open(file, about)
  local known, text = read(file, about)
  if not known then return nil, text end
  local good, wrong = files.write(file, text ~= "" and text or head_line(about))
  if not good then return nil, wrong end
  return known, function(line)
    local added, why = files.append(file, line .. "\n")
    if not added then error(why, 0) end
  end
end

return experiment_file
