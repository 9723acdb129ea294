/*
** The library of gts for programs that are not in Lua: a Lua state with the module gts inside. What is asked for is done by
** lua/gts/library/library.lua; here are the protected call, which thread may make it, and how it is stopped.
*/
#include "library/search.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lualib.h>

#include "base/version.h"
#include "library/functions.h"
#include "library/place.h"
#include "system/interrupt.h"

#define PUBLIC __attribute__((visibility("default")))
#define LIBRARY "gts.library.library"

int luaopen_gts_core (lua_State *L);

enum { TEXTS = 3 };             /* the answer, and of a result the name of the move and why it was stopped */

struct gts {
  lua_State *root;
  Entrance entrance;                  /* the state that the next call uses */
  pthread_mutex_t entry;        /* held by the thread that is inside */
  pthread_t inside;
  int depth;                    /* calls within each other of that thread */
  pthread_mutex_t hearing;      /* guards the next one */
  struct Listener *listener;    /* of the thread that is inside; NULL: none is */
  atomic_bool stopping;         /* gts_stop was called since it came in */
  char *texts[TEXTS];           /* of the last answer */
  gts_function function;        /* of the caller; NULL: none */
  void *context;
};

enum { LONGEST = 2000 };
static _Thread_local char wrong[LONGEST];

/* Returns false. */
static bool refuse (const char *why) {
  snprintf(wrong, sizeof wrong, "%s", why);
  return false;
}

PUBLIC const char *gts_error (void) { return wrong; }

PUBLIC const char *gts_version (void) { return GTS_VERSION; }

PUBLIC int gts_fail (const char *why) { return direct_fail(why); }

/* Who may come in. */

static bool is_inside (gts *g) {
  pthread_mutex_lock(&g->hearing);
  const bool is = g->depth > 0 && pthread_equal(g->inside, pthread_self());
  pthread_mutex_unlock(&g->hearing);
  return is;
}

/* False: another thread is inside. */
static bool enter (gts *g) {
  if (g == NULL) return refuse("gts is NULL");
  if (!is_inside(g) && pthread_mutex_trylock(&g->entry) != 0) return refuse("another thread is calling: open a gts for each thread");
  pthread_mutex_lock(&g->hearing);
  g->depth++;
  g->inside = pthread_self();
  pthread_mutex_unlock(&g->hearing);
  return true;
}

static void leave (gts *g) {
  pthread_mutex_lock(&g->hearing);
  const bool last = --g->depth == 0;
  if (last) g->stopping = false;
  pthread_mutex_unlock(&g->hearing);
  if (last) pthread_mutex_unlock(&g->entry);
}

static void listen (gts *g, struct Listener *listener) {
  pthread_mutex_lock(&g->hearing);
  g->listener = listener;
  pthread_mutex_unlock(&g->hearing);
}

PUBLIC void gts_stop (gts *g) {
  if (g == NULL) return;
  pthread_mutex_lock(&g->hearing);
  g->stopping = g->depth > 0;
  interrupt_press(g->listener);
  pthread_mutex_unlock(&g->hearing);
}

/* A call: of a function of LIBRARY with texts, of which the first that is NULL is the last; what it returns is read by `read`. */

typedef struct Call {
  gts *g;
  const char *function;
  gts_handle handle;            /* its first argument, if it is not 0 */
  const char *texts[2];
  const gts_rules *rules;       /* or these are it */
  bool of_node;
  void (*read) (lua_State *L, gts *g, void *to);
  void *to;
} Call;

/* Keeps a copy of the text at `index` until the next call; NULL if there is none. */
static const char *keep_text (lua_State *L, gts *g, int which, int index) {
  size_t size;
  const char *text = lua_tolstring(L, index, &size);
  free(g->texts[which]);
  g->texts[which] = text ? malloc(size + 1) : NULL;
  if (text && !g->texts[which]) luaL_error(L, "not enough memory");
  return text ? memcpy(g->texts[which], text, size + 1) : NULL;
}

static void read_text (lua_State *L, gts *g, void *to) { *(const char **)to = keep_text(L, g, 0, 1); }

static void read_handle (lua_State *L, gts *g, void *to) {
  (void)g;
  *(gts_handle *)to = luaL_checkinteger(L, 1);
}

