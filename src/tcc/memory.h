/* Units made in memory by libtcc, for the static program, which can load no libraries. */
#pragma once

#include <stddef.h>

#define TCC_WHY 256             /* bytes of a message */

/*
** Compiles a unit (native/compiled.h) and returns its function `name`. *memory, to be unmapped, is its code and its data, *size bytes,
** which may be run and not written. NULL: `why`, of TCC_WHY bytes, says why there is none. One thread at a time is in libtcc.
*/
void *tcc_make (const char *text, const char *name, void **memory, size_t *size, char *why);
