/*
** The compiler that gts carries, for machines that have no other: libtcc, in a separate program beside the worker. So a fault in it
** ends no search; and libtcc, which is under the GNU LGPL 2.1, can be exchanged by linking this program again. A static program
** carries it in itself, and runs itself as this program.
**
**    tcc ... -o MADE SOURCE
**
** compiles a unit (src/native/compiled.h). All other arguments are passed over. It needs no file of a C library or of tcc: includes in
** angle brackets are replaced by what units use of them.
*/
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libtcc.h>

#include "tcc/carried.h"

/* What units use of the headers of C, where a long has 64 bits. At the end the functions that tcc takes from libtcc1. */
static const char headers[] =
  "typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;\n"
  "typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t; typedef unsigned long uint64_t;\n"
  "typedef long intptr_t, ptrdiff_t; typedef unsigned long uintptr_t, size_t; typedef int sig_atomic_t; typedef unsigned mode_t;\n"
  "#define INT16_MAX 32767\n"
  "#define INT16_MIN (-32768)\n"
  "#define INT32_MAX 2147483647\n"
  "#define INT_MAX 2147483647\n"
  "#define UINT32_MAX 4294967295U\n"
  "#define INT64_MAX 9223372036854775807L\n"
  "#define INT64_MIN (-INT64_MAX - 1)\n"
  "#define UINT64_MAX 18446744073709551615UL\n"
  "#define SIZE_MAX UINT64_MAX\n"
  "#define UINT32_C(n) n ## U\n"
  "#define INT64_C(n) n ## L\n"
  "#define UINT64_C(n) n ## UL\n"
  "#define NULL ((void *)0)\n"
  "#define offsetof(type, field) ((size_t)&((type *)0)->field)\n"
  "#define bool _Bool\n"
  "#define true 1\n"
  "#define false 0\n"
  "#define INFINITY ((float)1e10000)\n"
  "#define NAN (0.0f / 0.0f)\n"
  "#define isnan(x) ((x) != (x))\n"
  "#define isfinite(x) ((x) - (x) == 0)\n"
  "double floor (double), ceil (double), sqrt (double), fabs (double), fmin (double, double), fmax (double, double),\n"
  "  fmod (double, double), pow (double, double), nextafter (double, double);\n"
  "void *memcpy (void *, const void *, size_t), *memmove (void *, const void *, size_t), *memset (void *, int, size_t);\n"
  "int memcmp (const void *, const void *, size_t), strcmp (const char *, const char *),\n"
  "  strncmp (const char *, const char *, size_t);\n"
  "size_t strlen (const char *), strspn (const char *, const char *), strcspn (const char *, const char *);\n"
  "double __floatundidf (uint64_t n) { int64_t i = n; return i >= 0 ? (double)i : 2 * (double)(int64_t)(n >> 1 | (n & 1)); }\n"
  "uint64_t __fixunsdfdi (double d) {\n"
  "  return d < 9223372036854775808.0 ? (int64_t)d : (uint64_t)(int64_t)(d - 9223372036854775808.0) + 9223372036854775808UL; }\n"
  "#line 1 \"unit.c\"\n";

static bool fail (const char *what, const char *name) {
  fprintf(stderr, "cannot %s %s\n", what, name);
  return false;
}

/* The headers and the text of a file, to be freed; NULL if it cannot be read. */
static char *read_source (const char *name) {
  const size_t begin = sizeof headers - 1;
  struct stat status;
  char *text = NULL;
  FILE *file = fopen(name, "r");
  if (file == NULL) return NULL;
  if (fstat(fileno(file), &status) == 0) text = malloc(begin + (size_t)status.st_size + 1);
  if (text != NULL) {
    memcpy(text, headers, begin);
    text[begin + fread(text + begin, 1, (size_t)status.st_size, file)] = '\0';
  }
  fclose(file);
  return text;
}

/* Makes comments of the lines that include headers of C. */
static void drop_includes (char *text) {
  while ((text = strstr(text, "\n#include <")) != NULL) memcpy(++text, "//", 2);
}

/* A library that is made names the library of mathematics, by the file in which this program has it. */
static bool add_mathematics (TCCState *tcc) {
  double (*function) (double) = floor;
  Dl_info library;
  void *address;
  memcpy(&address, &function, sizeof address);
  return dladdr(address, &library) == 0 || tcc_add_file(tcc, library.dli_fname) == 0;
}

static bool compile (const char *source, const char *made) {
  char *text = read_source(source);
  if (text == NULL) return fail("read", source);
  drop_includes(text);
  TCCState *tcc = tcc_new();
  tcc_set_options(tcc, "-nostdlib -nostdinc -w");
  tcc_set_output_type(tcc, TCC_OUTPUT_DLL);
  bool done = tcc_compile_string(tcc, text) == 0 && add_mathematics(tcc) && tcc_output_file(tcc, made) == 0;
  tcc_delete(tcc);
  free(text);
  return done;
}

/*
** Says in the library that it needs no stack that can be executed: where tcc does not, the system makes all stacks of the process so
** that it is loaded into, or refuses to load it. There is no room for one more program header: a table of all stands at the end.
*/
static bool keep_stack (const char *name) {
  enum { MOST = 16 };
  const Elf64_Phdr stack = {.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W, .p_align = 16};
  Elf64_Ehdr head;
  Elf64_Phdr table[MOST];
  int file = open(name, O_RDWR | O_CLOEXEC);
  if (file < 0) return fail("open", name);
  bool done = pread(file, &head, sizeof head, 0) == (ssize_t)sizeof head && head.e_phnum < MOST;
  ssize_t size = done ? (ssize_t)(head.e_phnum * sizeof *table) : 0;
  done = done && pread(file, table, (size_t)size, (off_t)head.e_phoff) == size;
  off_t end = (lseek(file, 0, SEEK_END) + 7) & ~(off_t)7;
  if (done) {
    table[head.e_phnum++] = stack;
    head.e_phoff = (Elf64_Off)end;
    size += (ssize_t)sizeof *table;
    done = pwrite(file, table, (size_t)size, end) == size && pwrite(file, &head, sizeof head, 0) == (ssize_t)sizeof head;
  }
  close(file);
  return done || fail("write", name);
}

int carried_compiler (int count, char **arguments) {
  const char *source = NULL, *made = NULL;
  for (int i = 1; i < count; i++) {
    if (strcmp(arguments[i], "-o") == 0 && i + 1 < count) made = arguments[++i];
    else if (arguments[i][0] != '-') source = arguments[i];
  }
  if (source == NULL || made == NULL) {
    fputs("usage: tcc ... -o MADE SOURCE\n", stderr);
    return EXIT_FAILURE;
  }
  return compile(source, made) && keep_stack(made) ? EXIT_SUCCESS : EXIT_FAILURE;
}
