#include "unit/records.h"

#include <string.h>

#include "rules/handles.h"

#define FIRST_BLOCK ((size_t)1 << 10)
#define LARGEST_BLOCK ((size_t)1 << 20)
#define MOST_OF_ONE_CALL ((size_t)64 << 20)

/* A copy that is kept: the record follows. */
struct KeptRecord {
  KeptRecord *before, *after;
  size_t size;          /* with this head */
};

static LuaGame *lua_of (Records *records) {
  CompiledGame *compiled = (CompiledGame *)(void *)((char *)records - offsetof(CompiledGame, records));
  return (LuaGame *)compiled->rules;
}

static void *allocate (Host *host, void *block, size_t old_size, size_t new_size) {
  void *made = host->allocate(host, block, old_size, new_size);
  if (made == NULL) host_lack(host, "not enough memory");
  return made;
}

/* Heaps. */

static void use_block (Heap *heap, HeapBlock *block) {
  heap->used = block;
  heap->next = block ? (char *)block + HEAP_HEAD : NULL;
  heap->end = block ? (char *)block + block->size : NULL;
}

/* The blocks up to the one that is used, all together. */
static size_t bytes_in_use (const Heap *heap) {
  size_t size = 0;
  for (const HeapBlock *b = heap->first; b; b = b == heap->used ? NULL : b->next) size += b->size;
  return size;
}

/* Empties the heap for `size` 0; else goes on to a block with so much room, behind the one that is used. */
static bool grow (Records *records, size_t size) {
  Host *host = lua_of(records)->host;
  Heap *heap = records->heap;
  if (size == 0) {
    use_block(heap, heap->first);
    return true;
  }
  HeapBlock *used = heap->used;
  if (used && used->next && used->next->size >= HEAP_HEAD + size) {
    use_block(heap, used->next);
    return true;
  }
  size_t held = bytes_in_use(heap);
  if (size > MOST_OF_ONE_CALL || held > MOST_OF_ONE_CALL) return false;
  size_t room = held < FIRST_BLOCK ? FIRST_BLOCK : held > LARGEST_BLOCK ? LARGEST_BLOCK : held;
  if (room < HEAP_HEAD + size) room = HEAP_HEAD + size;
  HeapBlock *block = allocate(host, NULL, 0, room);
  *block = (HeapBlock){used ? used->next : NULL, room};
  if (used) used->next = block;
  else heap->first = block;
  use_block(heap, block);
  return true;
}

static void free_heap (Host *host, Heap *heap) {
  for (HeapBlock *b = heap->first, *next; b; b = next) {
    next = b->next;
    host->allocate(host, b, b->size, 0);
  }
  *heap = (Heap){0};
}

static Level *open_level (Records *records, int64_t ply) {
  if (ply >= records->count) {
    int64_t count = ply < 32 ? 64 : 2 * ply;
    size_t old_size = (size_t)records->count * sizeof *records->levels;
    records->levels = allocate(lua_of(records)->host, records->levels, old_size, (size_t)count * sizeof *records->levels);
    memset(records->levels + records->count, 0, (size_t)(count - records->count) * sizeof *records->levels);
    records->count = count;
  }
  Level *level = records->levels + ply;
  use_block(&level->heap, level->heap.first);
  records->heap = &level->heap;
  records->call++;
  return level;
}

/* Copies. */

/* What a word with a tag holds that is copied with the record that it is in, one of a kind, or NULL. */
static const Record *owned (const Kind *kind, int64_t tag, int64_t value) {
  const Record *r = record_at(value);
  if (tag == T_TAB) return r;
  /* Constants are known by their address, for most cells of strings hold one. */
  return tag == T_STR && (uintptr_t)r - (uintptr_t)kind->constants >= (size_t)kind->count * sizeof(Constant) ? r : NULL;
}

/* The bytes of a record with all that is in it. Kinds are not within themselves, so this ends. */
static size_t bytes_of (const Record *r) {
  const Kind *kind = r->kind;
  if (kind->text) return text_size(((const Constant *)(const void *)r)->length);
  int64_t n = record_size(r);
  size_t size = sizeof *r + (size_t)(kind->words + n * record_stride(kind)) * sizeof *r->word;
  if (kind->element.owns) {
    const int stride = record_stride(kind);
    const int64_t tag = record_tag(kind->element.types), *cell = record_cells(r);
    for (int64_t i = 0; i < n; i++, cell += stride) {
      const Record *inner = owned(kind, stride == 2 ? cell[0] : tag, cell[stride - 1]);
      if (inner) size += bytes_of(inner);
    }
  }
  for (int i = 0; kind->deep && i < kind->fields; i++) {
    const Record *inner = owned(kind, record_field_tag(r, i), record_field_value(r, i));
    if (inner) size += bytes_of(inner);
  }
  return size;
}

