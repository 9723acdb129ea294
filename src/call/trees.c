#include "call/trees.h"

#include <math.h>
#include <string.h>

#include <lauxlib.h>

#include "base/stack.h"
#include "rules/values.h"
#include "system/digest.h"
#include "system/metatable.h"
#include "system/refuse.h"

#define TREE "gts.tree"
static const MetatableKind kind = {TREE, NULL, NULL};

/*
** Explicit trees: a table is read once to count its nodes, and once more to fill them. A list may stand in several places, and is a
** node in each; it is counted once only, for a tree with shared lists may have far more nodes than its text.
*/

#define MOST_NODES ((int64_t)1 << 30)
enum { AT_SPEC = 1, AT_COUNTS };        /* the stack: the tree; list -> nodes in it, 0 while they are counted */

typedef struct Reader {
  lua_State *L;
  ExplicitNode *nodes;          /* NULL while counting */
  int64_t count, room;          /* nodes seen; nodes there is room for */
  const char *stack_floor;
  bool bounded, players;
} Reader;

/* A node on the way down, for the Dewey code in an error message. */
typedef struct Path {
  const struct Path *parent;
  lua_Integer index;
} Path;

static void push_dewey (lua_State *L, const Path *path) {
  if (path->parent == NULL) lua_pushliteral(L, "");
  else {
    push_dewey(L, path->parent);
    lua_pushfstring(L, path->parent->parent ? "%s.%I" : "%s%I", lua_tostring(L, -1), (LUAI_UACINT)path->index);
    lua_remove(L, -2);
  }
}

static _Noreturn void complain (lua_State *L, const Path *path, const char *what) {
  push_dewey(L, path);
  luaL_error(L, "gts.tree: node '%s' %s", lua_tostring(L, -1), what);
  for (;;) {}                   /* luaL_error does not return */
}

/* Pushes a field of the table on top, its own, without metamethods; false if there is none. */
static bool push_field (lua_State *L, const char *name) {
  lua_pushstring(L, name);
  return lua_rawget(L, -2) != LUA_TNIL;
}

#define INEXACT "has an integer that no double holds exactly: expected one from -2^53 to 2^53, or a float"

/* The number in field `name` of the table on top, or `otherwise`. */
static Value number_field (Reader *reader, const Path *path, const char *name, Value otherwise) {
  lua_State *L = reader->L;
  Value value = otherwise;
  if (push_field(L, name)) {
    value = lua_tonumber(L, -1);
    if (lua_type(L, -1) != LUA_TNUMBER || isnan(value))
      complain(L, path, lua_pushfstring(L, "has %s as its %s: expected a number", luaL_tolstring(L, -1, NULL), name));
    if (!values_is_exact(L, -1)) complain(L, path, INEXACT);
  }
  lua_pop(L, 1);
  return value;
}

/* The player of the table on top: its own word, else not its parent's. */
static Player player_field (Reader *reader, const Path *path, Player otherwise) {
  lua_State *L = reader->L;
  Player player = otherwise;
  if (push_field(L, "player")) {
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (strcmp(name, "max") != 0 && strcmp(name, "min") != 0)
      complain(L, path, lua_pushfstring(L, "has %s as its player: expected 'max' or 'min'", luaL_tolstring(L, -1, NULL)));
    player = strcmp(name, "max") == 0 ? MAX : MIN;
    if (path->parent && player != otherwise) reader->players = true;
  }
  lua_pop(L, 1);
  return player;
}

static ExplicitNode read_fields (Reader *reader, const Path *path, Player player) {
  ExplicitNode node = {.player = player_field(reader, path, player),
                       .value = number_field(reader, path, "value", NAN),
                       .lower = number_field(reader, path, "lower", -INFINITY),
                       .upper = number_field(reader, path, "upper", INFINITY)};
  if (isinf(node.value)) complain(reader->L, path, "has an infinite value");
  if (node.lower > node.upper) complain(reader->L, path, "has a lower bound above its upper bound");
  if (node.lower > -INFINITY || node.upper < INFINITY) reader->bounded = true;
  return node;
}

/* Was the list on top counted before? Then its nodes are added. */
static bool was_counted (Reader *reader, const Path *path) {
  lua_State *L = reader->L;
  lua_pushvalue(L, -1);
  bool known = lua_rawget(L, AT_COUNTS) != LUA_TNIL;
  int64_t nodes = lua_tointeger(L, -1);
  lua_pop(L, 1);
  if (known && nodes == 0) complain(L, path, "holds itself: the lists go round in a circle");
  reader->count += nodes;
  return known;
}

