--- gts course: lessons on game-tree search, for a student; and what a teacher needs of them.

local course = require "gts.course.course"
local grade = require "gts.course.grade"
local handout = require "gts.course.handout"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.program.page"
local reading = require "gts.facts.reading"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local terminal = require "gts.course.terminal"

local options = {
  { name = "seed", kind = schema.whole(), value = "N",
    help = "equal seeds give equal questions; default: the last one, else 1" },
  { name = "from", kind = schema.whole(1), value = "SCREEN", help = "begin at this screen; default: where you were" },
  { name = "print", flag = true, help = "print the lesson as a handout, in Markdown" },
  { name = "answers", flag = true, help = "print it with all answers: for the teacher" },
  { name = "exercise", flag = true, help = "print the file that the exercise begins with" },
  { name = "grade", raw = true, value = "FILE", help = "grade the exercise in this file; exit code 1 if it is not passed" },
  { name = "trusted", flag = true, help = "grade also where nothing can be confined" },
}

-- What is done instead of taking the lesson.
local ways = {}

function ways.print(lesson) output.line(handout.of(lesson, false)) end
function ways.answers(lesson) output.line(handout.of(lesson, true)) end
function ways.exercise(lesson) output.line((select(2, lesson:exercise()):gsub("\n$", ""))) end

-- The seed is the one that is asked for, else that which the file says that it is for.
function ways.grade(lesson, file, asked)
  local text, wrong = reading.text("exercise", file)
  if not text then outcome.stop("cannot open " .. wrong, outcome.USAGE) end
  local seed = asked.seed or math.tointeger(text:match "%-%- Exercise %d+, seed (%-?%d+)") or lesson.seed
  local report
  report, wrong = grade.grade(lesson.plan.exercise, { text = text, name = file, seed = seed, trusted = asked.trusted })
  if not report then outcome.stop(("%s: %s; --trusted grades it with all that you may do"):format(file, wrong), outcome.ERROR) end
  output.line(page.fold(tostring(report)))
  return report.passed and outcome.OK or outcome.ERROR
end

local function run(call)
  local what, asked = call.arguments.LESSON, call.options
  -- What is asked for instead of taking the lesson.
  local named = tables.collect(options, function(row) return ways[row.name] and asked[row.name] and row.name end)
  if named[2] then return nil, ("options '--%s' and '--%s' do not go together"):format(named[1], named[2]) end
  local way = named[1]
  if not what then
    if next(asked) then return nil, "which lesson? as in: gts course 1" end
    output.line(page.fold(terminal.list()))
    return output.line(page.fold "gts course 1 begins; gts help teaching says more")
  end
  if not way then
    local score, refused = terminal.try(what, asked)
    return score and outcome.OK, refused
  end
  local lesson, wrong = course.try(what, { seed = asked.seed or terminal.seed(what) })
  if not lesson then return nil, wrong end
  return ways[way](lesson, asked[way], asked) or outcome.OK
end

return {
  name = "course", summary = "nine lessons on game-tree search, with exercises", options = options, run = run,
  arguments = { { name = "LESSON", words = course.ids, help = "its number or name; without it they are listed" } },
  examples = {
    { "gts course", "the lessons, and how far you are" }, { "gts course 1", "the first, or on with it", long = true },
    { "gts course 3 --seed 7 --print", "a handout in Markdown" },
    { "gts course 1 --seed 7 --answers", "lesson 1 with all answers" },
    { "gts course 1 --seed 7 --exercise", "the file to begin with" },
  },
}