/* In the order of library.summary. */
static void read_result (lua_State *L, gts *g, void *to) {
  gts_result *result = to, read = {.size = result->size};
  read.json = keep_text(L, g, 0, 1);
  read.value = luaL_optnumber(L, 2, NAN);
  read.lower = luaL_optnumber(L, 3, -INFINITY);
  read.upper = luaL_optnumber(L, 4, INFINITY);
  read.solved = lua_toboolean(L, 5);
  read.depth = (int)luaL_optnumber(L, 6, 0);
  read.has_move = !lua_isnil(L, 7);
  read.move = (int64_t)lua_tointeger(L, 7);
  read.move_name = keep_text(L, g, 1, 8);
  read.visits = luaL_optnumber(L, 9, 0);
  read.leaves = luaL_optnumber(L, 10, 0);
  read.seconds = luaL_optnumber(L, 11, 0);
  read.stopped = keep_text(L, g, 2, 12);
  memcpy(result, &read, result->size);
}

/* The protected part of a call. */
static int invoke (lua_State *L) {
  Call *call = lua_touserdata(L, 1);
  luaL_checkstack(L, 20, NULL);
  lua_settop(L, 0);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, LIBRARY);
  lua_getfield(L, -1, call->function);
  lua_replace(L, 1);
  lua_settop(L, 1);
  if (call->rules) functions_push(L, &call->g->entrance, call->rules);
  if (call->handle) lua_pushinteger(L, (lua_Integer)call->handle);
  for (size_t i = 0; i < sizeof call->texts / sizeof *call->texts && call->texts[i]; i++) lua_pushstring(L, call->texts[i]);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  if (call->read) call->read(L, call->g, call->to);
  return 0;
}

/* Keeps the error on top of the stack, which may be anything, and pops it. */
static void keep_error (lua_State *L) {
  const char *text = lua_tostring(L, -1);
  if (text) refuse(text);
  else snprintf(wrong, sizeof wrong, "an error that is a %s", luaL_typename(L, -1));
  lua_pop(L, 1);
}

/* Calls `f` with a pointer, protected. */
static bool protect (lua_State *L, lua_CFunction f, void *pointer) {
  if (!lua_checkstack(L, 4)) return refuse("calls of gts within each other are too deep");
  lua_pushcfunction(L, f);
  lua_pushlightuserdata(L, pointer);
  if (lua_pcall(L, 1, 0, 0) == LUA_OK) return true;
  keep_error(L);
  return false;
}

/* A call that is none of a node guards itself against Ctrl-C; of nodes the search that they are of does. */
static bool run (Call *call) {
  gts *g = call->g;
  Interrupt interrupt;
  if (!enter(g)) return false;
  lua_State *L = g->entrance.L;
  struct Listener *before = g->listener;
  if (!call->of_node) {
    interrupt_begin(&interrupt, L, interrupt_raise);
    if (g->entrance.hears) interrupt.hosted = &g->entrance.hosted;
    listen(g, interrupt_listener());
  }
  const bool good = protect(L, invoke, call);
  if (!call->of_node) {
    listen(g, before);
    interrupt_end(&interrupt);
    if (before && g->stopping) interrupt_press(before);      /* what called this is to stop, too */
  }
  g->entrance.L = L;
  leave(g);
  return good;
}

PUBLIC const char *gts_call (gts *g, const char *function, const char *arguments) {
  const char *answer = NULL;
  Call call = {.g = g, .function = "call", .texts = {function ? function : "", arguments}, .read = read_text, .to = &answer};
  call.of_node = call.texts[0][0] == '.';
  return run(&call) ? answer : NULL;
}

static gts_handle load_by (gts *g, const char *function, const char *text, const char *options) {
  gts_handle handle = 0;
  Call call = {.g = g, .function = function, .texts = {text ? text : "", options}, .read = read_handle, .to = &handle};
  return run(&call) ? handle : 0;
}

PUBLIC gts_handle gts_load (gts *g, const char *name, const char *options) { return load_by(g, "load", name, options); }

PUBLIC gts_handle gts_text (gts *g, const char *lua, const char *options) { return load_by(g, "text", lua, options); }

PUBLIC gts_handle gts_functions (gts *g, const gts_rules *rules) {
  gts_handle handle = 0;
  Call call = {.g = g, .function = "functions", .rules = rules, .read = read_handle, .to = &handle};
  return (rules ? run(&call) : refuse("rules is NULL")) ? handle : 0;
}

