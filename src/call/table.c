/*
** A saved table is one file: a head, the entries, and a digest of both.
**
**     "gts table\n"  version  byte order  words of a key  entries  fingerprint and name of the game  | rows | digest
**
** Nothing that was read is believed before the digest has been verified, and no entry that no search could have made.
*/
#include "call/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>

#include "rules/values.h"
#include "system/digest.h"
#include "system/files.h"
#include "system/interrupt.h"
#include "system/metatable.h"
#include "system/refuse.h"

#define TABLE "gts.table"
static const MetatableKind kind;

#define MAGIC "gts table\n"
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

/* An entry as it is in a file, whatever its table looks like. Of a longer key all words are there, of a shorter one four. */
typedef struct Row {
  Value lower, upper;
  uint64_t flags, rest, depth, move;
  uint64_t key[MOST_WORDS];
} Row;

static size_t row_size (uint32_t words) {
  return offsetof(Row, key) + (words > POSITION_WORDS ? words : POSITION_WORDS) * sizeof(uint64_t);
}

typedef struct TableObject {
  Table table;          /* table.words is 0 until the first search says how long its keys are */
  Host host;
  lua_Alloc allocate;
  void *allocate_data;
  size_t bytes;
  bool in_steps;        /* see table_grow_in_steps */
  int users;            /* searches that run with it */
  char fingerprint[FINGERPRINT_SIZE], name[NAME_SIZE];
} TableObject;

static void *allocate (Host *host, void *block, size_t old_size, size_t new_size) {
  TableObject *object = (TableObject *)(void *)((char *)host - offsetof(TableObject, host));
  return object->allocate(object->allocate_data, block, block ? old_size : 0, new_size);
}

static TableObject *check (lua_State *L, int index) { return luaL_checkudata(L, index, TABLE); }

int table_key_words (lua_State *L, int index) { return check(L, index)->table.words; }

static TableObject *push_new (lua_State *L, size_t bytes) {
  TableObject *object = lua_newuserdatauv(L, sizeof *object, 0);
  *object = (TableObject){.host = {.allocate = allocate}, .bytes = bytes};
  object->allocate = lua_getallocf(L, &object->allocate_data);
  metatable_set(L, &kind);
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
  push_new(L, bytes_at(L, 1))->in_steps = lua_toboolean(L, 2);
  return 1;
}

Table *table_use (lua_State *L, int index, int words, bool shared, bool counts) {
  TableObject *object = check(L, index);
  if (object->table.words == 0) {
    table_init(&object->table, &object->host, words, object->bytes);
    if (object->in_steps) table_grow_in_steps(&object->table);
  }
  if (object->table.words != words)
    luaL_error(L, "the table has keys of %d words, this game has keys of %d", object->table.words, words);
  const int mapped = object->table.mapped;
  if (object->users == 0 && !(shared && (mapped == 0 || mapped == (int)getpid()))) table_unshare(&object->table);
  if (object->users == 0 && counts) table_widen_by_statistics(&object->table);
  object->users++;
  return &object->table;
}

int table_users (const Table *table) {
  return ((const TableObject *)(const void *)((const char *)table - offsetof(TableObject, table)))->users;
}

void table_release (Table *table) { ((TableObject *)(void *)((char *)table - offsetof(TableObject, table)))->users--; }

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

void table_set_counts (lua_State *L, const TableCounts *now, const TableCounts *before) {
  values_set_count(L, "probes", now->probes - before->probes);
  values_set_count(L, "hits", now->hits - before->hits);
  values_set_count(L, "cutoffs", now->cutoffs - before->cutoffs);
  values_set_count(L, "stores", now->stores - before->stores);
  values_set_count(L, "replaced", now->replaced - before->replaced);
}

/* table:stats() */
static int stats (lua_State *L) {
  const TableObject *object = check(L, 1);
  const Table *table = &object->table;
  lua_createtable(L, 0, 9);
  table_set_counts(L, &table->counts, &(TableCounts){0});
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
  Draft draft;
  Digest digest;        /* of what was written */
} Writer;

static void put (Writer *writer, const void *data, size_t size) {
  digest_add(&writer->digest, data, size);
  draft_add(&writer->draft, data, size);
}

/* Is there an entry in a slot that is kept in a file? Those of selective searches are not: they prove little. */
static bool is_kept (const Table *table, uint64_t i) { return table_has(table, i) && (table_slot(table, i)[SLOT_WHAT] & ENTRY_FULL); }

static uint64_t count_entries (const Table *table) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < table->count; i++) count += is_kept(table, i);
  return count;
}

static Head head_of (const TableObject *object) {
  Head head;
  memset(&head, 0, sizeof head);
  memcpy(head.magic, MAGIC, sizeof MAGIC);
  head.version = TABLE_FORMAT;
  head.byte_order = BYTE_ORDER_MARK;
  head.words = (uint32_t)object->table.words;
  head.entries = count_entries(&object->table);
  memcpy(head.fingerprint, object->fingerprint, sizeof head.fingerprint);
  memcpy(head.name, object->name, sizeof head.name);
  return head;
}

static void put_row (Writer *writer, const Table *table, const uint64_t *slot) {
  Entry entry = table_read(table, slot);
  Row row = {bounds_lower(entry.bounds), bounds_upper(entry.bounds), entry.who | bounds_solved(entry.bounds), slot[SLOT_WHAT] & (ENTRY_WORK | ENTRY_GENERATION),
             (uint64_t)entry.depth, (uint64_t)entry.move, {0}};
  memcpy(row.key, slot + SLOT_KEY, (size_t)table->words * sizeof row.key[0]);
  put(writer, &row, row_size((uint32_t)table->words));
}

