#include "tcc/memory.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include <libtcc.h>

typedef void Function (void);

#define HAVE(name) {#name, (Function *)name}

/* What units call of the C library. */
static const struct { const char *name; Function *function; } known[] = {
  HAVE(ceil), HAVE(erfc), HAVE(exp), HAVE(fabs), HAVE(floor), HAVE(fmax), HAVE(fmin), HAVE(fmod), HAVE(frexp), HAVE(ldexp), HAVE(log),
  HAVE(log2), HAVE(log10), HAVE(memchr), HAVE(memcmp), HAVE(memcpy), HAVE(memmove), HAVE(memset), HAVE(nextafter), HAVE(pow), HAVE(sqrt),
  HAVE(strchr), HAVE(strcmp), HAVE(strcoll), HAVE(strcspn), HAVE(strlen), HAVE(strncmp), HAVE(strspn), HAVE(tanh), HAVE(trunc)
};

static void note (void *why, const char *message) { snprintf(why, TCC_WHY, "%s", message); }

static void *relocate (TCCState *tcc, const char *name, void **memory, size_t *size) {
  const int needed = tcc_relocate(tcc, NULL);
  *memory = needed > 0 ? mmap(NULL, (size_t)needed, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
  if (*memory == MAP_FAILED) return NULL;
  *size = (size_t)needed;
  if (tcc_relocate(tcc, *memory) == 0 && mprotect(*memory, *size, PROT_READ | PROT_EXEC) == 0) return tcc_get_symbol(tcc, name);
  return NULL;
}

void *tcc_make (const char *text, const char *name, void **memory, size_t *size, char *why) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  snprintf(why, TCC_WHY, "there is no memory that may be run");
  *memory = MAP_FAILED;
  pthread_mutex_lock(&lock);
  TCCState *tcc = tcc_new();
  tcc_set_error_func(tcc, why, note);
  tcc_set_options(tcc, "-nostdlib -nostdinc -w -Wimplicit-function-declaration -Werror");
  tcc_set_output_type(tcc, TCC_OUTPUT_MEMORY);
  void *made = NULL;
  if (tcc_compile_string(tcc, text) == 0) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) tcc_add_symbol(tcc, known[i].name, (const void *)known[i].function);
    made = relocate(tcc, name, memory, size);
  }
  tcc_delete(tcc);
  pthread_mutex_unlock(&lock);
  if (made == NULL && *memory != MAP_FAILED) munmap(*memory, *size);
  return made;
}
