--- Problem sets: positions with published values, distances or best moves, which gts.solve is held to. A set is data: it names
-- games that come with gts. All of it is read, and all positions are made, before the first is solved.

local core = require "gts.core"
local from_data = require "gts.game.from_data"
local listing = require "gts.show.listing"
local moves = require "gts.moves"
local raised = require "gts.base.raised"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local show = require "gts.show.text"
local solve = require "gts.solve"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local MOST = 1 << 24            -- bytes of a file

local need, refuse = refusal.need, refusal.refuse
local problems = {}

--- The rows of the options: see gts.base.schema.
problems.options = {
  { name = "game", kind = schema.any "a game", type = "gts.Game|string",
    help = "game of the problems for which the set names none, or instead of the game of the whole set" },
  { name = "only", kind = schema.text, help = "solve only the problems whose names contain this text" },
  { name = "time", kind = schema.seconds, default = 60, help = "time limit for each problem, in seconds" },
  { name = "memory", kind = schema.count(1 << 24), help = "memory limit in bytes, as of gts.solve" },
  { name = "threads", kind = schema.whole(0, 256), help = "threads of each search; 0: as many as processors" },
  { name = "progress", type = "fun(done: integer, total: integer): boolean?", kind = schema.callable,
    help = "a function, called before each problem; false stops" },
}

local HEADS = tables.set { "title", "source", "game", "columns" }
local COLUMNS = { "name", "game", "after", "position", "value", "distance", "best", "nodes" }
local SIGNS = { win = 1, draw = 0, loss = -1 }

