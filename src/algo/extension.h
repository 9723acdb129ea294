/*
** An algorithm of an extension: a shared object of one file, written as the files of src/algo are, but that includes this file, and ends
** with
**
**    EXTENSION_ALGORITHM(walk) = { .id = "walk", ... };
**
** It exports one function, by which the engine hands it what is not inline: see algo/window/native/engine.h. The manual has an
** example on its page extend.
*/
#ifndef GTS_EXTENSION_H
#define GTS_EXTENSION_H

#include <string.h>

#pragma GCC visibility push(hidden)
#define TAKES_ENGINE
#include "algo/window/native/engine.h"
#include "base/version.h"
#pragma GCC visibility pop

#define EXTENSION_ALGORITHM(name) \
  static const Algorithm algorithm_##name; \
  __attribute__((visibility("default"))) AlgorithmOpen gts_algorithm_##name; \
  const Algorithm *gts_algorithm_##name (const Engine *given, const char *version, size_t size) { \
    if (strcmp(version, GTS_VERSION) != 0 || size != ENGINE_SIZE) return NULL; \
    engine = given; \
    return &algorithm_##name; \
  } \
  static const Algorithm algorithm_##name

#endif
