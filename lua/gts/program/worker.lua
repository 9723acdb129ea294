--- What the worker of confined searches does: src/worker/main.c has made its state, and lua/gts/game/confine.lua asks it. First
-- it locks itself in, and says how well; then it gets a request and gives an answer, both as gts.base.wire has them. A request:
-- `name` and `text` of the rules, `options` of the game, `call` ("search", "best" or "analyze"), `position`, `given` (options).
-- An answer: `kind`, "result"; or "wrong" (the request), "failed", "memory", with `text`, perhaps `traceback`.

local analyze = require "gts.analyze"
local best = require "gts.best"
local core = require "gts.core"
local game = require "gts.game"
local gts = require "gts"
local raised = require "gts.base.raised"
local searches = require "gts.search"
local show = require "gts.show.text"
local source = require "gts.rules.source"
local tables = require "gts.base.tables"
local user_tables = require "gts.table"
local wire = require "gts.base.wire"
local words = require "gts.base.words"
local worlds = require "gts.program.world"

local LONGEST = 1 << 16         -- bytes of a text in an answer
local OUT_OF_MEMORY = "not enough memory"

local function shorten(text) return #text > LONGEST and text:sub(1, LONGEST - 3) .. "..." or text end

-- The text of whatever rules made.
local function text_of(value, how)
  local ok, text = pcall(how or tostring, value)
  return ok and type(text) == "string" and shorten(text) or ("(a %s)"):format(type(value))
end

local function data(value)
  local bytes = wire.encode(value)
  if not bytes or #bytes > LONGEST then return text_of(value) end
  return select(2, wire.decode(bytes))
end

-- A move: people see its text, so that is what a move is that is no plain value.
local function move_data(move) return type(move) == "table" and text_of(move) or data(move) end

-- Functions from a name to what is done. They get the game, and the request.
local calls = {}

local function of_result(r)
  local copy = tables.copy(r, { move = move_data(r.move), position = data(r.position) })
  copy.pv, copy.line = tables.map(r.pv, move_data), tables.map(r.line, data)
  copy.moves = r.moves and tables.map(r.moves, function(entry)
    return tables.copy(entry, { move = move_data(entry.move), position = data(entry.position) })
  end)
  copy.options = {}
  for name, value in pairs(r.options) do
    if name ~= "position" then copy.options[name] = value end
  end
  return copy
end

function calls.search(of, request)
  local all, wrong = searches.check(of, request.given)
  if not all then return nil, wrong end
  local r, why = searches.try(of, request.given)
  return r and of_result(r), why
end

function calls.best(of, request) return of_result(best.best(of, request.position, request.given)) end

function calls.analyze(of, request)
  local list, wrong = analyze.try(of, request.given)
  if not list then return nil, wrong end
  for _, entry in ipairs(list) do entry.move, entry.position = move_data(entry.move), data(entry.position) end
  local rows = table.move(list, 1, #list, 1, {})
  return { rows = rows, player = list.player, depth = list.depth, visits = list.visits, stopped = list.stopped,
    seconds = list.seconds, algorithm = list.algorithm }
end

local function answer(request, world, kept)
  local chunk, unread = source.compile(request.text, request.name, world)
  local what = (chunk or error(unread, 0))(request.name)
  local of, wrong, misnamed = game.of(what, request.options, words.quote(request.name))
  if not of then return { kind = misnamed and "wrong" or "failed", text = wrong } end
  collectgarbage()              -- not every request for memory, such as one for a long text, makes room by itself
  request.given.native = false
  local result, why = calls[request.call](of, request, what)
  if not result then return { kind = "wrong", text = why } end
  collectgarbage()
  result.printed = kept.text ~= "" and kept.text or nil
  local position = request.position
  if position == nil then position = request.given.position end
  if position == nil then position = of.start end
  result.shown = text_of(position, function(p) return show.position(of, p) end)
  return { kind = "result", result = result }
end

-- The traceback down to the search, without the frames of gts below.
local function its_traceback(wrong)
  local traceback, its_error = core.traceback()
  if not traceback or not rawequal(wrong, its_error) then return nil end
  return shorten((traceback:gsub("\n[^\n]*%[C%]: in %?.*$", "")))
end

-- After an error. What rules hold is given up by now.
local function failure(wrong, refused)
  if wrong == OUT_OF_MEMORY and refused then return { kind = "memory", text = wrong } end
  return { kind = "failed", text = shorten(raised.text(wrong)), traceback = its_traceback(wrong) }
end

-- Texts that come from rules are not longer than what an answer holds.
local function encode(made)
  if made.text then made.text = shorten(made.text) end
  local bytes, wrong = wire.encode(made)
  return bytes or assert(wire.encode { kind = "failed", text = "the result " .. wrong })
end

--- Serves one request. `channel` has lock, send, receive, spare: see src/worker/main.c; `more`: further calls, functions of the
-- game, the request and what the rules' text has given.
return function(channel, more)
  calls = tables.copy(calls, more or {})
  local world, kept = worlds.make()
  user_tables.refused = function() end          -- a table serves one search here, and needs not be bound to its rules
  channel.send(("gts %s %s"):format(gts.version, channel.lock()))
  local _, request = wire.decode(channel.receive())
  local ok, made = pcall(answer, request, world, kept)
  local refused = channel.spare()
  if not ok then made = failure(made, refused) end
  channel.send(encode(made))
end
