/*
** A search is one userdata, the job, and one protected call. The job owns the memory and is emptied when the call is over,
** however it ended: by its end, by a limit (host_leave), by an error inside rules. If even that is not reached, __gc does it.
*/
#include "binding/search.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "algo/algorithm.h"
#include "base/clock.h"
#include "binding/interrupt.h"
#include "binding/native.h"
#include "binding/rules.h"
#include "binding/table.h"
#include "binding/trees.h"
#include "binding/view.h"
#include "search/order.h"

#define JOB "gts.job"
#define TRACEBACK "gts.traceback"
#define TABLE_BYTES ((size_t)64 << 20)  /* of a table that lasts for one search */
#define LONGEST_PATH 1000000

typedef struct Job {
  Search search;
  Host host;
  LuaGame lua;
  CompiledGame compiled;        /* in front of `lua`, where rules are compiled */
  const Native *native;
  TreeGame tree;
  Ordering order;
  Table *lasting;       /* the table of the option, if it outlasts the search */
  TableCounts counts;   /* of the table, before */
  Interrupt interrupt;
  lua_State *L;
  const Algorithm *algorithm;
  View *view;           /* its fourth user value; NULL if no rule needs one */
  Stop stopped;
  bool by_rules;        /* the game is served by `lua`, not `tree` */
  bool opened;
} Job;

/* What unwinds when a search is stopped: any value would do that no rules can make. */
static const char STOPPED = 0;

static const char *const stop_names[] = {NULL, "time", "nodes", "memory", "interrupted", "progress", "superseded"};

#define JOB_OF(member, pointer) ((Job *)(void *)((char *)(pointer) - offsetof(Job, member)))

/* The host. */

static void *host_allocate (Host *host, void *block, size_t old_size, size_t new_size) {
  void *data;
  lua_Alloc allocate = lua_getallocf(JOB_OF(host, host)->L, &data);
  return allocate(data, block, block ? old_size : 0, new_size);
}

static void host_leave (Host *host, Stop why) {
  Job *job = JOB_OF(host, host);
  job->stopped = why;
  lua_pushlightuserdata(job->L, (void *)&STOPPED);
  lua_error(job->L);
}

static void host_fail (Host *host, const char *format, ...) {
  lua_State *L = JOB_OF(host, host)->L;
  va_list arguments;
  luaL_checkstack(L, 20, NULL);
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  lua_error(L);
}

/* Ctrl-C while a rule runs. */
static void on_interrupt (lua_State *L, Interrupt *interrupt) {
  JOB_OF(interrupt, interrupt)->stopped = STOP_INTERRUPTED;
  lua_pushlightuserdata(L, (void *)&STOPPED);
  lua_error(L);
}

/* Options: a table, already checked, at stack index `options`. */

static bool has_option (lua_State *L, int options, const char *name) {
  return lua_getfield(L, options, name) != LUA_TNIL;
}

static double number_option (lua_State *L, int options, const char *name, double otherwise) {
  double value = has_option(L, options, name) ? lua_tonumber(L, -1) : otherwise;
  lua_pop(L, 1);
  return value;
}

static bool flag_option (lua_State *L, int options, const char *name, bool otherwise) {
  bool value = has_option(L, options, name) ? lua_toboolean(L, -1) : otherwise;
  lua_pop(L, 1);
  return value;
}

/* A count: no option, or one too large to be reached, is 0 for no limit. */
static uint64_t count_option (lua_State *L, int options, const char *name) {
  double value = number_option(L, options, name, 0);
  return value < 1e18 ? (uint64_t)value : 0;
}

/* Not an algorithm, but asked for like one: the "line" of its answer is all successors, and 1 means that MAX moves, -1 MIN. */
static void list_successors (Search *s) {
  Node *n = &s->root, child;
  Line **end = &n->line;
  bool more = !search_leaf(s, n) && search_first(s, n, &child);
  for (; more; more = search_pull(s, n, &child), end = &(*end)->rest)
    *end = line_cons(&s->lines, n->walk.move, &child.position, NULL);
  search_conclude(s, n->player == MAX ? 1 : -1);
}

static const Algorithm successors = {.id = "successors", .needs = "", .options = "", .alternative = true, .run = list_successors};

