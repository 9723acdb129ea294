/* The protected call. How a job is made up, job.h says. */
#include "binding/search.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <lauxlib.h>

#include "algo/list.h"
#include "binding/calls.h"
#include "binding/database.h"
#include "binding/job.h"
#include "binding/records.h"
#include "binding/rules.h"
#include "binding/table.h"
#include "search/run.h"
#include "search/visit.h"

#define JOB "gts.job"
#define TRACEBACK "gts.traceback"

/* What unwinds when a search is stopped: any value would do that no rules can make. */
static const char STOPPED = 0;

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
  job->stopped = why;
  lua_pushlightuserdata(job->L, (void *)&STOPPED);
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
  lua_pushlightuserdata(L, (void *)&STOPPED);
  lua_error(L);
}

/* Not an algorithm, but asked for like one: the "line" of its answer is all successors, and 1 means that MAX moves, -1 MIN. */
static void list_successors (Search *s) {
  Node *n = &s->root, child;
  Line **end = &n->line;
  bool more = !visit_leaf(s, n) && visit_first(s, n, &child);
  for (; more; more = visit_pull(s, n, &child), end = &(*end)->rest)
    *end = line_cons(&s->lines, n->walk.move, &child.position, NULL);
  publish_conclusion(s, n->player == MAX ? 1 : -1);
}

static const Algorithm successors = {.id = "successors", .alternative = true, .run = list_successors};

/* How many moves `n` has, in a game that gives them without positions. */
static uint64_t count_moves (Search *s, Node *n) {
  Node child;
  uint64_t count = 0;
  visit_player(s, n);
  visit_open(s, n, &child);
  while (visit_step(s, n)) count++;
  return count;
}

/* Nor is this: the paths to the horizon, counted as leaves; nothing is evaluated, and no position made that nobody sees. */
static void count_paths (Search *s, Node *n) {
  Node child;
  if (visit_leaf(s, n)) {
    if (n->ply >= s->depth) s->stats.leaves++;
    return;
  }
  if (visit_has_moves(s) && n->ply == s->depth - 1) {
    s->stats.leaves += count_moves(s, n);
    return;
  }
  for (bool more = visit_first(s, n, &child); more; more = visit_next(s, n, &child)) count_paths(s, &child);
}

static void run_perft (Search *s) {
  count_paths(s, &s->root);
  publish_conclusion(s, 0);
}

static const Algorithm perft = {.id = "perft", .alternative = true, .run = run_perft};

static const Algorithm *find_algorithm (lua_State *L) {
  lua_getfield(L, AT_OPTIONS, "algorithm");
  const char *id = luaL_checkstring(L, -1);
  const Algorithm *algorithm = algorithm_find(id);
  if (strcmp(id, successors.id) == 0) algorithm = &successors;
  if (strcmp(id, perft.id) == 0) algorithm = &perft;
  if (strcmp(id, retrograde.id) == 0) algorithm = &retrograde;
  if (algorithm == NULL) luaL_error(L, "unknown algorithm '%s'", id);
  lua_pop(L, 1);
  return algorithm;
}

/* The protected part. */

static void look (CompiledGame *compiled) { visit_look(&JOB_OF(compiled, compiled)->search); }

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
  if (job->by_rules) return job->native ? job->native->run : NULL;
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

/* A whole graph is to be solved, into the database in the options. */
static void take_graph (Job *job, lua_State *L) {
  enum { MEMORY = 30 };                 /* 1 GB */
  const size_t limit = job->search.arena.limit;
  lua_getfield(L, AT_OPTIONS, "database");
  job->retrograde = (Retrograde){.db = database_at(L, -1), .memory = limit ? limit : (size_t)1 << MEMORY};
  if (!job->retrograde.db) luaL_error(L, "there is no database for what is solved");
  lua_pop(L, 1);
  job->search.arena.limit = 0;
  job->search.task = &job->retrograde;
}

/* (job, game, options): lays out the stack as lua_game.h has it, and searches. */
static int run (lua_State *L) {
  Job *job = lua_touserdata(L, AT_JOB);
  Search *search = &job->search;
  luaL_checkstack(L, 2 * MOST_WORDS + 40, NULL);
  job->L = L;
  const Algorithm *algorithm = find_algorithm(L);
  bool bounds = options_bounds(L), informed = algorithm->informed && bounds;
  bool settles = options_settles(L);            /* a win is told by the range, whoever searches */
  bool needs_range = informed || algorithm == &retrograde || (bounds && settles && !algorithm->alternative);
  Game *game = job->by_rules ? use_rules(job, L, needs_range) : use_tree(job, L);
  Position first = options_position(job, L, game);
  if (job->native && job->native->position) adopt_first(job, L, &first);
  job->compiled.floor = job->lua.top;           /* the first position may hold a slot below */
  search_init(search, game, &job->host, algorithm, &first, 0);
  job->opened = true;
  search->informed = informed;
  options_read(job, L);
  if (algorithm == &retrograde) take_graph(job, L);
  if (job->known) search->caller.known = algorithm == &retrograde ? NULL : search->caller.known;
  run_search(search, search->caller.trace || search->caller.known ? NULL : compiled_run(L, job));
  return 0;
}

