#include "call/view.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "rules/calls.h"
#include "rules/values.h"
#include "system/metatable.h"

#define NODE_OBJECT "gts.node"
#define CHILD "gts.child"
static const MetatableKind node_kind, child_kind;

/* Its user values: the children by their place among the live ones, and the two tables that hold the positions of the game. */
struct View {
  const Choice *choice; /* NULL: no rule is being asked */
  bool by_rules;        /* the game is served by Lua */
  int words;
};

enum { CHILDREN = 1, PATH, KEPT };

/* Its user value is the view, which it keeps alive. */
typedef struct Child {
  View *view;
  int i;                /* among the live children, from 0 */
} Child;

static const Choice *check_choice (lua_State *L, const View *view) {
  if (view->choice == NULL) luaL_error(L, "a node of the search tree can be looked at only while 'select' is called");
  return view->choice;
}

/* `at` is where the view is. */
static void push_position (lua_State *L, const View *view, int at, int i) {
  Position position = view->choice->position(view->choice, i);
  if (!view->by_rules) {
    handles_push_position(L, NULL, view->words, &position);
    return;
  }
  lua_getiuservalue(L, at, PATH);
  lua_getiuservalue(L, at, KEPT);
  int kept = lua_gettop(L);
  handles_push_position_from(L, kept - 1, kept, view->words, &position);
}

/* Pushes what nodes and children both have; false: it is none of that. */
static bool push_field (lua_State *L, const View *view, int at, int i, const char *key) {
  const Prospect *p = i < 0 ? &view->choice->node : &view->choice->children[i];
  if (strcmp(key, "lower") == 0) values_push(L, p->lower);
  else if (strcmp(key, "upper") == 0) values_push(L, p->upper);
  else if (strcmp(key, "alpha") == 0) values_push(L, p->alpha);
  else if (strcmp(key, "beta") == 0) values_push(L, p->beta);
  else if (strcmp(key, "index") == 0) lua_pushinteger(L, p->number);
  else if (strcmp(key, "open") == 0) lua_pushboolean(L, p->open);
  else if (strcmp(key, "ply") == 0) lua_pushinteger(L, view->choice->ply + (i >= 0));
  else if (strcmp(key, "position") == 0) push_position(L, view, at, i);
  else return false;
  return true;
}

static int no_field (lua_State *L, const char *what) {
  return luaL_error(L, "a %s of the search tree has no field '%s'", what, luaL_tolstring(L, 2, NULL));
}

/* The view of live child `i`, made when it is asked for the first time. */
static int push_child (lua_State *L, View *view, int i) {
  lua_getiuservalue(L, 1, CHILDREN);
  if (lua_rawgeti(L, -1, i + 1) == LUA_TNIL) {
    lua_pop(L, 1);
    Child *child = lua_newuserdatauv(L, sizeof *child, 1);
    *child = (Child){view, i};
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    metatable_set(L, &child_kind);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, i + 1);
  }
  return 1;
}

static int node_index (lua_State *L) {
  View *view = luaL_checkudata(L, 1, NODE_OBJECT);
  const Choice *choice = check_choice(L, view);
  if (lua_isinteger(L, 2)) {
    lua_Integer i = lua_tointeger(L, 2);
    if (i < 1 || i > choice->count) return 0;
    return push_child(L, view, (int)i - 1);
  }
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (strcmp(key, "player") == 0) lua_pushstring(L, values_player(choice->player));
  else if (!push_field(L, view, 1, -1, key)) return no_field(L, "node");
  return 1;
}

static int node_length (lua_State *L) {
  lua_pushinteger(L, check_choice(L, luaL_checkudata(L, 1, NODE_OBJECT))->count);
  return 1;
}

static int child_index (lua_State *L) {
  const Child *child = luaL_checkudata(L, 1, CHILD);
  if (child->i >= check_choice(L, child->view)->count) return luaL_error(L, "this child belonged to another node");
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  lua_getiuservalue(L, 1, 1);
  return push_field(L, child->view, lua_gettop(L), child->i, key) ? 1 : no_field(L, "child");
}

static const MetatableKind
  node_kind = {NODE_OBJECT, (const luaL_Reg[]){{"__index", node_index}, {"__len", node_length}, {NULL, NULL}}, NULL},
  child_kind = {CHILD, (const luaL_Reg[]){{"__index", child_index}, {NULL, NULL}}, NULL};

View *view_push (lua_State *L, bool by_rules, int words) {
  View *view = lua_newuserdatauv(L, sizeof *view, KEPT);
  *view = (View){NULL, by_rules, words};
  metatable_set(L, &node_kind);
  lua_newtable(L);
  lua_setiuservalue(L, -2, CHILDREN);
  lua_pushvalue(L, AT_PATH);
  lua_setiuservalue(L, -2, PATH);
  lua_pushvalue(L, AT_KEPT);
  lua_setiuservalue(L, -2, KEPT);
  return view;
}

/* What was chosen, at the top of the stack, as a place among the live children; -1 if it is none of them. */
static int chosen (lua_State *L, const View *view, const Choice *choice) {
  const Child *child = luaL_testudata(L, -1, CHILD);
  if (child) return child->view == view && child->i < choice->count ? child->i : -1;
  int is_number = lua_type(L, -1) == LUA_TNUMBER;
  lua_Integer number = is_number ? lua_tointegerx(L, -1, &is_number) : 0;
  for (int i = 0; is_number && i < choice->count; i++)
    if (choice->children[i].number == number) return i;
  return -1;
}

static _Noreturn void refuse (lua_State *L, const Choice *choice) {
  enum { NAMED = 20 };  /* children that are named, at most */
  luaL_Buffer live;
  luaL_checkstack(L, 20, NULL);
  const char *got = luaL_testudata(L, -1, CHILD) ? "a child of another node" : calls_name_value(L, lua_gettop(L));
  luaL_buffinit(L, &live);
  for (int i = 0; i < choice->count && i < NAMED; i++) {
    lua_pushfstring(L, i ? ", %I" : "%I", (LUAI_UACINT)choice->children[i].number);
    luaL_addvalue(&live);
  }
  if (choice->count > NAMED) luaL_addstring(&live, ", ...");
  luaL_pushresult(&live);
  luaL_error(L, "select returned %s at ply %d: expected a live child of the node, or its index; live are %s",
             got, choice->ply, lua_tostring(L, -1));
  abort();              /* luaL_error does not return */
}

int view_choose (lua_State *L, int rule, int at, const Choice *choice) {
  View *view = lua_touserdata(L, at);
  lua_pushvalue(L, rule);
  lua_pushvalue(L, at);
  view->choice = choice;
  lua_call(L, 1, 1);
  view->choice = NULL;
  int i = chosen(L, view, choice);
  if (i < 0) refuse(L, choice);
  lua_pop(L, 1);
  return i;
}

void view_close (View *view) { view->choice = NULL; }