/* table:save(file) -> true; or nil and what went wrong: then the old file is as it was. */
static int save (lua_State *L) {
  const TableObject *object = check(L, 1);
  const Table *table = &object->table;
  const char *name = files_check_name(L, 2);
  if (object->users > 0 && table->locks) return luaL_error(L, "the table is in use by several threads: it cannot be saved now");
  unsigned char sum[DIGEST_BYTES];
  Head head = head_of(object);
  Writer writer;
  if (!draft_begin(&writer.draft, name)) return files_refuse(L, name, writer.draft.wrong);
  digest_begin(&writer.digest);
  put(&writer, &head, sizeof head);
  for (uint64_t i = 0; i < table->count && !writer.draft.wrong; i++)
    if (is_kept(table, i)) put_row(&writer, table, table_slot(table, i));
  digest_end(&writer.digest, sum);
  draft_add(&writer.draft, sum, sizeof sum);
  if (!draft_end(&writer.draft)) return files_refuse(L, name, writer.draft.wrong);
  lua_pushboolean(L, 1);
  return 1;
}

typedef struct Reader {
  FILE *file;
  Digest digest;        /* of what was read */
} Reader;

static bool get (Reader *reader, void *data, size_t size) {
  if (fread(data, 1, size, reader->file) != size) return false;
  digest_add(&reader->digest, data, size);
  return true;
}

/* Could a search have made this entry? */
static bool sound (const Row *row) {
  return row->lower <= row->upper && !(isinf(row->lower) && row->lower == row->upper) && (row->flags & ENTRY_FULL) &&
         (row->flags & ~(ENTRY_WHO | BOTH_SOLVED)) == 0 && (row->rest & ~(ENTRY_WORK | ENTRY_GENERATION)) == 0 &&
         row->depth <= NO_HORIZON && row->move <= WIDE_MOVE;
}

/* What the head says of a file of `size` bytes: NULL, or what is wrong. */
static const char *check_head (const Head *head, uint64_t size) {
  if (memcmp(head->magic, MAGIC, sizeof MAGIC) != 0) return "is not a table of gts";
  if (head->byte_order != BYTE_ORDER_MARK) return "is a table from a machine with another byte order";
  if (head->version != TABLE_FORMAT) return "is a table of another format than this gts reads (see gts help formats)";
  if (head->words > MOST_WORDS || (head->words == 0 && head->entries != 0)) return "is damaged";
  const size_t row = row_size(head->words);
  if (size < sizeof *head + DIGEST_BYTES || head->entries > size / row || size != sizeof *head + head->entries * row + DIGEST_BYTES)
    return "is truncated or damaged";
  return NULL;
}

static const char INTERRUPTED[] = "interrupted";

/* Fills the table; if anything is wrong it says what, and the table is to be thrown away. */
static const char *read_all (TableObject *object, FILE *file, uint64_t size) {
  const volatile sig_atomic_t *interrupted = interrupt_flag_from_now();
  Reader reader = {.file = file};
  unsigned char sum[DIGEST_BYTES], found[DIGEST_BYTES];
  const char *wrong = NULL;
  Head head;
  Row row;
  digest_begin(&reader.digest);
  if (!get(&reader, &head, sizeof head)) return "is not a table of gts";
  wrong = check_head(&head, size);
  if (wrong) return wrong;
  if (head.words) table_init(&object->table, &object->host, (int)head.words, object->bytes);
  for (uint64_t i = 0; i < head.entries; i++) {
    if (interrupted && *interrupted) return INTERRUPTED;
    if (!get(&reader, &row, row_size(head.words))) return "cannot be read";
    if (!sound(&row)) wrong = "has an entry that no search has made";
    Entry entry = {bounds_kept(row.lower, row.upper, row.flags), row.flags & ENTRY_WHO, (int64_t)row.move, (int)row.depth, 0};
    if (!wrong) table_insert(&object->table, row.key, table_hash(row.key, object->table.words), &entry, row.rest);
  }
  digest_end(&reader.digest, found);
  if (fread(sum, 1, sizeof sum, file) != sizeof sum || memcmp(sum, found, sizeof sum) != 0) return "is truncated or damaged";
  memcpy(object->fingerprint, head.fingerprint, sizeof head.fingerprint);
  memcpy(object->name, head.name, sizeof head.name - 1);
  return wrong;
}

int table_load (lua_State *L) {
  const char *name = files_check_name(L, 1), *wrong;
  uint64_t size;
  Interrupt interrupt;
  TableObject *object = push_new(L, bytes_at(L, 2));
  FILE *file = files_open(name, &size, &wrong);
  if (file == NULL) return files_refuse(L, name, wrong);
  interrupt_begin(&interrupt, L, interrupt_note);
  wrong = read_all(object, file, size);
  interrupt_end(&interrupt);
  fclose(file);
  if (wrong == NULL) return 1;
  if (wrong == INTERRUPTED) interrupt_raise(L, NULL);
  return refuse(L, lua_pushfstring(L, "%s %s", name, wrong));
}

void table_set_sizes (lua_State *L) {
  values_set_count(L, "table_bytes", TABLE_BYTES);
  values_set_count(L, "small_table_bytes", SMALL_TABLE_BYTES);
}

static const MetatableKind kind = {
  TABLE, (const luaL_Reg[]){{"__gc", collect}, {"__tostring", describe}, {NULL, NULL}},
  (const luaL_Reg[]){{"save", save}, {"stats", stats}, {"clear", clear}, {NULL, NULL}}
};
