/* The protected call. How a job is made up, job.h says. */
#include "call/search.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <lauxlib.h>

#include "algo/window/native/on_trees.h"
#include "call/algorithms.h"
#include "call/error_origin.h"
#include "call/graph_job.h"
#include "call/helpers.h"
#include "call/job.h"
#include "call/options.h"
#include "call/result.h"
#include "call/watchdog.h"
#include "call/table.h"
#include "rules/guest.h"
#include "rules/handles.h"
#include "rules/rules.h"
#include "search/run.h"
#include "search/share.h"
#include "system/metatable.h"
#include "unit/records.h"

#define JOB "gts.job"

/* The host. */

/* Where there is not enough memory Lua's garbage may make room, as it does for Lua itself. */
static void *host_allocate (Host *host, void *block, size_t old_size, size_t new_size) {
  void *data;
  lua_State *L = JOB_OF(host, host)->L;
  lua_Alloc allocate = lua_getallocf(L, &data);
  void *made = allocate(data, block, block ? old_size : 0, new_size);
  if (made || new_size == 0) return made;
  lua_gc(L, LUA_GCCOLLECT);
  return allocate(data, block, block ? old_size : 0, new_size);
}

static void host_leave (Host *host, Stop why) {
  Job *job = JOB_OF(host, host);
  if (why == STOP_INTERRUPTED) interrupt_heard();
  job->stopped = why;
  error_origin_push_stop(job->L);
  lua_error(job->L);
}

static void host_fail (Host *host, const char *format, ...) {
  enum { LONGEST = 500 };
  char text[LONGEST];
  lua_State *L = JOB_OF(host, host)->L;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  luaL_checkstack(L, 20, NULL);
  lua_pushstring(L, text);
  lua_error(L);
}

/* Ctrl-C while a rule runs. */
static void on_interrupt (lua_State *L, Interrupt *interrupt) {
  JOB_OF(interrupt, interrupt)->stopped = STOP_INTERRUPTED;
  error_origin_push_stop(L);
  lua_error(L);
}

static const Algorithm *find_algorithm (lua_State *L) {
  lua_getfield(L, AT_OPTIONS, "algorithm");
  const char *id = luaL_checkstring(L, -1);
  const Algorithm *algorithm = strcmp(id, retrograde.id) == 0 ? &retrograde : algorithms_find(L, id);
  if (algorithm == NULL) luaL_error(L, "unknown algorithm '%s'", id);
  lua_pop(L, 1);
  return algorithm;
}

/* The protected part. */

static void look (CompiledGame *compiled) { watch_look(&JOB_OF(compiled, compiled)->search); }

static Game *use_rules (Job *job, lua_State *L, bool informed) {
  rules_open(&job->lua, L, &job->host, &job->search.arena, informed);
  lua_pushvalue(L, AT_PATH);
  lua_setiuservalue(L, AT_JOB, JOB_PATH);       /* the answer is read when this stack is gone */
  lua_pushvalue(L, AT_KEPT);
  lua_setiuservalue(L, AT_JOB, JOB_KEPT);
  lua_getfield(L, AT_OPTIONS, "unit");
  job->native = unit_native(L, -1);
  lua_setiuservalue(L, AT_JOB, JOB_UNIT);       /* the code lives as long as the game */
  if (!job->native) return &job->lua.game;
  lua_getfield(L, AT_OPTIONS, "metatables");
  lua_setfield(L, AT_KEPT, HANDLES_METATABLES);
  unit_open_game(&job->compiled, job->native, &job->lua, look);
  return &job->compiled.game;
}

static Game *use_tree (Job *job, lua_State *L) {
  job->tree = trees_open(L, AT_RULES, &job->host);
  lua_settop(L, AT_KEPT);
  return &job->tree.game;
}

/* The algorithm compiled together with the game; NULL: there is none, or native = false. */
static void (*compiled_run (lua_State *L, const Job *job)) (Search *) {
  if (job->by_rules || job->search.asked.caller.trace || job->search.asked.caller.known) return job_compiled(job);
  lua_getfield(L, AT_OPTIONS, "native");
  bool wanted = !lua_isboolean(L, -1) || lua_toboolean(L, -1);
  lua_pop(L, 1);
  const ImplicitTree *tree = wanted ? trees_as_implicit(&job->tree) : NULL;
  return tree ? algorithm_on_trees(job->search.algorithm, tree) : NULL;
}

/* The first position becomes a record, if positions of the compiled rules are. */
static void adopt_first (Job *job, lua_State *L, Position *first) {
  handles_push(L, first->word[0], first->word[1]);
  int64_t slot = records_adopt_first(L, &job->compiled, lua_gettop(L));
  lua_pop(L, 1);
  if (slot) first->word[1] = slot;
}

