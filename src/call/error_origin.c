#include "call/error_origin.h"

#include <string.h>

#include <lauxlib.h>

#include "rules/calls.h"

/* In the registry: what is known of the last error, as a list. */
#define TRACEBACK "gts.traceback"
enum { STACK = 1, ERROR, PLACE, ASKED, KNOWN = ASKED, FREE };

/* What unwinds when a search is stopped: any value would do that no rules can make. */
static const char STOPPED = 0;

/* In the registry: how many errors were noted. */
#define NOTED "gts.noted"

void error_origin_push_stop (lua_State *L) { lua_pushlightuserdata(L, (void *)&STOPPED); }

int error_origin_noted (lua_State *L) {
  if (lua_getfield(L, LUA_REGISTRYINDEX, NOTED) == LUA_TNIL) lua_pushinteger(L, 0);
  return 1;
}

/* The message handler: notes where an error came from, and about which position, and hands it on unchanged. Its upvalue is the job. */
static int note_traceback (lua_State *L) {
  Job *job = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_touserdata(L, 1) == &STOPPED) return 1;
  if (job->by_rules && job->lua.asked) job->about = *job->lua.about;
  lua_settop(L, 1);
  lua_createtable(L, FREE, 0);
  luaL_traceback(L, L, NULL, 1);
  lua_rawseti(L, 2, STACK);
  lua_pushvalue(L, 1);
  lua_rawseti(L, 2, ERROR);
  if (origin_push_line(L, 1)) lua_rawseti(L, 2, PLACE);
  lua_pushboolean(L, origin_is_error(L, 1));
  lua_rawseti(L, 2, FREE);
  lua_setfield(L, LUA_REGISTRYINDEX, TRACEBACK);
  error_origin_noted(L);
  lua_pushinteger(L, lua_tointeger(L, -1) + 1);
  lua_setfield(L, LUA_REGISTRYINDEX, NOTED);
  lua_settop(L, 1);
  return 1;
}

void error_origin_push_handler (lua_State *L, Job *job) {
  lua_pushlightuserdata(L, job);
  lua_pushcclosure(L, note_traceback, 1);
}

int error_origin_traceback (lua_State *L) {
  lua_settop(L, 0);
  if (lua_getfield(L, LUA_REGISTRYINDEX, TRACEBACK) != LUA_TTABLE) return 0;
  for (int i = STACK; i <= KNOWN; i++) lua_rawgeti(L, 1, i);
  return KNOWN;
}

enum { JOB_AT = 1, RULES_AT, MESSAGE_AT, NOTES_AT };

/* Notes which of the rules was asked, and about which position: " (in rules.evaluate of position 3)". */
static void note_asked (lua_State *L, Job *job) {
  enum { LONGEST = 400 };
  lua_getiuservalue(L, JOB_AT, JOB_PATH);
  lua_getiuservalue(L, JOB_AT, JOB_KEPT);
  const int kept = lua_gettop(L);
  const char *text = calls_describe_from(L, RULES_AT, kept - 1, kept, job->lua.words, &job->about);
  if (strlen(text) > LONGEST) text = lua_pushfstring(L, "%s...", lua_pushlstring(L, text, LONGEST));
  lua_pushfstring(L, " (in rules.%s of position %s)", job->lua.asked, text);
  lua_rawseti(L, NOTES_AT, ASKED);
  if (lua_rawgeti(L, NOTES_AT, PLACE) != LUA_TNIL) return;
  lua_getfield(L, RULES_AT, job->lua.asked);
  /* a tail call has left no line: where the rule begins */
  if (origin_push_definition(L)) lua_rawseti(L, NOTES_AT, PLACE);
}

/*
** (job, rules, message): the message, with its place and which position the rules were asked about;
** without either, where it is a value of the rules' own. A Lua function, called protected.
*/
static int name_origin (lua_State *L) {
  Job *job = lua_touserdata(L, JOB_AT);
  luaL_checkstack(L, 2 * MOST_WORDS + 40, NULL);
  if (lua_getfield(L, LUA_REGISTRYINDEX, TRACEBACK) != LUA_TTABLE)
    return lua_settop(L, MESSAGE_AT), 1;
  if (lua_rawgeti(L, NOTES_AT, ERROR), !lua_rawequal(L, -1, MESSAGE_AT))
    return lua_settop(L, MESSAGE_AT), 1;
  if (job->by_rules && job->opened && job->lua.asked) note_asked(L, job);
  lua_settop(L, NOTES_AT);
  const char *message = lua_type(L, MESSAGE_AT) == LUA_TSTRING ? lua_tostring(L, MESSAGE_AT) : NULL;
  const bool stated = message && origin_is_stated(message);
  lua_rawgeti(L, NOTES_AT, FREE);
  if (!message || (!stated && lua_toboolean(L, -1))) return lua_settop(L, MESSAGE_AT), 1;
  const bool placed = lua_rawgeti(L, NOTES_AT, PLACE) == LUA_TSTRING && !stated;
  const bool asked = lua_rawgeti(L, NOTES_AT, ASKED) == LUA_TSTRING;
  lua_pushfstring(L, "%s%s%s%s", placed ? lua_tostring(L, -2) : "", placed ? ": " : "", message, asked ? lua_tostring(L, -1) : "");
  lua_pushvalue(L, -1);
  lua_rawseti(L, NOTES_AT, ERROR);
  lua_pushnil(L);
  lua_rawseti(L, NOTES_AT, ASKED);              /* the message says it */
  return 1;
}

/* The error on top leaves the search: says where it came from, unless it is a value of the rules' own. */
void error_origin_explain (lua_State *L, int at, int game) {
  lua_pushcfunction(L, name_origin);
  lua_pushvalue(L, at);
  lua_pushvalue(L, game);
  lua_pushvalue(L, -4);
  if (lua_pcall(L, 3, 1, 0) == LUA_OK) lua_remove(L, -2);
  else lua_pop(L, 1);
}
