/*
** Rules in C as rules in Lua: each function of the caller is one of Lua that reads its arguments from the stack and checks what comes
** back. Positions are integers, or one object. An object is a userdata with its number; the same number is the same userdata as long as
** that lives, so that Lua's equality is the caller's. A share of it goes back to the caller when Lua collects it.
** Where positions are integers a search asks the caller without Lua between them: see direct.c.
*/
#include "library/functions.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <lauxlib.h>

#include "rules/lua_game.h"
#include "system/interrupt.h"
#include "system/metatable.h"

#define OBJECT "gts.object"
static const MetatableKind object_kind, direct_kind;

typedef struct Object {
  const Functions *of;                  /* NULL: none yet, or it has been given back */
  int64_t number;
} Object;

/* The upvalues of each function: the Functions, and its objects by their numbers, held weakly; by &direct_kind a spare one. */
enum { FUNCTIONS_AT = 1, OBJECTS_AT, UPVALUES = OBJECTS_AT };

static Functions *functions_of (lua_State *L) { return lua_touserdata(L, lua_upvalueindex(FUNCTIONS_AT)); }

/* `answer` of a rule: raises an error if it failed. */
static int checked (lua_State *L, const char *rule, int answer) {
  if (answer < 0) {
    if (direct_failure[0] == PRESSED) interrupt_act(L);
    const bool changed = strncmp(direct_failure, CHANGED, sizeof CHANGED - 1) == 0;
    luaL_error(L, changed ? "rules.%s %s" : "rules.%s: %s", rule, direct_failure[0] ? direct_failure : "failed");
  }
  if (answer > 1) luaL_error(L, "rules.%s returned %d: expected 0, 1 or -1", rule, answer);
  return answer;
}

/* Objects. */

/* Gives the share back, once. */
static void give_back (lua_State *L, Object *object) {
  const Functions *f = object->of;
  object->of = NULL;
  if (f && f->rules.release) ASK(f, L, f->rules.release(f->rules.context, object->number));
}

static int object_close (lua_State *L) {
  Object *object = lua_touserdata(L, 1);        /* nothing else has this metatable; but debug has its functions */
  if (object && lua_rawlen(L, 1) == sizeof *object) give_back(L, object);
  return 0;
}

/* Pushes an object that has no number yet, perhaps the spare one of `objects`; it keeps its rules, at the index `functions`, alive. */
static void push_empty (lua_State *L, int functions, int objects) {
  functions = lua_absindex(L, functions);
  objects = lua_absindex(L, objects);
  if (lua_rawgetp(L, objects, &direct_kind) == LUA_TUSERDATA) {
    lua_pushnil(L);
    lua_rawsetp(L, objects, &direct_kind);
    return;
  }
  lua_pop(L, 1);
  Object *object = lua_newuserdatauv(L, sizeof *object, 1);
  *object = (Object){NULL, 0};
  lua_pushvalue(L, functions);
  lua_setiuservalue(L, -2, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &object_kind);
  lua_setmetatable(L, -2);
}

/* The empty object at `index` gets its number, and stays there; or the one with this number takes its place, and it is spare. */
static void name_object (lua_State *L, const Functions *f, int objects, int index, int64_t number) {
  Object *object = lua_touserdata(L, index);
  *object = (Object){f, number};
  index = lua_absindex(L, index);
  objects = lua_absindex(L, objects);
  if (lua_rawgeti(L, objects, (lua_Integer)number) == LUA_TUSERDATA) {
    lua_pushvalue(L, index);
    lua_rawsetp(L, objects, &direct_kind);
    lua_copy(L, -1, index);
    lua_pop(L, 1);
    give_back(L, object);
    return;
  }
  lua_pop(L, 1);
  lua_pushvalue(L, index);
  lua_rawseti(L, objects, (lua_Integer)number);
}

/* The number that stands at `index`: an integer, or that of an object of these rules. */
static int64_t number_at (lua_State *L, const Functions *f, int index) {
  if (!direct_has_objects(f)) return (int64_t)luaL_checkinteger(L, index);
  const Object *object = lua_touserdata(L, index);
  if (object == NULL || lua_rawlen(L, index) != sizeof *object || object->of != f) {
    luaL_checkudata(L, index, OBJECT);
    luaL_argerror(L, index, "an object of another game");
  }
  return object->number;
}

/* Reads the position that rules.<rule> is asked about; unless it was asked already, and has failed. */
static void read_position (lua_State *L, Functions *f, const char *rule, int64_t *position) {
  const bool failed = f->failed;
  f->failed = false;
  if (failed) checked(L, rule, -1);
  position[0] = number_at(L, f, 1);
  for (int i = 1; i < f->rules.words; i++) position[i] = number_at(L, f, i + 1);
}

/* Rules. */

