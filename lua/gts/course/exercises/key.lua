--- The exercise of lesson 6: a key that joins positions of equal value in a table.

local games = require "gts.game"
local guard = require "gts.course.guard"
local raised = require "gts.base.raised"
local words = require "gts.base.words"
local random = require "gts.base.random"
local search = require "gts.search"
local tables = require "gts.base.tables"

local key = { title = "Exercise 6: a key", takes = "function" }

local function cells_of(seed) return random.stream(seed)(10, 12) end

-- The game: a cross into a free cell that has no cross beside it; a player who cannot has lost.
local function rules_of(cells, key_of)
  local rules = { name = "crosses", start = { cells = ("."):rep(cells), max = true } }

  function rules.successors(p)
    local positions, moves = {}, {}
    for i = 1, cells do
      if not p.cells:sub(math.max(i - 1, 1), i + 1):find "x" then
        positions[#positions + 1] = { cells = p.cells:sub(1, i - 1) .. "x" .. p.cells:sub(i + 1), max = not p.max }
        moves[#moves + 1] = i
      end
    end
    return positions, moves
  end

  function rules.player(p) return p.max and "max" or "min" end
  function rules.evaluate(p) return p.max and -1 or 1 end

  rules.key = key_of
  return rules
end

-- All positions, each once, with their values for the player to move.
local function all_positions(cells)
  local rules, list, known = rules_of(cells), {}, {}
  local function visit(p)
    local name = p.cells .. (p.max and "+" or "-")
    if known[name] then return known[name] end
    local values = tables.map(rules.successors(p), visit)
    local best = (p.max and math.max or math.min)(p.max and -1 or 1, table.unpack(values))
    known[name] = best
    list[#list + 1] = { p = p, value = best }
    return best
  end
  visit(rules.start)
  table.sort(list, function(a, b) return a.p.cells < b.p.cells end)
  return list
end

local function entries(list, key_of)
  return #tables.groups(list, function(entry) return key_of(entry.p) .. (entry.p.max and "+" or "-") end)
end

--- The values in the texts of the exercise.
function key.values(seed)
  local cells = cells_of(seed)
  return { seed = seed, cells = cells, positions = #all_positions(cells) }
end

local function shown(entry) return ("%s (%s to move)"):format(entry.p.cells, entry.p.max and "MAX" or "MIN") end

-- The key of every position; or nil, and what is wrong.
local function keys_of(list, f)
  local limited, keys = guard.limited(f, "your function"), {}
  for i, entry in ipairs(list) do
    local ok, made = pcall(limited, { cells = entry.p.cells, max = entry.p.max })
    if not ok then return nil, ("for %s: %s"):format(shown(entry), raised.text(made)) end
    if type(made) ~= "string" and math.type(made) ~= "integer" then
      return nil, ("for %s it returned %s: expected an integer or a text"):format(shown(entry), words.quote(made))
    end
    keys[i] = made
  end
  return keys
end

-- Returns two positions with one key and different values.
local function confused(list, keys)
  local first = {}
  for i, entry in ipairs(list) do
    local name = type(keys[i]) .. tostring(keys[i]) .. (entry.p.max and "+" or "-")
    local other = first[name]
    if not other then first[name] = entry
    elseif other.value ~= entry.value then
      return ("%s and %s have the key %s both; but MAX %s the first and %s the second"):format(shown(other), shown(entry),
        tostring(keys[i]), other.value > 0 and "wins" or "loses", entry.value > 0 and "wins" or "loses")
    end
  end
end

local function visits(cells, key_of)
  return search.search(games.new(rules_of(cells, key_of)), { algorithm = "ttalphabeta", native = false }).stats.visits
end

--- Grades.
function key.grade(sheet, f, seed)
  local cells = cells_of(seed)
  local list = all_positions(cells)
  local keys, wrong = keys_of(list, f)
  if not sheet:row(1, "it gives an integer or a text for every position", keys ~= nil, wrong) then return end
  wrong = confused(list, keys)
  if not sheet:row(3, "positions with equal keys have equal values", wrong == nil, wrong) then return end
  local of = {}
  for i, entry in ipairs(list) do of[entry.p.cells .. tostring(entry.p.max)] = keys[i] end
  local own = function(p) return of[p.cells .. tostring(p.max)] end
  local count = entries(list, own)
  local note = ("%d entries for %d positions; a search visits %d nodes, without a key of yours %d"):format(count, #list,
    visits(cells, own), visits(cells, function(p) return p.cells end))
  if not sheet:row(2, "there are fewer entries than positions", count < #list, nil, note) then return end
  local by_mirror = entries(list, function(p)
    local back = p.cells:reverse()
    return back < p.cells and back or p.cells
  end)
  sheet:row(2, "there are no more than with mirror images", count <= by_mirror, ("with them there would be %d"):format(by_mirror))
end

return key
