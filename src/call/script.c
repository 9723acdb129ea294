#include "call/script.h"

#include <lauxlib.h>

#include "call/algorithms.h"
#include "call/vertex.h"
#include "rules/handles.h"
#include "rules/values.h"

/* A method; returns the number of results. `of`: a node, below which all is left; one whose child stays; or the search, with its root. */
typedef struct Method {
  const char *name;
  int count;                    /* of its arguments; the first is what it is called of */
  enum { NODE_ALONE, NODE_AND_CHILD, SEARCH } of;
  int (*call) (lua_State *L, Script *c, Vertex *v);
} Method;

/* The number that argument `i` is; `otherwise` if it is nil. */
static Value number_at (lua_State *L, int i, const char *what, Value otherwise) {
  if (lua_isnil(L, ARGUMENT(i)) && !isnan(otherwise)) return otherwise;
  const Value value = lua_tonumber(L, ARGUMENT(i));
  if (lua_type(L, ARGUMENT(i)) != LUA_TNUMBER || isnan(value))
    luaL_error(L, "%s is %s: expected a number", what, luaL_tolstring(L, ARGUMENT(i), NULL));
  return value;
}

/* The window that arguments `i` and `i` + 1 are; without them `otherwise`. */
static Window window_at (lua_State *L, int i, Window otherwise) {
  return (Window){number_at(L, i, "alpha", otherwise.alpha), number_at(L, i + 1, "beta", otherwise.beta)};
}

static int push_bounds (lua_State *L, Value lower, Value upper) {
  values_push(L, lower);
  values_push(L, upper);
  return 2;
}

/* Calls a method: lays out the stack as the functions of a game find it (lua_game.h), with the arguments behind. */
static int call_method (lua_State *L) {
  const Method *method = lua_touserdata(L, lua_upvalueindex(METHOD));
  Script *c = ((const ScriptToken *)lua_touserdata(L, lua_upvalueindex(TOKEN)))->script;
  if (c == NULL) luaL_error(L, "this node is one of a search that is over");
  if (c->job->L != L) luaL_error(L, "nodes can be used only in the coroutine that searches");
  luaL_checkstack(L, AT_LAST + 2 * MOST_WORDS + 40, NULL);
  lua_settop(L, method->count);
  lua_settop(L, ARGUMENT(method->count));
  for (int i = 1; i <= method->count; i++) lua_copy(L, i, ARGUMENT(i));
  for (int i = 0; i < c->slots; i++) lua_copy(L, lua_upvalueindex(c->slot[i]), c->slot[i]);
  Vertex *v = method->of == SEARCH ? c->root : vertex_at(L, 1);
  if (method->of == NODE_ALONE) vertex_leave_below(c, v);
  for (const Vertex *u = v; v->kept && u->above; u = u->above) u->above->node.walk.index = u->index;
  return method->call(L, c, v);
}

/* Methods of nodes, as the manual has them: custom-search. */

/* Visits a node. Is it a leaf by its own word? */
static bool enter (Script *c, Vertex *v) {
  Search *s = c->search;
  vertex_drop_line(c, v);
  if (!v->kept && v->entered) basis_end(s, v->basis, v->node.ply);
  if (!v->kept) v->basis = basis_begin(s);
  v->entered = true;
  v->opened = v->pending = v->looked = false;
  return (v->leaf = visit_enter(s, &v->node)) != NO_LEAF;
}

static Value evaluate (Script *c, Vertex *v) {
  c->search->pass.repeated = v->leaf == REPEATED;
  if (c->search->asked.caller.known) visit_is_known(c->search, &v->node);
  const Value value = visit_evaluate(c->search, &v->node);
  vertex_prove(c, v, value, value);
  return value;
}

/* Develops a node, and makes its first child; false: it has none, and is a leaf. */
static bool open_walk (Script *c, Vertex *v) {
  Search *s = c->search;
  if (v->below == NULL) v->below = vertex_new(c, v);
  visit_player(s, &v->node);
  v->rest = v->best = worst_for(v->node.player);
  v->given = WHOLE_WINDOW;
  v->fixed = false;
  visit_open(s, &v->node, &v->below->node);
  v->opened = v->pending = visit_next(s, &v->node, &v->below->node);
  if (!v->opened) v->leaf = TERMINAL;
  return v->opened;
}

