--- What people see of puzzles: boards first, and the solutions behind all of them.

local clean = require "gts.show.clean"
local columns = require "gts.show.columns"
local result = require "gts.show.result"
local session = require "gts.play.session"
local show = require "gts.show.text"
local verdict = require "gts.review.verdict"

local report = {}

local WIDTH = 80
local LONGEST = 8               -- moves of a refutation

local line, names, plies = result.line, result.names, result.plies

local games = setmetatable({}, { __mode = "k" })        -- a list of puzzles -> its game

--- Keeps the game of a list, for its boards.
function report.keep(list, of) games[list] = of end

--- Returns the game of a list.
function report.game(list) return games[list] end

local function line_of(first, moves)
  local parts = { line(first) }
  for i = 1, math.min(#moves, LONGEST) do parts[#parts + 1] = line(moves[i]) end
  return table.concat(parts, " ") .. (#moves > LONGEST and " ..." or "")
end

--- What is to be found: "MAX to move and win in 5 plies". `row`: a puzzle.
function report.task(row)
  local player = names[row.player]
  if row.goal == "win" then
    return ("%s to move and win%s"):format(player, row.distance and " in " .. plies(row.distance) or "")
  end
  if row.goal == "draw" then return player .. " to move and draw" end
  return ("%s to move: one move keeps %s"):format(player, show.number(row.value))
end

--- How hard it is, as a search has it. `list` it belongs to.
function report.hardness(row, list)
  if not row.depth then return ("not found in %s"):format(result.counted(list.nodes, "node")) end
  return ("found at depth %d, after %s"):format(row.depth, result.counted(row.nodes, "node"))
end

--- A sentence, whose line of moves may be cut off.
function report.sentence(text) return text:find "%.%.%.$" and text or text .. "." end

--- The solution with the moves that follow.
function report.solution(row) return line_of(row.line[1] or row.move, table.move(row.line, 2, #row.line, 1, {})) end

-- What another move leads to, as far as it is proved.
local function outcome(row, one, middle)
  local class = verdict.class(one, middle)
  if class == "draw" then return "draws" end
  if class and class ~= row.player then return "loses" .. (one.distance and " in " .. plies(one.distance) or "") end
  if one.lower == one.upper then return "is worth " .. show.number(one.lower) end
  if row.goal == "win" and not class then return "does not win" end
  return row.player == "max" and "is worth at most " .. show.number(one.upper) or "is worth at least " .. show.number(one.lower)
end

--- Why another move, one of row.others, is wrong; `middle` is the value of a draw.
function report.refutation(row, one, middle)
  return ("%s %s: %s"):format(line(one.move), outcome(row, one, middle), line_of(one.move, one.line))
end

local function head(list)
  local text = ("%s: %s from %s, %s"):format(list.game, result.counted(#list, "puzzle"), result.counted(list.games, "game"),
    result.counted(list.positions, "position"))
  if list.undecided > 0 then text = ("%s; %d could not be proved"):format(text, list.undecided) end
  if list.stopped then text = ("%s; stopped: %s, %d positions are not looked at"):format(text, list.stopped, list.missing) end
  return text
end

--- The text of a list, on a page of a width.
function report.text(list, width)
  width = width or WIDTH
  local middle = session.even(games[list])
  local lines = { columns.fold(head(list), width) }
  if list.wrong then lines[#lines + 1] = columns.fold("damaged: " .. list.wrong, width) end
  for i, row in ipairs(list) do
    lines[#lines + 1] = columns.fold(("\n%d. %s (%s)\n"):format(i, report.task(row), report.hardness(row, list)), width)
    lines[#lines + 1] = show.drawn(games[list], row.position)
  end
  if #list > 0 then lines[#lines + 1] = "\nSolutions:\n" end
  for i, row in ipairs(list) do
    lines[#lines + 1] = columns.fold(("%d. %s"):format(i, report.solution(row)), width)
    for _, one in ipairs(row.others) do lines[#lines + 1] = columns.fold("   " .. report.refutation(row, one, middle), width) end
  end
  return clean.visible(table.concat(lines, "\n"))
end

return report
