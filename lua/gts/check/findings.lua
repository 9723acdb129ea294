--- What was found in rules: one finding of each kind and cause, by the shortest way to it.

local core = require "gts.core"
local moves = require "gts.moves"
local mutable = require "gts.rules.mutable"
local tables = require "gts.base.tables"
local text = require "gts.show.text"
local words = require "gts.base.words"

local findings = {}

local WON = "a position that is won needs no moves: "
local INSIDE = "If the value is only an estimate, let it lie inside rules.range"

-- What to do about each kind: a text, or one for each form of rules, where `next` stands for the others. Notes are no mistakes.
local hints = {
  door = "see gts help rules for the fields and what they hold",
  load = "the rules must load before anything of them can be checked",
  error = "rules are asked about every position that can be reached; gts.show shows this one",
  loop = "gts would wait for it for ever",
  moves = {
    lists = "every position of the first list needs a move in the second, which is neither nil nor NaN",
    iterator = "the iterator ends where the move is nil: every step but the last gives a move and its position",
    moves = "the list of moves ends where one is nil: it has no holes, and no NaN",
    next = "the walk ends where the move is nil: every position needs a move, and every move a position",
  },
  noisy_first = "a search misses noisy moves: give them before the quiet ones, or leave rules.noisy_first out",
  chance = "playouts would be of another game: random(p, r) gives a legal move and its position as `next` does, each move as "
    .. "likely, made of `r` alone, or nil",
  repeats = {
    lists = "moves tell successors apart: in the second list each stands once",
    iterator = "each step of the iterator gives another move, and the one after the last nil",
    moves = "each move stands once in the list",
    next = "next(p, move) gives the move after `move`, which is its last argument, and nil after the last one",
  },
  swapped = {
    lists = "successors returns two lists: first that of the positions, then that of the moves to them",
    iterator = "an iterator gives the move first, and the position after it",
    next = "next returns the move first and the position after it, as Lua's own next gives key and value",
  },
  endless_moves = {
    lists = "too many moves for a position: make the list anew for each position",
    iterator = "after the last move the iterator returns nil",
    moves = "too many moves for a position: make the list anew for each position",
    next = "after the last move next returns nil",
  },
  lengths = "the second list has a move for each position of the first",
  position = {
    words = "with rules.words a position is that many integers, side by side; // divides integers, / does not",
    integer = "a position is not nil; one that is an integer at the start is one everywhere: // divides integers, / does not",
    next = "a position is any value but nil and NaN",
  },
  types = "see gts help rules for what each function returns",
  value = "evaluate returns a finite number",
  range = "widen rules.range, or correct evaluate",
  precise = "values are doubles: integers beyond 2^53 are rounded, and different ones may become equal",
  sides = "every value is from MAX's side, with either player to move: where a function computes it for the player to "
    .. "move, change the sign when that is MIN",
  player = "rules.player returns the player to move; without it the players alternate",
  pass = "pass(p) and turned(p) give the position in which the player to move has passed and nothing else has changed, or nil",
  undo = "undo(board, move, what play returned) takes the move back: the board is then as it was, with the player to move, "
    .. "captured pieces, and all other state",
  tier = "a tier is a stage of the game that no move leads back from; without rules.tier gts finds stages by itself",
  decided = {
    lists = WON .. "successors returns empty lists there, or rules.terminal returns true. " .. INSIDE,
    iterator = WON .. "the iterator gives nil at once, or rules.terminal returns true. " .. INSIDE,
    moves = WON .. "rules.moves returns an empty list, or rules.terminal returns true. " .. INSIDE,
    legal = WON .. "rules.legal returns 0 there, or rules.terminal returns true. " .. INSIDE,
    next = WON .. "next returns nil there, or rules.terminal returns true. " .. INSIDE,
  },
  changed = "a position is never changed once it is made: copy what you change, also tables inside it",
  differs = "rules answer by their arguments alone: no state may pass from one call to the next unless it is constant",
  random = "random numbers in rules must follow from the position, or be drawn before the game is made, from a seed",
  time = "rules answer by their arguments alone, not by the time",
  outside = "rules answer by their arguments alone, not by what is outside of them",
  global = "is a `local` missing?",
  bounds = "bounds(p) returns lower and upper with lower <= value <= upper, both from MAX's side",
  key = "equal keys mean equal values with the same player to move",
  symmetries = "a symmetry takes each move to a move, and keeps the player to move, values, estimates and bounds; with colours "
    .. "reversed the other player moves, and values change their sign: gts help rules",
  best = "a search met what the walks did not: gts.best(game, position, { time = 0.1, native = false }) shows where",
  index = "index.of(p) gives an integer from 0 to index.size(tier) - 1, index.at(tier, i) a position of that index, "
    .. "index.before(p, move) all positions of the tier from which a move leads to p",
  parts = "each move of a position is a move in one part, which leaves the others alone, and the player who cannot move loses; "
    .. "rules whose parts are not independent have no rules.parts",
  shared = "store the player to move in the position, and return it from rules.player",
  text = "read(write(p)) must give p again",
  board = "see gts help rules for what a board is",
  names = "moves are found by their names: give each its own",
  cycle = "give the value of a repeated position in `cycle`; or search to a `depth`",
  endless = "a game must end: let the position count moves, or search it to a `depth`",
}