static void note_count (lua_State *L, int64_t nodes) {
  lua_pushvalue(L, -1);
  lua_pushinteger(L, nodes);
  lua_rawset(L, AT_COUNTS);
}

static void read_node (Reader *reader, const Path *path, Player player);

/* The children of the table on top, whose number is `parent`. */
static void read_children (Reader *reader, const Path *path, lua_Integer children, Player player) {
  lua_State *L = reader->L;
  int64_t elder = 0;
  for (lua_Integer i = 1; i <= children; i++) {
    int64_t child = reader->count;
    if (reader->nodes && elder) reader->nodes[elder].sibling = child;
    elder = child;
    lua_rawgeti(L, -1, i);
    read_node(reader, &(Path){path, i}, opponent(player));
    lua_pop(L, 1);
  }
}

/* Reads the value on top, and leaves it there. */
static void read_node (Reader *reader, const Path *path, Player player) {
  lua_State *L = reader->L;
  const char here = 0;
  if (reader->stack_floor && &here < reader->stack_floor) luaL_error(L, "gts.tree: the lists are nested too deep, or in a circle");
  luaL_checkstack(L, 10, "gts.tree: the lists are nested too deep, or in a circle");
  ExplicitNode node = {.lower = -INFINITY, .upper = INFINITY, .player = player, .leaf = true};
  lua_Integer children = 0;
  int64_t before = reader->count;
  bool counts = reader->nodes == NULL && lua_istable(L, -1);
  if (counts && was_counted(reader, path)) return;
  if (lua_type(L, -1) == LUA_TNUMBER) {
    node.value = lua_tonumber(L, -1);
    if (!isfinite(node.value)) complain(L, path, "is a leaf that is not a finite number");
    if (!values_is_exact(L, -1)) complain(L, path, INEXACT);
  } else if (lua_istable(L, -1)) {
    node = read_fields(reader, path, player);
    children = (lua_Integer)lua_rawlen(L, -1);
    node.leaf = children == 0;
    if (node.leaf && isnan(node.value)) complain(L, path, "is an empty list: a leaf is a number");
  } else complain(L, path, lua_pushfstring(L, "is a %s: expected a number or a list", luaL_typename(L, -1)));
  if (reader->nodes) {
    if (reader->count == reader->room) luaL_error(L, "gts.tree: the lists were changed while they were read");
    reader->nodes[reader->count] = node;
  }
  reader->count++;
  if (counts) note_count(L, 0);
  read_children(reader, path, children, node.player);
  if (counts) note_count(L, reader->count - before);
  if (reader->count > MOST_NODES) complain(L, path, "is too large, with more than 2^30 nodes: are lists shared?");
}

int trees_explicit (lua_State *L) {
  luaL_checktype(L, AT_SPEC, LUA_TTABLE);
  lua_settop(L, AT_SPEC);
  lua_newtable(L);
  lua_pushvalue(L, AT_SPEC);
  Reader reader = {.L = L, .stack_floor = stack_floor()};
  read_node(&reader, &(Path){NULL, 0}, MAX);
  int64_t count = reader.count;
  TreeGame *tree = lua_newuserdatauv(L, sizeof *tree + sizeof(ExplicitNode) * (size_t)count, 0);
  reader.nodes = (ExplicitNode *)(void *)(tree + 1);
  reader.room = count;
  reader.count = 0;
  lua_replace(L, AT_COUNTS);
  read_node(&reader, &(Path){NULL, 0}, MAX);
  explicit_open(&tree->explicit, reader.nodes, count, reader.nodes[0].player, reader.players, reader.bounded);
  lua_settop(L, AT_COUNTS);
  metatable_set(L, &kind);
  return 1;
}

/* Implicit trees: the fields of the table at the bottom, which were checked. */

static int64_t whole_field (lua_State *L, const char *name) {
  lua_getfield(L, AT_SPEC, name);
  int64_t value = luaL_checkinteger(L, -1);
  lua_pop(L, 1);
  return value;
}

static Value real_field (lua_State *L, const char *name, Value otherwise) {
  lua_getfield(L, AT_SPEC, name);
  Value value = luaL_optnumber(L, -1, otherwise);
  lua_pop(L, 1);
  return value;
}

static int word_field (lua_State *L, const char *name, const char *const words[]) {
  lua_getfield(L, AT_SPEC, name);
  int word = luaL_checkoption(L, -1, words[0], words);
  lua_pop(L, 1);
  return word;
}

