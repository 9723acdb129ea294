--- The heads of the functions that a search calls through the game, as game.h lists them: what each returns, its parameters, and
-- how the rules in Lua are asked where there is no compiled function, or where it falls back. For gts.compile.game_calls.

local core = require "gts.core"

-- C that asks the rules in Lua, by functions of native/compiled.h, where an answer is more than one value.
local WORDS = "compiled, WORDS_OF(position)"
local asked = {
  next = "NextSuccessor asked = ask_next(" .. WORDS .. [[, walk->state[0], walk->state[1],
    walk->index, walk->move.word, walk->move.slot);
  position_copy(child, &asked.child);
  walk->move.word = asked.walk.move.word; walk->move.slot = asked.walk.move.slot; walk->state[1] = asked.walk.state[1];
  return asked.more;]],
  legal = "MoveSet asked = ask_legal(" .. WORDS .. [[);
  for (int w = 0; w < asked.words; w++) set[w] = asked.word[w];
  return asked.words;]],
  play = "Position asked = ask_play(" .. WORDS .. ", walk->state[0], walk->move.word); position_copy(child, &asked);",
  pass = "FoundPosition asked = ask_pass(" .. WORDS .. [[, walk->state[0]);
  position_copy(child, &asked.position);
  return asked.any;]],
  random = "FoundPosition asked = ask_random(" .. WORDS .. [[, random);
  *move = asked.move; position_copy(child, &asked.position);
  return asked.any;]],
  bounds = "RulesBounds known = ask_bounds(" .. WORDS .. "); *lower = known.lower; *upper = known.upper;",
  index_at = [[FoundPosition asked = ask_index_at(compiled, tier, index);
  position_copy(position, &asked.position);
  return asked.any;]],
  index_before = "NextSuccessor asked = ask_index_before(" .. WORDS .. [[, walk->index, walk->move.word);
  position_copy(before, &asked.child);
  walk->move = asked.walk.move;
  return asked.more;]],
  key = "Key known = ask_key(" .. WORDS .. "); for (int i = 0; i < POSITION_WORDS; i++) key->word[i] = known.word[i];",
}

-- Not cold, as other functions of that kind are: GCC takes all that surrounds such a call for rare, up to the lookup of a table.
local ASKED = [[
static __attribute__((noinline)) %s ask_%s (CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d%s) {
  const Position position = lend_position(game, a, b, c, d);
  %s result = game->rules->%s(game->rules, &%s);
  take_back_position(game, b, &position);
  return result;
}
]]

local heads = {}

--- The names of the functions, in the order of game.h.
heads.names = {}

local text = core.native.text "game/game.h"
local function rows_of(list) return text:match("#define " .. list .. "%(f%)(.-)\n\n") end
local list = rows_of "GAME_ENTRIES":gsub("(GAME_[%u_]+)%(f%)", rows_of):gsub("\\\n", ""):gsub("/%*.-%*/", "")
for result, name, parameters, arguments in list:gmatch "f%((%w+), %l*, ([%w_]+), %((.-)%), *([^)]+)%)" do
  local field, more = name:gsub("^index_", "index."), arguments:match "^position(.*)"
  heads.names[#heads.names + 1] = field
  heads[field] = {
    result = result, parameters = parameters, of_move = parameters:find "Move move" ~= nil,
    asked = asked[name] or ("return ask_%s(%s%s);"):format(name, WORDS, more or ""),
    -- A function that is to stand before: an answer of one value.
    before = asked[name] and "" or ASKED:format(result, name, parameters:match "position(,.*)" or "", result, name, arguments),
  }
end

return heads
