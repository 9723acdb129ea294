--- The analysis of a game session of the page (gts.page.game_session): values of all moves, and the value's course.

local course = require "gts.page.course"
local effort = require "gts.base.effort"
local search = require "gts.search"
local solve = require "gts.solve"
local tables = require "gts.base.tables"

local analysis = {}

local SECONDS = 60              -- for the moves of a position
local GLANCE = 0.2              -- seconds for the value of an earlier position
local SOLVING, BYTES = 1, 64 << 20      -- seconds of the processor, and memory, for a database of all positions of a game

local other = { max = "min", min = "max" }

--- Returns the position that is shown, as a session.
function analysis.shown(self) return self.view or self.session end

-- Solves the game of a session, if that takes a moment: a database in memory; or nil, and "progress" if `watch` ended it.
local function solve_game(s, watch)
  local of = s.game
  if of.tree or of.mutable or not search.has_keys(of, s.first) then return nil end
  local ok, r = pcall(solve.try, of, { by = "retrograde", position = s.first, memory = BYTES, progress = watch })
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

-- Returns what a database knows of the moves of a position, in the order of s.moves: value, solved and distance of each; nil: a
-- position is not in the database.
local function moves_by(db, s)
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

-- What is known of the moves of a position, in the order of its session, for the state.
local function note_analysis(self, at, list)
  local values = tables.map(list, function(entry) return course.standing(at.game, entry, at.player) or {} end)
  local deeper = list.depth ~= (self.analysis and self.analysis.depth)
  self.analysis = { depth = list.depth, solved = list.by_database, values = values }
  self:thinks_of({ what = "analysis", depth = list.depth, player = at.player })
  local best = (deeper or list.by_database) and course.best(at.game, list, at.player)
  if best then self:learn(#at.played, best, course.ANALYSIS) end
end

-- All moves by the database. Returns whether it has them.
local function look_up(self, at)
  local list = self.base and moves_by(self.base, at)
  if not list then return false end
  list.by_database = true
  note_analysis(self, at, list)
  self.idle = true
  self:thinks_of(nil)
  return true
end

local function analyze(self, look)
  local at = analysis.shown(self)
  if look_up(self, at) then return nil end
  note_analysis(self, at, {})
  local order = {}                      -- label -> place in the session's list
  for i, entry in ipairs(at.moves) do order[entry.label] = i end
  local list, wrong = at:analyze {
    time = SECONDS, progress = self:watcher(look, function(sofar) note_analysis(self, at, sofar) end),
  }
  if not list then return wrong end
  if #self.inbox > 0 or not self.analyzes or analysis.shown(self) ~= at then return nil end
  local sorted = { depth = list.depth }
  for _, entry in ipairs(list) do sorted[order[entry.label]] = entry end
  note_analysis(self, at, sorted)
  if list.stopped ~= "progress" then self.idle = true end
  self:thinks_of(nil)
end

-- What is known of a position of the game: by the rules, where it is over, else by the database, else by a short search.
local function glance(self, at, progress)
  at:back(0)                            -- no resignation
  local over = at:outcome()
  if over then return { value = over.value, solved = true, distance = 0 } end
  local list = self.base and moves_by(self.base, at)
  if list then return course.best(at.game, list, at.player) end
  return at:think { time = GLANCE, progress = progress }
end

local function follow(self, look)
  local count = self.course:gap(#self.session.played)
  local known, wrong = glance(self, self.session:past(count), self:watcher(look))
  if not known then return wrong end
  if known.stopped ~= "progress" then self:learn(count, known, course.ANALYSIS) end
end

-- A database, if the game is solved in a moment.
local function find_database(self, look)
  local watch, began, late = self:watcher(look), effort.clock(), false
  local base, stopped = solve_game(self.session, function(report)
    late = effort.clock() - began > SOLVING
    return not late and watch(report)
  end)
  if late or not stopped then self.base = base or false end
end

--- Returns what the analysis is to do next, a name of `tasks`: the game is solved, if it is small; then each position that was
-- played has a value; then the moves of the one that is shown. nil: nothing.
function analysis.next(self)
  if not self.analyzes or self.idle then return nil end
  if self.base == nil then return "database" end
  if self.course:gap(#self.session.played) then return "course" end
  return (self.view or not self:is_over()) and "analysis" or nil
end

--- The tasks: functions of the game session and `look`, which may return an error message.
analysis.tasks = { analysis = analyze, course = follow, database = find_database }

return analysis
