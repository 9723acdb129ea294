--- What a worker does that grades exercises of the course: see gts.program.worker. A request: `exercise`, `text`, `name`, `seed`.
-- The answer: the rows of the sheet.

local course = require "gts.course.course"
local grade = require "gts.course.grade"
local gts = require "gts"
local wire = require "gts.base.wire"
local worlds = require "gts.program.world"

-- What is loaded by the first call as a rule: later there are no files.
local function load_all()
  local exercises = {}
  for _, id in ipairs(course.ids) do
    local name = require("gts.course.lessons." .. id).exercise
    exercises[name] = grade.exercise(name)
  end
  return exercises
end

--- Serves one request.
-- @tparam table channel lock, send, receive, spare: see src/worker/main.c
return function(channel)
  local exercises = load_all()
  local world = worlds.make { "debug", "package", "require" }
  channel.send(("gts %s %s"):format(gts.version, channel.lock()))
  local _, request = wire.decode(channel.receive())
  local report = grade.here(exercises[request.exercise], request, world)
  channel.spare()
  channel.send(assert(wire.encode(report:rows())))
end
