/* The result of a search, as a table. */
#include "call/result.h"

#include <lauxlib.h>

#include "base/clock.h"
#include "call/graph_job.h"
#include "call/table.h"
#include "rules/handles.h"
#include "rules/values.h"

static const char *const stop_names[] = {NULL, "time", "nodes", "memory", "interrupted", "progress", "iterations", "superseded"};

void result_set_line (lua_State *L, const Job *job, const Answer *answer) {
  const LuaGame *lua = job_rules(job);
  const Line *line = answer->valued || answer->estimated ? answer->line : NULL;
  lua_newtable(L);
  const int moves = lua_gettop(L), positions = moves + 1, result = moves - 1;
  lua_newtable(L);
  for (int i = 1; line; line = line->rest, i++) {
    handles_push_move(L, lua, line->move);
    lua_rawseti(L, moves, i);
    handles_push_position(L, lua, job->search.game->words, &line->position);
    lua_rawseti(L, positions, i);
  }
  lua_setfield(L, result, "line");
  lua_rawgeti(L, moves, 1);
  lua_setfield(L, result, "move");
  lua_setfield(L, result, "pv");
}

static void push_stats (lua_State *L, const Job *job) {
  const Search *search = &job->search;
  const Stats *stats = &search->outcome.stats;
  lua_createtable(L, 0, 6);
  if (search->table) {
    lua_createtable(L, 0, 5);
    table_set_counts(L, &search->table->counts, &job->counts);
    lua_setfield(L, -2, "table");
  }
  values_set_count(L, "visits", search_visits(search) + search->team.visits_beside);
  values_set_count(L, "leaves", stats->leaves);
  values_set_count(L, "developed", stats->developed);
  values_set_count(L, "peak", stats->peak);
  values_set_count(L, "bytes", search->arena.peak + (search->table ? table_bytes(search->table) : 0) + table_bytes(&search->side_table));
}

/* result.proof: the solution trees, as texts. */
static void push_proof (lua_State *L, const Search *search) {
  lua_createtable(L, 0, 8);
  values_set_string(L, "min", search->outcome.certificates[0]);
  values_set_string(L, "max", search->outcome.certificates[1]);
  int depth = search_answer(search)->depth;
  if (depth < NO_HORIZON) values_set_count(L, "depth", (uint64_t)depth);
}

/* The depth that was completed; without a horizon, the greatest ply that was reached. */
static int completed_depth (const Job *job) {
  const Search *search = &job->search;
  if (search->outcome.completed.valued) return search->outcome.completed.depth < NO_HORIZON ? search->outcome.completed.depth : search->watch.deepest + 1;
  if (job->stopped != STOP_NONE) return 0;
  return search->outcome.answer.depth < NO_HORIZON ? search->outcome.answer.depth : search->watch.deepest + 1;
}

void result_set_value (lua_State *L, const Answer *answer, Value lower, Value upper) {
  /* also if no pass has found a move that has it */
  if (lower == upper) values_set(L, "value", lower);
  else if (answer->valued) values_set(L, "value", answer->value);
  if (answer->estimated) values_set(L, "estimate", answer->estimate);
  values_set(L, "lower", lower);
  values_set(L, "upper", upper);
}

/*
** Sets the value, its bounds and whether it is exact, in the table on top. Bounds of an iteration that is not completed hold for its own
** horizon, which no field states: if it was the first, nothing is known but the range.
*/
static void set_answer (lua_State *L, const Search *search) {
  const Answer *answer = search_answer(search);
  const bool nothing = search->asked.deepen && !search->outcome.completed.valued && answer->horizon && answer->depth < search->pass.end;
  const Value lower = nothing ? search->pass.lower : answer->lower, upper = nothing ? search->pass.upper : answer->upper;
  const bool exact = lower == upper;
  result_set_value(L, answer, lower, upper);
  values_set_flag(L, "exact", exact);
  values_set_flag(L, "solved", exact && !answer->horizon);
  values_set_flag(L, "selective", !exact && (answer->selective || (search->pass.techniques && search->pass.unfinished)));
  if (answer->distance != NO_DISTANCE) values_set_count(L, "distance", (uint64_t)answer->distance);
}

/* The list that moves are added to. */
typedef struct ResultMoves {
  lua_State *L;
  const Job *job;
} ResultMoves;

static void add_move (void *to, const MoveResult *result) {
  const ResultMoves *list = to;
  lua_State *L = list->L;
  const LuaGame *lua = job_rules(list->job);
  lua_createtable(L, 0, 6);
  handles_push_move(L, lua, result->move);
  lua_setfield(L, -2, "move");
  handles_push_position(L, lua, list->job->search.game->words, &result->position);
  lua_setfield(L, -2, "position");
  values_set_count(L, "visits", result->visits);
  values_set(L, "estimate", result->estimate);
  values_set(L, "lower", result->lower);
  values_set(L, "upper", result->upper);
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* Sets the list of moves, of a search that estimates, in the table on top. */
static void set_moves (lua_State *L, Job *job) {
  ResultMoves list = {L, job};
  lua_newtable(L);
  job->search.pass.list_moves(&job->search, add_move, &list);
  lua_setfield(L, -2, "moves");
}

int result_push (lua_State *L) {
  Job *job = lua_touserdata(L, AT_JOB);
  const Search *search = &job->search;
  const Answer *answer = search_answer(search);
  lua_settop(L, AT_PATH - 1);                   /* here the stack has slots only where handles are read */
  lua_getiuservalue(L, AT_JOB, JOB_PATH);
  lua_getiuservalue(L, AT_JOB, JOB_KEPT);
  luaL_checkstack(L, 20, NULL);
  lua_createtable(L, 0, 19);
  set_answer(L, search);
  result_set_line(L, job, answer);
  lua_getfield(L, -1, "line");
  lua_rawgeti(L, -1, 1);
  lua_setfield(L, -3, "position");
  lua_pop(L, 1);
  if (search->pass.list_moves) set_moves(L, job);
  values_set_string(L, "stopped", stop_names[job->stopped]);
  if (job->lack[0]) values_set_string(L, "lack", job->lack);
  if (job->stopped != STOP_NONE && search->outcome.open[MAX] > 0) {
    values_set_count(L, "proof_number", search->outcome.open[MAX]);
    values_set_count(L, "disproof_number", search->outcome.open[MIN]);
  }
  values_set_count(L, "depth", (uint64_t)completed_depth(job));
  push_stats(L, job);
  lua_setfield(L, -2, "stats");
  lua_pushnumber(L, clock_now() - search->watch.started);
  lua_setfield(L, -2, "seconds");
  values_set_string(L, "algorithm", search->algorithm->id);
  if (search->team.helped_by) {
    values_set_count(L, "threads", (uint64_t)search->team.helpers + 1);
    values_set_string(L, "helped_by", search->team.helped_by);
  }
  if (search->algorithm == &retrograde) graph_job_set_result(L, job);
  if (search->outcome.certificates[0] || search->outcome.certificates[1]) {
    push_proof(L, search);
    lua_setfield(L, -2, "proof");
  }
  const Figures *figures = &search->outcome.figures;
  if (figures->of[0] != 0) {
    lua_newtable(L);
    for (int i = 0; figures->names[i]; i++) values_set(L, figures->names[i], figures->of[i]);
    lua_setfield(L, -2, search->algorithm->id);
  }
  values_set_flag(L, "native", job->native != NULL);
  if (job->emitter && emitter_missed(job->emitter) > 0) values_set_count(L, "untold", emitter_missed(job->emitter));
  return 1;
}