/* What is known of a node in the window *w without its children, asked in the order of algo/window/search.c. False: nothing yet. */
static bool find_value (Script *c, Vertex *v, Window *w, bool searched, Value *value) {
  Search *s = c->search;
  Node *n = &v->node;
  Probe *p = &v->probe;
  enter(c, v);
  trace_window(s, w->alpha, w->beta);
  v->looked = s->table && (v->leaf == NO_LEAF || (s->asked.remember_leaves && v->leaf != REPEATED && n->ply > 0));
  probe_nothing(p);
  if (v->looked && n->ply > 0 && probe(s, n, p) && probe_settles(s, n, p, *w, value)) {
    vertex_prove(c, v, bounds_lower(p->known), bounds_upper(p->known));
    return true;
  }
  if (v->leaf == NO_LEAF) {
    const bool known = visit_known(s, n, searched ? WHOLE_WINDOW : *w, value);
    if (!known && n->ply > 0) probe_narrow(s, n, p);
    vertex_prove(c, v, n->lower, n->upper);
    if (known) return true;
    if (v->looked && n->ply == 0) probe(s, n, p);
    if (open_walk(c, v)) {
      bound_window(s, n, w);
      v->given = *w;
      v->fixed = true;
      return false;
    }
  }
  *value = evaluate(c, v);
  if (v->looked && s->asked.remember_leaves) probe_store_leaf(s, p, n->ply, *value);
  return true;
}

static int node_value (lua_State *L, Script *c, Vertex *v) {
  Window w = window_at(L, 2, WHOLE_WINDOW);
  Value value;
  if (find_value(c, v, &w, lua_toboolean(L, ARGUMENT(4)), &value)) values_push(L, value);
  else lua_pushnil(L);
  return 1 + push_bounds(L, w.alpha, w.beta);
}

static int node_leaf (lua_State *L, Script *c, Vertex *v) {
  lua_pushboolean(L, enter(c, v));
  return 1;
}

static int node_evaluate (lua_State *L, Script *c, Vertex *v) {
  if (v->leaf == NO_LEAF) luaL_error(L, "node:evaluate is for leaves; node:estimate returns what the rules say of other nodes");
  values_push(L, evaluate(c, v));
  return 1;
}

static int node_estimate (lua_State *L, Script *c, Vertex *v) {
  values_push(L, visit_estimate(c->search, &v->node));
  return 1;
}

static int node_bounds (lua_State *L, Script *c, Vertex *v) {
  Value value;
  const bool known = visit_known(c->search, &v->node, window_at(L, 2, WHOLE_WINDOW), &value);
  vertex_prove(c, v, v->node.lower, v->node.upper);
  push_bounds(L, v->node.lower, v->node.upper);
  if (known) values_push(L, value);
  return 2 + known;
}

static int node_proved (lua_State *L, Script *c, Vertex *v) {
  (void)c;
  return push_bounds(L, v->lower, v->upper);
}

static int node_terminal (lua_State *L, Script *c, Vertex *v) {
  Position child = {{0}};
  if (v->leaf == NO_LEAF && !v->first && !v->fixed) {           /* fixed: it has been developed */
    v->opened = false;
    game_open_walk(&v->node.walk, v->node.ply);
    if (!game_next(c->search->game, &v->node.position, &v->node.walk, &child)) v->leaf = TERMINAL;
  }
  lua_pushboolean(L, v->leaf != NO_LEAF);
  return 1;
}

static int node_player (lua_State *L, Script *c, Vertex *v) {
  if (!v->opened && !v->first) visit_player(c->search, &v->node);
  lua_pushstring(L, values_player(v->node.player));
  lua_pushinteger(L, v->node.ply);
  return 2;
}

static int node_position (lua_State *L, Script *c, Vertex *v) {
  handles_push_position(L, job_rules(c->job), c->search->game->words, &v->node.position);
  return 1;
}

static Move move_to (const Vertex *v) { return v->kept ? v->move : v->above->node.walk.move; }

static int node_move (lua_State *L, Script *c, Vertex *v) {
  if (v->index == 0) return 0;
  handles_push_move(L, job_rules(c->job), move_to(v));
  lua_pushinteger(L, v->index);
  return 2;
}