local function cells_of(line, columns)
  local cells, count = {}, 0
  for cell in (line .. ";"):gmatch "(.-);" do
    count = count + 1
    cell = words.trim(cell)
    local name = columns[count] or refuse("has more cells than the %d columns", #columns)
    cells[name] = cell ~= "" and cell or nil
  end
  return cells
end

local function columns_of(text)
  local columns = words.split((text:gsub("[;,]", " ")))
  for i, name in ipairs(columns) do
    if not words.contains(COLUMNS, name) then
      refuse("names a column %s: expected some of %s", words.quote(name), table.concat(COLUMNS, ", "))
    elseif words.contains({ table.unpack(columns, 1, i - 1) }, name) then refuse("names the column '%s' twice", name) end
  end
  if #columns == 0 then refuse "names no columns" end
  return columns
end

-- The game of a text as commands take it: its name, and options as NAME=VALUE.
local function game_of(self, text)
  if self.games[text] then return self.games[text] end
  local name, given = text:match "^(%S+)%s*(.*)$"
  local options = from_data.options((given:gsub("([^%s,])%s+([%a_][%w_]*%s*=)", "%1, %2")))
  if not options then refuse("has options that cannot be read: %s", words.quote(given)) end
  self.games[text] = need(from_data.game(name, options))
  return self.games[text]
end

local function count_of(cells, name)
  if not cells[name] then return nil end
  local count = math.tointeger(tonumber(cells[name]))
  return count and count >= 0 and count or refuse("has the %s %s: expected a whole number", name, words.quote(cells[name]))
end

-- The value a problem is said to have: a number, or the sign of one.
local function value_of(text)
  if not text or SIGNS[text] then return nil, SIGNS[text] end
  local value = tonumber(text)
  if not value or value ~= value then refuse("has the value %s: expected a number, win, draw or loss", words.quote(text)) end
  return math.tointeger(value) or value
end

local function best_of(of, position, text)
  if not text then return nil end
  local list, best = need(moves.try(of, position)), {}
  for label in text:gmatch "[^%s,]+" do
    local entry = tables.find(list, function(one) return one.label == label end)
    best[#best + 1] = entry and entry.name or refuse("has the best move %s: there is no such move", words.quote(label))
  end
  return best
end

local function problem_of(self, cells)
  local named = cells.game or self.head.game
  local of = (cells.game or not self.own) and named and game_of(self, named) or self.own
  if not of then refuse "names no game, and neither do the lines before it" end
  local position
  if cells.position then
    position = need(moves.read(of, cells.position))
    need(moves.try(of, position))                                -- a position of this game?
  end
  if cells.after then position = need(moves.play_text(of, position, cells.after)) end
  local value, sign = value_of(cells.value)
  return { name = cells.name or tostring(#self.list + 1), of = of, game = cells.game or named or of.name, position = position,
    value = value, sign = sign, distance = count_of(cells, "distance"), nodes = count_of(cells, "nodes"),
    best = best_of(of, position, cells.best) }
end

local function read_line(self, line)
  local key, rest = line:match "^(%a+):%s*(.*)$"
  if key and not HEADS[key] then refuse("begins with '%s:': expected one of title, source, game, columns", key) end
  if key == "columns" then self.columns = columns_of(rest)
  elseif key then self.head[key] = rest
  else self.list[#self.list + 1] = problem_of(self, cells_of(line, self.columns)) end
end

--- Reads a problem set. `name`, which messages have; `own`: the user's game. Returns head, and a list of problems. Error: what
-- is wrong, with its line.
function problems.read(name, text, own)
  local self = { own = own, head = {}, list = {}, columns = COLUMNS, games = {} }
  local number = 0
  for line in (text .. "\n"):gmatch "(.-)\r?\n" do
    number = number + 1
    line = words.trim(line)
    if line ~= "" and line:sub(1, 1) ~= "#" then
      local _, wrong = refusal.caught(function() read_line(self, line) return true end)
      if wrong then return nil, ("%s:%d: %s"):format(name, number, wrong) end
    end
  end
  if #self.list == 0 then return nil, name .. ": there is no problem in it" end
  return self
end

-- What was proved that the set contradicts, in words; nil: nothing. Then whether all that it states is proved.
local function compare(one, r)
  local function against(what, found, said) return ("%s is %s, the set has %s"):format(what, found, said) end
  local value, sign = one.value, one.sign
  if value and (r.lower > value or r.upper < value) or sign == 1 and r.upper <= 0 or sign == -1 and r.lower >= 0
    or sign == 0 and (r.lower > 0 or r.upper < 0) then
    local found = r.exact and show.number(r.value) or show.between(r.lower, r.upper)
    return against("the value", found, value and show.number(value) or ({ [-1] = "loss", [0] = "draw", "win" })[sign])
  end
  if one.distance and r.distance and r.distance ~= one.distance then return against("the distance", r.distance, one.distance) end
  local move = r.move ~= nil and moves.name(one.of, r.move) or nil
  if one.best and r.exact and (not one.distance or r.distance) and not words.contains(one.best, move) then
    return against("a best move", move or "none", table.concat(one.best, " "))
  end
  local known = r.exact or sign == 1 and r.lower > 0 or sign == -1 and r.upper < 0
  return nil, known and (not one.distance or r.distance ~= nil)
end

local function solve_one(one, all)
  local began = core.clock()
  local row = { name = one.name, game = one.game, outcome = "open", nodes = 0, published = one.nodes }
  local ok, r, refused = pcall(solve.try, one.of, { position = one.position, time = all.time, memory = all.memory,
    threads = all.threads, distances = one.distance ~= nil or nil })
  row.seconds = core.clock() - began
  local stopped = not ok and ({ ["not enough memory"] = "memory", interrupted = "interrupted" })[r]
  if stopped then row.stopped, row.why = stopped, "stopped: " .. stopped
  elseif not ok or not r then row.outcome, row.why = "wrong", ok and refused or raised.text(r) end
  if row.why then return row end
  row.value, row.lower, row.upper, row.distance, row.nodes = r.value, r.lower, r.upper, r.distance, r.positions
  row.move, row.stopped = r.move ~= nil and moves.name(one.of, r.move) or nil, r.stopped
  local wrong, done = compare(one, r)
  if wrong then row.outcome, row.why = "wrong", wrong
  elseif done then row.outcome = "solved"
  else row.why = r.stopped and "stopped: " .. r.stopped or "not all of it was proved" end
  return row
end

local listed = listing.form {
  name = "gts.problems",
  columns = {
    "name", listing.column("game", false), "outcome", "value", listing.column("lower", false), listing.column("upper", false),
    "distance", "move", { name = "nodes", value = function(row) return row.nodes end,
      text = function(row) return show.count(row.nodes) end },
    { name = "published", value = function(row) return row.published end,
      text = function(row) return row.published and show.count(row.published) end },
    listing.column("seconds", function(row) return ("%.2f"):format(row.seconds) end), listing.column("why", false),
  },
  foot = function(list)
    local lines = { "" }
    for _, row in ipairs(list) do lines[#lines + 1] = row.why and ("%s: %s"):format(row.name, row.why) end
    lines[#lines + 1] = ("%d of %d solved, %d wrong, %d open; %s nodes, %.2f s"):format(list.solved, list.solved + list.wrong
      + list.open, list.wrong, list.open, show.count(list.nodes), list.seconds)
    return table.concat(lines, "\n")
  end,
}

local function text_of(name)
  local sets = require "gts.problems.sets"
  if sets[name] then return sets[name] end
  if core.files.kind(name) == "file" then return need(core.files.read(name, MOST)) end
  refuse("there is no problem set %s, and no such file: gts comes with %s", words.quote(name),
    table.concat(tables.keys(sets), ", "))
end

local known = listing.form { name = "gts.problem_sets", columns = { "name", "problems", "title", "source" } }

local function all_sets()
  return known(tables.map(tables.keys(require "gts.problems.sets"), function(name)
    local set = need(problems.read(name, text_of(name)))
    return { name = name, problems = #set.list, title = set.head.title, source = set.head.source }
  end))
end

local function run(name, given)
  local all = need(schema.options("gts.problems", problems.options, given))
  if name == nil then return all_sets() end
  if type(name) ~= "string" then refuse("the problem set is %s: expected a name or a file", words.quote(name)) end
  local own = all.game ~= nil and need(require("gts.game").make(all.game)) or nil
  local set = need(problems.read(name, text_of(name), own))
  local chosen = tables.filter(set.list, function(one) return not all.only or one.name:find(all.only, 1, true) end)
  if #chosen == 0 then refuse("no problem of %s has %s in its name", name, words.quote(all.only)) end
  local list = { set = name, title = set.head.title, source = set.head.source }
  for i, one in ipairs(chosen) do
    if all.progress and all.progress(i - 1, #chosen) == false then break end
    list[i] = solve_one(one, all)
    if list[i].stopped == "interrupted" then break end
  end
  for _, outcome in ipairs { "solved", "wrong", "open" } do
    list[outcome] = tables.count(list, function(row) return row.outcome == outcome end)
  end
  list.nodes = tables.sum(tables.map(list, function(row) return row.nodes end))
  list.seconds = tables.sum(tables.map(list, function(row) return row.seconds end))
  list.open = list.open + #chosen - #list
  return listed(list)
end

--- Solves a problem set: see gts.problems; or returns nil and what is wrong.
function problems.try(name, given) return refusal.caught(run, name, given) end

return problems
