--- Independent jobs, done in this process or in several.
-- @module gts.lab.workers

local child = require("gts.core").child

local workers = {}

--- What a job raises when its search was interrupted: nobody is to blame.
workers.INTERRUPTED = setmetatable({}, { __name = "gts.interrupted", __tostring = function() return "interrupted" end })

local function do_here(jobs, work, done)
  for i, job in ipairs(jobs) do
    local ok, text = pcall(work, job)
    if not ok and text == workers.INTERRUPTED then return "interrupted" end
    if not ok then error(text, 0) end
    local why = done(i, text)
    if why then return why end
  end
end

-- What a process does: jobs, by their numbers. An answer begins with what came of it.
local function serve(jobs, work)
  return function(receive, send)
    for number in receive do
      local ok, text = pcall(work, jobs[math.tointeger(tonumber(number))])
      send((ok and "done " or "wrong ") .. tostring(text))
    end
  end
end

local function read_answer(text, one, where)
  if not text then
    error(("%sthe process that was at it has ended: %s"):format(where, one:stop() or "nobody knows why"), 0)
  end
  local kind, rest = text:match "^(%l+) (.*)$"
  if kind == "wrong" then error(rest, 0) end
  return rest
end

local function do_beside(jobs, crew, done, name)
  local given, last = {}, 0
  local function hand_out(i)
    last = last + 1
    given[i] = last
    if last <= #jobs then crew[i]:send(tostring(last)) end
  end
  for i = 1, #crew do hand_out(i) end
  for _ = 1, #jobs do
    local i, text = child.wait(crew)
    if text == "interrupted" then return text end
    local answer = read_answer(text, crew[i], name(jobs[given[i]]))
    local why = done(given[i], answer)
    if why then return why end
    hand_out(i)
  end
end

--- Does all jobs.
-- @tparam {any,...} jobs
-- @tparam function work makes of a job a text of at most 65,000 bytes
-- @tparam integer count of processes; 1: this one does all
-- @tparam function done is told the index of a job and its text, in the order in which they come in; gives why to stop, or nil
-- @tparam function name of a job: what a message begins with that says what became of it
-- @treturn string|nil why it stopped before the end: what `done` said, or "interrupted"
-- @raise what `work` raised
function workers.each(jobs, work, count, done, name)
  count = math.min(count, #jobs)
  if count <= 1 then return do_here(jobs, work, done) end
  local crew <close> = setmetatable({}, { __close = function(list)
    for _, one in ipairs(list) do one:stop() end
  end })
  for i = 1, count do
    local wrong
    crew[i], wrong = child.start(serve(jobs, work))
    if not crew[i] then error(wrong, 0) end
  end
  return do_beside(jobs, crew, done, name)
end

return workers
