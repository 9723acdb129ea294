/*
** Damages units, and has the loader of the static program load them: build/spec/loader UNIT. Each
** field of the headers and tables of a unit gets other values, one field at a time, then two; and
** the file is cut short everywhere. A unit is loaded, or refused with a message. All memory that
** the loader asks for ends where a page begins that cannot be touched, so that each byte too far
** ends this program, which says what it has damaged. Prints how many units were loaded, and how
** many refused.
*/
#if !defined __x86_64__ && !defined __aarch64__
#include <stdio.h>
int main (void) {
  puts("no static gts for this machine");
  return 0;
}
#else
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "native/compiled.h"

#define GUARD ((size_t)1 << 16)

/* Memory whose last byte is the last before a guard; in front of it there is another. */
static char *guard (size_t size) {
  const size_t room = (size + GUARD - 1) / GUARD * GUARD;
  char *all = mmap(NULL, room + 2 * GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + GUARD, room, PROT_READ | PROT_WRITE) != 0) abort();
  return all + GUARD + room - size;
}

static void unguard (char *from, size_t size) {
  const size_t room = (size + GUARD - 1) / GUARD * GUARD;
  munmap(from + size - room - GUARD, room + 2 * GUARD);
}

/* In the place of mmap: a size that is refused by many systems is refused here by all. */
static void *guarded_mmap (void *at, size_t size, int protection, int flags, int file, off_t from) {
  (void)at, (void)protection, (void)flags, (void)file, (void)from;
  return size > (size_t)256 << 20 ? MAP_FAILED : guard(size);
}

static int guarded_munmap (void *at, size_t size) {
  unguard(at, size);
  return 0;
}

#define mmap guarded_mmap
#define munmap guarded_munmap
#include "program/static/loader.c"
#undef mmap
#undef munmap

static char damage[200];        /* what was done to the unit */
static long loaded, refused;

static void on_fault (int number) {
  (void)!write(STDOUT_FILENO, damage, strlen(damage));
  (void)!write(STDOUT_FILENO, ": out of bounds\n", 16);
  signal(number, SIG_DFL);
  raise(number);
}

static void fail (const char *why) {
  printf("%s: %s\n", damage, why);
  exit(1);
}

/* Loads a unit from its bytes; they must end at a guard. */
static void try (const char *bytes, uint64_t size) {
  static const char *const names[] = {NATIVE_OPEN, "", "memcpy"};
  Library *library = calloc(1, sizeof *library);
  if (library == NULL) abort();
  const bool good = load(library, bytes, size);
  const char *why = __wrap_dlerror();
  if (good) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      const char *found = __wrap_dlsym(library, names[i]);
      if (found && (found < library->memory || found >= library->memory + library->size)) fail("a function out of bounds");
    }
    (void)__wrap_dlerror();
    loaded++;
  } else {
    if (why == NULL || *why == '\0') fail("refused without a word");
    refused++;
  }
  __wrap_dlclose(library);
}

static uint64_t get (const char *at, int width) {
  uint64_t value = 0;
  memcpy(&value, at, (size_t)width);
  return value;
}

static void set (char *at, int width, uint64_t value) { memcpy(at, &value, (size_t)width); }

/* The n-th value that a field gets in the place of `old`; false: there are no more. */
static bool other_value (int n, uint64_t old, uint64_t size, uint64_t *value) {
  const uint64_t values[] = {0, 1, 2, 7, old + 1, old - 1, old + 8, old * 2, size, size - 1, size - 8, size + 1, 0x7FFF, 0xFFFF,
    0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, (uint64_t)1 << 30, ((uint64_t)1 << 30) - 4, INT64_MAX, (uint64_t)1 << 63, UINT64_MAX,
    UINT64_MAX - 7, -old, (uint64_t)1 << 61, old ^ 1 << 5};
  if (n >= (int)(sizeof values / sizeof *values)) return false;
  *value = values[n];
  return true;
}

/* Where the fields are: the headers, and the segments that are neither code nor mere data. */
typedef struct Range { uint64_t from, to; } Range;

