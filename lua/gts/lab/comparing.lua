--- The task "compare" of the page: algorithms side by side. See gts.compare.

local compare = require "gts.lab.compare"
local options = require "gts.facts.options"
local refusal = require "gts.base.refusal"
local result = require "gts.show.result"
local search = require "gts.search"
local subject = require "gts.page.subject"
local tables = require "gts.base.tables"

local need = refusal.need

local comparing = {}

local NODES = 5000000           -- that a search may visit, unless the message says

local function read(page_state, message)
  local about = need(subject.of(page_state, message))
  local given = subject.options(message, { "depth", "nodes", "time", "bounds" })
  given.position, given.nodes = about.position, given.nodes or NODES
  need(search.check(about.game, given))
  if message.algorithms ~= nil then
    if type(message.algorithms) ~= "table" or #message.algorithms == 0 then refusal.refuse "choose the algorithms to compare" end
    given.algorithms = tables.map(message.algorithms, function(id) return need(options.algorithm(id)).id end)
  end
  return { game = about.game, tree = about.tree, where = about.where, given = given }
end

--- Reads { kind = "compare", of, tree, algorithms = {ids}, depth, nodes, time, bounds }. Without algorithms: all that can.
function comparing.read(page_state, message) return refusal.caught(read, page_state, message) end

-- One value that all have found, or nil.
local function common(rows)
  local value
  for _, row in ipairs(rows) do
    if not row.alternative then
      if value ~= nil and row.value ~= value then return nil end
      value = row.value
    end
  end
  return value
end

local function sentence(list)
  local parts, whole = {}, tables.filter(list, function(row) return not row.stopped end)
  local value, stopped = common(whole), #list - #whole
  if list.disagree then parts[1] = ("They disagree: %s. One of them is wrong, or the rules are."):format(list.disagreement)
  elseif value ~= nil and #list - stopped > 1 then parts[1] = ("All find the value %s."):format(result.estimate(value)) end
  local least = tables.best(whole, function(a, b) return a.leaves < b.leaves end)
  local most = tables.best(whole, function(a, b) return a.leaves > b.leaves end)
  if least and least.leaves < most.leaves then
    parts[#parts + 1] = ("%s looks at the fewest leaves, %s; %s at the most, %s: %.1f times as many."):format(least.label,
      result.counted(least.leaves, "leaf", "leaves"):match "^%S+", most.label,
      result.counted(most.leaves, "leaf", "leaves"):match "^%S+", most.leaves / math.max(1, least.leaves))
  elseif least and #list > 1 then parts[#parts + 1] = "They look at equally many leaves." end
  if stopped > 0 then
    parts[#parts + 1] = ("%s stopped before the end: what stands there is what had been found until then."):format(
      stopped == 1 and "One search was" or ("%d searches were"):format(stopped))
  end
  return table.concat(parts, " ")
end

local why = { progress = "by you", nodes = "at the limit of nodes", time = "by the time", interrupted = "interrupted" }

local function row_data(row)
  local value = row.value ~= nil and result.estimate(row.value) or row.estimate and "about " .. result.estimate(row.estimate)
    or "unknown"
  return {
    label = row.label, algorithm = row.algorithm, value = value, move = row.move, leaves = row.leaves, developed = row.developed,
    visits = row.visits, peak = row.peak, seconds = row.seconds, ratio = row.ratio, own = row.alternative,
    stopped = row.stopped and (why[row.stopped] or row.stopped), depth = row.depth,
  }
end

--- Compares: returns the comparison as data. `watch` gets the number of games that are done.
function comparing.run(asked, watch)
  local done, total = 0, 0
  local function progress(report) return watch { done = done, total = total, nodes = report.nodes, seconds = report.seconds } end
  local list, wrong = compare.try(asked.game, tables.copy(asked.given, { progress = progress }), function(report)
    done, total = report.done, report.total
    watch { done = done, total = total }
  end)
  if not list then return nil, wrong end
  local rows = tables.map(list, row_data)
  return { rows = rows, sentence = sentence(list), disagree = list.disagree, skipped = list.skipped, game = list.game,
    text = tostring(list), machine = list.machine, first = rows[1] and rows[1].label }
end

return comparing
