--- The task "puzzles" of the page: positions in which one move only keeps the value. See gts.puzzles.

local position = require "gts.page.position"
local puzzles = require "gts.review.puzzles"
local report = require "gts.review.puzzle_report"
local result = require "gts.show.result"
local session = require "gts.play.session"
local subject = require "gts.page.subject"
local tables = require "gts.base.tables"

local puzzling = {}

local MOST_GAMES, MOST_NODES = 200, 1000000

local names = { "games", "level", "plies", "seed", "most", "depth", "nodes" }

--- Reads { kind = "puzzles", of = "here" (the game in Play), games, level, plies, seed, most, depth, nodes }.
function puzzling.read(page_state, message)
  local given, s = subject.options(message, names), page_state.game_session.session
  for name, most in pairs { games = MOST_GAMES, nodes = MOST_NODES } do
    if type(given[name]) == "number" and given[name] > most then
      return nil, ("puzzles are looked for with at most %d %s"):format(most, name)
    end
  end
  if message.of ~= "here" then return { game = s.game, given = given } end
  if #s.played == 0 then return nil, "no move has been played: play a game in Play, or open one" end
  return { game = s.game, session = s:past(#s.played), given = given }
end

-- A puzzle as data; each other move says why it is wrong.
local function puzzle_of(of, list, row)
  local made, wrong = position.in_session(assert(session.new(of, { position = row.position }))), {}
  for _, one in ipairs(row.others) do wrong[one.move] = report.refutation(row, one, session.even(of)) end
  for _, entry in ipairs(made.moves) do entry.wrong = entry.label ~= row.move and wrong[entry.label] or nil end
  made.task, made.move, made.solution = report.task(row), row.move, report.solution(row)
  made.hardness = report.hardness(row, list)
  return made
end

local function sentence(list)
  local found = ("%s from %s, %s."):format(result.counted(#list, "puzzle"), result.counted(list.games, "game"),
    result.counted(list.positions, "position"))
  return (list.stopped and "Stopped: " or "") .. found
end

--- Looks for puzzles: returns them as data. `watch` gets the numbers of positions that are done, and of all.
function puzzling.run(asked, watch)
  local of, given = asked.game, asked.given
  given.workers = 1                     -- here, so that a stop is heard
  given.progress = function(done, total) return watch { done = done, total = total } end
  local list, wrong
  if asked.session then list, wrong = puzzles.session(asked.session, given) else list, wrong = puzzles.try(of, given) end
  if not list then return nil, wrong end
  local rows = tables.map(list, function(row) return puzzle_of(of, list, row) end)
  return { sentence = sentence(list), puzzles = rows, undecided = list.undecided, stopped = list.stopped }
end

return puzzling
