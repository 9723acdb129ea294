--- gts search: a game is searched for its best move.
-- @module gts.program.command.search

local arguments = require "gts.program.arguments"
local confine = require "gts.confine"
local given = require "gts.program.given"
local options = require "gts.check.options"
local outcome = require "gts.program.outcome"
local say = require "gts.program.say"
local schema = require "gts.check.schema"
local searches = require "gts.search"
local show = require "gts.show.text"
local tables = require "gts.check.tables"

-- The options of the search, but those that only a function can be.
local function search_options()
  local list = table.move(given.position_options, 1, #given.position_options, 1, {})
  for _, row in ipairs(options.rows) do
    if row.name ~= "position" and not (#row.kinds == 1 and row.kinds[1] == "function") then
      list[#list + 1] = { name = row.name, kind = row.kind, help = row.help, implied = row.default }
    end
  end
  list[#list + 1] = {
    name = "confined", flag = true, kind = schema.any "limits", help = "rules that need not be trusted: gts help confined",
  }
  return list
end

-- The limits that --confined states: none, `strict`, or a table of them.
local function limits_of(value)
  if value == true then return {} end
  if value == "strict" then return { strict = true } end
  return value
end

-- The search of a game whose rules are run by a worker. What could not be had to confine it is said before the result.
local function search_confined(call)
  local asked = tables.copy(call.options)
  asked.confined, asked.after = nil, nil
  if call.options.after then return nil, "option '--after' does not go with '--confined'" end
  if asked.position then asked.position = arguments.literal(asked.position) end
  local game_options = next(call.game_options) ~= nil and call.game_options or nil
  local confined, wrong, misnamed = confine.make({ file = call.game, options = game_options }, limits_of(call.options.confined))
  if not confined then outcome.stop(wrong, misnamed and outcome.USAGE or outcome.ERROR) end
  local r, kind
  r, wrong, kind = confined:try("search", nil, asked)
  if not r then outcome.stop(wrong, kind == "wrong" and outcome.USAGE or outcome.ERROR) end
  if #r.confined.lacks > 0 then outcome.complain("confined without ", table.concat(r.confined.lacks, "; ")) end
  if r.printed then say.line((r.printed:gsub("\n$", ""))) end
  say.line(r.shown)
  say.line(show.result(r))
end

-- Options are checked here already, so that a slip is told apart from an error inside rules.
local function run(call, terminal)
  if call.options.confined then return search_confined(call) end
  local game = given.game(call, terminal)
  local asked = tables.copy(call.options)
  asked.position, asked.after, asked.confined = given.position(call, game), nil, nil
  local all, wrong = searches.check(game, asked)
  if not all then return nil, wrong end
  local r
  r, wrong = searches.try(game, asked)
  if not r then return nil, wrong end
  local start = asked.position
  if start == nil then start = game.start end
  if start ~= nil then say.line(show.position(game, start)) end
  say.line(show.result(r))
end

return {
  name = "search", summary = "searches a game for its best move, with any algorithm", game = true, options = search_options(),
  examples = {
    { "gts search tictactoe", "to the end of the game" },
    { "gts search connect4 --depth 10 columns=6 rows=5", "ten plies deep, on a small board" },
    { "gts search nim --algorithm minimax 'heaps={1,2,3}'", "a list, as Lua has it" },
  },
  run = run,
}
