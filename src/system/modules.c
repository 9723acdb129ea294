#include "system/modules.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/hash.h"

#define STAMP LUA_RELEASE
#define SIZE_DIGITS 16
#define MOST_INDEX (1 << 20)    /* bytes; more of an index is taken for damage */
#define MOST_CODE (1 << 24)
#define SOURCE_AT 32            /* bytes of a code before the name of its source: the header, and how many upvalues there are */

#define PART ((size_t)1 << 14)  /* bytes of a text that are read, and hashed, together */
#define SUM_DIGITS 32

typedef struct Entry {
  char sum[SUM_DIGITS + 1];     /* of the text */
  size_t at, size;              /* where its code is in the archive */
} Entry;

/* The archive: the file, and its index with a newline before and a 0 behind it; NULL if there is none. */
static int archive = -1;
static char *entries;

static bool read_at (size_t at, char *bytes, size_t size) { return pread(archive, bytes, size, (off_t)at) == (ssize_t)size; }

/* Reads the index. False: it is damaged, or made for another Lua. */
static bool read_index (void) {
  char digits[SIZE_DIGITS + 1] = "", *end;
  if (!read_at(0, digits, SIZE_DIGITS)) return false;
  size_t size = strtoul(digits, &end, 10);
  if (end != digits + SIZE_DIGITS - 1 || *end != '\n' || size == 0 || size > MOST_INDEX) return false;
  entries = malloc(size + 2);
  if (entries == NULL) return false;
  entries[0] = '\n';
  entries[size + 1] = '\0';
  return read_at(SIZE_DIGITS, entries + 1, size) && strncmp(entries, "\n" STAMP "\n", sizeof "\n" STAMP) == 0;
}

void modules_open (const char *path) {
  if (archive >= 0) return;
  archive = open(path, O_RDONLY | O_CLOEXEC);
  if (archive < 0 || read_index()) return;
  free(entries);
  entries = NULL;
}

static bool find (lua_State *L, const char *name, Entry *entry) {
  const char *line = entries ? strstr(entries, lua_pushfstring(L, "\n%s ", name)) : NULL;
  if (line == NULL) return false;
  return sscanf(line + 1, "%*s %32s %zu %zu", entry->sum, &entry->at, &entry->size) == 3 && entry->size >= SOURCE_AT &&
         entry->size <= MOST_CODE;
}

static void write_sum (const uint64_t sum[2], char digits[SUM_DIGITS + 1]) {
  snprintf(digits, SUM_DIGITS + 1, "%016llx%016llx", (unsigned long long)sum[0], (unsigned long long)sum[1]);
}

/* modules.sum(text) -> the checksum that an index has of it. */
static int modules_sum (lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  char digits[SUM_DIGITS + 1];
  uint64_t sum[2] = {0, 0};
  for (size_t at = 0; at < size; at += PART) hash_add(sum, text + at, size - at < PART ? size - at : PART);
  write_sum(sum, digits);
  lua_pushstring(L, digits);
  return 1;
}

/* Is the text in a file the one that was compiled? */
static bool is_as_compiled (const char *name, const Entry *entry) {
  char part[PART], digits[SUM_DIGITS + 1];
  uint64_t sum[2] = {0, 0};
  ssize_t got;
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  while ((got = read(file, part, sizeof part)) > 0) hash_add(sum, part, (size_t)got);
  write_sum(sum, digits);
  close(file);
  return got == 0 && strcmp(digits, entry->sum) == 0;
}

/* Writes a string as code has it: first its size and 1, seven bits a byte, the last of which is marked. Returns how many bytes. */
static size_t write_string (char *bytes, const char *text, size_t length) {
  size_t at = 0;
  int shift = 0;
  while ((length + 1) >> shift > 0x7f) shift += 7;
  for (; shift > 0; shift -= 7) bytes[at++] = (char)((length + 1) >> shift & 0x7f);
  bytes[at++] = (char)(((length + 1) & 0x7f) | 0x80);
  memcpy(bytes + at, text, length);
  return at + length;
}

/* Pushes the code of a module whose text is in `file`, as string.dump gives it; its size is in *size. NULL: it cannot be read. */
static const char *push_code (lua_State *L, const Entry *entry, const char *file, size_t *size) {
  enum { MOST_SIZE_BYTES = 10 };
  size_t length;
  const char *source = (lua_pushfstring(L, "@%s", file), lua_tolstring(L, -1, &length));
  char *code = lua_newuserdatauv(L, entry->size + MOST_SIZE_BYTES + length, 0);
  if (!read_at(entry->at, code, SOURCE_AT)) return NULL;
  size_t at = SOURCE_AT + write_string(code + SOURCE_AT, source, length), rest = entry->size - SOURCE_AT;
  *size = at + rest;
  return read_at(entry->at + SOURCE_AT, code + at, rest) ? code : NULL;
}

static int modules_load (lua_State *L) {
  const char *name = luaL_checkstring(L, 1), *file = luaL_checkstring(L, 2);
  luaL_checktype(L, 3, LUA_TTABLE);
  Entry entry;
  if (!find(L, name, &entry) || !is_as_compiled(file, &entry)) return 0;
  size_t size;
  const char *code = push_code(L, &entry, file, &size);
  if (code == NULL || luaL_loadbufferx(L, code, size, file, "b") != LUA_OK) return 0;
  lua_pushvalue(L, 3);
  lua_setupvalue(L, -2, 1);
  return 1;
}

/* modules.index() -> a line for each module, which begins with its name. */
static int modules_index (lua_State *L) {
  lua_pushstring(L, entries ? entries : "");
  return 1;
}

void modules_push_functions (lua_State *L) {
  luaL_newlib(L, ((const luaL_Reg[]){{"load", modules_load}, {"index", modules_index}, {"sum", modules_sum}, {NULL, NULL}}));
  lua_pushliteral(L, STAMP);
  lua_setfield(L, -2, "stamp");
}

void modules_set_path (lua_State *L, const char *field, const char *ours) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, field);
  lua_pushfstring(L, "%s;%s", ours, lua_tostring(L, -1));
  lua_setfield(L, -3, field);
  lua_pop(L, 2);
}