static const Algorithm *find_algorithm (lua_State *L, int options) {
  const char *id = has_option(L, options, "algorithm") ? lua_tostring(L, -1) : "alphabeta";
  if (id && strcmp(id, successors.id) == 0) {
    lua_pop(L, 1);
    return &successors;
  }
  for (int i = 0; algorithms[i]; i++)
    if (id && strcmp(algorithms[i]->id, id) == 0) {
      lua_pop(L, 1);
      return algorithms[i];
    }
  luaL_error(L, "unknown algorithm '%s'", id ? id : "?");
  return NULL;
}

/* Is `word` one of the words of a list that is separated by blanks? */
static bool has_word (const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
  return false;
}

static void read_window (lua_State *L, int options, Search *search) {
  if (has_option(L, options, "window")) {
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    search->alpha = lua_tonumber(L, -2);
    search->beta = lua_tonumber(L, -1);
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}

/* An option of the algorithm's own, as a number. */
static double own_option (Search *search, const char *name, double otherwise) {
  lua_State *L = JOB_OF(search, search)->L;
  if (has_option(L, AT_OPTIONS, name)) otherwise = lua_isboolean(L, -1) ? lua_toboolean(L, -1) : lua_tonumber(L, -1);
  lua_pop(L, 1);
  return otherwise;
}

/* Callbacks. */

static void set_number (lua_State *L, const char *name, Value value) {
  lua_Integer integer;
  if (lua_numbertointeger(value, &integer) && (Value)integer == value) lua_pushinteger(L, integer);
  else lua_pushnumber(L, value);
  lua_setfield(L, -2, name);
}

static void set_count (lua_State *L, const char *name, uint64_t count) {
  lua_pushinteger(L, (lua_Integer)count);
  lua_setfield(L, -2, name);
}

/* Pushes the moves of a line, and its positions. */
static void push_line (lua_State *L, Job *job, const Line *line) {
  LuaGame *lua = job->by_rules ? &job->lua : NULL;
  lua_newtable(L);
  int moves = lua_gettop(L), positions = moves + 1;
  lua_newtable(L);
  for (int i = 1; line; line = line->rest, i++) {
    rules_push_move(L, lua, line->move);
    lua_rawseti(L, moves, i);
    rules_push_position(L, lua, job->search.game->words, &line->position);
    lua_rawseti(L, positions, i);
  }
}

/* progress(report): what is known now. */
static bool report_progress (Search *search) {
  Job *job = JOB_OF(search, search);
  lua_State *L = job->L;
  const Answer *answer = search_answer(search);
  luaL_checkstack(L, 20, NULL);
  lua_pushvalue(L, AT_PROGRESS);
  push_line(L, job, answer->valued ? answer->line : NULL);
  lua_createtable(L, 0, 12);
  lua_insert(L, -3);
  lua_setfield(L, -3, "line");
  lua_rawgeti(L, -1, 1);
  lua_setfield(L, -3, "move");
  lua_setfield(L, -2, "pv");
  set_count(L, "nodes", search_visits(search));
  if (answer->valued) set_number(L, "value", answer->value);
  set_number(L, "lower", answer->lower);
  set_number(L, "upper", answer->upper);
  set_count(L, "depth", (uint64_t)search->completed.depth);
  set_count(L, "visits", search_visits(search));
  set_count(L, "leaves", search->stats.leaves);
  set_number(L, "seconds", clock_now() - search->started);
  lua_call(L, 1, 1);
  bool go_on = !(lua_isboolean(L, -1) && !lua_toboolean(L, -1));
  lua_pop(L, 1);
  return go_on;
}

/* meanwhile() -> true if this search is of no more interest. */
static Stop ask_meanwhile (Search *search) {
  lua_State *L = JOB_OF(search, search)->L;
  lua_pushvalue(L, AT_MEANWHILE);
  lua_call(L, 0, 1);
  Stop why = lua_toboolean(L, -1) ? STOP_SUPERSEDED : STOP_NONE;
  lua_pop(L, 1);
  return why;
}

static void look (CompiledGame *compiled) { search_look(&JOB_OF(compiled, compiled)->search); }

/* Pushes the Dewey code of a node. */
static void push_path (lua_State *L, const Node *node) {
  luaL_Buffer text;
  const Node **nodes = lua_newuserdatauv(L, sizeof *nodes * (size_t)(node->ply + 1), 0);
  for (const Node *n = node; n; n = n->parent) nodes[n->ply] = n;
  luaL_buffinit(L, &text);
  for (int ply = 0; ply < node->ply; ply++) {
    lua_pushfstring(L, ply ? ".%I" : "%I", (LUAI_UACINT)nodes[ply]->walk.index);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  lua_remove(L, -2);
}

/* trace(event): what the search does at this moment. */
static void trace (Search *search, const Event *event) {
  static const char *const kinds[] = {"develop", "leaf", "bound", "cutoff", "pass", "table"};
  Job *job = JOB_OF(search, search);
  lua_State *L = job->L;
  const Node *node = event->node;
  luaL_checkstack(L, 20, NULL);
  lua_pushvalue(L, AT_TRACE);
  lua_createtable(L, 0, 9);
  lua_pushstring(L, kinds[event->kind]);
  lua_setfield(L, -2, "kind");
  push_path(L, node);
  lua_setfield(L, -2, "path");
  set_count(L, "ply", (uint64_t)node->ply);
  rules_push_position(L, job->by_rules ? &job->lua : NULL, search->game->words, &node->position);
  lua_setfield(L, -2, "position");
  if (event->kind == EVENT_PASS && event->value < NO_HORIZON) set_number(L, "depth", event->value);
  else if (event->kind == EVENT_PASS) ;
  else if (event->kind != EVENT_DEVELOP) set_number(L, "value", event->value);
  if (event->kind == EVENT_DEVELOP || event->kind == EVENT_CUTOFF) {
    lua_pushstring(L, node->player == MAX ? "max" : "min");
    lua_setfield(L, -2, "player");
  }
  if (event->kind != EVENT_DEVELOP && event->kind != EVENT_LEAF) {
    set_number(L, "alpha", event->alpha);
    set_number(L, "beta", event->beta);
  }
  if (event->kind == EVENT_BOUND) {
    set_number(L, "lower", node->lower);
    set_number(L, "upper", node->upper);
  }
  lua_call(L, 1, 0);
}

/* select(node): which live child to descend to. */
static int choose (Search *search, const Choice *choice) {
  return view_choose(JOB_OF(search, search)->L, AT_SELECT, AT_VIEW, choice);
}

/* pseudo(position, ply): is this node a pseudo-terminal? */
static bool is_pseudo (Search *search, const Position *position, int ply) {
  Job *job = JOB_OF(search, search);
  lua_State *L = job->L;
  lua_pushvalue(L, AT_PSEUDO);
  rules_push_position(L, job->by_rules ? &job->lua : NULL, search->game->words, position);
  lua_pushinteger(L, ply);
  lua_call(L, 2, 1);
  bool answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

/* The protected part. */

static Game *use_rules (Job *job, lua_State *L, bool informed) {
  rules_open(&job->lua, L, &job->host, informed);
  lua_pushvalue(L, AT_PATH);
  lua_setiuservalue(L, AT_JOB, 1);              /* the answer is read when this stack is gone */
  lua_pushvalue(L, AT_KEPT);
  lua_setiuservalue(L, AT_JOB, 2);
  lua_getfield(L, AT_OPTIONS, "unit");
  job->native = native_unit(L, -1);
  lua_setiuservalue(L, AT_JOB, 3);              /* the code lives as long as the game */
  if (!job->native) return &job->lua.game;
  native_open_game(&job->compiled, job->native, &job->lua, look);
  return &job->compiled.game;
}

/* The first position: the option, else where the game starts. */
static Position first_position (Job *job, lua_State *L, Game *game) {
  LuaGame *lua = job->by_rules ? &job->lua : NULL;
  if (!has_option(L, AT_OPTIONS, "position")) {
    lua_pop(L, 1);
    if (!lua) return trees_start(&job->tree);
    lua_getfield(L, AT_RULES, "start");
  }
  Position first = rules_read_position(L, -1, game->words, lua, "the position");
  lua_pop(L, 1);
  if (!lua) trees_begin(L, &job->tree, &first);
  return first;
}

static void read_limits (lua_State *L, Search *search) {
  double depth = number_option(L, AT_OPTIONS, "depth", NO_HORIZON);
  search->depth = depth < NO_HORIZON ? (int)depth : NO_HORIZON;
  search->time_limit = number_option(L, AT_OPTIONS, "time", 0);
  if (isinf(search->time_limit)) search->time_limit = 0;
  search->node_limit = count_option(L, AT_OPTIONS, "nodes");
  search->solution = flag_option(L, AT_OPTIONS, "solution", false);
  search->deepen = flag_option(L, AT_OPTIONS, "deepen", search->time_limit > 0);
  double longest = number_option(L, AT_OPTIONS, "longest", LONGEST_PATH);
  search->longest = longest < NO_HORIZON ? (int)longest : NO_HORIZON;
  read_window(L, AT_OPTIONS, search);
}

/* How much of the memory allowed a table of the search itself may take. */
static size_t table_share (const Job *job, double bytes) {
  size_t limit = job->search.arena.limit, most = (size_t)1 << 60;
  size_t size = bytes < (double)most ? (size_t)bytes : most;
  return limit && size > limit / 2 ? limit / 2 : size;
}

/* A table of the search itself, unless the option gives one that is to last. */
static void open_table (Job *job, lua_State *L) {
  Search *search = &job->search;
  Game *game = search->game;
  bool needed = has_word(job->algorithm->needs, "key"), given = has_option(L, AT_OPTIONS, "table");
  if (!needed && !given) return;
  if (job->by_rules) rules_open_keys(&job->lua, &search->root.position);
  if (job->native) native_open_keys(&job->compiled);
  if (game->key_words == 0)
    luaL_error(L, "%s needs rules.key%s: the positions are neither integers nor strings", job->algorithm->id,
               needed ? "" : " for its table");
  if (given && lua_isuserdata(L, -1)) {
    search->table = job->lasting = table_use(L, -1, game->key_words);
  } else {
    double bytes = given ? lua_tonumber(L, -1) : (double)TABLE_BYTES;
    table_init(&search->own_table, &job->host, game->key_words, table_share(job, bytes));
    if (search->arena.limit) search->arena.limit -= search->own_table.bytes;
    search->table = &search->own_table;
  }
  job->counts = search->table->counts;
}

/* What the caller's function says of a successor. */
static double judge (Search *search, const Node *n, const Node *child) {
  Job *job = JOB_OF(search, search);
  return rules_judge(job->by_rules ? &job->lua : NULL, job->L, search->game->words, &n->position, n->walk.move, &child->position);
}

/* One method of ordering, on top of the stack: a name, or a function. */
static OrderMethod read_method (lua_State *L) {
  static const char *const methods[] = {"table", "killer", "history", "lookahead", NULL};
  if (lua_type(L, -1) == LUA_TSTRING) return (OrderMethod)luaL_checkoption(L, -1, NULL, methods);
  lua_pushvalue(L, -1);
  lua_replace(L, AT_JUDGE);
  return ORDER_BY_FUNCTION;
}

static void open_order (Job *job, lua_State *L) {
  Ordering *order = &job->order;
  if (!has_option(L, AT_OPTIONS, "order")) return;
  memset(order, 0, sizeof *order);
  order->judge = judge;
  lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count && i <= ORDER_METHODS; i++) {
    lua_rawgeti(L, -1, i);
    order->methods[order->count++] = read_method(L);
    lua_pop(L, 1);
  }
  if (order->count > 0) job->search.own.order = order;
}

/* The options that not all algorithms take. Fills the slots from AT_SELECT to AT_JUDGE. */
static void read_own (Job *job, lua_State *L, Own *own) {
  if (has_option(L, AT_OPTIONS, "select") && lua_type(L, AT_SELECT) != LUA_TSTRING) own->choose = choose;
  else own->select = lua_tostring(L, AT_SELECT);
  if (has_option(L, AT_OPTIONS, "pseudo") && lua_type(L, AT_PSEUDO) != LUA_TNUMBER) own->is_pseudo = is_pseudo;
  else if (lua_tonumber(L, AT_PSEUDO) < INT_MAX) own->pseudo = (int)lua_tonumber(L, AT_PSEUDO);
  if (own->choose) {
    job->view = view_push(L, job->by_rules, job->search.game->words);
    lua_pushvalue(L, AT_VIEW);
    lua_setiuservalue(L, AT_JOB, 4);
  } else lua_pushnil(L);
  has_option(L, AT_OPTIONS, "seed");
  own->seed = (uint64_t)lua_tointeger(L, -1);
  lua_pop(L, 1);
  own->first = number_option(L, AT_OPTIONS, "first", NAN);
  own->prune = flag_option(L, AT_OPTIONS, "prune", true);
  own->remember_leaves = flag_option(L, AT_OPTIONS, "remember_leaves", true);
  lua_settop(L, AT_JUDGE);
  open_table(job, L);
  open_order(job, L);
  lua_settop(L, AT_JUDGE);
}

/* (job, game, options): lays out the stack as rules.h has it, and searches. */
static int run (lua_State *L) {
  Job *job = lua_touserdata(L, AT_JOB);
  Search *search = &job->search;
  Game *game;
  luaL_checkstack(L, 40, NULL);
  job->L = L;
  bool bounds = flag_option(L, AT_OPTIONS, "bounds", true), informed = job->algorithm->informed && bounds;
  bool deepen = flag_option(L, AT_OPTIONS, "deepen", false);
  if (job->by_rules) game = use_rules(job, L, informed || (bounds && deepen && !job->algorithm->alternative));
  else {
    job->tree = trees_open(L, AT_RULES, &job->host);
    game = &job->tree.game;
    lua_settop(L, AT_KEPT);
  }
  Position first = first_position(job, L, game);
  search_init(search, game, &job->host, &first, (size_t)count_option(L, AT_OPTIONS, "memory"));
  job->opened = true;
  search->informed = informed;
  search->option = own_option;
  if (has_option(L, AT_OPTIONS, "to_move")) search->root.player = strcmp(lua_tostring(L, -1), "max") == 0 ? MAX : MIN;
  lua_pop(L, 1);
  read_limits(L, search);
  if (has_option(L, AT_OPTIONS, "progress")) search->progress = report_progress;
  if (has_option(L, AT_OPTIONS, "trace")) search->trace = trace;
  if (has_option(L, AT_OPTIONS, "meanwhile")) search->meanwhile = ask_meanwhile;
  read_own(job, L, &search->own);
  bool compiled = job->native && job->native->algorithm && !search->trace;
  search_run(search, compiled ? job->native->algorithm->run : job->algorithm->run);
  return 0;
}

/* The message handler: notes where an error came from, and hands it on unchanged. */
static int note_traceback (lua_State *L) {
  if (lua_touserdata(L, 1) == &STOPPED) return 1;
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

_Bool search_push_traceback (lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_getfield(L, LUA_REGISTRYINDEX, TRACEBACK) == LUA_TTABLE) {
    lua_rawgeti(L, -1, 2);
    bool same = lua_rawequal(L, -1, index);
    lua_pop(L, 1);
    if (same) {
      lua_rawgeti(L, -1, 1);
      lua_remove(L, -2);
      return true;
    }
  }
  lua_pop(L, 1);
  return false;
}

/* The result. */

/* What the table was asked in this search. */
static void push_table_stats (lua_State *L, const TableCounts *now, const TableCounts *before) {
  lua_createtable(L, 0, 5);
  set_count(L, "probes", now->probes - before->probes);
  set_count(L, "hits", now->hits - before->hits);
  set_count(L, "cutoffs", now->cutoffs - before->cutoffs);
  set_count(L, "stores", now->stores - before->stores);
  set_count(L, "replaced", now->replaced - before->replaced);
}

static void push_stats (lua_State *L, const Job *job) {
  const Search *search = &job->search;
  const Stats *stats = &search->stats;
  lua_createtable(L, 0, 6);
  if (search->table) {
    push_table_stats(L, &search->table->counts, &job->counts);
    lua_setfield(L, -2, "table");
  }
  set_count(L, "visits", search_visits(search));
  set_count(L, "leaves", stats->leaves);
  set_count(L, "developed", stats->developed);
  set_count(L, "peak", stats->peak);
  set_count(L, "bytes", search->arena.peak + (search->table ? table_bytes(search->table) : 0));
}

/* result.proof: the solution trees, as texts. */
static void push_proof (lua_State *L, const Search *search) {
  lua_createtable(L, 0, 8);
  lua_pushstring(L, search->proofs[0]);
  lua_setfield(L, -2, "min");
  lua_pushstring(L, search->proofs[1]);
  lua_setfield(L, -2, "max");
  int depth = search_answer(search)->depth;
  if (depth < NO_HORIZON) set_count(L, "depth", (uint64_t)depth);
}

/* The depth that was completed; without a horizon, the greatest ply that was reached. */
static int completed_depth (const Job *job) {
  const Search *search = &job->search;
  if (search->completed.valued) return search->completed.depth < NO_HORIZON ? search->completed.depth : search->deepest + 1;
  if (job->stopped != STOP_NONE) return 0;
  return search->answer.depth < NO_HORIZON ? search->answer.depth : search->deepest + 1;
}

/* (job, options): makes the result. Here the stack has slots only where handles are read. */
static int push_result (lua_State *L) {
  Job *job = lua_touserdata(L, AT_JOB);
  Search *search = &job->search;
  lua_settop(L, AT_PATH - 1);
  lua_getiuservalue(L, AT_JOB, 1);
  lua_getiuservalue(L, AT_JOB, 2);
  luaL_checkstack(L, 20, NULL);
  const Answer *answer = search_answer(search);
  push_line(L, job, answer->valued ? answer->line : NULL);
  int pv = lua_gettop(L) - 1, line = pv + 1;
  lua_createtable(L, 0, 16);
  if (answer->valued) set_number(L, "value", answer->value);
  set_number(L, "lower", answer->lower);
  set_number(L, "upper", answer->upper);
  bool exact = answer->lower == answer->upper;
  lua_pushboolean(L, exact);
  lua_setfield(L, -2, "exact");
  lua_pushboolean(L, exact && !answer->horizon);
  lua_setfield(L, -2, "solved");
  lua_pushstring(L, stop_names[job->stopped]);
  lua_setfield(L, -2, "stopped");
  lua_rawgeti(L, pv, 1);
  lua_setfield(L, -2, "move");
  lua_rawgeti(L, line, 1);
  lua_setfield(L, -2, "position");
  lua_pushvalue(L, pv);
  lua_setfield(L, -2, "pv");
  lua_pushvalue(L, line);
  lua_setfield(L, -2, "line");
  set_count(L, "depth", (uint64_t)completed_depth(job));
  push_stats(L, job);
  lua_setfield(L, -2, "stats");
  lua_pushnumber(L, clock_now() - search->started);
  lua_setfield(L, -2, "seconds");
  lua_pushstring(L, job->algorithm->id);
  lua_setfield(L, -2, "algorithm");
  if (search->proofs[0] || search->proofs[1]) {
    push_proof(L, search);
    lua_setfield(L, -2, "proof");
  }
  lua_pushboolean(L, job->native != NULL);
  lua_setfield(L, -2, "native");
  return 1;
}

/* Gives back all that the search holds. */
static void close_search (Job *job, lua_State *L) {
  job->L = L;
  if (job->lasting) table_release(job->lasting);
  job->lasting = NULL;
  if (job->opened) search_close(&job->search);
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
  Job *job = lua_newuserdatauv(L, sizeof *job, 4);
  memset(job, 0, sizeof *job);
  luaL_setmetatable(L, JOB);
  job->L = L;
  job->host = (Host){host_allocate, host_leave, host_fail, &interrupt_pressed};
  return job;
}

int search_call (lua_State *L) {
  enum { GAME = 1, OPTIONS, HANDLER, AT };
  luaL_checktype(L, OPTIONS, LUA_TTABLE);
  lua_settop(L, OPTIONS);
  lua_pushcfunction(L, note_traceback);
  Job *job = new_job(L);
  job->algorithm = find_algorithm(L, OPTIONS);
  job->by_rules = lua_istable(L, GAME);

  lua_pushcfunction(L, run);
  lua_pushvalue(L, AT);
  lua_pushvalue(L, GAME);
  lua_pushvalue(L, OPTIONS);
  interrupt_begin(&job->interrupt, L, on_interrupt);
  int status = lua_pcall(L, 3, 0, HANDLER);
  interrupt_end(&job->interrupt);
  if (job->view) view_close(job->view);

  /* A limit that was reached is no error, even if rules caught and wrapped what unwound. */
  if (status == LUA_OK || (job->stopped != STOP_NONE && job->opened)) {
    lua_settop(L, AT);
    lua_pushcfunction(L, push_result);
    lua_pushvalue(L, AT);
    status = lua_pcall(L, 1, 1, 0);
  }
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