static int64_t copy_word (char **to, const Kind *kind, int64_t tag, int64_t value);

static Record *copy_text (char **to, const Constant *text) {
  Constant *made = text_in(*to, text->kind, text->length);
  *to += text_size(text->length);
  memcpy(text_bytes(made), text->text, (size_t)text->length);
  return (Record *)(void *)made;
}

/* Copies a record with all that is in it to `*to`, and moves that on. */
static Record *copy (char **to, const Record *r) {
  const Kind *kind = r->kind;
  if (kind->text) return copy_text(to, (const Constant *)(const void *)r);
  Record *made = (Record *)(void *)*to;
  int64_t n = record_size(r);
  int stride = record_stride(kind);
  size_t words = (size_t)kind->words;
  *to += sizeof *r + (words + (size_t)(n * stride)) * sizeof *r->word;
  memcpy(made, r, sizeof *r + words * sizeof *r->word);
  made->call = 0;
  if (kind->list) {
    int64_t *cells = made->word + words;
    made->word[LIST_SIZE] = made->word[LIST_ROOM] = n;
    made->word[LIST_CELLS] = (int64_t)(intptr_t)cells;
    if (n > 0) memcpy(cells, record_cells(r), (size_t)(n * stride) * sizeof *cells);
    if (kind->element.owns) {
      const int64_t tag = record_tag(kind->element.types);
      for (int64_t *cell = cells; cell < cells + n * stride; cell += stride)
        cell[stride - 1] = copy_word(to, kind, stride == 2 ? cell[0] : tag, cell[stride - 1]);
    }
  }
  for (int i = 0; kind->deep && i < kind->fields; i++) {
    const Place *place = &kind->field[i];
    made->word[place->at + place->tagged] = copy_word(to, kind, record_field_tag(r, i), record_field_value(r, i));
  }
  return made;
}

int64_t copy_word (char **to, const Kind *kind, int64_t tag, int64_t value) {
  const Record *inner = owned(kind, tag, value);
  return inner ? (int64_t)(intptr_t)copy(to, inner) : value;
}

/* Returns a block for a kept record of `size` bytes: a dropped one of that size, if there is one. */
static KeptRecord *new_kept (Records *records, size_t size) {
  size = (sizeof(KeptRecord) + size + KEPT_STEP - 1) / KEPT_STEP * KEPT_STEP;
  size_t step = size / KEPT_STEP;
  KeptRecord *kept = step < KEPT_SIZES ? records->unused[step] : NULL;
  if (kept) records->unused[step] = kept->after;
  else kept = allocate(lua_of(records)->host, NULL, 0, size);
  *kept = (KeptRecord){.after = records->kept, .size = size};
  if (records->kept) records->kept->before = kept;
  records->kept = kept;
  return kept;
}

static void free_kept (Records *records, KeptRecord *kept) {
  Host *host = lua_of(records)->host;
  size_t step = kept->size / KEPT_STEP;
  if (kept->before) kept->before->after = kept->after;
  else records->kept = kept->after;
  if (kept->after) kept->after->before = kept->before;
  if (step < KEPT_SIZES) {
    kept->after = records->unused[step];
    records->unused[step] = kept;
  } else host->allocate(host, kept, kept->size, 0);
}

static void free_list (Host *host, KeptRecord *list) {
  for (KeptRecord *after; list; list = after) {
    after = list->after;
    host->allocate(host, list, list->size, 0);
  }
}

int64_t records_keep (CompiledGame *compiled, int64_t slot) {
  const Record *r = record_of(slot);
  if (r->kind->text && !r->kind->made) return slot;
  KeptRecord *kept = new_kept(&compiled->records, bytes_of(r));
  char *to = (char *)(kept + 1);
  return record_slot(copy(&to, r)) | KEPT_SLOT;
}

void records_drop (CompiledGame *compiled, int64_t slot) {
  if (slot & KEPT_SLOT) free_kept(&compiled->records, (KeptRecord *)(void *)record_of(slot) - 1);
}

/* A walk that is set aside is a record too, of two fields. */

enum { WALK_WORDS = 4 };

static const Place walk_fields[] = {{.tagged = true}, {.tagged = true, .at = 2}};
static const Kind walk_kind = {.deep = true, .words = WALK_WORDS, .fields = 2, .field = walk_fields};

