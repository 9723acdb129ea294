--- The heads of the functions that a search calls through the game, by name: what each returns, its parameters, and how the rules
-- in Lua are asked where there is no compiled function, or where it falls back. For gts.compile.game_calls.
-- @module gts.compile.heads

local POSITION, ASKED = "Game *game, const Position *position", "compiled, WORDS_OF(position)"
return {
  next = {
    "bool", POSITION .. ", Walk *walk, Position *child",
    "NextSuccessor asked = ask_next(" .. ASKED .. [[, walk->state[0], walk->state[1],
    walk->index, walk->move.word, walk->move.slot);
  position_copy(child, &asked.child);
  walk->move.word = asked.walk.move.word; walk->move.slot = asked.walk.move.slot; walk->state[1] = asked.walk.state[1];
  return asked.more;]],
  },
  legal = {
    "int", POSITION .. ", uint64_t *set",
    "MoveSet asked = ask_legal(" .. ASKED .. [[);
  for (int w = 0; w < asked.words; w++) set[w] = asked.word[w];
  return asked.words;]],
  },
  play = {
    "void", POSITION .. ", Walk *walk, Position *child",
    "Position asked = ask_play(" .. ASKED .. ", walk->state[0], walk->move.word); position_copy(child, &asked);",
  },
  rank = { "Value", POSITION .. ", Move move", "return ask_rank(" .. ASKED .. ", move);" },
  noisy = { "bool", POSITION .. ", Move move", "return ask_noisy(" .. ASKED .. ", move);" },
  pass = {
    "bool", POSITION .. ", Walk *walk, Position *child",
    "Passed asked = ask_pass(" .. ASKED .. ", walk->state[0]); position_copy(child, &asked.child); return asked.may;",
  },
  random = {
    "bool", POSITION .. ", int64_t random, int64_t *move, Position *child",
    "RandomMove asked = ask_random(" .. ASKED .. [[, random);
  *move = asked.move; position_copy(child, &asked.child);
  return asked.found;]],
  },
  evaluate = { "Value", POSITION, "return ask_evaluate(" .. ASKED .. ");" },
  terminal = { "bool", POSITION, "return ask_terminal(" .. ASKED .. ");" },
  player = { "Player", POSITION, "return ask_player(" .. ASKED .. ");" },
  bounds = {
    "void", POSITION .. ", Value *lower, Value *upper",
    "RulesBounds known = ask_bounds(" .. ASKED .. "); *lower = known.lower; *upper = known.upper;",
  },
  score = { "Value", POSITION, "return ask_score(" .. ASKED .. ");" },
  tier = { "Value", POSITION, "return ask_tier(" .. ASKED .. ");" },
  ["index.of"] = { "Value", POSITION, "return ask_index_of(" .. ASKED .. ");" },
  ["index.at"] = {
    "bool", "Game *game, int64_t tier, int64_t index, Position *position",
    "PositionAt asked = ask_index_at(compiled, tier, index); position_copy(position, &asked.position); return asked.any;",
  },
  ["index.before"] = {
    "bool", POSITION .. ", Walk *walk, Position *before",
    "NextSuccessor asked = ask_index_before(" .. ASKED .. [[, walk->index, walk->move.word);
  position_copy(before, &asked.child);
  walk->move = asked.walk.move;
  return asked.more;]],
  },
  key = {
    "void", POSITION .. ", Key *key",
    "Key known = ask_key(" .. ASKED .. "); for (int i = 0; i < POSITION_WORDS; i++) key->word[i] = known.word[i];",
  },
}
