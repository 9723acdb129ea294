/*
** The compiler that gts carries, for machines that have no other: libtcc, in a separate program beside the worker. So a fault in it
** ends no search; and libtcc, which is under the GNU LGPL 2.1, can be exchanged by linking this program again. (A static program
** makes units in memory: memory.c.)
**
**    tcc ... -o MADE SOURCE
**
** compiles a unit (src/native/compiled.h). All other arguments are passed over. It needs no file of a C library or of tcc.
*/
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libtcc.h>

static bool fail (const char *what, const char *name) {
  fprintf(stderr, "cannot %s %s\n", what, name);
  return false;
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
  TCCState *tcc = tcc_new();
  tcc_set_options(tcc, "-nostdlib -nostdinc -w -Wimplicit-function-declaration -Werror");
  tcc_set_output_type(tcc, TCC_OUTPUT_DLL);
  bool done = tcc_add_file(tcc, source) == 0 && add_mathematics(tcc) && tcc_output_file(tcc, made) == 0;
  tcc_delete(tcc);
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

int main (int count, char **arguments) {
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
