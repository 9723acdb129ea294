/*
** A saved table is one file: a head, the entries, and a digest of both.
**
**     "gts table\n"  version  byte order  words of a key  entries  fingerprint and name of the game  | rows | digest
**
** It is written beside the old file and takes its place when all of it is on the disk, so a crash leaves the old one whole. When
** it is read nothing is believed before the digest has been verified, and no entry that no search could have made.
*/
#include "binding/table.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>

#include "binding/digest.h"
#include "binding/values.h"

#define TABLE "gts.table"

#define MAGIC "gts table\n"
#define VERSION 3
#define BYTE_ORDER_MARK UINT32_C(0x01020304)
#define NAME_SIZE 64
#define FINGERPRINT_SIZE DIGEST_DIGITS

typedef struct Head {
  char magic[12];
  uint32_t version, byte_order, words;
  uint64_t entries;
  char fingerprint[FINGERPRINT_SIZE];   /* filled up with zeros, all zeros if not bound */
  char name[NAME_SIZE];                 /* ended by a zero */
} Head;

/* An entry as it is in a file, whatever its table looks like. */
typedef struct Row {
  Value lower, upper;
  uint64_t flags, rest, depth, move;
  Key key;
} Row;

typedef struct TableObject {
  Table table;          /* table.words is 0 until the first search says how long its keys are */
  Host host;
  lua_Alloc allocate;
  void *allocate_data;
  size_t bytes;
  int users;            /* searches that run with it */
  char fingerprint[FINGERPRINT_SIZE], name[NAME_SIZE];
} TableObject;

static void *allocate (Host *host, void *block, size_t old_size, size_t new_size) {
  TableObject *object = (TableObject *)(void *)((char *)host - offsetof(TableObject, host));
  return object->allocate(object->allocate_data, block, block ? old_size : 0, new_size);
}

static TableObject *check (lua_State *L, int index) { return luaL_checkudata(L, index, TABLE); }

static TableObject *push_new (lua_State *L, size_t bytes) {
  TableObject *object = lua_newuserdatauv(L, sizeof *object, 0);
  *object = (TableObject){.host = {.allocate = allocate}, .bytes = bytes};
  object->allocate = lua_getallocf(L, &object->allocate_data);
  luaL_setmetatable(L, TABLE);
  return object;
}

int table_is (lua_State *L) {
  lua_pushboolean(L, luaL_testudata(L, 1, TABLE) != NULL);
  return 1;
}

/* A number of bytes, however large. */
static size_t bytes_at (lua_State *L, int index) {
  double bytes = luaL_checknumber(L, index);
  return bytes < (double)(SIZE_MAX / 4) ? (size_t)bytes : SIZE_MAX / 4;
}

int table_new (lua_State *L) {
  push_new(L, bytes_at(L, 1));
  return 1;
}

Table *table_use (lua_State *L, int index, int words) {
  TableObject *object = check(L, index);
  if (object->table.words == 0) table_init(&object->table, &object->host, words, object->bytes);
  if (object->table.words != words)
    luaL_error(L, "the table has keys of %d words, this game has keys of %d", object->table.words, words);
  object->users++;
  return &object->table;
}

void table_release (Table *table) {
  ((TableObject *)(void *)((char *)table - offsetof(TableObject, table)))->users--;
}