/* The message handler: notes where an error came from, and about which position, and hands it on unchanged. Its upvalue is the job. */
static int note_traceback (lua_State *L) {
  Job *job = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_touserdata(L, 1) == &STOPPED) return 1;
  if (job->by_rules && job->lua.asked) job->culprit = *job->lua.about;
  lua_settop(L, 1);
  lua_createtable(L, 2, 0);
  luaL_traceback(L, L, NULL, 1);
  lua_rawseti(L, 2, 1);
  lua_pushvalue(L, 1);
  lua_rawseti(L, 2, 2);
  lua_setfield(L, LUA_REGISTRYINDEX, TRACEBACK);
  return 1;
}

int search_traceback (lua_State *L) {
  if (lua_getfield(L, LUA_REGISTRYINDEX, TRACEBACK) != LUA_TTABLE) return 0;
  lua_rawgeti(L, -1, 1);
  lua_rawgeti(L, -2, 2);
  return 2;
}

/* Does a message begin with the place it was raised at, as "file:12: "? Others are values that somebody may wait for. */
static bool has_place (const char *message) {
  for (const char *at = strchr(message, ':'); at; at = strchr(at + 1, ':')) {
    size_t digits = strspn(at + 1, "0123456789");
    if (digits > 0 && at[digits + 1] == ':' && at[digits + 2] == ' ') return true;
  }
  return false;
}

/* (job, rules, message): the message, and which position the rules were asked about. A Lua function, called protected. */
static int name_culprit (lua_State *L) {
  enum { RULES = 2, MESSAGE, PATH, KEPT, LONGEST = 400 };
  Job *job = lua_touserdata(L, AT_JOB);
  lua_getiuservalue(L, AT_JOB, JOB_PATH);
  lua_getiuservalue(L, AT_JOB, JOB_KEPT);
  const char *text = calls_describe_from(L, RULES, PATH, KEPT, job->lua.words, &job->culprit);
  if (strlen(text) > LONGEST) text = lua_pushfstring(L, "%s...", lua_pushlstring(L, text, LONGEST));
  lua_pushfstring(L, "%s (in rules.%s of position %s)", lua_tostring(L, MESSAGE), job->lua.asked, text);
  if (lua_getfield(L, LUA_REGISTRYINDEX, TRACEBACK) == LUA_TTABLE) {
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, 2);
  }
  lua_pop(L, 1);
  return 1;
}

/* The error on top came out of the rules: names the position, unless it is a value of their own. */
static void explain (Job *job, lua_State *L, int at, int game) {
  if (!job->by_rules || !job->opened || !job->lua.asked || lua_type(L, -1) != LUA_TSTRING || !has_place(lua_tostring(L, -1))) return;
  lua_pushcfunction(L, name_culprit);
  lua_pushvalue(L, at);
  lua_pushvalue(L, game);
  lua_pushvalue(L, -4);
  if (lua_pcall(L, 3, 1, 0) == LUA_OK) lua_remove(L, -2);
  else lua_pop(L, 1);
}

/* Gives back all that the search holds. */
static void close_search (Job *job, lua_State *L) {
  job->L = L;
  if (job->lasting) table_release(job->lasting);
  job->lasting = NULL;
  retrograde_close(&job->retrograde);
  if (job->opened) search_close(&job->search);
  records_close(&job->compiled);
  job->opened = false;
}

/* The net: by now a table may have been collected itself, and need not be released. */
static int job_close (lua_State *L) {
  Job *job = lua_touserdata(L, 1);
  job->lasting = NULL;
  close_search(job, L);
  return 0;
}

static Job *new_job (lua_State *L) {
  Job *job = lua_newuserdatauv(L, sizeof *job, JOB_VALUES);
  memset(job, 0, sizeof *job);
  luaL_setmetatable(L, JOB);
  job->L = L;
  job->host = (Host){host_allocate, host_leave, host_fail, NULL};
  return job;
}

int search_call (lua_State *L) {
  enum { GAME = 1, OPTIONS, HANDLER, AT };
  luaL_checktype(L, OPTIONS, LUA_TTABLE);
  lua_settop(L, OPTIONS);
  Job *job = new_job(L);
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, note_traceback, 1);
  lua_insert(L, HANDLER);
  job->by_rules = lua_istable(L, GAME);

  lua_pushcfunction(L, run);
  lua_pushvalue(L, AT);
  lua_pushvalue(L, GAME);
  lua_pushvalue(L, OPTIONS);
  interrupt_begin(&job->interrupt, L, on_interrupt);
  job->host.interrupted = interrupt_flag();
  int status = lua_pcall(L, 3, 0, HANDLER);
  interrupt_end(&job->interrupt);
  if (job->view) view_close(job->view);
  if (job->teller) teller_close(job->teller);

  /* A limit that was reached is no error, even if rules caught and wrapped what unwound. */
  if (status == LUA_OK || (job->stopped != STOP_NONE && job->opened)) {
    lua_settop(L, AT);
    lua_pushcfunction(L, result_push);
    lua_pushvalue(L, AT);
    status = lua_pcall(L, 1, 1, 0);
  } else explain(job, L, AT, GAME);
  close_search(job, L);
  if (status != LUA_OK) lua_error(L);
  return 1;
}

void search_register (lua_State *L) {
  luaL_newmetatable(L, JOB);
  lua_pushcfunction(L, job_close);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}
