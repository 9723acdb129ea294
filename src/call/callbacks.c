#include "call/callbacks.h"

#include <math.h>

#include <lauxlib.h>

#include "base/clock.h"
#include "call/graph_job.h"
#include "call/job.h"
#include "call/result.h"
#include "rules/calls.h"
#include "rules/handles.h"
#include "rules/values.h"
#include "solve/location.h"
#include "search/run.h"
#include "search/share.h"
#include "unit/records.h"

/* progress(report): what is known now. */
static bool report_progress (Search *search) {
  Job *job = JOB_OF(search, search);
  lua_State *L = job->L;
  const Answer *answer = search_answer(search);
  luaL_checkstack(L, 20, NULL);
  lua_pushvalue(L, AT_PROGRESS);
  lua_createtable(L, 0, 12);
  result_set_line(L, job, answer);
  const uint64_t visits = search_visits(search) + share_visits(search);
  values_set_count(L, "nodes", visits);
  result_set_value(L, answer, answer->lower, answer->upper);
  values_set_count(L, "depth", (uint64_t)search->outcome.completed.depth);
  values_set_count(L, "visits", visits);
  values_set_count(L, "leaves", search->outcome.stats.leaves);
  values_set(L, "seconds", clock_now() - search->watch.started);
  if (search->algorithm == &retrograde) graph_job_set_progress(L, job);
  lua_call(L, 1, 1);
  bool go_on = !(lua_isboolean(L, -1) && !lua_toboolean(L, -1));
  lua_pop(L, 1);
  return go_on;
}

/* meanwhile() -> true if this search is of no more interest; or a better unit of the same rules, to go on with. */
static Stop ask_meanwhile (Search *search) {
  Job *job = JOB_OF(search, search);
  lua_State *L = job->L;
  lua_pushvalue(L, AT_MEANWHILE);
  lua_call(L, 0, 1);
  const Native *other = unit_native(L, -1);
  if (other == NULL) {
    Stop why = lua_toboolean(L, -1) ? STOP_SUPERSEDED : STOP_NONE;
    lua_pop(L, 1);
    return why;
  }
  lua_pushboolean(L, 1);
  lua_rawset(L, AT_KEPT);       /* the code lives as long as the job: it may be what calls us, and there may be records of it */
  if (other->run) search->asked.caller.meanwhile = NULL;        /* there is none better */
  else if (other->position == NULL) {           /* walks go on from integers to integers */
    unit_exchange(&job->compiled, other);
    job->native = other;
    return STOP_NONE;
  }
  job->other = other;
  run_anew(search);
  return STOP_NONE;
}

static void (*exchange (Search *search)) (Search *) {
  Job *job = JOB_OF(search, search);
  if (job->other == NULL || (job->other->position && search_keeps(search))) return NULL;        /* they hold records */
  job->lua.top = job->compiled.floor;           /* walks of an iteration that was left are over */
  unit_exchange(&job->compiled, job->other);
  if (job->other->position) {
    records_exchange(job->L, &job->compiled, &search->pass.root.position);
    for (Line *l = search->outcome.completed.line; l; l = l->rest) records_exchange(job->L, &job->compiled, &l->position);
  }
  job->native = job->other;
  job->other = NULL;
  return job_compiled(job);
}

/* In the place of a trace that wants no more: events are counted. */
static void count (Search *search, const Event *event) {
  (void)event;
  emitter_miss(JOB_OF(search, search)->emitter);
}

/* trace(event): what the search does at this moment. */
static void trace (Search *search, const Event *event) {
  Job *job = JOB_OF(search, search);
  if (!emitter_emit(job->emitter, job->L, job_rules(job), event)) search->asked.caller.trace = count;
}

/* select(node): which live child to descend to. */
static int choose (Search *search, const Choice *choice) { return view_choose(JOB_OF(search, search)->L, AT_SELECT, AT_VIEW, choice); }