PUBLIC void gts_drop (gts *g, gts_handle handle) {
  Call call = {.g = g, .function = "drop", .handle = handle};
  if (handle) run(&call);
}

static int search_by (gts *g, const char *function, gts_handle game, const char *options, gts_result *result) {
  Call call = {.g = g, .function = function, .handle = game, .texts = {options}, .read = read_result, .to = result};
  const bool sized = result && result->size > 0 && result->size <= sizeof *result;
  if (!sized) refuse("result.size: expected sizeof (gts_result)");
  else if (game == 0) refuse("there is no game: its handle is 0");
  return sized && game && run(&call) ? 0 : -1;
}

PUBLIC int gts_search (gts *g, gts_handle game, const char *options, gts_result *result) {
  return search_by(g, "search", game, options, result);
}

PUBLIC int gts_best (gts *g, gts_handle game, const char *options, gts_result *result) {
  return search_by(g, "best", game, options, result);
}

/* Functions of the caller. */

PUBLIC void gts_set_function (gts *g, gts_function function, void *context) {
  if (!enter(g)) return;
  g->function = function;
  g->context = context;
  leave(g);
}

/* host.call(number, arguments) -> what the function of that number returns; both are JSON. */
static int host_call (lua_State *L) {
  gts *g = lua_touserdata(L, lua_upvalueindex(1));
  const int64_t number = (int64_t)luaL_checkinteger(L, 1);
  const char *arguments = luaL_checkstring(L, 2);
  if (g->function == NULL) return luaL_error(L, "there are no functions of the caller: see gts_set_function");
  lua_State *before = g->entrance.L;
  direct_fail("failed");
  g->entrance.L = L;
  g->entrance.hosted++;
  const char *answer = g->function(g->context, number, arguments);
  g->entrance.hosted--;
  g->entrance.L = before;
  if ((answer == NULL || direct_left) && direct_failure[0] == PRESSED) interrupt_act(L);
  if (answer == NULL || direct_left) return luaL_error(L, "a function of the caller: %s", direct_failure);
  lua_pushstring(L, answer);
  return 1;
}

/* Beginning and end. */

static void push_required (lua_State *L, const char *module) {
  lua_getglobal(L, "require");
  lua_pushstring(L, module);
  lua_call(L, 1, 1);
}

/* The protected part: (g). */
static int begin (lua_State *L) {
  static const luaL_Reg host[] = {{"object", functions_object}, {"number", functions_number}, {"disown", functions_disown}, {NULL, NULL}};
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_gts_core);
  lua_setfield(L, -2, "gts.core");
  push_required(L, "gts.core");
  place_describe(L);
  luaL_newlib(L, host);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, host_call, 1);
  lua_setfield(L, -2, "call");
  lua_setfield(L, -2, "host");
  push_required(L, "gts");
  lua_getfield(L, -2, "names");
  lua_getfield(L, -1, "require");
  lua_pushliteral(L, LIBRARY);
  lua_call(L, 1, 0);
  return 0;
}

PUBLIC gts *gts_open_api (int api) {
  const bool hears = api >= GTS_HEARS;
  if (hears) api -= GTS_HEARS;
  if (api < 1 || api > GTS_API) {
    snprintf(wrong, sizeof wrong, "the header is of API %d, this library has API %d", api, GTS_API);
    return NULL;
  }
  gts *g = calloc(1, sizeof *g);
  lua_State *L = g ? luaL_newstate() : NULL;
  if (L == NULL) {
    free(g);
    refuse("not enough memory");
    return NULL;
  }
  g->root = g->entrance.L = L;
  g->entrance.hears = hears;
  pthread_mutex_init(&g->entry, NULL);
  pthread_mutex_init(&g->hearing, NULL);
  if (protect(L, begin, g)) return g;
  gts_close(g);
  return NULL;
}

/* A state in use is left alone: the functions that run would return into nothing. */
PUBLIC void gts_close (gts *g) {
  if (g == NULL || !enter(g)) return;
  const bool last = g->depth == 1;
  if (last) lua_close(g->root);
  leave(g);
  if (!last) return;
  for (int i = 0; i < TEXTS; i++) free(g->texts[i]);
  pthread_mutex_destroy(&g->entry);
  pthread_mutex_destroy(&g->hearing);
  free(g);
}
