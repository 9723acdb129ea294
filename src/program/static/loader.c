/*
** dlopen for a static program: it loads compiled rules, which need nothing but a few functions of the C library, and these the program
** has. The C library's own would load another C library beside them, if it is just the one that the program was built with.
**
** A unit is a shared object: segments, which are copied into one block of memory; relocations, words in them that are set to where
** things are; and names. What it would have done when it is loaded or dropped is nothing for units. C modules for Lua are not loaded:
** they ask for functions that are not in the list.
*/
#include "program/static/loader.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __x86_64__
#define MACHINE EM_X86_64
enum { RELATIVE = R_X86_64_RELATIVE, DATA = R_X86_64_GLOB_DAT, CALL = R_X86_64_JUMP_SLOT, WORD = R_X86_64_64 };
#elif defined __aarch64__
#define MACHINE EM_AARCH64
enum { RELATIVE = R_AARCH64_RELATIVE, DATA = R_AARCH64_GLOB_DAT, CALL = R_AARCH64_JUMP_SLOT, WORD = R_AARCH64_ABS64 };
#else
#error "units cannot be loaded on this machine"
#endif

#define MOST ((uint64_t)1 << 30)        /* bytes of a unit */
#define PAGE ((uint64_t)1 << 16)        /* no machine has larger pages */

typedef struct Library {
  char *memory;                 /* where its address 0 is */
  uint64_t size;
  const Elf64_Sym *symbols;
  const char *names;
  uint64_t count;               /* of symbols */
} Library;

/* What was wrong last, and NULL once that was told. */
static _Thread_local const char *wrong;
static _Thread_local char text[128];

typedef void Function (void);

#define HAVE(name) {#name, (Function *)name}

/* What units call of the C library; and what compilers make calls of by themselves. */
static const struct { const char *name; Function *function; } known[] = {
  HAVE(abort), HAVE(ceil), HAVE(exp), HAVE(fabs), HAVE(finite), {"__finite", (Function *)finite}, HAVE(floor), HAVE(fmax), HAVE(fmin),
  HAVE(fmod), HAVE(frexp), HAVE(ldexp), HAVE(log), HAVE(log2), HAVE(log10), HAVE(memchr), HAVE(memcmp), HAVE(memcpy), HAVE(memmove),
  HAVE(memset), HAVE(nextafter), HAVE(pow), HAVE(sqrt), HAVE(strchr), HAVE(strcmp), HAVE(strcoll), HAVE(strcspn), HAVE(strlen),
  HAVE(strncmp), HAVE(strspn), HAVE(trunc)
};

static bool refuse (const char *why) {
  wrong = why;
  return false;
}

/* All bytes of a file, to be freed; NULL if it cannot be read, or is too large. */
static char *read_all (const char *name, uint64_t *size) {
  const int file = open(name, O_RDONLY | O_CLOEXEC);
  const off_t end = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
  char *bytes = end > 0 && (uint64_t)end < MOST ? malloc((size_t)end) : NULL;
  ssize_t got = bytes ? pread(file, bytes, (size_t)end, 0) : -1;
  if (file >= 0) close(file);
  *size = (uint64_t)end;
  if (got == end) return bytes;
  free(bytes);
  refuse("it cannot be read");
  return NULL;
}

static bool within (uint64_t at, uint64_t size, uint64_t all) { return at <= all && size <= all - at; }

/* The segments that a file has; NULL: it is no library for this machine. */
static const Elf64_Phdr *segments_of (const char *bytes, uint64_t size, int *count) {
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)(const void *)bytes;
  if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64 ||
      head->e_type != ET_DYN || head->e_machine != MACHINE || head->e_phentsize != sizeof(Elf64_Phdr) ||
      head->e_phoff % sizeof(uint64_t) != 0 || !within(head->e_phoff, head->e_phnum * sizeof(Elf64_Phdr), size)) {
    refuse("it is no library for this machine");
    return NULL;
  }
  *count = head->e_phnum;
  return (const Elf64_Phdr *)(const void *)(bytes + head->e_phoff);
}

