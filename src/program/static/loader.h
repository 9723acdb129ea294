/* What the linker puts in the place of the C library's dlopen and its kin: see loader.c. */
#pragma once

void *__wrap_dlopen (const char *file, int mode);
void *__wrap_dlsym (void *handle, const char *name);
int __wrap_dlclose (void *handle);
char *__wrap_dlerror (void);