/* (job, game, options): lays out the stack as lua_game.h has it, and searches. */
static int run (lua_State *L) {
  Job *job = lua_touserdata(L, AT_JOB);
  Search *search = &job->search;
  luaL_checkstack(L, 2 * MOST_WORDS + 40, NULL);
  job->L = L;
  const Algorithm *algorithm = find_algorithm(L);
  bool bounds = options_bounds(L), informed = algorithm->informed && bounds;
  bool settles = options_settles(L);            /* for all algorithms: a win is known by the range */
  bool needs_range = informed || algorithm == &retrograde || (bounds && settles && !algorithm->alternative);
  Game *game = job->by_rules ? use_rules(job, L, needs_range) : use_tree(job, L);
  Position first = options_position(job, L, game);
  if (job->native && job->native->position) adopt_first(job, L, &first);
  job->compiled.floor = job->lua.top;           /* the first position may hold a slot below */
  search_init(search, game, &job->host, algorithm, &first, 0);
  job->opened = true;
  search->asked.informed = informed;
  options_read(job, L);
  job->lua.about = NULL;        /* it may have asked for the key of the first position */
  if (algorithm == &retrograde) graph_job_open(job, L);
  helpers_allow(job);
  run_search(search, compiled_run(L, job));
  return 0;
}

/* Gives back all that the search holds. */
static void close_search (Job *job, lua_State *L) {
  job->L = L;
  if (job->lasting) table_release(job->lasting);
  job->lasting = NULL;
  if (job->guest) job->guest->release(job->task);
  job->guest = NULL;
  retrograde_close(&job->retrograde);
  if (job->opened) {
    share_close(&job->search);
    search_close(&job->search);
  }
  records_close(&job->compiled);
  job->opened = false;
}

/* The net: by now a table may have been collected itself, and need not be released. */
static int job_close (lua_State *L) {
  Job *job = lua_touserdata(L, 1);
  job->lasting = NULL;
  job->guest = NULL;
  close_search(job, L);
  return 0;
}

static Job *new_job (lua_State *L) {
  Job *job = lua_newuserdatauv(L, sizeof *job, JOB_VALUES);
  memset(job, 0, sizeof *job);
  job->L = L;
  job->host = (Host){.allocate = host_allocate, .leave = host_leave, .fail = host_fail, .protect = helpers_protect};
  return job;
}

static const MetatableKind kind = {JOB, (const luaL_Reg[]){{"__gc", job_close}, {NULL, NULL}}, NULL};

int search_call (lua_State *L) {
  enum { GAME = 1, OPTIONS, HANDLER, AT };
  luaL_checktype(L, OPTIONS, LUA_TTABLE);
  lua_settop(L, OPTIONS);
  Job *job = new_job(L);
  error_origin_push_handler(L, job);
  lua_insert(L, HANDLER);
  job->by_rules = lua_istable(L, GAME);

  lua_pushcfunction(L, run);
  lua_pushvalue(L, AT);
  lua_pushvalue(L, GAME);
  lua_pushvalue(L, OPTIONS);
  metatable_want(L, &kind);
  Job *outer = watchdog_enter(L, job, AT);       /* may raise an error: before any other code knows the job */
  lua_pushvalue(L, AT);
  luaL_setmetatable(L, JOB);    /* not before: for want of memory Lua could not call the finalizer, and would warn of it */
  lua_pop(L, 1);
  interrupt_begin(&job->interrupt, L, on_interrupt);
  job->host.interrupted = interrupt_flag();
  int status = lua_pcall(L, 3, 0, HANDLER);
  watchdog_leave(L, outer);
  if (job->opened && job->search.team.helper > 0) helpers_serve(job, L, AT, GAME);
  share_stop(&job->search);
  interrupt_end(&job->interrupt);
  if (job->view) view_close(job->view);
  if (job->emitter) emitter_close(job->emitter);
  if (job->script) job->script->script = NULL;

  /* A limit that was reached is no error, even if rules caught and wrapped what unwound. */
  if (status == LUA_OK || (job->stopped != STOP_NONE && job->opened)) {
    lua_settop(L, AT);
    lua_pushcfunction(L, result_push);
    lua_pushvalue(L, AT);
    status = lua_pcall(L, 1, 1, 0);
  } else if (job->stopped == STOP_INTERRUPTED) {        /* before it had begun */
    lua_settop(L, AT);
    lua_pushliteral(L, "interrupted");
  } else if (!graph_job_ended_elsewhere(job)) error_origin_explain(L, AT, GAME);
  graph_job_leave(job, L, status);
  const Caller *by = &job->search.asked.caller;
  const bool called = job->lua.about || job->script || job->task || by->progress || by->trace || by->choose || by->is_pseudo || by->judge
    || by->rollout;
  close_search(job, L);
  lua_pushnil(L);
  lua_setmetatable(L, AT);      /* no finalizer any more, for the same reason */
  if (status != LUA_OK) lua_error(L);
  lua_pushboolean(L, !called);
  return 2;
}
