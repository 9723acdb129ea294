--- Players of a match: the engine with options, a function, or what an extension makes, such as a program of others. A player
-- has `name`; `text`, what it is; `clock`, its time for a game, or nil; `warm()`, which does what takes time before the first
-- game; `new()`, which prepares it for one game and gives a function of a session, a seed, what is left on its clock (nil: it
-- has none) and the opponent's, and the `progress` of its searches: it gives the move, or nil and what is wrong, and the result
-- of the search, or a table with `forfeit`, how it has lost by this; `close()`, after the last game.

local adviser = require "gts.best.adviser"
local best = require "gts.best"
local choice = require "gts.best.choice"
local clock = require "gts.base.clock"
local core = require "gts.core"
local game = require "gts.game"
local learnt = require "gts.best.learnt"
local level = require "gts.play.level"
local notation = require "gts.rules.notation"
local pick = require "gts.base.pick"
local random = require "gts.base.random"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local search = require "gts.search"
local search_options = require "gts.facts.options"
local session = require "gts.play.session"
local tables = require "gts.base.tables"
local weights = require "gts.rules.weights"
local words = require "gts.base.words"

local need, refuse = refusal.need, refusal.refuse

local player = {}

local PATIENCE = 0.02           -- seconds that a search may well take in Lua
local HASH = 16                 -- characters of the digest of an evaluation
local OWN = { "game", "weights", "evaluation", "name" }        -- options that are none of gts.best
local OF_LEVEL = { "level", "clock", table.unpack(OWN) }       -- options of a player by its level

local function shown(value)
  if type(value) == "string" or type(value) == "boolean" then return tostring(value) end
  local is_words = type(value) == "table" and value[1] and not tables.any(value, function(v) return type(v) ~= "string" end)
  return is_words and "{" .. table.concat(value, ";") .. "}" or notation.write(value) or game.is_game(value) and value.name
    or schema.numbers.fits(value) and weights.text(value) or type(value)
end

