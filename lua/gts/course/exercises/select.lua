--- The exercise of lesson 10: a rule that selects, for Gsearch.

local compare = require "gts.lab.compare"
local guard = require "gts.course.guard"
local raised = require "gts.base.raised"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local exercise = { title = "Exercise 10: a rule that selects", takes = "function" }

local TREES = 20

--- The values in the texts of the exercise.
function exercise.values(seed) return { seed = seed, trees = TREES } end
local function tree(seed, i) return trees.game { branching = 3, depth = 6, seed = seed * 1000 + i, tightness = 20000 } end

-- How many nodes a rule develops; and whether it finds the values, which it cannot but do.
local function developed(seed, rule)
  return tables.sum(tables.range(1, TREES), function(i)
    return compare.compare(tree(seed, i), { algorithms = { { algorithm = "gsearch", select = rule } } })[1].developed
  end)
end

--- Grades.
function exercise.grade(sheet, f, seed)
  local ok, own = pcall(developed, seed, guard.limited(f, "your function"))
  local wrong = not ok and raised.text(own):gsub("^gts%.compare: ", "") or nil
  if not sheet:row(2, "it always returns a live child", ok, wrong) then return end
  local leftmost, max = developed(seed, "leftmost"), developed(seed, "max")
  local note = ("%d nodes developed; the leftmost %d, Maxsearch %d"):format(own, leftmost, max)
  if not sheet:row(3, "it develops fewer nodes than the leftmost", own < leftmost, nil, note) then return end
  sheet:row(3, "it develops no more than Maxsearch", own <= max, ("%d more"):format(own - max))
end

return exercise