static void pair_field (lua_State *L, const char *name, int64_t pair[2]) {
  lua_getfield(L, AT_SPEC, name);
  luaL_checktype(L, -1, LUA_TTABLE);
  for (int i = 0; i < 2; i++, lua_pop(L, 1)) {
    lua_rawgeti(L, -1, i + 1);
    pair[i] = luaL_checkinteger(L, -1);
  }
  lua_pop(L, 1);
}

static Drawing read_drawing (lua_State *L) {
  static const char *const players[] = {"min", "max", NULL};
  static const char *const orders[] = {"independent", "random", "strong", "best", "worst", "correlated", "wins", NULL};
  static const char *const models[] = {"increments", "range", "cut", NULL};
  static const char *const increments[] = {"whole", "real", "exponential", NULL};
  Drawing by = {
    .seed = (uint64_t)whole_field(L, "seed"), .first = word_field(L, "player", players) ? MAX : MIN,
    .order = (Order)word_field(L, "order", orders), .model = (Model)word_field(L, "model", models),
    .increments = (Increments)word_field(L, "increments", increments),
    .spread = {[MIN] = real_field(L, "min_spread", 0), [MAX] = real_field(L, "max_spread", 0)},
    .shrink = real_field(L, "shrink", 0), .win = real_field(L, "win", 0),
    .tightness = real_field(L, "tightness", NOT_TOLD), .error = real_field(L, "error", NOT_TOLD)
  };
  pair_field(L, "branching", by.branching);
  pair_field(L, "depth", by.depth);
  pair_field(L, "range", by.range);
  return by;
}

int trees_implicit (lua_State *L) {
  luaL_checktype(L, AT_SPEC, LUA_TTABLE);
  lua_settop(L, AT_SPEC);
  Drawing by = read_drawing(L);
  bool drawn = by.order == ORDER_INDEPENDENT || by.order == ORDER_CORRELATED || by.order == ORDER_WINS;
  if (drawn && (by.tightness >= 0 || by.error >= 0) && implicit_leaves(&by) > SMALL_TREE) {
    const char *what = by.tightness >= 0 ? "tightness" : "error";
    return refuse(L, lua_pushfstring(L, "%s needs the values of inner nodes, which in this order only a search tells: that takes a tree of "
                                     "%I leaves at most", what, (LUAI_UACINT)SMALL_TREE));
  }
  TreeGame *tree = lua_newuserdatauv(L, sizeof *tree, 0);
  implicit_open(&tree->implicit, &by);
  metatable_set(L, &kind);
  return 1;
}

static bool is_explicit (const TreeGame *tree) { return tree->game.words == 1; }

const ImplicitTree *trees_as_implicit (const TreeGame *tree) { return is_explicit(tree) ? NULL : &tree->implicit; }

TreeGame trees_open (lua_State *L, int index, Host *host) {
  TreeGame tree = *(const TreeGame *)luaL_checkudata(L, index, TREE);
  if (is_explicit(&tree)) tree.explicit.host = host;
  return tree;
}

/* A number as it is hashed: -0 is 0, and no number is infinity. */
static Value plain (Value value) { return isnan(value) ? INFINITY : value + 0.0; }

static void add_node (Digest *digest, const ExplicitNode *node) {
  const Value numbers[] = {plain(node->value), plain(node->lower), plain(node->upper), (Value)node->sibling, node->leaf, node->player};
  digest_add(digest, numbers, sizeof numbers);
}

static void add_drawing (Digest *digest, const Drawing *by) {
  const int64_t words[] = {by->branching[0], by->branching[1], by->depth[0], by->depth[1], (int64_t)by->seed, by->order, by->model,
                           by->increments, by->range[0], by->range[1]};
  const Value numbers[] = {by->spread[MIN], by->spread[MAX], by->shrink, by->win, by->tightness, by->error};
  digest_add(digest, words, sizeof words);
  digest_add(digest, numbers, sizeof numbers);
}

int trees_fingerprint (lua_State *L) {
  const TreeGame *tree = luaL_checkudata(L, 1, TREE);
  const uint64_t first = tree->game.first;
  char text[DIGEST_DIGITS + 1];
  Digest digest;
  digest_begin(&digest);
  digest_add(&digest, &first, sizeof first);
  if (is_explicit(tree))
    for (int64_t i = 0; i < tree->explicit.count; i++) add_node(&digest, &tree->explicit.nodes[i]);
  else add_drawing(&digest, &tree->implicit.by);
  lua_pushstring(L, digest_end_text(&digest, text));
  return 1;
}

