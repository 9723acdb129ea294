--- The course: its lessons, and what front ends need to show them. Two do: `gts course`, and the page.
--
--    local course = require "gts.course.course"
--    course.list()                             -- { { id = "minimax", number = 1, title = ..., about = ... }, ... }
--    local lesson = course.open("minimax", { seed = 7, svg = true })
--    local screen = lesson:screen()             -- what to show: plain data, see gts.course.lesson
--    screen = lesson:take("3")                  -- what was typed; gives the screen after it
--
-- A screen holds blocks, to be shown one below the other, from `fresh` on if the others are on the page already. While it waits
-- for an "answer", what is typed is one, or "hint", "again" (another like this, where the screen says `again`), "skip" or
-- "back"; for "rules", the text of a file of Lua, which is graded; in any case "" goes on where there is nothing to be answered.
-- A seed asks equal questions on all machines.

local driver = require "gts.course.lesson"
local reader = require "gts.course.reader"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local course = {}

--- The ids of the lessons, in their order.
course.ids = { "trees", "minimax", "alphabeta", "ordering", "solution", "tables", "evaluation", "proof", "sampling" }

--- The options of a lesson.
course.options = {
  { name = "seed", kind = schema.whole(), default = 1,
    help = "seed of the trees in questions: equal seeds give equal questions" },
  { name = "svg", kind = schema.flag, default = false, help = "drawings as SVG, too" },
}

local say = { unknown = "unknown option %s of a lesson%s", what = "option '%s' of a lesson" }

local plans = {}

local function plan_of(id)
  plans[id] = plans[id] or reader.lesson(id)
  return plans[id]
end

--- All lessons. Returns a list of tables with id, number, title and about.
function course.list()
  return tables.map(course.ids, function(id, i)
    local plan = plan_of(id)
    return { id = id, number = i, title = plan.title, about = plan.about, exercise = plan.exercise }
  end)
end

--- The id of a lesson that is named by its number or its id; or nil and what is wrong.
function course.find(what)
  local number = math.tointeger(tonumber(what))
  if number and course.ids[number] then return course.ids[number] end
  if words.contains(course.ids, what) then return what end
  return nil, ("no lesson %s: expected 1 to %d, or %s"):format(words.quote(what), #course.ids, table.concat(course.ids, ", "))
end

--- The number of a lesson by its id.
function course.number(id) return tables.find(course.list(), function(one) return one.id == id end).number end

--- Opens a lesson: see gts.course.lesson. `what`: its number or id; `given`: seed; svg. Returns a table with the methods
-- screen(), take(text), turn(number) and score().
function course.try(what, given)
  local id, wrong = course.find(what)
  local all = id
  if id then all, wrong = schema.check(course.options, given or {}, say) end
  if not all then return nil, wrong end
  return driver.new(plan_of(id), all.seed, all.svg)
end

--- Opens a lesson like course.try; raises what is wrong.
function course.open(what, given)
  local opened, wrong = course.try(what, given)
  return opened or error(wrong, 2)
end

return course
