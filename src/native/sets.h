/* Walks over sets of moves: part only of units whose rules give them, behind their game_step and game_play. */
#pragma once

INLINED bool game_next (Game *game, const Position *position, Walk *walk, Position *child) {
  if (!game_step(game, position, walk)) return false;
  game_play(game, position, walk, child);
  return true;
}

static bool called_step (Game *game, const Position *position, Walk *walk) {
  const CompiledGame *compiled = (const CompiledGame *)game;
  enter_walk(compiled->top, walk);
  int64_t slots = walk->state[0];
  walk->state[0] = (slots - compiled->floor) / WALK_SLOTS;
  bool more = game_step_far(game, position, walk);
  walk->state[0] = slots;
  *compiled->top = more ? slots + WALK_SLOTS : slots;
  return more;
}

static void called_play (Game *game, const Position *position, Walk *walk, Position *child) {
  const CompiledGame *compiled = (const CompiledGame *)game;
  int64_t slots = walk->state[0];
  walk->state[0] = (slots - compiled->floor) / WALK_SLOTS;
  game_play(game, position, walk, child);
  walk->state[0] = slots;
  *compiled->top = slots + WALK_SLOTS;
}

static bool called_next (Game *game, const Position *position, Walk *walk, Position *child) {
  if (!called_step(game, position, walk)) return false;
  called_play(game, position, walk, child);
  return true;
}