/* Takes memory for the segments, and copies them there. */
static bool copy_segments (Library *library, const char *bytes, uint64_t size, const Elf64_Phdr *segments, int count) {
  for (int i = 0; i < count; i++) {
    const Elf64_Phdr *s = &segments[i];
    if (s->p_type == PT_TLS) return refuse("it has variables of threads");
    if (s->p_type != PT_LOAD) continue;
    if (!within(s->p_offset, s->p_filesz, size) || !within(s->p_vaddr, s->p_memsz, MOST) || s->p_filesz > s->p_memsz)
      return refuse("it is damaged");
    if (s->p_vaddr + s->p_memsz > library->size) library->size = s->p_vaddr + s->p_memsz;
  }
  library->size = (library->size + PAGE - 1) / PAGE * PAGE;
  void *memory = library->size ? mmap(NULL, library->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
  if (memory == MAP_FAILED) return refuse("not enough memory");
  library->memory = memory;
  for (int i = 0; i < count; i++)
    if (segments[i].p_type == PT_LOAD)
      memcpy(library->memory + segments[i].p_vaddr, bytes + segments[i].p_offset, segments[i].p_filesz);
  return true;
}

/* What a library says of itself: by the tags of its dynamic section, those below 32. */
enum { MOST_TAG = 32 };

static bool read_tags (const Library *library, const Elf64_Phdr *segments, int count, uint64_t tags[MOST_TAG], uint64_t *gnu_hash) {
  for (int i = 0; i < count; i++) {
    if (segments[i].p_type != PT_DYNAMIC) continue;
    if (!within(segments[i].p_vaddr, segments[i].p_memsz, library->size)) return refuse("it is damaged");
    const Elf64_Dyn *entry = (const Elf64_Dyn *)(const void *)(library->memory + segments[i].p_vaddr);
    for (const Elf64_Dyn *end = entry + segments[i].p_memsz / sizeof *entry; entry < end && entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag > 0 && entry->d_tag < MOST_TAG) tags[entry->d_tag] = entry->d_un.d_val;
      if (entry->d_tag == DT_GNU_HASH) *gnu_hash = entry->d_un.d_val;
    }
    return true;
  }
  return refuse("it has no names");
}

/* How many symbols there are, by the table that finds them: the last chain of the last bucket ends with the last. */
static uint64_t count_symbols (const Library *library, uint64_t hash, uint64_t gnu_hash) {
  if (hash) return ((const uint32_t *)(const void *)(library->memory + hash))[1];
  if (!gnu_hash) return 0;
  const uint32_t *table = (const uint32_t *)(const void *)(library->memory + gnu_hash);
  const uint32_t buckets = table[0], first = table[1], *bucket = table + 4 + 2 * table[2], *chain = bucket + buckets;
  uint32_t last = 0;
  for (uint32_t i = 0; i < buckets; i++)
    if (bucket[i] > last) last = bucket[i];
  if (last < first) return first;
  while ((chain[last - first] & 1) == 0) last++;
  return last + 1;
}

/* Where a symbol is: in the library itself, or in the program. */
static bool resolve (const Library *library, uint64_t number, uint64_t *address) {
  const Elf64_Sym *symbol = &library->symbols[number];
  const char *name = library->names + symbol->st_name;
  *address = 0;
  if (symbol->st_shndx != SHN_UNDEF) {
    *address = (uint64_t)(uintptr_t)library->memory + symbol->st_value;
    return true;
  }
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, name) == 0) {
      *address = (uint64_t)(uintptr_t)known[i].function;
      return true;
    }
  if (ELF64_ST_BIND(symbol->st_info) == STB_WEAK) return true;
  snprintf(text, sizeof text, "it needs %.64s, which this static gts does not have", name);
  return refuse(text);
}