/* The function of a loop over children. */
static int node_next (lua_State *L, Script *c, Vertex *v) {
  if (v->leaf != NO_LEAF) return 0;
  if (!v->opened) luaL_error(L, "the loop over the children of this node is over: it was visited again");
  if (!v->pending && !visit_next(c->search, &v->node, &v->below->node)) {
    v->opened = false;
    vertex_prove_for(c, v, opponent(v->node.player), v->rest);
    return 0;
  }
  v->pending = false;
  vertex_reset(c, v->below, v->node.walk.index);
  c->last = v->below;
  return vertex_push(L, c, v->below, lua_upvalueindex(TOKEN));
}

static int node_children (lua_State *L, Script *c, Vertex *v) {
  if (v->first) luaL_error(L, "the children of this node are kept: node:develop returns them");
  if (!v->entered) enter(c, v);
  if (!v->pending && v->leaf == NO_LEAF) open_walk(c, v);
  lua_rawgeti(L, lua_upvalueindex(META), 1);
  lua_pushvalue(L, ARGUMENT(1));
  return 2;
}

/* The child that the loop stands at was searched in what is left of the window of `v`. */
static int node_take (lua_State *L, Script *c, Vertex *v) {
  Search *s = c->search;
  Vertex *child = vertex_at(L, 2);
  const Value value = number_at(L, 3, "the value of a child", NAN);
  Window w = window_at(L, 4, WHOLE_WINDOW);
  if (child->kept || child != v->below) luaL_error(L, "node:take is for the child that the loop over the children of the node stands at");
  vertex_leave_below(c, child);
  if (!v->fixed) v->given = w;
  v->fixed = true;
  if (!better(v->node.player, value, v->best)) return push_bounds(L, w.alpha, w.beta);
  vertex_require(L, c, child, v->given, value, "takes the value");
  const Node found = {.position = child->node.position, .line = child->node.line};
  child->node.line = NULL;
  v->best = value;
  if (raise_window(s, &v->node, &found, value, &w, v->given)) {
    v->probe.move = v->node.walk.index;
    if (!window_open(w)) trace_cutoff(s, &v->node, value, w);
  }
  return push_bounds(L, w.alpha, w.beta);
}

static int node_finish (lua_State *L, Script *c, Vertex *v) {
  if (isinf(v->best)) luaL_error(L, "node:finish is for a node of which a child was taken");
  const Window w = open_beyond(&v->node, v->given);
  const Value value = bounds_hold(c->search, &v->node, v->best);
  if (v->looked) vertex_require(L, c, v, w, value, "stores the value");
  if (v->looked) probe_store(c->search, &v->probe, v->node.ply, w, value);
  values_push(L, value);
  return 1;
}

/* Kept nodes. */

static int node_develop (lua_State *L, Script *c, Vertex *v) {
  Search *s = c->search;
  Vertex **end = &v->first;
  Node child;
  if (!s->algorithm->holds) luaL_error(L, "node:develop keeps nodes: the algorithm needs the field keeps = true");
  if (!v->kept) luaL_error(L, "node:develop is for the root and what it has returned, not for the children of a loop");
  if (lua_getiuservalue(L, ARGUMENT(1), 1) == LUA_TTABLE && v->first) return 1;
  lua_newtable(L);
  if (!v->entered) enter(c, v);
  v->opened = v->pending = false;
  if (v->leaf != NO_LEAF) return 1;
  visit_player(s, &v->node);
  for (visit_open(s, &v->node, &child); v->first ? visit_pull(s, &v->node, &child) : visit_next(s, &v->node, &child); ) {
    Vertex *made = *end = vertex_keep(c, v, &child);
    end = &made->next;
    vertex_push(L, c, made, lua_upvalueindex(TOKEN));
    lua_rawseti(L, -2, made->index);
  }
  if (v->first == NULL) v->leaf = TERMINAL;
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, ARGUMENT(1), 1);
  return 1;
}

static int node_forget (lua_State *L, Script *c, Vertex *v) {
  (void)L;
  vertex_forget(c, v);
  return 0;
}

/* Methods of the search. */

