--- What people see of values and results.

local columns = require "gts.show.columns"
local tables = require "gts.base.tables"
local wire = require "gts.base.wire"
local words = require "gts.base.words"

local result = {}

--- A number without a needless fraction.
function result.number(value)
  if value == nil then return "unknown" end
  if value == math.huge then return "+inf" elseif value == -math.huge then return "-inf" end
  if math.type(value) == "integer" then return tostring(value) end
  return ("%.6g"):format(value)
end

--- The players, as people read them.
result.names = { max = "MAX", min = "MIN" }

--- A text in one line.
function result.line(text) return (text:gsub("\n", "\\n")) end

--- A number of plies.
function result.plies(count) return count == 1 and "1 ply" or count .. " plies" end

-- A move stays in its line, and shows no other.
local function word(move, name) return result.line((name or tostring)(move)) end

local count = words.count

--- A count with its noun: 1 leaf, 2 leaves, 1,234 nodes. `many` is `one` with an s by default.
function result.counted(n, one, many) return count(n) .. " " .. (n == 1 and one or many or one .. "s") end

--- Where a value lies.
function result.between(lower, upper)
  if lower == -math.huge and upper < math.huge then return "at most " .. result.number(upper) end
  if lower > -math.huge and upper == math.huge then return "at least " .. result.number(lower) end
  return ("between %s and %s"):format(result.number(lower), result.number(upper))
end

--- What a value may be: no more digits than it deserves.
function result.estimate(value)
  if value == nil then return nil end
  local size = math.abs(value)
  if size >= 1e6 or size > 0 and size < 0.0005 then return ("%.3g"):format(value) end
  return (("%.3f"):format(value + 0.0):gsub("%.?0+$", ""))
end

local advised = setmetatable({}, { __mode = "k" })      -- result of an adviser -> standing, a text; by, its name

--- Returns the name of the adviser that has given a result; nil: a search has.
function result.adviser(r) return advised[r] and advised[r].by end

--- How much of the truth the value of a result is, in words.
function result.standing(r)
  if advised[r] then return advised[r].standing end
  if r.value == nil and r.estimate then
    local known = r.lower > -math.huge or r.upper < math.huge
    return ("about %s%s"):format(result.estimate(r.estimate), known and ", " .. result.between(r.lower, r.upper) or "")
  end
  if r.value == nil then return "nothing is known yet" end
  if r.solved then return "proved" end
  if r.selective then return ("likely, at depth %d"):format(r.depth) end
  if r.exact then return ("at depth %d"):format(r.depth) end
  return result.between(r.lower, r.upper)
end

-- What passed before compiled rules began to search, if that can be seen.
local function before(r)
  local seconds = r.seconds_before or 0
  return seconds >= 0.0005 and (", %.3f s of it before the rules were compiled"):format(seconds) or ""
end

local function helpers(r) return r.helped_by and (", %d %s"):format(r.threads, r.helped_by) or "" end

local MARGIN = 7        -- columns of the words that lines begin with

-- What to ask for where a limit came before anything was known: a search that deepens has the best move of a smaller depth.
local function advice(r)
  if r.move ~= nil or r.estimate or not r.stopped or not r.options or r.options.deepen then return nil end
  if r.stopped ~= "nodes" and r.stopped ~= "memory" then return nil end
  return ("try    deepen = true (in the shell --deepen): it searches 1, 2, 3 ... moves ahead, and keeps the best move of the "
    .. "last depth within the limit; so does gts.best")
end

-- What is wrong with the size of a table that loses most of what it stores: 10 may have been meant as megabytes.
local function small_table(r)
  local size, of = r.options and r.options.table, r.stats.table
  if type(size) ~= "number" or not of or 2 * of.replaced <= of.stores then return nil end
  return ("table  too small: %s of %s entries took the place of others; its size is in bytes, 10 << 20 are 10 MB"):format(
    count(of.replaced), count(of.stores))
end

--- A result in a few lines. `r`: what gts.search gave; `name` of a move; default: by the game; `width` of lines; default: none.
function result.text(r, name, width)
  local lines = {}
  name = name or result.namer(r)
  lines[1] = ("move   %s"):format(r.move == nil and "none" or word(r.move, name))
  local limit = r.stopped and ", stopped: " .. r.stopped or ""
  lines[2] = ("value  %s  (%s%s)"):format(result.number(r.value), result.standing(r), limit)
  local line = table.concat(tables.map(r.pv, function(move) return word(move, name) end), " ")
  lines[3] = "line   " .. (#r.pv > 0 and line or "none")
  if not r.algorithm then return columns.fold(table.concat(lines, "\n"), width or math.huge, MARGIN) end
  lines[4] = ("counts %s visits, %s leaves, %s developed"):format(
    count(r.stats.visits), count(r.stats.leaves), count(r.stats.developed))
  if (r.stats.replayed or 0) > 0 then
    lines[#lines + 1] = ("again  %s moves played again, to go from one position to another"):format(count(r.stats.replayed))
  end
  lines[#lines + 1] = ("time   %.3f s with %s%s%s"):format(r.seconds, r.algorithm, helpers(r), before(r))
  if r.why then lines[#lines + 1] = "why    " .. r.why end
  lines[#lines + 1] = small_table(r)
  lines[#lines + 1] = advice(r)
  return columns.fold(table.concat(lines, "\n"), width or math.huge, MARGIN)
end

-- Results are plain tables with a metatable: print shows them as above. One that comes from another process has no game.

local kinds = setmetatable({}, { __mode = "k" })        -- game -> the metatable of its results

local function kind_of(game)
  local kind = { __name = "gts.result", __tostring = function(r) return result.text(r) end, game = game }
  wire.keep(kind)
  return kind
end

local plain = kind_of(nil)

--- Has a result print as a text. `r`: the result, as the engine gives it; `game`: whose result it is; `of_adviser` of the result
-- of an adviser: standing, how much of the truth its value is; by, its name. Returns r.
function result.dress(r, game, of_adviser)
  advised[r] = of_adviser
  if game and not kinds[game] then kinds[game] = kind_of(game) end
  return setmetatable(r, game and kinds[game] or plain)
end

--- Is it a result of a search?
function result.is(r) return type(r) == "table" and type(rawget(r, "stats")) == "table" and type(rawget(r, "pv")) == "table" end

--- The game of a result; nil where it is not known.
function result.game(r)
  local kind = getmetatable(r)
  return type(kind) == "table" and kind.__name == "gts.result" and kind.game or nil
end

--- How a move of a game is called: as the rules say, else as tostring has it.
function result.move(game, move) return tostring(game.move_name and game.move_name(move) or move) end

--- What names the moves of a result.
function result.namer(r)
  local game = result.game(r)
  return game and function(move) return result.move(game, move) end or tostring
end

return result