static int find_ranges (const char *bytes, uint64_t size, Range ranges[3]) {
  int count, found = 0;
  const Elf64_Phdr *segments = segments_of(bytes, size, &count);
  if (segments == NULL) return 0;
  ranges[found++] = (Range){0, sizeof(Elf64_Ehdr) + (uint64_t)count * sizeof *segments};
  for (int i = 0; i < count; i++) {
    const Elf64_Phdr *s = &segments[i];
    if (s->p_type == PT_DYNAMIC) ranges[found++] = (Range){s->p_offset, s->p_offset + s->p_filesz};
    if (s->p_type == PT_LOAD && s->p_offset == 0) ranges[found++] = (Range){ranges[0].to, s->p_filesz};
    if (found == 3) break;
  }
  return found;
}

/* Fields of all widths from the narrowest on. */
static void damage_each (char *bytes, uint64_t size, const Range *range, int narrowest) {
  uint64_t value;
  for (int width = narrowest; width <= 8; width *= 2) {
    for (uint64_t at = (range->from + (uint64_t)width - 1) / (uint64_t)width * (uint64_t)width; at + (uint64_t)width <= range->to;
         at += (uint64_t)width) {
      const uint64_t old = get(bytes + at, width);
      for (int n = 0; other_value(n, old, size, &value); n++) {
        snprintf(damage, sizeof damage, "%d bytes at %llu: %#llx", width, (unsigned long long)at, (unsigned long long)value);
        set(bytes + at, width, value);
        try(bytes, size);
      }
      set(bytes + at, width, old);
    }
  }
}

static uint64_t state = 1;

static uint64_t draw (uint64_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % n;
}

/* Up to four fields at once. */
static void damage_some (char *bytes, uint64_t size, const Range *ranges, int count, int times) {
  enum { MOST_FIELDS = 4 };
  for (int t = 0; t < times; t++) {
    uint64_t at[MOST_FIELDS], old[MOST_FIELDS], value;
    const int fields = 2 + (int)draw(MOST_FIELDS - 1);
    for (int f = 0; f < fields; f++) {
      const Range *range = &ranges[draw((uint64_t)count)];
      at[f] = range->from + draw((range->to - range->from) / 8) * 8;
      old[f] = get(bytes + at[f], 8);
      other_value((int)draw(26), old[f], size, &value);
      set(bytes + at[f], 8, value);
    }
    snprintf(damage, sizeof damage, "damage %d to several fields", t);
    try(bytes, size);
    for (int f = fields - 1; f >= 0; f--) set(bytes + at[f], 8, old[f]);
  }
}

static void cut_short (const char *bytes, uint64_t size) {
  for (uint64_t length = 1; length < size; length += length < 4096 ? 1 : 509) {
    char *copy = guard(length);
    memcpy(copy, bytes, length);
    snprintf(damage, sizeof damage, "cut to %llu bytes", (unsigned long long)length);
    if ((uintptr_t)copy % 8 == 0) try(copy, length);
    unguard(copy, length);
  }
}

int main (int count, char **arguments) {
  enum { TIMES = 10000 };
  Range ranges[3];
  uint64_t size;
  char *read = count == 2 ? read_all(arguments[1], &size) : NULL;
  if (read == NULL) {
    puts("usage: loader UNIT");
    return 2;
  }
  size -= size % 8;             /* so that it begins where a word may */
  char *bytes = guard(size);
  memcpy(bytes, read, size);
  signal(SIGSEGV, on_fault);
  signal(SIGBUS, on_fault);
  try(bytes, size);
  if (loaded != 1) fail("the unit itself is not loaded");
  const int found = find_ranges(bytes, size, ranges);
  for (int i = 0; i < found; i++) damage_each(bytes, size, &ranges[i], i == 0 ? 1 : 4);
  damage_some(bytes, size, ranges, found, TIMES);
  cut_short(bytes, size);
  if (memcmp(bytes, read, size) != 0) fail("the unit has changed");
  printf("%ld loaded, %ld refused\n", loaded, refused);
  unguard(bytes, size);
  free(read);
  return 0;
}
#endif
