/*
** libFuzzer on what strangers can hand to gts: build/fuzz/inputs TARGET [options of libFuzzer] [folder of a corpus ...]
**
** A target is a function of spec/support/inputs.lua. The engine and its binding are compiled so that libFuzzer sees which of their
** branches an input takes; of Lua code it is told the lines, one counter each, by a hook.
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

int luaopen_gts_core (lua_State *L);
int LLVMFuzzerInitialize (int *count, char ***arguments);
int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size);

#define LINES 16384

__attribute__((section("__libfuzzer_extra_counters"), used)) static uint8_t lines[LINES];

static lua_State *L;
static int target, traceback;           /* what is on the stack */

/* A line of a file, as one of the counters. */
static void note_line (lua_State *state, lua_Debug *event) {
  lua_getinfo(state, "S", event);
  uint32_t hash = 2166136261u ^ (uint32_t)event->currentline * 2654435761u;
  for (const char *c = event->short_src; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
  uint8_t *counter = &lines[hash % LINES];
  if (*counter < UINT8_MAX) ++*counter;
}

static void quit (const char *wrong) {
  fprintf(stderr, "inputs: %s\n", wrong);
  exit(2);
}

int LLVMFuzzerInitialize (int *count, char ***arguments) {
  if (*count < 2) quit("which target?");
  L = luaL_newstate();
  luaL_openlibs(L);
  luaL_requiref(L, "gts.core", luaopen_gts_core, 0);
  lua_settop(L, 0);
  lua_getglobal(L, "debug");
  lua_getfield(L, -1, "traceback");
  traceback = lua_gettop(L);
  if (luaL_dostring(L, "return (require 'spec.support.inputs')") != LUA_OK) quit(lua_tostring(L, -1));
  if (lua_getfield(L, -1, (*arguments)[1]) != LUA_TFUNCTION) quit("no such target");
  target = lua_gettop(L);
  memmove(*arguments + 1, *arguments + 2, (size_t)(*count - 1) * sizeof **arguments);
  --*count;
  lua_sethook(L, note_line, LUA_MASKLINE, 0);
  return 0;
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size) {
  lua_pushvalue(L, target);
  lua_pushlstring(L, (const char *)bytes, size);
  if (lua_pcall(L, 1, 0, traceback) != LUA_OK) {
    fprintf(stderr, "%s\n", luaL_tolstring(L, -1, NULL));
    abort();
  }
  return 0;
}