static int search_publish (lua_State *L, Script *c, Vertex *root) {
  Search *s = c->search;
  const Value lower = number_at(L, 2, "a lower bound", -INFINITY), upper = number_at(L, 3, "an upper bound", INFINITY);
  vertex_require(L, c, root, (Window){-INFINITY, lower}, lower, "publishes the lower bound");
  vertex_require(L, c, root, (Window){upper, INFINITY}, upper, "publishes the upper bound");
  if (lua_isnil(L, ARGUMENT(4))) return 0;
  const Vertex *child = vertex_at(L, 4);
  if (child->above != root) luaL_error(L, "search:publish takes a child of the root");
  Line *line = line_cons(&s->lines, move_to(child), &child->node.position, NULL);
  const Value sure = root->node.player == MAX ? child->lower : child->upper;
  if (isfinite(sure)) publish(s, -INFINITY, INFINITY, sure, line);
  else publish_estimate(s, -INFINITY, INFINITY, visit_estimate(s, &child->node), line);
  root->node.line = line;
  return 0;
}

static int search_pass (lua_State *L, Script *c, Vertex *root) {
  (void)root;
  trace_pass(c->search, ++c->passes, window_at(L, 2, WHOLE_WINDOW), lua_toboolean(L, ARGUMENT(4)));
  return 0;
}

static int search_above (lua_State *L, Script *c, Vertex *root) {
  (void)c, (void)root;
  lua_pushnumber(L, next_above(number_at(L, 2, "what search:above is asked of", NAN)));
  return 1;
}

static int search_below (lua_State *L, Script *c, Vertex *root) {
  (void)c, (void)root;
  lua_pushnumber(L, next_below(number_at(L, 2, "what search:below is asked of", NAN)));
  return 1;
}

static const Method methods[] = {
  {"next", 1, NODE_ALONE, node_next}, {"value", 4, NODE_ALONE, node_value}, {"leaf", 1, NODE_ALONE, node_leaf},
  {"evaluate", 1, NODE_ALONE, node_evaluate}, {"estimate", 1, NODE_ALONE, node_estimate}, {"bounds", 3, NODE_ALONE, node_bounds},
  {"proved", 1, NODE_ALONE, node_proved}, {"terminal", 1, NODE_ALONE, node_terminal}, {"player", 1, NODE_AND_CHILD, node_player},
  {"position", 1, NODE_AND_CHILD, node_position}, {"move", 1, NODE_AND_CHILD, node_move}, {"children", 1, NODE_ALONE, node_children},
  {"take", 5, NODE_AND_CHILD, node_take}, {"finish", 1, NODE_ALONE, node_finish}, {"develop", 1, NODE_ALONE, node_develop},
  {"forget", 1, NODE_ALONE, node_forget}, {"publish", 4, SEARCH, search_publish}, {"pass", 4, SEARCH, search_pass},
  {"above", 2, SEARCH, search_above}, {"below", 2, SEARCH, search_below}
};

/* A search. */

/* Begins a pass: the root alone. */
static Script *begin_pass (Search *s, Job *job) {
  Script *c = s->pass.memory;
  if (c == NULL) {
    s->pass.memory = c = arena_alloc(&s->arena, sizeof *c);
    *c = (Script){.job = job, .search = s};
    c->root = vertex_new(c, NULL);
  }
  if (s->algorithm->holds) search_hold(s, 1);
  c->passes = c->slots = 0;
  for (int i = 1; i <= AT_LAST; i++)
    if (i <= MOST_ARGUMENTS || !lua_isnil(job->L, i)) c->slot[c->slots++] = i;
  Vertex *root = c->last = c->root;
  root->kept = true;
  root->node = s->pass.root;
  vertex_reset(c, root, 0);
  return c;
}

/* Pushes the token, and the metatable of nodes and of the search. At 1 that has the function of loops. Returns the index of the token. */
static int push_metatable (lua_State *L, Job *job) {
  const int token = lua_gettop(L) + 1, meta = token + 1;
  luaL_checkstack(L, METHOD + 20, NULL);
  ScriptToken *made = lua_newuserdatauv(L, sizeof *made, 0);
  made->script = NULL;
  lua_createtable(L, 2, 2);
  lua_pushvalue(L, token);
  lua_rawseti(L, meta, 2);
  lua_pushvalue(L, meta);
  lua_setiuservalue(L, AT_JOB, JOB_SCRIPT);     /* from now on the job keeps it */
  job->script = made;
  lua_newtable(L);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    for (int j = 1; j <= AT_LAST; j++) lua_pushvalue(L, j);
    lua_pushvalue(L, token);
    lua_pushvalue(L, meta);
    lua_pushlightuserdata(L, (void *)&methods[i]);
    lua_pushcclosure(L, call_method, METHOD);
    if (i == 0) lua_rawseti(L, meta, 1);
    else lua_setfield(L, meta + 1, methods[i].name);
  }
  lua_setfield(L, meta, "__index");
  lua_pushliteral(L, "a node of a search");
  lua_setfield(L, meta, "__metatable");
  return token;
}