int table_bind (lua_State *L) {
  TableObject *object = check(L, 1);
  size_t length;
  const char *fingerprint = luaL_checklstring(L, 2, &length), *name = luaL_checkstring(L, 3);
  char padded[FINGERPRINT_SIZE] = {0};
  luaL_argcheck(L, length > 0 && length <= FINGERPRINT_SIZE, 2, "of another length");
  memcpy(padded, fingerprint, length);
  if (object->fingerprint[0] == 0) {
    memcpy(object->fingerprint, padded, sizeof padded);
    snprintf(object->name, sizeof object->name, "%s", name);
  } else if (memcmp(object->fingerprint, padded, sizeof padded) != 0) {
    lua_pushnil(L);
    lua_pushfstring(L, "the table belongs to another game, '%s', or to other options, rules or data of it", object->name);
    lua_pushstring(L, object->name);
    return 3;
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* table:stats() */
static int stats (lua_State *L) {
  const TableObject *object = check(L, 1);
  const Table *table = &object->table;
  lua_createtable(L, 0, 9);
  values_set_count(L, "probes", table->counts.probes);
  values_set_count(L, "hits", table->counts.hits);
  values_set_count(L, "cutoffs", table->counts.cutoffs);
  values_set_count(L, "stores", table->counts.stores);
  values_set_count(L, "replaced", table->counts.replaced);
  values_set_count(L, "entries", table->used);
  values_set_count(L, "most", table->words ? table_limit(table) : 0);
  values_set_count(L, "bytes", table->words ? table_bytes(table) : 0);
  values_set_count(L, "entry_bytes", table_slot_bytes(table));
  return 1;
}

/* table:clear(): forgets all, and the game. Not under the feet of a search, whose rules may call this. */
static int clear (lua_State *L) {
  TableObject *object = check(L, 1);
  if (object->users > 0) return luaL_error(L, "the table is in use by a search: it cannot be cleared now");
  if (object->table.words) table_free(&object->table);
  object->table = (Table){0};
  memset(object->fingerprint, 0, sizeof object->fingerprint);
  return 0;
}

static int collect (lua_State *L) {
  TableObject *object = check(L, 1);
  if (object->table.words) table_free(&object->table);
  object->table = (Table){0};
  return 0;
}

static int describe (lua_State *L) {
  const TableObject *object = check(L, 1);
  lua_pushfstring(L, "gts.table: %I entries", (LUAI_UACINT)object->table.used);
  if (object->fingerprint[0]) {
    lua_pushfstring(L, " for %s", object->name);
    lua_concat(L, 2);
  }
  return 1;
}

/* Files: between opening and closing nothing here calls Lua. */

typedef struct Writer {
  FILE *file;
  Digest digest;        /* of what was written */
  bool failed;
} Writer;

static void put (Writer *writer, const void *data, size_t size) {
  digest_add(&writer->digest, data, size);
  if (!writer->failed && fwrite(data, 1, size, writer->file) != size) writer->failed = true;
}

static Head head_of (const TableObject *object) {
  Head head;
  memset(&head, 0, sizeof head);
  memcpy(head.magic, MAGIC, sizeof MAGIC);
  head.version = VERSION;
  head.byte_order = BYTE_ORDER_MARK;
  head.words = (uint32_t)object->table.words;
  head.entries = object->table.used;
  memcpy(head.fingerprint, object->fingerprint, sizeof head.fingerprint);
  memcpy(head.name, object->name, sizeof head.name);
  return head;
}

static void put_row (Writer *writer, const Table *table, const uint64_t *slot) {
  Entry entry = table_read(table, slot);
  Row row = {entry.lower, entry.upper, entry.flags, slot[SLOT_WHAT] & (ENTRY_WORK | ENTRY_GENERATION),
             (uint64_t)entry.depth, (uint64_t)entry.move, {{0}}};
  memcpy(row.key.word, slot + SLOT_KEY, (size_t)table->words * sizeof row.key.word[0]);
  put(writer, &row, sizeof row);
}

static bool write_all (const TableObject *object, FILE *file) {
  const Table *table = &object->table;
  Writer writer = {.file = file};
  unsigned char sum[DIGEST_BYTES];
  Head head = head_of(object);
  digest_begin(&writer.digest);
  put(&writer, &head, sizeof head);
  for (uint64_t i = 0; i < table->count; i++)
    if (table->tags[i] != 0) put_row(&writer, table, table_slot(table, i));
  digest_end(&writer.digest, sum);
  put(&writer, sum, sizeof sum);
  return !writer.failed && fflush(file) == 0 && fsync(fileno(file)) == 0;
}

/* Writes to the file `draft`, which then takes the place of `name`. Returns 0, or errno. */
static int save_as (const TableObject *object, char *draft, const char *name) {
  int descriptor = mkstemp(draft);
  if (descriptor < 0) return errno;
  FILE *file = fdopen(descriptor, "wb");
  if (file == NULL) {
    int error = errno;
    close(descriptor);
    unlink(draft);
    return error;
  }
  errno = 0;
  bool good = write_all(object, file);
  int error = good ? 0 : errno ? errno : EIO;
  if (fclose(file) != 0 && good) error = errno;
  if (error == 0 && rename(draft, name) != 0) error = errno;
  if (error) unlink(draft);
  return error;
}

/* table:save(file) -> true; or nil and what went wrong. The file is then whole, and private to its owner. */
static int save (lua_State *L) {
  TableObject *object = check(L, 1);
  const char *name = luaL_checkstring(L, 2);
  lua_pushfstring(L, "%s.XXXXXX", name);
  size_t length;
  const char *pattern = lua_tolstring(L, -1, &length);
  char *draft = lua_newuserdatauv(L, length + 1, 0);
  memcpy(draft, pattern, length + 1);
  int error = save_as(object, draft, name);
  if (error) {
    lua_pushnil(L);
    lua_pushfstring(L, "%s: %s", name, strerror(error));
    return 2;
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* Does the rest of the file, of `size` bytes in all, have the right length and sum? Leaves the file after its head. */
static bool verify (FILE *file, const Head *head, uint64_t size) {
  uint64_t most = (size - sizeof *head) / sizeof(Row), left;
  unsigned char sum[DIGEST_BYTES], found[DIGEST_BYTES];
  if (head->entries > most || size != sizeof *head + head->entries * sizeof(Row) + sizeof sum) return false;
  Digest digest;
  digest_begin(&digest);
  digest_add(&digest, head, sizeof *head);
  char buffer[4096];
  for (left = head->entries * sizeof(Row); left > 0; ) {
    size_t part = left < sizeof buffer ? (size_t)left : sizeof buffer;
    if (fread(buffer, 1, part, file) != part) return false;
    digest_add(&digest, buffer, part);
    left -= part;
  }
  digest_end(&digest, found);
  return fread(sum, 1, sizeof sum, file) == sizeof sum && memcmp(sum, found, sizeof sum) == 0 &&
         fseek(file, (long)sizeof *head, SEEK_SET) == 0;
}

/* Could a search have made this entry? */
static bool sound (const Row *row) {
  return row->lower <= row->upper && !(isinf(row->lower) && row->lower == row->upper) && (row->flags & ENTRY_OCCUPIED) &&
         (row->flags & ~(ENTRY_WHO | ENTRY_SOLVED)) == 0 && (row->rest & ~(ENTRY_WORK | ENTRY_GENERATION)) == 0 &&
         row->depth <= NO_HORIZON && row->move <= WIDE_MOVE;
}

static const char *read_entries (TableObject *object, FILE *file, const Head *head) {
  Row row;
  table_init(&object->table, &object->host, (int)head->words, object->bytes);
  for (uint64_t i = 0; i < head->entries; i++) {
    if (fread(&row, 1, sizeof row, file) != sizeof row) return "cannot be read";
    if (!sound(&row)) return "has an entry that no search has made";
    Entry entry = {row.lower, row.upper, row.flags, (int64_t)row.move, (int)row.depth};
    table_insert(&object->table, row.key.word, &entry, row.rest);
  }
  return NULL;
}

/* Returns NULL, or what is wrong. */
static const char *read_all (TableObject *object, FILE *file) {
  Head head;
  if (fread(&head, 1, sizeof head, file) != sizeof head || memcmp(head.magic, MAGIC, sizeof MAGIC) != 0)
    return "is not a table of gts";
  if (head.byte_order != BYTE_ORDER_MARK) return "is a table from a machine with another byte order";
  if (head.version != VERSION) return "is a table of another version of gts";
  long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  if (size < (long)sizeof head || fseek(file, (long)sizeof head, SEEK_SET) != 0) return "cannot be read";
  bool unused = head.words == 0 && head.entries == 0;
  if (head.words > POSITION_WORDS || (head.words == 0 && !unused)) return "is damaged";
  if (!verify(file, &head, (uint64_t)size)) return "is truncated or damaged";
  memcpy(object->fingerprint, head.fingerprint, sizeof head.fingerprint);
  memcpy(object->name, head.name, sizeof head.name - 1);
  return unused ? NULL : read_entries(object, file, &head);
}

int table_load (lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  TableObject *object = push_new(L, bytes_at(L, 2));
  FILE *file = fopen(name, "rb");
  if (file == NULL) {
    lua_pushnil(L);
    lua_pushfstring(L, "%s: %s", name, strerror(errno));
    return 2;
  }
  const char *wrong = read_all(object, file);
  fclose(file);
  if (wrong == NULL) return 1;
  lua_pushnil(L);
  lua_pushfstring(L, "%s %s", name, wrong);
  return 2;
}

void table_register (lua_State *L) {
  static const luaL_Reg methods[] = {{"save", save}, {"stats", stats}, {"clear", clear}, {NULL, NULL}};
  luaL_newmetatable(L, TABLE);
  lua_pushcfunction(L, collect);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, describe);
  lua_setfield(L, -2, "__tostring");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}