/* With objects, slots for the move and the child come before the caller is asked: nothing that he hands over is lost. */
static int ask_next (lua_State *L) {
  Functions *f = functions_of(L);
  const int words = f->rules.words, at_last = words + 1;
  int64_t position[GTS_WORDS], child[GTS_WORDS] = {0}, last = 0, move = 0;
  int there;
  lua_settop(L, at_last);
  read_position(L, f, "next", position);
  const bool first = lua_isnil(L, at_last);
  if (!first) last = number_at(L, f, at_last);
  if (direct_has_objects(f)) {
    push_empty(L, lua_upvalueindex(FUNCTIONS_AT), lua_upvalueindex(OBJECTS_AT));
    push_empty(L, lua_upvalueindex(FUNCTIONS_AT), lua_upvalueindex(OBJECTS_AT));
  }
  ASK_ABOUT(f, L, position, there, f->rules.next(f->rules.context, given, first ? NULL : &last, &move, child));
  if (!checked(L, "next", there)) return 0;
  if (direct_has_objects(f)) {
    ((Object *)lua_touserdata(L, -1))->of = f;
    ((Object *)lua_touserdata(L, -1))->number = child[0];
    name_object(L, f, lua_upvalueindex(OBJECTS_AT), -2, move);
    name_object(L, f, lua_upvalueindex(OBJECTS_AT), -1, child[0]);
    return 2;
  }
  luaL_checkstack(L, words + 1, NULL);
  lua_pushinteger(L, (lua_Integer)move);
  for (int i = 0; i < words; i++) lua_pushinteger(L, (lua_Integer)child[i]);
  return words + 1;
}

/* Asks a rule about the position on the stack, by a call with `f` and `given`. Its answer, which is no failure. */
#define ASK_POSITION(answer, L, rule, call) { \
  Functions *f = functions_of(L); \
  int64_t position[GTS_WORDS]; \
  read_position(L, f, rule, position); \
  ASK_ABOUT(f, L, position, answer, call); \
  checked(L, rule, answer); \
}

static int ask_evaluate (lua_State *L) {
  double value = NAN;
  int good;
  ASK_POSITION(good, L, "evaluate", f->rules.evaluate(f->rules.context, given, &value))
  lua_pushnumber(L, value);
  return 1;
}

static int ask_player (lua_State *L) {
  int player;
  ASK_POSITION(player, L, "player", f->rules.player(f->rules.context, given))
  lua_pushstring(L, player == GTS_MAX ? "max" : "min");
  return 1;
}

static int ask_terminal (lua_State *L) {
  int ended;
  ASK_POSITION(ended, L, "terminal", f->rules.terminal(f->rules.context, given))
  lua_pushboolean(L, ended);
  return 1;
}

static int ask_bounds (lua_State *L) {
  double lower = NAN, upper = NAN;
  int good;
  ASK_POSITION(good, L, "bounds", f->rules.bounds(f->rules.context, given, &lower, &upper))
  lua_pushnumber(L, lower);
  lua_pushnumber(L, upper);
  return 2;
}

static int ask_key (lua_State *L) {
  int64_t key = 0;
  const char *text = NULL;
  int good;
  ASK_POSITION(good, L, "key", f->rules.key(f->rules.context, given, &key, &text))
  if (text) lua_pushstring(L, text);
  else lua_pushinteger(L, (lua_Integer)key);
  return 1;
}

static int ask_show (lua_State *L) {
  const char *text;
  int good;
  ASK_POSITION(good, L, "show", (text = f->rules.show(f->rules.context, given)) ? 1 : -1)
  lua_pushstring(L, text);
  return 1;
}

static int ask_move_name (lua_State *L) {
  const Functions *f = functions_of(L);
  const int64_t move = number_at(L, f, 1);
  const char *text;
  ASK(f, L, text = f->rules.move_name(f->rules.context, move));
  if (text == NULL || direct_left) checked(L, "move_name", -1);
  lua_pushstring(L, text);
  return 1;
}

static int functions_close (lua_State *L) {
  Functions *f = luaL_checkudata(L, 1, DIRECT);
  if (f->rules.close) ASK(f, L, f->rules.close(f->rules.context));
  f->rules.close = NULL;
  return 0;
}

/* The rules of the caller, who may have been compiled with another header: what it does not have is not there. */
static gts_rules read_rules (lua_State *L, const gts_rules *given) {
  gts_rules rules = {0};
  if (given->size == 0 || given->size > sizeof rules)
    luaL_error(L, "rules.size is %I: expected sizeof (gts_rules), %I at most", (lua_Integer)given->size, (lua_Integer)sizeof rules);
  memcpy(&rules, given, given->size);
  if (rules.name == NULL) luaL_error(L, "rules.name is missing");
  if (rules.next == NULL) luaL_error(L, "rules.next is missing");
  if (rules.evaluate == NULL) luaL_error(L, "rules.evaluate is missing");
  if (rules.words < 1 || rules.words > GTS_WORDS) luaL_error(L, "rules.words is %d: expected 1 to %d", rules.words, GTS_WORDS);
  if (rules.release && rules.words != 1) luaL_error(L, "rules.words is %d: expected 1, for positions are objects", rules.words);
  return rules;
}

