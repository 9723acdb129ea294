--- The exercise of lesson 1: the rules of a small game, written from a description.

local check = require "gts.check.check"
local equivalent = require "gts.game.equivalent"
local games = require "gts.game"
local random = require "gts.base.random"
local search = require "gts.search"
local trees = require "gts.course.trees"

local sticks = { title = "Exercise 1: the rules of a game" }

-- What a seed draws: which numbers may be taken, how many sticks there are, and what the last one means.
local function draw(seed)
  local lot = random.stream(seed)
  local takes = trees.shuffle(lot, { 2, 3, 4, 5 })
  takes = { 1, takes[1], takes[2] }
  table.sort(takes)
  return { takes = takes, count = lot(11, 15), last_wins = lot(0, 1) == 1 }
end

--- The values in the texts of the exercise.
function sticks.values(seed)
  local t = draw(seed)
  return { seed = seed, count = t.count, takes = ("%d, %d or %d"):format(table.unpack(t.takes)),
    meaning = t.last_wins and "wins" or "loses" }
end

local function reference(t)
  local rules = { name = "sticks", words = 2, start = { t.count, 0 } }

  function rules.next(left, player, move)
    for _, take in ipairs(t.takes) do
      if take <= left and (not move or take > move) then return take, left - take, 1 - player end
    end
  end

  function rules.player(_, player) return player == 0 and "max" or "min" end

  -- The player to move has not taken the last one.
  function rules.evaluate(_, player)
    local max_took = player == 1
    return max_took == t.last_wins and 1 or -1
  end

  return games.new(rules)
end

-- A difference in words: where it is met, and what each of the two says there.
local function shown(difference)
  local line = #difference.moves > 0 and "after the moves " .. table.concat(difference.moves, " ") or "at the start"
  return ("%s: %s"):format(line, difference.why:gsub("the first", "the game"):gsub("the second", "your rules"))
end

-- The rules must be without the mistakes that gts.check finds.
local function check_rules(sheet, rules)
  local report, wrong = check.try(rules, { time = 0.5, positions = 2000 })
  local first = report and report[1]
  return sheet:row(3, "gts.check finds no mistakes in the rules", report ~= nil and report.clean,
    wrong or first and first.message)
end

--- Grades.
function sticks.grade(sheet, rules, seed)
  local t = draw(seed)
  if type(rules) ~= "table" then
    sheet:row(1, "it is a table of rules", false, ("it is a %s: end the file with 'return rules'"):format(type(rules)))
    return
  end
  local game, wrong = games.make(rules)
  if not sheet:row(1, "gts can make a game of it", game ~= nil, wrong) then return end
  if not check_rules(sheet, rules) then return end
  local model = reference(t)
  local same, difference = equivalent.equivalent(model, game, { depth = 8 })
  if not sheet:row(4, "it is the game that is described: the same moves, players and results", same,
    not same and shown(difference)) then return end
  local plain = { native = false }
  local value, right = search.search(game, plain).value, search.search(model, plain).value
  sheet:row(1, "its value is right", value == right, nil, ("value %g"):format(value))
end

return sticks
