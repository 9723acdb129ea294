--- What commands answer: text for people, JSON for programs.
-- @module gts.program.answer

local json = require "gts.show.json"
local moves = require "gts.moves"
local page = require "gts.program.page"
local say = require "gts.program.say"
local show = require "gts.show.text"

local answer = {}

-- What a result has, in the order in which it is said.
local order = {
  "game", "position", "move", "value", "estimate", "lower", "upper", "exact", "solved", "distance", "stopped", "depth", "pv",
  "line", "moves",
  "seconds", "seconds_before", "algorithm", "stats", "options", "shown", "printed", "confined",
}

--- Says a list that gts.show.listing has made: as a table, or as JSON.
-- @tparam table call
-- @tparam table list
function answer.list(call, list) say.line(call.json and list:json() or list:text(page.width())) end

--- Says a value in JSON.
-- @tparam table value
-- @tparam[opt] {string,...} names in their order; default: that of results, others behind
function answer.json(value, names) say.line(json.encode(setmetatable(value, { __jsonorder = names or order }))) end

-- What of the options is data.
local function plain_options(options)
  local copy = {}
  for name, value in pairs(options) do
    local kind = type(value)
    if name ~= "position" and (kind == "number" or kind == "string" or kind == "boolean" or kind == "table") then
      copy[name] = value
    end
  end
  return copy
end

local function map(list, f)
  local made = {}
  for i, value in ipairs(list) do made[i] = f(value) end
  return made
end

--- A result as data: moves by their names, positions as gts.write has them.
-- @tparam table game
-- @tparam table r what gts.search gave
-- @param position that was searched; nil: it is left out
-- @treturn table
function answer.data(game, r, position)
  local function name(move) return moves.name(game, move) end
  local function text(p)
    local written = moves.write(game, p)
    return written or show.position(game, p)
  end
  local data = { game = game.name, pv = map(r.pv, name), line = map(r.line, text), stats = r.stats,
    options = plain_options(r.options) }
  if position ~= nil then data.position = text(position) end
  if r.move ~= nil then data.move = name(r.move) end
  for _, field in ipairs { "value", "estimate", "lower", "upper", "exact", "solved", "distance", "stopped", "depth", "seconds",
    "seconds_before" } do
    data[field] = r[field]
  end
  data.algorithm = r.algorithm
  data.moves = r.moves and map(r.moves, function(entry)
    return setmetatable({ move = name(entry.move), visits = entry.visits, estimate = entry.estimate, lower = entry.lower,
      upper = entry.upper }, { __jsonorder = { "move", "visits", "estimate", "lower", "upper" } })
  end)
  return data
end

--- Says the result of a search.
-- @tparam table call
-- @tparam table game
-- @tparam table r what gts.search gave
-- @param position that was searched; nil: the start of the game
function answer.result(call, game, r, position)
  if position == nil then position = moves.start(game) end
  if call.json then return answer.json(answer.data(game, r, position)) end
  say.line(show.drawn(game, position))
  say.line(show.result(r, function(move) return moves.name(game, move) end))
end

return answer