Position trees_start (const TreeGame *tree) {
  const Position first = {{0}};
  return is_explicit(tree) ? first : implicit_root(&tree->implicit);
}

static void check_position (lua_State *L, const TreeGame *tree, const Position *position) {
  if (is_explicit(tree)) {
    if (position->word[0] < 0 || position->word[0] >= tree->explicit.count)
      luaL_error(L, "the position is %I: the nodes of this tree are 0 to %I",
                 (LUAI_UACINT)position->word[0], (LUAI_UACINT)(tree->explicit.count - 1));
  } else if (position->word[1] < 0 || position->word[1] > tree->implicit.by.depth[1])
    luaL_error(L, "the position has height %I: this tree has heights 0 to %I",
               (LUAI_UACINT)position->word[1], (LUAI_UACINT)tree->implicit.by.depth[1]);
}

void trees_begin (lua_State *L, TreeGame *tree, const Position *position) {
  check_position(L, tree, position);
  if (is_explicit(tree)) explicit_begin(&tree->explicit, position);
  else implicit_begin(&tree->implicit, position);
}

/* A tree as rules, for programs in Lua that do not trust the engine: functions of the words of a position. */

enum { TREE_UPVALUE = 1 };

static Position tree_position (lua_State *L, const TreeGame *tree) {
  Position position = {{0}};
  for (int i = 0; i < tree->game.words; i++) position.word[i] = luaL_checkinteger(L, i + 1);
  check_position(L, tree, &position);
  return position;
}

static TreeGame open_upvalue (lua_State *L, Host *host) { return trees_open(L, lua_upvalueindex(TREE_UPVALUE), host); }

/* next(words ..., move) -> move, words ...; nil at the end. */
static int tree_next (lua_State *L) {
  TreeGame tree = open_upvalue(L, NULL);
  Position position = tree_position(L, &tree), child;
  lua_Integer last = luaL_optinteger(L, tree.game.words + 1, 0);
  Walk walk = {0};
  if (!is_explicit(&tree) && implicit_is_leaf(&tree.implicit, &position)) return 0;
  while (tree.game.next(&tree.game, &position, &walk, &child))
    if (walk.index++ == last) {
      lua_pushinteger(L, walk.index);
      for (int i = 0; i < tree.game.words; i++) lua_pushinteger(L, child.word[i]);
      return 1 + tree.game.words;
    }
  return 0;
}

static int tree_evaluate (lua_State *L) {
  TreeGame tree = open_upvalue(L, NULL);
  Position position = tree_position(L, &tree);
  if (is_explicit(&tree) && isnan(tree.explicit.nodes[position.word[0]].value)) return 0;
  values_push(L, tree.game.evaluate(&tree.game, &position));
  return 1;
}

static int tree_player (lua_State *L) {
  TreeGame tree = open_upvalue(L, NULL);
  Position position = tree_position(L, &tree);
  lua_pushstring(L, values_player(tree.game.player(&tree.game, &position)));
  return 1;
}

/* The player to move at the first position of a search. */
static int tree_first (lua_State *L) {
  TreeGame tree = open_upvalue(L, NULL);
  Position position = tree_position(L, &tree);
  trees_begin(L, &tree, &position);
  lua_pushstring(L, values_player(tree.game.first));
  return 1;
}

static int tree_bounds (lua_State *L) {
  TreeGame tree = open_upvalue(L, NULL);
  Position position = tree_position(L, &tree);
  Value lower = -INFINITY, upper = INFINITY;
  tree.game.bounds(&tree.game, &position, &lower, &upper);
  lua_pushnumber(L, lower);
  lua_pushnumber(L, upper);
  return 2;
}

static void set_function (lua_State *L, const char *name, lua_CFunction function) {
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
}

int trees_rules (lua_State *L) {
  TreeGame tree = trees_open(L, 1, NULL);
  Position start = trees_start(&tree);
  lua_settop(L, 1);
  lua_createtable(L, 0, 8);
  values_set_count(L, "words", (uint64_t)tree.game.words);
  lua_createtable(L, tree.game.words, 0);
  for (int i = 0; i < tree.game.words; i++) {
    lua_pushinteger(L, start.word[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "start");
  set_function(L, "first", tree_first);
  set_function(L, "next", tree_next);
  set_function(L, "evaluate", tree_evaluate);
  if (tree.game.player) set_function(L, "player", tree_player);
  if (tree.game.bounds) set_function(L, "bounds", tree_bounds);
  return 1;
}
