/*
** dlopen for a static program: it loads compiled rules, which need nothing but a few functions of the C library, and these the program
** has. The C library's own would load another C library beside them, if it is just the one that the program was built with.
**
** A unit is a shared object: segments, which are copied into one block of memory; relocations, words in them that are set to where
** things are; and names. What it would have done when it is loaded or dropped is nothing for units. C modules for Lua are not loaded:
** they ask for functions that are not in the list.
**
** Each table is held against the size of what it is in before it is read, and so is each index and each name when it is used, for a
** relocation may change the tables themselves. So a damaged unit is refused, or is one whose code is damaged; nothing else is read.
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
  uint64_t count, letters;      /* of the symbols, and of the names */
} Library;

/* The last error message; NULL after dlerror has returned it. */
static _Thread_local const char *wrong;
static _Thread_local char text[128];

typedef void Function (void);

#define HAVE(name) {#name, (Function *)name}

/* What units call of the C library; and what compilers make calls of by themselves. */
static const struct { const char *name; Function *function; } known[] = {
  HAVE(abort), HAVE(ceil), HAVE(erfc), HAVE(exp), HAVE(fabs), HAVE(finite), {"__finite", (Function *)finite}, HAVE(floor),
  HAVE(fmax), HAVE(fmin), HAVE(fmod), HAVE(frexp), HAVE(ldexp), HAVE(log), HAVE(log2), HAVE(log10), HAVE(memchr), HAVE(memcmp), HAVE(memcpy), HAVE(memmove),
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
      head->e_ident[EI_DATA] != ELFDATA2LSB || head->e_type != ET_DYN ||
      head->e_machine != MACHINE || head->e_phentsize != sizeof(Elf64_Phdr) ||
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

/* A table of `count` rows of `row` bytes at an address of the library, whose rows begin at multiples of `align`; NULL: it is not in it. */
static const void *table_at (const Library *library, uint64_t at, uint64_t count, uint64_t row, uint64_t align) {
  if (at % align != 0 || count > library->size / row || !within(at, count * row, library->size))
    return NULL;
  return library->memory + at;
}

/* What a library says of itself: by the tags of its dynamic section, those below MOST_TAG, and the address of its GNU hash table. */
enum { MOST_TAG = 32 };

typedef struct Tags {
  uint64_t value[MOST_TAG], gnu_hash;
} Tags;

static bool read_tags (const Library *library, const Elf64_Phdr *segments, int count, Tags *tags) {
  for (int i = 0; i < count; i++) {
    if (segments[i].p_type != PT_DYNAMIC) continue;
    const uint64_t rows = segments[i].p_memsz / sizeof(Elf64_Dyn);
    const Elf64_Dyn *entry = table_at(library, segments[i].p_vaddr, rows, sizeof *entry, sizeof(uint64_t));
    if (entry == NULL) return refuse("it is damaged");
    for (const Elf64_Dyn *end = entry + rows; entry < end && entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag > 0 && entry->d_tag < MOST_TAG)
        tags->value[entry->d_tag] = entry->d_un.d_val;
      if (entry->d_tag == DT_GNU_HASH) tags->gnu_hash = entry->d_un.d_val;
    }
    return true;
  }
  return refuse("it has no names");
}

/* How many symbols there are, by the GNU hash table that finds them: the last chain of the last
** bucket ends with the last. False: it is damaged. */
static bool count_by_gnu_hash (const Library *library, uint64_t at, uint64_t *count) {
  enum { HEAD = 4, WORD_BYTES = sizeof(uint32_t) };
  const uint32_t *head = table_at(library, at, HEAD, WORD_BYTES, WORD_BYTES);
  if (head == NULL) return false;
  /* words of 8 bytes */
  const uint64_t buckets = head[0], first = head[1], filter = 2 * (uint64_t)head[2];
  const uint64_t words = (library->size - at) / WORD_BYTES;
  if (HEAD + filter + buckets > words) return false;
  const uint32_t *bucket = head + HEAD + filter, *chain = bucket + buckets;
  const uint64_t room = words - HEAD - filter - buckets;
  uint64_t last = 0;
  for (uint64_t i = 0; i < buckets; i++)
    if (bucket[i] > last) last = bucket[i];
  *count = last < first ? first : last + 1;
  if (last < first) return true;
  for (uint64_t i = last - first; i < room; i++, ++*count)
    if (chain[i] & 1) return true;
  return false;
}

static bool count_symbols (const Library *library, const Tags *tags, uint64_t *count) {
  *count = 0;
  if (tags->value[DT_HASH] == 0)
    return tags->gnu_hash == 0 || count_by_gnu_hash(library, tags->gnu_hash, count);
  const uint32_t *head = table_at(library, tags->value[DT_HASH], 2, sizeof *head, sizeof *head);
  if (head) *count = head[1];
  return head != NULL;
}

