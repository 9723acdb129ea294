--- Grades what a student has written for an exercise.
--
-- An exercise is a module of gts.course.exercises: `title`; values(seed), for `$name` in its texts, which stand in its lesson;
-- grade(sheet, value, seed), of what the student's file returns: it fills the sheet in; `takes`, the type of that, or nil.

local clean = require "gts.show.clean"
local core = require "gts.core"
local guard = require "gts.course.guard"
local tables = require "gts.base.tables"

local grade = {}

local LIMITS = { time = 30, patience = 300, memory = 256 << 20 }       -- of a worker that grades

local Sheet = {}
Sheet.__index = Sheet

--- Adds a row to the sheet. `points` it can bring; `what` is looked at; `why`: not; `note`: said in any case. Returns ok.
function Sheet:row(points, what, ok, why, note)
  assert(math.type(points) == "integer" and points >= 0, "the points of a row are a whole number")
  assert(type(what) == "string", "what a row is about is a text")
  self[#self + 1] = { of = points, points = ok and points or 0, what = what, why = not ok and why or note }
  return ok
end

local INDENT = (" "):rep(12)

-- The lines of a row; a second one is set in.
local function line_of(row)
  local mark = row.points == row.of and row.of > 0 and "ok" or "NO"
  local line = ("%-2s %2d of %2d  %s"):format(mark, row.points, row.of, row.what)
  return row.why and line .. "\n" .. INDENT .. row.why:gsub("\n", "\n" .. INDENT) or line
end

--- A graded exercise: rows of points, of, what, why; points, of, passed; title, seed, name.
local Report = {}
Report.__index = Report

function Report:__tostring()
  local lines = { ("%s, seed %d: %s"):format(self.title, self.seed, self.name), "" }
  for _, row in ipairs(self) do lines[#lines + 1] = line_of(row) end
  lines[#lines + 1] = ""
  lines[#lines + 1] = ("%d of %d points: %s"):format(self.points, self.of, self.passed and "passed" or "not passed yet")
  return table.concat(lines, "\n")
end

--- An exercise by its id.
function grade.exercise(id) return require("gts.course.exercises." .. id) end

local FULL = 10                 -- points of every exercise
local LONGEST = 2000            -- bytes of a text in a report
local MOST = 100                -- rows

--- The rows as data.
function Report:rows() return table.move(self, 1, #self, 1, {}) end
local function short(text) return #text > LONGEST and text:sub(1, LONGEST) .. "..." or text end

-- A report of rows. What was not come to gives no points.
local function report_of(exercise, rows, given)
  local report = setmetatable(tables.map(rows, function(row)
    local why = row.why and clean.visible(short(row.why))
    return { points = row.points, of = row.of, what = clean.visible(short(row.what)), why = why }
  end), Report)
  local points, whole = tables.sum(rows, function(row) return row.points end), tables.sum(rows, function(row) return row.of end)
  if whole < FULL then report[#report + 1] = { points = 0, of = FULL - whole, what = "the rest was not looked at" } end
  report.points, report.of, report.passed = points, FULL, points == FULL
  report.title, report.seed, report.name = exercise.title, given.seed, given.name
  return report
end

--- Grades in this very process. `given`: text, name, seed; `world`: the globals of the student's program. Returns a report.
function grade.here(exercise, given, world)
  local sheet = setmetatable({}, Sheet)
  guard.restrain(world)
  local ok, trouble = guard.whole(function()
    local value, wrong = guard.load(given.text, given.name, world)
    if not sheet:row(1, "the file runs, and returns something", value ~= nil, wrong) then return end
    local is = ("it is a %s: the file returns a %s"):format(type(value), exercise.takes)
    local fits = not exercise.takes or sheet:row(1, "it is a " .. exercise.takes, type(value) == exercise.takes, is)
    if fits then exercise.grade(sheet, value, given.seed) end
  end)
  if not ok then sheet:row(0, "the grading ended early", false, trouble) end
  return report_of(exercise, sheet, given)
end

local function is_sheet(rows)
  if type(rows) ~= "table" or #rows > MOST then return false end
  local good = tables.filter(rows, function(row)
    return type(row) == "table" and math.type(row.points) == "integer" and math.type(row.of) == "integer"
      and row.points >= 0 and row.points <= row.of and row.of <= FULL and type(row.what) == "string"
      and (row.why == nil or type(row.why) == "string")
  end)
  return #good == #rows and tables.sum(rows, function(row) return row.of end) <= FULL
end

-- No count of instructions ends a function of Lua's own, such as the search for a pattern.
local ENDLESS = "what is graded does not come to an end: it was in a function that is not written in Lua (%s)"

-- The rows that a worker finds; nil where there can be none.
local function confined(id, given)
  -- The page that runs gts has neither workers nor the module.
  if not (core.confined and core.confined.worker) then return nil end
  local confine = require "gts.game.confine"
  if not confine.is_there() then return nil end
  local request = { exercise = id, text = given.text, name = given.name, seed = given.seed }
  local rows, wrong, kind = confine.ask("gts.course.grader", request, given.limits or LIMITS)
  if kind == "start" then return nil end
  if rows and not is_sheet(rows) then rows, wrong = nil, "the worker's answer is malformed" end
  if not rows and wrong:find("limit of time", 1, true) then wrong = ENDLESS:format(wrong) end
  return rows or { { points = 0, of = FULL, what = "the grading was ended", why = wrong } }
end

--- Grades: confined, where that can be. Else here, if the text is trusted: few of Lua's names and a count of instructions are no
-- walls. `given`: text, name, seed; limits (time, memory); trusted. Returns a report. Error: why it is not graded.
function grade.grade(id, given)
  local exercise, rows = grade.exercise(id), confined(id, given)
  if rows then return report_of(exercise, rows, given) end
  if not given.trusted then return nil, "it cannot be graded confined: this gts has no worker that can be started" end
  return grade.here(exercise, given, guard.world())
end

return grade
