#include "call/vertex.h"

#include <stdio.h>
#include <string.h>

#include <lauxlib.h>

/* A node as Lua has it. Its user value: the list of its children, if they are kept. */
typedef struct Handle {
  const ScriptToken *token;
  Vertex *vertex;
  uint64_t serial;
} Handle;

Vertex *vertex_at (lua_State *L, int i) {
  const Handle *h = lua_touserdata(L, ARGUMENT(i));
  if (h == NULL || lua_rawlen(L, ARGUMENT(i)) != sizeof *h || h->token != lua_touserdata(L, lua_upvalueindex(TOKEN)))
    luaL_error(L, "expected a node of this search%s", i == 1 ? ", as in node:value()" : "");
  if (h->serial != h->vertex->serial) luaL_error(L, "this node was left: a child is there until its loop goes on, or it is forgotten");
  return h->vertex;
}

int vertex_push (lua_State *L, Script *c, Vertex *v, int token) {
  Handle *h = lua_newuserdatauv(L, sizeof *h, v->kept);
  *h = (Handle){lua_touserdata(L, token), v, v->serial = ++c->serial};
  lua_pushvalue(L, token < 0 ? token - 1 : token + 1);
  lua_setmetatable(L, -2);
  return 1;
}

/* What is proved. */

void vertex_prove (Script *c, Vertex *v, Value lower, Value upper) {
  for (;;) {
    const Value before = v->lower, above = v->upper;
    v->lower = fmin(fmax(lower, before), above);
    v->upper = fmax(fmin(upper, above), v->lower);
    if (v->lower == before && v->upper == above) return;
    if (v->above == NULL) publish(c->search, v->lower, v->upper, NO_VALUE, NULL);
    if (v->above == NULL || !v->kept) return;
    v = v->above;
    lower = upper = worst_for(v->node.player);
    for (const Vertex *child = v->first; child; child = child->next) {
      if (better(v->node.player, child->lower, lower)) lower = child->lower;
      if (better(v->node.player, child->upper, upper)) upper = child->upper;
    }
  }
}

void vertex_prove_for (Script *c, Vertex *v, Player player, Value bound) {
  vertex_prove(c, v, player == MAX ? bound : -INFINITY, player == MAX ? INFINITY : bound);
}

bool vertex_is_proved (const Vertex *v, Window w, Value value) {
  return (value <= w.alpha || value <= v->lower) && (value >= w.beta || value >= v->upper);
}

void vertex_require (lua_State *L, const Script *c, const Vertex *v, Window w, Value value, const char *doing) {
  char text[DESCRIBE_ROOM + 200];
  if (vertex_is_proved(v, w, value)) return;
  snprintf(text, sizeof text, "%s " VALUE_FORMAT " for position %s, but has proved that its value is at least " VALUE_FORMAT " and at most "
           VALUE_FORMAT, doing, value, DESCRIBED(c->search, &v->node.position), v->lower, v->upper);
  luaL_error(L, "%s %s", c->search->algorithm->id, text);
}

/* The path. */

void vertex_drop_line (const Script *c, Vertex *v) {
  if (v->node.line != c->search->outcome.answer.line) line_free(&c->search->lines, v->node.line);
  v->node.line = NULL;
}

void vertex_leave_below (Script *c, Vertex *v) {
  for (Vertex *last; (last = c->last) != v && !last->kept; ) {
    Vertex *a = c->last = last->above;
    const Player player = a->node.player;
    const Value open = player == MAX ? last->upper : last->lower;
    if (last->entered) basis_end(c->search, last->basis, last->node.ply);
    vertex_drop_line(c, last);
    last->serial = 0;
    if (better(player, open, a->rest)) a->rest = open;
    vertex_prove_for(c, a, player, player == MAX ? last->lower : last->upper);
  }
  c->last = v;
}

Vertex *vertex_new (Script *c, Vertex *above) {
  Vertex *v = c->unused;
  if (v) c->unused = v->next;
  else v = arena_alloc(&c->search->arena, sizeof *v);
  memset(v, 0, sizeof *v);
  v->above = above;
  return v;
}

void vertex_reset (const Script *c, Vertex *v, int64_t index) {
  v->index = index;
  v->lower = c->search->pass.lower;
  v->upper = c->search->pass.upper;
  v->node.lower = -INFINITY;
  v->node.upper = INFINITY;
  v->node.line = NULL;
  v->leaf = NO_LEAF;
  v->best = worst_for(v->node.player);
  v->entered = v->opened = v->pending = v->fixed = v->looked = false;
}

/* Kept nodes. */

Vertex *vertex_keep (Script *c, Vertex *v, const Node *child) {
  Game *game = c->search->game;
  Vertex *made = vertex_new(c, v);
  made->kept = true;
  made->node = *child;
  vertex_reset(c, made, v->node.walk.index);
  made->move = game->keep_move ? game->keep_move(game, v->node.walk.move) : v->node.walk.move;
  if (game->keep) made->node.position = game->keep(game, &child->position);
  search_hold(c->search, 1);
  return made;
}

void vertex_forget (Script *c, Vertex *v) {
  Game *game = c->search->game;
  visit_guard(c->search, v->node.ply);
  for (Vertex *child; (child = v->first) != NULL; c->unused = child) {
    vertex_forget(c, child);
    v->first = child->next;
    child->next = c->unused;
    child->serial = 0;
    if (game_holds(game, &child->node.position)) game->drop(game, &child->node.position);
    if (game_holds_move(child->move)) game->drop_move(game, child->move);
    search_hold(c->search, -1);
  }
}
