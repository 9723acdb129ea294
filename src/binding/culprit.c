#include "binding/culprit.h"

#include <string.h>

#include <lauxlib.h>

#include "binding/calls.h"

#define TRACEBACK "gts.traceback"

/* What unwinds when a search is stopped: any value would do that no rules can make. */
static const char STOPPED = 0;

void culprit_push_stop (lua_State *L) { lua_pushlightuserdata(L, (void *)&STOPPED); }

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

void culprit_push_handler (lua_State *L, Job *job) {
  lua_pushlightuserdata(L, job);
  lua_pushcclosure(L, note_traceback, 1);
}

int culprit_traceback (lua_State *L) {
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
void culprit_explain (Job *job, lua_State *L, int at, int game) {
  if (!job->by_rules || !job->opened || !job->lua.asked || lua_type(L, -1) != LUA_TSTRING || !has_place(lua_tostring(L, -1))) return;
  lua_pushcfunction(L, name_culprit);
  lua_pushvalue(L, at);
  lua_pushvalue(L, game);
  lua_pushvalue(L, -4);
  if (lua_pcall(L, 3, 1, 0) == LUA_OK) lua_remove(L, -2);
  else lua_pop(L, 1);
}