/* The move of the root that belongs to its value: as it was taken; else, of children that are kept, one that has it, or may be best. */
static Line *find_line (Script *c, Value value) {
  Search *s = c->search;
  const Player player = c->root->node.player;
  const Vertex *child = c->root->first, *best = child;
  for (; child && (player == MAX ? child->lower < value : child->upper > value); child = child->next)
    if (better(player, player == MAX ? child->upper : child->lower, player == MAX ? best->upper : best->lower)) best = child;
  if (child) best = child;
  if (best) return line_cons(&s->lines, best->move, &best->node.position, NULL);
  return c->root->node.line ? c->root->node.line : s->outcome.answer.line;
}

/* The function has returned a value, and maybe a window: the value is proved, a bound beyond the window, or else an estimate. */
static void conclude (lua_State *L, Script *c) {
  Search *s = c->search;
  Vertex *root = c->root;
  vertex_leave_below(c, root);
  Value value = number_at(L, 3, "what the algorithm has returned", NAN);
  const Window w = window_at(L, 4, s->asked.window);
  s->pass.root.player = root->node.player;
  s->outcome.answer.horizon = search_cut(s);
  if (search_cut(s)) value = bounds_hold(s, &root->node, value);
  if (value < root->lower || value > root->upper) vertex_require(L, c, root, w, value, "returned");
  s->pass.root.line = find_line(c, value);
  const bool proved = vertex_is_proved(root, w, value);
  value = fmin(fmax(value, root->lower), root->upper);
  (proved ? publish : publish_estimate)(s, root->lower, root->upper, value, s->pass.root.line);
}

static void run (Search *s) {
  Job *job = JOB_OF(search, s);
  lua_State *L = job->L;
  lua_settop(L, AT_LAST);
  const int token = push_metatable(L, job);
  Script *c = job->script->script = begin_pass(s, job);
  lua_rawgetp(L, LUA_REGISTRYINDEX, s->algorithm);
  vertex_push(L, c, c->root, token);
  lua_createtable(L, 0, 5);
  values_set(L, "alpha", s->asked.window.alpha);
  values_set(L, "beta", s->asked.window.beta);
  values_set(L, "lower", s->game->lower);
  values_set(L, "upper", s->game->upper);
  values_set(L, "depth", s->pass.depth == NO_HORIZON ? INFINITY : s->pass.depth);
  lua_pushvalue(L, token + 1);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, AT_OPTIONS);
  lua_call(L, 3, 3);
  conclude(L, c);
  lua_settop(L, AT_LAST);
  vertex_forget(c, c->root);
  job->script->script = NULL;
}

int script_algorithm (lua_State *L) {
  enum { ID = 1, TITLE, KEY, KEEPS, INFORMED, RUN };
  static const Option *const options[] = {&option_window, &option_table, &option_remember_leaves, NULL};
  lua_settop(L, RUN);
  Algorithm *a = lua_newuserdatauv(L, sizeof *a, TITLE);
  *a = (Algorithm){.id = luaL_checkstring(L, ID), .title = luaL_checkstring(L, TITLE), .family = "in Lua", .source = "Lua",
                   .needs = lua_toboolean(L, KEY) ? "key" : NULL, .options = options, .informed = lua_toboolean(L, INFORMED),
                   .lines = !lua_toboolean(L, KEEPS), .path = !lua_toboolean(L, KEEPS), .holds = lua_toboolean(L, KEEPS), .run = run};
  for (int i = ID; i <= TITLE; i++) {
    lua_pushvalue(L, i);
    lua_setiuservalue(L, -2, i);
  }
  lua_pushvalue(L, RUN);
  lua_rawsetp(L, LUA_REGISTRYINDEX, a);
  algorithms_keep(L, a);
  return 1;
}
