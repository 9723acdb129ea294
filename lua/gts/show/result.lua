--- What people see of values and results.
-- @module gts.show.result

local result = {}

--- A number without a needless fraction.
function result.number(value)
  if value == nil then return "unknown" end
  if value == math.huge then return "+inf" elseif value == -math.huge then return "-inf" end
  if math.type(value) == "integer" then return tostring(value) end
  return ("%.6g"):format(value)
end

-- A move stays in its line, and shows no other.
local function word(move, name) return ((name or tostring)(move):gsub("\n", "\\n")) end

local function list(moves, name)
  local texts = {}
  for i, move in ipairs(moves) do texts[i] = word(move, name) end
  return table.concat(texts, " ")
end

-- 1234567 as 1,234,567
local function count(n)
  return (tostring(n):reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

--- A count with its noun: 1 leaf, 2 leaves, 1,234 nodes.
-- @tparam integer n
-- @tparam string one the noun
-- @tparam[opt] string many default: `one` with an s
function result.counted(n, one, many) return count(n) .. " " .. (n == 1 and one or many or one .. "s") end

--- Where a value lies.
function result.between(lower, upper) return ("between %s and %s"):format(result.number(lower), result.number(upper)) end

--- What a value may be: no more digits than it deserves.
function result.estimate(value)
  if value == nil then return nil end
  local size = math.abs(value)
  if size >= 1e6 or size > 0 and size < 0.0005 then return ("%.3g"):format(value) end
  return (("%.3f"):format(value + 0.0):gsub("%.?0+$", ""))
end

-- How much of the truth the value is.
local function standing(r)
  if r.value == nil and r.estimate then
    return ("about %s, %s"):format(result.estimate(r.estimate), result.between(r.lower, r.upper))
  end
  if r.value == nil then return "nothing is known yet" end
  if r.solved then return "proved" end
  if r.exact then return ("at depth %d"):format(r.depth) end
  return result.between(r.lower, r.upper)
end

-- What passed before compiled rules began to search, if that can be seen.
local function before(r)
  local seconds = r.seconds_before or 0
  return seconds >= 0.0005 and (", %.3f s of it before the rules were compiled"):format(seconds) or ""
end

-- How many have searched.
local function crew(r) return r.helped_by and (", %d %s"):format(r.threads, r.helped_by) or "" end

--- A result in a few lines.
-- @tparam table r what gts.search gave
-- @tparam[opt] function name gives the text of a move; default: tostring
function result.text(r, name)
  local lines = {}
  lines[1] = ("move   %s"):format(r.move == nil and "none" or word(r.move, name))
  lines[2] = ("value  %s  (%s%s)"):format(result.number(r.value), standing(r), r.stopped and ", stopped: " .. r.stopped or "")
  lines[3] = ("line   %s"):format(#r.pv > 0 and list(r.pv, name) or "none")
  lines[4] = ("counts %s visits, %s leaves, %s developed"):format(
    count(r.stats.visits), count(r.stats.leaves), count(r.stats.developed))
  if (r.stats.replayed or 0) > 0 then
    lines[#lines + 1] = ("again  %s moves played again, to go from one position to another"):format(count(r.stats.replayed))
  end
  lines[#lines + 1] = ("time   %.3f s with %s%s%s"):format(r.seconds, r.algorithm, crew(r), before(r))
  return table.concat(lines, "\n")
end

return result
