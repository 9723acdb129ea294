/*
** The two forms of the search with a window. An including file says by SCOUTS whether successors behind the first are tested by a null
** window, and calls search_once or search_root: in the engine that is search.c; what is compiled together with rules has the same,
** written for speed, in algo/window/native: with a table, or by WITHOUT_TABLE for searches that have neither table nor order nor other
** threads.
*/
#pragma once

#include "algo/window/root.h"

#ifndef GAME_CALLS

#define search_root(s, w, settle, leaf) window_search(s, w, SCOUTS, settle, leaf, NULL)

static inline void search_once (struct Search *s) { window_run(s, SCOUTS); }

#else
#include "search/window.h"
#if WITHOUT_TABLE
#include "algo/window/native/plies.h"
#else
#include "algo/window/native/tables.h"
#endif

static inline void search_once (Search *s) {
  bool leaf;
  publish_conclusion(s, search_root(s, s->asked.window, true, &leaf));
}

#endif
