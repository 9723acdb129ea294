--- Grades what a student has written for an exercise.
--
-- An exercise is a module of gts.course.exercises: `title`; task(seed), what is to be done, in Markdown; skeleton(seed), the file
-- that one begins with; grade(sheet, value, seed), of what the student's file returns: it fills the sheet in.
-- @module gts.course.grade

local guard = require "gts.course.guard"

local grade = {}

local Sheet = {}
Sheet.__index = Sheet

--- Adds a row to the sheet.
-- @tparam integer points that can be had for it
-- @tparam string what is looked at
-- @tparam boolean ok
-- @tparam[opt] string why not
-- @tparam[opt] string note what is to be said of it in any case
-- @treturn boolean ok
function Sheet:row(points, what, ok, why, note)
  self[#self + 1] = { of = points, points = ok and points or 0, what = what, why = not ok and why or note }
  return ok
end

-- The lines of a row; a second one is set in.
local function line_of(row)
  local mark = row.points == row.of and "ok" or row.points > 0 and "part" or "NO"
  local line = ("%-4s %2d of %2d  %s"):format(mark, row.points, row.of, row.what)
  return row.why and line .. "\n" .. (" "):rep(14) .. row.why:gsub("\n", "\n" .. (" "):rep(14)) or line
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

local function finish(exercise, sheet, given)
  local points, whole = 0, 0
  for _, row in ipairs(sheet) do points, whole = points + row.points, whole + row.of end
  -- What was not come to gives no points.
  if whole < FULL then sheet:row(FULL - whole, "the rest was not looked at", false) end
  local report = setmetatable(table.move(sheet, 1, #sheet, 1, {}), Report)
  report.points, report.of, report.passed = points, FULL, points == FULL
  report.title, report.seed, report.name = exercise.title, given.seed, given.name
  return report
end

--- Grades in this very process.
-- @tparam table exercise
-- @tparam table given text, name, seed
-- @tparam table world the globals of the student's program
-- @treturn table a report
function grade.here(exercise, given, world)
  local sheet = setmetatable({}, Sheet)
  local value, wrong = guard.load(given.text, given.name, world)
  if value == nil then sheet:row(1, "the file runs, and returns something", false, wrong)
  else
    sheet:row(1, "the file runs, and returns something", true)
    local ok, trouble = pcall(exercise.grade, sheet, value, given.seed)
    if not ok then sheet:row(0, "the grading ended early", false, guard.describe(trouble)) end
  end
  return finish(exercise, sheet, given)
end

--- Grades: confined, where that can be; else here.
-- @tparam string id
-- @tparam table given text, name, seed
-- @treturn table a report
function grade.grade(id, given) return grade.here(grade.exercise(id), given, guard.world()) end

return grade
