#include "call/emitter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <lauxlib.h>

#include "rules/handles.h"
#include "rules/values.h"
#include "system/metatable.h"

#define EMITTER "gts.emitter"

/* Its user values: the metatable of its events, and the current event, nil if there is none. */
struct Emitter {
  Search *search;       /* NULL: it is over */
  uint64_t missed;      /* events since the function wanted no more */
};

enum { EVENTS = 1, CURRENT };

/* Pushes the Dewey code of a node, however deep. */
static void push_path (lua_State *L, const Node *node) {
  enum { ROOM = 2048, NUMBER = 21 };    /* of short ones, on the stack; of the number of a successor, and the dot behind it */
  char here[ROOM];
  const size_t most = (size_t)node->ply * NUMBER, room = most > ROOM ? most : ROOM;
  char *text = room > ROOM ? lua_newuserdatauv(L, room, 0) : here;
  size_t at = room;
  /* From its end. */
  for (const Node *n = node; n->parent; n = n->parent) {
    uint64_t index = (uint64_t)n->parent->walk.index;
    if (n != node) text[--at] = '.';
    do text[--at] = (char)('0' + index % 10); while (index /= 10);
  }
  lua_pushlstring(L, text + at, room - at);
  if (text != here) lua_remove(L, -2);
}

static void set_number (lua_State *L, const char *name, Value value) {
  if (!isnan(value)) values_set(L, name, value);
}

/* Does `value` look like what a person would write, and not like the double next to that? The one next to 0 is short, too. */
static bool is_plain (Value value) {
  char text[40];
  if (fpclassify(value) == FP_SUBNORMAL) return false;
  snprintf(text, sizeof text, "%.15g", value);
  return isinf(value) || strtod(text, NULL) == value;
}

/* Is nothing between the ends? */
static bool is_null (Window w) { return w.alpha < w.beta && nextafter(w.alpha, w.beta) == w.beta; }

/* Has the event bounds? */
static bool has_bounds (const Event *event) { return isfinite(event->lower) || isfinite(event->upper); }

static void set_window (lua_State *L, const Event *event) {
  Window w = event->window;
  if (isnan(w.alpha)) return;
  values_set(L, "alpha", w.alpha);
  values_set(L, "beta", w.beta);
  if (!is_null(w)) return;
  /* Is the value at least beta? Or, if alpha is a number of the game, more than alpha? */
  const bool down = event->kind == EVENT_PASS ? event->down == MIN : is_plain(w.beta) || !is_plain(w.alpha);
  values_set(L, "test", down ? w.beta : w.alpha);
  values_set_string(L, "relation", down ? ">=" : ">");
}

/* Sets, in the table on top, the fields that only some events have. */
static void set_details (lua_State *L, const Search *s, const Event *event) {
  if (event->mover) values_set_string(L, "player", values_player(event->node->player));
  set_number(L, "value", event->value);
  set_window(L, event);
  if (has_bounds(event)) {
    set_number(L, "lower", event->lower);
    set_number(L, "upper", event->upper);
  }
  set_number(L, "merit", event->merit);
  if (event->rule) values_set_count(L, "case", (uint64_t)event->rule);
  if (event->dead) values_set_flag(L, "live", 0);
  if (event->selective) values_set_flag(L, "selective", 1);
  values_set_string(L, "by", event->by);
  if (event->kind == EVENT_SELECTIVE && isnan(event->value)) values_set_count(L, "plies", (uint64_t)event->number);
  if (event->kind == EVENT_CUTOFF) values_set_flag(L, "left", 1);
  if (event->kind == EVENT_PASS) {
    values_set_count(L, "number", (uint64_t)event->number);
    if (s->pass.depth < NO_HORIZON) values_set_count(L, "depth", (uint64_t)s->pass.depth);
  }
}

/* Pushes the event. */
static void push_event (lua_State *L, const Search *s, const LuaGame *lua, const Event *event) {
  static const char *const kinds[] = {
    "develop", "leaf", "bound", "cutoff", "pass", "table", "update", "solved", "activate", "deactivate", "selective"
  };
  const Node *n = event->node;
  lua_createtable(L, 0, is_null(event->window) || has_bounds(event) ? 12 : 8);
  values_set_string(L, "kind", kinds[event->kind]);
  push_path(L, n);
  lua_setfield(L, -2, "path");
  values_set_count(L, "ply", (uint64_t)n->ply);
  if (event->placed) {
    handles_push_position(L, lua, s->game->words, &n->position);
    lua_setfield(L, -2, "position");
  }
  set_details(L, s, event);
}

bool emitter_emit (Emitter *emitter, lua_State *L, const LuaGame *lua, const Event *event) {
  luaL_checkstack(L, 20, NULL);
  lua_pushvalue(L, AT_TRACE);
  push_event(L, emitter->search, lua, event);
  lua_getiuservalue(L, AT_EMITTER, EVENTS);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, AT_EMITTER, CURRENT);
  lua_call(L, 1, 1);
  bool go_on = !(lua_isboolean(L, -1) && !lua_toboolean(L, -1));
  lua_pop(L, 1);
  lua_pushnil(L);
  lua_setiuservalue(L, AT_EMITTER, CURRENT);
  return go_on;
}

void emitter_miss (Emitter *emitter) { emitter->missed++; }

uint64_t emitter_missed (const Emitter *emitter) { return emitter->missed; }

/* event:open() */

/* Appends an item to the list on top. */
static bool add_item (void *to, const OpenItem *item) {
  lua_State *L = to;
  lua_createtable(L, 0, 3);
  push_path(L, item->node);
  lua_setfield(L, -2, "path");
  if (item->status) values_set_string(L, "status", item->status);
  set_number(L, "merit", item->merit);
  set_number(L, "alpha", item->window.alpha);
  set_number(L, "beta", item->window.beta);
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  return true;
}

static int event_open (lua_State *L) {
  Emitter *emitter = lua_touserdata(L, lua_upvalueindex(1));
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_getiuservalue(L, lua_upvalueindex(1), CURRENT);
  if (emitter->search == NULL || !lua_rawequal(L, 1, 2))
    return luaL_error(L, "what a search has open can be listed only while 'trace' is called with the event");
  Search *s = emitter->search;
  if (s->trace.list_open == NULL) return 0;
  luaL_checkstack(L, 40, NULL);
  lua_newtable(L);
  if (!s->trace.list_open(s, add_item, L)) return luaL_error(L, "the tree is too deep to list what is open");
  return 1;
}

Emitter *emitter_push (lua_State *L, Search *search) {
  Emitter *emitter = lua_newuserdatauv(L, sizeof *emitter, CURRENT);
  *emitter = (Emitter){search, 0};
  metatable_set(L, &(const MetatableKind){EMITTER, NULL, NULL});
  lua_createtable(L, 0, 2);             /* the metatable of events */
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, -3);
  lua_pushcclosure(L, event_open, 1);
  lua_setfield(L, -2, "open");
  lua_setfield(L, -2, "__index");
  lua_setiuservalue(L, -2, EVENTS);
  return emitter;
}

void emitter_close (Emitter *emitter) { emitter->search = NULL; }
