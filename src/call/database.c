#include "call/database.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <lauxlib.h>

#include "rules/rules.h"
#include "rules/values.h"
#include "system/files.h"
#include "system/interrupt.h"
#include "system/metatable.h"
#include "system/refuse.h"

#define DATABASE "gts.database"
static const MetatableKind kind;

typedef struct DatabaseObject {
  Database db;
  Host host;
  lua_Alloc allocate;
  void *allocate_data;
  bool open;
} DatabaseObject;

static void *allocate (Host *host, void *block, size_t old_size, size_t new_size) {
  DatabaseObject *object = (DatabaseObject *)(void *)((char *)host - offsetof(DatabaseObject, host));
  return object->allocate(object->allocate_data, block, block ? old_size : 0, new_size);
}

static DatabaseObject *check (lua_State *L, int index) {
  DatabaseObject *object = luaL_checkudata(L, index, DATABASE);
  luaL_argcheck(L, object->open, index, "the database is closed");
  return object;
}

/* From here to stop_listening, without a call of Lua between, Ctrl-C ends work on the database. */
static void listen_to_key (lua_State *L, DatabaseObject *object, Interrupt *interrupt) {
  interrupt_begin(interrupt, L, interrupt_note);
  object->host.interrupted = interrupt_flag_from_now();
}

static void stop_listening (DatabaseObject *object, Interrupt *interrupt) {
  object->host.interrupted = NULL;
  interrupt_end(interrupt);
}

Database *database_at (lua_State *L, int index) {
  DatabaseObject *object = luaL_testudata(L, index, DATABASE);
  return object && object->open ? &object->db : NULL;
}

/* Pushes nil and what is wrong with a database. Raises the error "interrupted" after Ctrl-C. */
static int refuse_wrong (lua_State *L, const Database *db) {
  if (strcmp(db->directory.wrong, DATABASE_INTERRUPTED) == 0) interrupt_raise(L, NULL);
  return refuse(L, db->directory.wrong);
}

/* Locks a folder for us alone; false if another process has it. One that was killed may hold it for a moment still. */
static bool lock (int folder) {
  enum { TRIES = 40 };
  const struct timespec pause = {0, 50 * 1000 * 1000};
  for (int i = 0; i < TRIES; i++) {
    if (flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;     /* a file system may have no locks */
    nanosleep(&pause, NULL);
  }
  return false;
}

/* The folder at `path`, locked if it is to be written; -1, and errno. */
static int open_folder (const char *path, bool write) {
  if (write && mkdir(path, 0777) != 0 && errno != EEXIST) return -1;
  const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 || !write) return folder;
  if (lock(folder)) return folder;
  close(folder);
  errno = EBUSY;
  return -1;
}

/*
** databases.open(path, fingerprint, write) -> database; nil and why not. Without a path it is in memory, and empty. `write`: the folder is
** made if need be, and locked against other writers.
*/
static int new_database (lua_State *L) {
  lua_settop(L, 3);
  const char *path = luaL_optstring(L, 1, NULL);
  const bool write = lua_toboolean(L, 3);
  size_t length;
  const char *fingerprint = luaL_checklstring(L, 2, &length);
  char game[DIRECTORY_GAME] = {0};
  luaL_argcheck(L, length > 0 && length <= sizeof game, 2, "of another length");
  memcpy(game, fingerprint, length);
  DatabaseObject *object = lua_newuserdatauv(L, sizeof *object, 1);
  *object = (DatabaseObject){.host = {.allocate = allocate}};
  object->allocate = lua_getallocf(L, &object->allocate_data);
  metatable_set(L, &kind);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);                  /* messages name the path */
  const int folder = path ? open_folder(path, write) : -1;
  if (path && folder < 0) return files_refuse(L, path, errno == EBUSY ? "another process is at work in this folder" : strerror(errno));
  database_open(&object->db, &object->host, folder, path, game);
  object->open = true;
  return 1;
}

/* Reads all parts; Ctrl-C raises "interrupted". */
static int read_all (lua_State *L, bool (*read) (Database *db)) {
  DatabaseObject *object = check(L, 1);
  Interrupt interrupt;
  listen_to_key(L, object, &interrupt);
  const bool whole = read(&object->db);
  stop_listening(object, &interrupt);
  if (!whole) return refuse_wrong(L, &object->db);
  lua_pushboolean(L, 1);
  return 1;
}

/* databases.load(database) -> true; nil and what is wrong. Opens the parts that its folder has. */
static int load (lua_State *L) { return read_all(L, database_load); }

/* databases.check(database) -> true; nil and which file is damaged. */
static int check_all (lua_State *L) { return read_all(L, database_check); }

/* databases.write(database, name, text) -> true; nil and what is wrong. Writes a file of its folder, whole or not at all. */
static int write_file (lua_State *L) {
  Database *db = &check(L, 1)->db;
  const char *name = luaL_checkstring(L, 2);
  size_t size;
  const char *text = luaL_checklstring(L, 3, &size);
  if (!directory_write(&db->directory, name, &(Piece){text, size}, 1)) return refuse_wrong(L, db);
  lua_pushboolean(L, 1);
  return 1;
}