/* Finds the symbols and their names. */
static bool read_symbols (Library *library, const Tags *tags) {
  const uint64_t row = tags->value[DT_SYMENT];
  if (row != 0 && row != sizeof(Elf64_Sym)) return refuse("it is damaged");
  if (!count_symbols(library, tags, &library->count)) return refuse("it is damaged");
  library->letters = tags->value[DT_STRSZ];
  library->symbols = table_at(library, tags->value[DT_SYMTAB], library->count, sizeof(Elf64_Sym), sizeof(uint64_t));
  library->names = table_at(library, tags->value[DT_STRTAB], library->letters, 1, 1);
  return (library->symbols && library->names) || refuse("it is damaged");
}

/* Is this the name of a symbol? */
static bool is_named (const Library *library, const Elf64_Sym *symbol, const char *name) {
  const size_t size = strlen(name) + 1;
  return within(symbol->st_name, size, library->letters) && memcmp(library->names + symbol->st_name, name, size) == 0;
}

/* The beginning of the name of a symbol, for a message. */
static int shorten (const Library *library, const Elf64_Sym *symbol, const char **name) {
  enum { LONGEST = 64 };
  *name = "";
  if (symbol->st_name >= library->letters) return 0;
  *name = library->names + symbol->st_name;
  const uint64_t rest = library->letters - symbol->st_name;
  return (int)strnlen(*name, rest < LONGEST ? rest : LONGEST);
}

/* Where a symbol is: in the library itself, or in the program. */
static bool resolve (const Library *library, uint64_t number, uint64_t *address) {
  const Elf64_Sym *symbol = &library->symbols[number];
  const char *name;
  *address = 0;
  if (symbol->st_shndx != SHN_UNDEF) {
    *address = (uint64_t)(uintptr_t)library->memory + symbol->st_value;
    return symbol->st_value < library->size || refuse("it is damaged");
  }
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (is_named(library, symbol, known[i].name)) {
      *address = (uint64_t)(uintptr_t)known[i].function;
      return true;
    }
  if (ELF64_ST_BIND(symbol->st_info) == STB_WEAK) return true;
  const int length = shorten(library, symbol, &name);
  snprintf(text, sizeof text, "it needs %.*s, which this static gts does not have", length, name);
  return refuse(text);
}

static bool relocate (const Library *library, uint64_t at, uint64_t size) {
  const uint64_t rows = size / sizeof(Elf64_Rela);
  const Elf64_Rela *row = table_at(library, at, rows, sizeof *row, sizeof(uint64_t));
  if (row == NULL || size % sizeof *row != 0) return refuse("it is damaged");
  for (const Elf64_Rela *end = row + rows; row < end; row++) {
    const uint64_t kind = ELF64_R_TYPE(row->r_info), number = ELF64_R_SYM(row->r_info), place = row->r_offset;
    const uint64_t addend = (uint64_t)row->r_addend;
    uint64_t value = (uint64_t)(uintptr_t)library->memory;
    if (kind == 0) continue;
    if (kind != RELATIVE && kind != DATA && kind != CALL && kind != WORD) return refuse("it is linked in a way that is not known");
    if (!within(place, sizeof value, library->size)) return refuse("it is damaged");
    if (kind != RELATIVE && number >= library->count) return refuse("it is damaged");
    if (kind != RELATIVE && !resolve(library, number, &value)) return false;
    value += kind == RELATIVE || kind == WORD ? addend : 0;
    memcpy(library->memory + place, &value, sizeof value);
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
  Tags tags = {{0}, 0};
  const Elf64_Phdr *segments = segments_of(bytes, size, &count);
  if (segments == NULL || !copy_segments(library, bytes, size, segments, count)) return false;
  if (!read_tags(library, segments, count, &tags) || !read_symbols(library, &tags)) return false;
  const uint64_t *value = tags.value, row = value[DT_RELAENT];
  if (row != 0 && row != sizeof(Elf64_Rela)) return refuse("it is damaged");
  return relocate(library, value[DT_RELA], value[DT_RELASZ]) &&
         relocate(library, value[DT_JMPREL], value[DT_PLTRELSZ]) && protect(library, segments, count);
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
  for (uint64_t i = 1; library && i < library->count; i++) {
    const Elf64_Sym *symbol = &library->symbols[i];
    if (symbol->st_shndx != SHN_UNDEF && symbol->st_value < library->size && is_named(library, symbol, name))
      return library->memory + symbol->st_value;
  }
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
  static _Thread_local char shown[sizeof text];
  if (wrong == NULL) return NULL;
  snprintf(shown, sizeof shown, "%s", wrong);
  wrong = NULL;
  return shown;
}