/* pseudo(position, ply): is this node a pseudo-terminal? */
static bool is_pseudo (Search *search, const Position *position, int ply) {
  Job *job = JOB_OF(search, search);
  lua_State *L = job->L;
  lua_pushvalue(L, AT_PSEUDO);
  handles_push_position(L, job_rules(job), search->game->words, position);
  lua_pushinteger(L, ply);
  lua_call(L, 2, 1);
  bool answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

/* Calls the function in the option `name` with the `count` arguments on top, and pops the number that it returns. */
static double call_number (lua_State *L, int count, const char *name) {
  lua_call(L, count, 1);
  const double answer = lua_tonumber(L, -1);
  if (lua_type(L, -1) != LUA_TNUMBER || isnan(answer))
    luaL_error(L, "the function in option '%s' returned %s: expected a number", name, calls_name_value(L, lua_gettop(L)));
  lua_pop(L, 1);
  return answer;
}

/* The function in the option select of mcts (mean, visits, of): how good a child is to descend to. */
static double merit (Search *search, double mean, uint32_t visits, uint32_t of) {
  lua_State *L = JOB_OF(search, search)->L;
  luaL_checkstack(L, 20, NULL);
  lua_pushvalue(L, AT_SELECT);
  lua_pushnumber(L, mean);
  lua_pushinteger(L, visits);
  lua_pushinteger(L, of);
  return call_number(L, 3, "select");
}

/* The function in the option order (position, move, next): how good a successor is. */
static double judge (Search *search, const Node *n, const Node *child) {
  Job *job = JOB_OF(search, search);
  const LuaGame *lua = job_rules(job);
  lua_State *L = job->L;
  int words = search->game->words;
  luaL_checkstack(L, 20, NULL);
  lua_pushvalue(L, AT_JUDGE);
  handles_push_position(L, lua, words, &n->position);
  handles_push_move(L, lua, n->walk.move);
  handles_push_position(L, lua, words, &child->position);
  return call_number(L, 3, "order");
}

/* What a database says of a node: of the part where one was found last first. */
static bool look_up (Search *search, Node *n, Value *value) {
  Job *job = JOB_OF(search, search);
  Game *game = search->game;
  Database *db = job->known;
  Location location;
  Known known;
  if (game->player) n->player = game->player(game, &n->position);
  location_find(&location, game, db, &n->position, n->player);
  for (int i = 0; i < db->count; i++) {
    const int at = (job->known_part + i) % db->count;
    if (!location_has(&location, &db->parts[at].head)) continue;
    const Finding finding = database_look(db, &db->parts[at], location.key, &known);
    if (finding == DAMAGED) search->host->fail(search->host, "%s", db->directory.wrong);
    if (finding == NOT_FOUND) continue;
    job->known_part = at;
    if (location.negated) known.value = 0 - known.value;
    *value = known.value + (game->score ? game->score(game, &n->position) : 0);
    return true;
  }
  return false;
}

/* The function in the option rollout (position, player, ply, random): what the position is worth, about. */
static Value rollout (Search *search, const Node *n, uint64_t random) {
  Job *job = JOB_OF(search, search);
  lua_State *L = job->L;
  luaL_checkstack(L, 20, NULL);
  lua_pushvalue(L, AT_ROLLOUT);
  handles_push_position(L, job_rules(job), search->game->words, &n->position);
  lua_pushstring(L, values_player(n->player));
  lua_pushinteger(L, n->ply);
  lua_pushinteger(L, (lua_Integer)(random >> 1));       /* not below 0 */
  lua_call(L, 4, 1);
  Value value = lua_tonumber(L, -1);
  if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(value))
    luaL_error(L, "the function in option 'rollout' returned %s: expected a finite number", calls_name_value(L, lua_gettop(L)));
  if (value < search->pass.lower || value > search->pass.upper)
    luaL_error(L, "the function in option 'rollout' returned %s: outside the range of the game", calls_name_value(L, lua_gettop(L)));
  lua_pop(L, 1);
  return value;
}

const Caller callbacks = {
  .progress = report_progress, .meanwhile = ask_meanwhile, .exchange = exchange, .trace = trace, .choose = choose, .merit = merit,
  .is_pseudo = is_pseudo, .known = look_up, .judge = judge, .rollout = rollout
};