static bool relocate (const Library *library, uint64_t at, uint64_t size) {
  if (!within(at, size, library->size)) return refuse("it is damaged");
  const Elf64_Rela *row = (const Elf64_Rela *)(const void *)(library->memory + at);
  for (const Elf64_Rela *end = row + size / sizeof *row; row < end; row++) {
    const uint64_t kind = ELF64_R_TYPE(row->r_info), number = ELF64_R_SYM(row->r_info);
    uint64_t value = (uint64_t)(uintptr_t)library->memory;
    if (kind == 0) continue;
    if (kind != RELATIVE && kind != DATA && kind != CALL && kind != WORD) return refuse("it is linked in a way that is not known");
    if (!within(row->r_offset, sizeof value, library->size) || (number > 0 && number >= library->count)) return refuse("it is damaged");
    if (kind != RELATIVE && !resolve(library, number, &value)) return false;
    value += kind == RELATIVE || kind == WORD ? (uint64_t)row->r_addend : 0;
    memcpy(library->memory + row->r_offset, &value, sizeof value);
  }
  return true;
}

/* What may be written is not run, and the other way round; no two segments share a page. */
static bool protect (const Library *library, const Elf64_Phdr *segments, int count) {
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < count; i++) {
    const Elf64_Phdr *s = &segments[i];
    if (s->p_type != PT_LOAD || (s->p_flags & PF_W)) continue;
    char *from = library->memory + s->p_vaddr / page * page;
    const size_t size = (size_t)(library->memory + s->p_vaddr + s->p_memsz - from);
    if (mprotect(from, size, PROT_READ | (s->p_flags & PF_X ? PROT_EXEC : 0)) != 0) return refuse("it may not be run here");
    __builtin___clear_cache(from, from + size);
  }
  return true;
}

static bool load (Library *library, const char *bytes, uint64_t size) {
  int count;
  uint64_t tags[MOST_TAG] = {0}, gnu_hash = 0;
  const Elf64_Phdr *segments = segments_of(bytes, size, &count);
  if (segments == NULL || !copy_segments(library, bytes, size, segments, count)) return false;
  if (!read_tags(library, segments, count, tags, &gnu_hash)) return false;
  if (tags[DT_SYMTAB] >= library->size || tags[DT_STRTAB] >= library->size || tags[DT_HASH] >= library->size ||
      gnu_hash >= library->size) return refuse("it is damaged");
  library->symbols = (const Elf64_Sym *)(const void *)(library->memory + tags[DT_SYMTAB]);
  library->names = library->memory + tags[DT_STRTAB];
  library->count = count_symbols(library, tags[DT_HASH], gnu_hash);
  return relocate(library, tags[DT_RELA], tags[DT_RELASZ]) && relocate(library, tags[DT_JMPREL], tags[DT_PLTRELSZ]) &&
         protect(library, segments, count);
}

void *__wrap_dlopen (const char *file, int mode) {
  (void)mode;
  uint64_t size;
  char *bytes = file ? read_all(file, &size) : NULL;
  if (bytes == NULL) return NULL;
  Library *library = calloc(1, sizeof *library);
  const bool loaded = library != NULL && load(library, bytes, size);
  free(bytes);
  if (loaded) return library;
  if (library) __wrap_dlclose(library);
  return NULL;
}

void *__wrap_dlsym (void *handle, const char *name) {
  const Library *library = handle;
  for (uint64_t i = 1; library && i < library->count; i++)
    if (library->symbols[i].st_shndx != SHN_UNDEF && strcmp(library->names + library->symbols[i].st_name, name) == 0)
      return library->memory + library->symbols[i].st_value;
  refuse("it does not have the function");
  return NULL;
}

int __wrap_dlclose (void *handle) {
  Library *library = handle;
  if (library->memory) munmap(library->memory, library->size);
  free(library);
  return 0;
}

char *__wrap_dlerror (void) {
  static _Thread_local char told[sizeof text];
  if (wrong == NULL) return NULL;
  snprintf(told, sizeof told, "%s", wrong);
  wrong = NULL;
  return told;
}