--- Options in one line, as in `depth:4,level:3`.
function player.describe(given)
  local parts = {}
  for _, name in ipairs(words.keys(given)) do
    local text = name == "clock" and clock.kind.fits(given.clock) and clock.text(clock.kind.normal(given.clock))
    if name ~= "name" then parts[#parts + 1] = ("%s:%s"):format(name, text or shown(given[name])) end
  end
  return #parts > 0 and table.concat(parts, ",") or "default"
end

local function by_chance() return function(s, seed) return s.moves[random.stream(seed)(1, #s.moves)].move end end

-- Without rules.player it is the game that says who is to move: what the function searches needs it.
local function by_function(f)
  return function() return function(s, _, left) return f(s.of, s.position, left) end end
end

local function by_level(of, number)
  local function choose(s, seed, _, _, progress)
    local r, wrong = level.best(game.with_mover(of, s.player), s.position, number, seed, progress)
    return r and r.move, wrong, r
  end
  return function() return choose end
end

local function by_options(of, options)
  local bytes = session.kept_bytes(options, core.small_table_bytes)
  return function()
    local all = not bytes and options
    return function(s, _, left, _, progress)
      all = all or tables.copy(options, { table = session.table_for(of, s.position, bytes) })
      local own = (left or progress) and tables.copy(all, { clock = left, progress = all.progress or progress }) or all
      local r, wrong = best.try(game.with_mover(of, s.player), s.position, own)
      return r and r.move, wrong, r
    end
  end
end

-- Takes the moves of an adviser, and elsewhere of another player.
local function by_adviser(advise, new)
  return function()
    local choose = new()
    return function(s, seed, left, others, progress)
      local r = best.advised(s.of, s.position, advise, seed)
      if r then return r.move, nil, r end
      return choose(s, seed, left, others, progress)
    end
  end
end

-- Compiles the rules, if its searches are long enough for that: each of many would else begin to, and be over before it is done.
local function compile(of, options)
  if of.tree or options.native ~= nil then return end
  options = tables.copy(options, { native = false, time = math.min(options.time or math.huge, 2 * PATIENCE) })
  options.clock = nil
  local r = best.try(of, nil, options)
  if r and r.stopped == "interrupted" then error(r.stopped, 0) end
  if not r or r.seconds <= PATIENCE then return end
  options.native, options.depth, options.time = true, 1, nil    -- however long the compiler takes
  best.try(of, nil, options)
  if r.why then choice.compile(of, nil, nil, options.estimate) end
end

local function fit(what, value, kind)
  local wrong = schema.misfit(what, value, kind)
  need(not wrong, wrong)
end

-- The rules that a player takes for those of the match: with another evaluate, it may be, or other weights.
local function rules_of(of, given)
  local own = of
  if given.game ~= nil then own = need(game.make(given.game, type(given.game) == "string" and game.given(of) or nil)) end
  if given.weights ~= nil or given.evaluation ~= nil then
    own = need(game.of(own, { weights = given.weights, evaluation = given.evaluation }, words.quote(own.name)))
  end
  if (own.words or 1) ~= (of.words or 1) then refuse("the positions of %s are not those of %s", own.name, of.name) end
  return own
end

local function check_level(given)
  local key = schema.unknown(given, OF_LEVEL)
  if key ~= nil then refuse("option %s does not go with 'level'", words.quote(key)) end
  fit("option 'level'", given.level, schema.whole(1, level.most))
end

local function check_options(of, options)
  local all = need(pick.options(nil, options, search.has_keys(of), of.rank ~= nil))
  need(search.check(of, all))
end

-- What tells an evaluation from others: the name of its file, with the digest of what is in it, as `own` was made with it.
local function identity_of(own, given)
  local digest = type(given) == "string" and (game.given(own) or {}).evaluation
  return digest and ("%s (%s)"):format(given, digest:sub(1, HASH)) or given
end

--- The kind of an option that is a player: what player.make then says more exactly.
player.kind = schema.any "a table of options, a function or 'random'"
player.kind.fits = function(value) return type(value) == "table" or type(value) == "function" or type(value) == "string" end
player.kind.is_text = true

local function nothing() end

-- Returns the clock of a player, separate or for both; nil without one.
local function clock_of(given, for_both)
  if not given.clock then return for_both end
  fit("option 'clock'", given.clock, clock.kind)
  return clock.kind.normal(given.clock)
end

local function make_own(of, given, for_both, shown_as)
  local own, timed = rules_of(of, given), clock_of(given, for_both)
  local options = tables.copy(given, { clock = timed })
  for _, name in ipairs(OWN) do options[name] = nil end
  if given.level ~= nil then check_level(given) else check_options(own, options) end
  if given.level ~= nil or options.estimate ~= false and choice.is_open(own, options) then own = learnt.game(own) end
  local lasting = player.describe(tables.copy(shown_as, { weights = given.weights and weights.text(own.weights),
    evaluation = identity_of(own, given.evaluation) }))
  local function warm() compile(own, given.level and level.options(given.level) or options) end
  return { name = given.name or player.describe(shown_as), text = lasting, clock = timed, warm = warm, close = nothing,
    new = given.level and by_level(own, given.level) or by_options(own, options) }
end

-- The module of an extension that makes such a player: one with an option that no other has. nil: there is none.
local function other_kind(given)
  for name in pairs(given) do
    if not words.contains(OF_LEVEL, name) and not search_options.row(name) then
      local made = require("gts.base.extensions").module("players", name, { make = "function" })
      if made then return made, name end
    end
  end
end

--- A player. `of`: the game of the match; `given`: a function of game and position, that gives a move; "random"; or a table:
-- level, or options of gts.best; with either game (rules to search by), weights, evaluation, name, clock, options of advisers;
-- or options of a player of an extension; `for_both`: checked clock of a player without one.
function player.make(of, given, for_both)
  if type(given) == "function" then
    return { name = "function", text = "function", clock = for_both, warm = nothing, close = nothing, new = by_function(given) }
  end
  if given == "random" then
    return { name = "random", text = "random", clock = for_both, warm = nothing, close = nothing, new = by_chance }
  end
  if type(given) ~= "table" then
    return nil, ("it is %s: expected a table of options, a function or 'random'"):format(words.quote(given))
  end
  local rest, advise, texts = adviser.take(of, given, "option '%s'")
  if not rest then return nil, advise end
  local other, option = other_kind(rest)
  local made, wrong
  if other then
    made, wrong = other.make(of, rest, for_both, texts or given)
    if type(made) ~= "table" or not (made.warm and made.new and made.close) then
      made, wrong = nil, wrong or ("the extension of option '%s' makes no player with warm, new and close"):format(option)
    end
  else made, wrong = refusal.caught(make_own, of, rest, for_both, texts or given) end
  if made and advise then made.new = by_adviser(advise, made.new) end
  return made, wrong
end

return player
