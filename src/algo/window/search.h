/* The loop of a search with a window, below its root (root.h). */
#pragma once

#include "search/value.h"

struct Node;
struct Probe;
struct Search;

/* Visits a node below the root: a Visit (root.h). */
Value window_visit (struct Search *search, struct Node *n, Value alpha, Value beta);

/* Develops `n`, of which the table knows *p: its value seen through `w`. `shared`: other threads may be at its successors. */
Value window_develop (struct Search *search, struct Node *n, struct Probe *p, Window w, bool shared);
