--- Databases of games that are solved in a moment, for the values and distances of all moves.

local search = require "gts.search"
local solve = require "gts.solve"

local solved = {}

local SECONDS = 1               -- for all positions of a game
local BYTES = 64 << 20

local other = { max = "min", min = "max" }

--- Solves the game of a session, if that takes a moment: a database in memory; nil: there is none, and "progress" if `watch`
-- ended it.
function solved.database(s, watch)
  local of = s.game
  if of.tree or of.mutable or not search.has_keys(of, s.first) then return nil end
  local ok, r = pcall(solve.try, of, { by = "retrograde", position = s.first, time = SECONDS, memory = BYTES, progress = watch })
  if not ok or not r then return nil end                -- the analysis of a position says what is wrong with the rules
  return r.database, r.stopped == "progress" and "progress" or nil
end

-- The value of a move that brings a position of the game again: that ends it, whatever the database has. nil: it does not.
local function value_of_repeat(s, entry)
  if s.game.cycle == nil then return nil end
  local after = s:past(#s.played)
  local over = after:play(entry) and after:outcome()
  return over and over.how == "cycle" and over.value or nil
end

--- Returns what a database knows of the moves of a position, in the order of s.moves: value, solved and distance of each; nil: a
-- position is not in the database.
function solved.moves(db, s)
  local of, list = s.game, {}
  local player = not of.player and other[s.player] or nil
  for i, entry in ipairs(s.moves) do
    local value = db:value(entry.position, player)
    if value == nil then return nil end
    local distance = db:distance(entry.position, player)
    list[i] = { value = value, solved = true, distance = distance and distance + 1 }
    local again = value_of_repeat(s, entry)
    if again then list[i] = { value = again, solved = true, distance = 1 } end
  end
  return list
end

return solved
