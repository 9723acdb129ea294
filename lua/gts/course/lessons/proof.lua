--- Lesson 8: proof numbers.

local facts = require "gts.course.facts"
local record = require "gts.lab.record"
local search = require "gts.search"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local proof = { exercise = "numbers" }

local GOAL = { algorithm = "pn", goal = 1 }

local function searched(tree, nodes)
  return assert(record.try(trees.game(tree), { algorithm = "pn", goal = 1, nodes = nodes }))
end

-- A search by proof numbers that was stopped while it developed a node: that one is next; what was seen before is known.
local function stopped(lot)
  return trees.such(lot, function(l)
    local t = { tree = trees.draw(l, { 3, 2, 2 }, 1, 12), seen = {} }
    for _, a in ipairs(t.tree) do
      for _, b in ipairs(a) do b[1], b[2] = l(0, 1), l(0, 1) end
    end
    local recording = searched(t.tree, l(9, 20))
    local pending = {}
    for _, event in ipairs(recording.events) do
      if event.kind == "develop" then
        t.seen, pending, t.next = tables.copy(t.seen, pending), {}, event.path
      end
      if event.kind == "develop" or event.kind == "leaf" then pending[event.path] = true end
    end
    local result = recording.result
    t.pn, t.dn = result.stopped and result.proof_number, result.disproof_number
    return t
  end, function(t) return t.pn and t.pn ~= t.dn and #tables.keys(t.seen) > 4 end)
end

-- A wide move and a forced line, which is as good.
local function forced(lot)
  local t = { wide = lot(3, 5), long = lot(2, 3) }
  local wide, line = {}, 1
  for i = 1, t.wide do wide[i] = { 1, 0 } end
  for _ = 1, 2 * t.long - 1 do line = { line } end
  t.tree = lot(0, 1) == 1 and { wide, line } or { line, wide }
  return t
end

proof.drawings = {
  -- What was known when the search was stopped: open nodes are drawn as leaves without a value.
  known = function(t)
    local leaves, values = {}, {}
    local function cut(node, path)
      local is_open = not t.seen[path]
      if is_open or type(node) ~= "table" then
        leaves[path] = is_open and "?" or node == 1 and "yes" or "no"
        return 0
      end
      values[path] = " "
      return tables.map(node, function(child, i) return cut(child, trees.child(path, i)) end)
    end
    return sketch.draw(cut(t.tree, ""), { leaves = leaves, values = values })
  end,
  searched = function(t) return facts.searched(t.tree, "pn", GOAL) end,
}

proof.screens = {
  leaf = {
    make = function(lot) return { count = lot(2, 5), player = lot(0, 1) == 1 and "MAX" or "MIN" } end,
    right = function(t)
      local tree = { player = t.player:lower() }
      for i = 1, t.count do tree[i] = { 0 } end
      local r = search.search(trees.game(tree), { algorithm = "pn", goal = 1, nodes = t.count + 1 })
      return { r.proof_number, r.disproof_number }
    end,
  },
  root = { of = "stopped", make = stopped, right = function(t) return { t.pn, t.dn } end },
  next = { of = "stopped", make = stopped, right = function(t) return t.next end },
  answer = { make = stopped, right = function(t) return facts.value(t.tree, "") == 1 and 1 or 2 end },
  forced = { make = forced, right = function(t) return search.search(trees.game(t.tree), GOAL).move end },
}

return proof
