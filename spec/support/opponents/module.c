/*
** opponents: the opponents as a module of Lua, for specs and matches. A position is told as the list of all moves that lead to
** it; `size` is that of the board of hex.
**
**    local opponents = require "opponents"
**    opponents.moves("kalah", { 2, 5 })                             --> list of moves; player (1 or 2); outcome, if there is none
**    opponents.perft("othello", 7)                                  --> list: how many paths of 1, 2, ... moves
**    opponents.choose("hex", "alphabeta", { 60 }, { seconds = 0.05, size = 11 })       --> move, nodes, depth
**    opponents.choose("othello", "flat", {}, { seconds = 0.05, seed = 1 })             --> move, games played; also "uct"
*/
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "opponent.h"

#define MOST_HEX 11
#define USUAL_HEX 7
#define DEEPEST 100

static const Rules *const games[] = {&connect4, &othello, &breakthrough, &kalah, &hex, NULL};

static const Rules *game_at (lua_State *L, int index) {
  const char *name = luaL_checkstring(L, index);
  for (int i = 0; games[i]; i++)
    if (strcmp(games[i]->name, name) == 0) return games[i];
  luaL_error(L, "no opponent plays %s", name);
  return NULL;
}

static void start (lua_State *L, const Rules *rules, lua_Integer size, Board *board) {
  luaL_argcheck(L, size >= 2 && size <= MOST_HEX, 2, "size must be 2 to 11");
  *board = (Board){.size = (int)size};
  rules->start(board);
}

static void play_checked (lua_State *L, const Rules *rules, Board *board, lua_Integer move) {
  int list[MOST_MOVES], count = rules->moves(board, list), i = 0;
  while (i < count && list[i] != move) i++;
  if (i == count) luaL_error(L, "%s: there is no move %I", rules->name, move);
  rules->play(board, list[i]);
}

/* The board after the moves of the list at `index`. */
static void board_at (lua_State *L, const Rules *rules, lua_Integer size, int index, Board *board) {
  luaL_checktype(L, index, LUA_TTABLE);
  start(L, rules, size, board);
  for (lua_Integer i = 1; lua_geti(L, index, i) != LUA_TNIL; i++) {
    play_checked(L, rules, board, luaL_checkinteger(L, -1));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static int lua_moves (lua_State *L) {
  const Rules *rules = game_at(L, 1);
  Board board;
  int list[MOST_MOVES];
  board_at(L, rules, luaL_optinteger(L, 3, USUAL_HEX), 2, &board);
  int count = rules->moves(&board, list);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, list[i]);
    lua_seti(L, -2, i + 1);
  }
  lua_pushinteger(L, board.turn + 1);
  if (count > 0) return 2;
  lua_pushinteger(L, rules->outcome(&board));
  return 3;
}

static void count_paths (const Rules *rules, const Board *board, int ply, int depth, lua_Integer *counts) {
  int list[MOST_MOVES], count = rules->moves(board, list);
  counts[ply] += count;
  if (ply + 1 == depth) return;
  for (int i = 0; i < count; i++) {
    Board after = *board;
    rules->play(&after, list[i]);
    count_paths(rules, &after, ply + 1, depth, counts);
  }
}

static int lua_perft (lua_State *L) {
  const Rules *rules = game_at(L, 1);
  lua_Integer depth = luaL_checkinteger(L, 2), counts[DEEPEST] = {0};
  luaL_argcheck(L, depth >= 1 && depth <= DEEPEST, 2, "depth must be 1 to 100");
  Board board;
  start(L, rules, luaL_optinteger(L, 3, USUAL_HEX), &board);
  count_paths(rules, &board, 0, (int)depth, counts);
  lua_createtable(L, (int)depth, 0);
  for (int i = 0; i < depth; i++) {
    lua_pushinteger(L, counts[i]);
    lua_seti(L, -2, i + 1);
  }
  return 1;
}

static int lua_choose (lua_State *L) {
  static const char *const kinds[] = {"alphabeta", "flat", "uct", NULL};
  const Rules *rules = game_at(L, 1);
  int kind = luaL_checkoption(L, 2, NULL, kinds);
  luaL_checktype(L, 4, LUA_TTABLE);
  lua_getfield(L, 4, "seconds");
  lua_getfield(L, 4, "size");
  lua_getfield(L, 4, "seed");
  double seconds = luaL_checknumber(L, 5);
  lua_Integer size = luaL_optinteger(L, 6, USUAL_HEX), seed = luaL_optinteger(L, 7, 1);
  Board board;
  int list[MOST_MOVES];
  board_at(L, rules, size, 3, &board);
  luaL_argcheck(L, rules->moves(&board, list) > 0, 3, "the game is over");
  Choice choice = kind == 0 ? choose_by_alphabeta(rules, &board, seconds)
                            : choose_by_playouts(rules, &board, seconds, kind == 2, (uint64_t)seed);
  lua_pushinteger(L, choice.move);
  lua_pushinteger(L, choice.nodes);
  lua_pushinteger(L, choice.depth);
  return 3;
}

int luaopen_opponents (lua_State *L);

__attribute__((visibility("default"))) int luaopen_opponents (lua_State *L) {
  static const luaL_Reg functions[] = {{"moves", lua_moves}, {"perft", lua_perft}, {"choose", lua_choose}, {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
