/*
** Replacements for functions of the C library that would need libraries and files of the very system that a static program was built on.
** User names are not looked up, so that `~` is $HOME; nothing is encrypted.
*/
#include <dlfcn.h>
#include <pwd.h>
#include <stddef.h>
#include <sys/types.h>

void *__wrap_dlopen (const char *file, int mode);
void *__wrap_dlsym (void *handle, const char *name);
int __wrap_dlclose (void *handle);
char *__wrap_dlerror (void);
int __wrap_dladdr (const void *address, Dl_info *info);
struct passwd *__wrap_getpwnam (const char *name);
struct passwd *__wrap_getpwuid (uid_t user);
int no_tls (void);

/* No libraries are loaded: the C library's own dlopen would load another C library with them. */
void *__wrap_dlopen (const char *file, int mode) {
  (void)file, (void)mode;
  return NULL;
}

void *__wrap_dlsym (void *handle, const char *name) {
  (void)handle, (void)name;
  return NULL;
}

int __wrap_dlclose (void *handle) {
  (void)handle;
  return 0;
}

char *__wrap_dlerror (void) {
  static char why[] = "a static gts loads no libraries";
  return why;
}

int __wrap_dladdr (const void *address, Dl_info *info) {
  (void)address, (void)info;
  return 0;
}

struct passwd *__wrap_getpwnam (const char *name) {
  (void)name;
  return NULL;
}

struct passwd *__wrap_getpwuid (uid_t user) {
  (void)user;
  return NULL;
}

/* In the place of each function of GnuTLS that libmicrohttpd names: we ask for no encryption, and so none but its beginning is called. */
int no_tls (void) { return 0; }