/* Sets a function of rules, whose table and upvalues are from `table` on. */
static void set_function (lua_State *L, int table, const char *name, bool there, lua_CFunction function) {
  if (!there) return;
  lua_pushvalue(L, table + FUNCTIONS_AT);
  lua_pushvalue(L, table + OBJECTS_AT);
  lua_pushcclosure(L, function, UPVALUES);
  lua_setfield(L, table, name);
}

/* Sets the first position, and with several integers their number. */
static void set_start (lua_State *L, const Functions *f, int table) {
  const int words = f->rules.words;
  if (direct_has_objects(f)) {
    push_empty(L, table + FUNCTIONS_AT, table + OBJECTS_AT);
    name_object(L, f, table + OBJECTS_AT, -1, f->rules.start[0]);
  } else if (words == 1) lua_pushinteger(L, (lua_Integer)f->rules.start[0]);
  else {
    lua_createtable(L, words, 0);
    for (int i = 0; i < words; i++) {
      lua_pushinteger(L, (lua_Integer)f->rules.start[i]);
      lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, words);
    lua_setfield(L, table, "words");
  }
  lua_setfield(L, table, "start");
}

static void set_numbers (lua_State *L, const gts_rules *rules, int table) {
  if (rules->has_range) {
    lua_createtable(L, 2, 0);
    lua_pushnumber(L, rules->lower);
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, rules->upper);
    lua_rawseti(L, -2, 2);
    lua_setfield(L, table, "range");
  }
  if (rules->has_cycle) {
    lua_pushnumber(L, rules->cycle);
    lua_setfield(L, table, "cycle");
  }
  lua_pushstring(L, rules->name);
  lua_setfield(L, table, "name");
  lua_pushboolean(L, false);                    /* there is no Lua that could be compiled */
  lua_setfield(L, table, "native");
}

void functions_push (lua_State *L, Entrance *entrance, const gts_rules *given) {
  const gts_rules rules = read_rules(L, given);
  luaL_checkstack(L, 10, NULL);
  lua_newtable(L);
  const int table = lua_gettop(L);
  Functions *f = lua_newuserdatauv(L, sizeof *f, 0);
  *f = (Functions){{direct_serve, rules.release != NULL}, false, rules, entrance};
  f->rules.close = NULL;                        /* not ours yet */
  metatable_set(L, &direct_kind);
  metatable_want(L, &object_kind);
  luaL_getmetatable(L, OBJECT);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &object_kind);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  set_numbers(L, &rules, table);
  set_function(L, table, "next", true, ask_next);
  set_function(L, table, "evaluate", true, ask_evaluate);
  set_function(L, table, "player", rules.player, ask_player);
  set_function(L, table, "terminal", rules.terminal, ask_terminal);
  set_function(L, table, "bounds", rules.bounds, ask_bounds);
  set_function(L, table, "key", rules.key, ask_key);
  set_function(L, table, "show", rules.show, ask_show);
  set_function(L, table, "move_name", rules.move_name, ask_move_name);
  set_start(L, f, table);
  lua_pushvalue(L, table + FUNCTIONS_AT);
  lua_setfield(L, table, "direct");
  f->rules.close = rules.close;
  lua_settop(L, table);
}

int functions_object (lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const lua_Integer number = luaL_checkinteger(L, 2);
  lua_getfield(L, 1, "evaluate");
  if (lua_tocfunction(L, -1) != ask_evaluate || !lua_getupvalue(L, -1, FUNCTIONS_AT) || !lua_getupvalue(L, -2, OBJECTS_AT))
    return luaL_argerror(L, 1, "a game whose rules are functions of the caller expected");
  const Functions *f = lua_touserdata(L, -2);
  luaL_argcheck(L, direct_has_objects(f), 1, "its positions are integers");
  push_empty(L, -2, -1);
  name_object(L, f, -2, -1, number);
  return 1;
}

int functions_disown (lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_getfield(L, 1, "direct");
  Functions *f = luaL_checkudata(L, -1, DIRECT);
  f->rules.release = NULL;
  f->rules.close = NULL;
  return 0;
}

int functions_number (lua_State *L) {
  const Object *object = luaL_testudata(L, 1, OBJECT);
  if (object == NULL) return 0;
  lua_pushinteger(L, (lua_Integer)object->number);
  return 1;
}

static const MetatableKind
  direct_kind = {DIRECT, (const luaL_Reg[]){{"__gc", functions_close}, {NULL, NULL}}, NULL},
  object_kind = {OBJECT, (const luaL_Reg[]){{"__gc", object_close}, {NULL, NULL}}, NULL};