/* The key at `index`, an integer, a string or a list of integers, as words. False: it can be none of this database. */
static bool read_key (lua_State *L, int index, int words, uint64_t *key) {
  if (!lua_istable(L, index)) {
    lua_pushvalue(L, index);
    const bool good = words <= 2 && keys_read(L, words, key);
    lua_pop(L, 1);
    return good;
  }
  for (int i = 0; i < words; i++) {
    int whole;
    lua_rawgeti(L, index, i + 1);
    key[i] = (uint64_t)lua_tointegerx(L, -1, &whole);
    lua_pop(L, 1);
    if (!whole) return false;
  }
  return lua_rawlen(L, index) == (lua_Unsigned)words;
}

/*
** databases.look(database, key, player, tier, indexed) -> value, plies, player, tier; nothing if the key is not there. Of `player` ("max" or
** "min") and `tier` each may be nil: any. `indexed`: keys are indices, and the same in all tiers. The value is what can still come where the game has scores; plies is nil where there is no distance.
** Raises an error if a file is damaged.
*/
static int look (lua_State *L) {
  Database *db = &check(L, 1)->db;
  const char *player = luaL_optstring(L, 3, NULL);
  const bool any_tier = lua_isnoneornil(L, 4) || !(lua_toboolean(L, 5) || database_has_tiers(db));
  const lua_Integer tier = any_tier ? 0 : luaL_checkinteger(L, 4);
  uint64_t key[MOST_WORDS];
  for (int i = 0; i < db->count; i++) {
    const PartHead *head = &db->parts[i].head;
    Known known;
    if (!any_tier && head->tier != tier) continue;
    if (player && (head->player == MAX) != (strcmp(player, "max") == 0)) continue;
    if (!read_key(L, 2, (int)head->key_words, key)) return 0;
    if (database_shard(db, key, (int)head->key_words) != head->shard) continue;
    const Finding finding = database_look(db, &db->parts[i], key, &known);
    if (finding == NOT_FOUND) continue;
    if (finding == DAMAGED) return refuse_wrong(L, db), lua_error(L);
    values_push(L, known.value);
    if (known.plies >= 0) lua_pushinteger(L, known.plies);
    else lua_pushnil(L);
    lua_pushstring(L, head->player == MAX ? "max" : "min");
    lua_pushinteger(L, head->tier);
    return 4;
  }
  return 0;
}

/* databases.parts(database) -> a list of tables: tier, player, positions, bytes, values (a list). */
static int parts (lua_State *L) {
  const Database *db = &check(L, 1)->db;
  lua_createtable(L, db->count, 0);
  for (int i = 0; i < db->count; i++) {
    const Part *part = &db->parts[i];
    lua_createtable(L, 0, 5);
    values_set_count(L, "tier", (uint64_t)part->head.tier);
    values_set_string(L, "player", part->head.player == MAX ? "max" : "min");
    values_set_count(L, "positions", part->head.count);
    values_set_count(L, "bytes", part->head.size);
    lua_newtable(L);
    for (uint64_t v = 0; v < part->head.values; v++) {
      values_push(L, part->values[v]);
      lua_rawseti(L, -2, (lua_Integer)v + 1);
    }
    lua_setfield(L, -2, "values");
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* databases.counts(database) -> a table: value -> how many positions have it. Raises an error if a file is damaged. */
static int counts (lua_State *L) {
  DatabaseObject *object = check(L, 1);
  Database *db = &object->db;
  Interrupt interrupt;
  lua_newtable(L);
  const int table = lua_gettop(L);
  for (int i = 0; i < db->count; i++) {
    const Part *part = &db->parts[i];
    uint64_t *of_part = lua_newuserdatauv(L, (size_t)(part->head.values + 1) * sizeof *of_part, 0);
    listen_to_key(L, object, &interrupt);
    const bool whole = database_count(db, part, of_part);
    stop_listening(object, &interrupt);
    if (!whole) return refuse_wrong(L, db), lua_error(L);
    for (uint64_t v = 0; v < part->head.values; v++) {
      values_push(L, part->values[v]);
      lua_pushvalue(L, -1);
      const lua_Integer before = lua_rawget(L, table) == LUA_TNIL ? 0 : lua_tointeger(L, -1);
      lua_pop(L, 1);
      lua_pushinteger(L, before + (lua_Integer)of_part[v]);
      lua_rawset(L, table);
    }
    lua_pop(L, 1);
  }
  return 1;
}

/* databases.set_cache(database, bytes) */
static int set_cache (lua_State *L) {
  const lua_Integer bytes = luaL_checkinteger(L, 2);
  luaL_argcheck(L, bytes >= 0, 2, "less than nothing");
  database_set_cache(&check(L, 1)->db, (size_t)bytes);
  return 0;
}

static int close_database (lua_State *L) {
  DatabaseObject *object = luaL_checkudata(L, 1, DATABASE);
  if (object->open) database_close(&object->db);
  object->open = false;
  return 0;
}

static const MetatableKind kind = {DATABASE, (const luaL_Reg[]){{"__gc", close_database}, {NULL, NULL}}, NULL};

const luaL_Reg database_functions[] = {
  {"open", new_database}, {"load", load}, {"check", check_all}, {"write", write_file}, {"look", look}, {"parts", parts}, {"counts", counts},
  {"set_cache", set_cache}, {"close", close_database}, {NULL, NULL}
};