static int64_t ply_of (const CompiledGame *compiled, const Walk *walk) { return (walk->state[0] - compiled->floor) / WALK_SLOTS; }

int64_t records_leave_walk (CompiledGame *compiled, const Walk *walk) {
  const Level *level = &compiled->records.levels[ply_of(compiled, walk)];
  size_t head = sizeof(Record) + WALK_WORDS * sizeof(int64_t);
  size_t size = head + bytes_of(level->children) + (level->moves ? bytes_of(level->moves) : 0);
  KeptRecord *kept = new_kept(&compiled->records, size);
  Record *place = (Record *)(void *)(kept + 1);
  char *to = (char *)place + head;
  *place = (Record){&walk_kind, 0};
  place->word[0] = T_TAB;
  place->word[1] = (int64_t)(intptr_t)copy(&to, level->children);
  place->word[2] = level->moves ? T_TAB : T_NIL;
  place->word[3] = level->moves ? (int64_t)(intptr_t)copy(&to, level->moves) : 0;
  return record_slot(place) | KEPT_SLOT;
}

void records_resume_walk (CompiledGame *compiled, int64_t slot, Walk *walk) {
  Records *records = &compiled->records;
  const Record *place = record_of(slot);
  Level *level = open_level(records, ply_of(compiled, walk));
  char *to = records_take(records, bytes_of(place));
  if (to == NULL) host_lack(lua_of(records)->host, "not enough memory");
  const Record *here = copy(&to, place);
  level->children = record_at(here->word[1]);
  level->moves = record_held(here->word[2], here->word[3]);
  walk->state[1] = WALK_OF_RECORDS;
  records_drop(compiled, slot);
}

/* Conversions for rules in Lua. */

int64_t records_adopt_first (lua_State *L, CompiledGame *compiled, int index) {
  Records *records = &compiled->records;
  if (records->position == NULL) return 0;
  records->heap = &records->scratch;
  use_block(&records->scratch, records->scratch.first);
  lua_pushvalue(L, index);
  const Record *r = exchange_read(L, records, records->position);
  lua_pop(L, 1);
  return r ? records_keep(compiled, record_slot(r)) : 0;
}

/* By way of Lua: constants are known by their address, which is another in each unit. */
void records_exchange (lua_State *L, CompiledGame *compiled, Position *position) {
  const int64_t slot = position->word[1];
  if (!is_record_slot(slot)) return;
  handles_push(L, 0, slot);
  position->word[1] = records_adopt_first(L, compiled, lua_gettop(L));
  lua_pop(L, 1);
  if (position->word[1] == 0) host_lack(lua_of(&compiled->records)->host, "not enough memory");
  records_drop(compiled, slot);
}

static int64_t adopt (Records *records, int64_t ply, int64_t slot) {
  lua_State *L = lua_of(records)->L;
  if (is_record_slot(slot)) return slot;
  records->heap = &records->levels[ply].heap;   /* open since `successors` was asked of the unit; those before are in it */
  handles_push(L, 0, slot);
  const Record *r = exchange_read(L, records, records->position);
  lua_pop(L, 1);
  return r ? record_slot(r) : slot;
}

/* Lending. A table that was lent is held like one that is kept. */

static int64_t lend (Records *records, int64_t slot) { return handles_keep(lua_of(records), slot); }

static void take_back (Records *records, int64_t slot, int64_t lent) {
  LuaGame *lua = lua_of(records);
  int top = lua_gettop(lua->L);
  handles_push(lua->L, 0, lent);
  bool same = exchange_same(lua->L, record_of(slot));
  lua_settop(lua->L, top);
  if (!same)
    lua->host->fail(lua->host, "rules changed a position, which compiled rules take to be constant: native = false allows it");
  handles_drop(lua, lent);
}

/* Opening and closing. */

void records_open (CompiledGame *compiled, const Kind *position) {
  compiled->records = (Records){.position = position, .grow = grow, .open = open_level, .adopt = adopt,
                                  .lend = lend, .take_back = take_back};
}

void records_close (CompiledGame *compiled) {
  Records *records = &compiled->records;
  if (records->grow == NULL) return;
  Host *host = lua_of(records)->host;
  free_list(host, records->kept);
  for (int i = 0; i < KEPT_SIZES; i++) free_list(host, records->unused[i]);
  free_heap(host, &records->scratch);
  for (int64_t i = 0; i < records->count; i++) free_heap(host, &records->levels[i].heap);
  if (records->levels) host->allocate(host, records->levels, (size_t)records->count * sizeof *records->levels, 0);
  *records = (Records){0};
}