--- The kinds of mistakes: kind -> what to do about it.
findings.kinds = hints

local Findings = {}
Findings.__index = Findings

--- Makes a collector, of rules as far as they can be used.
function findings.new(rules, asker)
  return setmetatable({ rules = rules, asker = asker, form = "next", list = {},
    suspicions = {}, notes = {}, by_cause = {} }, Findings)
end

--- A move as people write it.
function Findings:name(move)
  local named = self.asker:call(moves.name, self.rules, move)
  return named and named[1] or words.quote(move)
end

--- A move as it is; an object of a host, which its rules may make anew, by its name.
function Findings:quote(move) return type(move) == "userdata" and self:name(move) or words.quote(move) end

--- The moves that lead to a node, as texts.
function Findings:path(node)
  local path = {}
  while node and node.parent do
    path[node.ply] = self:name(node.move)
    node = node.parent
  end
  return path
end

--- How a message names a position: short, for it is shown as well.
function Findings:describe(position)
  if type(position) == "table" and self.rules.words then return "{" .. table.concat(position, ", ") .. "}" end
  if mutable.board(position) ~= nil then return "'" .. tostring(position) .. "'" end
  local shown = type(position) == "userdata" and self.asker:call(self.rules.show, position)     -- an object of a host
  return shown and shown[1]:match "^[^\n]+$" or self.rules.show and words.quote(position) or words.position(position)
end

--- A position as the subject of a message: a table or an object says nothing, where it is shown below.
function Findings:name_of(position)
  local described = self:describe(position)
  local says_nothing = described == "a table" or described == "a userdata"
  return says_nothing and self.rules.show and "the position below" or "position " .. described
end

-- What may help against a kind, in rules of the form that these have.
local function hint_for(self, kind)
  local hint, rules = hints[kind], self.rules
  if type(hint) ~= "table" then return hint end
  if kind == "position" then
    return rules.words and hint.words or math.type(rules.start) == "integer" and hint.integer or hint.next
  end
  return hint[self.form] or hint.next
end

-- The kinds of wrong answers of one function: a message of these says where the function begins.
local answers = { types = true, value = true, position = true, moves = true, lengths = true, repeats = true }

local function with_place(self, kind, message)
  local name = answers[kind] and message:match "^rules%.([%a_]+)"
  local place = name and core.definition(self.rules[name])
  return place and ("%s (rules.%s is at %s)"):format(message, name, place) or message
end

local function add(self, list, kind, cause, node, message, ...)
  local id = kind .. "\0" .. cause
  local known, ply = self.by_cause[id], node and node.ply or 0
  if known and known.ply <= ply then return known.finding end
  local finding = known and known.finding or { kind = kind }
  message = message:gsub("{position}", function() return "position " .. self:describe(node.position):gsub("%%", "%%%%") end)
  finding.message, finding.hint = with_place(self, kind, message:format(...)), hint_for(self, kind)
  if node then
    local shown = self.rules.show and self.asker:call(text.position, self.rules, node.position)
    finding.moves, finding.position, finding.shown = self:path(node), node.position, shown and shown[1] or nil
  end
  if not known then list[#list + 1] = finding end
  self.by_cause[id] = { finding = finding, ply = ply }
  return finding
end

--- Notes a mistake at a node, or nil; of one kind and cause, which distinguishes it from others of the kind, only the one nearest
-- to the start. The message is a format, in which {position} names the position of the node.
function Findings:add(kind, cause, node, message, ...) return add(self, self.list, kind, cause, node, message, ...) end

--- Notes a suspected mistake, inferred from observations: a sound game may look so.
function Findings:suspect(kind, cause, node, message, ...) return add(self, self.suspicions, kind, cause, node, message, ...) end

--- Notes a remark that need not be a mistake.
function Findings:note(kind, cause, node, message, ...) return add(self, self.notes, kind, cause, node, message, ...) end

--- What tells a finding from others, a table: `id`, and `ply`, how far from the start it is.
function Findings:identity(finding)
  for id, known in pairs(self.by_cause) do
    if known.finding == finding then return { id = id, ply = known.ply } end
  end
end

local function holds(list, kind) return tables.any(list, function(finding) return finding.kind == kind end) end

-- Mistakes after which the successors that were seen need not be those of the game.
local broken = { "moves", "repeats", "endless_moves", "lengths", "position" }

--- Were successors found to be wrong?
function Findings:has_broken() return tables.any(broken, function(kind) return self:has(kind) end) end

--- Was a mistake of this kind found?
function Findings:has(kind) return holds(self.list, kind) end

--- Is there a suspicion of this kind?
function Findings:suspects(kind) return holds(self.suspicions, kind) end

--- Forgets the mistakes of a kind.
function Findings:forget(kind)
  self.list = tables.filter(self.list, function(finding) return finding.kind ~= kind end)
end

--- Forgets all but one mistake of this kind, if there is one: all else follows from it.
function Findings:keep_only(kind)
  local finding = tables.find(self.list, function(one) return one.kind == kind end)
  if finding then self.list, self.suspicions = { finding }, {} end
end

return findings
